//! Shapes that the picture uses in several places: tokens of units, drawings, numbers.

use super::super::unit_stats::UnitLetter;
use crate::game::{Align, Ink, Seat, Shape, Text};

/// A unit's token with its letter: a circle for the Elimination Candidate, a hexagon for the other. The dark fill makes the letter visible
/// on a castle of any colour.
pub fn unit(seat: Seat, letter: UnitLetter, [x, y]: [f32; 2], radius: f32) -> [Shape; 2] {
    let size = radius * 1.26;
    let radius = if seat == Seat::Ec { radius } else { radius * 1.08 };
    let (fill, stroke) = (Some(Ink::Sunk), Some((Ink::seat(seat), 5.0)));
    [
        Shape::Token { seat, centre: [x, y], radius, fill, stroke },
        figure(letter, [x, y + size * 0.36], size, Ink::Words),
    ]
}

/// Draws units side by side around a point.
pub fn row(shapes: &mut Vec<Shape>, seat: Seat, letters: &[UnitLetter], [x, y]: [f32; 2]) {
    const RADIUS: f32 = 25.0;
    let wide = RADIUS * 2.12;
    let mut left = x - wide * (count(letters) - 1.0) / 2.0;
    for _ in letters {
        shapes.push(backing(seat, [left, y], RADIUS + 5.0));
        left += wide;
    }
    left = x - wide * (count(letters) - 1.0) / 2.0;
    for &letter in letters {
        shapes.extend(unit(seat, letter, [left, y], RADIUS));
        left += wide;
    }
}

/// A dark rim that separates a token from its background.
fn backing(seat: Seat, centre: [f32; 2], radius: f32) -> Shape {
    let radius = if seat == Seat::Ec { radius } else { radius * 1.08 };
    Shape::Token { seat, centre, radius, fill: Some(Ink::Sunk), stroke: None }
}

/// The number of elements.
pub fn count<T>(things: &[T]) -> f32 {
    things.iter().map(|_| 1.0).sum()
}

/// One of the game's drawings.
pub fn drawing(name: &str, at: [f32; 3], ink: Ink, second: Ink) -> Shape {
    Shape::sprite(format!("castle-siege/{name}"), at, ink, second)
}

/// A text that can be written large.
pub struct Words(String);

impl From<&str> for Words {
    fn from(words: &str) -> Self {
        Self(words.to_owned())
    }
}

impl From<String> for Words {
    fn from(words: String) -> Self {
        Self(words)
    }
}

impl From<i64> for Words {
    fn from(number: i64) -> Self {
        Self(number.to_string())
    }
}

impl From<UnitLetter> for Words {
    fn from(letter: UnitLetter) -> Self {
        Self(letter.to_string())
    }
}

/// Bold words centred on a point of the baseline.
pub fn figure(words: impl Into<Words>, at: [f32; 2], size: f32, ink: Ink) -> Shape {
    Shape::bold(at, size, Align::Middle, ink, Text::new(words.into().0))
}

/// Bold words that begin at a point of the baseline.
pub fn start(words: impl Into<Words>, at: [f32; 2], size: f32, ink: Ink) -> Shape {
    Shape::bold(at, size, Align::Start, ink, Text::new(words.into().0))
}
