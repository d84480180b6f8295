//! The last boards of finished matches, for display under later rules.
//!
//! Like statistics, they are derived from records and deleted in the transaction in which a match continues.

use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use sqlx::sqlite::SqliteConnection;

use crate::game::{Scene, Text};
use crate::ids::MatchId;
use crate::platform::sqlite::error::StoreError;
use crate::platform::sqlite::open::Store;
use crate::platform::sqlite::query::only;

/// Deletes a match's last board, because it continues or ends differently.
pub(crate) async fn delete(sql: &mut SqliteConnection, id: MatchId) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM final_boards WHERE match_id = ?").bind(id.0).execute(sql).await?;
    Ok(())
}

impl Store {
    /// Returns at most `most` finished matches without a stored last board, the newest first.
    pub async fn without_final_board(&self, most: u32) -> Result<Vec<MatchId>, StoreError> {
        let ids = sqlx::query(
            "SELECT id FROM matches WHERE status = 'over' AND outcome IS NOT NULL AND NOT EXISTS \
             (SELECT 1 FROM final_boards WHERE match_id = id) ORDER BY id DESC LIMIT ?",
        );
        self.rows(ids.bind(most), only).await
    }

    /// Stores a match's last board, or that there is none, if it is still over with this number of entries. Returns whether it is.
    pub async fn keep_final_board(
        &self,
        id: MatchId,
        entries: usize,
        board: Option<(Scene, Text)>,
    ) -> Result<bool, StoreError> {
        let entries = i64::try_from(entries).unwrap_or(i64::MAX);
        let board = board.map(|board| {
            let mut packed = ZlibEncoder::new(Vec::new(), Compression::default());
            serde_json::to_writer(&mut packed, &board).expect("a board is plain data");
            packed.finish().expect("memory takes all that is written")
        });
        let kept = sqlx::query(
            "INSERT OR REPLACE INTO final_boards (match_id, board) SELECT id, ?2 FROM matches WHERE id = ?1 \
             AND status = 'over' AND (SELECT count(*) FROM entries WHERE match_id = ?1) = ?3",
        );
        self.execute(kept.bind(id).bind(board).bind(entries)).await
    }

    /// Returns a match's last board and its description. `None` if no board is stored, or this program cannot read it.
    pub async fn final_board(&self, id: MatchId) -> Result<Option<(Scene, Text)>, StoreError> {
        let board = sqlx::query("SELECT board FROM final_boards WHERE match_id = ?").bind(id);
        let board: Option<Option<Vec<u8>>> = self.row(board, only).await?;
        Ok(board.flatten().and_then(|board| match board.first() {
            Some(b'[') => serde_json::from_slice(&board).ok(),
            _ => serde_json::from_reader(ZlibDecoder::new(board.as_slice())).ok(),
        }))
    }
}
