//! Compiled programs: instructions of a stack machine.

use std::sync::Arc;

use serde_json::Value as Json;

use crate::lexer::{Name, Names};
use crate::methods::Method;
use crate::syntax::{Binary, Comparison, Unary};
use crate::value::Value;

/// One instruction. Numbers of slots, texts and codes are those of [`Code`] and [`Unit`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Op {
    /// A statement of this line begins.
    Line(u32),
    Push(Value),
    Pop,
    Drop(u16),
    /// Drops values below the topmost.
    Squash(u16),
    Copy,
    CopyTwo,
    Swap,
    /// Moves the topmost value below the next two.
    Sink,

    Load(u16),
    Store(u16),
    LoadCell(u16),
    StoreCell(u16),
    LoadFree(u16),
    LoadGlobal(u16),
    StoreGlobal(u16),
    /// Puts a local into a fresh cell.
    Enclose(u16),
    /// Makes a function, with the defaults on the stack.
    Function {
        code: u32,
        defaults: u8,
    },

    Unary(Unary),
    Binary(Binary),
    Augment(Binary),
    Compare(Comparison),
    Jump(u32),
    JumpIfFalse(u32),
    JumpIfTrue(u32),
    /// For `and`: keeps a false value and jumps, or drops it.
    And(u32),
    Or(u32),

    List(u32),
    Tuple(u32),
    /// Turns the list on the stack, which has no other reference, into a tuple.
    ListToTuple,
    Set(u32),
    Dict(u32),
    /// Adds the topmost value to the list that lies this many values below it; `Add` and `Put` do so for sets and dicts.
    Append(u16),
    /// Adds all items of the value to the list below it.
    Extend,
    Add(u16),
    Put(u16),

    Index,
    SetIndex,
    DeleteIndex,
    Slice,
    Attr(u16),
    SetAttr(u16),
    DeleteAttr(u16),
    Unpack(u32),
    /// Like `Unpack`, with a list of the items in between.
    UnpackRest {
        before: u16,
        after: u16,
    },

    /// Replaces a value by the three values of a loop: itself, a position, its shape.
    Iterate,
    /// Pushes the next item, or drops the loop's three values and jumps.
    Next(u32),
    /// Replaces the arguments of `range` by the next number, the end and the step.
    IterateRange(u8),
    NextRange(u32),

    Format {
        spec: bool,
        quoted: bool,
    },
    Join(u16),
    Call {
        args: u8,
        named: u16,
    },
    Method {
        name: u16,
        args: u8,
        named: u16,
    },
    /// A call whose arguments without names are the items of a list.
    CallSpread {
        named: u16,
    },
    MethodSpread {
        name: u16,
        named: u16,
    },
    Return,
    /// Fails with the value as its message.
    Assert,
    /// Fails if `next` found no item.
    Exhausted,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Capture {
    /// The cell in this slot.
    Slot(u16),
    Free(u16),
}

/// One function, or the module.
#[derive(Debug)]
pub(crate) struct Code {
    pub name: Arc<str>,
    pub params: Vec<Name>,
    /// The number of values that a call puts on the stack: parameters, then other locals.
    pub locals: u16,
    /// Names of the locals.
    pub slots: Vec<Name>,
    pub captures: Vec<Capture>,
    pub free: Vec<Name>,
    pub ops: Vec<Op>,
    /// The position of each instruction in the source text, in bytes.
    pub places: Vec<u32>,
    /// Whether the source text is the script's, not the prelude's.
    pub own: bool,
}

/// Functions of `prelude.py`, by the number of their code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Prelude {
    MapOne,
    MapTwo,
    Filtered,
    SortedBy,
    SortBy,
    LeastBy,
    MostBy,
}

impl Prelude {
    pub const COUNT: u32 = 7;
}

/// A compiled source text.
#[derive(Debug)]
pub(crate) struct Unit {
    pub file: Arc<str>,
    pub text: Arc<str>,
    pub lines: u32,
    pub names: Names,
    pub texts: Vec<Arc<str>>,
    /// The method that each text names, if any.
    pub methods: Vec<Option<Method>>,
    /// The lists of named arguments in calls; the first list is empty.
    pub named: Vec<Box<[Name]>>,
    pub globals: Vec<Name>,
    pub constants: Vec<(u16, Json)>,
    pub host: Vec<Arc<str>>,
    /// The prelude's functions come first, in the order of [`Prelude`].
    pub codes: Vec<Code>,
    /// Number of the module's own code.
    pub module: u32,
    /// Number of the library's code.
    pub library: Option<u32>,
    /// Calls of variables that hide a function: the line and the name.
    pub hidden: Vec<(u32, Arc<str>)>,
}
