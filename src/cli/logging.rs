//! Logs to standard error, as plain lines or as one JSON object per line.
//!
//! - Serenity's logs can contain payloads with tokens and direct messages, from warnings down. So only the modules in
//!   [`ALLOWED`] of other crates are logged, and never their spans, whatever the filter is.
//! - A panic is logged with its place. A formatted panic message is left out, because it may have private data.

use std::any::Any;
use std::io::IsTerminal;
use std::panic::PanicHookInfo;

use serde::Deserialize;
use tracing::{Level, Metadata};
use tracing_subscriber::filter::{FilterExt, ParseError, filter_fn};
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{EnvFilter, Layer, Registry, fmt};

/// Modules of other crates whose events, at `info` or above, have nothing private.
const ALLOWED: [&str; 2] = ["serenity::gateway::bridge::shard_manager", "serenity::gateway::bridge::shard_queuer"];

/// The log format.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// Plain lines, for people.
    #[default]
    Text,
    /// One JSON object per line, for programs.
    Json,
}

impl Format {
    /// Parses `text` or `json`.
    ///
    /// # Errors
    /// Another word, as a sentence for the operator.
    pub fn read(text: &str) -> Result<Self, String> {
        clap::ValueEnum::from_str(text, false)
            .map_err(|_| format!("`{text}` is not a log format. Write `text` or `json`"))
    }
}

/// Starts logging with a filter such as `info` or `deathmatch=debug,warn`.
pub fn start(filter: &str, format: Format) -> Result<(), ParseError> {
    let filter = EnvFilter::try_new(filter)?;
    let layer = written(format, std::io::stderr, std::io::stderr().is_terminal());
    // A second start in one process keeps the first.
    if tracing_subscriber::registry().with(layer.with_filter(filter.and(filter_fn(is_allowed)))).try_init().is_ok() {
        std::panic::set_hook(Box::new(panicked));
    }
    Ok(())
}

fn written<W>(format: Format, writer: W, colours: bool) -> Box<dyn Layer<Registry> + Send + Sync>
where
    W: for<'a> MakeWriter<'a> + Send + Sync + 'static,
{
    // Internal errors are not logged: writing them to a full standard error would panic.
    match format {
        Format::Text => fmt::layer().with_writer(writer).with_ansi(colours).log_internal_errors(false).boxed(),
        Format::Json => fmt::layer().json().flatten_event(true).with_writer(writer).log_internal_errors(false).boxed(),
    }
}

fn is_allowed(of: &Metadata<'_>) -> bool {
    let ours = |name: &str| of.target() == name || of.target().starts_with(&format!("{name}::"));
    ours("deathmatch") || (of.is_event() && *of.level() <= Level::INFO && ALLOWED.iter().any(|name| ours(name)))
}

fn panicked(panic: &PanicHookInfo<'_>) {
    let place = panic.location().map(ToString::to_string).unwrap_or_default();
    tracing::error!(place, words = literal_message(panic.payload()), "a panic");
}

/// Returns a panic message that is a literal of the program, and hides any other.
fn literal_message(payload: &(dyn Any + Send)) -> &'static str {
    payload.downcast_ref::<&'static str>().copied().unwrap_or("not shown")
}

#[cfg(test)]
mod tests {
    use std::io;
    use std::sync::Arc;

    use parking_lot::Mutex;

    use super::*;

    #[derive(Clone, Default)]
    struct Kept(Arc<Mutex<Vec<u8>>>);

    impl io::Write for Kept {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn logged(format: Format, work: impl FnOnce()) -> String {
        let kept = Kept::default();
        let writer = kept.clone();
        let layer = written(format, move || writer.clone(), false);
        let all = EnvFilter::try_new("trace").unwrap();
        let subscriber = tracing_subscriber::registry().with(layer.with_filter(all.and(filter_fn(is_allowed))));
        tracing::subscriber::with_default(subscriber, work);
        let bytes = kept.0.lock().clone();
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn serenity_cannot_say_what_it_received_whatever_the_filter_is() {
        let said = logged(Format::Text, || {
            tracing::warn!(target: "serenity::gateway::ws", "Err deserializing text: secret");
            tracing::trace!(target: "serenity::http::client", "secret");
            let span = tracing::info_span!(target: "serenity::http::request", "build", body = "secret");
            span.in_scope(|| tracing::info!("ours"));
            tracing::warn!(target: "serenity::gateway::bridge::shard_queuer", "Err starting shard");
        });
        assert!(!said.contains("secret"), "{said}");
        assert!(said.contains("ours") && said.contains("Err starting shard"), "{said}");
    }

    #[test]
    fn json_is_an_object_a_line() {
        let said = logged(Format::Json, || {
            tracing::error!(fault = "0badcafe", match_id = 7, "one\nline");
            tracing::debug!("another");
        });
        let lines: Vec<serde_json::Value> = said.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(lines.len(), 2);
        assert_eq!((&lines[0]["match_id"], &lines[0]["fault"]), (&7.into(), &"0badcafe".into()));
        assert_eq!((&lines[0]["level"], &lines[0]["message"]), (&"ERROR".into(), &"one\nline".into()));
    }

    #[test]
    fn words_put_together_for_a_panic_are_left_out() {
        assert_eq!(literal_message(&"unchanged"), "unchanged");
        assert_eq!(literal_message(&format!("{} is private", "samurai")), "not shown");
    }
}
