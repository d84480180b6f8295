//! Hash tables that keep the order in which keys were added.

use crate::value::{DICT, ENTRY, Value};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    pub hash: u64,
    /// `Unbound` if the entry was removed.
    pub key: Value,
    pub value: Value,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Dict {
    pub entries: Vec<Entry>,
    /// Numbers of entries, by hash; empty while there are few.
    table: Vec<u32>,
    pub len: usize,
    /// Changes with every key that is added or removed.
    pub shape: u32,
}

/// The most entries of a dict that is searched from its start.
const FEW: usize = 8;
const EMPTY: u32 = u32::MAX;

impl Dict {
    /// Counted bytes of a dict with this many entries.
    pub fn bytes(entries: usize) -> usize {
        DICT + entries.next_power_of_two().max(4) * (ENTRY + 4 * size_of::<u32>())
    }

    /// Begins a search for entries with a hash; its `next` gives the number of the next candidate.
    pub fn probe(&self, hash: u64) -> Probe {
        Probe { hash, at: if self.table.is_empty() { 0 } else { hash as usize & (self.table.len() - 1) }, steps: 0 }
    }

    /// Adds a key that the dict does not have.
    pub fn add(&mut self, hash: u64, key: Value, value: Value) {
        if self.grows() {
            self.rebuild();
        }
        let number = self.entries.len() as u32;
        self.entries.push(Entry { hash, key, value });
        if !self.table.is_empty() {
            self.place(hash, number);
        }
        self.len += 1;
        self.shape = self.shape.wrapping_add(1);
    }

    pub fn remove(&mut self, number: usize) -> Value {
        let entry = &mut self.entries[number];
        entry.key = Value::Unbound;
        let value = std::mem::replace(&mut entry.value, Value::None);
        self.len -= 1;
        self.shape = self.shape.wrapping_add(1);
        if self.table.is_empty() {
            self.entries.retain(|entry| entry.key != Value::Unbound);
        } else if self.shrinks() {
            self.rebuild();
        }
        value
    }

    pub fn clear(&mut self) {
        *self = Self { shape: self.shape.wrapping_add(1), ..Self::default() };
    }

    /// Whether adding a key moves all entries.
    pub fn grows(&self) -> bool {
        self.entries.len() >= FEW && (self.entries.len() + 1) * 3 > self.table.len() * 2
    }

    /// Whether over half of the entries were removed, so that the others have to move together.
    pub fn shrinks(&self) -> bool {
        self.len * 2 < self.entries.len()
    }

    fn rebuild(&mut self) {
        self.entries.retain(|entry| entry.key != Value::Unbound);
        // A dict that has shrunk is searched from its start again: a small table could fill up, and then no search would end.
        let few = self.entries.len() < FEW;
        self.table = if few { Vec::new() } else { vec![EMPTY; (self.entries.len() + 1).next_power_of_two() * 4] };
        if !few {
            (0..self.entries.len()).for_each(|number| self.place(self.entries[number].hash, number as u32));
        }
    }

    fn place(&mut self, hash: u64, number: u32) {
        let mask = self.table.len() - 1;
        let mut at = hash as usize & mask;
        while self.table[at] != EMPTY {
            at = (at + 1) & mask;
        }
        self.table[at] = number;
    }

    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &Entry> {
        self.entries.iter().filter(|entry| entry.key != Value::Unbound)
    }
}

/// A search in a dict. It borrows nothing, so that keys can be compared in between.
pub(crate) struct Probe {
    hash: u64,
    at: usize,
    pub steps: u64,
}

impl Probe {
    pub fn next(&mut self, dict: &Dict) -> Option<usize> {
        loop {
            self.steps += 1;
            let number = if dict.table.is_empty() {
                if self.at == dict.entries.len() {
                    return None;
                }
                self.at
            } else {
                match dict.table[self.at] {
                    EMPTY => return None,
                    number => number as usize,
                }
            };
            self.at += 1;
            if !dict.table.is_empty() {
                self.at &= dict.table.len() - 1;
            }
            let entry = &dict.entries[number];
            if entry.hash == self.hash && entry.key != Value::Unbound {
                return Some(number);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::{Rng, SeedableRng};

    use super::*;

    fn find(dict: &Dict, key: i64) -> Option<usize> {
        let mut probe = dict.probe(key as u64);
        std::iter::from_fn(|| probe.next(dict)).find(|&number| dict.entries[number].key == Value::Int(key))
    }

    #[test]
    fn dict_holds_what_was_added_and_not_removed_and_every_search_ends() {
        for seed in 0..300 {
            let mut random = ChaCha8Rng::seed_from_u64(seed);
            let (mut dict, mut kept) = (Dict::default(), Vec::new());
            for step in 0..600 {
                // It grows and shrinks in turn, often to one key or none.
                let shrinks = step / 60 % 2 == 1;
                let key = i64::from(random.next_u32() % 24);
                match find(&dict, key) {
                    Some(number) if shrinks || random.next_u32() % 4 == 0 => {
                        dict.remove(number);
                        kept.retain(|&other| other != key);
                    }
                    Some(_) => {}
                    None if shrinks && !kept.is_empty() => {}
                    None => {
                        dict.add(key as u64, Value::Int(key), Value::None);
                        kept.push(key);
                    }
                }
                assert!(dict.table.is_empty() || dict.entries.len() < dict.table.len(), "an empty place ends a search");
                let keys: Vec<_> = dict.iter().map(|entry| entry.key).collect();
                assert_eq!(keys, kept.iter().map(|&key| Value::Int(key)).collect::<Vec<_>>());
                assert!((0..24).all(|key| find(&dict, key).is_some() == kept.contains(&key)));
            }
        }
    }
}
