//! All SQL: what is kept of matches, messages, servers and people.
//!
//! - A commit is one transaction, or nothing: entries, the next deadline, what is to be sent, and drafts put away.
//! - Entries are only ever added, at the next number.
//! - A commit compares and swaps the match's revision, which every write to its row or entries raises: it fails with
//!   [`StoreError::Conflict`] where somebody else has written to the match since it was read.
//! - A database has one process, one connection that writes and one that reads; a read sees every write that was answered before it.
//! - Writes that come at the same time are stored together, so that the disk is waited for once.
//! - It knows no rules and no Discord: records, notices and settings are text to it.

mod backup;
mod cache;
mod change;
mod drafts;
mod figures;
mod file_lock;
mod final_boards;
mod game_drafts;
mod group_commit;
mod history;
mod hosts;
mod ignored_dms;
mod imports;
mod matches;
mod migrations;
mod offers;
mod open;
mod pending_rulings;
mod people;
mod posts;
mod privacy;
mod rows;
mod series;
mod servers;
mod settings;
mod tournaments;
mod wipe;

pub use backup::{back_up, is_ours, restore};
pub use change::{Change, Commit, NewRow};
pub use game_drafts::ChoosingRow;
pub use history::{PastRow, SeasonRow};
pub use hosts::{AuditRow, NoteRow};
pub use imports::{Keeping, NewKept, Origin};
pub use offers::Offers;
pub use open::{Layout, Store, StoreError};
pub use pending_rulings::{IntentRow, ProposalRow};
pub use people::Reach;
pub use posts::{Arrived, External, Lane, NewPost, Owed, Post, PostState, PromptMark, Shows};
pub use privacy::Erased;
pub use rows::{CalledOff, MatchRow, Part, Person, Stage, Status, UnknownStatus};
pub use servers::{About, FORMAT, IdText, Imported, PastMatch, PastTournament, Season, ServerLine};
pub use settings::{Prompts, Setting, Settings, Spectate, Stands};
pub use tournaments::{BoutRow, TournamentRow};
