//! A person's events, read from the stream of server-sent events.

use serde_json::Value;

/// An event for a person's client.
#[derive(Clone, Debug, PartialEq)]
pub struct PersonEvent {
    /// The number of the event. Numbers increase.
    pub id: u64,
    /// `message`, `edit`, `delete`, `channel`, `commands`, `modal`, `typing`, `failed` or `ack`.
    pub kind: String,
    /// The content of the event.
    pub data: Value,
}

/// The stream of a person's events.
#[derive(Debug)]
pub struct EventStream {
    pub(super) response: reqwest::Response,
    pub(super) buffer: Vec<u8>,
}

impl EventStream {
    /// Returns the next event. `None` when the sandbox has stopped.
    pub async fn next(&mut self) -> Option<PersonEvent> {
        loop {
            if let Some(end) = self.buffer.windows(2).position(|pair| pair == b"\n\n") {
                let block: Vec<u8> = self.buffer.drain(..end + 2).collect();
                if let Some(event) = PersonEvent::read(&String::from_utf8_lossy(&block)) {
                    return Some(event);
                }
                continue;
            }
            let chunk = self.response.chunk().await.ok()??;
            self.buffer.extend_from_slice(&chunk);
        }
    }
}

impl PersonEvent {
    /// Reads one block of the stream. `None` for a comment.
    fn read(block: &str) -> Option<Self> {
        let field = |name: &str| {
            let lines = block.lines().filter_map(|line| line.strip_prefix(name)?.strip_prefix(':'));
            lines.map(|value| value.strip_prefix(' ').unwrap_or(value)).next()
        };
        let id = field("id")?.parse().ok()?;
        let data = serde_json::from_str(field("data")?).ok()?;
        Some(Self { id, kind: field("event")?.to_owned(), data })
    }
}
