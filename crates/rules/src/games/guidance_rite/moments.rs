//! Noteworthy moments: contested pieces, captures, powers, strikes, and the results of bouts.

use super::drawn_state::Drawn;
use super::effect::Effect;
use super::effect_words::{move_words, words};
use super::order::Idle;
use super::phrases::name;
use super::piece::Character;
use super::position::STRIKES;
use super::square::Square;
use super::tell::{Event, contested_line, is_again};
use crate::game::{BySeat, Moment, Reason, Seat};

/// The least number of remaining pieces for a bout won by far.
const FAR: u8 = 5;

const CONTESTED: &[&str] = &[
    "Both want the {piece} on {square}, and nobody gets it!",
    "Two hands on the {piece} on {square}: it is removed!",
    "Both claim {square}, and the {piece} there is gone!",
];
const CONTESTED_TWICE: &[&str] =
    &["Both name the same two pieces, and both are gone!", "Same two claims: both pieces go!"];
const OVER_THE_EDGE: &[&str] = &[
    "Over the edge! {seat}'s {hunter} on {from} takes {other}'s {piece} on {square}.",
    "{seat}'s {hunter} crosses the edge from {from} to take {other}'s {piece} on {square}!",
];
const CAPTURES: &[&str] = &[
    "{seat}'s {hunter} on {from} takes {other}'s {piece} on {square}.",
    "{other}'s {piece} on {square} falls to {seat}'s {hunter} from {from}.",
    "{other} loses the {piece} on {square} to {seat}'s {hunter} from {from}.",
];
const OWN_CAPTURES: &[&str] = &[
    "Friendly fire! {seat}'s {hunter} on {from} takes {seat}'s {piece} on {square}.",
    "{seat}'s {hunter} on {from} takes a friend, the {piece} on {square}!",
];
const COLLISIONS: &[&str] =
    &["Two pieces crash on {square}, and neither stays!", "Crash on {square}: the pieces there are gone!"];
const BITES: &[&str] = &[
    "{seat} gives up a Monster to bite an arrow off {square}.",
    "A last bite: {seat}'s Monster takes an arrow of the piece on {square}.",
];
const GUARDIANS: &[&str] = &[
    "{seat}'s {piece} on {from} swaps with the Guardian on {square}, now plain.",
    "{seat} swaps the {piece} on {from} with the Guardian on {square}, now plain.",
];
const ITEMS: &[&str] = &["{seat} uses {item}.", "Out comes an item: {seat} uses {item}."];
const ITEMS_FAILED: &[&str] =
    &["{seat}'s {item} fails: the board has changed!", "Too late for {seat}'s {item}: the board has changed!"];
const STRUCK: &[&str] = &["Strike {strike} of {most} for {seat}.", "{seat} gets strike {strike} of {most}."];
const PASSES: &[&str] = &["{seat} has no legal move and passes.", "No legal move for {seat}."];
const LAST_PIECES: &[&str] =
    &["{winner} takes bout {bout} with a single piece left!", "{winner}'s last piece wins bout {bout}!"];
const CLEARED: &[&str] = &[
    "{winner} clears the board in bout {bout}, {pieces} pieces to spare!",
    "{winner} takes the bout by {pieces} pieces!",
];
const STRUCK_OUT: &[&str] =
    &["{loser} strikes out, and bout {bout} is {winner}'s!", "Third strike: {loser} loses bout {bout}!"];
const LEVEL_BOUTS: &[&str] = &[
    "{winner} takes bout {bout} on the tie rule, {pieces} to {less}!",
    "Level at {pieces} to {less}: the tie rule gives bout {bout} to {winner}!",
];
const DEADLOCKS: &[&str] = &[
    "Deadlock! {winner} takes bout {bout} on pieces, {pieces} to {less}.",
    "Deadlock! Bout {bout} goes to {winner} on pieces, {pieces} to {less}.",
];
const BOUTS: &[&str] = &[
    "{winner} takes bout {bout}, {pieces} pieces to {less}.",
    "Bout {bout} is {winner}'s, {pieces} pieces to {less}.",
];

/// The moments of an event.
pub(super) fn of(event: &Event) -> Vec<Moment> {
    match event {
        Event::Claims { effects, .. } => of_claims(effects),
        Event::TopUp { effects, .. } => effects.iter().filter_map(claim).collect(),
        Event::Turn { effects, passes, .. } => {
            let told = effects.iter().filter(|effect| !is_again(effect, *passes));
            told.filter_map(|effect| of_turn(effects, effect)).collect()
        }
        Event::BoutOver { bout, winner, reason, drawn, pieces, .. } => {
            vec![of_bout(*bout, *winner, *reason, *drawn, *pieces)]
        }
        _ => Vec::new(),
    }
}

fn of_claims(effects: &[Effect]) -> Vec<Moment> {
    let many = |of: fn(&Effect) -> bool| effects.iter().filter(|effect| of(effect)).count();
    match (
        many(|effect| matches!(effect, Effect::Contested { .. })),
        many(|effect| matches!(effect, Effect::Claimed { .. })),
    ) {
        (2, 0) => vec![Moment::new("contested", 60, CONTESTED_TWICE)],
        _ => effects.iter().filter_map(claim).map(|moment| of_contested(moment, effects)).collect(),
    }
}

/// A moment that says which pieces both claimed.
fn of_contested(moment: Moment, effects: &[Effect]) -> Moment {
    contested_line(effects).into_iter().fold(moment, Moment::instead_of)
}

fn claim(effect: &Effect) -> Option<Moment> {
    let Effect::Contested { square, piece } = *effect else { return None };
    let weight = if piece.character.is_some() { 55 } else { 50 };
    let moment = Moment::new("contested", weight, CONTESTED).with("piece", name(piece.character));
    Some(moment.with("square", square.to_string()))
}

fn of_turn(effects: &[Effect], effect: &Effect) -> Option<Moment> {
    let over_the_edge = |seat: Seat, at| {
        let wraps = |effect: &Effect| matches!(*effect, Effect::Moved { seat: by, to, wraps: true, .. } if by == seat && to == at);
        effects.iter().any(wraps)
    };
    let item = |seat: Seat, what: &'static str| Moment::new("item", 44, ITEMS).with("seat", seat).with("item", what);
    Some(match *effect {
        Effect::Captured { by, square, owner: Some(owner), character } => {
            let (kind, weight, phrases) = match (owner == by, character) {
                (true, _) => ("own-capture", 51, OWN_CAPTURES),
                _ if over_the_edge(by, square) => ("over-the-edge", 62, OVER_THE_EDGE),
                (false, Some(_)) => ("character", 52, CAPTURES),
                (false, None) => ("capture", 32, CAPTURES),
            };
            let moment = Moment::new(kind, weight, phrases).with("seat", by).with("other", !by);
            let (came, hunter, from) = hunter(effects, by, square)?;
            let moment = moment.with("hunter", hunter).with("from", from.to_string()).with("piece", name(character));
            let moment = moment.with("square", square.to_string()).instead_of(words(effect));
            moment.instead_of(move_words(effects, came))
        }
        Effect::Collided { square, .. } => Moment::new("collision", 53, COLLISIONS).with("square", square.to_string()),
        Effect::Bit { seat, target, .. } => {
            Moment::new("bite", 40, BITES).with("seat", seat).with("square", target.to_string())
        }
        Effect::Displaced { seat, from: square, .. } => {
            let (came, piece, from) = hunter(effects, seat, square)?;
            let moment = Moment::new("guardian", 42, GUARDIANS).with("seat", seat).with("piece", piece);
            let moment = moment.with("from", from.to_string()).with("square", square.to_string());
            moment.instead_of(move_words(effects, came))
        }
        Effect::Honoured { seat, .. } => item(seat, "a Point of Honour"),
        Effect::Rotated { seat, .. } => item(seat, "Rotate"),
        Effect::Exchanged { seat, .. } => item(seat, "Swap"),
        Effect::ItemFailed { seat, item } => {
            Moment::new("item-failed", 54, ITEMS_FAILED).with("seat", seat).with("item", item.kind().name())
        }
        Effect::Struck { seat, strikes } => {
            let moment = Moment::new("strike", 46, STRUCK).with("seat", seat);
            moment.with("strike", strikes).with("most", STRIKES)
        }
        Effect::Passed { seat, why: Idle::NoMove } => Moment::new("no-move", 38, PASSES).with("seat", seat),
        _ => return None,
    })
}

/// The piece of `by` that came to a square, the one that moved there or the Guardian that was displaced to it: its move, name and square
/// before.
fn hunter(effects: &[Effect], by: Seat, at: Square) -> Option<(&Effect, &'static str, Square)> {
    effects.iter().find_map(|effect| match *effect {
        Effect::Moved { seat, character, from, to, .. } if seat == by && to == at => {
            Some((effect, name(character), from))
        }
        Effect::Displaced { seat, from, to } if seat == by && to == at => {
            Some((effect, Character::Guardian.name(), from))
        }
        _ => None,
    })
}

fn of_bout(bout: u8, winner: Seat, reason: Reason, drawn: Option<Drawn>, pieces: BySeat<u8>) -> Moment {
    let (kind, weight, phrases) = match (drawn, reason) {
        (None, Reason::Rules) if pieces[winner] == 1 => ("last-piece", 84, LAST_PIECES),
        (None, Reason::Rules) if pieces[winner] >= FAR => ("cleared", 78, CLEARED),
        (None, Reason::Strikes) => ("struck-out", 80, STRUCK_OUT),
        (Some(_), Reason::TieBreak) => ("level-bout", 82, LEVEL_BOUTS),
        (Some(_), Reason::Rules) => ("drawn-bout", 79, DEADLOCKS),
        _ => ("bout", 77, BOUTS),
    };
    let moment = Moment::new(kind, weight, phrases).with("winner", winner).with("loser", !winner).with("bout", bout);
    moment.with("pieces", pieces[winner]).with("less", pieces[!winner]).instead_of_the_first_line()
}
