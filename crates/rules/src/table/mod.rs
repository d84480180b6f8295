//! Records, clocks and steps of one match.
//!
//! - A match is its record: a [`Header`] and timed [`Entry`]s. A [`Table`] is a fold over them. It knows no real clock, no database and no
//!   addresses, and the same record always gives the same table.
//! - An entry is applied whole or refused whole. A refused entry changes nothing except that time passes.
//! - Events are returned as [`Happened`]. [`Happened::told`] alone decides which part of an event a viewer may learn.

mod clock;
mod fold;
mod host_act;
mod public_record;
mod quiet_clock;
mod read;
mod receipt;
mod record;
mod rejection;
mod review;
mod sealed_texts;
mod strict_json;
mod table_events;
mod untrusted_record;

pub use clock::{Awaited, DRAFT_ENTERED_BEFORE};
pub use fold::{
    Answer, Comeback, Figures, FinalScore, MAX_STORY_LINE, MAX_STORY_LINES, OfSeat, StoryLine, Table, both,
};
pub use host_act::{ActText, HostAct};
pub use public_record::public_record;
pub use quiet_clock::TimeOfDay;
pub use read::{Line, Query};
pub use receipt::{Nonce, Published, Receipt, Verified, commitment, short_commitment, verify};
pub use record::{Act, BadEngineName, Bot, EngineName, Entry, Header, Level, Player, read_record};
pub use rejection::{Code, Rejection};
pub use review::{Chances, Estimate, Judged, MISTAKES, Review, Turn, review};
pub use sealed_texts::Brought;
pub use table_events::{EventKind, Happened, Taken, What, duration_text};
pub use untrusted_record::{BadRecord, Imported, MOST_LINES, NoSuchStep, Prefix, continued, played_from, same_course};
