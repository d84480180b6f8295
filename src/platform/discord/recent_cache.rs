//! A bounded cache of people and messages.

use std::borrow::Borrow;
use std::collections::HashMap;
use std::hash::Hash;

use parking_lot::Mutex;

/// A map that keeps at least the newest `size` values, and at most twice as many.
pub struct Cache<K, V> {
    size: usize,
    held: Mutex<Generations<K, V>>,
}

struct Generations<K, V> {
    young: HashMap<K, V>,
    old: HashMap<K, V>,
}

impl<K: Eq + Hash, V: Clone> Cache<K, V> {
    /// Creates an empty cache.
    pub fn new(size: usize) -> Self {
        Self { size, held: Mutex::new(Generations { young: HashMap::new(), old: HashMap::new() }) }
    }

    /// Inserts a value and returns the key's previous value, if that is still cached.
    pub fn insert(&self, key: K, value: V) -> Option<V> {
        let mut held = self.held.lock();
        let before = held.old.remove(&key);
        let before = held.young.insert(key, value).or(before);
        if held.young.len() >= self.size {
            held.old = std::mem::take(&mut held.young);
        }
        before
    }

    /// Returns the value of a key.
    pub fn get<Q: Eq + Hash + ?Sized>(&self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
    {
        let held = self.held.lock();
        held.young.get(key).or_else(|| held.old.get(key)).cloned()
    }

    /// Removes a key and returns its value.
    pub fn remove<Q: Eq + Hash + ?Sized>(&self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
    {
        let mut held = self.held.lock();
        let old = held.old.remove(key);
        held.young.remove(key).or(old)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_are_remembered_and_the_oldest_forgotten() {
        let cache = Cache::new(10);
        for number in 0..100 {
            assert_eq!(cache.insert(number, number), None);
            let least = (0..=number).rev().take(10);
            assert!(least.into_iter().all(|key| cache.get(&key) == Some(key)));
        }
        assert!((0..100).filter(|key| cache.get(key).is_some()).count() <= 20);
        assert_eq!((cache.insert(99, 1), cache.remove(&99), cache.get(&99)), (Some(99), Some(1), None));
    }
}
