//! The data of a message for spectators or commentators.

use crate::external::object::MatchLabel;
use crate::game::{Picture, Seat};
use crate::ids::UserId;

/// The part of a match that a reader sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sees {
    /// The view of one player, after each step.
    Seat(Seat),
    /// Everything, with a delay: each step once the next step is over.
    Late,
    /// Everything at once, including sealed orders.
    All,
}

/// One message about a match.
#[derive(Clone, Debug, PartialEq)]
pub struct FeedPost {
    /// The number of the record's entries that have been shown with it.
    pub upto: u32,
    /// The stage of the match.
    pub stage: String,
    pub lines: Vec<String>,
    /// The board and its alt text.
    pub board: Option<(Picture, String)>,
}

/// A message for spectators or commentators.
#[derive(Clone, Debug, PartialEq)]
pub struct Showing {
    pub of: MatchLabel,
    pub sees: Sees,
    pub post: FeedPost,
    /// People who must not read the message.
    pub players: Vec<(UserId, String)>,
}
