//! The legend of the signs on a board: those in use, or all of them.

use super::super::piece::{Character, Piece};
use super::super::position::Position;
use super::super::ruleset::Variant;
use super::effects_by_square::{EffectsBySquare, SquareEffects};
use super::piece;
use crate::game::{Align, Ink, Scene, Seat, Shape, Text, Weight};

/// A sign with an entry in the legend.
#[derive(Clone, Copy)]
enum Sign {
    Marked,
    Grey,
    Lost,
    Turned,
    CharacterLost,
    Changed,
    Gone,
    Black,
    Character(Character),
    Strike,
}

impl Sign {
    const ALL: [Self; 14] = [
        Self::Black,
        Self::Character(Character::Rat),
        Self::Character(Character::Crow),
        Self::Character(Character::Lizard),
        Self::Character(Character::Guardian),
        Self::Character(Character::Monster),
        Self::Marked,
        Self::Grey,
        Self::Lost,
        Self::Turned,
        Self::CharacterLost,
        Self::Changed,
        Self::Gone,
        Self::Strike,
    ];

    /// The meaning, and the width it needs.
    const fn means(self) -> (&'static str, f32) {
        match self {
            Self::Marked => ("marked", 98.0),
            Self::Grey => ("grey arrow", 148.0),
            Self::Lost => ("off the board", 186.0),
            Self::Turned => ("turned", 92.0),
            Self::CharacterLost => ("character lost", 184.0),
            Self::Changed => ("arrow changed", 194.0),
            Self::Gone => ("arrow gone", 148.0),
            Self::Black => ("may go there", 178.0),
            Self::Character(character) => (
                character.name(),
                match character {
                    Character::Rat => 44.0,
                    Character::Crow => 68.0,
                    Character::Lizard => 82.0,
                    Character::Guardian => 122.0,
                    Character::Monster => 120.0,
                },
            ),
            Self::Strike => ("strike: the third loses the bout", 422.0),
        }
    }

    fn is_there(self, piece: Option<&Piece>, trace: &SquareEffects) -> bool {
        let stands = piece.is_some();
        match self {
            Self::Marked => piece.is_some_and(|piece| piece.marked),
            Self::Grey => piece.is_some_and(|piece| piece.arrows.grey_bits() != 0),
            Self::Lost => trace.losers().next().is_some(),
            Self::Turned => stands && trace.turned,
            Self::CharacterLost => stands && trace.unmade.is_some(),
            Self::Changed => stands && trace.changed != 0,
            Self::Gone => stands && trace.gone != 0,
            Self::Black => piece.is_some_and(|piece| piece.arrows.black_bits() != 0),
            Self::Character(character) => piece.is_some_and(|piece| piece.character == Some(character)),
            Self::Strike => false,
        }
    }

    fn draw(self, shapes: &mut Vec<Shape>, at: [f32; 2]) {
        let disc = |radius: f32, fill: Ink, stroke: Option<(Ink, f32)>| Shape::Token {
            seat: Seat::Ec,
            centre: at,
            radius,
            fill: Some(fill),
            stroke,
        };
        match self {
            Self::Marked => {
                shapes.push(disc(20.0, Ink::Neutral, None));
                shapes.push(disc(12.0, Ink::Accent, Some((Ink::NeutralShade, 3.0))));
            }
            Self::Lost => piece::lost(shapes, at, Ink::Neutral),
            Self::Turned => piece::turned(shapes, at),
            Self::CharacterLost => piece::lost_character(shapes, at, Character::Rat),
            Self::Character(character) => {
                shapes.push(piece::emblem(character, at, 42.0, Ink::Words, Ink::NeutralShade));
            }
            Self::Strike => {
                let [x, y] = at;
                shapes.push(Shape::sprite("marks/cross", [x - 13.0, y - 13.0, 26.0], Ink::Accent, Ink::Accent));
            }
            Self::Grey | Self::Changed | Self::Gone | Self::Black => {
                shapes.push(disc(20.0, Ink::Neutral, None));
                let [x, y] = at;
                let points = vec![[x - 13.0, y + 9.0], [x, y - 13.0], [x + 13.0, y + 9.0]];
                let (fill, stroke) = match self {
                    Self::Grey => (None, Some((Ink::NeutralShade, 4.5))),
                    Self::Changed => (Some(Ink::Sunk), Some((Ink::Accent, 5.0))),
                    Self::Black => (Some(Ink::Sunk), None),
                    _ => (None, Some((Ink::Accent, 3.5))),
                };
                shapes.push(Shape::Polygon { points, fill, stroke });
                if matches!(self, Self::Gone) {
                    let points = vec![[x - 13.0, y - 10.0], [x + 13.0, y + 10.0]];
                    shapes.push(Shape::Line { points, ink: Ink::Accent, width: 4.0, dash: None });
                }
            }
        }
    }
}

/// Adds one or two lines for the signs in use, below a body of a height. Returns the new height.
pub fn add(shapes: &mut Vec<Shape>, position: &Position, traces: &EffectsBySquare, height: f32) -> f32 {
    let board = position.board();
    let struck = position.strikes().iter().any(|(_, strikes)| *strikes > 0);
    let there = |sign: &Sign| match sign {
        Sign::Strike => struck,
        sign => board.squares().any(|square| sign.is_there(board.at(square), traces.on(square))),
    };
    line(shapes, Sign::ALL.into_iter().filter(there), height)
}

fn line(shapes: &mut Vec<Shape>, signs: impl Iterator<Item = Sign>, height: f32) -> f32 {
    const HIGH: f32 = 46.0;
    let (mut left, mut bottom) = (0.0, height);
    for sign in signs {
        let (words, wide) = sign.means();
        let wide = 52.0 + wide + 8.0;
        if bottom <= height || left + wide > Scene::WIDTH {
            (left, bottom) = (0.0, bottom + HIGH);
        }
        let middle = bottom - HIGH / 2.0 + 5.0;
        sign.draw(shapes, [left + 22.0, middle]);
        let at = [left + 52.0, middle + 10.0];
        shapes.push(Shape::plain(at, Scene::LEGIBLE, Align::Start, Ink::Muted, Text::new(words)));
        left += wide;
    }
    bottom
}

/// Adds the whole legend below a body of a height. Returns the new height and the description.
pub fn full(shapes: &mut Vec<Shape>, variant: Variant, height: f32) -> (f32, String) {
    const ROW: f32 = 52.0;
    let mut middle = height + 22.0 + ROW / 2.0;
    owners(shapes, middle);
    let mut words = vec![format!(
        "A circle is a piece of {}, a hexagon one of {}, a square nobody's.",
        Text::seat(Seat::Ec),
        Text::seat(Seat::Dmo)
    )];
    for (sign, text) in meanings(variant) {
        middle += ROW;
        let at = [24.0, middle];
        sign.draw(shapes, at);
        let at = [60.0, middle + 10.0];
        shapes.push(Shape::plain(at, Scene::LEGIBLE, Align::Start, Ink::Words, Text::new(text)));
        words.push(text.to_owned());
    }
    let signs = [Sign::Lost, Sign::Turned, Sign::CharacterLost, Sign::Changed, Sign::Gone];
    let height = line(shapes, signs.into_iter(), middle + ROW / 2.0);
    (height, words.join(" "))
}

fn meanings(variant: Variant) -> Vec<(Sign, &'static str)> {
    let grey = if variant.is_final() {
        "Grey arrow: the piece may move there once; then it is gone."
    } else {
        "Grey arrow: a Crow has used it; it is no way to move."
    };
    let marked = (Sign::Marked, "Marked: it captures no own piece, and no own piece captures it.");
    let mut meanings = vec![(Sign::Black, "Black arrow: the piece may move there."), (Sign::Grey, grey)];
    meanings.extend(variant.is_final().then_some(marked));
    meanings.extend(Character::ALL.map(|character| {
        let text = match character {
            Character::Rat => "Rat: after its move all its arrows turn 45° clockwise.",
            Character::Crow => "Crow: may jump two squares along a black arrow, which turns grey.",
            Character::Lizard => "Lizard: uses its arrows up, and grows all of them again.",
            Character::Guardian => "Guardian: may leave one edge and come in at the opposite one.",
            Character::Monster => "Monster: moves two squares, or one and is a Monster no more.",
        };
        (Sign::Character(character), text)
    }));
    meanings
}

/// Draws the shapes of the owners' pieces.
fn owners(shapes: &mut Vec<Shape>, middle: f32) {
    let third = Scene::WIDTH / 3.0;
    let mut left = 0.0;
    for owner in [Some(Seat::Ec), Some(Seat::Dmo), None] {
        let ink = owner.map_or(Ink::Neutral, Ink::seat);
        shapes.push(piece::token(owner, [left + 24.0, middle], 0.27, Some(ink), None));
        let (at, text) = ([left + 60.0, middle + 9.0], owner.map_or("nobody's yet", Text::seat));
        shapes.push(Shape::Text {
            at,
            size: Scene::LEGIBLE,
            weight: Weight::Regular,
            align: Align::Start,
            ink: Ink::Words,
            text: Text::new(text),
            within: Some(third - 80.0),
        });
        left += third;
    }
}
