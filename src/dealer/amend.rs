//! Changing what open posts and answers to presses show. Nothing waits for this, and of what was to be changed only the newest state is sent.

use std::sync::Arc;
use std::time::Duration;

use crate::ids::{ChannelId, GuildId, MatchId, MessageId, Snowflake, UserId};
use crate::store::StoreError;

use super::actor::millis;
use super::command::{Command, Timed};
use super::external::Object;
use super::handle::Dealer;
use super::notice::Public;
use super::panel::{Panel, StepId};
use super::service::Service;
use super::transport::Undelivered;

/// Where something is shown to a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spot {
    /// A message, which the bot can change at any time.
    Message(MessageId),
    /// The answer to this interaction, which only its reader sees, and which can be changed for a while.
    Answer(Snowflake),
}

/// What an answer to a press has put somewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Known {
    pub spot: Spot,
    /// To whom.
    pub user: UserId,
    pub mark: StepId,
    /// What stands there besides the prompt.
    pub words: String,
    /// The prompt as it is shown; empty if nothing of it is left.
    pub shown: String,
    /// When it was last used.
    pub at: Snowflake,
    /// Whether it can soon no longer be changed.
    pub ending: bool,
}

/// A post that was sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sent {
    pub post: i64,
    pub channel: ChannelId,
    /// The nonce it was sent with.
    pub nonce: String,
}

/// A change of what is shown.
#[derive(Clone, Debug)]
pub struct Amend {
    pub match_id: MatchId,
    /// The server whose channel the match is played in; 0 where it is played in direct messages.
    pub guild: GuildId,
    /// Whom it is shown to; `None` for everyone.
    pub user: Option<UserId>,
    pub spot: Spot,
    /// The post that a message shows.
    pub sent: Option<Sent>,
    /// What it is to show.
    pub form: Form,
    /// The same as [`Known::shown`].
    pub shown: String,
}

/// What something is to show.
#[derive(Clone, Debug)]
pub enum Form {
    /// The prompt as it is.
    Asks(Box<Panel>),
    /// That the prompt is open in another place, and how to have it here; the order that stands sealed, where one does.
    Elsewhere(Box<Panel>),
    /// That the prompt is over.
    Closed(String),
    /// Words to everyone, as they hold now.
    Public(Box<Public>),
    /// An external object.
    Object(Box<Object>),
}

impl Service {
    /// Edits the match's open posts and answers whose content differs from the desired content.
    pub(super) async fn tidy(self: &Arc<Self>, id: MatchId) -> Result<(), StoreError> {
        // Taken before the content is composed: an answer that arrives later is seen the next time.
        let known = self.transport.known(id).await;
        let (reply, mut answer) = tokio::sync::mpsc::channel(1);
        let request = Command::Reconcile { known, reply };
        if !self.post(id, Timed { stamp: None, request }).await {
            return Ok(());
        }
        let Some(Ok(amends)) = answer.recv().await else { return Ok(()) };
        for amend in amends {
            if self.closing.is_cancelled() {
                break;
            }
            self.amend(amend).await;
        }
        Ok(())
    }

    async fn amend(self: &Arc<Self>, amend: Amend) {
        let id = amend.match_id;
        let made = tokio::time::timeout(self.options.send_timeout, self.transport.amend(&amend)).await;
        match made.unwrap_or(Err(Undelivered::Again { after: Duration::ZERO })) {
            Err(Undelivered::Again { after }) => return self.later(id, after).await,
            // Somebody may give the channel back; until then the match is suspended.
            Err(Undelivered::Gone { why }) => {
                return tracing::warn!(match_id = %id, %why, "a prompt cannot be changed");
            }
            Err(Undelivered::Broken { why }) => {
                tracing::error!(match_id = %id, %why, "Discord refuses a prompt's change");
            }
            // What is gone with its channel needs no change any more, and holds up none.
            Ok(())
            | Err(Undelivered::Deleted | Undelivered::DmClosed | Undelivered::Unmet | Undelivered::NoChannel { .. }) => {
            }
        }
        if let Some(sent) = amend.sent {
            self.store.posts_show(id, vec![(sent.post, amend.shown)]);
        }
    }

    /// Tries again after a while.
    async fn later(self: &Arc<Self>, id: MatchId, after: Duration) {
        let wait = Duration::from_secs(1).max(after);
        tokio::select! {
            () = self.clock.until(self.clock.now().plus(millis(wait))) => self.look_over(id),
            () = self.closing.cancelled() => {}
        }
    }
}

impl Dealer {
    /// Reconciles what a match's open prompts show.
    pub fn look_over(&self, m: MatchId) {
        self.0.look_over(m);
    }
}
