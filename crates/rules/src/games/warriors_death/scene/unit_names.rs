//! The names of the units, shown in place of the rounds before the first one.

use super::super::unit::Unit;
use super::parts::{emblem, figure};
use crate::game::{Ink, Scene, Shape};
pub const HIGH: f32 = 226.0;
const ACROSS: f32 = 5.0;

/// Draws the ten units with their numbers and names below `top`.
pub fn shapes(shapes: &mut Vec<Shape>, top: f32) {
    let (wide, high) = (Scene::WIDTH / ACROSS, HIGH / 2.0);
    let mut place = [0.0, top];
    for unit in Unit::ALL {
        let [left, top] = place;
        shapes.push(Shape::field([left + 3.0, top + 3.0, wide - 6.0, high - 6.0], 14.0, Ink::Sunk));
        let middle = left + wide / 2.0;
        shapes.push(emblem(unit, [middle - 56.0, top + 12.0, 56.0], Ink::Words, Ink::NeutralShade));
        shapes.push(figure(unit.number(), [middle + 32.0, top + 55.0], 38.0, Ink::Words));
        shapes.push(figure(unit.name(), [middle, top + 98.0], Scene::LEGIBLE, Ink::Words));
        place = if left + wide > Scene::WIDTH - 1.0 { [0.0, top + high] } else { [left + wide, top] };
    }
}
