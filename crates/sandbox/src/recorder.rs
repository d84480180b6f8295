//! A record of the bot's requests with their answers, in order.

use std::collections::VecDeque;

use axum::body::Bytes;
use base64::Engine;
use serde_json::{Value, json};

/// The number of stored requests.
const KEPT: usize = 20_000;

/// A file sent by the bot.
#[derive(Clone, Debug)]
pub struct RecordedFile {
    pub name: String,
    /// The alt text.
    pub description: Option<String>,
    pub bytes: Bytes,
}

/// One request of the bot.
#[derive(Clone, Debug)]
pub struct Recorded {
    /// The number of the request, from 0.
    pub number: u64,
    /// The time of the answer, in Unix ms of Discord's clock.
    pub at_ms: i64,
    /// `GET`, `POST` …
    pub method: String,
    /// The path below `/api/v10`, without the query.
    pub path: String,
    /// The query, without the question mark.
    pub query: String,
    /// The body, or the `payload_json` of a multipart form.
    pub body: Value,
    /// The files of a multipart form.
    pub files: Vec<RecordedFile>,
    /// The status of the answer; 0 if the request was lost.
    pub status: u16,
    /// The answer's body.
    pub answer: Value,
}

impl Recorded {
    /// Returns the request as JSON, with the files' bytes in base64.
    #[must_use]
    pub fn json(&self) -> Value {
        let file = |file: &RecordedFile| {
            let content = base64::prelude::BASE64_STANDARD.encode(&file.bytes);
            json!({"name": file.name, "description": file.description, "size": file.bytes.len(), "content_base64": content})
        };
        json!({
            "number": self.number, "at_ms": self.at_ms, "method": self.method, "path": self.path, "query": self.query,
            "body": self.body, "files": self.files.iter().map(file).collect::<Vec<_>>(), "status": self.status,
            "answer": self.answer,
        })
    }
}

/// The newest requests of the bot.
#[derive(Debug)]
pub(crate) struct Recorder {
    /// The number of stored requests.
    pub kept: usize,
    requests: VecDeque<Recorded>,
    count: u64,
}

impl Default for Recorder {
    fn default() -> Self {
        Self { kept: KEPT, requests: VecDeque::new(), count: 0 }
    }
}

impl Recorder {
    /// Adds a request.
    pub fn add(&mut self, request: Recorded) {
        self.requests.push_back(Recorded { number: self.count, ..request });
        self.count += 1;
        if self.requests.len() > self.kept {
            self.requests.pop_front();
        }
    }

    /// Returns the number of all requests, stored or not.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Returns all stored requests, oldest first.
    pub fn all(&self) -> Vec<Recorded> {
        self.requests.iter().cloned().collect()
    }
}
