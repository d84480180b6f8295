//! What whoever runs the bot looks at: its health, its figures, and what the service manager is told.
//!
//! - Nothing listens unless it is asked for, and then on loopback only.
//! - Figures are counts and times; no match, person or order can be told from them.

mod figures;
mod monitor;
mod notify;

pub use figures::Figures;
pub use monitor::{HEALTH, Monitor, ask};
pub use notify::notify;
