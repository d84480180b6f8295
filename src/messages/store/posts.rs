//! Posts of matches, tournaments and game drafts: those pending, those open, and the places of the rest.
//!
//! - An owner's posts are held in memory from the first read, and every query is answered from there.
//! - A post is stored in the transaction that it follows from. Later changes are stored with the next write, or a moment later. If the
//!   process ends in between, the next one searches for the message before it sends it again.

use std::collections::HashMap;
use std::sync::atomic::Ordering;
use std::time::Duration;

use parking_lot::MutexGuard;
use sqlx::Row;
use sqlx::sqlite::SqliteRow;

use crate::game::Seat;
use crate::ids::{ChannelId, GuildId, MatchId, MessageId, Snowflake, StepId, UnixMs, UserId};
use crate::messages::store::content_digest::ContentDigest;
use crate::messages::store::post::{Arrived, External, Lane, NewPost, Owner, Post, PostState, RetryScope, kinds};
use crate::messages::store::post_cache::{OF_POST, PostCache, begin, owner, read};
use crate::people::store::people;
use crate::platform::sqlite::error::StoreError;
use crate::platform::sqlite::open::Store;
use crate::platform::sqlite::query::Query;

/// The time in which nobody reads a public message and types an order, in ms.
const READING_MS: u64 = 3_000;

/// The longest time that changes of posts wait for another write; the service's heartbeat comes sooner.
const STORED_AFTER: Duration = Duration::from_secs(5);

impl Store {
    /// Reads the number of the newest post.
    pub(crate) async fn number_posts(&self) -> Result<(), StoreError> {
        let last: Option<i64> =
            sqlx::query_scalar("SELECT max(id) FROM posts").fetch_one(self.connection().await?.sql()).await?;
        self.0.posts.last.store(last.unwrap_or(0), Ordering::SeqCst);
        Ok(())
    }

    /// Computes an answer from an owner's posts, the oldest first.
    async fn of_posts<T>(&self, owner: impl Into<Owner>, answer: impl FnOnce(&[Post]) -> T) -> Result<T, StoreError> {
        let owner = owner.into();
        loop {
            self.load_posts(owner).await?;
            // The posts may have been evicted in between.
            if let Some(posts) = self.0.posts.cache.lock().of.get(&owner) {
                return Ok(answer(posts));
            }
        }
    }

    /// Reads an owner's posts, unless they are in memory. What was read before the database changed is read again.
    pub(crate) async fn load_posts(&self, owner: impl Into<Owner>) -> Result<(), StoreError> {
        let owner = owner.into();
        let (column, id) = owner.key();
        let query = format!("{OF_POST} WHERE {column} = ? ORDER BY posts.id");
        loop {
            let changes = {
                let cache = self.0.posts.cache.lock();
                if cache.of.contains_key(&owner) {
                    return Ok(());
                }
                cache.changes_outside
            };
            let posts = self.rows(sqlx::query(sqlx::AssertSqlSafe(query.clone())).bind(id), read).await?;
            let mut cache = self.0.posts.cache.lock();
            if cache.changes_outside == changes {
                cache.of.entry(owner).or_insert(posts);
            }
        }
    }

    /// Changes a post in memory; the change is stored with the next write.
    pub(crate) fn change_post(&self, owner: impl Into<Owner>, id: i64, change: impl FnOnce(&mut Post)) {
        let owner = owner.into();
        let mut cache = self.0.posts.cache.lock();
        let Some(post) = cache.find(owner, id) else { return };
        change(post);
        cache.changed.insert((owner, id));
        self.store_soon(cache);
    }

    /// Stores the changes in memory a moment later, unless another write takes them first.
    pub(crate) fn store_soon(&self, mut cache: MutexGuard<'_, PostCache>) {
        if !std::mem::replace(&mut cache.stored_soon, true) {
            drop(cache);
            let store = self.clone();
            tokio::spawn(async move {
                tokio::time::sleep(STORED_AFTER).await;
                store.0.posts.cache.lock().stored_soon = false;
                if let Err(error) = store.store_posts().await {
                    tracing::error!(%error, "changes of posts cannot be stored");
                }
            });
        }
    }

    /// Stores the changes of posts.
    pub(crate) async fn store_posts(&self) -> Result<(), StoreError> {
        if self.0.posts.is_dirty() { self.write(|_| Box::pin(async { Ok(()) })).await } else { Ok(()) }
    }

    /// Stores a post's changes now.
    pub(crate) async fn store_post(&self, owner: Owner, id: i64) -> Result<(), StoreError> {
        let changed = self.0.posts.cache.lock().changed.contains(&(owner, id));
        if changed { self.store_posts().await } else { Ok(()) }
    }

    /// Assigns numbers to the posts of a new match once its own number is known.
    pub(crate) fn numbering(
        &self,
        now: UnixMs,
        posts: impl FnOnce(MatchId) -> Vec<NewPost> + Send + 'static,
    ) -> impl FnOnce(MatchId) -> Vec<Post> + Send + 'static {
        let store = self.clone();
        move |id| store.0.posts.assign_ids(id, posts(id), now)
    }

    /// Returns the lanes that have pending posts.
    pub async fn pending_lanes(&self) -> Result<Vec<(Owner, Lane)>, StoreError> {
        let query = "SELECT DISTINCT match_id, tournament_id, game_draft_id, lane FROM posts WHERE state = 'pending'";
        let rows = sqlx::query(query).fetch_all(self.reading().await?.sql()).await?;
        let lane = |row: &SqliteRow| Ok((owner(row)?, row.try_get::<String, _>("lane")?.parse()?));
        let lanes: Vec<_> = rows.iter().map(lane).collect::<Result<_, StoreError>>()?;
        for &(owner, _) in &lanes {
            self.load_posts(owner).await?;
        }
        Ok(lanes)
    }

    /// Returns the first pending post of a lane.
    pub async fn next_post(&self, of: impl Into<Owner>, lane: Lane) -> Result<Option<Post>, StoreError> {
        self.of_posts(of, |posts| posts.iter().find(|post| post.is_pending() && post.lane == lane).cloned()).await
    }

    /// Returns the number of messages that wait for an owner's channel after a refusal, and Discord's reason.
    pub async fn refused_backlog(&self, of: impl Into<Owner>) -> Result<Option<(u64, String)>, StoreError> {
        let waiting = self.waiting(of).await?;
        let why = waiting.iter().find_map(|post| post.held.clone());
        Ok(why.map(|why| (waiting.len() as u64, why)))
    }

    /// Returns an owner's posts that are pending or open, the oldest first.
    pub async fn current_posts(&self, of: Owner) -> Result<Vec<Post>, StoreError> {
        let current = |post: &&Post| matches!(post.state, PostState::Pending | PostState::Open);
        self.of_posts(of, |posts| posts.iter().filter(current).cloned().collect()).await
    }

    /// Returns the newest post of a kind that was sent or waits.
    pub async fn newest_of(&self, of: Owner, kind: &str) -> Result<Option<Post>, StoreError> {
        let own = |post: &&Post| post.kind == kind && post.state != PostState::Dropped;
        self.of_posts(of, |posts| posts.iter().rfind(own).cloned()).await
    }

    /// Gives up an owner's messages in a channel that is gone.
    pub(crate) async fn leave_channel(&self, of: Owner) -> Result<(), StoreError> {
        for post in self.current_posts(of).await?.into_iter().filter(|post| post.lane == Lane::Channel) {
            self.change_post(of, post.id, |post| {
                post.state = if post.is_pending() { PostState::Dropped } else { PostState::Closed };
                post.payload.clear();
            });
        }
        Ok(())
    }

    /// Records whether a tournament is suspended: reason, number of failed attempts, and time of the next one.
    pub(crate) fn record_suspension(&self, bracket: &Post, held: Option<(String, u32, UnixMs)>) {
        self.change_post(bracket.owner, bracket.id, |post| {
            (post.attempts, post.next_attempt) =
                held.as_ref().map_or((0, UnixMs(0)), |&(_, tries, again)| (tries, again));
            post.held = held.map(|(why, ..)| why);
        });
    }

    /// Whether any of these matches has a pending message for its channel that was not refused.
    pub async fn have_unrefused_words(&self, matches: &[MatchId]) -> Result<bool, StoreError> {
        for &m in matches {
            if self.waiting(m).await?.iter().any(|post| post.held.is_none()) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns the pending messages for an owner's channel, the oldest first.
    pub async fn waiting(&self, of: impl Into<Owner>) -> Result<Vec<Post>, StoreError> {
        let waits = |post: &&Post| post.is_pending() && post.lane == Lane::Channel;
        self.of_posts(of, |posts| posts.iter().filter(waits).cloned().collect()).await
    }

    /// Returns the open posts, in the order of their messages.
    pub async fn open_posts(&self, of: impl Into<Owner>) -> Result<Vec<Post>, StoreError> {
        self.of_posts(of, |posts| {
            let mut open: Vec<_> = posts.iter().filter(|post| post.state == PostState::Open).cloned().collect();
            open.sort_by_key(|post| post.at.map(|(_, message)| message.0));
            open
        })
        .await
    }

    /// Whether a prompt of a step is open in a message to a person, or will be sent to them.
    pub async fn has_prompt(&self, m: MatchId, user: UserId, mark: StepId) -> Result<bool, StoreError> {
        let asks = |post: &Post| {
            let shown = post.shows.is_some_and(|shows| shows.user == Some(user) && shows.mark == mark);
            shown && (post.is_pending() || post.state == PostState::Open)
        };
        self.of_posts(m, |posts| posts.iter().any(asks)).await
    }

    /// Returns the owners, of one server or of all, that have posts in a state.
    pub async fn owners(&self, state: PostState, guild: Option<GuildId>) -> Result<Vec<Owner>, StoreError> {
        let query = format!(
            "SELECT DISTINCT match_id, tournament_id, game_draft_id FROM posts LEFT JOIN matches ON matches.id = match_id \
             LEFT JOIN tournaments ON tournaments.id = tournament_id LEFT JOIN game_drafts ON game_drafts.id = game_draft_id \
             WHERE posts.state = '{state}' AND (?1 IS NULL \
             OR coalesce(matches.guild_id, tournaments.guild_id, json_extract(game_drafts.state, '$.guild')) = ?1)"
        );
        self.rows(sqlx::query(sqlx::AssertSqlSafe(query)).bind(guild), owner).await
    }

    /// Returns the newest prompt of a match shown to a seat, or to everyone, before a moment. Queues do not wait for each other, so the
    /// newest message need not show the newest prompt.
    pub async fn newest_prompt(&self, m: MatchId, seat: Seat, before: Snowflake) -> Result<Option<StepId>, StoreError> {
        self.of_posts(m, |posts| {
            // Right after a public message its reader writes for the step before, unless the own prompt is there.
            let has_later = |mark: StepId| {
                let own = |post: &&Post| post.shows.is_some_and(|shows| shows.mark == mark && shows.seat == Some(seat));
                let comes = |post: &Post| match post.shown_since() {
                    Some(since) => since >= before,
                    None => post.is_pending() && post.attempts == 0,
                };
                posts.iter().filter(own).any(comes)
            };
            let shown = posts.iter().filter_map(|post| Some((post.shows?, post.shown_since()?)));
            let shown = shown.filter(|(shows, since)| {
                let read = || since.ms().plus(READING_MS) <= before.ms() || !has_later(shows.mark);
                let to_all = || shows.user.is_none() && read();
                *since < before && shows.seat.map_or_else(to_all, |whose| whose == seat)
            });
            shown.max_by_key(|(shows, since)| (shows.mark.begun, *since)).map(|(shows, _)| shows.mark)
        })
        .await
    }

    /// Returns the newest prompt of any match that was shown to this person alone before a moment.
    pub async fn newest_prompt_to(&self, user: UserId, before: Snowflake) -> Result<Option<Post>, StoreError> {
        // The join's order is fixed: otherwise SQLite would search everyone's prompts, newest first.
        let query = "SELECT posts.*, '' AS payload FROM matches CROSS JOIN posts ON match_id = matches.id \
             WHERE (ec_user = ?1 OR dmo_user = ?1) AND iif(seat = 'ec', ec_user, dmo_user) = ?1 AND seat IS NOT NULL \
             AND message_id < ?2 AND (due_ms - 1420070400000) << 22 < ?2 ORDER BY message_id DESC, posts.id DESC LIMIT 1";
        self.row(sqlx::query(query).bind(user).bind(before), read).await
    }

    /// Returns the public message with the result of a step in this channel, or the last message if the match ended in that step.
    pub async fn result_of(&self, m: MatchId, channel: ChannelId, step: u32) -> Result<Option<MessageId>, StoreError> {
        self.of_posts(m, |posts| {
            let public =
                |post: &&Post| post.at.is_some_and(|(there, _)| there == channel) && post.lane == Lane::Channel;
            let said = posts.iter().filter(public).filter_map(|post| Some((post.shows?.mark, post.at?.1)));
            // A step that was asked again after an undo has begun after every message of the reverted steps.
            let begun = said.clone().filter(|(mark, _)| mark.step <= step).map(|(mark, _)| mark.begun).max();
            let mut after = said.clone().filter(|(mark, _)| mark.step > step && Some(mark.begun) > begun);
            after.next().or_else(|| said.max_by_key(|(_, message)| message.0)).map(|(_, message)| message)
        })
        .await
    }

    /// Returns the people who got a direct message about the step with this number of steps begun.
    pub async fn reminded(&self, m: MatchId, begun: u32) -> Result<Vec<UserId>, StoreError> {
        self.of_posts(m, |posts| {
            let of = |post: &Post| if let Lane::Dm(user) = post.lane { Some(user) } else { None };
            posts.iter().filter(|post| post.about_number == Some(begun)).filter_map(of).collect()
        })
        .await
    }

    /// Returns the public messages that report hosts' entries, by entry number.
    pub async fn ruling_messages(&self, m: MatchId) -> Result<HashMap<u32, MessageId>, StoreError> {
        self.of_posts(m, |posts| {
            let public = posts.iter().filter(|post| post.lane == Lane::Channel);
            public.filter_map(|post| Some((post.about_number?, post.at?.1))).collect()
        })
        .await
    }

    /// Records that a post has arrived. A late picture replaces older pending pictures.
    pub async fn post_sent(&self, post: &Post, arrived: Arrived, now: UnixMs) -> Result<(), StoreError> {
        let Arrived { channel, message, shown, card, thread, late } = arrived;
        let (owner, id) = (post.owner, post.id);
        if let Some(m) = owner.match_id().filter(|_| card || thread.is_some()) {
            self.write(move |sql| {
                Box::pin(async move {
                    if card {
                        sqlx::query("UPDATE matches SET revision = revision + 1, card_channel = ?, card_message = ? WHERE id = ?")
                            .bind(channel)
                            .bind(message)
                            .bind(m.0)
                            .execute(&mut *sql)
                            .await?;
                    }
                    if let Some(thread) = thread {
                        sqlx::query(
                            "UPDATE matches SET revision = revision + 1, parent_id = channel_id, channel_id = ? \
                             WHERE id = ? AND parent_id IS NULL",
                        )
                        .bind(thread)
                        .bind(m.0)
                        .execute(&mut *sql)
                        .await?;
                    }
                    Ok(())
                })
            }).await?;
        }
        if let Some(m) = owner.match_id().filter(|_| thread.is_some()) {
            self.reopen(m).await?;
        }
        if let Some(late) = late {
            self.queue(owner, vec![late], now).await?;
            self.keep_newest(owner, Lane::Picture, now).await?;
        }
        self.change_post(owner, id, |post| {
            post.at = Some((channel, message));
            post.held = None;
            post.next_attempt = UnixMs(0);
            post.state = if shown.is_fixed() { PostState::Closed } else { PostState::Open };
            if shown.is_fixed() {
                post.payload.clear();
            }
            post.shown = shown;
        });
        Ok(())
    }

    /// Whether a message showed an older prompt to the same person only.
    pub fn may_adopt(&self, post: &Post, place: (ChannelId, MessageId)) -> bool {
        let theirs = |older: &Post| older.lane == post.lane && older.shows.is_some() && older.at == Some(place);
        self.0.posts.cache.lock().of.get(&post.owner).is_some_and(|posts| posts.iter().any(theirs))
    }

    /// Shows a post in the message of an older prompt; the message is still to be edited.
    pub fn post_adopts(&self, post: &Post, (channel, message): (ChannelId, MessageId), now: UnixMs) {
        self.message_shows(post.owner, message, ContentDigest::Fixed);
        self.change_post(post.owner, post.id, |post| {
            (post.at, post.state, post.next_attempt) = (Some((channel, message)), PostState::Open, now);
            (post.shown, post.held) = (ContentDigest::Unknown, None);
        });
    }

    /// Records the content of a message, for the newest prompt in it. An edit in flight may overtake that content.
    pub fn message_shows(&self, owner: impl Into<Owner>, message: MessageId, shown: ContentDigest) {
        let owner = owner.into();
        let of = {
            let cache = self.0.posts.cache.lock();
            let open = |post: &&Post| post.state == PostState::Open && post.at.is_some_and(|at| at.1 == message);
            let id = cache.of.get(&owner).and_then(|posts| posts.iter().rfind(open)).map(|post| post.id);
            id.map(|id| (id, cache.editing.contains(&(owner, id))))
        };
        if let Some((id, editing)) = of {
            let shown = if editing && !shown.is_fixed() { ContentDigest::Unknown } else { shown };
            self.post_shows(owner, id, shown, false);
        }
    }

    /// Records that an edit of a post is in flight, until [`Store::edit_ends`]. Returns the post's content before the edit.
    pub fn edit_begins(&self, owner: Owner, id: i64) -> Option<ContentDigest> {
        let mut cache = self.0.posts.cache.lock();
        cache.editing.insert((owner, id));
        cache.find(owner, id).map(|post| post.shown.clone())
    }

    /// Records the content of an edited post; it is unknown if it was recorded otherwise during the edit.
    pub fn edit_shows(&self, owner: Owner, id: i64, before: Option<&ContentDigest>, shown: ContentDigest) {
        let now = self.0.posts.cache.lock().find(owner, id).map(|post| post.shown.clone());
        self.post_shows(owner, id, if now.as_ref() == before { shown } else { ContentDigest::Unknown }, false);
    }

    /// Records that the edit of a post is no longer in flight.
    pub fn edit_ends(&self, owner: Owner, id: i64) {
        self.0.posts.cache.lock().editing.remove(&(owner, id));
    }

    /// Closes posts and records their content. Content that can change is compared again after [`Store::reopen`].
    pub fn posts_close(&self, owner: impl Into<Owner>, shown: Vec<(i64, ContentDigest)>) {
        let owner = owner.into();
        for (id, shown) in shown {
            self.post_shows(owner, id, shown, true);
        }
    }

    /// Records the content of a post, and closes it if that cannot change. An external object is closed too, until [`Store::reopen`].
    fn post_shows(&self, owner: Owner, id: i64, shown: ContentDigest, closes: bool) {
        self.change_post(owner, id, |post| {
            if post.state != PostState::Open {
                return;
            }
            let rests = shown.is_fixed() || matches!(post.lane, Lane::External(_));
            if closes || rests {
                post.state = PostState::Closed;
            }
            // An external object is composed without its payload; the end of a series is compared with it.
            if shown.is_fixed() || matches!(post.lane, Lane::External(what) if post.kind == what.id()) {
                post.payload.clear();
            }
            post.shown = shown;
        });
    }

    /// Records that a post is retried at `due`.
    pub fn post_again(&self, post: &Post, due: UnixMs) {
        self.change_post(post.owner, post.id, |post| (post.attempts, post.next_attempt) = (post.attempts + 1, due));
    }

    /// Records that a post was refused. It waits, with the posts behind it, for [`Store::retry_refused_posts`] or until `due`.
    pub fn post_held(&self, post: &Post, due: UnixMs, why: &str) {
        self.change_post(post.owner, post.id, |post| {
            (post.attempts, post.next_attempt, post.held) = (post.attempts + 1, due, Some(why.to_owned()));
        });
    }

    /// Keeps only the newest post of a lane where it replaces older ones of its kind; it waits as long as they would have. Posts that may
    /// have been sent (tried, or queued before `began`) stay, unless sending them again is harmless.
    pub async fn keep_newest(&self, of: impl Into<Owner>, lane: Lane, began: UnixMs) -> Result<(), StoreError> {
        let m = of.into();
        if !lane.keeps_newest() {
            return Ok(());
        }
        let unsent = |post: &&Post| {
            post.is_pending()
                && post.lane == lane
                && (lane == Lane::Picture || post.held.is_some() || (post.attempts == 0 && post.created >= began))
        };
        let unsent: Vec<Post> = self.of_posts(m, |posts| posts.iter().filter(unsent).cloned().collect()).await?;
        let Some((newest, older)) = unsent.split_last() else { return Ok(()) };
        let mut older = older.iter().filter(|post| post.kind == newest.kind).peekable();
        let Some(first) = older.peek() else { return Ok(()) };
        if first.held.is_some() {
            self.change_post(m, newest.id, |post| {
                (post.attempts, post.next_attempt, post.held) =
                    (first.attempts, first.next_attempt, first.held.clone());
            });
        }
        for post in older {
            self.change_post(m, post.id, |post| post.drops("a newer one follows"));
        }
        Ok(())
    }

    /// Returns the newest external object of a kind that a match has or awaits.
    pub async fn external(&self, m: MatchId, what: External) -> Result<Option<Post>, StoreError> {
        let exists = |post: &&Post| {
            post.kind == what.id() && (post.is_pending() || (post.at.is_some() && !post.shown.is_fixed()))
        };
        self.of_posts(m, |posts| posts.iter().rfind(exists).cloned()).await
    }

    /// Returns the number of entries that a feed has shown of a match, and the channels.
    pub async fn feed_progress(&self, m: MatchId, what: External) -> Result<(Option<u32>, Vec<ChannelId>), StoreError> {
        self.of_posts(m, |posts| {
            let arrived = posts.iter().filter(|post| post.lane == Lane::External(what) && post.at.is_some());
            let mut channels: Vec<_> = arrived.clone().filter_map(|post| post.at).map(|(channel, _)| channel).collect();
            channels.sort_unstable();
            channels.dedup();
            (arrived.filter_map(|post| post.about_number).max(), channels)
        })
        .await
    }

    /// Opens a match's external objects and its end for another comparison with their desired content, also after a restart.
    pub async fn reopen(&self, m: MatchId) -> Result<(), StoreError> {
        let stale = |post: &&Post| post.state == PostState::Closed && !post.shown.is_fixed();
        let stale: Vec<i64> =
            self.of_posts(m, |posts| posts.iter().filter(stale).map(|post| post.id).collect()).await?;
        for id in stale {
            self.change_post(m, id, |post| post.state = PostState::Open);
        }
        Ok(())
    }

    /// Opens the sent posts that name people for another comparison, as if their content were unknown.
    pub(crate) async fn compare_again(&self, of: Owner) -> Result<(), StoreError> {
        let names_people: Vec<i64> = self
            .of_posts(of, |posts| posts.iter().filter(|post| post.names_people()).map(|post| post.id).collect())
            .await?;
        for id in names_people {
            self.change_post(of, id, |post| (post.state, post.shown) = (PostState::Open, ContentDigest::Unknown));
        }
        Ok(())
    }

    /// Records that a post will not be sent.
    pub fn post_dropped(&self, post: &Post, why: &str) {
        self.change_post(post.owner, post.id, |post| post.drops(why));
    }

    /// Records that a post is not sent because its reader accepts no messages. The first time for a seat in a match, `instead` is
    /// queued; returns whether it was.
    pub async fn post_unwanted(
        &self,
        post: &Post,
        user: UserId,
        instead: Option<(Seat, Option<NewPost>)>,
        now: UnixMs,
    ) -> Result<bool, StoreError> {
        let Some(m) = post.owner.match_id() else { return Ok(false) };
        let (seat, new) = instead.unzip();
        let posts = self.0.posts.assign_ids(m, new.flatten().into_iter().collect(), now);
        let store = self.clone();
        let told = self
            .write(move |sql| {
                Box::pin(async move {
                    people::close_dm(&mut *sql, user).await?;
                    let Some(seat) = seat else { return Ok(false) };
                    let told = match seat {
                        Seat::Ec => "UPDATE matches SET revision = revision + 1, ec_unreachable = 1 WHERE id = ? AND ec_unreachable = 0",
                        Seat::Dmo => "UPDATE matches SET revision = revision + 1, dmo_unreachable = 1 WHERE id = ? AND dmo_unreachable = 0",
                    };
                    if sqlx::query(told).bind(m.0).execute(&mut *sql).await?.rows_affected() == 0 {
                        return Ok(false);
                    }
                    begin(sql, &store.0.posts, posts).await?;
                    Ok(true)
                })
            })
            .await?;
        self.post_dropped(post, "direct messages are closed");
        Ok(told)
    }

    /// Queues posts in a separate write.
    pub async fn queue(&self, of: impl Into<Owner>, new: Vec<NewPost>, now: UnixMs) -> Result<(), StoreError> {
        let (store, posts) = (self.clone(), self.0.posts.assign_ids(of, new, now));
        self.write(move |sql| Box::pin(async move { begin(sql, &store.0.posts, posts).await })).await
    }

    /// Executes one statement and queues posts in the same write; without a changed row it queues none. Returns whether it changed a row.
    pub(crate) async fn execute_and_queue(
        &self,
        query: Query,
        of: impl Into<Owner>,
        new: Vec<NewPost>,
        now: UnixMs,
    ) -> Result<bool, StoreError> {
        let (store, posts) = (self.clone(), self.0.posts.assign_ids(of, new, now));
        self.write(move |sql| {
            Box::pin(async move {
                let changed = query.execute(&mut *sql).await?.rows_affected() > 0;
                if changed {
                    begin(sql, &store.0.posts, posts).await?;
                }
                Ok(changed)
            })
        })
        .await
    }

    /// Makes refused posts due at once; returns their lanes.
    pub async fn retry_refused_posts(&self, whose: RetryScope, now: UnixMs) -> Result<Vec<(Owner, Lane)>, StoreError> {
        let of: Option<Vec<Owner>> = match whose {
            RetryScope::All => None,
            RetryScope::Of(owner) => Some(vec![owner]),
            RetryScope::Server(guild) => Some(self.owners(PostState::Pending, Some(guild)).await?),
        };
        let is_one = |owner| of.as_ref().is_none_or(|of| of.contains(&owner));
        Ok(self.make_due(now, |post| post.held.is_some() && is_one(post.owner)))
    }

    /// Makes failed posts due at once, except refused ones.
    pub fn retry_failed_now(&self, now: UnixMs) {
        self.make_due(now, |post| post.held.is_none() && post.attempts > 0);
    }

    /// Makes pending posts due that would be sent later; returns their lanes.
    fn make_due(&self, now: UnixMs, wanted: impl Fn(&Post) -> bool) -> Vec<(Owner, Lane)> {
        let later = |post: &&Post| post.next_attempt > now && wanted(post);
        let later: Vec<Post> = self.0.posts.cache.lock().pending().filter(later).cloned().collect();
        for post in &later {
            self.change_post(post.owner, post.id, |post| post.next_attempt = now);
        }
        later.into_iter().map(|post| (post.owner, post.lane)).collect()
    }

    /// Returns the number of pending posts that somebody waits for.
    pub fn pending_posts(&self) -> usize {
        self.0.posts.cache.lock().awaited().count()
    }

    /// Returns the queueing time of the oldest pending post that somebody waits for.
    pub fn oldest_post(&self) -> Option<UnixMs> {
        self.0.posts.cache.lock().awaited().map(|post| post.created).min()
    }

    /// Moves a match whose thread or channel is gone to another, and queues `told` there. Does nothing if the match is already there.
    pub async fn move_to_channel(
        &self,
        m: MatchId,
        to: ChannelId,
        told: Vec<NewPost>,
        now: UnixMs,
    ) -> Result<(), StoreError> {
        let (store, posts) = (self.clone(), self.0.posts.assign_ids(m, told, now));
        let first = posts.first().map_or(i64::MAX, |post| post.id);
        let moved = self
            .write(move |sql| {
                Box::pin(async move {
                    let moved = sqlx::query(
                        "UPDATE matches SET revision = revision + 1, channel_id = ?1, parent_id = NULL \
                         WHERE id = ?2 AND channel_id <> ?1",
                    );
                    if moved.bind(to).bind(m.0).execute(&mut *sql).await?.rows_affected() == 0 {
                        return Ok(false);
                    }
                    let gone = sqlx::query("DELETE FROM proposals WHERE match_id = ? AND state = 'open'").bind(m.0);
                    gone.execute(&mut *sql).await?;
                    begin(sql, &store.0.posts, posts).await?;
                    Ok(true)
                })
            })
            .await?;
        if !moved {
            return Ok(());
        }
        self.reopen(m).await?;
        // Messages in the old channel are gone with it; the card of a deleted thread is in the new one.
        let gone: Vec<(i64, bool)> = self
            .of_posts(m, |posts| {
                let relocated = |post: &Post| post.is_pending() && post.kind == kinds::RELOCATED;
                let elsewhere = |post: &Post| post.at.is_some_and(|(channel, _)| channel != to);
                let asked =
                    |post: &Post| post.state == PostState::Open && post.lane == Lane::Channel && elsewhere(post);
                let before = posts.iter().take_while(|post| post.id < first);
                before.filter(|post| relocated(post) || asked(post)).map(|post| (post.id, relocated(post))).collect()
            })
            .await?;
        for (id, relocated) in gone {
            self.change_post(m, id, |post| {
                post.state = if relocated { PostState::Dropped } else { PostState::Closed };
                (post.payload, post.shown) = (String::new(), ContentDigest::Fixed);
            });
        }
        Ok(())
    }
}
