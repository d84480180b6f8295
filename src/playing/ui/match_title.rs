//! A match's title and result, in the same words everywhere.

use crate::game::Reason;
use crate::games;

/// A game's title with its preset; the game's id if this version does not know it.
#[must_use]
pub fn title(game: &str, preset: Option<&str>) -> String {
    games::title_of(game, preset)
}

/// The way a match ended, if not by play alone.
#[must_use]
pub const fn how(reason: Reason) -> Option<&'static str> {
    match reason {
        Reason::Void => Some("without a result"),
        reason => reason.how(),
    }
}
