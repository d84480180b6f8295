//! The erasure of a person's stored data.

use futures::FutureExt;

use crate::ids::{MatchId, UserId};
use crate::live::admission::Admission::Now;
use crate::live::api::Dealer;
use crate::live::error::{Code, Error, Refused};
use crate::people::store::privacy::Erased;

/// The name that replaces an erased person in records.
pub const NOBODY: &str = "Erased player";

impl Dealer {
    /// Erases a person from all stored data. Returns the matches that changed.
    pub async fn erase(&self, user: UserId) -> Result<Vec<MatchId>, Error> {
        // A tournament that is being changed would be stored with the name again.
        let turn = self.0.tourneys.lock().await;
        let erased = self.0.store.erase(user, NOBODY.to_owned()).await?;
        drop(turn);
        match erased {
            Erased::Done(owners) => {
                self.0.wake_loops.send_replace(());
                let matches: Vec<_> = owners.iter().filter_map(|owner| owner.match_id()).collect();
                for &m in &matches {
                    if self.0.is_open(m) {
                        self.ask(m, "reload", Now, |actor| async { Ok(actor.reload().await?) }.boxed()).await?;
                    }
                }
                self.0.to_compare_again.lock().extend(&owners);
                for owner in owners {
                    self.0.schedule_reconcile(owner);
                }
                Ok(matches)
            }
            Erased::Sending => {
                let message = "Your match has just ended, and I am still sending its last messages. Please press again in a moment.";
                Err(Refused::new(Code::WrongStage, message).into())
            }
            Erased::Busy(matches) => {
                let named: Vec<_> = matches.iter().map(ToString::to_string).collect();
                let what = match named.as_slice() {
                    [] => "You are in a game draft or a running tournament. Wait for its end".to_owned(),
                    [one] => format!("Match {one} has not ended. Wait for its end, or ask a host to call it off"),
                    more => {
                        format!(
                            "Matches {} have not ended. Wait for their end, or ask a host to call them off",
                            more.join(", ")
                        )
                    }
                };
                Err(Refused::new(Code::WrongStage, format!("{what}, then try again.")).into())
            }
        }
    }
}
