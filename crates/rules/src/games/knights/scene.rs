//! The picture: the board with what the last turn did, and beside it what a claim scores and what each seat ordered.
//!
//! - Squares keep their coordinates; the Death Match Opponent's own picture is turned so that its home row is at the bottom.
//! - While a seat chooses, its own picture shows the order so far and what may come next in place of the last turn.

mod board;
mod parts;
mod side;

use serde_json::Map;

use super::Knights;
use super::choose::{Draft, next};
use super::position::{Position, Ruleset};
use super::resolve::{Effect, Turn};
use super::tell::{verdict, why};
use super::text;
use super::view::View;
use crate::game::{Example, Scene, Seat, SetupError, Shape, Text, played};

/// Draws what a view shows, after some words of an order.
pub(super) fn scene(view: &View, path: &[String]) -> Scene {
    let position = view.position();
    let choosing = Draft::read(path).filter(|draft| *draft != Draft::default() && view.options().is_some());
    let mut shapes: Vec<Shape> = Vec::new();
    let board = board::Board::facing(view.seat());
    match (choosing, view.seat()) {
        (Some(draft), Some(seat)) => board.choosing(&mut shapes, position, seat, draft, &next(view, draft)),
        _ => board.played(&mut shapes, position),
    }
    side::draw(&mut shapes, view);
    Scene { heading: text::heading(view), height: board::HEIGHT, shapes, caption: Text::new(caption(position)) }
}

/// A turn with a spawn, captures and claims, to show with the rules.
pub(super) fn example(ruleset: &Ruleset) -> Result<Example, SetupError> {
    let turns = [
        ("move b5-c3, claim c3", "move d1-e3, claim e3"),
        ("spawn b5, move e5-d3", "move b1-d2, claim d2"),
        ("move d3-e1, claim e1", "spawn b1, move d2-b3"),
        ("move c3-b1, claim b1", "spawn d1, move b3-a5"),
    ];
    let view = played::<Knights>(ruleset, Map::new(), &turns)?;
    let words = "The last turn: arrows are moves, a cross is a knight removed, +1 what a claim scored, “new” a knight spawned. A square's colour \
                 stays.";
    let scene = Scene { caption: Text::new(words), ..scene(&view, &[]) };
    Ok(Example { scene, words: Text::new(format!("An example. {words} {}", text::describe(&view))) })
}

fn caption(position: &Position) -> String {
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
        [] => format!("Turn {}: nothing is taken and nothing coloured.", turn.number),
        deeds => format!("Turn {}: {}.", turn.number, deeds.join("; ")),
    }
}

fn meeting(turn: &Turn) -> Option<super::Square> {
    turn.effects.iter().find_map(|effect| match effect {
        Effect::Collided { at } => Some(*at),
        _ => None,
    })
}

/// What a seat gained: `{ec} takes on b3, colours c3 (+2)`.
fn gains(turn: &Turn, seat: Seat) -> Option<String> {
    let gains = turn.effects.iter().filter_map(|effect| match *effect {
        Effect::Captured { seat: by, at, .. } if by == seat => Some(format!("takes on {at} (+1)")),
        Effect::Claimed { seat: by, at, points } if by == seat => Some(format!("colours {at} (+{points})")),
        _ => None,
    });
    let gains: Vec<_> = gains.collect();
    (!gains.is_empty()).then(|| format!("{} {}", Text::seat(seat), gains.join(", ")))
}
