//! The boards of a message that is about to be sent, and the finished match for its poster.

use std::sync::Arc;

use crate::live::actor::MatchActor;
use crate::live::command_error::{CommandError, unplayed};
use crate::live::match_state::MatchState;
use crate::messages::compose;
use crate::messages::composed::{Drawn, Finished};
use crate::messages::queued_message::Boards;

impl MatchActor {
    /// The boards of a message, from the record up to its entry.
    pub(crate) async fn boards(&self, boards: Boards) -> Result<Vec<Drawn>, CommandError> {
        if let Some(end) = boards.series {
            let matches = self.service.counted_matches(&self.row).await?;
            return Ok(vec![compose::series_poster(&self.row, end, &matches)]);
        }
        let live = self.require_live()?;
        if live.seq == boards.entries {
            return Ok(compose::drawn(live, &self.row, boards));
        }
        let mut lines = self.service.store.entries(self.row.id).await?;
        lines.truncate(boards.entries as usize);
        let row = self.row.clone();
        // After an end was reverted, its board would reveal what is hidden again.
        let reverted = live.table.outcome().is_none();
        let of = move |then: MatchState| match then.table.outcome() {
            Some(_) if reverted => Vec::new(),
            _ => compose::drawn(&then, &row, boards),
        };
        let loaded = self.row.clone();
        let drawn = move || MatchState::load(&loaded, &lines).map(of);
        match tokio::task::spawn_blocking(drawn).await {
            Ok(Ok(drawn)) => Ok(drawn),
            _ => Err(unplayed().into()),
        }
    }

    /// The finished match for the poster that replaces these boards; none without a winner, or if the record is longer by now.
    pub(crate) async fn finished(&self, boards: Boards) -> Result<Option<Arc<Finished>>, CommandError> {
        let row = &self.row;
        let live = self.live.as_ref().filter(|live| live.seq == boards.entries && boards.series.is_none());
        if live.and_then(|live| live.table.outcome()?.winner).is_none() {
            return Ok(None);
        }
        let lines = self.service.store.entries(row.id).await?;
        let record = std::iter::once(row.header.as_str()).chain(lines.iter().map(String::as_str));
        Ok(Some(Arc::new(Finished {
            match_id: row.id,
            record: record.collect::<Vec<_>>().join("\n"),
            stakes: row.stakes(),
            plain_names: row.plain_names.clone(),
            usernames: row.usernames.clone(),
        })))
    }
}
