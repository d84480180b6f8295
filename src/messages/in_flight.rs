//! Prompts being sent. Until Discord returns a prompt's message id, nobody knows whether typed text came after it.

use std::time::Duration;

use crate::live::tasks::waiting;
use crate::messages::in_progress::{CountedKeys, InProgress};
use crate::messages::spec::MessageSpec;
use crate::messages::store::post::{Lane, Owner};

/// The longest wait of typed text for that, in real time; shorter than an actor's wait for incoming commands.
const PATIENCE: Duration = Duration::from_secs(4);

/// Queues that are sending a prompt.
#[derive(Default)]
pub(crate) struct InFlightPrompts(CountedKeys<(Owner, Lane)>);

impl InFlightPrompts {
    /// Records that an item is being sent, until the returned guard is dropped.
    pub fn begin(&self, id: Owner, lane: Lane, spec: &MessageSpec) -> Option<InProgress<(Owner, Lane)>> {
        spec.shows_prompt().then(|| self.0.begin((id, lane)))
    }

    /// Waits a bounded time until the message ids of a match's prompts in these queues are known.
    pub async fn wait_prompt_ids(&self, id: impl Into<Owner>, lanes: [Lane; 2]) {
        let id = id.into();
        // A lost send delays nobody.
        tokio::time::timeout(PATIENCE, waiting(self.0.ended(&lanes.map(|lane| (id, lane))))).await.ok();
    }
}
