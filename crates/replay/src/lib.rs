//! Replays of finished matches, made from their records alone.
//!
//! - [`page`] makes a self-contained HTML file; [`animation`] makes a GIF of the whole match with everything shown.
//! - A running match has no replay, because it would show hidden information.
//! - A viewer's moment holds only what the table let that viewer see and know at the time.
//! - The crate is pure: the same record gives the same bytes. It uses no clock, network, Discord or SQL.

mod animation;
mod html_page;
mod list_delta;
mod replay;
mod viewer_pictures;
mod walk;

pub use animation::{Limits, animation};
pub use html_page::page;
pub use replay::{Answer, Given, Kind, Moment, Receipt, Replay, Seen, Unfit, VIEWERS};
