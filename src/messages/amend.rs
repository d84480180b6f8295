//! Changing what open posts and answers to presses show. Nothing waits for this, and of what was to be changed only the newest state is sent.

use std::sync::Arc;
use std::time::Duration;

use crate::external::Object;
use crate::ids::{ChannelId, GuildId, MatchId, MessageId, Snowflake, UserId};
use crate::live::actor::millis;
use crate::live::api::Dealer;
use crate::live::command::{Command, Timed};
use crate::live::service::Service;
use crate::messages::notice::Public;
use crate::messages::store::post::Owner;
use crate::messages::topic::Told;
use crate::messages::transport::Undelivered;
use crate::platform::sqlite::error::StoreError;
use crate::playing::panel::{Panel, StepId};

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
    pub owner: Owner,
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
    /// A message of a tournament or game draft.
    Told(Box<Told>),
}

impl Service {
    /// Edits an owner's open posts, and a match's answers, whose content differs from the desired content.
    pub(crate) async fn tidy(self: &Arc<Self>, owner: Owner) -> Result<(), StoreError> {
        let amends = match owner {
            Owner::Match(id) => self.reconciled(id).await,
            Owner::Tournament(_) | Owner::Draft(_) => self.reconcile_topics(owner).await?,
        };
        for amend in amends {
            if self.closing.is_cancelled() || !self.amend(amend).await? {
                return Ok(());
            }
        }
        if let Owner::Tournament(id) = owner
            && let Err(error) = self.is_announced(id).await
        {
            tracing::error!(%owner, %error, "a tournament whose message stands cannot continue");
        }
        Ok(())
    }

    async fn reconciled(self: &Arc<Self>, id: MatchId) -> Vec<Amend> {
        // Taken before the content is composed: an answer that arrives later is seen the next time.
        let known = self.transport.known(id).await;
        let (reply, mut answer) = tokio::sync::mpsc::channel(1);
        let request = Command::Reconcile { known, reply };
        if !self.post(id, Timed { stamp: None, request }).await {
            return Vec::new();
        }
        answer.recv().await.and_then(Result::ok).unwrap_or_default()
    }

    /// Makes an edit; whether the owner's other edits are to follow.
    async fn amend(self: &Arc<Self>, amend: Amend) -> Result<bool, StoreError> {
        let owner = amend.owner;
        let made = tokio::time::timeout(self.options.send_timeout, self.transport.amend(&amend)).await;
        match made.unwrap_or(Err(Undelivered::Again { after: Duration::ZERO })) {
            Err(Undelivered::Again { after }) => {
                self.later(owner, after).await;
                return Ok(owner.match_id().is_some());
            }
            // Somebody may give the channel back; until then its owner is suspended.
            Err(Undelivered::Gone { why }) => {
                tracing::warn!(%owner, %why, "a message cannot be changed");
                if owner.match_id().is_some() {
                    return Ok(true);
                }
                if let Some(sent) = &amend.sent
                    && self.topic_not_edited(owner, sent, &why).await?
                {
                    return Ok(false);
                }
            }
            Err(Undelivered::NoChannel { why }) if matches!(owner, Owner::Tournament(_)) => {
                if let Some(sent) = &amend.sent
                    && self.topic_not_edited(owner, sent, &why).await?
                {
                    return Ok(false);
                }
            }
            Err(Undelivered::Broken { why }) => {
                tracing::error!(%owner, %why, "Discord refuses a change of a message");
            }
            // What is gone with its channel needs no change any more, and holds up none.
            Ok(())
            | Err(Undelivered::Deleted | Undelivered::DmClosed | Undelivered::Unmet | Undelivered::NoChannel { .. }) => {
            }
        }
        if let Some(sent) = amend.sent {
            self.store.posts_show(owner, vec![(sent.post, amend.shown)]);
        }
        Ok(true)
    }

    /// Tries again after a while.
    async fn later(self: &Arc<Self>, owner: Owner, after: Duration) {
        let wait = Duration::from_secs(1).max(after);
        tokio::select! {
            () = self.clock.until(self.clock.now().plus(millis(wait))) => self.look_over(owner),
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
