//! The store as its users see it: matches, messages, servers and people. The SQL is in the `store/` of each feature.
//!
//! - A commit is one transaction, or nothing: entries, the next deadline, what is to be sent, and drafts put away.
//! - Entries are only ever added, at the next number.
//! - A commit compares and swaps the match's revision, which every write to its row or entries raises: it fails with
//!   [`StoreError::Conflict`] where somebody else has written to the match since it was read.
//! - A database has one process, one connection that writes and one that reads; a read sees every write that was answered before it.
//! - Writes that come at the same time are stored together, so that the disk is waited for once.
//! - It knows no rules and no Discord: records, notices and settings are text to it.

pub use crate::game_draft::store::game_drafts::GameDraftRow;
pub use crate::history::store::history::{PastRow, SeasonRow};
pub use crate::history::store::imports::Keeping;
pub use crate::history::store::origin::Origin;
pub use crate::history::store::servers::{
    About, FORMAT, IdText, Imported, PastMatch, PastTournament, Season, ServerLine,
};
pub use crate::hosting::store::host_knowledge::{AuditRow, NoteRow};
pub use crate::hosting::store::pending_rulings::{IntentRow, ProposalRow};
pub use crate::live::store::change::{Change, Commit, NewRow};
pub use crate::live::store::rows::{CalledOff, MatchRow, Part, Stage, Status};
pub use crate::lobby::store::offers::Offers;
pub use crate::messages::store::post::{Arrived, External, Lane, NewPost, Owed, Owner, Post, PostState, Shows};
pub use crate::people::store::privacy::Erased;
pub use crate::people::store::reach::{Person, Reach};
pub use crate::people::store::settings::{Prompts, Setting, Settings, Spectate, Stands};
pub use crate::platform::sqlite::backup::{back_up, is_ours, restore};
pub use crate::platform::sqlite::error::StoreError;
pub use crate::platform::sqlite::open::{Layout, Store};
pub use crate::predictions::store::predictions::Prediction;
pub use crate::tournaments::store::tournaments::{BoutRow, TournamentRow};
