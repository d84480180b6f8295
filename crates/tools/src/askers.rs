//! People who run slow commands while others play, each the next one as soon as the answer has arrived.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::figures::Samples;
use deathmatch::sandbox::{Crowd, Hand, Seen};

/// The interval at which an asker looks for the answer.
const POLL_INTERVAL: Duration = Duration::from_millis(20);
/// The longest wait for an answer.
const PATIENCE: Duration = Duration::from_mins(14);

/// A command, and whether a message is its complete answer.
pub struct Asked {
    pub command: &'static str,
    pub options: Value,
    pub arrived: fn(&Seen) -> bool,
}

/// The askers. Clones share the same people.
#[derive(Clone)]
pub struct Askers {
    hand: Hand,
    next: Arc<AtomicU32>,
    took: Arc<Mutex<Samples>>,
}

impl Askers {
    /// Starts `many` askers, until the run ends or `asks` has no command for the next number.
    #[must_use]
    pub fn begin(hand: &Hand, many: u32, asks: impl Fn(u32) -> Option<Asked> + Send + Sync + 'static) -> Self {
        let (askers, asks) = (Self { hand: hand.clone(), next: Arc::default(), took: Arc::default() }, Arc::new(asks));
        for _ in 0..many {
            tokio::spawn(askers.clone().ask(Arc::clone(&asks)));
        }
        askers
    }

    /// Returns the times of the answers that arrived since the last call.
    #[must_use]
    pub fn took(&self) -> Samples {
        std::mem::take(&mut self.took.lock().unwrap_or_else(PoisonError::into_inner))
    }

    async fn ask(self, asks: Arc<impl Fn(u32) -> Option<Asked>>) {
        while let Some(Asked { command, options, arrived }) = asks(self.next.fetch_add(1, Ordering::Relaxed)) {
            let begun = Instant::now();
            let Ok(Some(answer)) = self.hand.command(Crowd::channel(0), command, options).await else {
                eprintln!("`/{command}` was not answered");
                tokio::time::sleep(Duration::from_secs(1)).await;
                continue;
            };
            let there = || self.hand.again(&answer).is_some_and(|message| arrived(&message));
            while !there() && begun.elapsed() < PATIENCE {
                tokio::time::sleep(POLL_INTERVAL).await;
            }
            self.took.lock().unwrap_or_else(PoisonError::into_inner).add(begun.elapsed());
        }
        eprintln!("nothing is left to ask for");
    }
}
