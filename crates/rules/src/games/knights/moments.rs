//! What is worth remembering of a match: claims that were foiled, knights lost, and the last square.

use super::position::{Ending, Position};
use super::resolve::{Effect, Turn};
use super::square::Square;
use crate::game::{Moment, Seat, Text};

/// How many points a capture and a claim in one turn bring at least to be told.
const DOUBLE: u32 = 3;

/// Of a turn.
pub(super) fn of_turn(position: &Position) -> Vec<Moment> {
    let Some(turn) = position.last() else { return Vec::new() };
    let mut moments: Vec<Moment> = Vec::new();
    for &effect in &turn.effects {
        // Knights that meet are told of once, with the claims that fall through by it.
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
    moments
}

/// Whose claims on a square fall through because their knight is gone.
fn claims_on(turn: &Turn, square: Square) -> impl Iterator<Item = Seat> + '_ {
    turn.effects.iter().filter_map(move |effect| match *effect {
        Effect::ClaimantGone { seat, at } if at == square => Some(seat),
        _ => None,
    })
}

fn of_effect(position: &Position, turn: &Turn, effect: Effect) -> Option<Moment> {
    let claimed = |seat: Seat| {
        turn.effects.iter().find_map(|effect| match *effect {
            Effect::Claimed { seat: by, at, points } if by == seat => Some((at, points)),
            _ => None,
        })
    };
    let worth = |base: u8, each: u8, points: u32| {
        base.saturating_add(each.saturating_mul(u8::try_from(points).unwrap_or(u8::MAX))).min(100)
    };
    match effect {
        Effect::ClaimantGone { seat, at } if free(position, turn, at) => {
            let taken = turn
                .effects
                .iter()
                .any(|effect| matches!(*effect, Effect::Captured { seat: by, at: on, .. } if by != seat && on == at));
            let points = turn.worth;
            let words = if taken {
                format!("{} takes the knight on {at} before it can claim for {points}.", Text::seat(!seat))
            } else {
                let both = claims_on(turn, at).count() > 1;
                let claims = if both { "both claims" } else { "a claim" };
                let fall = if both { "fall" } else { "falls" };
                format!("two knights meet on {at}, and {claims} for {points} {fall} through.")
            };
            Some(Moment::new("foiled", worth(50, 7, points), words))
        }
        Effect::Captured { seat, at, .. } if claimed(seat).is_some_and(|(_, points)| points + 1 >= DOUBLE) => {
            let (square, points) = claimed(seat)?;
            let name = Text::seat(seat);
            let words = format!("{name} takes a knight on {at} and colours {square}: {} points at once.", points + 1);
            Some(Moment::new("double", worth(40, 4, points), words))
        }
        Effect::Captured { seat, at, fresh: true } => {
            let words = format!("{} takes a knight that has only just appeared on {at}.", Text::seat(seat));
            Some(Moment::new("fresh", 48, words))
        }
        Effect::Collided { at } => {
            Some(Moment::new("collision", 32, format!("two knights meet on {at}; both are gone.")))
        }
        Effect::Claimed { seat, at, points } if last(position, turn) => {
            let words = format!("{} colours the last square, {at}, for {points}.", Text::seat(seat));
            Some(Moment::new("last-square", 55, words))
        }
        _ => None,
    }
}

/// Whether a claim on a square would have coloured it.
fn free(position: &Position, turn: &Turn, square: Square) -> bool {
    let now = turn.effects.iter().any(|effect| matches!(*effect, Effect::Claimed { at, .. } if at == square));
    now || position.colour_of(square).is_none()
}

/// Whether a turn has coloured the last square and no other.
fn last(position: &Position, turn: &Turn) -> bool {
    let claims = turn.effects.iter().filter(|effect| matches!(effect, Effect::Claimed { .. })).count();
    position.ending() == Some(Ending::Coloured) && claims == 1
}
