//! The facts of each game that the laws need.

use deathmatch::game::{BySeat, Game, Outcome, Seat, Terms, Viewer};
use rand::Rng;
use rand::seq::IndexedRandom;
use serde_json::Value;

use crate::{
    Tally, blockade_chess, castle_siege, forehead_poker, goofspiel, guidance_rite, knights, library, warriors_death,
};

/// A sequence of steps: one seat's order and the other's.
pub type Plot = &'static [(&'static str, &'static str)];

/// One game's facts.
pub struct Facts {
    pub game: &'static str,
    /// All effects on the game's rules page.
    pub effects: &'static [&'static str],
    /// Counts the effects in the referee's account of one event.
    pub count: fn(&Value, &mut Tally),
    /// Counts the effects in a finished match's referee state.
    pub count_end: fn(&Value, Outcome, &mut Tally),
    /// Sequences of rounds, one seat's order and the other's, with effects that random play hardly ever shows.
    pub plots: &'static [Plot],
    /// Orders that may be announced like this one to everyone but the sender; `None` is a missing order.
    pub alike: fn(&str) -> Vec<Option<String>>,
    /// The public part of an event's data for the referee; null in games that announce only [`Facts::known`].
    pub announced: fn(&Value) -> Value,
    /// A viewer's knowledge of the referee state, without the viewer's own orders.
    pub known: fn(&Value, Viewer) -> Value,
    /// Deals the viewer's hidden cards of a saved match again; secrets that are orders stay.
    pub redeal: fn(&mut Value, Viewer, &mut dyn Rng),
    /// Adds options of the game's matches, besides the preset.
    pub dress: fn(&mut Terms, &mut dyn Rng),
    /// A prompt that one seat or both leave unanswered in some matches.
    pub ignored: Option<&'static str>,
    /// Plots for a prompt that matches rarely reach: one of them begins every other time.
    pub seldom: Option<(&'static str, &'static [Plot])>,
    /// Changes the saved state of a new match to a rare position, sometimes. Returns the first orders of both seats there.
    pub stage: fn(&mut Value, &mut dyn Rng) -> Option<Plot>,
    /// The effects that a preset cannot show.
    pub lacking: &'static [(&'static str, &'static [&'static str])],
    /// The number of matches of each preset in a plain run.
    pub matches: u64,
    /// The number of matches of each preset that are checked closely.
    pub watched: u64,
    /// At one step in so many of these, every order is checked and compared between twins.
    pub checked_in: u32,
}

impl Facts {
    /// Returns the effects that a preset cannot show.
    pub fn lacks(&self, preset: &str) -> &'static [&'static str] {
        self.lacking.iter().find(|(id, _)| *id == preset).map_or(&[], |&(_, effects)| effects)
    }

    /// Returns one of the plots, last round first, with the seats either way round.
    pub fn plot(&self, generator: &mut impl Rng) -> Vec<BySeat<&'static str>> {
        either_way(self.plots, generator)
    }

    /// Returns a plot for a rare prompt; an empty one for others.
    pub fn seldom_plot(&self, prompt: &str, generator: &mut impl Rng) -> Vec<BySeat<&'static str>> {
        match self.seldom {
            Some((seldom, plots)) if seldom == prompt => either_way(plots, generator),
            _ => Vec::new(),
        }
    }
}

fn either_way(plots: &[Plot], generator: &mut impl Rng) -> Vec<BySeat<&'static str>> {
    let turned = generator.next_u32() & 1 == 1;
    let plot = plots.choose(generator).copied().unwrap_or_default();
    let seats = |&(one, other): &(&'static str, &'static str)| {
        BySeat::from_fn(|seat| if (seat == Seat::Ec) == turned { one } else { other })
    };
    plot.iter().rev().map(seats).collect()
}

const FACTS: &[Facts] = &[
    warriors_death::FACTS,
    knights::FACTS,
    blockade_chess::FACTS,
    guidance_rite::FACTS,
    castle_siege::FACTS,
    goofspiel::FACTS,
    forehead_poker::FACTS,
];

/// Returns the facts of a registered game.
pub fn facts(game: &dyn Game) -> &'static Facts {
    // A loaded game's id ends with the hash of its file.
    let id = game.id().split('@').next();
    FACTS
        .iter()
        .chain(&library::LIBRARY_FACTS)
        .find(|facts| Some(facts.game) == id)
        .unwrap_or_else(|| panic!("{} needs its facts", game.id()))
}
