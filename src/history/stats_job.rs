//! Statistics and last boards of finished matches: derived from their records behind everything else, one after the
//! other.

use std::sync::Arc;
use std::time::Duration;

use crate::game::{Frame, Picture, Viewer};
use crate::games;
use crate::history::summary::MatchInfo;
use crate::ids::MatchId;
use crate::live::api::Dealer;
use crate::live::error::Error;
use crate::live::match_state::MatchState;
use crate::live::service::Service;
use crate::live::store::rows::{MatchRow, Status};
use crate::live::tasks::waiting;
use crate::platform::sqlite::error::StoreError;

/// How many matches are looked up at once.
const AT_ONCE: u32 = 64;
/// How long others have the machine between two matches.
const BREATH: Duration = Duration::from_millis(5);

impl Service {
    /// Makes the figures of whatever is over, whenever something ends, until the service does.
    pub(crate) async fn figure(self: Arc<Self>) {
        let mut woken = self.wake_events.subscribe();
        loop {
            woken.mark_unchanged();
            let again = match self.figure_some().await {
                Ok(again) => again,
                Err(error) => {
                    tracing::error!(%error, "what is made of matches that are over cannot be made");
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

    /// Makes what is missing of some matches; whether there are more.
    async fn figure_some(&self) -> Result<bool, StoreError> {
        let mut made = false;
        for id in self.store.without_figures(AT_ONCE).await? {
            if self.closing.is_cancelled() {
                return Ok(false);
            }
            made |= self.figure_one(id).await?;
            tokio::time::sleep(BREATH).await;
        }
        for id in self.store.without_final_board(AT_ONCE).await? {
            if self.closing.is_cancelled() {
                return Ok(false);
            }
            made |= self.keep_final_board(id).await?;
            tokio::time::sleep(BREATH).await;
        }
        Ok(made)
    }

    async fn figure_one(&self, id: MatchId) -> Result<bool, StoreError> {
        let Some(row) = self.over(id).await? else { return Ok(false) };
        let users = row.users;
        // A record of other rules, or of a match without a result, adds nothing, and is not looked at again.
        let make = |live: &MatchState| (live.table.figures_since(live.played_from), live.missed());
        let (entries, made) = self.made(row, make).await?;
        let (figures, missed) = made.unwrap_or_default();
        self.store.keep_figures(id, entries, users, figures.unwrap_or_default(), missed).await
    }

    /// Keeps the board on which a match ended, for when the game has other rules; of a match that began under others there is none.
    async fn keep_final_board(&self, id: MatchId) -> Result<bool, StoreError> {
        let Some(row) = self.over(id).await? else { return Ok(false) };
        let drawn = |live: &MatchState| {
            let sight = live.table.sight(Viewer::Public);
            (sight.scene(), sight.describe())
        };
        let (entries, board) = self.made(row, drawn).await?;
        self.store.keep_final_board(id, entries, board).await
    }

    async fn over(&self, id: MatchId) -> Result<Option<MatchRow>, StoreError> {
        Ok(self.store.find_match(id).await?.filter(|row| row.status == Status::Over))
    }

    /// A match's derived data from its record, if this program can play it, and the number of its entries.
    async fn made<T: Send + 'static>(
        &self,
        row: MatchRow,
        make: impl FnOnce(&MatchState) -> T + Send + 'static,
    ) -> Result<(usize, Option<T>), StoreError> {
        let (id, lines) = (row.id, self.store.entries(row.id).await?);
        let entries = lines.len();
        let work = tokio::task::spawn_blocking(move || MatchState::take_up(&row, &lines).ok().map(|live| make(&live)));
        let made = work.await.unwrap_or_else(|error| {
            tracing::error!(match_id = %id, %error, "nothing can be made of a match that is over");
            None
        });
        Ok((entries, made))
    }
}

impl Dealer {
    /// The board on which a match ended that this program cannot step through, and its words, where they are kept.
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
