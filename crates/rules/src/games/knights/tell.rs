//! Events, and the account of them. Every viewer gets the same account: everything is public once a turn is over.
//!
//! As data: `begins`; `turn` with `turn`, `orders`, `effects`, `worth`, `points`, `coloured`, `streak` and `still`; and `match-over` with
//! `winner`, `reason`, `ending` and `points`.

use serde_json::{Value, json};

use super::moments;
use super::position::{Ending, LATE, Position, STILL, TURNS};
use super::resolve::{Effect, Turn};
use crate::game::{Moment, Outcome, Reason, Seat, Tell, Text, Told, Viewer};

#[derive(Clone, Debug)]
pub enum Event {
    /// The match begins.
    Begins,
    /// A turn was played.
    Turn(Box<Position>),
    /// The match is over by play.
    Over(Outcome, Box<Position>),
}

impl Tell for Event {
    fn tell(&self, _viewer: Viewer) -> Option<Told> {
        let (words, data) = match self {
            Self::Begins => (
                "Both home rows are full: five knights each.\nClaims score 1 point to begin with.".to_owned(),
                json!({ "kind": "begins" }),
            ),
            Self::Turn(position) => turn(position),
            Self::Over(outcome, position) => over(*outcome, position),
        };
        Some(Told { text: Text::new(words), data })
    }

    fn moments(&self, _viewer: Viewer) -> Vec<Moment> {
        match self {
            Self::Turn(position) => moments::of_turn(position),
            Self::Begins | Self::Over(..) => Vec::new(),
        }
    }
}

fn turn(position: &Position) -> (String, Value) {
    let turn = position.last().expect("a turn was played");
    // The first line has the orders and their effects, the second the score and the outlook.
    let mut lines = vec![format!("Turn {}: {}", turn.number, Seat::ALL.map(|seat| deeds(turn, seat)).join(" "))];
    lines.extend(turn.effects.iter().filter_map(|&effect| result(effect)));
    // At the end, the result states the score.
    if position.ending().is_none() {
        let score = score(position, turn);
        lines.push(format!("{}; {}", score.trim_end_matches('.'), board(position)));
    }
    let data = json!({
        "kind": "turn",
        "turn": turn.number,
        "orders": turn.orders,
        "effects": turn.effects,
        "worth": turn.worth,
        "points": position.points(),
        "coloured": position.coloured_count(),
        "streak": position.streak().as_ref().map(|streak| json!([streak.pair, streak.count])),
        "still": position.still(),
    });
    (lines.join("\n"), data)
}

/// A seat's actions: `{ec} moves a5 to b3 and claims b3 (+1).`
pub(super) fn deeds(turn: &Turn, seat: Seat) -> String {
    let name = Text::seat(seat);
    let done = turn.effects.iter().filter_map(|effect| match *effect {
        Effect::Spawned { seat: by, at } if by == seat => Some(format!("spawns a knight on {at}")),
        Effect::Moved { seat: by, from, to } if by == seat => Some(format!("moves {from} to {to}")),
        Effect::Claimed { seat: by, at, points } if by == seat => Some(format!("claims {at} (+{points})")),
        Effect::AlreadyColoured { seat: by, at } if by == seat => Some(format!("claims {at} (+0)")),
        Effect::ClaimantGone { seat: by, at } if by == seat => Some(format!("tries to claim {at}")),
        _ => None,
    });
    match &done.collect::<Vec<_>>()[..] {
        [] if turn.asked[seat] => format!("{name} misses the deadline."),
        [] => format!("{name} has nothing to order."),
        done => format!("{name} {}.", done.join(" and ")),
    }
}

/// The other effects of the turn, one sentence each.
pub(super) fn results(turn: &Turn) -> Option<String> {
    let words: Vec<_> = turn.effects.iter().filter_map(|effect| result(*effect)).collect();
    (!words.is_empty()).then(|| words.join(" "))
}

/// What came of an effect beside what was done.
pub(super) fn result(effect: Effect) -> Option<String> {
    let name = Text::seat;
    Some(match effect {
        Effect::Spawned { .. } | Effect::Moved { .. } | Effect::Claimed { .. } | Effect::AlreadyColoured { .. } => {
            return None;
        }
        Effect::Collided { at } => {
            format!("Two knights crash on {at}: {} +1, {} +1.", name(Seat::Ec), name(Seat::Dmo))
        }
        Effect::Captured { seat, at, fresh: false } => {
            format!("{} takes {}'s knight on {at}: +1.", name(seat), name(!seat))
        }
        Effect::Captured { seat, at, fresh: true } => {
            format!("{} takes {}'s new knight on {at}: +1.", name(seat), name(!seat))
        }
        Effect::ClaimantGone { seat, at } => format!("{}'s claim of {at} fails: the knight is gone.", name(seat)),
    })
}

/// Points, squares, the points of the next claim, and the quiet turns towards a repetition.
pub(super) fn standing(position: &Position) -> String {
    format!("Points: {} {}", points(position), board(position))
}

/// `{ec} 3, {dmo} 2.`
fn points(position: &Position) -> String {
    let points = position.points();
    format!("{} {}, {} {}.", Text::seat(Seat::Ec), points.ec, Text::seat(Seat::Dmo), points.dmo)
}

/// The score after a turn, and what it means: `{ec} 3, {dmo} 2: {ec} takes the lead.`
pub(super) fn score(position: &Position, turn: &Turn) -> String {
    let points = position.points();
    let means = match moments::leaders(position, turn) {
        [before, Some(seat)] if before != Some(seat) => format!("{} takes the lead", Text::seat(seat)),
        [_, Some(seat)] => format!("{} leads by {}", Text::seat(seat), points[seat] - points[!seat]),
        [_, None] => "level".to_owned(),
    };
    format!("{} {}, {} {}: {means}.", Text::seat(Seat::Ec), points.ec, Text::seat(Seat::Dmo), points.dmo)
}

fn board(position: &Position) -> String {
    let claimed = format!("{} of 25 squares claimed", position.coloured_count());
    if position.ending().is_some() {
        return format!("{claimed}.");
    }
    let quiet = match position.still() {
        0 => String::new(),
        STILL => format!(
            " {STILL} or more quiet turns in a row: the match ends if all knights stand where they stood two turns ago."
        ),
        still => format!(
            " Quiet turn {still} (they count from {LATE} claimed squares on). After {STILL} in a row, the match ends if all knights stand \
             where they stood two turns ago."
        ),
    };
    format!("{claimed}; a claim scores {} next.{quiet}", position.worth())
}

/// The reason for the end, in words.
pub(super) fn why(ending: Ending) -> String {
    match ending {
        Ending::Coloured => "All 25 squares are claimed".to_owned(),
        Ending::Repetition => format!(
            "In {STILL} turns nothing was claimed or taken, and the knights stand as they stood two turns before"
        ),
        Ending::Turns => format!("Turn {TURNS} was the last"),
    }
}

/// The winner and the points, in words.
pub(super) fn verdict(outcome: Outcome, position: &Position) -> Option<String> {
    let (winner, points) = (outcome.winner?, position.points());
    let name = Text::seat(winner);
    Some(if outcome.reason == Reason::TieBreak {
        format!("{name} wins: the points are level at {}, and a tie goes to the DMO.", points[winner])
    } else {
        format!("{name} wins by {} points to {}.", points[winner], points[!winner])
    })
}

fn over(outcome: Outcome, position: &Position) -> (String, Value) {
    let why = position.ending().map(why).unwrap_or_default();
    let data = json!({
        "kind": "match-over",
        "winner": outcome.winner,
        "reason": outcome.reason,
        "ending": position.ending(),
        "points": position.points(),
    });
    let (winner, points) = (outcome.winner.expect("a match that is over by play has a winner"), position.points());
    let score = match outcome.reason {
        Reason::TieBreak => format!("the points are level at {}, and a tie goes to the DMO", points[winner]),
        _ => format!("{} points to {}", points[winner], points[!winner]),
    };
    (format!("{why}: {score}."), data)
}
