//! Turns for the work of games in files, because one step may take its whole limit of work.
//!
//! - The actor of such a match is polled on a blocking thread, so the other tasks of its worker thread continue.
//! - A server has one turn at a time. All servers together leave one core free.

use std::collections::HashMap;
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Weak};
use std::task::{Context, Poll, ready};

use parking_lot::Mutex;
use tokio::runtime::{Handle, RuntimeFlavor};
use tokio::sync::Semaphore;
use tokio_util::sync::PollSemaphore;

use crate::ids::GuildId;

/// The turns of all servers.
#[derive(Debug)]
pub(crate) struct Turns {
    all: Arc<Semaphore>,
    servers: Mutex<HashMap<GuildId, Weak<Semaphore>>>,
}

impl Default for Turns {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        Self { all: Arc::new(Semaphore::new(cores.saturating_sub(1).max(1))), servers: Mutex::default() }
    }
}

impl Turns {
    /// Wraps a server's task so that it is polled in the server's turns only.
    pub fn of<F>(&self, guild: GuildId, task: F) -> InTurn<F> {
        let mut servers = self.servers.lock();
        servers.retain(|_, server| server.strong_count() > 0);
        let server = servers.get(&guild).and_then(Weak::upgrade).unwrap_or_else(|| Arc::new(Semaphore::new(1)));
        servers.insert(guild, Arc::downgrade(&server));
        InTurn {
            server: PollSemaphore::new(server),
            all: PollSemaphore::new(Arc::clone(&self.all)),
            task: Box::pin(task),
        }
    }
}

/// A task that is polled in its server's turns only.
pub(crate) struct InTurn<F> {
    server: PollSemaphore,
    all: PollSemaphore,
    task: Pin<Box<F>>,
}

impl<F: Future> Future for InTurn<F> {
    type Output = F::Output;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<F::Output> {
        let _server = ready!(self.server.poll_acquire(cx)).expect("nobody closes it");
        let _all = ready!(self.all.poll_acquire(cx)).expect("nobody closes it");
        aside(|| self.task.as_mut().poll(cx))
    }
}

/// Runs long work without blocking the other tasks of this thread.
pub(crate) fn aside<T>(work: impl FnOnce() -> T) -> T {
    let threads = Handle::try_current().is_ok_and(|runtime| runtime.runtime_flavor() == RuntimeFlavor::MultiThread);
    if threads { tokio::task::block_in_place(work) } else { work() }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;
    use std::time::Duration;

    use super::*;

    #[tokio::test(flavor = "multi_thread", worker_threads = 1)]
    async fn work_that_takes_long_holds_up_no_other_task() {
        let (send, receive) = channel();
        let wait = move || receive.recv_timeout(Duration::from_mins(1)).expect("the only other thread is free");
        let heavy = tokio::spawn(Turns::default().of(GuildId(1), async move { wait() }));
        tokio::spawn(async move { send.send(7) });
        assert_eq!(heavy.await.unwrap(), 7);
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn all_tasks_of_a_server_get_their_turns() {
        let turns = Turns::default();
        let task = |number: u64| {
            turns.of(GuildId(number % 3), async move {
                for _ in 0..5 {
                    tokio::task::yield_now().await;
                }
                number
            })
        };
        let tasks: Vec<_> = (0..50).map(|number| tokio::spawn(task(number))).collect();
        for (number, task) in (0..).zip(tasks) {
            assert_eq!(task.await.unwrap(), number);
        }
    }
}
