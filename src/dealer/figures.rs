//! What matches that are over add to figures: made from their records behind everything else, one after the other.

use std::sync::Arc;
use std::time::Duration;

use super::live::Live;
use super::service::Service;
use crate::ids::MatchId;
use crate::store::{Status, StoreError};
use crate::table::Figures;

/// How many matches are looked up at once.
const AT_ONCE: u32 = 64;
/// How long others have the machine between two matches.
const BREATH: Duration = Duration::from_millis(5);

impl Service {
    /// Makes the figures of whatever is over, whenever something ends, until the service does.
    pub(super) async fn figure(self: Arc<Self>) {
        let mut woken = self.surroundings.subscribe();
        loop {
            woken.mark_unchanged();
            let again = match self.figure_some().await {
                Ok(again) => again,
                Err(error) => {
                    tracing::error!(%error, "the figures of matches cannot be made");
                    false
                }
            };
            if again && !self.closing.is_cancelled() {
                continue;
            }
            tokio::select! {
                () = self.closing.cancelled() => return,
                _ = woken.changed() => {}
            }
        }
    }

    /// Makes the figures of some matches; whether there are more.
    async fn figure_some(&self) -> Result<bool, StoreError> {
        let ids = self.store.without_figures(AT_ONCE).await?;
        let mut made = false;
        for id in ids {
            if self.closing.is_cancelled() {
                return Ok(false);
            }
            made |= self.figure_one(id).await?;
            tokio::time::sleep(BREATH).await;
        }
        Ok(made)
    }

    async fn figure_one(&self, id: MatchId) -> Result<bool, StoreError> {
        let Some(row) = self.store.find_match(id).await?.filter(|row| row.status == Status::Over) else {
            return Ok(false);
        };
        let lines = self.store.entries(id).await?;
        let (users, entries) = (row.users, lines.len());
        let work = tokio::task::spawn_blocking(move || {
            let live = Live::take_up(&row, &lines).ok()?;
            live.table.figures_since(live.played_from)
        });
        // A record of other rules, or of a match without a result, adds nothing, and is not looked at again.
        let figures: Option<Figures> = work.await.unwrap_or_else(|error| {
            tracing::error!(match_id = %id, %error, "the figures of a match cannot be made");
            None
        });
        self.store.keep_figures(id, entries, users, figures.unwrap_or_default()).await
    }
}
