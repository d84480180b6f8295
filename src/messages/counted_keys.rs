//! Counts of operations in progress by key, and the wait for their end.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::Arc;

use parking_lot::Mutex;
use tokio::sync::watch;

/// The number of operations in progress for each key; all clones share it.
#[derive(Clone)]
pub struct CountedKeys<K>(Arc<Inner<K>>);

struct Inner<K> {
    counts: Mutex<HashMap<K, usize>>,
    ended: watch::Sender<()>,
}

impl<K> Default for CountedKeys<K> {
    fn default() -> Self {
        Self(Arc::new(Inner { counts: Mutex::default(), ended: watch::Sender::default() }))
    }
}

impl<K: Copy + Eq + Hash> CountedKeys<K> {
    /// Counts one more operation until the guard is dropped.
    pub fn begin(&self, key: K) -> InProgress<K> {
        *self.0.counts.lock().entry(key).or_default() += 1;
        InProgress { keys: self.clone(), key }
    }

    /// Waits until no operation is in progress for these keys.
    pub async fn ended(&self, keys: &[K]) {
        let mut ended = self.0.ended.subscribe();
        // The sender lives as long as `self`.
        ended.wait_for(|()| keys.iter().all(|key| !self.0.counts.lock().contains_key(key))).await.ok();
    }
}

/// An operation in progress.
pub struct InProgress<K: Copy + Eq + Hash> {
    keys: CountedKeys<K>,
    key: K,
}

impl<K: Copy + Eq + Hash> Drop for InProgress<K> {
    fn drop(&mut self) {
        let mut counts = self.keys.0.counts.lock();
        if let Some(count) = counts.get_mut(&self.key) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.key);
            }
        }
        drop(counts);
        self.keys.0.ended.send_replace(());
    }
}
