//! The operator's view: health, metrics, and readiness for the service manager.
//!
//! - Nothing listens unless it is asked for, and then on loopback only.
//! - Figures are counts and times; no match, person or order can be told from them.

mod figures;
mod monitor;
mod service_manager;

pub use figures::Figures;
pub use monitor::{HEALTH, Monitor, ask};
pub use service_manager::notify;
