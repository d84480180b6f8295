//! The picture: two castles with the last round between them, a strip of the rounds before, and the units' statistics if the viewer may
//! know them.
//!
//! - Units stand as in the report: in pairs between the castles, on their castle's walls, or before the enemy's gate.
//! - A player's own picture has its five units with all statistics, and their actions once an order is complete. At the end, the public
//!   picture has both sides' units.

mod field;
mod parts;
mod past_rounds;
mod units;

use super::order::{read_actions, read_units};
use super::round::Report;
use super::secrets::Secrets;
use super::text;
use super::view::{Stage, View};
use crate::game::{Draws, Scene, Seat, Text, Words};

const GAP: f32 = 18.0;

impl Draws for View {
    fn draw(&self, chosen: &[String]) -> Scene {
        let chosen = chosen.join(" ");
        let allocated = Some(self.allocates()).filter(|&asked| asked).and_then(|_| read_units(&chosen).ok());
        let ordered = self.commands().and_then(|_| read_actions(&chosen, "").ok());
        let mut shapes = Vec::new();
        field::draw(&mut shapes, self);
        let mut top = field::HEIGHT + GAP;
        let over = self.outcome().is_some();
        for seat in Seat::ALL {
            let own = self.seat() == Some(seat);
            let secrets = self.of(seat);
            let Some(units) = secrets.and_then(Secrets::units).or(allocated.as_ref().filter(|_| own)) else { continue };
            let title = if own { "Your units" } else { Text::seat(seat) };
            let last = secrets.and_then(|secrets| secrets.rounds.last()).map(|round| round.order.unwrap_or_default());
            let does = match ordered.filter(|_| own) {
                Some(ordered) => Some((ordered, true)),
                None => last.map(|last| (last, false)),
            };
            units::draw(&mut shapes, seat, units, (title, over), does, top);
            top += units::HEIGHT + GAP;
        }
        past_rounds::draw(&mut shapes, self, top);
        let height = top + past_rounds::height(self);
        Scene { heading: self.heading(), height, shapes, caption: Text::new(caption(self)) }
    }
}

fn caption(view: &View) -> String {
    let position = view.position();
    match (text::ending(view), position.last()) {
        (Some(ending), _) => ending,
        (None, Some(report)) => round(report),
        (None, None) => waiting(view).to_owned(),
    }
}

fn waiting(view: &View) -> &'static str {
    match view.stage() {
        Stage::Allocation => "Five units on each side. Both players give out their statistics in secret.",
        Stage::Break => "Both allocations are settled. Round 1 begins at the start time.",
        Stage::Battle | Stage::Over => "Both allocations are settled. Five actions each, in secret.",
    }
}

fn round(report: &Report) -> String {
    let battle = match report.battle.len() {
        0 => "no battle".to_owned(),
        1 => "one battle".to_owned(),
        many => format!("{many} battles"),
    };
    let siege = report.siege.as_ref().map_or_else(
        || "no siege".to_owned(),
        |siege| {
            let (by, castle) = (Text::seat(!siege.castle), Text::seat(siege.castle));
            format!("{by} besieges {castle}'s castle, {} ATK against {} DEF", siege.sa, siege.sd)
        },
    );
    format!("Round {}: {battle}; {siege}.", report.round)
}
