//! The picture: the board with the last move, and above it each side's pieces in hand.
//!
//! - A piece stands on its owner's token, a circle for the Elimination Candidate and a hexagon for the other. The first side's pieces are
//!   drawn solid, the other side's hollow. So neither the owner nor the side depends on colour alone. In a theme with coloured sides,
//!   tokens, panels and the players above have the side's colour; in others, the seat's.
//! - A piece that cannot move is faint. Once the match is over, the loser's pieces are grey.
//! - A player's own picture has the player's side at the bottom; the public picture has White there.

mod board;
mod strip;

pub(super) use self::board::dress;

use super::notation::Draft;
use super::tell::why_it_ended;
use super::text;
use super::view::View;
use crate::game::{Draws, Scene, Text, Words};

const GAP: f32 = 12.0;

impl Draws for View {
    fn draw(&self, chosen: &[String]) -> Scene {
        let draft = Some(chosen).filter(|_| self.awaits_order()).and_then(|path| Draft::read(self.position(), path));
        let draft = draft.unwrap_or(Draft::Nothing);
        let mut shapes = strip::shapes(self, draft);
        let top = strip::HIGH + GAP;
        board::shapes(&mut shapes, self, draft, top);
        Scene { heading: self.heading(), height: top + board::HIGH, shapes, caption: Text::new(caption(self)) }
    }
}

fn caption(view: &View) -> String {
    let position = view.position();
    match position.outcome().and_then(|outcome| outcome.winner) {
        Some(_) => why_it_ended(position),
        None => text::last(position).unwrap_or_else(|| match position.white() {
            None => format!("{} chooses a colour.", Text::seat(position.chooser())),
            Some(_) => "No move has been made yet.".to_owned(),
        }),
    }
}
