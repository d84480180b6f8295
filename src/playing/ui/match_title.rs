//! A match's result, in the same words everywhere.

use crate::game::Reason;

/// The way a match ended, if not by play alone.
#[must_use]
pub const fn how(reason: Reason) -> Option<&'static str> {
    match reason {
        Reason::Void => Some("without a result"),
        reason => reason.how(),
    }
}
