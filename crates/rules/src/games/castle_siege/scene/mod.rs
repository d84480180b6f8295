//! The picture: two castles with the last round between them, the rounds before it in a strip, and the units' statistics where the
//! viewer may know them.
//!
//! - Units stand where they were shown: in pairs between the castles, on their castle's walls, or before the enemy's gate.
//! - A player's own picture has its five units with all statistics; at the end everyone's has both sides'.

mod field;
mod parts;
mod strip;
mod units;

use serde_json::Map;

use super::CastleSiege;
use super::position::{Phase, Position};
use super::resolve::Report;
use super::ruleset::Ruleset;
use super::text;
use super::view::View;
use crate::game::{Example, Scene, Seat, SetupError, Text, played};

const GAP: f32 = 18.0;

/// Draws what a view shows.
pub(super) fn scene(view: &View) -> Scene {
    let mut shapes = Vec::new();
    field::draw(&mut shapes, view);
    let mut top = field::HEIGHT + GAP;
    let over = view.outcome().is_some();
    for seat in Seat::ALL {
        let Some(secrets) = view.of(seat).filter(|secrets| secrets.units().is_some()) else { continue };
        let title = match view.seat() {
            Some(own) if own == seat => "Your units",
            _ => Text::seat(seat),
        };
        units::draw(&mut shapes, seat, secrets, (title, over), top);
        top += units::HEIGHT + GAP;
    }
    strip::draw(&mut shapes, view, top);
    let height = top + strip::height(view);
    Scene { heading: text::heading(view), height, shapes, caption: Text::new(caption(view)) }
}

/// A round with a battle and a siege, to show with the rules.
pub(super) fn example(ruleset: &Ruleset) -> Result<Example, SetupError> {
    let even = "A 2/2/2 B 2/2/2 C 2/2/2 D 2/2/2 E 2/2/2";
    let rounds = [("A 4/2/1 B 4/2/1 C 2/2/2 D 0/2/3 E 0/2/3", even), ("AANND", "ANNDD"), ("AAAND", "AADDN")];
    let view = played::<CastleSiege>(ruleset, Map::new(), &rounds)?;
    let words =
        "Middle: the units that met, with their ATK. Walls: defenders. Gate: besiegers. Below: the rounds so far.";
    let scene = Scene { caption: Text::new(words), ..scene(&view) };
    Ok(Example { scene, words: Text::new(format!("An example. {words} {}", text::describe(&view))) })
}

fn caption(view: &View) -> String {
    let position = view.position();
    match (text::ending(view), position.last()) {
        (Some(ending), _) => ending,
        (None, Some(report)) => round(report),
        (None, None) => waiting(position).to_owned(),
    }
}

fn waiting(position: &Position) -> &'static str {
    match position.phase() {
        Phase::Allocation => "Five units on each side. Both players give out their statistics in secret.",
        Phase::Break => "Both allocations are settled. Round 1 begins at the start time.",
        Phase::Battle | Phase::Over(_) => "Both allocations are settled. Five actions each, in secret.",
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
            format!("{by} besieges the castle of {castle}, {} ATK against {} DEF", siege.sa, siege.sd)
        },
    );
    format!("Round {}: {battle}; {siege}.", report.round)
}
