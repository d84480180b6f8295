//! Matches and their entries.

use sqlx::sqlite::{SqliteConnection, SqliteRow};
use sqlx::{AssertSqlSafe, Row};

use crate::game::{BySeat, Seat};
use crate::history::store::{final_boards, match_statistics};
use crate::hosting::store::{host_knowledge, proposals};
use crate::ids::{ChannelId, GuildId, MatchId, MessageId, Snowflake, StepId, UnixMs, UserId};
use crate::live::store::drafts::Draft;
use crate::live::store::match_row::{MatchRow, Part, PartOf, Status, display_names};
use crate::live::store::match_writes::{Change, Commit, NewRow};
use crate::messages::store::post::{NewPost, Post};
use crate::messages::store::post_cache;
use crate::platform::sqlite::error::StoreError;
use crate::platform::sqlite::open::Store;
use crate::platform::sqlite::query::{Columns, as_json, json, seats};
use crate::platform::sqlite::stored_ids::{signed, unsigned};

/// Selects the id of a seat's first player, for whom the match counts; 0 if it is unknown. `$of` is the table of matches.
macro_rules! first_player {
    ($of:literal, $seat:literal) => {
        concat!(
            "coalesce((SELECT coalesce(CAST(json_extract(line, '$.meta.left') AS INTEGER), 0) FROM entries INDEXED BY substitutions \
             WHERE match_id = ",
            $of,
            ".id AND line LIKE '%\"host\":\"substitute %' AND json_extract(line, '$.host') LIKE 'substitute ",
            $seat,
            " %' ORDER BY seq LIMIT 1), ",
            $of,
            ".",
            $seat,
            "_user)"
        )
    };
}

/// Selects whether a match is of the first version of its game's file.
macro_rules! of_first_version {
    ($of:literal) => {
        concat!(
            "EXISTS (SELECT 1 FROM own_games WHERE own_games.guild_id = ",
            $of,
            ".guild_id AND own_games.game = ",
            $of,
            ".game AND version = 1)"
        )
    };
}

/// Selects a player's won and lost matches on one seat, of those that count in the server.
macro_rules! played_as {
    ($player:literal, $seat:literal) => {
        concat!(
            "SELECT json_extract(o.outcome, '$.winner') = '",
            $seat,
            "' AS won FROM matches AS o WHERE ",
            $crate::live::store::matches::first_player!("o", $seat),
            " = matches.",
            $player,
            "_user AND o.guild_id = matches.guild_id AND o.status = 'over' AND NOT o.friendly AND NOT o.ec_bot AND NOT o.dmo_bot \
             AND json_extract(o.outcome, '$.winner') IS NOT NULL AND o.id NOT IN (SELECT match_id FROM uncounted) AND NOT ",
            $crate::live::store::matches::of_first_version!("o")
        )
    };
}

/// Selects a player's record in the server, while the match is in its lobby.
macro_rules! record_of {
    ($player:literal) => {
        concat!(
            "CASE WHEN status = 'lobby' AND ",
            $player,
            "_user <> 0 AND NOT ",
            $player,
            "_bot THEN (SELECT json_array(coalesce(sum(won), 0), coalesce(sum(NOT won), 0)) FROM (",
            $crate::live::store::matches::played_as!($player, "ec"),
            " UNION ALL ",
            $crate::live::store::matches::played_as!($player, "dmo"),
            ")) END AS ",
            $player,
            "_record"
        )
    };
}

/// The columns that are read of a match.
macro_rules! of_match {
    () => {
        concat!(
            "matches.*, (SELECT username FROM people WHERE user_id = ec_user) AS ec_username, \
             (SELECT username FROM people WHERE user_id = dmo_user) AS dmo_username, ",
            $crate::live::store::matches::record_of!("ec"),
            ", ",
            $crate::live::store::matches::record_of!("dmo")
        )
    };
}
pub(crate) use {first_player, of_first_version, of_match, played_as, record_of};

pub(crate) fn read(row: &SqliteRow) -> Result<MatchRow, StoreError> {
    let (step, begun): (Option<u32>, Option<u32>) = (row.try_get("step")?, row.try_get("begun")?);
    let (channel, message): (Option<ChannelId>, Option<MessageId>) =
        (row.try_get("card_channel")?, row.try_get("card_message")?);
    let series: Option<Snowflake> = row.try_get("series_id")?;
    let tournament = PartOf::Tournament { host_plays: row.try_get("host_plays")? };
    let part = row
        .try_get::<Option<String>, _>("series")?
        .map(|words| Part { of: series.map_or(tournament, PartOf::Series), words });
    let (header, plain): (String, _) = (row.try_get("header")?, seats(row, "name")?);
    Ok(MatchRow {
        id: row.try_get("id")?,
        revision: row.try_get("revision")?,
        guild: row.try_get("guild_id")?,
        channel: row.try_get("channel_id")?,
        parent: row.try_get("parent_id")?,
        in_dms: row.try_get("private")?,
        by_button: row.try_get("by_button")?,
        predicts: row.try_get("predicts")?,
        opener: row.try_get("host_id")?,
        game: row.try_get("game")?,
        names: display_names(&header, &plain),
        plain_names: plain,
        usernames: seats(row, "username")?,
        header,
        version: row.try_get("version")?,
        users: seats(row, "user")?,
        bots: seats(row, "bot")?,
        ready: seats(row, "ready")?,
        pressed: seats(row, "pressed")?.map(unsigned),
        status: row.try_get::<&str, _>("status")?.parse()?,
        stage: row.try_get::<&str, _>("stage")?.parse()?,
        opened: row.try_get("opened_ms")?,
        expires: row.try_get("expires_ms")?,
        starts: row.try_get("starts_ms")?,
        part,
        offers: json(row, "offers")?,
        origin: json(row, "origin")?,
        start_reminded_until: row.try_get("reminded_ms")?,
        started: row.try_get("started_ms")?,
        first_round: row.try_get("first_round_ms")?,
        deadline: row.try_get("deadline_ms")?,
        mark: step.zip(begun).map(|(step, begun)| StepId { step, begun }),
        awaited: seats(row, "awaited")?,
        card: channel.zip(message),
        outcome: row.try_get("outcome")?,
        friendly: row.try_get("friendly")?,
        called_off: row.try_get::<Option<String>, _>("called_off")?.map(|by| by.parse()).transpose()?,
        channel_refusal: row.try_get("lost")?,
        halted: row.try_get("halted")?,
        carried: json(row, "carried")?.unwrap_or_default(),
        unreachable: seats(row, "unreachable")?,
        records: BySeat { ec: json(row, "ec_record")?, dmo: json(row, "dmo_record")? },
    })
}

/// Returns the columns of a match that a commit can change.
fn columns(row: &MatchRow) -> Columns {
    Columns::default()
        .with("status", row.status.to_string())
        .with("stage", row.stage.to_string())
        .with("game", &row.game)
        .with("header", &row.header)
        .with("version", row.version)
        .seats("user", row.users)
        .seats("name", row.plain_names.as_ref())
        .seats("bot", row.bots)
        .seats("ready", row.ready)
        .seats("pressed", row.pressed.map(signed))
        .with("expires_ms", row.expires)
        .with("starts_ms", row.starts)
        .with("reminded_ms", row.start_reminded_until)
        .with("started_ms", row.started)
        .with("first_round_ms", row.first_round)
        .with("deadline_ms", row.deadline)
        .with("step", row.mark.map(|mark| mark.step))
        .with("begun", row.mark.map(|mark| mark.begun))
        .seats("awaited", row.awaited)
        .with("outcome", &row.outcome)
        .with("called_off", row.called_off.map(|by| by.to_string()))
        .with("lost", &row.channel_refusal)
        .with("halted", &row.halted)
        .with("carried", as_json(&row.carried))
        .seats("unreachable", row.unreachable)
        .with("offers", row.offers.as_ref().map(as_json))
}

async fn find(sql: &mut SqliteConnection, id: MatchId) -> Result<Option<MatchRow>, StoreError> {
    let row = sqlx::query(concat!("SELECT ", of_match!(), " FROM matches WHERE id = ?"))
        .bind(id.0)
        .fetch_optional(sql)
        .await?;
    row.as_ref().map(read).transpose()
}

/// Writes a match's row, if the match still has the revision that the change was made from.
async fn write(sql: &mut SqliteConnection, change: &Change) -> Result<(), StoreError> {
    let row = &change.row;
    let written = columns(row).with("revision", row.revision + 1).update("matches", "id = ? AND revision = ?");
    let written = written.bind(row.id).bind(row.revision).execute(sql).await?;
    if written.rows_affected() == 0 { Err(StoreError::Conflict) } else { Ok(()) }
}

/// Adds lines to a match's record, starting at a number.
pub(crate) async fn append(
    sql: &mut SqliteConnection,
    id: MatchId,
    first: i64,
    lines: &[String],
) -> Result<(), StoreError> {
    for (seq, line) in (first..).zip(lines) {
        let entry = sqlx::query("INSERT INTO entries (match_id, seq, line) VALUES (?, ?, ?)");
        entry.bind(id.0).bind(seq).bind(line).execute(&mut *sql).await?;
    }
    Ok(())
}

async fn enter(
    sql: &mut SqliteConnection,
    commit: Commit,
    store: &Store,
    new: Vec<Post>,
) -> Result<MatchRow, StoreError> {
    let Commit { change, entries, clear_drafts, .. } = commit;
    let id = change.row.id;
    let found = sqlx::query(concat!(
        "SELECT ",
        of_match!(),
        ", (SELECT coalesce(max(seq) + 1, 0) FROM entries WHERE match_id = ?1) AS seq FROM matches WHERE id = ?1",
    ))
    .bind(id.0)
    .fetch_optional(&mut *sql)
    .await?
    .ok_or(StoreError::Conflict)?;
    let (before, seq) = (read(&found)?, found.try_get::<i64, _>("seq")?);
    write(sql, &change).await?;
    append(sql, id, seq, &entries).await?;
    if before.status == Status::Over && !entries.is_empty() {
        match_statistics::delete(&mut *sql, id).await?;
        final_boards::delete(&mut *sql, id).await?;
    }
    host_knowledge::learn(sql, id, &change.knowers).await?;
    // People who have played in the match or set its secrets are no spectators.
    for (user, _) in &change.knowers {
        let predicted = sqlx::query("DELETE FROM predictions WHERE match_id = ? AND user_id = ?");
        predicted.bind(id).bind(user).execute(&mut *sql).await?;
    }
    for (proposal, state) in change.settles {
        proposals::settle(&mut *sql, proposal, state).await?;
    }
    for seat in clear_drafts {
        sqlx::query("DELETE FROM order_drafts WHERE match_id = ? AND seat = ?")
            .bind(id.0)
            .bind(seat.id())
            .execute(&mut *sql)
            .await?;
    }
    post_cache::begin(sql, &store.0.posts, new).await?;
    let row = MatchRow {
        revision: change.row.revision + 1,
        names: display_names(&change.row.header, &change.row.plain_names),
        usernames: before.usernames,
        records: before.records,
        ..change.row
    };
    store.0.cache.stage(row.clone());
    Ok(row)
}

/// Returns the match that this interaction has already opened, if any.
pub(crate) async fn known(sql: &mut SqliteConnection, new: &NewRow) -> Result<Option<MatchId>, StoreError> {
    let Some(opening) = new.opening else { return Ok(None) };
    let known = sqlx::query_scalar("SELECT id FROM matches WHERE opening = ?").bind(opening);
    Ok(known.fetch_optional(sql).await?.map(MatchId))
}

/// See [`Store::open_match`].
pub(crate) async fn open(
    sql: &mut SqliteConnection,
    new: NewRow,
    posts: impl FnOnce(MatchId) -> Vec<Post>,
) -> Result<MatchId, StoreError> {
    if let Some(id) = known(&mut *sql, &new).await? {
        return Ok(id);
    }
    let row = &new.row;
    let made = columns(row)
        .with("guild_id", row.guild)
        .with("channel_id", row.channel)
        .with("host_id", row.opener)
        .with("opened_ms", row.opened)
        .with("friendly", row.friendly)
        .with("opening", new.opening)
        .with("private", row.in_dms)
        .with("by_button", row.by_button)
        .with("predicts", row.predicts)
        .with("series_id", row.series())
        .with("host_plays", row.part.as_ref().is_some_and(|part| part.of == PartOf::Tournament { host_plays: true }))
        .with("series", row.part.as_ref().map(|part| &part.words))
        .with("origin", row.origin.as_ref().map(as_json));
    let made = made.insert("INTO matches").execute(&mut *sql).await?;
    let id = MatchId(made.last_insert_rowid());
    host_knowledge::learn(&mut *sql, id, &new.knowers).await?;
    post_cache::keep(&mut *sql, &posts(id)).await?;
    Ok(id)
}

impl Store {
    /// Opens a match in its lobby and queues its posts, which get the match's number. An interaction opens only one match, which is
    /// returned again.
    pub async fn open_match(
        &self,
        new: NewRow,
        posts: impl FnOnce(MatchId) -> Vec<NewPost> + Send + 'static,
    ) -> Result<MatchId, StoreError> {
        let numbered = self.numbering(new.row.opened, posts);
        self.write(move |sql| Box::pin(open(sql, new, numbered))).await
    }

    /// Writes the changes of a match in one transaction, and returns its new row.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if the match has another revision than the commit is based on.
    pub async fn commit(&self, commit: Commit) -> Result<MatchRow, StoreError> {
        let id = commit.change.row.id;
        self.load_posts(id).await?;
        let new = self.0.posts.assign_ids(id, commit.posts.clone(), commit.now);
        let shown = commit.change.shown.clone();
        let store = self.clone();
        let entered = async move |sql: &mut SqliteConnection| {
            let entered = enter(sql, commit, &store, new).await;
            if entered.is_err() {
                // The cached row may be the outdated one of the commit.
                store.0.cache.forget_match(id);
            }
            entered
        };
        let row = self.write(move |sql| Box::pin(async move { entered(sql).await })).await?;
        if let Some((message, shown)) = shown {
            self.message_shows(id, message, shown);
        }
        Ok(row)
    }

    /// Returns a match.
    pub async fn find_match(&self, id: MatchId) -> Result<Option<MatchRow>, StoreError> {
        let changes = match self.0.cache.find(|kept| &mut kept.matches, &id) {
            Ok(row) => return Ok(Some(row)),
            Err(changes) => changes,
        };
        let row = find(self.reading().await?.sql(), id).await?;
        if let Some(row) = &row {
            self.0.cache.keep(|kept| &mut kept.matches, id, row.clone(), changes);
        }
        Ok(row)
    }

    /// Returns a match's record lines after the header, in order.
    pub async fn entries(&self, id: MatchId) -> Result<Vec<String>, StoreError> {
        let lines = sqlx::query_scalar("SELECT line FROM entries WHERE match_id = ? ORDER BY seq")
            .bind(id.0)
            .fetch_all(self.reading().await?.sql())
            .await?;
        Ok(lines)
    }

    /// Returns the words that a seat has chosen for a prompt.
    pub async fn draft(&self, id: MatchId, mark: StepId, seat: Seat) -> Result<Vec<String>, StoreError> {
        let words =
            sqlx::query("SELECT words FROM order_drafts WHERE match_id = ? AND step = ? AND begun = ? AND seat = ?");
        let words = words.bind(id).bind(mark.step).bind(mark.begun).bind(seat.id());
        let words = self.row(words, |row| Ok(serde_json::from_str(row.try_get(0)?)?)).await?;
        Ok(words.unwrap_or_default())
    }

    /// Stores a seat's chosen words with the next write; an empty list deletes the draft.
    pub fn keep_draft(&self, m: MatchId, mark: StepId, seat: Seat, words: &[String]) {
        let mut cache = self.0.posts.cache.lock();
        cache.drafts.insert((m, seat), Draft { mark, words: words.to_vec() });
        self.store_soon(cache);
    }

    /// Returns all matches in their lobby or running.
    pub async fn live_matches(&self) -> Result<Vec<MatchRow>, StoreError> {
        self.list("status IN ('lobby', 'running') ORDER BY id", &[]).await
    }

    /// Returns the running matches, and finished ones with a post after a moment.
    pub async fn played_since(&self, moment: UnixMs) -> Result<Vec<MatchRow>, StoreError> {
        let which = "status = 'running' OR \
                     (status = 'over' AND id IN (SELECT match_id FROM posts WHERE created_ms >= ?)) ORDER BY id";
        self.list(which, &[moment.0]).await
    }

    /// Returns a server's live matches, and those with a post after a moment.
    pub async fn evening(&self, guild: GuildId, since: UnixMs) -> Result<Vec<MatchRow>, StoreError> {
        let which = "guild_id = ? AND private = 0 AND coalesce(origin, '') <> '\"kept\"' AND (status IN ('lobby', 'running') OR EXISTS \
                     (SELECT 1 FROM posts WHERE match_id = matches.id AND created_ms >= ?)) ORDER BY id";
        self.list(which, &[signed(guild.0), since.0]).await
    }

    /// Returns the newest 25 matches of a channel and its threads, the newest first.
    pub async fn matches_in(&self, channel: ChannelId) -> Result<Vec<MatchRow>, StoreError> {
        self.list("channel_id = ? OR parent_id = ? ORDER BY id DESC LIMIT 25", &[signed(channel.0); 2]).await
    }

    /// Returns the live matches of a channel and its threads.
    pub async fn live_in(&self, channel: ChannelId) -> Result<Vec<MatchRow>, StoreError> {
        let which = "(channel_id = ? OR parent_id = ?) AND status IN ('lobby', 'running') ORDER BY id";
        self.list(which, &[signed(channel.0); 2]).await
    }

    /// Returns the finished matches that were played in this thread.
    pub async fn over_in(&self, thread: ChannelId) -> Result<Vec<MatchRow>, StoreError> {
        let which = "channel_id = ? AND parent_id IS NOT NULL AND status NOT IN ('lobby', 'running') ORDER BY id";
        self.list(which, &[signed(thread.0)]).await
    }

    /// Returns the matches that a person opened, if they are in their lobby or were opened after a moment.
    pub async fn lobbies_by(&self, host: UserId, since: UnixMs) -> Result<Vec<MatchRow>, StoreError> {
        self.list("host_id = ? AND (status = 'lobby' OR opened_ms > ?)", &[signed(host.0), since.0]).await
    }

    /// Returns the live matches with a person's id in a seat, the newest first.
    pub async fn matches_of(&self, user: UserId) -> Result<Vec<MatchRow>, StoreError> {
        let user = signed(user.0);
        self.list("(ec_user = ?1 OR dmo_user = ?1) AND status IN ('lobby', 'running') ORDER BY id DESC", &[user]).await
    }

    /// Returns a person's matches, the live ones first, then the newest, at most 25.
    pub async fn recent_of(&self, user: UserId) -> Result<Vec<MatchRow>, StoreError> {
        let which = "ec_user = ?1 OR dmo_user = ?1 ORDER BY status IN ('lobby', 'running') DESC, id DESC LIMIT 25";
        self.list(which, &[signed(user.0)]).await
    }

    async fn list(&self, which: &str, binds: &[i64]) -> Result<Vec<MatchRow>, StoreError> {
        let mut held = self.reading().await?;
        let mut query = sqlx::query(AssertSqlSafe(format!("SELECT {} FROM matches WHERE {which}", of_match!())));
        for bind in binds {
            query = query.bind(*bind);
        }
        query.fetch_all(held.sql()).await?.iter().map(read).collect()
    }
}
