//! What has been asked and not yet answered: of a host, whether something is meant, and of a player, whether they agree.

use sqlx::Row;
use sqlx::sqlite::{SqliteConnection, SqliteRow};

use crate::game::Seat;
use crate::ids::{MatchId, Snowflake, StepId, UnixMs, UserId};
use crate::messages::store::post::NewPost;
use crate::messages::store::post_cache;
use crate::platform::sqlite::error::StoreError;
use crate::platform::sqlite::open::Store;
use crate::platform::sqlite::query::Columns;

/// What a player puts to hosts who asks for more time.
pub const MORE_TIME: &str = "more-time";
/// How long a question to a host is kept, in ms.
const KEPT: i64 = 7 * 24 * 60 * 60 * 1000;

/// What a host has been asked back about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IntentRow {
    pub match_id: MatchId,
    /// Who was asked.
    pub user: UserId,
    /// In the dealer's words.
    pub ruling: String,
    /// Who is to sit down.
    pub sits: Option<UserId>,
    /// Why, for everyone to read.
    pub reason: Option<String>,
    /// The step that was awaited.
    pub mark: StepId,
    /// How many rulings there had been.
    pub rulings: u32,
    /// Whether the match was over.
    pub over: bool,
    /// Whether it has been done.
    pub done: bool,
}

/// What one player has put to the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProposalRow {
    pub match_id: MatchId,
    /// Whose proposal it is.
    pub seat: Seat,
    /// In the dealer's words.
    pub what: String,
    /// The step that was awaited.
    pub mark: StepId,
    /// How many rulings there had been.
    pub rulings: u32,
    /// Until when it can be answered.
    pub until: UnixMs,
    /// What has become of it: `open` at first.
    pub state: String,
}

impl Store {
    /// Keeps what a host is asked back about; old questions go.
    pub async fn keep_intent(&self, id: Snowflake, intent: IntentRow) -> Result<(), StoreError> {
        let oldest = Snowflake::at(UnixMs(id.ms().0 - KEPT));
        let old = sqlx::query("DELETE FROM intents WHERE id < ?").bind(oldest);
        let new = Columns::default()
            .with("id", id)
            .with("match_id", intent.match_id)
            .with("user_id", intent.user)
            .with("ruling", intent.ruling)
            .with("sits", intent.sits)
            .with("reason", intent.reason)
            .with("step", intent.mark.step)
            .with("begun", intent.mark.begun)
            .with("rulings", intent.rulings)
            .with("over", intent.over)
            .with("done", intent.done);
        self.execute_all([old, new.insert("OR IGNORE INTO intents")]).await
    }

    /// What a host was asked back about, if it is still kept.
    pub async fn intent(&self, id: Snowflake) -> Result<Option<IntentRow>, StoreError> {
        let read = |row: &SqliteRow| {
            Ok(IntentRow {
                match_id: row.try_get("match_id")?,
                user: row.try_get("user_id")?,
                ruling: row.try_get("ruling")?,
                sits: row.try_get("sits")?,
                reason: row.try_get("reason")?,
                mark: StepId { step: row.try_get("step")?, begun: row.try_get("begun")? },
                rulings: row.try_get("rulings")?,
                over: row.try_get("over")?,
                done: row.try_get("done")?,
            })
        };
        self.row(sqlx::query("SELECT * FROM intents WHERE id = ?").bind(id), read).await
    }

    /// Records that a confirmed ruling is made.
    pub async fn intent_done(&self, id: Snowflake) -> Result<(), StoreError> {
        self.execute(sqlx::query("UPDATE intents SET done = 1 WHERE id = ?").bind(id)).await.map(drop)
    }

    /// Keeps a proposal with the messages that put it, unless its seat has put the same at this step, or both it and another one of the
    /// seat's can still be answered; whether it is kept.
    pub async fn propose(
        &self,
        id: Snowflake,
        proposal: ProposalRow,
        posts: Vec<NewPost>,
        now: UnixMs,
    ) -> Result<bool, StoreError> {
        let (store, new) = (self.clone(), self.0.posts.assign_ids(proposal.match_id, posts, now));
        self.write(move |sql| {
            Box::pin(async move {
                let ProposalRow { match_id, seat, what, mark, rulings, until, state } = proposal;
                let kept = sqlx::query(
                    "INSERT INTO proposals (id, match_id, seat, what, step, begun, rulings, until_ms, state) \
                     SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9 WHERE NOT EXISTS (SELECT 1 FROM proposals \
                     WHERE match_id = ?2 AND seat = ?3 AND step = ?5 AND begun = ?6 \
                     AND ((what = ?4 AND rulings = ?7) OR (?8 > ?10 AND state = 'open' AND rulings = ?7 AND until_ms > ?10)))",
                )
                .bind(id)
                .bind(match_id.0)
                .bind(seat.id())
                .bind(what)
                .bind(mark.step)
                .bind(mark.begun)
                .bind(rulings)
                .bind(until.0)
                .bind(state)
                .bind(id.ms().0)
                .execute(&mut *sql)
                .await?
                .rows_affected()
                    > 0;
                if kept {
                    post_cache::begin(sql, &store.0.posts, new).await?;
                }
                Ok(kept)
            })
        })
        .await
    }

    /// What one player has put to the other.
    pub async fn proposal(&self, id: Snowflake) -> Result<Option<ProposalRow>, StoreError> {
        self.row(sqlx::query("SELECT * FROM proposals WHERE id = ?").bind(id), read_proposal).await
    }

    /// Whether a seat of a match has put something to the other that can still be answered.
    pub async fn awaits_answer(&self, id: MatchId, seat: Seat, now: UnixMs) -> Result<bool, StoreError> {
        let open = "SELECT EXISTS (SELECT 1 FROM proposals WHERE match_id = ? AND seat = ? AND state = 'open' AND until_ms > ?)";
        let open = sqlx::query_scalar(open).bind(id.0).bind(seat.id()).bind(now.0);
        Ok(open.fetch_one(self.reading().await?.sql()).await?)
    }

    /// The requests of a step that no host has answered, with their seats.
    pub async fn open_requests(&self, id: MatchId, mark: StepId) -> Result<Vec<(Snowflake, Seat)>, StoreError> {
        let query = "SELECT id, seat FROM proposals WHERE match_id = ? AND what = ? AND step = ? AND begun = ? \
             AND state = 'open' ORDER BY id";
        let rows = sqlx::query(query).bind(id.0).bind(MORE_TIME).bind(mark.step).bind(mark.begun);
        self.rows(rows, |row| Ok((row.try_get("id")?, read_seat(row)?))).await
    }

    /// Records the outcome of an open proposal.
    pub async fn proposal_is(&self, id: Snowflake, state: &'static str) -> Result<(), StoreError> {
        self.write(move |sql| Box::pin(settle(sql, id, state))).await
    }
}

/// Records the outcome of an open proposal.
pub(crate) async fn settle(sql: &mut SqliteConnection, id: Snowflake, state: &str) -> Result<(), StoreError> {
    let settled = sqlx::query("UPDATE proposals SET state = ? WHERE id = ? AND state = 'open'");
    settled.bind(state).bind(id).execute(sql).await?;
    Ok(())
}

fn read_seat(row: &SqliteRow) -> Result<Seat, StoreError> {
    Ok(row.try_get::<&str, _>("seat")?.parse()?)
}

fn read_proposal(row: &SqliteRow) -> Result<ProposalRow, StoreError> {
    Ok(ProposalRow {
        match_id: row.try_get("match_id")?,
        seat: read_seat(row)?,
        what: row.try_get("what")?,
        mark: StepId { step: row.try_get("step")?, begun: row.try_get("begun")? },
        rulings: row.try_get("rulings")?,
        until: row.try_get("until_ms")?,
        state: row.try_get("state")?,
    })
}
