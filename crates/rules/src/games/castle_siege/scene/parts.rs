//! What the picture is put together from.

use super::super::unit::Letter;
use crate::game::{Align, Ink, Seat, Shape, Text};

/// A unit's token with its letter: round for the Elimination Candidate, a hexagon for the other.
pub fn unit(seat: Seat, letter: Letter, [x, y]: [f32; 2], radius: f32, edge: Ink) -> [Shape; 2] {
    let radius = if seat == Seat::Ec { radius } else { radius * 1.1 };
    let stroke = Some((edge, radius * 0.12));
    let size = radius * 1.2;
    [
        Shape::Token { seat, centre: [x, y], radius, fill: Some(Ink::seat(seat)), stroke },
        figure(letter, [x, y + size * 0.36], size, Ink::Sunk),
    ]
}

/// Units side by side around a point.
pub fn row(shapes: &mut Vec<Shape>, seat: Seat, letters: &[Letter], [x, y]: [f32; 2], radius: f32, edge: Ink) {
    let wide = radius * 2.16;
    let mut left = x - wide * (count(letters) - 1.0) / 2.0;
    for &letter in letters {
        shapes.extend(unit(seat, letter, [left, y], radius, edge));
        left += wide;
    }
}

/// How many there are.
pub fn count<T>(things: &[T]) -> f32 {
    things.iter().map(|_| 1.0).sum()
}

/// One of the game's drawings.
pub fn drawing(name: &str, at: [f32; 3], ink: Ink, second: Ink) -> Shape {
    Shape::sprite(format!("castle-siege/{name}"), at, ink, second)
}

/// What can be written big.
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

impl From<Letter> for Words {
    fn from(letter: Letter) -> Self {
        Self(letter.to_string())
    }
}

/// Bold words around a point of the baseline.
pub fn figure(words: impl Into<Words>, at: [f32; 2], size: f32, ink: Ink) -> Shape {
    Shape::bold(at, size, Align::Middle, ink, Text::new(words.into().0))
}

/// Bold words that begin at a point of the baseline.
pub fn start(words: impl Into<Words>, at: [f32; 2], size: f32, ink: Ink) -> Shape {
    Shape::bold(at, size, Align::Start, ink, Text::new(words.into().0))
}
