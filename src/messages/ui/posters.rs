//! Posters of finished matches. Nobody waits for a poster: it follows its message.

use std::sync::Arc;

use tokio::sync::Semaphore;

use crate::game::Picture;
use crate::history::ui::analyses::{Analyses, Around};
use crate::ids::MatchId;
use crate::messages::composed::Finished;
use crate::messages::ui::drawing_pool::on_a_quiet_thread;
use crate::platform::discord::recent_cache::Cache;
use crate::table::{Review, Table, read_record};

/// The number of cached posters, for the results' channel.
const REMEMBERED: usize = 50;

/// A poster and its alt text.
type Poster = (Picture, String);

/// Makes posters, one at a time.
#[derive(Clone)]
pub(crate) struct Posters {
    pub(crate) analyses: Analyses,
    turn: Arc<Semaphore>,
    made: Arc<Cache<MatchId, (Arc<Finished>, Poster)>>,
}

impl Default for Posters {
    fn default() -> Self {
        let made = Arc::new(Cache::new(REMEMBERED));
        Self { analyses: Analyses::default(), turn: Arc::new(Semaphore::new(1)), made }
    }
}

impl Posters {
    /// Returns the poster of a match; `None` if it cannot be made.
    pub(crate) async fn of(&self, of: &Arc<Finished>) -> Option<Poster> {
        let _turn = self.turn.acquire().await.ok()?;
        if let Some((_, made)) = self.made.get(&of.match_id).filter(|(finished, _)| finished == of) {
            return Some(made);
        }
        let around = Around { stakes: of.stakes, plain_names: of.plain_names.clone(), usernames: of.usernames.clone() };
        let review = self.analyses.of(of.match_id, of.record.clone(), around).await.ok();
        let finished = Arc::clone(of);
        let made = on_a_quiet_thread("poster", move || poster(&finished, review.as_deref())).await??;
        self.made.insert(of.match_id, (Arc::clone(of), made.clone()));
        Some(made)
    }

    /// Drops the cached results of a match.
    pub(crate) fn forget(&self, m: MatchId) {
        self.made.remove(&m);
        self.analyses.forget(m);
    }
}

fn poster(of: &Finished, review: Option<&Review>) -> Option<Poster> {
    let (header, entries) = read_record(&of.record).ok()?;
    let mut table = Table::replay(header, &entries).ok()?.at_stake(of.stakes);
    table.know(&of.plain_names, &of.usernames);
    table.poster(format!("Match {}", of.match_id), review)
}
