//! Commands to a match's actor: work for its turn, and an answer to the caller.

use std::sync::Arc;

use futures::future::BoxFuture;
use tokio::sync::mpsc;

use crate::hosting::ruling_author::Host;
use crate::live::actor::MatchActor;
use crate::live::admission::Admission;
use crate::live::command_error::CommandError;
use crate::live::error::{Error, Refused};

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
