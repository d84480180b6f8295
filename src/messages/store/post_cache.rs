//! Posts held in memory, and their rows.

use std::collections::{BTreeSet, HashMap};
use std::sync::atomic::{AtomicI64, Ordering};

use parking_lot::Mutex;
use sqlx::Row;
use sqlx::sqlite::{SqliteConnection, SqliteRow};

use crate::game::Seat;
use crate::ids::{MatchId, StepId, UnixMs};
use crate::live::store::drafts::{self, Draft};
use crate::messages::store::post::{NewPost, Owner, Post, PostState, Shows};
use crate::platform::sqlite::error::StoreError;

/// Posts of the owners that were read.
#[derive(Default)]
pub(crate) struct Posts {
    pub(crate) cache: Mutex<PostCache>,
    /// Posts that exist once the current write succeeds.
    fresh: Mutex<Vec<Post>>,
    /// The number of the newest post.
    pub(crate) last: AtomicI64,
}

#[derive(Default)]
pub(crate) struct PostCache {
    pub(crate) of: HashMap<Owner, Vec<Post>>,
    /// Posts with an edit in flight, which may overtake the answer to a press.
    pub(crate) editing: BTreeSet<(Owner, i64)>,
    /// Posts with unsaved changes.
    pub(crate) changed: BTreeSet<(Owner, i64)>,
    /// Drafts with unsaved changes.
    pub(crate) drafts: HashMap<(MatchId, Seat), Draft>,
    /// Whether a task stores the changes soon.
    pub(crate) stored_soon: bool,
    /// The number of times that posts have changed in the database only. A read that began before is out of date.
    pub(crate) changes_outside: u64,
}

impl PostCache {
    pub(crate) fn find(&mut self, owner: Owner, id: i64) -> Option<&mut Post> {
        let posts = self.of.get_mut(&owner)?;
        let at = posts.binary_search_by_key(&id, |post| post.id).ok()?;
        posts.get_mut(at)
    }

    pub(crate) fn pending(&self) -> impl Iterator<Item = &Post> {
        self.of.values().flatten().filter(|post| post.is_pending())
    }

    /// Returns the pending posts that the people of a match wait for.
    pub(crate) fn awaited(&self) -> impl Iterator<Item = &Post> {
        self.pending().filter(|post| post.lane.is_awaited())
    }
}

/// Unsaved changes.
#[derive(Default)]
pub(crate) struct Dirty {
    posts: Vec<Post>,
    drafts: HashMap<(MatchId, Seat), Draft>,
}

impl Dirty {
    pub async fn keep(&self, sql: &mut SqliteConnection) -> Result<(), StoreError> {
        keep(&mut *sql, &self.posts).await?;
        for (&(m, seat), draft) in &self.drafts {
            drafts::keep(&mut *sql, m, seat, draft).await?;
        }
        Ok(())
    }
}

impl Posts {
    /// Whether there are unsaved changes.
    pub fn is_dirty(&self) -> bool {
        let cache = self.cache.lock();
        !cache.changed.is_empty() || !cache.drafts.is_empty()
    }

    /// Takes the unsaved changes; the caller stores them.
    pub fn take_dirty(&self) -> Dirty {
        let mut cache = self.cache.lock();
        let drafts = std::mem::take(&mut cache.drafts);
        let changed = std::mem::take(&mut cache.changed);
        let posts = changed.into_iter().filter_map(|(owner, id)| cache.find(owner, id).cloned()).collect();
        Dirty { posts, drafts }
    }

    /// Marks changes as unsaved again after a failed write; newer changes win.
    pub fn restore_dirty(&self, changed: Dirty) {
        let mut cache = self.cache.lock();
        cache.changed.extend(changed.posts.iter().map(|post| (post.owner, post.id)));
        for (of, draft) in changed.drafts {
            cache.drafts.entry(of).or_insert(draft);
        }
    }

    /// Drops closed posts from memory, once their changes are stored.
    pub fn evict_rested(&self, changed: &Dirty) {
        let mut cache = self.cache.lock();
        // An owner with neither pending nor open posts is read again when needed.
        for owner in changed.posts.iter().map(|post| post.owner) {
            let rests = |post: &Post| matches!(post.state, PostState::Closed | PostState::Dropped);
            let changes = cache.changed.range((owner, i64::MIN)..=(owner, i64::MAX)).next().is_some();
            if !changes && cache.of.get(&owner).is_some_and(|posts| posts.iter().all(rests)) {
                cache.of.remove(&owner);
            }
        }
    }

    /// Assigns numbers to new posts.
    pub fn assign_ids(&self, owner: impl Into<Owner>, new: Vec<NewPost>, now: UnixMs) -> Vec<Post> {
        let owner = owner.into();
        let number = |new| Post::new(self.last.fetch_add(1, Ordering::SeqCst) + 1, owner, new, now);
        new.into_iter().map(number).collect()
    }

    /// Adds written posts once the write succeeds.
    fn stage(&self, posts: Vec<Post>) {
        self.fresh.lock().extend(posts);
    }

    /// Adds written posts; `stands` tells whether the write succeeded.
    pub fn settle(&self, stands: bool) {
        let fresh = std::mem::take(&mut *self.fresh.lock());
        let mut cache = self.cache.lock();
        for post in fresh.into_iter().filter(|_| stands) {
            // The posts of an owner not in memory are read together later.
            let Some(of) = cache.of.get_mut(&post.owner) else {
                cache.changes_outside += 1;
                continue;
            };
            // A read after the write has it already.
            if let Err(at) = of.binary_search_by_key(&post.id, |post| post.id) {
                of.insert(at, Post { stored: true, ..post });
            }
        }
    }

    /// Drops the posts of these matches, and of all tournaments and game drafts, because the database has changed.
    pub fn forget(&self, matches: &[MatchId]) {
        let mut cache = self.cache.lock();
        cache.changes_outside += 1;
        cache.of.retain(|owner, _| owner.match_id().is_some_and(|id| !matches.contains(&id)));
    }
}

/// Stores new posts, and adds them to memory once the write succeeds.
pub(crate) async fn begin(sql: &mut SqliteConnection, of: &Posts, posts: Vec<Post>) -> Result<(), StoreError> {
    keep(sql, &posts).await?;
    of.stage(posts);
    Ok(())
}

/// Stores posts with their current state.
pub(crate) async fn keep(sql: &mut SqliteConnection, posts: &[Post]) -> Result<(), StoreError> {
    for post in posts {
        let (channel, message) = post.at.unzip();
        let shows = post.shows;
        let (whose, owner) = post.owner.key();
        let of = |column: &str| (column == whose).then_some(owner);
        sqlx::query(
            "INSERT INTO posts (id, match_id, tournament_id, game_draft_id, lane, kind, state, created_ms, due_ms, attempts, held, channel_id, message_id, step, begun, \
             seat, user_id, shown, entry) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) \
             ON CONFLICT (id) DO UPDATE SET state = excluded.state, due_ms = excluded.due_ms, attempts = excluded.attempts, \
             held = excluded.held, channel_id = excluded.channel_id, message_id = excluded.message_id, shown = excluded.shown",
        )
        .bind(post.id)
        .bind(of("match_id"))
        .bind(of("tournament_id"))
        .bind(of("game_draft_id"))
        .bind(post.lane.to_string())
        .bind(&post.kind)
        .bind(post.state.to_string())
        .bind(post.created.0)
        .bind(post.next_attempt.0)
        .bind(post.attempts)
        .bind(&post.held)
        .bind(channel)
        .bind(message)
        .bind(shows.map(|shows| shows.mark.step))
        .bind(shows.map(|shows| shows.mark.begun))
        .bind(shows.and_then(|shows| shows.seat).map(Seat::id))
        .bind(shows.and_then(|shows| shows.user))
        .bind(post.shown.as_str())
        .bind(post.about_number)
        .execute(&mut *sql)
        .await?;
        if post.payload.is_empty() {
            if post.stored {
                let gone = sqlx::query("DELETE FROM post_payloads WHERE post_id = ?").bind(post.id);
                gone.execute(&mut *sql).await?;
            }
        } else if !post.stored {
            let kept = sqlx::query("INSERT OR REPLACE INTO post_payloads (post_id, payload) VALUES (?, ?)");
            kept.bind(post.id).bind(&post.payload).execute(&mut *sql).await?;
        }
    }
    Ok(())
}

/// The query for posts.
pub(crate) const OF_POST: &str =
    "SELECT posts.*, coalesce(payload, '') AS payload FROM posts LEFT JOIN post_payloads ON post_id = posts.id";

/// Returns the owner from a row's three owner columns.
pub(crate) fn owner(row: &SqliteRow) -> Result<Owner, StoreError> {
    let of_match = row.try_get::<Option<_>, _>("match_id")?.map(Owner::Match);
    let tournament = row.try_get::<Option<_>, _>("tournament_id")?.map(Owner::Tournament);
    let draft = row.try_get::<Option<_>, _>("game_draft_id")?.map(Owner::GameDraft);
    of_match.or(tournament).or(draft).ok_or_else(|| StoreError::Row("a post of nobody's".to_owned()))
}

pub(crate) fn read(row: &SqliteRow) -> Result<Post, StoreError> {
    let state: String = row.try_get("state")?;
    let lane: String = row.try_get("lane")?;
    let step: Option<u32> = row.try_get("step")?;
    let begun: Option<u32> = row.try_get("begun")?;
    let seat: Option<String> = row.try_get("seat")?;
    let seat = seat.map(|seat| seat.parse()).transpose()?;
    let user = row.try_get("user_id")?;
    let (channel, message): (Option<_>, Option<_>) = (row.try_get("channel_id")?, row.try_get("message_id")?);
    Ok(Post {
        id: row.try_get("id")?,
        owner: owner(row)?,
        lane: lane.parse()?,
        kind: row.try_get("kind")?,
        payload: row.try_get("payload")?,
        state: state.parse()?,
        created: row.try_get("created_ms")?,
        next_attempt: row.try_get("due_ms")?,
        attempts: row.try_get("attempts")?,
        held: row.try_get("held")?,
        at: channel.zip(message),
        shows: step.zip(begun).map(|(step, begun)| Shows { mark: StepId { step, begun }, seat, user }),
        shown: row.try_get::<String, _>("shown")?.into(),
        about_number: row.try_get("entry")?,
        stored: true,
    })
}
