//! The store's public names: matches, messages, servers and people. The SQL is in the `store/` of each feature.
//!
//! - A commit is one transaction: entries, the next deadline, queued messages, and deleted drafts.
//! - Entries are only added, at the next number.
//! - A commit compares and swaps the match's revision, which every write to its row or entries increments. It fails with
//!   [`StoreError::Conflict`] if the match was written to since it was read.
//! - A database has one process, one writing and one reading connection. A read sees every write confirmed before it.
//! - Concurrent writes share one transaction, and so one wait for the disk.
//! - The store knows no rules and no Discord: records, notices and settings are text to it.

pub use crate::game_draft::store::game_drafts::GameDraftRow;
pub use crate::history::store::import_kind::ImportKind;
pub use crate::history::store::imported_matches::ImportResult;
pub use crate::history::store::past_matches::{PastRow, SeasonRow};
pub use crate::history::store::server_file::{
    About, FORMAT, IdText, Imported, PastMatch, PastTournament, Season, ServerLine,
};
pub use crate::hosting::store::audit_log::AuditRow;
pub use crate::hosting::store::notes::NoteRow;
pub use crate::hosting::store::pending_rulings::PendingRulingRow;
pub use crate::hosting::store::proposals::ProposalRow;
pub use crate::live::store::match_row::{CalledOff, MatchRow, MatchStage, Part, PartOf, Status};
pub use crate::live::store::match_writes::{Change, Commit, NewRow};
pub use crate::lobby::store::offered_times::Offers;
pub use crate::messages::store::post::{Arrived, External, Lane, NewPost, Owner, Post, PostState, RetryScope, Shows};
pub use crate::people::store::person::{Person, Reach};
pub use crate::people::store::privacy::Erased;
pub use crate::people::store::server_settings::{Choice, MatchPlace, Prompts, Setting, Settings, Spectate};
pub use crate::platform::sqlite::backup::{back_up, is_ours, restore};
pub use crate::platform::sqlite::error::StoreError;
pub use crate::platform::sqlite::open::{Layout, Store};
pub use crate::predictions::store::predictions::Prediction;
pub use crate::tournaments::store::tournaments::TournamentRow;
