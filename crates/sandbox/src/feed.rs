//! A person's client's events: a growing numbered list, kept for a while so that a client can resume.

use std::collections::VecDeque;

use serde_json::Value;
use tokio::sync::watch;

/// How many events are kept.
const KEPT: usize = 5000;

/// One event.
#[derive(Clone, Debug)]
pub(crate) struct Happening {
    pub id: u64,
    pub kind: &'static str,
    pub data: Value,
}

/// A person's events.
#[derive(Debug)]
pub(crate) struct Feed {
    events: VecDeque<Happening>,
    newest: watch::Sender<u64>,
}

impl Feed {
    /// An empty feed whose first event comes after `id`.
    pub fn starting_at(id: u64) -> Self {
        Self { events: VecDeque::new(), newest: watch::Sender::new(id) }
    }

    /// The number of the newest event.
    pub fn cursor(&self) -> u64 {
        *self.newest.borrow()
    }

    /// Adds an event.
    pub fn push(&mut self, kind: &'static str, data: Value) {
        let id = self.cursor() + 1;
        self.events.push_back(Happening { id, kind, data });
        if self.events.len() > KEPT {
            self.events.pop_front();
        }
        self.newest.send_replace(id);
    }

    /// All kept events after `id`.
    pub fn after(&self, id: u64) -> Vec<Happening> {
        self.events.iter().filter(|event| event.id > id).cloned().collect()
    }

    /// Tells whenever there is something new.
    pub fn watch(&self) -> watch::Receiver<u64> {
        self.newest.subscribe()
    }
}
