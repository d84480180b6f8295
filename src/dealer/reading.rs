//! Reading a request: which request goes where, and how its sender is answered.

use crate::ids::Snowflake;
use crate::store::StoreError;

use super::actor::MatchActor;
use super::refused::{Code, Error, FaultId, Refused};
use super::request::{Reply, Request, Stamped};
use super::tourney::no_host;
use super::trouble::Trouble;
use super::wait::Lost;

impl MatchActor {
    /// Does a request and answers it; an error is a fault of the service's, of which the sender has been told.
    #[expect(clippy::too_many_lines, reason = "one arm for each request")]
    pub(super) async fn handle(&mut self, stamped: Stamped) -> Result<(), Trouble> {
        let Stamped { stamp, request } = stamped;
        let stamp = stamp.unwrap_or(Snowflake(0));
        if let Some(by) = request.host(self.row.status)
            && self.plays_another(by).await?
        {
            request.refuse(no_host().into());
            return Ok(());
        }
        match request {
            Request::PressReady { user, mark, on, reply } => {
                let answer = self.press_ready(user, mark, on, stamp).await;
                self.answer(reply, answer)
            }
            Request::TakeReadyBack { user, reply } => {
                let answer = self.take_ready_back(user, stamp).await;
                self.answer(reply, answer)
            }
            Request::ChooseTimes { user, numbers, reply } => {
                let answer = self.choose_times(user, numbers, stamp).await;
                self.answer(reply, answer)
            }
            Request::Decline { user, reply } => {
                let answer = self.decline(user, stamp).await;
                self.answer(reply, answer)
            }
            Request::StartWithout { by, reply } => {
                let answer = self.start_without(&by, None, stamp).await;
                self.answer(reply, answer)
            }
            Request::ChangeTerms { by, header, seen, reply } => {
                let answer = self.change_terms(&by, *header, &seen, stamp).await;
                self.answer(reply, answer)
            }
            Request::Cancel { by, reason, reply } => {
                let answer = self.cancel(by, reason, stamp).await;
                self.answer(reply, answer)
            }
            Request::Order { user, text, when, reply } => {
                let answer = self.order(user, text, when, stamp).await;
                self.answer(reply, answer)
            }
            Request::Move { user, mark, act, pressed, reply } => {
                let answer = self.make_move(user, mark, act, pressed, stamp).await;
                self.answer(reply, answer)
            }
            Request::Preview { by, ruling, since, reply } => {
                let answer = self.preview(&by, &ruling, since, stamp).await;
                self.answer(reply, answer)
            }
            Request::Confirm { by, ruling, seen, reason, reply } => {
                let answer = self.confirm(by, ruling, seen, reason, stamp).await;
                self.answer(reply, answer)
            }
            Request::Desk { reply } => {
                let answer = self.desk().await;
                self.answer(reply, answer)
            }
            Request::Disclose { by, looked, reply } => {
                let answer = self.disclose(&by, looked).await;
                self.answer(reply, answer)
            }
            Request::Hands { by, looked, reply } => {
                let answer = self.hands(&by, looked).await;
                self.answer(reply, answer)
            }
            Request::Propose { user, what, reply } => {
                let answer = self.propose(user, what, stamp).await;
                self.answer(reply, answer)
            }
            Request::Settle { user, proposal, agrees, reply } => {
                let answer = self.settle(user, proposal, agrees, stamp).await;
                self.answer(reply, answer)
            }
            Request::Host { by, act, sits, reason, reply } => {
                let answer = self.host(by, act, sits, reason, stamp).await;
                self.answer(reply, answer)
            }
            Request::Reschedule { by, starts, reason, reply } => {
                let answer = self.reschedule(by, starts, reason, stamp).await;
                self.answer(reply, answer)
            }
            Request::Resign { user, reply } => {
                let answer = self.resign(user, stamp).await;
                self.answer(reply, answer)
            }
            Request::Complete { user, typed, reply } => {
                let answer = Ok(self.complete(user, &typed));
                self.answer(reply, answer)
            }
            Request::Reads { user, text, reply } => {
                let answer = self.reads(user, &text);
                self.answer(reply, answer)
            }
            Request::Look { user, reply } => {
                let answer = self.look(user);
                self.answer(reply, answer)
            }
            Request::Answer { user, query, reply } => {
                let answer = self.query(user, &query);
                self.answer(reply, answer)
            }
            Request::Wake { reply } => self.answer(reply, Ok(())),
            Request::Reload { reply } => {
                self.reload().await?;
                self.answer(reply, Ok(()))
            }
            Request::Since { reply } => {
                let answer = self.stands_since();
                self.answer(reply, answer)
            }
            Request::Credit { since, carry, reply } => {
                self.owe(Lost { since, carry, deaf: false });
                let answer = if self.is_blocked() { Ok(()) } else { self.pay().await };
                self.answer(reply, answer)
            }
            Request::Pay { owed, reply } => {
                self.owe(owed);
                let answer = self.pay().await;
                self.answer(reply, answer)
            }
            Request::ChannelGone { channel, why } => match self.channel_refused(channel, &why).await {
                Err(Trouble::Error(_)) => Ok(()),
                other => other,
            },
            Request::ThreadGone => self.thread_gone().await,
            Request::ChannelInstead { to, reply } => {
                let answer = self.channel_instead(to).await;
                self.answer(reply, answer)
            }
            Request::Compose { notice, overtaken, reply } => {
                let answer = self.compose(*notice, overtaken).await;
                self.answer(reply, answer)
            }
            Request::Reconcile { known, reply } => {
                let answer = self.reconcile(known).await;
                self.answer(reply, answer)
            }
            Request::AskedIn { message, reply } => {
                let answer = self.asked_in(message).await;
                self.answer(reply, answer)
            }
            Request::Thought { seat, mark, order } => {
                self.thought(seat, mark, order);
                Ok(())
            }
            Request::ChannelBack => Ok(self.channel_back().await?),
        }
    }

    /// Sends an answer; what the store did wrong is the sender's to know as a fault, and the actor's to recover from.
    fn answer<T>(&self, reply: Reply<T>, answer: Result<T, Trouble>) -> Result<(), Trouble> {
        let (answer, trouble) = match answer {
            Ok(answer) => (Ok(answer), Ok(())),
            Err(Trouble::Error(error)) => (Err(error), Ok(())),
            Err(Trouble::Store(error)) => {
                let id = FaultId::fresh();
                tracing::error!(fault = %id, match_id = %self.row.id, %error, "a request could not be stored");
                let words = match error {
                    StoreError::Conflict | StoreError::Row(_) => Error::Internal(id),
                    _ => Refused::new(
                        Code::NotStored,
                        format!(
                            "That could not be stored, so it does not count. Send it again in a moment: the time until it can be stored is given \
                             back. Tell the host if it goes on (fault {id})."
                        ),
                    )
                    .into(),
                };
                (Err(words), Err(Trouble::Store(error)))
            }
        };
        // Whoever asked may have stopped waiting; what was done stands all the same.
        drop(reply.send(answer));
        trouble
    }
}
