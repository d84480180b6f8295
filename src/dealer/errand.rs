//! Messages of tournaments and game drafts.

use std::time::Duration;

use super::game_draft::GameDraft;
use super::service::Service;
use super::tourney::{Announcement, Called};
use super::transport::Undelivered;
use crate::ids::{MessageId, Snowflake};

/// Something to be made or changed.
#[derive(Clone, Debug, PartialEq)]
pub enum Errand {
    /// A tournament's message is posted, or changed where it is there.
    Tournament(Box<Announcement>),
    /// A tournament's players are pinged for what is next.
    Call(Box<Announcement>),
    /// A call shows that it is over or withdrawn.
    CallOver { announcement: Box<Announcement>, of: Called, message: MessageId },
    /// The host of a tournament is told that it is suspended, why, and what helps.
    Suspended(Box<Announcement>),
    /// The channel to which a tournament was taken is told that it continues there.
    Arrived(Box<Announcement>),
    /// The present turn of a game draft is posted.
    Turn { id: Snowflake, choosing: Box<GameDraft> },
    /// A draft's message shows its result, or that of the turn it showed.
    Drafted { id: Snowflake, choosing: Box<GameDraft>, message: MessageId, passed: bool },
    /// The host of a game draft is told that it is suspended, or called off because of its channel, and what helps.
    DraftSuspended { id: Snowflake, choosing: Box<GameDraft> },
    /// The message about that shows the draft's present state.
    DraftResumed { choosing: Box<GameDraft>, message: MessageId },
}

impl Service {
    /// Runs an errand, for no longer than a send may take, and not once the service ends.
    pub(super) async fn run(&self, errand: &Errand) -> Result<Option<u64>, Undelivered> {
        let again = Err(Undelivered::Again { after: Duration::ZERO });
        tokio::select! {
            biased;
            () = self.closing.cancelled() => again,
            ran = tokio::time::timeout(self.options.send_timeout, self.transport.run(errand)) => ran.unwrap_or(again),
        }
    }
}
