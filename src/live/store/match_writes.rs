//! Data that is written of a match in one transaction.

use crate::game::Seat;
use crate::ids::{MessageId, Snowflake, UnixMs, UserId};
use crate::live::store::match_row::MatchRow;
use crate::messages::store::content_digest::ContentDigest;
use crate::messages::store::post::NewPost;

/// A match to be opened.
#[derive(Clone, Debug)]
pub struct NewRow {
    /// The row; its number is assigned when it is stored.
    pub row: MatchRow,
    /// The interaction that opens the match; it opens only one.
    pub opening: Option<Snowflake>,
    /// People who know a seat's hidden information, because they brought it.
    pub knowers: Vec<(UserId, Seat)>,
}

/// A write to a match, all of it or nothing.
#[derive(Clone, Debug)]
pub struct Commit {
    /// The match after the commit.
    pub change: Change,
    /// Record lines to append.
    pub entries: Vec<String>,
    /// Messages to send.
    pub posts: Vec<NewPost>,
    /// Seats whose unfinished orders are dropped.
    pub clear_drafts: Vec<Seat>,
    /// The time of the commit.
    pub now: UnixMs,
}

/// A match's row after a commit, and the facts about the match that other tables hold.
#[derive(Clone, Debug)]
pub struct Change {
    /// `row.revision` is the revision that was read; the commit fails if the stored one differs. The card, the
    /// channel, the people's usernames and records are written elsewhere and not by a commit.
    pub row: MatchRow,
    /// People who know a seat's hidden information from now on without sitting there.
    pub knowers: Vec<(UserId, Seat)>,
    /// The new content of a prompt or card, which an answer to a press shows.
    pub shown: Option<(MessageId, ContentDigest)>,
    /// Open proposals and requests that the commit settles, each with the stored word for its outcome.
    pub settles: Vec<(Snowflake, &'static str)>,
}

impl From<MatchRow> for Change {
    fn from(row: MatchRow) -> Self {
        Self { row, knowers: Vec::new(), shown: None, settles: Vec::new() }
    }
}
