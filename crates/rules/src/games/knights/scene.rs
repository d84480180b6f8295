//! The picture: the board after the last turn, and beside it the points of a claim and each seat's last order.
//!
//! - Squares keep their coordinates. The Death Match Opponent's own picture is turned, so that its home row is at the bottom.
//! - While a seat chooses, its own picture shows the order so far and its possible continuations instead of the last turn.

mod board;
mod parts;
mod side;

use super::order_menus::{Draft, next};
use super::position::Position;
use super::resolve::{Effect, Turn};
use super::tell::{verdict, why};
use super::view::View;
use crate::game::{Draws, Scene, Seat, Shape, Text, Words};

impl Draws for View {
    fn draw(&self, path: &[String]) -> Scene {
        let position = self.position();
        let choosing = Draft::read(path).filter(|draft| *draft != Draft::default() && self.options().is_some());
        let mut shapes: Vec<Shape> = Vec::new();
        let board = board::Board::facing(self.seat());
        match (choosing, self.seat()) {
            (Some(draft), Some(seat)) => board.choosing(&mut shapes, position, seat, draft, &next(self, draft)),
            _ => board.played(&mut shapes, position),
        }
        side::draw(&mut shapes, self);
        Scene { heading: self.heading(), height: board::HEIGHT, shapes, caption: Text::new(caption(position)) }
    }
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

/// A seat's gains: `{ec} takes on b3, colours c3 (+2)`.
fn gains(turn: &Turn, seat: Seat) -> Option<String> {
    let gains = turn.effects.iter().filter_map(|effect| match *effect {
        Effect::Captured { seat: by, at, .. } if by == seat => Some(format!("takes on {at} (+1)")),
        Effect::Claimed { seat: by, at, points } if by == seat => Some(format!("colours {at} (+{points})")),
        _ => None,
    });
    let gains: Vec<_> = gains.collect();
    (!gains.is_empty()).then(|| format!("{} {}", Text::seat(seat), gains.join(", ")))
}
