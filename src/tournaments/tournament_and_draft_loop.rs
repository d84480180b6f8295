//! The loop that advances tournaments and game drafts.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use futures::FutureExt;

use crate::ids::{ChannelId, UnixMs};
use crate::live::error::{Error, FaultId};
use crate::live::service::Service;
use crate::messages::store::post::Owner;
use crate::tournaments::{FOLLOWS, LATER_MS};
use crate::uptime::clock::millis;

impl Service {
    /// Advances tournaments and game drafts, one after the other, until the service ends.
    pub(crate) async fn run_events(self: Arc<Self>) {
        let mut woken = self.wake_loops.subscribe();
        // A check-in that an absence has cut short starts again.
        let mut back = true;
        loop {
            tokio::select! {
                () = self.closing.cancelled() => return,
                () = self.present() => {}
            }
            woken.mark_unchanged();
            let next = match self.advance_events(back).await {
                Ok(next) => next,
                Err(error) => {
                    tracing::error!(%error, "cannot look up tournaments and game drafts");
                    Some(self.clock.now().plus(1_000))
                }
            };
            tokio::select! {
                biased;
                () = self.closing.cancelled() => return,
                _ = woken.changed() => {}
                () = self.clock.until_some(next) => {}
            }
            back = self.is_away();
        }
    }

    /// The running tournaments and game drafts, with their channels.
    pub(crate) async fn tournaments_and_drafts(&self) -> Result<Vec<(Owner, ChannelId)>, Error> {
        let tourneys = self.store.tournaments_going(None).await?;
        let tourneys = tourneys.into_iter().map(|(id, channel)| (Owner::Tournament(id), channel));
        let drafts = self.running_drafts().await?.into_iter().map(|(id, draft)| (Owner::GameDraft(id), draft.channel));
        Ok(tourneys.chain(drafts).collect())
    }

    /// Advances every tournament and game draft; returns the time of the next scheduled pass.
    async fn advance_events(self: &Arc<Self>, back: bool) -> Result<Option<UnixMs>, Error> {
        let since = UnixMs(self.clock.now().0.saturating_sub_unsigned(millis(FOLLOWS)));
        let mut next: Option<UnixMs> = None;
        for owner in self.store.tournaments_and_drafts_since(since).await? {
            let advanced = async {
                match owner {
                    Owner::Tournament(id) => self.advance_tournament(id, back).await,
                    Owner::GameDraft(id) => self.advance_draft(id, back).await,
                    Owner::Match(_) => Ok(None),
                }
            };
            let again = match AssertUnwindSafe(advanced).catch_unwind().await {
                Ok(Ok(again)) => again,
                // A failure does not hold up the others.
                Ok(Err(error)) => {
                    tracing::error!(%owner, %error, "cannot advance a tournament or game draft");
                    Some(self.clock.now().plus(LATER_MS))
                }
                Err(_) => {
                    tracing::error!(fault = %FaultId::fresh(), %owner, "advancing a tournament or game draft met a panic");
                    Some(self.clock.now().plus(LATER_MS))
                }
            };
            next = next.into_iter().chain(again).min();
        }
        Ok(next)
    }
}
