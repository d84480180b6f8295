//! The picture: the board, what each side holds above it, and the last move on it.
//!
//! - A piece stands on its owner's token, round for the Elimination Candidate and a hexagon for the other. The side that begins is
//!   drawn solid, the other hollow; so neither who owns a piece nor its side is told by colour alone. Where sides are called by colours,
//!   tokens and panels have them; elsewhere they have their seat's.
//! - A piece that cannot move is faint. Once the match is over, the loser's are grey.
//! - A player's own picture has its side at the bottom, everybody else's has White there.

mod board;
mod hands;

use serde_json::json;

use super::BlockadeChess;
use super::board::Side;
use super::choose::Draft;
use super::position::Ruleset;
use super::tell::why_it_ended;
use super::text;
use super::view::View;
use crate::game::{Example, Scene, SetupError, Text, played};

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
    let mut shapes = hands::shapes(view, draft);
    let top = hands::HIGH + GAP;
    board::shapes(&mut shapes, view, draft, top);
    Scene { heading: text::heading(view), height: top + board::HIGH, shapes, caption: Text::new(caption(view)) }
}

/// A board with a move on it, to show with the rules.
pub(super) fn example(ruleset: &Ruleset) -> Result<Example, SetupError> {
    let setup = json!({ "fen": "1r1b2r1/8/2b2*2/4q3/1*4*1/5B2/3Q4/R1B3R1", "to_move": "white", "white": "dmo" });
    let setup = setup.as_object().cloned().unwrap_or_default();
    let view = played::<BlockadeChess>(ruleset, setup, &[("", "Qd2-d7/f5")])?;
    let setting = view.position().setting();
    let (first, blocker) = (setting.side(Side::White), setting.blocker());
    let words = format!(
        "{first} moved its queen from d2 to d7 and from there sent a {blocker} to f5, which is closed for good. Whoever cannot move loses."
    );
    let scene = Scene { caption: Text::new(&words), ..scene(&view) };
    Ok(Example { scene, words: Text::new(format!("An example. {words} {}", text::describe(&view))) })
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
