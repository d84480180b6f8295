//! What is kept of a person, and taking it out.

use futures::FutureExt;
use serde_json::Value;

use crate::ids::{MatchId, UnixMs, UserId};
use crate::live::api::Dealer;
use crate::live::command::Admission::Now;
use crate::live::error::{Code, Error, Refused};
use crate::people::store::privacy::Erased;

/// Who stands in records in the place of somebody who was taken out of them.
pub const NOBODY: &str = "Erased player";

impl Dealer {
    /// Everything that is kept of a person, by table.
    pub async fn kept_of(&self, user: UserId) -> Result<Value, Error> {
        Ok(self.0.store.kept_of(user).await?)
    }

    /// Takes a person out of everything that is kept; the matches they were in.
    pub async fn erase(&self, user: UserId) -> Result<Vec<MatchId>, Error> {
        match self.0.store.erase(user, NOBODY.to_owned()).await? {
            Erased::Done(matches) => {
                self.0.wake_events.send_replace(());
                for &m in &matches {
                    if self.0.is_open(m) {
                        self.ask(m, "reload", Now, |actor| async { Ok(actor.reload().await?) }.boxed()).await?;
                    }
                }
                // External objects that name them are edited.
                for id in self.0.store.prompting(None).await? {
                    self.0.schedule_reconcile(id);
                }
                Ok(matches)
            }
            Erased::Sending => {
                let message =
                    "A match of yours has just ended, and its last messages are on their way; press again in a moment.";
                Err(Refused::new(Code::WrongStage, message).into())
            }
            Erased::Busy(matches) => {
                let named: Vec<_> = matches.iter().map(ToString::to_string).collect();
                let what = match named.as_slice() {
                    [] => "You are in a game draft or a running tournament; let that end".to_owned(),
                    [one] => format!("Match {one} of yours is running; let it end, or have it called off"),
                    more => {
                        format!(
                            "Matches {} of yours are running; let them end, or have them called off",
                            more.join(", ")
                        )
                    }
                };
                Err(Refused::new(Code::WrongStage, format!("{what}, and ask again.")).into())
            }
        }
    }

    /// Forgets the matches that have been over since before a moment; how many.
    pub async fn forget_matches_before(&self, moment: UnixMs) -> Result<u64, Error> {
        Ok(self.0.store.forget_matches_before(moment).await?)
    }
}
