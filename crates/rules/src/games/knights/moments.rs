//! Noteworthy moments: collisions and captures, foiled claims, changes of the lead, the first and the last square.

use super::position::{Ending, Position};
use super::resolve::{Effect, Turn};
use super::square::Square;
use super::tell::{result, score};
use crate::game::{BySeat, Moment, Seat};

/// The least points of a capture and a claim together for a `double` moment.
const DOUBLE: u32 = 3;

const TAKEN_FIRST: &[&str] = &[
    "{seat} takes {claimant}'s knight on {square} for a point before it can claim for {points}!",
    "Too late! {seat} takes {claimant}'s knight on {square} for a point, and its claim for {points} is gone.",
];
const CRASHED_FIRST: &[&str] = &[
    "Both knights crash on {square}, a point each, and {claimant}'s claim for {points} fails!",
    "A crash on {square}, a point each, ends {claimant}'s claim for {points}!",
];
const CRASHED_BOTH: &[&str] = &[
    "Both knights crash on {square}, a point each, and both players' claims for {points} fail!",
    "A crash on {square}, a point each, ends both players' claims for {points}!",
];
const DOUBLES: &[&str] = &[
    "{seat} takes a knight on {square} and claims {coloured}: {points} points at once!",
    "Two in one! {seat} takes a knight on {square}, claims {coloured}: {points} points.",
];
const FRESH: &[&str] = &[
    "{seat} takes a knight that has only just appeared on {square}: one point.",
    "Barely born and gone: {seat} takes the new knight on {square} for a point.",
];
const CRASHES: &[&str] = &[
    "Both knights crash on {square}: a point each.",
    "Two knights jump to {square}, and neither stays: a point each.",
    "Knight meets knight on {square}, a point each: both are gone.",
];
const CAPTURES: &[&str] =
    &["{seat} takes a knight on {square} for a point.", "A knight falls on {square}: one point for {seat}."];
const BOTH_CAPTURE: &[&str] = &[
    "A knight for a knight, a point each: {one} and {two}.",
    "Knights fall on both sides, a point each: {one} and {two}.",
];
const APART: &[&str] = &[
    "{seat} claims {coloured} for {points}; {other} takes {seat}'s knight on {square} for a point.",
    "{points} for {seat} on {coloured}; {other} takes {seat}'s knight on {square} for a point.",
];
const LAST_SQUARES: &[&str] = &[
    "{seat} claims the last square, {square}, for {points}!",
    "The last square, {square}, goes to {seat} for {points}!",
];
const FIRST_SQUARES: &[&str] =
    &["{seat} claims the first square, {square}.", "The first square, {square}, is {seat}'s."];
const LEADS: &[&str] =
    &["{winner} takes the lead, {own} to {other}.", "The lead changes: {winner} has {own}, {other} for {loser}."];
const LEVEL: &[&str] = &["All level at {points}.", "Level again, {points} each."];
const NERVES: &[&str] = &["Quiet again: nobody gives way.", "A war of nerves: nothing claimed, nothing taken."];
const BOTH_COLOUR: &[&str] =
    &["Both claim a square: {one} and {two}.", "A square each: {one} and {two}.", "{one} and {two} are claimed."];
const ONE_COLOURS: &[&str] = &["{seat} alone gains a square: {square}.", "Only {seat} gains a square: {square}."];
const QUIET: &[&str] = &["A quiet turn.", "Nobody scores."];
const MISSED: &[&str] = &["Both miss the deadline.", "No order in time from either player."];

/// The moments of a turn.
pub(super) fn of_turn(position: &Position) -> Vec<Moment> {
    let Some(turn) = position.last() else { return Vec::new() };
    let mut moments: Vec<Moment> = Vec::new();
    for &effect in &turn.effects {
        // A collision and the claims that it foils are told as one moment.
        let met = |at| turn.effects.contains(&Effect::Collided { at });
        let told = match effect {
            Effect::Collided { at } => claims_on(turn, at).any(|_| free(position, turn, at)),
            Effect::ClaimantGone { seat, at } => met(at) && claims_on(turn, at).next() != Some(seat),
            _ => false,
        };
        if !told {
            moments.extend(of_effect(position, turn, effect));
        }
    }
    moments.extend(of_score(position, turn));
    moments.extend(in_short(position, turn));
    moments
}

/// The seats whose claim on a square failed because their knight was gone.
fn claims_on(turn: &Turn, square: Square) -> impl Iterator<Item = Seat> + '_ {
    turn.effects.iter().filter_map(move |effect| match *effect {
        Effect::ClaimantGone { seat, at } if at == square => Some(seat),
        _ => None,
    })
}

/// The square that each seat coloured, and its points.
fn claims(turn: &Turn) -> BySeat<Option<(Square, u32)>> {
    BySeat::from_fn(|seat| {
        turn.effects.iter().find_map(|effect| match *effect {
            Effect::Claimed { seat: by, at, points } if by == seat => Some((at, points)),
            _ => None,
        })
    })
}

/// The square on which each seat captured a knight.
fn captures(turn: &Turn) -> BySeat<Option<Square>> {
    BySeat::from_fn(|seat| {
        turn.effects.iter().find_map(|effect| match *effect {
            Effect::Captured { seat: by, at, .. } if by == seat => Some(at),
            _ => None,
        })
    })
}

fn of_effect(position: &Position, turn: &Turn, effect: Effect) -> Option<Moment> {
    let claimed = claims(turn);
    let worth = |base: u8, each: u8, points: u32| {
        base.saturating_add(each.saturating_mul(u8::try_from(points).unwrap_or(u8::MAX))).min(100)
    };
    match effect {
        Effect::ClaimantGone { seat, at } if free(position, turn, at) => {
            let taken = captures(turn)[!seat] == Some(at);
            let both = claims_on(turn, at).count() > 1;
            let phrases = match (taken, both) {
                (true, _) => TAKEN_FIRST,
                (false, false) => CRASHED_FIRST,
                (false, true) => CRASHED_BOTH,
            };
            let moment = Moment::new("foiled", worth(50, 7, turn.worth), phrases);
            let moment = moment.with("square", at.to_string()).with("points", turn.worth).with("claimant", seat);
            let moment = instead_of(moment, turn, |effect| match *effect {
                Effect::Captured { at: on, .. } | Effect::Collided { at: on } | Effect::ClaimantGone { at: on, .. } => {
                    on == at
                }
                _ => false,
            });
            Some(if taken { moment.with("seat", !seat) } else { moment })
        }
        Effect::Captured { seat, at, fresh } => {
            let square = at.to_string();
            let moment = match (claimed[seat], captures(turn)) {
                // The other player's claim scores at least as much as this capture.
                (None, taken) if taken[!seat].is_none() && claimed[!seat].is_some() => {
                    let (coloured, points) = claimed[!seat]?;
                    let moment = Moment::new("apart", worth(32, 4, points), APART).with("seat", !seat);
                    let moment = moment.with("coloured", coloured.to_string()).with("points", points);
                    moment.with("other", seat).with("square", square)
                }
                (Some((coloured, points)), _) if points + 1 >= DOUBLE => {
                    let moment = Moment::new("double", worth(40, 4, points).max(50), DOUBLES).with("seat", seat);
                    let moment = moment.with("square", square).with("coloured", coloured.to_string());
                    moment.with("points", points + 1)
                }
                _ if fresh => Moment::new("fresh", 48, FRESH).with("seat", seat).with("square", square),
                (_, BySeat { ec: Some(one), dmo: Some(two) }) => {
                    let moment = Moment::new("exchange", 42, BOTH_CAPTURE).with("one", one.to_string());
                    instead_of(moment.with("two", two.to_string()), turn, |effect| {
                        matches!(effect, Effect::Captured { .. })
                    })
                }
                _ => Moment::new("capture", 35, CAPTURES).with("seat", seat).with("square", square),
            };
            Some(instead_of(moment, turn, |each| *each == effect))
        }
        Effect::Collided { at } => {
            let moment = Moment::new("collision", 37, CRASHES).with("square", at.to_string());
            Some(instead_of(moment, turn, |each| *each == effect))
        }
        Effect::Claimed { seat, at, points } if last(position, turn) => {
            let moment = Moment::new("last-square", 55, LAST_SQUARES).with("seat", seat);
            Some(moment.with("square", at.to_string()).with("points", points))
        }
        Effect::Claimed { seat, at, .. } if position.coloured_count() == 1 => {
            Some(Moment::new("first-square", 31, FIRST_SQUARES).with("seat", seat).with("square", at.to_string()))
        }
        _ => None,
    }
}

/// A moment that says what came of some effects.
fn instead_of(moment: Moment, turn: &Turn, of: impl Fn(&Effect) -> bool) -> Moment {
    let said = turn.effects.iter().filter(|&effect| of(effect));
    said.filter_map(|&effect| result(effect)).fold(moment, Moment::instead_of)
}

/// The leaders before and after a turn.
pub(super) fn leaders(position: &Position, turn: &Turn) -> [Option<Seat>; 2] {
    let after = position.points();
    let gained = |seat: Seat| {
        let of = |effect: &Effect| match *effect {
            Effect::Collided { .. } => 1,
            Effect::Captured { seat: by, .. } => u32::from(by == seat),
            Effect::Claimed { seat: by, points, .. } if by == seat => points,
            _ => 0,
        };
        turn.effects.iter().map(of).sum::<u32>()
    };
    let before = BySeat::from_fn(|seat| after[seat].saturating_sub(gained(seat)));
    let ahead = |points: BySeat<u32>| Seat::ALL.into_iter().find(|&seat| points[seat] > points[!seat]);
    [before, after].map(ahead)
}

/// The moment of a change of the lead.
fn of_score(position: &Position, turn: &Turn) -> Option<Moment> {
    let after = position.points();
    let moment = match leaders(position, turn) {
        [Some(leader), Some(winner)] if leader != winner => {
            let moment = Moment::new("lead-change", 46, LEADS).with("winner", winner).with("loser", !winner);
            moment.with("own", after[winner]).with("other", after[!winner])
        }
        [Some(_), None] => Moment::new("level", 33, LEVEL).with("points", after.ec),
        _ => return None,
    };
    Some(moment.instead_of(score(position, turn)))
}

/// The moment of a turn in which little happened.
fn in_short(position: &Position, turn: &Turn) -> Option<Moment> {
    let square = |claim: (Square, u32)| claim.0.to_string();
    let fell = |effect: &Effect| matches!(effect, Effect::Collided { .. } | Effect::Captured { .. });
    Some(match claims(turn) {
        BySeat { ec: Some(one), dmo: Some(two) } => {
            Moment::new("both-colour", 20, BOTH_COLOUR).with("one", square(one)).with("two", square(two))
        }
        BySeat { ec: None, dmo: None } if turn.effects.iter().any(fell) => return None,
        _ if turn.effects.is_empty() && turn.asked == BySeat::from_fn(|_| true) => {
            Moment::new("missed", 15, MISSED).instead_of_the_first_line()
        }
        BySeat { ec: None, dmo: None } if position.still() > 1 => Moment::new("nerves", 34, NERVES),
        BySeat { ec: None, dmo: None } => Moment::new("quiet", 15, QUIET),
        one => {
            let seat = if one.ec.is_some() { Seat::Ec } else { Seat::Dmo };
            let claim = one[seat].map_or(String::new(), square);
            Moment::new("one-colours", 22, ONE_COLOURS).with("seat", seat).with("square", claim)
        }
    })
}

/// Whether a square had no colour before the turn.
fn free(position: &Position, turn: &Turn, square: Square) -> bool {
    let now = turn.effects.iter().any(|effect| matches!(*effect, Effect::Claimed { at, .. } if at == square));
    now || position.colour_of(square).is_none()
}

/// Whether the turn coloured the last square and no other.
fn last(position: &Position, turn: &Turn) -> bool {
    let claims = turn.effects.iter().filter(|effect| matches!(effect, Effect::Claimed { .. })).count();
    position.ending() == Some(Ending::Coloured) && claims == 1
}
