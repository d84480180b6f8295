//! The contract between a game and the code that deals, plays, stores and draws games.
//!
//! - A game implements [`Rules`] and [`Manual`] on its own type, [`Resolve`] and [`Views`] on its state, [`Tell`] on its events, and
//!   [`Seen`], [`Notation`], [`Words`] and [`Draws`] on one viewer's view.
//! - All other code sees an erased game: a [`Game`] that opens a [`Play`]. Code outside the table gets a [`Sight`], the view of one
//!   [`Viewer`], and never the state. A sight turns a legal order into an [`Accepted`] one.
//! - Nothing here reads a clock, a file or a global random source.

mod closing_time;
mod contest;
mod erased;
mod form;
mod manual;
mod moment;
mod names;
mod notation;
mod play;
mod quiet_hours;
mod random_order;
mod resolve;
mod rules;
mod rules_picture;
mod ruleset;
mod scene;
mod seat;
mod seed;
mod sight;
mod typed_text;
mod views;
mod words;

pub use closing_time::{ClosingTime, NoClosingTime};
pub use contest::{Contest, Stakes};
pub use erased::{Game, GameRef, Terms};
pub use form::{Field, Filled, Form, Group, Sets, Start};
pub use manual::{Manual, UnknownName, Values, numbered};
pub use moment::{Fact, Habit, Moment, Progress};
pub use names::{told_apart, unclear};
pub use notation::{Legal, Notation, Uncounted};
pub(crate) use play::narrate;
pub use play::{Happening, Play, headline, in_play};
pub use quiet_hours::{NoQuietHours, QuietHours};
pub use random_order::{drawn, random_legal_order, try_random_order};
pub use resolve::{Ask, Asked, Closes, Given, Outcome, Prompt, Reason, Resolve, Secrecy, Until, Wants};
pub use rules::{About, Begun, Orders, Preset, Rules, SetupError, StartTerms, Survey};
pub use rules_picture::{RulesPicture, played};
pub use ruleset::{Agreements, Key, Kind, Overrides, PrivateOrders, lay_over};
pub use scene::{Align, Draws, Frame, Ink, Picture, Scene, Shape, Weight};
pub use seat::{BySeat, Seat, UnknownSeat, Viewer};
pub use seed::Seed;
pub use sight::{Accepted, Labelled, Observation, START_FROM, Sight};
pub use typed_text::{nearest, parse_duration, plain, quoted, time_of_day};
pub use views::{AtTable, Seen, Tell, Views};
pub use words::{Choice, Heading, Line, Page, RULING, Refusal, RefusalKind, Section, Text, Told, WARNING, Words};

/// The part of an id that all versions of a game in a file share: the id without the file's hash. For any other game, the id.
#[must_use]
pub fn family(id: &str) -> &str {
    id.split('@').next().unwrap_or(id)
}
