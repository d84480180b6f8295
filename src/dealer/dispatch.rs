//! Reading a request: which request goes where, and how its sender is answered.

use crate::ids::Snowflake;

use super::actor::MatchActor;
use super::admission::Outage;
use super::command::{Command, Reply, Timed};
use super::command_error::CommandError;
use super::tourney::no_host;

impl MatchActor {
    /// Does a request and answers it, unless the store fails: then the sender is still to be answered.
    #[expect(clippy::too_many_lines, reason = "one arm for each request")]
    pub(super) async fn handle(&mut self, stamped: Timed) -> Result<(), CommandError> {
        let Timed { stamp, request } = stamped;
        let stamp = stamp.unwrap_or(Snowflake(0));
        if let Some(by) = request.host(self.row.status)
            && self.plays_another(by).await?
        {
            request.refuse(no_host().into());
            return Ok(());
        }
        match request {
            Command::PressReady { user, mark, on, reply } => {
                let answer = self.press_ready(user, mark, on, stamp).await;
                Self::answer(&reply, answer)
            }
            Command::TakeReadyBack { user, reply } => {
                let answer = self.take_ready_back(user, stamp).await;
                Self::answer(&reply, answer)
            }
            Command::ChooseTimes { user, numbers, reply } => {
                let answer = self.choose_times(user, numbers, stamp).await;
                Self::answer(&reply, answer)
            }
            Command::Decline { user, reply } => {
                let answer = self.decline(user, stamp).await;
                Self::answer(&reply, answer)
            }
            Command::StartWithout { by, reply } => {
                let answer = self.start_without(&by, None, stamp).await;
                Self::answer(&reply, answer)
            }
            Command::ChangeTerms { by, header, seen, reply } => {
                let answer = self.change_terms(&by, *header, &seen, stamp).await;
                Self::answer(&reply, answer)
            }
            Command::Cancel { by, reason, reply } => {
                let answer = self.cancel(by, reason, stamp).await;
                Self::answer(&reply, answer)
            }
            Command::Order { user, text, when, reply } => {
                let answer = self.order(user, text, when, stamp).await;
                Self::answer(&reply, answer)
            }
            Command::Move { user, mark, act, pressed, reply } => {
                let answer = self.make_move(user, mark, act, pressed, stamp).await;
                Self::answer(&reply, answer)
            }
            Command::Preview { by, ruling, since, reply } => {
                let answer = self.preview(&by, &ruling, since, stamp).await;
                Self::answer(&reply, answer)
            }
            Command::Confirm { by, ruling, seen, reason, reply } => {
                let answer = self.confirm(by, ruling, seen, reason, stamp).await;
                Self::answer(&reply, answer)
            }
            Command::Desk { reply } => {
                let answer = self.desk().await;
                Self::answer(&reply, answer)
            }
            Command::Disclose { by, looked, reply } => {
                let answer = self.disclose(&by, looked, self.service.clock.now()).await;
                Self::answer(&reply, answer)
            }
            Command::Hands { by, looked, reply } => {
                let answer = self.hands(&by, looked).await;
                Self::answer(&reply, answer)
            }
            Command::Propose { user, what, reply } => {
                let answer = self.propose(user, what, stamp).await;
                Self::answer(&reply, answer)
            }
            Command::Settle { user, proposal, agrees, reply } => {
                let answer = self.settle(user, proposal, agrees, stamp).await;
                Self::answer(&reply, answer)
            }
            Command::Host { by, act, sits, reason, reply } => {
                let answer = self.host(by, act, sits, reason, stamp).await;
                Self::answer(&reply, answer)
            }
            Command::Reschedule { by, starts, reason, reply } => {
                let answer = self.reschedule(by, starts, reason, stamp).await;
                Self::answer(&reply, answer)
            }
            Command::Resign { user, reply } => {
                let answer = self.resign(user, stamp).await;
                Self::answer(&reply, answer)
            }
            Command::Complete { user, typed, reply } => {
                let answer = Ok(self.complete(user, &typed));
                Self::answer(&reply, answer)
            }
            Command::Reads { user, text, reply } => {
                let answer = self.reads(user, &text);
                Self::answer(&reply, answer)
            }
            Command::Look { user, reply } => {
                let answer = self.look(user);
                Self::answer(&reply, answer)
            }
            Command::Answer { user, query, reply } => {
                let answer = self.query(user, &query);
                Self::answer(&reply, answer)
            }
            Command::Wake { reply } => Self::answer(&reply, Ok(())),
            Command::Reload { reply } => {
                self.reload().await?;
                Self::answer(&reply, Ok(()))
            }
            Command::Since { reply } => {
                let answer = self.step_started_at();
                Self::answer(&reply, answer)
            }
            Command::Credit { since, carry, reply } => {
                self.owe(Outage { since, carry, deaf: false });
                let answer = if self.is_blocked() { Ok(()) } else { self.pay().await };
                Self::answer(&reply, answer)
            }
            Command::ChannelGone { channel, why } => match self.channel_refused(channel, &why).await {
                Err(CommandError::Error(_)) => Ok(()),
                other => other,
            },
            Command::ThreadGone => self.thread_gone().await,
            Command::ChannelInstead { to, reply } => {
                let answer = self.channel_instead(to).await;
                Self::answer(&reply, answer)
            }
            Command::Compose { notice, overtaken, reply } => {
                let answer = self.compose(*notice, overtaken).await;
                Self::answer(&reply, answer)
            }
            Command::Reconcile { known, reply } => {
                let answer = self.reconcile(known).await;
                Self::answer(&reply, answer)
            }
            Command::AskedIn { message, reply } => {
                let answer = self.asked_in(message).await;
                Self::answer(&reply, answer)
            }
            Command::Thought { seat, mark, order } => {
                self.thought(seat, mark, order);
                Ok(())
            }
            Command::ChannelBack => Ok(self.channel_back().await?),
        }
    }

    /// Sends an answer; what the store did wrong is for the actor to recover from.
    fn answer<T>(reply: &Reply<T>, answer: Result<T, CommandError>) -> Result<(), CommandError> {
        let answer = match answer {
            Ok(answer) => Ok(answer),
            Err(CommandError::Error(error)) => Err(error),
            Err(trouble @ CommandError::Store(_)) => return Err(trouble),
        };
        // The caller may have stopped waiting; the command's effect is valid all the same.
        drop(reply.try_send(answer));
        Ok(())
    }
}
