//! Noteworthy moments: pieces that are shut in, cornered or freed, lost room, and the room left at the end.

use super::mobility::{self, Change, Man};
use super::order::Move;
use super::piece::{Piece, Side};
use super::position::Position;
use super::tell::What;
use crate::game::{Moment, Reason};

const SHUT_IN: &[&str] = &[
    "{seat} shuts {other}'s {piece} in on {square}!",
    "{other}'s {piece} on {square} is walled in!",
    "No way out for {other}'s {piece} on {square}!",
];
const SHUT_MANY_IN: &[&str] =
    &["{seat} shuts {many} enemy pieces in at once!", "One move, and {many} of {other}'s pieces are shut in!"];
const OWN_SHUT_IN: &[&str] =
    &["Own goal: {seat} walls in the {piece} on {square}.", "Own goal: {seat}'s {piece} on {square} is shut in."];
const FREED: &[&str] = &["{seat}'s {piece} on {square} is free.", "{seat} sets the {piece} on {square} free."];
const LETS_OUT: &[&str] =
    &["{seat} lets {other}'s {piece} on {square} out.", "{seat} frees {other}'s {piece} on {square}."];
const CORNERED: &[&str] = &[
    "{other}'s {piece} on {square} has one square left to go to.",
    "One way out is left for {other}'s {piece} on {square}.",
];
const SQUEEZED: &[&str] = &["{other} can reach {many} squares fewer.", "{other}'s reach shrinks by {many} squares."];
const NONE_FREE: &[&str] = &["{seat} has no piece left that can move!", "None of {seat}'s pieces can move now!"];
const LAST_FREE: &[&str] =
    &["Only {seat}'s {piece} can still move!", "{seat} is down to one piece that moves: the {piece}!"];
const NO_ROOM: &[&str] =
    &["{seat} could not have moved either: one move decides!", "Neither could move, and it was {other}'s turn!"];
const ONE_SQUARE: &[&str] = &[
    "By one square! {seat} still had one left to move to.",
    "One square decides: {seat} still had one left to move to!",
];
const ROOM: &[&str] =
    &["{seat} had {ways} squares left to move to.", "{seat} wins with {ways} squares left to move to."];

/// The least number of squares by which a move reduces the other side's reach for a moment.
const SQUEEZE: usize = 6;

/// The moments of an event, with the position after it.
pub(super) fn of(what: What, position: &Position) -> Vec<Moment> {
    match what {
        What::Moved { side, played } => of_move(position, side, played),
        What::MatchOver => of_end(position).into_iter().collect(),
        What::Opens | What::Colours { .. } | What::Placed { .. } => Vec::new(),
    }
}

fn of_move(position: &Position, side: Side, played: Move) -> Vec<Moment> {
    let Some(seat) = position.seat_of(side) else { return Vec::new() };
    let change = Change::of_move(position, side, played);
    let of_piece = |kind, weight, phrases, (_, piece, square): Man| {
        Moment::new(kind, weight, phrases)
            .with("seat", seat)
            .with("other", !seat)
            .with("piece", piece.name())
            .with("square", square.to_string())
    };
    let of = |men: &[Man], whose: Side| men.iter().copied().filter(|man| man.0 == whose).collect::<Vec<_>>();
    let line = |man| mobility::shut_in_line(position, Some(side), man);
    let mut found = Vec::new();
    match of(&change.shut_in, !side)[..] {
        [] => {}
        [man] => {
            let weight = match man.1 {
                Piece::Queen => 70,
                Piece::Rook => 55,
                Piece::Bishop => 50,
            };
            found.push(of_piece("shut-in", weight, SHUT_IN, man).instead_of(line(man)));
        }
        [..] => {
            let moment = Moment::new("shut-in", 78, SHUT_MANY_IN).with("seat", seat).with("other", !seat);
            found.push(moment.with("many", of(&change.shut_in, !side).len()));
        }
    }
    // Towards the end, players shut in their rooks and bishops to save moves.
    if let Some(&man) = of(&change.shut_in, side).iter().find(|man| man.1 == Piece::Queen) {
        found.push(of_piece("own-shut-in", 42, OWN_SHUT_IN, man).instead_of(line(man)));
    }
    let freed = |man| mobility::freed_line(position, man);
    if let Some(&man) = of(&change.freed, side).first() {
        found.push(of_piece("freed", 44, FREED, man).instead_of(freed(man)));
    }
    if let Some(&man) = of(&change.freed, !side).first() {
        found.push(of_piece("lets-out", 43, LETS_OUT, man).instead_of(freed(man)));
    }
    if let Some(&man) = of(&change.cornered, !side).first() {
        found.push(of_piece("cornered", if man.1 == Piece::Queen { 48 } else { 29 }, CORNERED, man));
    }
    let lost = change.room[0][!side as usize].saturating_sub(change.room[1][!side as usize]);
    if lost >= SQUEEZE {
        let moment = Moment::new("squeezed", 28, SQUEEZED).with("seat", seat).with("other", !seat);
        found.push(moment.with("many", lost));
    }
    if change.free[1][side as usize] == 0 && position.outcome().is_none() {
        found.push(Moment::new("none-free", 72, NONE_FREE).with("seat", seat).with("other", !seat));
    }
    if let ([piece], true) = (&mobility::free(position.board(), !side)[..], change.free[0][!side as usize] > 1) {
        found.push(Moment::new("last-free", 65, LAST_FREE).with("seat", !seat).with("piece", piece.name()));
    }
    found
}

/// The moment of the end: the room that the winner had left.
fn of_end(position: &Position) -> Option<Moment> {
    if position.outcome()?.reason != Reason::Rules {
        return None;
    }
    let winner = !position.to_move();
    let seat = position.seat_of(winner)?;
    let ways = mobility::room(position.board(), winner);
    let (weight, phrases) = match ways {
        0 => (88, NO_ROOM),
        1 => (82, ONE_SQUARE),
        _ => (79, ROOM),
    };
    let moment = Moment::new("room", weight, phrases).with("seat", seat).with("other", !seat).with("ways", ways);
    Some(moment.instead_of(mobility::score_line(position)))
}
