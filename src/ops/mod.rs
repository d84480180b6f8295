//! The operator's view: health, metrics, and readiness for the service manager.
//!
//! - The monitor is off by default, and listens on loopback only.
//! - Metrics are counts and times. They identify no match, person or order.

mod metrics;
mod monitor;
mod service_manager;

pub use self::metrics::Metrics;
pub use monitor::{HEALTH, Monitor, ask};
pub use service_manager::notify;
