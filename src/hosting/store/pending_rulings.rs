//! What has been asked and not yet answered: of a host, whether something is meant, and of a player, whether they agree.

use sqlx::Row;
use sqlx::sqlite::SqliteRow;

use crate::game::Seat;
use crate::ids::{MatchId, Snowflake, StepId, UnixMs, UserId};
use crate::messages::store::known_posts;
use crate::messages::store::post::NewPost;
use crate::platform::sqlite::error::StoreError;
use crate::platform::sqlite::ids::{signed, unsigned};
use crate::platform::sqlite::open::Store;

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
        self.write(move |sql| {
            Box::pin(async move {
                sqlx::query("DELETE FROM intents WHERE id < ?").bind(signed(oldest.0)).execute(&mut *sql).await?;
                sqlx::query(
                    "INSERT OR IGNORE INTO intents (id, match_id, user_id, ruling, sits, reason, step, begun, rulings, over, done) \
                     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                )
                .bind(signed(id.0))
                .bind(intent.match_id.0)
                .bind(signed(intent.user.0))
                .bind(intent.ruling)
                .bind(intent.sits.map(|user| signed(user.0)))
                .bind(intent.reason)
                .bind(intent.mark.step)
                .bind(intent.mark.begun)
                .bind(intent.rulings)
                .bind(intent.over)
                .bind(intent.done)
                .execute(sql)
                .await?;
                Ok(())
            })
        })
        .await
    }

    /// What a host was asked back about, if it is still kept.
    pub async fn intent(&self, id: Snowflake) -> Result<Option<IntentRow>, StoreError> {
        let row = sqlx::query(
            "SELECT match_id, user_id, ruling, sits, reason, step, begun, rulings, over, done FROM intents WHERE id = ?",
        )
        .bind(signed(id.0))
        .fetch_optional(self.reading().await?.sql())
        .await?;
        row.map(|row| {
            Ok(IntentRow {
                match_id: MatchId(row.try_get(0)?),
                user: UserId(unsigned(row.try_get(1)?)),
                ruling: row.try_get(2)?,
                sits: row.try_get::<Option<i64>, _>(3)?.map(|user| UserId(unsigned(user))),
                reason: row.try_get(4)?,
                mark: StepId { step: row.try_get(5)?, begun: row.try_get(6)? },
                rulings: row.try_get(7)?,
                over: row.try_get(8)?,
                done: row.try_get(9)?,
            })
        })
        .transpose()
    }

    /// Records that a confirmed ruling is made.
    pub async fn intent_done(&self, id: Snowflake) -> Result<(), StoreError> {
        self.write(move |sql| {
            Box::pin(async move {
                sqlx::query("UPDATE intents SET done = 1 WHERE id = ?").bind(signed(id.0)).execute(sql).await?;
                Ok(())
            })
        })
        .await
    }

    /// Keeps a proposal with the message that puts it, unless its seat has put the same at this step, or has one that can still be
    /// answered; whether it is kept.
    pub async fn propose(
        &self,
        id: Snowflake,
        proposal: ProposalRow,
        post: NewPost,
        now: UnixMs,
    ) -> Result<bool, StoreError> {
        let (store, new) = (self.clone(), self.0.posts.numbered(proposal.match_id, vec![post], now));
        self.write(move |sql| {
            Box::pin(async move {
                let ProposalRow { match_id, seat, what, mark, rulings, until, state } = proposal;
                let kept = sqlx::query(
                    "INSERT INTO proposals (id, match_id, seat, what, step, begun, rulings, until_ms, state) \
                     SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9 WHERE NOT EXISTS (SELECT 1 FROM proposals \
                     WHERE match_id = ?2 AND seat = ?3 AND step = ?5 AND begun = ?6 \
                     AND ((what = ?4 AND rulings = ?7) OR (state = 'open' AND rulings = ?7 AND until_ms > ?10)))",
                )
                .bind(signed(id.0))
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
                    known_posts::begin(sql, &store.0.posts, new).await?;
                }
                Ok(kept)
            })
        })
        .await
    }

    /// What one player has put to the other.
    pub async fn proposal(&self, id: Snowflake) -> Result<Option<ProposalRow>, StoreError> {
        let row = sqlx::query(
            "SELECT match_id, seat, what, step, begun, rulings, until_ms, state FROM proposals WHERE id = ?",
        )
        .bind(signed(id.0))
        .fetch_optional(self.reading().await?.sql())
        .await?;
        row.as_ref().map(read_proposal).transpose()
    }

    /// Whether a seat of a match has put something to the other that can still be answered.
    pub async fn awaits_answer(&self, id: MatchId, seat: Seat, now: UnixMs) -> Result<bool, StoreError> {
        let open = "SELECT EXISTS (SELECT 1 FROM proposals WHERE match_id = ? AND seat = ? AND state = 'open' AND until_ms > ?)";
        let open = sqlx::query_scalar(open).bind(id.0).bind(seat.id()).bind(now.0);
        Ok(open.fetch_one(self.reading().await?.sql()).await?)
    }

    /// Records the outcome of an open proposal.
    pub async fn proposal_is(&self, id: Snowflake, state: &'static str) -> Result<(), StoreError> {
        self.write(move |sql| {
            Box::pin(async move {
                sqlx::query("UPDATE proposals SET state = ? WHERE id = ? AND state = 'open'")
                    .bind(state)
                    .bind(signed(id.0))
                    .execute(sql)
                    .await?;
                Ok(())
            })
        })
        .await
    }
}

fn read_proposal(row: &SqliteRow) -> Result<ProposalRow, StoreError> {
    let seat = row.try_get::<String, _>(1)?;
    Ok(ProposalRow {
        match_id: MatchId(row.try_get(0)?),
        seat: seat.parse()?,
        what: row.try_get(2)?,
        mark: StepId { step: row.try_get(3)?, begun: row.try_get(4)? },
        rulings: row.try_get(5)?,
        until: UnixMs(row.try_get(6)?),
        state: row.try_get(7)?,
    })
}
