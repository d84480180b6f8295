//! The picture: the board with every piece's arrows, what the last step did to it, and a strip with pieces, strikes and items.
//!
//! - An owner is told by colour and by shape: round, hexagonal, or square while nobody has claimed the piece. Black arrows are full and
//!   grey ones hollow; a marked piece has a light centre. So the picture can be read without colours.
//! - What just happened is white: the way of a move, the edge of a changed arrow, the small signs on a piece.

mod board;
mod piece;
mod strip;
mod trace;

use super::effect::Effect;
use super::order::Idle;
use super::position::{Phase, Position};
use super::ruleset::Variant;
use super::square::Square;
use super::view::View;
use super::words::name;
use super::{choose, text};
use crate::game::{Scene, Seat, Text};
use trace::Traces;

/// Draws what a view shows, and what may be chosen after some words of an order.
pub(super) fn scene(view: &View, path: &[String]) -> Scene {
    let position = view.position();
    let traces = Traces::of(position);
    let choice = Choice::of(view, path);
    let (height, mut shapes) = board::shapes(position, &traces, &choice);
    let height = strip::add(&mut shapes, position, height);
    Scene { heading: text::heading(view), height, shapes, caption: Text::new(caption(position)) }
}

/// What a seat has chosen of its order so far, and which squares may come next.
struct Choice {
    chosen: Vec<Square>,
    offered: Vec<Square>,
}

impl Choice {
    fn of(view: &View, path: &[String]) -> Self {
        let square = |word: &str| {
            let square = word.get(..2).filter(|_| word.len() == 2 || word.as_bytes().get(2) == Some(&b':'))?;
            Square::try_from(square.to_owned()).ok()
        };
        if path.is_empty() {
            return Self { chosen: Vec::new(), offered: Vec::new() };
        }
        let chosen = path.iter().filter_map(|word| square(word)).collect();
        let mut offered: Vec<_> =
            choose::choices(view, path).iter().filter_map(|choice| square(&choice.word)).collect();
        offered.dedup();
        Self { chosen, offered }
    }
}

/// A short line of what just happened.
fn caption(position: &Position) -> String {
    let happened = happened(position);
    let next = match position.phase {
        Phase::Review => format!("The board of bout {}. Every piece is still free.", position.bout),
        Phase::Claim { round: 1, .. } => "Both players secretly claim two pieces.".to_owned(),
        Phase::Claim { .. } => format!("{} pieces are left to claim.", position.board.unclaimed().count()),
        Phase::TopUp { .. } => "New pieces are placed until both have three.".to_owned(),
        Phase::Choose => format!("{} chooses who goes first.", Text::seat(position.chooser)),
        Phase::Battle => match position.to_move {
            Some(seat) => format!("{} to move.", Text::seat(seat)),
            None => "Both players move at once.".to_owned(),
        },
        Phase::Over(outcome) => match outcome.winner {
            Some(winner) => format!("{} wins the match.", Text::seat(winner)),
            None => "The match is over.".to_owned(),
        },
    };
    if happened.is_empty() { next } else { format!("{happened} {next}") }
}

fn happened(position: &Position) -> String {
    if position.phase == Phase::Review {
        return String::new();
    }
    let claimed = |seat: Seat| {
        position
            .recent
            .iter()
            .filter(|effect| matches!(effect, Effect::Claimed { seat: by, .. } if *by == seat))
            .count()
    };
    let contested = position.recent.iter().filter(|effect| matches!(effect, Effect::Contested { .. })).count();
    if claimed(Seat::Ec) + claimed(Seat::Dmo) + contested > 0 {
        let removed = if contested > 0 { format!(", {contested} removed") } else { String::new() };
        let by = |seat| match position.variant() {
            Variant::Dm11 => format!("{} by the {}", claimed(seat), seat.label()),
            Variant::Final => format!("{} by {}", claimed(seat), Text::seat(seat)),
        };
        return format!("Claimed: {}, {}{removed}.", by(Seat::Ec), by(Seat::Dmo));
    }
    let lines: Vec<_> = position.recent.iter().filter_map(|effect| headline(position, effect)).take(2).collect();
    lines.join(" ")
}

/// The effects that make a headline, in as few words as can be.
fn headline(position: &Position, effect: &Effect) -> Option<String> {
    let who = |seat| position.variant().contest().letters(seat).unwrap_or(Text::seat(seat));
    Some(match *effect {
        Effect::Moved { seat, character, from, to, .. } => {
            let hit = position.recent.iter().find_map(|effect| match *effect {
                Effect::Captured { by, square, character, .. } if by == seat && square == to => {
                    Some(format!(", captures {}", name(character)))
                }
                Effect::Collided { square, .. } if square == to => Some(", collides".to_owned()),
                Effect::Displaced { from, .. } if from == to => Some(", swaps".to_owned()),
                _ => None,
            });
            format!("{}: {} {from}–{to}{}.", who(seat), name(character), hit.unwrap_or_default())
        }
        Effect::Passed { seat, why: Idle::TimedOut } => format!("{} ran out of time.", who(seat)),
        Effect::Passed { seat, .. } => format!("{} passes.", who(seat)),
        Effect::Placed { seat, square, .. } => format!("{} places a piece on {square}.", who(seat)),
        Effect::Clashed { square } => format!("Both chose {square}."),
        _ => return None,
    })
}
