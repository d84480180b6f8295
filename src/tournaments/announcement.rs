//! A tournament as its messages show it.

use std::collections::BTreeMap;

use crate::ids::{MatchId, MessageId, Snowflake};
use crate::messages::spec::card::Terms;
use crate::store::BoutRow;
use crate::tournaments::state::Tourney;

/// What a tournament's message is to show.
#[derive(Clone, Debug, PartialEq)]
pub struct Announcement {
    pub id: Snowflake,
    pub tourney: Tourney,
    /// How the matches of its pairings stand.
    pub matches: BTreeMap<MatchId, BoutRow>,
    /// The message, once it is posted.
    pub message: Option<MessageId>,
    /// What its matches are played by.
    pub terms: Terms,
    /// Whether it has ended, and all of it is said.
    pub ended: bool,
    /// Whether results can still change it.
    pub followed: bool,
}

impl Announcement {
    /// Everything that it shows, as text.
    pub(crate) fn text(&self) -> String {
        let matches: Vec<_> =
            self.matches.values().map(|row| (row.id, row.status.to_string(), row.channel, row.card)).collect();
        serde_json::to_string(&(&self.tourney, matches)).expect("it is plain data")
    }
}
