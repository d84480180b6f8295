//! The service's tasks, and whether any of them has work to do.
//!
//! A task is busy from its start to its end, except inside [`waiting`]. A wake-up makes it busy at once, before it runs again. So at
//! least one task is busy whenever there is work to do.

use std::future::poll_fn;
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Wake, Waker};

use parking_lot::Mutex;
use tokio::sync::watch;
use tokio::task::{JoinHandle, coop};
use tokio_util::task::TaskTracker;

tokio::task_local! {
    static TASK: Arc<Task>;
}

/// All tasks of one service.
#[derive(Default)]
pub(crate) struct Tasks {
    tracker: TaskTracker,
    /// The number of busy tasks.
    busy: watch::Sender<usize>,
}

impl Tasks {
    pub fn spawn<F>(&self, work: F) -> JoinHandle<F::Output>
    where
        F: Future<Output: Send> + Send + 'static,
    {
        let state = State { busy: false, woken: false, waits: 0, waker: Some(Waker::noop().clone()) };
        let task = Arc::new(Task { all: self.busy.clone(), state: Mutex::new(state) });
        task.count(&mut task.state.lock(), true);
        let running = Running(Arc::clone(&task));
        self.tracker.spawn(async move {
            let _running = running;
            let waker = Waker::from(Arc::clone(&task));
            let mut work = pin!(work);
            poll_fn(|cx| {
                task.begins(cx.waker());
                let polled =
                    TASK.sync_scope(Arc::clone(&task), || work.as_mut().poll(&mut Context::from_waker(&waker)));
                task.pauses();
                polled
            })
            .await
        })
    }

    /// Waits until no task is busy.
    pub async fn wait_idle(&self) {
        // The sender lives as long as `self`.
        self.busy.subscribe().wait_for(|busy| *busy == 0).await.ok();
    }

    /// Waits until every task has ended; no more may be started.
    pub async fn ended(&self) {
        self.tracker.close();
        self.tracker.wait().await;
    }
}

/// Waits for the clock, for other tasks, or for an external event; the calling task is not busy during the wait.
pub async fn waiting<F: Future>(wait: F) -> F::Output {
    let _waits = TASK.try_with(|task| Waits::begin(Arc::clone(task)));
    wait.await
}

struct Task {
    all: watch::Sender<usize>,
    state: Mutex<State>,
}

struct State {
    busy: bool,
    /// Whether the task was woken after it last began to run.
    woken: bool,
    /// The number of [`waiting`] calls that the task is in.
    waits: usize,
    /// The waker of the task; `None` after its end.
    waker: Option<Waker>,
}

impl Task {
    fn begins(&self, waker: &Waker) {
        let mut state = self.state.lock();
        state.woken = false;
        state.waker = Some(waker.clone());
        self.count(&mut state, true);
    }

    fn pauses(&self) {
        let mut state = self.state.lock();
        // Without a budget, the runtime wakes the task later.
        let waits = state.waits > 0 && coop::has_budget_remaining();
        let busy = state.woken || !waits;
        self.count(&mut state, busy);
    }

    fn count(&self, state: &mut State, busy: bool) {
        if std::mem::replace(&mut state.busy, busy) != busy {
            self.all.send_modify(|all| if busy { *all += 1 } else { *all -= 1 });
        }
    }
}

impl Wake for Task {
    fn wake(self: Arc<Self>) {
        let mut state = self.state.lock();
        let Some(waker) = state.waker.clone() else { return };
        state.woken = true;
        self.count(&mut state, true);
        drop(state);
        waker.wake();
    }
}

/// A task that has not ended.
struct Running(Arc<Task>);

impl Drop for Running {
    fn drop(&mut self) {
        let mut state = self.0.state.lock();
        state.waker = None;
        self.0.count(&mut state, false);
    }
}

struct Waits(Arc<Task>);

impl Waits {
    fn begin(task: Arc<Task>) -> Self {
        task.state.lock().waits += 1;
        Self(task)
    }
}

impl Drop for Waits {
    fn drop(&mut self) {
        self.0.state.lock().waits -= 1;
    }
}

#[cfg(test)]
mod tests {
    use tokio::sync::Notify;

    use super::*;

    #[tokio::test]
    async fn a_task_is_busy_unless_it_waits_and_again_once_it_is_woken() {
        let (tasks, notify) = (Tasks::default(), Arc::new(Notify::new()));
        let told = Arc::clone(&notify);
        let task = tasks.spawn(async move {
            tokio::task::yield_now().await;
            waiting(told.notified()).await;
            told.notified().await;
        });
        assert_eq!(*tasks.busy.borrow(), 1, "before it runs");
        tasks.wait_idle().await;
        notify.notify_one();
        assert_eq!(*tasks.busy.borrow(), 1, "as soon as it is woken");
        for _ in 0..10 {
            tokio::task::yield_now().await;
        }
        assert_eq!(*tasks.busy.borrow(), 1, "it waits for its own work");
        notify.notify_one();
        tasks.wait_idle().await;
        assert!(task.is_finished());
    }

    #[tokio::test]
    async fn a_task_that_panics_or_is_aborted_is_not_busy() {
        let tasks = Tasks::default();
        let aborted = tasks.spawn(std::future::pending::<()>());
        let panics = tasks.spawn(async { panic!("a fault") });
        assert!(panics.await.is_err());
        assert_eq!(*tasks.busy.borrow(), 1);
        aborted.abort();
        tasks.wait_idle().await;
    }
}
