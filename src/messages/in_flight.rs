//! Which prompts Discord is being given: until it has said under which id one stands, nobody can tell whether typed words followed it.

use std::time::Duration;

use crate::live::tasks::waiting;
use crate::messages::counted::{Counted, CountedKeys};
use crate::messages::spec::MessageSpec;
use crate::messages::store::post::{Lane, Owner};

/// How long typed words wait for that, in real time: shorter than what is on its way to an actor is waited for.
const PATIENCE: Duration = Duration::from_secs(4);

/// The queues whose present item is a prompt.
#[derive(Default)]
pub(crate) struct InFlightPrompts(CountedKeys<(Owner, Lane)>);

impl InFlightPrompts {
    /// Records that an item is being sent, until the returned guard is dropped.
    pub fn begin(&self, id: Owner, lane: Lane, spec: &MessageSpec) -> Option<Counted<(Owner, Lane)>> {
        let shows = match spec {
            MessageSpec::Prompt(_) => true,
            MessageSpec::Public(public) => public.mark.is_some(),
            _ => false,
        };
        shows.then(|| self.0.begin((id, lane)))
    }

    /// Waits until it is known under which ids a match's prompts in these queues stand; not for long.
    pub async fn settled(&self, id: impl Into<Owner>, lanes: [Lane; 2]) {
        let id = id.into();
        // A lost send holds up nobody.
        tokio::time::timeout(PATIENCE, waiting(self.0.ended(&lanes.map(|lane| (id, lane))))).await.ok();
    }
}
