//! The picture: two castles with the last round between them, the rounds before it in a strip, and the units' statistics where the
//! viewer may know them.
//!
//! - Units stand where they were shown: in pairs between the castles, on their castle's walls, or before the enemy's gate.
//! - A player's own picture has its five units with all statistics; at the end everyone's has both sides'.

mod field;
mod parts;
mod strip;
mod units;

use super::resolve::Report;
use super::text;
use super::view::{Stage, View};
use crate::game::{Draws, Scene, Seat, Text, Words};

const GAP: f32 = 18.0;

impl Draws for View {
    fn draw(&self, _chosen: &[String]) -> Scene {
        let mut shapes = Vec::new();
        field::draw(&mut shapes, self);
        let mut top = field::HEIGHT + GAP;
        let over = self.outcome().is_some();
        for seat in Seat::ALL {
            let Some(secrets) = self.of(seat).filter(|secrets| secrets.units().is_some()) else { continue };
            let title = match self.seat() {
                Some(own) if own == seat => "Your units",
                _ => Text::seat(seat),
            };
            units::draw(&mut shapes, seat, secrets, (title, over), top);
            top += units::HEIGHT + GAP;
        }
        strip::draw(&mut shapes, self, top);
        let height = top + strip::height(self);
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
