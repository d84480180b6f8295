//! Imported matches: finished matches that are stored unchanged, and matches that continue from a record.

use sqlx::Row;
use sqlx::sqlite::SqliteConnection;

use crate::ids::MatchId;
use crate::live::store::match_writes::NewRow;
use crate::live::store::matches::{append, known, open};
use crate::messages::store::post::NewPost;
use crate::platform::sqlite::error::StoreError;
use crate::platform::sqlite::open::Store;
use crate::platform::sqlite::query::{Columns, as_json};

/// The result of storing an imported match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImportResult {
    New(MatchId),
    /// An equal match was stored before, under this number.
    Known(MatchId),
}

impl Store {
    /// Like [`Store::open_match`], for a match that continues from these lines.
    pub async fn open_continued(
        &self,
        new: NewRow,
        lines: Vec<String>,
        posts: impl FnOnce(MatchId) -> Vec<NewPost> + Send + 'static,
    ) -> Result<MatchId, StoreError> {
        let numbered = self.numbering(new.row.opened, posts);
        self.write(move |sql| {
            Box::pin(async move {
                let id = open(&mut *sql, new, numbered).await?;
                let prefix = Columns::default().with("match_id", id).with("lines", as_json(&lines));
                prefix.insert("OR IGNORE INTO prefixes").execute(sql).await?;
                Ok(id)
            })
        })
        .await
    }

    /// Returns the lines from which a match continues; empty if it begins with its first step.
    pub async fn prefix(&self, id: MatchId) -> Result<Vec<String>, StoreError> {
        let lines = sqlx::query("SELECT lines FROM prefixes WHERE match_id = ?").bind(id);
        let lines = self.row(lines, |row| Ok(serde_json::from_str(row.try_get(0)?)?)).await?;
        Ok(lines.unwrap_or_default())
    }

    /// Stores a finished match with its record's lines after the header. An equal record of a public match of the server
    /// is not stored twice. A repeated interaction returns the match that it stored before.
    pub async fn keep_match(
        &self,
        new: NewRow,
        lines: Vec<String>,
        same: impl Fn(&[String]) -> bool + Send + Sync + 'static,
    ) -> Result<ImportResult, StoreError> {
        self.write(move |sql| Box::pin(async move { keep(sql, new, &lines, &same).await })).await
    }
}

async fn keep(
    sql: &mut SqliteConnection,
    new: NewRow,
    lines: &[String],
    same: &(impl Fn(&[String]) -> bool + Sync),
) -> Result<ImportResult, StoreError> {
    if let Some(id) = known(&mut *sql, &new).await? {
        return Ok(ImportResult::New(id));
    }
    let alike: Vec<MatchId> = sqlx::query_scalar(
        // The rules version may be missing in one of two equal records.
        "SELECT id FROM matches WHERE guild_id = ? AND status = 'over' AND NOT private AND \
         json_remove(header, '$.version') = json_remove(?, '$.version') ORDER BY id",
    )
    .bind(new.row.guild)
    .bind(&new.row.header)
    .fetch_all(&mut *sql)
    .await?;
    for id in alike {
        let lines = sqlx::query_scalar("SELECT line FROM entries WHERE match_id = ? ORDER BY seq").bind(id);
        if same(&lines.fetch_all(&mut *sql).await?) {
            return Ok(ImportResult::Known(id));
        }
    }
    let id = open(&mut *sql, new, |_| Vec::new()).await?;
    append(sql, id, 0, lines).await?;
    Ok(ImportResult::New(id))
}
