//! What the laws must be told of each game.

use deathmatch::game::{BySeat, Game, Outcome, Seat, Terms, Viewer};
use rand::Rng;
use rand::seq::IndexedRandom;
use serde_json::Value;

use crate::{
    Tally, blockade_chess, castle_siege, forehead_poker, goofspiel, guidance_rite, knights, library, warriors_death,
};

/// A sequence of steps, one seat's order and the other's.
pub type Plot = &'static [(&'static str, &'static str)];

/// One game's facts.
pub struct Facts {
    /// The game's id.
    pub game: &'static str,
    /// Everything its rules page can make happen.
    pub effects: &'static [&'static str],
    /// Counts the effects in the referee's account of one event.
    pub count: fn(&Value, &mut Tally),
    /// Counts the effects in a finished match's referee state.
    pub count_end: fn(&Value, Outcome, &mut Tally),
    /// Sequences of rounds, one seat's order and the other's, that bring about what hardly ever happens by chance.
    pub plots: &'static [Plot],
    /// Orders that might be announced like this one to those who did not send it; `None` is no order at all.
    pub alike: fn(&str) -> Vec<Option<String>>,
    /// What of an event everyone may know, out of what the referee is told; null in games that announce no more than is in
    /// [`Facts::known`].
    pub announced: fn(&Value) -> Value,
    /// What a viewer may know, out of the referee state: its own orders come on top.
    pub known: fn(&Value, Viewer) -> Value,
    /// Deals again, in a saved match, what this viewer does not know of it; what is hidden in orders alone is not dealt.
    pub redeal: fn(&mut Value, Viewer, &mut dyn Rng),
    /// Adds what a match of the game may be laid out from besides its preset.
    pub dress: fn(&mut Terms, &mut dyn Rng),
    /// A prompt that one seat or both leave unanswered in some matches.
    pub ignored: Option<&'static str>,
    /// Like `plots`, for a prompt that matches seldom come to: one of them begins every other time it is asked.
    pub seldom: Option<(&'static str, &'static [Plot])>,
    /// Changes the saved state of a match that has just begun to a position that matches seldom come to, if it likes; gives what
    /// the EC and the DMO do there first.
    pub stage: fn(&mut Value, &mut dyn Rng) -> Option<Plot>,
    /// Effects that a preset cannot show.
    pub lacking: &'static [(&'static str, &'static [&'static str])],
    /// Matches of each preset in a plain run.
    pub matches: u64,
    /// So many matches of each preset are watched closely.
    pub watched: u64,
    /// At one step in so many of these, every order is checked, and compared between twins.
    pub checked_in: u32,
}

impl Facts {
    /// The effects that a preset cannot show.
    pub fn lacks(&self, preset: &str) -> &'static [&'static str] {
        self.lacking.iter().find(|(id, _)| *id == preset).map_or(&[], |&(_, effects)| effects)
    }

    /// One of the plots, last round first, with the seats either way round.
    pub fn plot(&self, generator: &mut impl Rng) -> Vec<BySeat<&'static str>> {
        either_way(self.plots, generator)
    }

    /// A plot for a prompt that matches seldom come to; an empty one for others.
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

/// The facts of a registered game.
pub fn facts(game: &dyn Game) -> &'static Facts {
    // A loaded game's id ends with the hash of its file.
    let id = game.id().split('@').next();
    FACTS
        .iter()
        .chain(&library::LIBRARY_FACTS)
        .find(|facts| Some(facts.game) == id)
        .unwrap_or_else(|| panic!("{} needs its facts", game.id()))
}
