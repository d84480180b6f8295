//! The picture: the board, what each side holds above it, and the last move on it.
//!
//! - A piece stands on its owner's token, round for the Elimination Candidate and a hexagon for the other. The side that begins is
//!   drawn solid, the other hollow; so neither who owns a piece nor its side is told by colour alone. Where sides are called by colours,
//!   tokens and panels have them; elsewhere they have their seat's.
//! - A piece that cannot move is faint. Once the match is over, the loser's are grey.
//! - A player's own picture has its side at the bottom, everybody else's has White there.

mod board;
mod hands;

use super::choose::Draft;
use super::tell::why_it_ended;
use super::text;
use super::view::View;
use crate::game::{Draws, Scene, Text, Words};

const GAP: f32 = 12.0;

impl Draws for View {
    fn draw(&self, chosen: &[String]) -> Scene {
        let draft = Some(chosen).filter(|_| self.awaits_order()).and_then(|path| Draft::read(self.position(), path));
        let draft = draft.unwrap_or(Draft::Nothing);
        let mut shapes = hands::shapes(self, draft);
        let top = hands::HIGH + GAP;
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
