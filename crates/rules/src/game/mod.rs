//! The contract between a game and everything that deals, plays, stores and draws it.
//!
//! - A game writes it where its code stands: [`Rules`] and [`Manual`] on the game itself, [`Resolve`] and [`Views`] on its state, [`Tell`]
//!   on its events, and [`Seen`], [`Notation`], [`Words`] and [`Draws`] on what one viewer may see.
//! - Everything else sees a game erased, as a [`Game`] that opens a [`Play`]. Everything outside the table gets a [`Sight`]: what one
//!   [`Viewer`] may see, never the state. An order that a sight accepts is [`Accepted`] from there on.
//! - Nothing here reads a clock, a file or a global random source.

mod closing;
mod contest;
mod erased;
mod example;
mod form;
mod manual;
mod moment;
mod names;
mod notation;
mod play;
mod quiet;
mod random;
mod resolve;
mod rules;
mod ruleset;
mod scene;
mod seat;
mod seed;
mod sight;
mod typed;
mod views;
mod words;

pub use closing::{ClosingTime, NoClosingTime};
pub use contest::{Contest, Stakes};
pub use erased::{Game, GameRef, Terms};
pub use example::{Example, played};
pub use form::{Field, Filled, Form, Group, Sets, Start};
pub use manual::{Manual, UnknownName, Values};
pub use moment::{Fact, Habit, Moment, Progress};
pub use names::{told_apart, unclear};
pub use notation::{Legal, Notation, Uncounted};
pub(crate) use play::narrate;
pub use play::{Happening, Play, headline, in_play};
pub use quiet::{NoQuietHours, QuietHours};
pub use random::{any_order, drawn, random_order};
pub use resolve::{Ask, Asked, Closes, Given, Outcome, Prompt, Reason, Resolve, Secrecy, Until, Wants};
pub use rules::{About, Begun, Orders, Preset, Rules, Setup, SetupError, Survey};
pub use ruleset::{Agreements, Key, Kind, Overrides, PrivateOrders, lay_over};
pub use scene::{Align, Draws, Frame, Ink, Picture, Scene, Shape, Weight};
pub use seat::{BySeat, Seat, UnknownSeat, Viewer};
pub use seed::Seed;
pub use sight::{Accepted, Observation, Sight};
pub use typed::{plain, quoted, span, time_of_day};
pub use views::{AtTable, Seen, Tell, Views};
pub use words::{Choice, Heading, Line, Page, Refusal, RefusalKind, Section, Text, Told, Words};

/// What all versions of a game in a file have in common: its id without the hash of the file. Of any other game, its id.
#[must_use]
pub fn family(id: &str) -> &str {
    id.split('@').next().unwrap_or(id)
}
