//! Players' proposals to each other, and their requests to the hosts.

use sqlx::Row;
use sqlx::sqlite::{SqliteConnection, SqliteRow};

use crate::game::Seat;
use crate::ids::{MatchId, Snowflake, StepId, UnixMs};
use crate::messages::store::post::NewPost;
use crate::platform::sqlite::error::StoreError;
use crate::platform::sqlite::open::Store;

/// The kind of a player's request to the hosts for more time.
pub const MORE_TIME: &str = "more-time";
/// The states of a proposal or request.
pub const OPEN: &str = "open";
pub const AGREED: &str = "agreed";
pub const REFUSED: &str = "refused";
pub const WITHDRAWN: &str = "withdrawn";
pub const OVER: &str = "over";
/// A player's proposal to the other player, or request to the hosts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProposalRow {
    pub match_id: MatchId,
    /// The proposer's seat.
    pub seat: Seat,
    /// The kind of agreement, or `MORE_TIME`.
    pub what: String,
    /// The step that was awaited.
    pub mark: StepId,
    /// The number of rulings before the proposal.
    pub rulings: u32,
    /// The deadline of the answer; 0 for a request for more time.
    pub until: UnixMs,
    /// The outcome: `OPEN` at first.
    pub state: String,
}

impl Store {
    /// Stores a proposal with its messages; returns whether it did. It refuses a second proposal of the kind at the same step and number of
    /// rulings, and a second one with a deadline while another of the seat can be answered.
    pub async fn propose(
        &self,
        id: Snowflake,
        proposal: ProposalRow,
        posts: Vec<NewPost>,
        now: UnixMs,
    ) -> Result<bool, StoreError> {
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
        .bind(id.ms().0);
        self.execute_and_queue(kept, match_id, posts, now).await
    }

    pub async fn proposal(&self, id: Snowflake) -> Result<Option<ProposalRow>, StoreError> {
        self.row(sqlx::query("SELECT * FROM proposals WHERE id = ?").bind(id), read_proposal).await
    }

    /// Whether a proposal of a seat can still be answered.
    pub async fn awaits_answer(&self, id: MatchId, seat: Seat, now: UnixMs) -> Result<bool, StoreError> {
        let open = "SELECT EXISTS (SELECT 1 FROM proposals WHERE match_id = ? AND seat = ? AND state = 'open' AND until_ms > ?)";
        let open = sqlx::query_scalar(open).bind(id.0).bind(seat.id()).bind(now.0);
        Ok(open.fetch_one(self.reading().await?.sql()).await?)
    }

    /// The unanswered requests of a step, with their seats.
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
