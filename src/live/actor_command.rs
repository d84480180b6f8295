//! Commands to a match's actor: work for its turn, and an answer to the caller.

use std::sync::Arc;

use futures::future::BoxFuture;
use tokio::sync::mpsc;

use crate::hosting::ruling_author::Host;
use crate::ids::Snowflake;
use crate::live::actor::MatchActor;
use crate::live::command_error::CommandError;
use crate::live::error::{Error, Refused};

/// The order in which a command takes its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Admission {
    /// At once.
    Now,
    /// At once, and before any deadline fires; for credits of lost time.
    Credit,
    /// In the order of its timestamp, before or after the running deadline.
    ByStamp(Snowflake),
    /// In the order of its timestamp; a host's ruling, which does not wait for unread messages once the wait is announced.
    HostByStamp(Snowflake),
    /// In the order of its timestamp, even past the running deadline; for a lost channel.
    ChannelLost(Snowflake),
    /// In the order of its timestamp, even past the running deadline; for a host who continues the match in another channel.
    ChannelMoved(Snowflake),
}

impl Admission {
    /// Returns the timestamp that orders the command.
    pub const fn stamp(self) -> Option<Snowflake> {
        match self {
            Self::Now | Self::Credit => None,
            Self::ByStamp(stamp) | Self::HostByStamp(stamp) | Self::ChannelLost(stamp) | Self::ChannelMoved(stamp) => {
                Some(stamp)
            }
        }
    }

    /// Whether the command may pass a deadline that has not fired.
    pub const fn passes_deadline(self) -> bool {
        matches!(self, Self::ChannelLost(_) | Self::ChannelMoved(_))
    }

    /// Whether the command is a host's decision.
    pub const fn is_by_host(self) -> bool {
        matches!(self, Self::HostByStamp(_) | Self::ChannelMoved(_))
    }
}

/// Work for a match's actor. After a failure of the store the actor may repeat it: the work is cloned each time.
#[derive(Clone)]
pub struct Command {
    /// The name in metrics.
    pub name: &'static str,
    pub admission: Admission,
    /// Whether the command waits until no earlier event can arrive.
    pub after_grace: bool,
    /// The host in whose name the work is done.
    by: Option<Host>,
    work: Arc<dyn Job>,
}

/// The receiver of a command's only answer.
pub type Answer<T> = mpsc::Receiver<Result<T, Error>>;

/// The function that an actor runs for a command.
pub trait ActorFn<T>:
    for<'a> FnOnce(&'a mut MatchActor) -> BoxFuture<'a, Result<T, CommandError>> + Clone + Send + Sync + 'static
{
}

impl<T, F> ActorFn<T> for F where
    F: for<'a> FnOnce(&'a mut MatchActor) -> BoxFuture<'a, Result<T, CommandError>> + Clone + Send + Sync + 'static
{
}

trait Job: Send + Sync {
    fn run<'a>(&self, actor: &'a mut MatchActor) -> BoxFuture<'a, Result<(), CommandError>>;
    fn refuse(&self, error: Error);
}

struct Answered<T, F> {
    work: F,
    reply: mpsc::Sender<Result<T, Error>>,
}

impl<T, F> Job for Answered<T, F>
where
    T: Send + 'static,
    F: ActorFn<T>,
{
    fn run<'a>(&self, actor: &'a mut MatchActor) -> BoxFuture<'a, Result<(), CommandError>> {
        let (done, reply) = (self.work.clone()(actor), self.reply.clone());
        Box::pin(async move {
            let answer = match done.await {
                Ok(answer) => Ok(answer),
                Err(CommandError::Error(error)) => Err(error),
                // The actor recovers, then repeats the work or refuses it.
                Err(trouble @ (CommandError::Store(_) | CommandError::Early)) => return Err(trouble),
            };
            // The caller may have stopped waiting; the effect of the command is valid all the same.
            drop(reply.try_send(answer));
            Ok(())
        })
    }

    fn refuse(&self, error: Error) {
        drop(self.reply.try_send(Err(error)));
    }
}

impl Command {
    /// Creates a command and the receiver of its answer.
    pub fn new<T: Send + 'static>(
        name: &'static str,
        admission: Admission,
        work: impl ActorFn<T>,
    ) -> (Self, Answer<T>) {
        let (reply, answer) = mpsc::channel(1);
        (Self { name, admission, after_grace: false, by: None, work: Arc::new(Answered { work, reply }) }, answer)
    }

    /// Sets the host in whose name the work is done, who must not play in the match's tournament.
    pub fn by(self, host: Host) -> Self {
        Self { by: Some(host), ..self }
    }

    /// Makes the command wait until no earlier event can arrive.
    pub(crate) fn after_grace(self) -> Self {
        Self { after_grace: true, ..self }
    }

    /// Does the work and answers; a failure of the store is returned without an answer.
    pub(crate) async fn run(&self, actor: &mut MatchActor) -> Result<(), CommandError> {
        if let Some(host) = &self.by
            && actor.plays_another(host).await?
        {
            self.refuse(Refused::entrant().into());
            return Ok(());
        }
        self.work.run(actor).await
    }

    /// Answers the command with an error.
    pub fn refuse(&self, error: Error) {
        self.work.refuse(error);
    }
}
