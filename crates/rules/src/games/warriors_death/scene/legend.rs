//! The legend for dim units and the numbers beside them, while the dead are secret.

use super::super::unit::Unit;
use super::super::view::View;
use super::parts::{FAINT, emblem, faint};
use crate::game::{Align, Ink, Scene, Shape, Text};

/// The height added to a picture.
pub const HIGH: f32 = 44.0;
const TILE: [f32; 2] = [86.0, 38.0];
const ROUND: &str = "R1";
const TIMES: &str = "×3";

/// Draws the legend below `top`.
pub fn shapes(shapes: &mut Vec<Shape>, view: &View, top: f32) {
    // A player's own units are dim after an order, the other units after an announcement.
    let was = if view.seat().is_some() { "sent or shown" } else { "shown" };
    let lines = [
        (Unit::Samurai, FAINT, ROUND, format!("dim: {was} in round 1")),
        (Unit::Chocobo, 1.0, TIMES, format!("{was} 3 times")),
    ];
    let mut left = 1.0;
    for (unit, strength, beside, words) in lines {
        let [wide, high] = TILE;
        shapes.push(Shape::outline([left, top + 1.0, wide, high - 2.0], 10.0, Ink::Panel, 2.0));
        shapes.push(faint(emblem(unit, [left + 8.0, top + 5.0, 28.0], Ink::Neutral, Ink::NeutralShade), strength));
        let beside = Text::new(beside);
        shapes.push(Shape::bold([left + wide - 9.0, top + 29.0], Scene::LEGIBLE, Align::End, Ink::Neutral, beside));
        shapes.push(Shape::plain(
            [left + wide + 12.0, top + 29.0],
            Scene::LEGIBLE,
            Align::Start,
            Ink::Muted,
            Text::new(words),
        ));
        left += 540.0;
    }
}

/// Whether units may be dim without being dead.
pub fn is_needed(view: &View) -> bool {
    let bout = view.position().bout();
    view.truth().is_none() && bout.points.is_none() && !bout.rounds.is_empty()
}
