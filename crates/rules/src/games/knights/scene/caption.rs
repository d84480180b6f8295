//! The caption under the picture: the last turn in a sentence, or the end and its reason.

use super::super::position::Position;
use super::super::resolve::{Effect, Turn};
use super::super::square::Square;
use super::super::tell::{verdict, why};
use crate::game::{Seat, Text};

/// Returns the caption of a position.
pub(super) fn caption(position: &Position) -> String {
    if let Some(ending) = position.ending() {
        let verdict = position.outcome().and_then(|outcome| verdict(outcome, position)).unwrap_or_default();
        return format!("{}. {verdict}", why(ending));
    }
    let Some(turn) = position.last() else {
        return "Five knights on each home row. Both players order two actions in secret.".to_owned();
    };
    let deeds: Vec<_> = Seat::ALL.into_iter().filter_map(|seat| gains(turn, seat)).collect();
    if let Some(at) = meeting(turn) {
        let meeting = format!("Turn {}: two knights meet on {at}, both gone.", turn.number);
        let rest = deeds.into_iter().map(|deed| format!("{deed}."));
        return std::iter::once(meeting).chain(rest).collect::<Vec<_>>().join(" ");
    }
    match &deeds[..] {
        [] => format!("Turn {}: nothing is taken and nothing claimed.", turn.number),
        deeds => format!("Turn {}: {}.", turn.number, deeds.join("; ")),
    }
}

fn meeting(turn: &Turn) -> Option<Square> {
    turn.effects.iter().find_map(|effect| match effect {
        Effect::Collided { at } => Some(*at),
        _ => None,
    })
}

/// A seat's gains: `{ec} takes a knight on b3 (+1), claims c3 (+2)`.
fn gains(turn: &Turn, seat: Seat) -> Option<String> {
    let gains = turn.effects.iter().filter_map(|effect| match *effect {
        Effect::Captured { seat: by, at, .. } if by == seat => Some(format!("takes a knight on {at} (+1)")),
        Effect::Claimed { seat: by, at, points } if by == seat => Some(format!("claims {at} (+{points})")),
        _ => None,
    });
    let gains: Vec<_> = gains.collect();
    (!gains.is_empty()).then(|| format!("{} {}", Text::seat(seat), gains.join(", ")))
}
