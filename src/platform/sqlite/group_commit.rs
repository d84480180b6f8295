//! Group commit: concurrent writes share one transaction, each in a separate savepoint.
//!
//! - A write is answered only once its transaction is on the disk, in a file that still has its name. A write that fails
//!   alone undoes no other.
//! - Writes run in the order of their calls. A caller that stops waiting does not stop its write.
//! - While a transaction is written, later writes gather for the next one: a slow disk makes fewer and larger transactions.

use std::pin::Pin;

use sqlx::Connection;
use sqlx::sqlite::SqliteConnection;
use tokio::sync::oneshot;

use crate::messages::store::post_cache::Dirty;
use crate::platform::sqlite::error::StoreError;
use crate::platform::sqlite::open::{Held, Store};

/// The most writes in one transaction.
const MOST: usize = 256;

/// A write's work on the connection.
pub(crate) type WriteFuture<'c, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'c>>;

/// Writes that wait for their transaction.
#[derive(Default)]
pub(crate) struct Gathered {
    waiting: Vec<Box<dyn Write>>,
    /// Whether a writer runs, which will also do the waiting writes.
    writing: bool,
}

/// A write, with any result type.
trait Write: Send {
    /// Does the write; returns whether to keep it.
    fn run<'c>(&'c mut self, sql: &'c mut SqliteConnection) -> Pin<Box<dyn Future<Output = bool> + Send + 'c>>;
    /// Answers the caller.
    fn answer(self: Box<Self>, lost: Option<&str>);
}

struct Typed<T, F> {
    work: Option<F>,
    outcome: Option<Result<T, StoreError>>,
    reply: oneshot::Sender<Result<T, StoreError>>,
}

impl<T, F> Write for Typed<T, F>
where
    T: Send,
    F: for<'c> FnOnce(&'c mut SqliteConnection) -> WriteFuture<'c, T> + Send,
{
    fn run<'c>(&'c mut self, sql: &'c mut SqliteConnection) -> Pin<Box<dyn Future<Output = bool> + Send + 'c>> {
        Box::pin(async move {
            let Some(work) = self.work.take() else { return false };
            let outcome = work(sql).await;
            let stands = outcome.is_ok();
            self.outcome = Some(outcome);
            stands
        })
    }

    fn answer(self: Box<Self>, lost: Option<&str>) {
        let outcome = match (self.outcome, lost) {
            (Some(Err(error)), _) => Err(error),
            (Some(done), None) => done,
            (_, why) => Err(StoreError::NotKept(why.unwrap_or("the write was not begun").to_owned())),
        };
        // The caller may have stopped waiting; the write is valid all the same.
        drop(self.reply.send(outcome));
    }
}

impl Store {
    /// Writes, in one transaction with other concurrent writes.
    pub(crate) async fn write<T, F>(&self, work: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: for<'c> FnOnce(&'c mut SqliteConnection) -> WriteFuture<'c, T> + Send + 'static,
    {
        let (reply, answer) = oneshot::channel();
        let begins = {
            let mut gathered = self.0.gathered.lock();
            gathered.waiting.push(Box::new(Typed { work: Some(work), outcome: None, reply }));
            !std::mem::replace(&mut gathered.writing, true)
        };
        if begins {
            tokio::spawn(Writer { store: self.clone(), done: false }.run());
        }
        answer.await.unwrap_or_else(|_| Err(StoreError::NotKept("writing ended".to_owned())))
    }
}

/// A task that writes while writes are waiting.
struct Writer {
    store: Store,
    done: bool,
}

impl Drop for Writer {
    fn drop(&mut self) {
        if !self.done {
            // Callers notice it by their dropped replies; the next write starts another writer.
            *self.store.0.gathered.lock() = Gathered::default();
        }
    }
}

impl Writer {
    async fn run(mut self) {
        loop {
            let mut writes: Vec<_> = {
                let mut gathered = self.store.0.gathered.lock();
                if gathered.waiting.is_empty() {
                    // Set under the lock: a later write finds no writer and starts one.
                    gathered.writing = false;
                    self.done = true;
                    drop(gathered);
                    return;
                }
                let many = gathered.waiting.len().min(MOST);
                gathered.waiting.drain(..many).collect()
            };
            let lost = written(&self.store, &mut writes).await.err().map(|error| error.to_string());
            for write in writes {
                write.answer(lost.as_deref());
            }
        }
    }
}

/// Does writes in one transaction, and checks the files before and after it.
async fn written(store: &Store, writes: &mut [Box<dyn Write>]) -> Result<(), StoreError> {
    store.check_files()?;
    together(store, writes).await?;
    metrics::counter!("deathmatch_store_transactions_total").increment(1);
    store.check_files()
}

/// Does writes in one transaction, together with the changed state of posts and drafts.
async fn together(store: &Store, writes: &mut [Box<dyn Write>]) -> Result<(), StoreError> {
    let mut held = store.connection().await?;
    let changed = store.0.posts.take_dirty();
    let written = with_posts(&mut held, &changed, writes).await;
    store.0.posts.settle(written.is_ok());
    match &written {
        Ok(true) => store.0.posts.evict_rested(&changed),
        Ok(false) => {}
        Err(_) => store.0.posts.restore_dirty(changed),
    }
    store.0.cache.settle(written.is_ok());
    written.map(drop)
}

/// Does writes and stores changed posts in one transaction; returns whether the posts were stored.
async fn with_posts(held: &mut Held<'_>, changed: &Dirty, writes: &mut [Box<dyn Write>]) -> Result<bool, StoreError> {
    let mut all = held.begin().await?;
    let mut own = all.begin().await?;
    let kept = changed.keep(&mut own).await;
    let stored = kept.is_ok();
    match kept {
        Ok(()) => own.commit().await?,
        Err(error) => {
            // The posts are still in memory, and a later process searches for messages that may have been sent. Other writes continue.
            tracing::error!(%error, "changes of posts cannot be stored");
            own.rollback().await?;
        }
    }
    for write in writes {
        let mut own = all.begin().await?;
        if write.run(&mut own).await {
            own.commit().await?;
        } else {
            // If even this fails, the whole transaction is rolled back.
            own.rollback().await?;
        }
    }
    all.commit().await?;
    Ok(stored)
}
