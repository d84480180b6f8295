//! Finished matches told again, from their records alone.
//!
//! - [`page`] is one self-contained HTML file; [`animation`] is a GIF of the whole match with everything shown.
//! - A match that is not over has no replay: it would show what its players hide.
//! - A viewer's moment has only what the table let that viewer see and know at the time.
//! - Pure: the same record gives the same bytes. No clock, network, Discord or SQL.

mod animation;
mod delta;
mod page;
mod replay;
mod seen;
mod walk;

pub use animation::{Limits, animation};
pub use page::page;
pub use replay::{Answer, Given, Kind, Moment, Receipt, Replay, Seen, Unfit, VIEWERS};
