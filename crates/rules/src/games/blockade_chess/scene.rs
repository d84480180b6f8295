//! The picture: the board, what each side holds above it, and the last move on it.
//!
//! - A piece stands on its owner's token, round for the Elimination Candidate and a hexagon for the other. The side that begins is
//!   drawn solid, the other hollow; so neither who owns a piece nor its side is told by colour alone.
//! - A piece that cannot move is faint. Once the match is over, the loser's are grey.
//! - A player's own picture has its side at the bottom, everybody else's has White there.

mod board;
mod hands;

use super::choose::Draft;
use super::tell::why_it_ended;
use super::text;
use super::view::View;
use crate::game::{Scene, Text};

const GAP: f32 = 12.0;

/// Draws what a view shows.
pub(super) fn scene(view: &View) -> Scene {
    draw(view, Draft::Nothing)
}

/// Draws it with what the words chosen so far leave open.
pub(super) fn choosing(view: &View, path: &[String]) -> Scene {
    let draft = Some(path).filter(|_| view.awaits_order()).and_then(|path| Draft::read(view.position(), path));
    draw(view, draft.unwrap_or(Draft::Nothing))
}

fn draw(view: &View, draft: Draft) -> Scene {
    let mut shapes = hands::shapes(view.position(), draft);
    let top = hands::HIGH + GAP;
    board::shapes(&mut shapes, view, draft, top);
    Scene { heading: text::heading(view), height: top + board::HIGH, shapes, caption: Text::new(caption(view)) }
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
