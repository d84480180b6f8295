//! A tournament as its messages show it.

use std::collections::BTreeMap;

use crate::ids::{MatchId, MessageId, Snowflake};
use crate::live::store::match_row::MatchRow;
use crate::messages::composed::match_card::Terms;
use crate::tournaments::server_tournament::Tourney;

/// The content of a tournament's message.
#[derive(Clone, Debug, PartialEq)]
pub struct Announcement {
    pub id: Snowflake,
    pub tourney: Tourney,
    /// The states of its pairings' matches.
    pub matches: BTreeMap<MatchId, MatchRow>,
    /// The message, once it is posted.
    pub message: Option<MessageId>,
    /// The terms of its matches.
    pub terms: Terms,
    /// Whether it has ended, and its end is announced.
    pub ended: bool,
    /// Whether results can still change it.
    pub followed: bool,
}

impl Announcement {
    /// The displayed data as JSON.
    pub(crate) fn text(&self) -> String {
        let matches: Vec<_> =
            self.matches.values().map(|row| (row.id, row.status.to_string(), row.channel, row.card)).collect();
        serde_json::to_string(&(&self.tourney, matches)).expect("it is plain data")
    }
}
