//! Shapes that the picture uses in several places: emblems of units, fields, names, numbers.

use std::fmt::Display;

use super::super::unit::Unit;
use crate::game::{Align, Ink, Scene, Seat, Shape, Text, Weight};

/// A unit's drawing.
pub fn emblem(unit: Unit, at: [f32; 3], ink: Ink, second: Ink) -> Shape {
    Shape::sprite(format!("warriors-death/{}", unit.id()), at, ink, second)
}

/// A unit's drawing in its seat's colours.
pub fn own_emblem(seat: Seat, unit: Unit, at: [f32; 3]) -> Shape {
    emblem(unit, at, Ink::seat(seat), Ink::seat_shade(seat))
}

/// The opacity of a spent or defeated unit's drawing, still distinct from the card.
pub const FAINT: f32 = 0.64;

/// Returns a drawing with another opacity.
pub fn faint(shape: Shape, strength: f32) -> Shape {
    match shape {
        Shape::Sprite { name, at, ink, second, opacity } => {
            Shape::Sprite { name, at, ink, second, opacity: opacity * strength }
        }
        other => other,
    }
}

/// One of the shared marks in one tone.
pub fn mark(name: &str, at: [f32; 3], ink: Ink) -> Shape {
    Shape::sprite(format!("marks/{name}"), at, ink, ink)
}

/// A seat's field: round corners for the Elimination Candidate, cut corners for the other.
pub fn field(seat: Seat, at: [f32; 4], corner: f32, fill: Option<Ink>, stroke: Option<(Ink, f32)>) -> Shape {
    let [x, y, width, height] = at;
    match seat {
        Seat::Ec => Shape::Rect { at, radius: corner, fill, stroke },
        Seat::Dmo => {
            let (left, right, top, bottom) = (x, x + width, y, y + height);
            let corner = corner * 0.8;
            let points = vec![
                [left + corner, top],
                [right - corner, top],
                [right, top + corner],
                [right, bottom - corner],
                [right - corner, bottom],
                [left + corner, bottom],
                [left, bottom - corner],
                [left, top + corner],
            ];
            Shape::Polygon { points, fill, stroke }
        }
    }
}

/// A round's number, in a pointer up or down at the winner; for a tie, flat between two bars.
pub fn pointer(round: usize, winner: Option<Seat>, [x, y]: [f32; 2]) -> Vec<Shape> {
    const HALF: f32 = 23.0;
    const HIGH: f32 = 15.0;
    const TIP: f32 = 12.0;
    let number = |ink| figure(round, [x, y + 10.0], Scene::LEGIBLE, ink);
    let Some(seat) = winner else {
        let bar = |to: f32| {
            let points = vec![[x - HALF, y + to * (HIGH + 5.0)], [x + HALF, y + to * (HIGH + 5.0)]];
            Shape::Line { points, ink: Ink::Neutral, width: 4.0, dash: None }
        };
        let body = Shape::field([x - HALF, y - HIGH + 2.0, 2.0 * HALF, 2.0 * HIGH - 4.0], 3.0, Ink::Neutral);
        return vec![bar(-1.0), bar(1.0), body, number(Ink::Sunk)];
    };
    // The pointer's direction: the winner is above or below.
    let to = if seat == Seat::Ec { -1.0 } else { 1.0 };
    let points = vec![
        [x - HALF, y - to * HIGH],
        [x + HALF, y - to * HIGH],
        [x + HALF, y + to * (HIGH - 4.0)],
        [x, y + to * (HIGH + TIP)],
        [x - HALF, y + to * (HIGH - 4.0)],
    ];
    let ink = Ink::seat(seat);
    vec![Shape::Polygon { points, fill: Some(ink), stroke: Some((ink, 3.0)) }, number(Ink::Sunk)]
}

/// A bold number centred on a point of the baseline.
pub fn figure(number: impl Display, at: [f32; 2], size: f32, ink: Ink) -> Shape {
    Shape::bold(at, size, Align::Middle, ink, Text::new(number.to_string()))
}

/// A player's name.
pub fn name(seat: Seat, at: [f32; 2], size: f32, ink: Ink, within: f32) -> Shape {
    Shape::Text {
        at,
        size,
        weight: Weight::Bold,
        align: Align::Start,
        ink,
        text: Text::new(Text::seat(seat)),
        within: Some(within),
    }
}
