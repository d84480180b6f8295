//! The picture: the board after the last turn, and beside it the points of a claim and each seat's last order.
//!
//! - Squares keep their coordinates. The Death Match Opponent's own picture is turned, so that its home row is at the bottom.
//! - While a seat chooses, its own picture shows the order so far and its possible continuations instead of the last turn.

mod board;
mod caption;
mod parts;
mod side;

use super::notation::{Draft, next};
use super::view::View;
use crate::game::{Draws, Scene, Shape, Text, Words};

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
        Scene { heading: self.heading(), height: board::HEIGHT, shapes, caption: Text::new(caption::caption(position)) }
    }
}
