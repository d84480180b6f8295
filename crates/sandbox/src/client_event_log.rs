//! The log of numbered events for a person's client. The newest are stored, so that a client can resume.

use std::collections::VecDeque;

use serde_json::Value;
use tokio::sync::watch;

/// The number of stored events.
const KEPT: usize = 5000;

/// One event.
#[derive(Clone, Debug)]
pub(crate) struct ClientEvent {
    pub id: u64,
    pub kind: &'static str,
    pub data: Value,
}

/// A person's events.
#[derive(Debug)]
pub(crate) struct ClientEventLog {
    events: VecDeque<ClientEvent>,
    newest: watch::Sender<u64>,
}

impl ClientEventLog {
    /// Returns an empty feed whose first event comes after `id`.
    pub fn starting_at(id: u64) -> Self {
        Self { events: VecDeque::new(), newest: watch::Sender::new(id) }
    }

    /// Returns the number of the newest event.
    pub fn cursor(&self) -> u64 {
        *self.newest.borrow()
    }

    /// Adds an event.
    pub fn push(&mut self, kind: &'static str, data: Value) {
        let id = self.cursor() + 1;
        self.events.push_back(ClientEvent { id, kind, data });
        if self.events.len() > KEPT {
            self.events.pop_front();
        }
        self.newest.send_replace(id);
    }

    /// Returns all stored events after `id`.
    pub fn after(&self, id: u64) -> Vec<ClientEvent> {
        self.events.iter().filter(|event| event.id > id).cloned().collect()
    }

    /// Returns a watch on the number of the newest event.
    pub fn watch(&self) -> watch::Receiver<u64> {
        self.newest.subscribe()
    }
}
