//! Which prompts Discord is being given: until it has said under which id one stands, nobody can tell whether typed words followed it.

use std::collections::HashMap;
use std::time::Duration;

use parking_lot::Mutex;
use tokio::sync::watch;

use crate::live::tasks::waiting;
use crate::messages::spec::MessageSpec;
use crate::messages::store::post::{Lane, Owner};

/// How long typed words wait for that, in real time: shorter than what is on its way to an actor is waited for.
const PATIENCE: Duration = Duration::from_secs(4);

/// The queues whose present item is a prompt.
#[derive(Default)]
pub(crate) struct InFlightPrompts {
    prompts: Mutex<HashMap<(Owner, Lane), usize>>,
    settled: watch::Sender<()>,
}

impl InFlightPrompts {
    /// Records that an item is being sent, until the returned guard is dropped.
    pub fn begin(&self, id: Owner, lane: Lane, spec: &MessageSpec) -> Option<InFlightPrompt<'_>> {
        let shows = match spec {
            MessageSpec::Prompt(_) => true,
            MessageSpec::Public(public) => public.mark.is_some(),
            _ => false,
        };
        shows.then(|| {
            *self.prompts.lock().entry((id, lane)).or_default() += 1;
            InFlightPrompt { sending: self, of: (id, lane) }
        })
    }

    /// Waits until it is known under which ids a match's prompts in these queues stand; not for long.
    pub async fn settled(&self, id: impl Into<Owner>, lanes: [Lane; 2]) {
        let id = id.into();
        let mut settled = self.settled.subscribe();
        let all = async {
            loop {
                settled.mark_unchanged();
                if lanes.iter().all(|&lane| !self.prompts.lock().contains_key(&(id, lane))) {
                    return;
                }
                if settled.changed().await.is_err() {
                    return;
                }
            }
        };
        // A lost send holds up nobody.
        tokio::time::timeout(PATIENCE, waiting(all)).await.ok();
    }
}

/// A prompt that is being sent.
pub(crate) struct InFlightPrompt<'a> {
    sending: &'a InFlightPrompts,
    of: (Owner, Lane),
}

impl Drop for InFlightPrompt<'_> {
    fn drop(&mut self) {
        let mut prompts = self.sending.prompts.lock();
        if let Some(count) = prompts.get_mut(&self.of) {
            *count -= 1;
            if *count == 0 {
                prompts.remove(&self.of);
            }
        }
        drop(prompts);
        self.sending.settled.send_replace(());
    }
}
