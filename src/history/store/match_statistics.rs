//! Statistics of finished matches.
//!
//! Statistics are derived from records, deleted in the transaction in which a match continues, and can be derived again.

use std::collections::HashMap;

use sqlx::Row;
use sqlx::sqlite::SqliteConnection;

use crate::game::{BySeat, Seat, family};
use crate::ids::{GuildId, MatchId, UserId};
use crate::platform::sqlite::error::StoreError;
use crate::platform::sqlite::open::Store;
use crate::platform::sqlite::query::{Columns, as_json, only};
use crate::table::{Figures, OfSeat};

/// The version of the derivation. Statistics of another version are derived again.
const DERIVATION_VERSION: i64 = 2;

/// Deletes a match's statistics, because it continues or ends differently.
pub(crate) async fn delete(sql: &mut SqliteConnection, id: MatchId) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM match_statistics WHERE match_id = ?").bind(id.0).execute(sql).await?;
    Ok(())
}

/// Erases a player's part of a match's statistics. The match's length stays.
pub(crate) async fn blank_player(sql: &mut SqliteConnection, id: MatchId, seat: &str) -> Result<(), StoreError> {
    let blank = "UPDATE match_statistics SET opening = NULL, uses = '{}', thoughts = '[]', missed = 0 WHERE match_id = ? AND seat = ?";
    sqlx::query(blank).bind(id.0).bind(seat).execute(sql).await?;
    Ok(())
}

fn stored(count: u64) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

async fn keep(
    sql: &mut SqliteConnection,
    id: MatchId,
    lines: i64,
    of: BySeat<UserId>,
    figures: &Figures,
    missed: BySeat<u32>,
) -> Result<bool, StoreError> {
    // The end may have been reverted, or a player erased, since the record was read.
    let same: bool = sqlx::query_scalar(
        "SELECT EXISTS (SELECT 1 FROM matches WHERE id = ?1 AND status = 'over' AND ec_user = ?2 AND dmo_user = ?3 \
         AND (SELECT count(*) FROM entries WHERE match_id = ?1) = ?4)",
    )
    .bind(id.0)
    .bind(of.ec)
    .bind(of.dmo)
    .bind(lines)
    .fetch_one(&mut *sql)
    .await?;
    if !same {
        return Ok(false);
    }
    for (seat, played) in figures.seats.iter() {
        let gone = OfSeat::default();
        let OfSeat { opening, uses, thoughts } = if of[seat].0 == 0 { &gone } else { played };
        let figures = Columns::default()
            .with("match_id", id)
            .with("seat", seat.id())
            .with("made", DERIVATION_VERSION)
            .with("steps", figures.steps)
            .with("lasted_ms", stored(figures.lasted))
            .with("first", figures.first == Some(seat))
            .with("opening", opening)
            .with("uses", as_json(uses))
            .with("thoughts", as_json(thoughts))
            .with("missed", if of[seat].0 == 0 { 0 } else { missed[seat] })
            .with("comeback", figures.comeback.as_ref().map(as_json))
            .with("score", figures.score.as_ref().map(as_json));
        figures.insert("OR REPLACE INTO match_statistics").execute(&mut *sql).await?;
    }
    Ok(true)
}

impl Store {
    /// Returns at most `most` finished matches without current statistics, the newest first.
    pub async fn without_statistics(&self, most: u32) -> Result<Vec<MatchId>, StoreError> {
        let ids = sqlx::query(
            "SELECT id FROM matches WHERE status = 'over' AND outcome IS NOT NULL AND NOT EXISTS \
             (SELECT 1 FROM match_statistics WHERE match_id = id AND made = ?) ORDER BY id DESC LIMIT ?",
        );
        self.rows(ids.bind(DERIVATION_VERSION).bind(most), only).await
    }

    /// Stores a match's statistics if it is still over with this number of entries and these players. Returns whether it is.
    /// An erased player's part is stored empty.
    pub async fn keep_statistics(
        &self,
        id: MatchId,
        entries: usize,
        of: BySeat<UserId>,
        figures: Figures,
        missed: BySeat<u32>,
    ) -> Result<bool, StoreError> {
        let lines = stored(entries as u64);
        self.write(move |sql| Box::pin(async move { keep(sql, id, lines, of, &figures, missed).await })).await
    }

    /// Returns the stored statistics of a server's finished matches, of one game or all.
    pub async fn match_statistics(
        &self,
        guild: GuildId,
        game: Option<&str>,
    ) -> Result<HashMap<MatchId, Figures>, StoreError> {
        let rows = sqlx::query(
            "SELECT match_id, seat, steps, lasted_ms, first, match_statistics.opening, uses, thoughts, comeback, score FROM match_statistics \
             JOIN matches ON matches.id = match_id WHERE guild_id = ?1 AND status = 'over' AND (?2 IS NULL OR game = ?2 OR game LIKE ?2 || '@%')",
        )
        .bind(guild)
        .bind(game.map(family))
        .fetch_all(self.reading().await?.sql())
        .await?;
        let mut found: HashMap<MatchId, Figures> = HashMap::with_capacity(rows.len() / 2);
        for row in &rows {
            let seat: Seat = row.try_get::<&str, _>(1)?.parse()?;
            let figures = found.entry(row.try_get(0)?).or_default();
            figures.steps = row.try_get(2)?;
            figures.lasted = row.try_get::<i64, _>(3)?.unsigned_abs();
            if row.try_get(4)? {
                figures.first = Some(seat);
            }
            let [comeback, score]: [Option<&str>; 2] = [row.try_get(8)?, row.try_get(9)?];
            figures.comeback = comeback.map(serde_json::from_str).transpose()?;
            figures.score = score.map(serde_json::from_str).transpose()?;
            figures.seats[seat] = OfSeat {
                opening: row.try_get(5)?,
                uses: serde_json::from_str(row.try_get(6)?)?,
                thoughts: serde_json::from_str(row.try_get(7)?)?,
            };
        }
        Ok(found)
    }
}
