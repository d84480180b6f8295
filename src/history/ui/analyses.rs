//! The built-in player's analysis of finished matches, shared by posters and reviews.
//!
//! - An analysis depends on the record alone: its work is counted, so a second analysis of the record is equal.
//! - An analysis is complete or missing: a match that exceeds the time limit has none.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use std::time::{Duration, Instant};

use rand_chacha::ChaCha12Rng;
use rand_chacha::rand_core::SeedableRng;
use tokio::sync::Semaphore;

use crate::game::{BySeat, Stakes};
use crate::ids::MatchId;
use crate::messages::ui::drawing_pool::on_a_quiet_thread;
use crate::platform::discord::recent_cache::Cache;
use crate::players::{BEST, Strength, order_of, strength};
use crate::table::{Act, Judged, Rejection, Review, Table, public_record, read_record, review};

/// The work for a whole match, divided among its orders, and the least and the most for one order.
const WHOLE: u64 = 300_000;
const LEAST: u64 = 3_000;
const MOST: u64 = 20_000;
/// The time limit for one match.
const LONGEST: Duration = Duration::from_mins(1);
/// The number of cached analyses.
const REMEMBERED: usize = 50;

/// Facts about a match that its record does not have.
#[derive(Clone, Debug)]
pub(crate) struct Around {
    pub stakes: Stakes,
    pub plain_names: BySeat<String>,
    pub usernames: BySeat<Option<String>>,
}

/// The reason why a match has no analysis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoAnalysis {
    /// This version cannot replay the record.
    Unreadable,
    /// The analysis exceeded the time limit.
    TooLong,
}

impl From<Rejection> for NoAnalysis {
    fn from(_: Rejection) -> Self {
        Self::Unreadable
    }
}

type Analysis = Result<Arc<Review>, NoAnalysis>;

/// Cached analyses, made one at a time and once for an unchanged record.
#[derive(Clone)]
pub(crate) struct Analyses {
    turn: Arc<Semaphore>,
    made: Arc<Cache<MatchId, (u64, Analysis)>>,
}

impl Default for Analyses {
    fn default() -> Self {
        Self { turn: Arc::new(Semaphore::new(1)), made: Arc::new(Cache::new(REMEMBERED)) }
    }
}

impl Analyses {
    /// Returns the analysis of a match.
    pub(crate) async fn of(&self, m: MatchId, record: String, around: Around) -> Analysis {
        let text_hash = fingerprint(&format!("{around:?} {record}"));
        let _turn = self.turn.acquire().await;
        if let Some((_, made)) = self.made.get(&m).filter(|(of, _)| *of == text_hash) {
            return made;
        }
        let judged = on_a_quiet_thread("analysis", move || judged(&record, &around)).await;
        let made = judged.unwrap_or(Err(NoAnalysis::Unreadable)).map(Arc::new);
        self.made.insert(m, (text_hash, made.clone()));
        made
    }

    /// Forgets a match's analysis.
    pub(crate) fn forget(&self, m: MatchId) {
        self.made.remove(&m);
    }
}

/// Returns a short digest of a text, to detect changes. Other builds may give other numbers.
pub fn fingerprint(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}

/// Analyses a record.
fn judged(record: &str, around: &Around) -> Result<Review, NoAnalysis> {
    let (header, entries) = read_record(&public_record(record)?)?;
    let orders = entries.iter().filter(|entry| matches!(entry.act, Act::Order { .. })).count();
    let each = WHOLE / u64::try_from(orders.max(1)).unwrap_or(u64::MAX);
    let how = Strength { work: each.clamp(LEAST, MOST), ..strength(BEST) };
    let began = Instant::now();
    let stop = || began.elapsed() >= LONGEST;
    let mut table = Table::open(header)?.at_stake(around.stakes);
    table.know(&around.plain_names, &around.usernames);
    let found = review(table, &entries, |sight| {
        let thought = (!stop()).then(|| order_of(&**sight, how, ChaCha12Rng::seed_from_u64(0), &stop))??;
        Some(Judged { chance: thought.chance?, best: thought.order })
    })?;
    if stop() { Err(NoAnalysis::TooLong) } else { Ok(found) }
}
