//! A piece: its token, its arrows, its emblem, and the signs of the last step's effects on it.

use super::super::piece::{Character, Piece};
use super::super::square::Direction;
use super::effects_by_square::SquareEffects;
use crate::game::{Ink, Seat, Shape};

/// The radius of the inner disc.
const HEART: f32 = 42.0;
/// The distances from the middle to an arrow's foot and to its tip.
const ARROW: [f32; 2] = [46.0, 69.0];
/// Half the width of an arrow's foot.
const HALF: f32 = 14.5;
/// The radius of a small sign.
pub const SIGN: f32 = 21.0;

/// The main tone, the second tone and the dark tone of an owner.
const fn tones(owner: Option<Seat>) -> (Ink, Ink, Ink) {
    match owner {
        Some(Seat::Ec) => (Ink::Ec, Ink::EcShade, Ink::EcDim),
        Some(Seat::Dmo) => (Ink::Dmo, Ink::DmoShade, Ink::DmoDim),
        None => (Ink::Neutral, Ink::NeutralShade, Ink::Raised),
    }
}

/// An emblem's drawing.
pub fn emblem(character: Character, [x, y]: [f32; 2], side: f32, ink: Ink, second: Ink) -> Shape {
    Shape::sprite(format!("guidance-rite/{}", character.id()), [x - side / 2.0, y - side / 2.0, side], ink, second)
}

/// The token of an owner.
pub fn token(
    owner: Option<Seat>,
    centre: [f32; 2],
    scale: f32,
    fill: Option<Ink>,
    stroke: Option<(Ink, f32)>,
) -> Shape {
    let [x, y] = centre;
    if let Some(seat) = owner {
        let radius = scale * if seat == Seat::Ec { 75.0 } else { 81.0 };
        return Shape::Token { seat, centre, radius, fill, stroke };
    }
    let half = 72.0 * scale;
    Shape::Rect { at: [x - half, y - half, 2.0 * half, 2.0 * half], radius: 24.0 * scale, fill, stroke }
}

/// Draws a piece around a point.
pub fn draw(shapes: &mut Vec<Shape>, piece: &Piece, centre: [f32; 2], trace: &SquareEffects) {
    let (main, shade, dim) = tones(piece.owner);
    shapes.push(token(piece.owner, centre, 1.0, Some(main), None));
    for direction in Direction::ALL {
        let (black, grey) = (piece.arrows.is_black(direction), piece.arrows.is_grey(direction));
        let bit = 1 << direction as u8;
        let changed = trace.changed & bit != 0;
        if black {
            let edge = if changed { (Ink::Accent, 5.0) } else { (Ink::Sunk, 2.0) };
            shapes.push(arrow(centre, direction, 0.0, Some(Ink::Sunk), Some(edge)));
        } else if grey {
            if changed {
                shapes.push(arrow(centre, direction, 3.0, Some(Ink::Accent), Some((Ink::Accent, 4.0))));
            }
            shapes.push(arrow(centre, direction, -2.5, Some(main), Some((shade, 4.5))));
        } else if trace.gone & bit != 0 {
            shapes.push(arrow(centre, direction, -1.0, None, Some((Ink::Accent, 3.0))));
            let (sin, cos) = angle(direction);
            let at =
                |radius: f32, side: f32| [centre[0] + sin * radius + cos * side, centre[1] - cos * radius + sin * side];
            let points = vec![at(43.0, -13.0), at(71.0, 13.0)];
            shapes.push(Shape::Line { points, ink: Ink::Accent, width: 4.0, dash: None });
        }
    }
    let (heart, ink, second) = if piece.marked { (Ink::Accent, Ink::Sunk, shade) } else { (dim, Ink::Accent, main) };
    let disc = |radius: f32, fill: Ink, stroke: (Ink, f32)| Shape::Token {
        seat: Seat::Ec,
        centre,
        radius,
        fill: Some(fill),
        stroke: Some(stroke),
    };
    shapes.push(disc(HEART, heart, (shade, 3.0)));
    if piece.marked {
        shapes.push(disc(HEART - 6.0, heart, (shade, 2.0)));
    }
    if let Some(character) = piece.character {
        let side = if piece.marked { 53.0 } else { 62.0 };
        shapes.push(emblem(character, centre, side, ink, second));
    }
}

fn angle(direction: Direction) -> (f32, f32) {
    let turn = f32::from(direction as u8) * std::f32::consts::FRAC_PI_4;
    (turn.sin(), turn.cos())
}

/// An arrow on a token's rim, enlarged by `grow`.
fn arrow(centre: [f32; 2], direction: Direction, grow: f32, fill: Option<Ink>, stroke: Option<(Ink, f32)>) -> Shape {
    let (sin, cos) = angle(direction);
    let at = |radius: f32, side: f32| [centre[0] + sin * radius + cos * side, centre[1] - cos * radius + sin * side];
    let [foot, tip] = ARROW;
    let points = vec![at(foot - grow, -HALF - grow), at(tip + grow, 0.0), at(foot - grow, HALF + grow)];
    Shape::Polygon { points, fill, stroke }
}

/// Draws the pieces removed from an empty square: one in the middle, two side by side, three in a triangle.
fn fallen(shapes: &mut Vec<Shape>, [x, y]: [f32; 2], owners: &[Option<Seat>]) {
    const PLACES: [&[[f32; 2]]; 4] =
        [&[], &[[0.0, 0.0]], &[[-40.0, 0.0], [40.0, 0.0]], &[[-40.0, 34.0], [40.0, 34.0], [0.0, -38.0]]];
    let (scale, half) = if owners.len() > 1 { (0.42, 21.0) } else { (0.62, 30.0) };
    for (&owner, [right, down]) in owners.iter().zip(PLACES[owners.len().min(3)]) {
        let (main, shade, _) = tones(owner);
        let at = [x + right, y + down];
        shapes.push(token(owner, at, scale, Some(Ink::Sunk), Some((shade, 4.0))));
        let place = [at[0] - half, at[1] - half, 2.0 * half];
        shapes.push(Shape::sprite("marks/skull", place, main, Ink::Sunk));
    }
}

/// Draws the signs of the last step on a square: a loss at the top right, a turn at the top left, a lost character at the bottom right.
pub fn signs(shapes: &mut Vec<Shape>, centre: [f32; 2], trace: &SquareEffects, stands: bool) {
    let [x, y] = centre;
    let losers: Vec<_> = trace.losers().collect();
    if stands {
        if let Some(&owner) = losers.first() {
            let (main, ..) = tones(owner);
            lost(shapes, [x + 60.0, y - 60.0], main);
        }
    } else {
        fallen(shapes, centre, &losers);
    }
    if !stands {
        return;
    }
    if trace.turned {
        turned(shapes, [x - 60.0, y - 60.0]);
    }
    if let Some(character) = trace.unmade {
        lost_character(shapes, [x + 60.0, y + 60.0], character);
    }
}

/// Draws the sign of a lost character.
pub fn lost_character(shapes: &mut Vec<Shape>, at: [f32; 2], character: Character) {
    shapes.push(disc(at, Ink::Accent));
    shapes.push(emblem(character, at, 28.0, Ink::Neutral, Ink::NeutralShade));
    let points = vec![[at[0] - 15.0, at[1] + 15.0], [at[0] + 15.0, at[1] - 15.0]];
    shapes.push(Shape::Line { points, ink: Ink::Accent, width: 3.5, dash: None });
}

/// Draws the sign of a turned piece.
pub fn turned(shapes: &mut Vec<Shape>, at: [f32; 2]) {
    shapes.push(disc(at, Ink::Accent));
    shapes.push(Shape::sprite("guidance-rite/turn", inside(at), Ink::Accent, Ink::Accent));
}

/// Draws the sign of a captured or removed piece.
pub fn lost(shapes: &mut Vec<Shape>, at: [f32; 2], ink: Ink) {
    shapes.push(disc(at, ink));
    shapes.push(Shape::sprite("marks/skull", inside(at), ink, Ink::Sunk));
}

/// The background of a small sign.
fn disc(centre: [f32; 2], ink: Ink) -> Shape {
    let (fill, stroke) = (Some(Ink::Sunk), Some((ink, 3.0)));
    Shape::Token { seat: Seat::Ec, centre, radius: SIGN, fill, stroke }
}

const fn inside([x, y]: [f32; 2]) -> [f32; 3] {
    [x - 14.0, y - 14.0, 28.0]
}
