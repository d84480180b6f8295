//! Values, and the objects that they refer to.

use std::sync::Arc;

use crate::builtins::{Builtin, Module};
use crate::dict::{Dict, Entry};

/// The number of an object in its machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Id(pub(crate) u32);

/// A value of a script. A value with an [`Id`] refers to an object of the machine that made it. It is valid in that
/// machine and its clones until the machine next runs, or while it is [pinned](crate::Machine::pin).
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

    /// The type's name in a sentence: "an int".
    pub(crate) fn with_article(self) -> String {
        match self {
            Self::None => "None".to_owned(),
            Self::Int(_) => "an int".to_owned(),
            _ => format!("a {}", self.type_name()),
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
    /// The number of characters, which equals the bytes if all are ASCII.
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
    /// `None` if an item cannot be a key.
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

    /// Returns the number at a position below `len`.
    pub fn at(self, place: u64) -> i64 {
        // Within `start..stop`, so neither step overflows once both are taken as 128 bits.
        (i128::from(self.start) + i128::from(self.step) * i128::from(place)) as i64
    }

    /// Returns the position of a number in the range.
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

/// Counted bytes of an object's contents: constants, so that every machine counts alike.
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
