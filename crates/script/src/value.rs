//! Values, and the objects that they refer to.

use std::sync::Arc;

use crate::builtins::{Builtin, Module};

/// The number of an object in its machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Id(pub(crate) u32);

/// A value of a script. What is not plain refers to an object of the machine that made it, and is valid in that machine
/// and its clones until the machine next runs, or for as long as it is [pinned](crate::Machine::pin).
///
/// `==` compares the reference, not the content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Value {
    None,
    Bool(bool),
    Int(i64),
    Text(Id),
    List(Id),
    Tuple(Id),
    Dict(Id),
    Set(Id),
    Range(Id),
    Function(Id),
    /// A built-in function.
    Builtin(Builtin),
    /// A built-in library, such as `random`.
    Module(Module),
    /// A function of the host, by its number in [`Host::functions`](crate::Host::functions).
    Host(u16),
    /// Internal: a variable that nested functions share.
    #[doc(hidden)]
    Cell(Id),
    /// Internal: a variable without a value.
    #[doc(hidden)]
    Unbound,
}

impl Value {
    /// The type's name in Python.
    #[must_use]
    pub fn type_name(self) -> &'static str {
        match self {
            Self::None => "None",
            Self::Bool(_) => "bool",
            Self::Int(_) => "int",
            Self::Text(_) => "str",
            Self::List(_) => "list",
            Self::Tuple(_) => "tuple",
            Self::Dict(_) => "dict",
            Self::Set(_) => "set",
            Self::Range(_) => "range",
            Self::Function(_) | Self::Builtin(_) | Self::Host(_) => "function",
            Self::Module(_) => "library",
            Self::Cell(_) | Self::Unbound => "nothing",
        }
    }

    /// The number that a whole number or truth value stands for in arithmetic.
    pub(crate) fn number(self) -> Option<i64> {
        match self {
            Self::Int(number) => Some(number),
            Self::Bool(truth) => Some(i64::from(truth)),
            _ => None,
        }
    }

    pub(crate) fn id(self) -> Option<Id> {
        match self {
            Self::Text(id)
            | Self::List(id)
            | Self::Tuple(id)
            | Self::Dict(id)
            | Self::Set(id)
            | Self::Range(id)
            | Self::Function(id)
            | Self::Cell(id) => Some(id),
            _ => None,
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Text {
    pub str: Arc<str>,
    /// Characters; as many as bytes where all are ASCII.
    pub chars: u32,
    pub hash: u64,
}

impl Text {
    pub fn is_ascii(&self) -> bool {
        self.chars as usize == self.str.len()
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Tuple {
    pub items: Box<[Value]>,
    /// `None` where an item cannot be a key.
    pub hash: Option<u64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Range {
    pub start: i64,
    pub stop: i64,
    /// Never 0.
    pub step: i64,
}

impl Range {
    pub fn len(self) -> u64 {
        let (from, to) = if self.step > 0 { (self.start, self.stop) } else { (self.stop, self.start) };
        if from >= to { 0 } else { (to.abs_diff(from) - 1) / self.step.unsigned_abs() + 1 }
    }

    /// The number at a place below `len`.
    pub fn at(self, place: u64) -> i64 {
        // Within `start..stop`, so neither step overflows once both are taken as 128 bits.
        (i128::from(self.start) + i128::from(self.step) * i128::from(place)) as i64
    }

    /// Where a number stands in the range.
    pub fn find(self, number: i64) -> Option<u64> {
        let (from, to) = if self.step > 0 { (self.start, number) } else { (number, self.start) };
        let steps = self.step.unsigned_abs();
        (from <= to && to.abs_diff(from) % steps == 0)
            .then(|| to.abs_diff(from) / steps)
            .filter(|place| *place < self.len())
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Function {
    /// Number of its code in the program.
    pub code: u32,
    /// Values of its last parameters.
    pub defaults: Box<[Value]>,
    /// Cells of its free variables.
    pub cells: Box<[Value]>,
}

#[derive(Clone, Debug)]
pub(crate) enum Object {
    Freed,
    Text(Text),
    List(Vec<Value>),
    Tuple(Tuple),
    /// A dict, or a set, whose values are all `None`.
    Dict(Box<Dict>),
    Range(Box<Range>),
    Function(Box<Function>),
    Cell(Value),
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    pub hash: u64,
    /// `Unbound` where the entry was removed.
    pub key: Value,
    pub value: Value,
}

/// A hash table that keeps the order in which keys were added.
#[derive(Clone, Debug, Default)]
pub(crate) struct Dict {
    pub entries: Vec<Entry>,
    /// Numbers of entries, by hash; empty while there are few.
    table: Vec<u32>,
    pub len: usize,
    /// Changes with every key that is added or removed.
    pub shape: u32,
}

/// Counted bytes of what an object holds: constants, so that memory counts alike on every machine.
pub(crate) const VALUE: usize = 16;
pub(crate) const ENTRY: usize = 40;
pub(crate) const DICT: usize = 64;
pub(crate) const FUNCTION: usize = 48;

const _: () = assert!(
    size_of::<Value>() <= VALUE
        && size_of::<Entry>() <= ENTRY
        && size_of::<Dict>() <= DICT
        && size_of::<Function>() <= FUNCTION
);

/// Dicts of up to so many entries are searched from their start.
const FEW: usize = 8;
const EMPTY: u32 = u32::MAX;

impl Dict {
    /// Bytes that a dict of so many entries counts as.
    pub fn bytes(entries: usize) -> usize {
        DICT + entries.next_power_of_two().max(4) * (ENTRY + 4 * size_of::<u32>())
    }

    /// The entries that may have this hash, from the first one on: `next` gives the number of the next candidate.
    pub fn probe(&self, hash: u64) -> Probe {
        Probe { hash, at: if self.table.is_empty() { 0 } else { hash as usize & (self.table.len() - 1) }, steps: 0 }
    }

    /// Adds a key that is not there.
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

    /// Whether so many entries were removed that those left move together.
    pub fn shrinks(&self) -> bool {
        self.len * 2 < self.entries.len()
    }

    fn rebuild(&mut self) {
        self.entries.retain(|entry| entry.key != Value::Unbound);
        self.table = vec![EMPTY; (self.entries.len() + 1).next_power_of_two() * 4];
        for number in 0..self.entries.len() {
            self.place(self.entries[number].hash, number as u32);
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
