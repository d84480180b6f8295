//! Logs to standard error.

use std::io::IsTerminal;

use tracing_subscriber::EnvFilter;
use tracing_subscriber::filter::ParseError;

/// Starts logging with a filter such as `info` or `deathmatch=debug,warn`.
///
/// # Errors
/// A filter that cannot be read.
pub fn start(filter: &str) -> Result<(), ParseError> {
    let filter = EnvFilter::try_new(filter)?;
    // A second start in one process keeps the first.
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .with_ansi(std::io::stderr().is_terminal())
        // What cannot be logged is lost; told on standard error it would be a panic, where that is full.
        .log_internal_errors(false)
        .try_init()
        .ok();
    Ok(())
}
