//! Posters of matches that are over. Nobody waits for one: it follows its message, without the players' chances where these take long.

use std::sync::Arc;
use std::thread;
use std::time::Duration;

use tokio::sync::{Semaphore, oneshot};

use crate::game::Picture;
use crate::history::ui::judge::{Around, Effort, judged};
use crate::ids::MatchId;
use crate::messages::notice::Finished;
use crate::messages::ui::picture::yield_to_others;
use crate::platform::discord::cache::Cache;
use crate::table::{Table, read_record};

/// How much thought goes into one.
const EFFORT: Effort = Effort { each: 3_000, longest: Duration::from_millis(1_500) };
/// How many are remembered, for the results' channel.
const REMEMBERED: usize = 50;

/// A poster and its alt text.
type Poster = (Picture, String);

/// Makes posters, one at a time.
#[derive(Clone)]
pub(crate) struct Posters {
    turn: Arc<Semaphore>,
    made: Arc<Cache<MatchId, (Arc<Finished>, Poster)>>,
}

impl Default for Posters {
    fn default() -> Self {
        Self { turn: Arc::new(Semaphore::new(1)), made: Arc::new(Cache::new(REMEMBERED)) }
    }
}

impl Posters {
    /// The poster of a match; none if it cannot be made.
    pub(crate) async fn of(&self, of: &Arc<Finished>) -> Option<Poster> {
        let _turn = self.turn.acquire().await.ok()?;
        if let Some((_, made)) = self.made.get(&of.match_id).filter(|(finished, _)| finished == of) {
            return Some(made);
        }
        let (done, made) = oneshot::channel();
        let finished = Arc::clone(of);
        let thinker = thread::Builder::new().name("poster".to_owned()).spawn(move || {
            yield_to_others();
            done.send(poster(&finished)).ok();
        });
        thinker.ok()?;
        let made = made.await.ok()??;
        self.made.insert(of.match_id, (Arc::clone(of), made.clone()));
        Some(made)
    }
}

fn poster(of: &Finished) -> Option<Poster> {
    let around = Around { stakes: of.stakes, plain: &of.plain, usernames: &of.usernames };
    let review = judged(&of.record, &around, EFFORT).ok().filter(|(_, up_to)| up_to.is_none());
    let (header, entries) = read_record(&of.record).ok()?;
    let mut table = Table::replay(header, &entries).ok()?.at_stake(of.stakes);
    table.know(&of.plain, &of.usernames);
    table.poster(format!("Match {}", of.match_id), review.as_ref().map(|(review, _)| review))
}
