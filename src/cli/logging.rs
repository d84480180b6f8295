//! Logs to standard error.

use tracing_subscriber::EnvFilter;

/// Starts logging with a filter such as `info` or `deathmatch=debug,warn`; `RUST_LOG` overrides it.
pub fn start(filter: &str) {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new(filter));
    // A second start in one process, as in tests, keeps the first.
    tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).try_init().ok();
}
