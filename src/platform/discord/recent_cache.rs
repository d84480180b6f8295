//! A bounded cache of people and messages.

use std::borrow::Borrow;
use std::hash::Hash;

use hashlink::LruCache;
use parking_lot::Mutex;

/// A map of the most recently used values. Its lock is never held while somebody waits.
pub struct Cache<K, V>(Mutex<LruCache<K, V>>);

impl<K: Eq + Hash, V: Clone> Cache<K, V> {
    /// Creates an empty cache for so many values.
    pub fn new(size: usize) -> Self {
        Self(Mutex::new(LruCache::new(size)))
    }

    /// Inserts a value and returns the key's previous value, if that is still cached.
    pub fn insert(&self, key: K, value: V) -> Option<V> {
        self.0.lock().insert(key, value)
    }

    /// Returns the value of a key.
    pub fn get<Q: Eq + Hash + ?Sized>(&self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
    {
        self.0.lock().get(key).cloned()
    }

    /// Removes a key and returns its value.
    pub fn remove<Q: Eq + Hash + ?Sized>(&self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
    {
        self.0.lock().remove(key)
    }
}
