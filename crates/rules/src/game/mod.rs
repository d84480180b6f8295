//! The contract between a game and everything that deals, plays, stores and draws it.
//!
//! - A game is a type that implements [`Rules`]; everything else sees it erased, as a [`Game`] that opens a [`Play`].
//! - Whoever is not the table gets a [`Sight`]: what one [`Viewer`] may see, never the state.
//! - Nothing here reads a clock, a file or a global random source.

mod contest;
mod erased;
mod example;
mod form;
mod rules;
mod ruleset;
mod scene;
mod seat;
mod seed;
mod words;

pub use contest::Contest;
pub use erased::{Erased, Game, Happening, Play, Sight, Terms, erase};
pub use example::Example;
pub(crate) use example::played;
pub use form::{Field, Filled, Form, Group, Sets, Start};
pub use rules::{
    Ask, Asked, Clocks, Closes, Given, Legal, Outcome, Preset, Prompt, Reason, Rules, Secrecy, Setup, SetupError,
    Uncounted, Until, Wants,
};
pub use ruleset::{Key, Kind, Overrides};
pub use scene::{Align, Frame, Ink, Picture, Scene, Shape, Weight};
pub use seat::{BySeat, Seat, UnknownSeat, Viewer};
pub use seed::Seed;
pub use words::{Choice, Heading, Line, Page, Refusal, RefusalKind, Section, Text, Told};
