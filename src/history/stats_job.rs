//! Statistics and last boards of finished matches, derived from their records one match at a time, at low priority.

use std::sync::Arc;
use std::time::Duration;

use crate::game::{Frame, Picture, Viewer};
use crate::games;
use crate::history::match_info::MatchInfo;
use crate::ids::MatchId;
use crate::live::api::Dealer;
use crate::live::busy_tasks::waiting;
use crate::live::error::Error;
use crate::live::match_state::MatchState;
use crate::live::service::Service;
use crate::live::store::match_row::{MatchRow, Status};
use crate::platform::sqlite::error::StoreError;

/// The number of matches in one batch.
const BATCH: u32 = 64;
/// The pause between two matches, which leaves the machine to other work.
const PAUSE: Duration = Duration::from_millis(5);

impl Service {
    /// Derives missing statistics and last boards on every wake-up of the event loops, until the service closes.
    pub(crate) async fn run_stats_job(self: Arc<Self>) {
        let mut woken = self.wake_loops.subscribe();
        loop {
            woken.mark_unchanged();
            let again = match self.derive_batch().await {
                Ok(again) => again,
                Err(error) => {
                    tracing::error!(%error, "the statistics of finished matches cannot be derived");
                    false
                }
            };
            if again && !self.closing.is_cancelled() {
                continue;
            }
            tokio::select! {
                () = self.closing.cancelled() => return,
                _ = waiting(woken.changed()) => {}
            }
        }
    }

    /// Derives the missing data of one batch of matches. Returns whether anything was stored, so that there may be more.
    async fn derive_batch(&self) -> Result<bool, StoreError> {
        let mut made = false;
        for id in self.store.without_statistics(BATCH).await? {
            if self.closing.is_cancelled() {
                return Ok(false);
            }
            made |= self.derive_statistics(id).await?;
            tokio::time::sleep(PAUSE).await;
        }
        for id in self.store.without_final_board(BATCH).await? {
            if self.closing.is_cancelled() {
                return Ok(false);
            }
            made |= self.derive_final_board(id).await?;
            tokio::time::sleep(PAUSE).await;
        }
        Ok(made)
    }

    async fn derive_statistics(&self, id: MatchId) -> Result<bool, StoreError> {
        let Some(row) = self.finished_match(id).await? else { return Ok(false) };
        let users = row.users;
        // A record that this program cannot play gets empty statistics, so that it is not selected again.
        let make = |live: &MatchState| (live.table.figures_since(live.played_from), live.missed());
        let (entries, made) = self.derive(row, make).await?;
        let (figures, missed) = made.unwrap_or_default();
        self.store.keep_statistics(id, entries, users, figures.unwrap_or_default(), missed).await
    }

    /// Stores the last board of a match, for display under later rules, or that no board can be derived.
    async fn derive_final_board(&self, id: MatchId) -> Result<bool, StoreError> {
        let Some(row) = self.finished_match(id).await? else { return Ok(false) };
        let drawn = |live: &MatchState| {
            let sight = live.table.sight(Viewer::Public);
            (sight.scene(), sight.describe())
        };
        let (entries, board) = self.derive(row, drawn).await?;
        self.store.keep_final_board(id, entries, board).await
    }

    async fn finished_match(&self, id: MatchId) -> Result<Option<MatchRow>, StoreError> {
        Ok(self.store.find_match(id).await?.filter(|row| row.status == Status::Over))
    }

    /// Derives data from a match's record, if this program can play it, and returns it with the number of entries.
    async fn derive<T: Send + 'static>(
        &self,
        row: MatchRow,
        make: impl FnOnce(&MatchState) -> T + Send + 'static,
    ) -> Result<(usize, Option<T>), StoreError> {
        let (id, lines) = (row.id, self.store.entries(row.id).await?);
        let entries = lines.len();
        let work =
            tokio::task::spawn_blocking(move || MatchState::load_playable(&row, &lines).ok().map(|live| make(&live)));
        let made = work.await.unwrap_or_else(|error| {
            tracing::error!(match_id = %id, %error, "replaying a finished match's record panicked");
            None
        });
        Ok((entries, made))
    }
}

impl Dealer {
    /// Returns a finished match's stored last board and its description, if there is one.
    pub async fn final_board(&self, info: &MatchInfo) -> Result<Option<(Picture, String)>, Error> {
        let Some((scene, words)) = self.0.store.final_board(info.id).await? else { return Ok(None) };
        let names = info.concerned();
        let alt = words.with_names(&names);
        let game = games::find(&info.game).map_or_else(|| info.game.clone(), |game| game.title(info.preset.as_deref()));
        let frame =
            Frame { game, contest: info.contest(), label: format!("Match {}", info.id), names, ..Frame::default() };
        Ok(Some((Picture { frame, scene }, alt)))
    }
}
