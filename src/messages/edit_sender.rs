//! Sends edits of open posts and of answers to presses. Nothing waits for an edit, and only the newest content is sent.

use std::sync::Arc;
use std::time::Duration;

use futures::FutureExt;

use crate::ids::MatchId;
use crate::live::admission::Admission::Now;
use crate::live::api::Dealer;
use crate::live::service::Service;
use crate::messages::edit::{Edit, NewContent};
use crate::messages::store::post::Owner;
use crate::messages::transport::SendError;
use crate::platform::sqlite::error::StoreError;
use crate::uptime::clock::millis;

impl Service {
    /// Edits an owner's open posts, and a match's answers, whose content differs from the desired content.
    pub(crate) async fn reconcile(self: &Arc<Self>, owner: Owner) -> Result<(), StoreError> {
        // No other edit of the owner's posts is in flight now, so none can record older content afterwards.
        if self.to_compare_again.lock().remove(&owner) {
            self.store.compare_again(owner).await?;
        }
        let edits = match owner {
            Owner::Match(id) => self.reconciled(id).await,
            Owner::Tournament(_) | Owner::GameDraft(_) => self.reconcile_topics(owner).await?,
        };
        for edit in edits {
            if self.closing.is_cancelled() || !self.edit(edit).await? {
                return Ok(());
            }
        }
        if let Owner::Tournament(id) = owner
            && let Err(error) = self.notify_players(id).await
        {
            tracing::error!(%owner, %error, "a tournament whose message is posted cannot continue");
        }
        Ok(())
    }

    async fn reconciled(self: &Arc<Self>, id: MatchId) -> Vec<Edit> {
        // The registry is read before the content is composed: a later answer is handled by the next reconciliation.
        let known = self.transport.shown_prompts(id).await;
        let reconciled = self.ask(id, "reconcile", Now, move |actor| actor.reconcile(known).boxed()).await;
        reconciled.unwrap_or_default()
    }

    /// Makes an edit; returns whether to continue with the owner's other edits.
    async fn edit(self: &Arc<Self>, edit: Edit) -> Result<bool, StoreError> {
        let owner = edit.owner;
        let post = edit.sent.as_ref().map(|sent| sent.post);
        // A closed prompt may lose the button by which it can be found again.
        if let (NewContent::Closed { .. }, Some(post)) = (&edit.form, post) {
            self.store.store_post(owner, post).await?;
        }
        let before = post.and_then(|post| self.store.edit_begins(owner, post));
        let made = tokio::time::timeout(self.options.send_timeout, self.transport.edit(&edit)).await;
        if let Some(post) = post {
            self.store.edit_ends(owner, post);
        }
        match made.unwrap_or(Err(SendError::Retry { after: Duration::ZERO })) {
            Err(SendError::Retry { after }) => {
                self.reconcile_later(owner, after).await;
                return Ok(owner.match_id().is_some());
            }
            // A message that is gone with its channel needs no edit; a tournament continues in another channel.
            Err(SendError::UnknownChannel { .. }) if !matches!(owner, Owner::Tournament(_)) => {}
            // The bot may get its access back; until then a tournament is suspended.
            Err(SendError::Forbidden { why } | SendError::UnknownChannel { why }) => {
                tracing::warn!(%owner, %why, "a message cannot be edited");
                if owner.match_id().is_some() || self.edit_refused(&edit, &why).await? {
                    return Ok(owner.match_id().is_some());
                }
            }
            Err(SendError::Rejected { why }) => {
                tracing::error!(%owner, %why, "Discord refuses an edit of a message");
            }
            Ok(()) | Err(SendError::UnknownMessage | SendError::DmClosed | SendError::NotAcquainted) => {}
        }
        if let Some(sent) = edit.sent {
            self.store.edit_shows(owner, sent.post, before.as_ref(), edit.shown);
        }
        Ok(true)
    }

    /// Schedules another reconciliation after a wait.
    pub(crate) async fn reconcile_later(self: &Arc<Self>, owner: Owner, after: Duration) {
        let wait = Duration::from_secs(1).max(after);
        tokio::select! {
            () = self.clock.until(self.clock.now().plus(millis(wait))) => self.schedule_reconcile(owner),
            () = self.closing.cancelled() => {}
        }
    }
}

impl Dealer {
    /// Schedules a reconciliation of a match's open prompts.
    pub fn schedule_reconcile(&self, m: MatchId) {
        self.0.schedule_reconcile(m);
    }
}
