//! The strip above the board: which side each player has, whose turn it is, and during the placement what is in hand.

use super::super::board::{Piece, Side};
use super::super::choose::Draft;
use super::super::order::Man;
use super::super::position::{Phase, Position};
use super::GAP;
use super::board::{drawing, tones};
use crate::game::{Align, Ink, Scene, Seat, Shape, Text, Weight};

/// The strip's height.
pub const HIGH: f32 = 72.0;
const HALF: f32 = (Scene::WIDTH - GAP) / 2.0;

/// The shapes of both halves, the Elimination Candidate's on the left as in the header.
pub fn shapes(position: &Position, draft: Draft) -> Vec<Shape> {
    let mut shapes = Vec::new();
    for (seat, left) in [(Seat::Ec, 0.0), (Seat::Dmo, HALF + GAP)] {
        half(&mut shapes, position, draft, seat, left);
    }
    shapes
}

fn half(shapes: &mut Vec<Shape>, position: &Position, draft: Draft, seat: Seat, left: f32) {
    let asked = position.asked() == Some(seat);
    let won = position.outcome().is_some_and(|outcome| outcome.winner == Some(seat));
    let bright = asked || won;
    let at = [left + 1.5, 1.5, HALF - 3.0, HIGH - 3.0];
    shapes.push(Shape::Rect {
        at,
        radius: 14.0,
        fill: Some(if bright { Ink::seat_dim(seat) } else { Ink::Panel }),
        stroke: Some((if bright { Ink::seat(seat) } else { Ink::Panel }, 3.0)),
    });
    let right = left + HALF - 20.0;
    let Some(side) = position.side_of(seat) else {
        let words = if asked { "chooses a colour" } else { "waits" };
        shapes.push(words_at(
            [left + 20.0, 46.0],
            30.0,
            Align::Start,
            if asked { Ink::Words } else { Ink::Muted },
            words,
        ));
        return;
    };
    let setting = position.setting();
    let ink = if bright { Ink::Words } else { Ink::Muted };
    if position.phase() == Phase::Play {
        shapes.push(drawing(Piece::Queen, [left + 18.0, 12.0, 48.0], tones(setting, side), 1.0));
        shapes.push(words_at([left + 80.0, 47.0], 34.0, Align::Start, ink, setting.side(side)));
        let (words, ink) = match (position.outcome(), won, asked) {
            (Some(_), true, _) => ("wins", Ink::seat(seat)),
            (Some(_), false, _) => ("no move left", Ink::Muted),
            (None, _, true) => ("to move", Ink::seat(seat)),
            (None, _, false) => return,
        };
        shapes.push(words_at([right, 46.0], 30.0, Align::End, ink, words));
        if won {
            shapes.push(Shape::sprite("marks/crown", [right - 122.0, 15.0, 42.0], Ink::seat(seat), Ink::seat(seat)));
        }
        return;
    }
    shapes.push(words_at([left + 20.0, 47.0], 34.0, Align::Start, ink, setting.side(side)));
    hand(shapes, position, draft, side, right);
}

/// The five pieces of a side: those in hand, and faint those on the board.
fn hand(shapes: &mut Vec<Shape>, position: &Position, draft: Draft, side: Side, right: f32) {
    const WIDE: f32 = 56.0;
    let tones = tones(position.setting(), side);
    let mut x = right - 5.0 * WIDE + 6.0;
    for piece in Piece::ALL {
        let held = position.board().in_hand(side, piece) - taken(position, draft, side, piece);
        for index in 0..piece.count() {
            let there = index < held;
            shapes.push(drawing(piece, [x, 10.0, 50.0], tones, if there { 1.0 } else { 0.16 }));
            x += WIDE;
        }
    }
}

/// How many of a kind the words chosen so far take out of the hand.
fn taken(position: &Position, draft: Draft, side: Side, piece: Piece) -> u32 {
    let men: Vec<Man> = match draft {
        Draft::Held(before, _) => before.into_iter().collect(),
        Draft::Placed(man) => vec![man],
        Draft::AllPlaced(placement) => placement.men().collect(),
        _ => Vec::new(),
    };
    let of_kind = men.iter().filter(|man| side == position.to_move() && man.piece == piece).count();
    u32::try_from(of_kind).unwrap_or(0)
}

fn words_at(at: [f32; 2], size: f32, align: Align, ink: Ink, words: &str) -> Shape {
    Shape::Text { at, size, weight: Weight::Bold, align, ink, text: Text::new(words), within: Some(HALF) }
}
