//! Prompts being sent: until Discord returns a prompt's message id, nobody knows whether typed text came after it.

use std::time::Duration;

use crate::live::busy_tasks::waiting;
use crate::messages::counted_keys::{CountedKeys, InProgress};
use crate::messages::store::post::{Lane, Owner};

/// The longest wait of typed text for the ids of prompts, in real time; shorter than an actor's wait for incoming commands.
const PATIENCE: Duration = Duration::from_secs(4);

/// Lanes that are sending a prompt.
#[derive(Default)]
pub(crate) struct InFlightPrompts(CountedKeys<(Owner, Lane)>);

impl InFlightPrompts {
    /// Records that a prompt is being sent, until the returned guard is dropped.
    pub fn begin(&self, id: Owner, lane: Lane) -> InProgress<(Owner, Lane)> {
        self.0.begin((id, lane))
    }

    /// Waits a bounded time until the message ids of a match's prompts in these lanes are known.
    pub async fn wait_prompt_ids(&self, id: impl Into<Owner>, lanes: [Lane; 2]) {
        let id = id.into();
        // A lost send delays nobody.
        tokio::time::timeout(PATIENCE, waiting(self.0.ended(&lanes.map(|lane| (id, lane))))).await.ok();
    }
}
