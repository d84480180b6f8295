//! The strip above the board: each player's side, whose turn it is, and during the placement the pieces in hand.

use super::super::notation::Draft;
use super::super::order::Man;
use super::super::piece::{Piece, Side};
use super::super::position::{Phase, Position};
use super::super::view::View;
use super::GAP;
use super::board::{drawing, dress, token, tones};
use crate::game::{Align, Ink, Outcome, Reason, Scene, Seat, Shape, Text, Weight};

/// The height of the strip.
pub const HIGH: f32 = 72.0;
const HALF: f32 = (Scene::WIDTH - GAP) / 2.0;

/// The shapes of both halves, the Elimination Candidate's on the left as in the header.
pub fn shapes(view: &View, draft: Draft) -> Vec<Shape> {
    let mut shapes = Vec::new();
    for (seat, left) in [(Seat::Ec, 0.0), (Seat::Dmo, HALF + GAP)] {
        half(&mut shapes, view, draft, seat, left);
    }
    shapes
}

fn half(shapes: &mut Vec<Shape>, view: &View, draft: Draft, seat: Seat, left: f32) {
    let position = view.position();
    let (outcome, asked) = (view.outcome(), view.asked() == Some(seat));
    let won = outcome.is_some_and(|outcome| outcome.winner == Some(seat));
    let (theme, side) = (position.theme(), position.side_of(seat));
    let own = [Ink::seat(seat), Ink::seat_shade(seat), Ink::seat_dim(seat)];
    let [main, _, dim] = side.map_or(own, |side| dress(theme, side, seat));
    let bright = asked || won;
    let at = [left + 1.5, 1.5, HALF - 3.0, HIGH - 3.0];
    let (fill, edge) = if bright { (dim, main) } else { (Ink::Panel, Ink::Panel) };
    shapes.push(Shape::Rect { at, radius: 14.0, fill: Some(fill), stroke: Some((edge, 3.0)) });
    let (start, right) = ([left + 20.0, 47.0], left + HALF - 20.0);
    if let Some(side) = side {
        let [x, base] = start;
        shapes.push(token(seat, [x + 24.0, HIGH / 2.0], 26.0, Some(dim), main));
        shapes.push(drawing(Piece::Queen, [x + 4.0, HIGH / 2.0 - 20.0, 40.0], tones(theme, side), 1.0));
        let ink = if bright { Ink::Words } else { Ink::Muted };
        shapes.push(words_at([x + 64.0, base], 32.0, Align::Start, ink, theme.side(side)));
    }
    let (words, ink) = match (outcome, side) {
        (Some(outcome), _) => (ended(outcome, seat), if won { main } else { Ink::Muted }),
        (None, None) if asked => {
            return shapes.push(words_at(start, 30.0, Align::Start, Ink::Words, "chooses a colour"));
        }
        (None, None) => return shapes.push(words_at(start, 30.0, Align::Start, Ink::Muted, "waits")),
        (None, Some(side)) if position.phase() == Phase::Placement => {
            return hand(shapes, position, draft, side, right);
        }
        (None, Some(_)) if asked => ("to move", main),
        (None, Some(_)) => return,
    };
    shapes.push(words_at([right, 46.0], 30.0, Align::End, ink, words));
    if won {
        shapes.push(Shape::sprite("marks/crown", [right - 122.0, 15.0, 42.0], main, main));
    }
}

/// The result in a seat's half of the strip.
fn ended(outcome: Outcome, seat: Seat) -> &'static str {
    match (outcome.winner, outcome.reason) {
        (Some(winner), _) if winner == seat => "wins",
        (None, _) => "no result",
        (_, Reason::Clock) => "out of time",
        (_, Reason::Forfeit) => "forfeits",
        (_, Reason::Resignation) => "resigns",
        (_, Reason::Award) => "loses",
        _ => "no move left",
    }
}

/// Draws the five pieces of a side: those in hand solid, those on the board faint.
fn hand(shapes: &mut Vec<Shape>, position: &Position, draft: Draft, side: Side, right: f32) {
    const WIDE: f32 = 52.0;
    let tones = tones(position.theme(), side);
    let mut x = right - 5.0 * WIDE + 6.0;
    for piece in Piece::ALL {
        let held = position.board().in_hand(side, piece) - taken(position, draft, side, piece);
        for index in 0..piece.count() {
            let there = index < held;
            shapes.push(drawing(piece, [x, 12.0, 47.0], tones, if there { 1.0 } else { 0.16 }));
            x += WIDE;
        }
    }
}

/// The number of pieces of a kind that the order so far takes from the hand.
fn taken(position: &Position, draft: Draft, side: Side, piece: Piece) -> u32 {
    let men: Vec<Man> = match draft {
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
