//! Changing what open posts and answers to presses show. Nothing waits for this, and of what was to be changed only the newest state is sent.

use std::sync::Arc;
use std::time::Duration;

use futures::FutureExt;

use crate::ids::MatchId;
use crate::live::api::Dealer;
use crate::live::command::Admission::Now;
use crate::live::service::Service;
use crate::messages::edit::Amend;
use crate::messages::transport::Undelivered;
use crate::platform::sqlite::error::StoreError;
use crate::uptime::clock::millis;

impl Service {
    /// Edits the match's open posts and answers whose content differs from the desired content.
    pub(crate) async fn tidy(self: &Arc<Self>, id: MatchId) -> Result<(), StoreError> {
        // Taken before the content is composed: an answer that arrives later is seen the next time.
        let known = self.transport.known(id).await;
        let amends = self.ask(id, "reconcile", Now, move |actor| actor.reconcile(known).boxed()).await;
        let Ok(amends) = amends else { return Ok(()) };
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
