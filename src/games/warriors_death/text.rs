//! What people read of a view: heading, question, description, and the answers to `/board`.
//!
//! Players are named through [`Text::seat`]. Everything is made from a [`View`] and so says no more than that.

use super::position::Stage;
use super::view::View;
use crate::game::Heading;

/// Where the match stands.
pub(super) fn heading(view: &View) -> Heading {
    let position = view.position();
    let (bout, round) = (position.bout_number(), position.round_number());
    let stage = match position.stage() {
        Stage::Round => format!("Bout {bout} · Round {round}"),
        Stage::Break => format!("Break after bout {bout}"),
        Stage::Over(_) => format!("Over after bout {bout}"),
    };
    Heading { stage, scores: position.bouts_won().map(|won| won.to_string()), unit: "bouts won".to_owned() }
}
