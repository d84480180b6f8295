//! The machine that runs a program: explicit frames on one stack of values.

mod calls;
mod run;

use std::sync::Arc;

use serde_json::Value as Json;

use crate::builtins::Module;
use crate::code::{Prelude, Unit};
use crate::error::{Error, Fault, Res};
use crate::heap::Heap;
use crate::limits::Limits;
use crate::program::Program;
use crate::random::{Drawn, Random, Tape};
use crate::value::{Function, Value};

/// The object number of a program's first text. Lower numbers are the ASCII characters.
pub(crate) const FIRST_TEXT: u32 = 128;

/// The most arguments of a built-in function that are passed without an allocation.
const FEW_ARGUMENTS: usize = 4;

/// The end of a run.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// The call returned; the value lives until the machine next runs.
    Done(Value),
    /// The script calls a function of the host and waits for [`Machine::answer`].
    Asks(Ask),
    /// The call failed. The calls below it can continue.
    Fault(Error),
}

/// A call of a function of the host.
#[derive(Clone, Debug)]
pub struct Ask {
    pub name: Arc<str>,
    /// Valid until the answer.
    pub args: Vec<Value>,
    pub named: Vec<(Arc<str>, Value)>,
}

impl Ask {
    /// Returns the argument with a name.
    #[must_use]
    pub fn named(&self, name: &str) -> Option<Value> {
        self.named.iter().find(|(word, _)| &**word == name).map(|(_, value)| *value)
    }
}

#[derive(Clone, Copy, Debug)]
struct Frame {
    code: u32,
    /// The next instruction, while another frame runs.
    pc: usize,
    /// The stack position of the first local; the function lies just below.
    base: usize,
    /// Whether the host made this call.
    entry: bool,
}

#[derive(Clone, Debug)]
struct Waiting {
    ask: Ask,
    /// The number of open frames.
    frames: usize,
    /// Length of the stack below the call.
    keep: usize,
}

/// A program that runs, or a suspended one: a clone continues from the same place.
///
/// A new machine is about to run the module's statements. After that, [`call`](Self::call) prepares a call and
/// [`run`](Self::run) runs it. A call may be prepared while the script waits for an answer; it runs first.
#[derive(Clone, Debug)]
pub struct Machine {
    unit: Arc<Unit>,
    pub(crate) heap: Heap,
    pub(crate) random: Random,
    pub(crate) output: String,
    stack: Vec<Value>,
    frames: Vec<Frame>,
    globals: Vec<Value>,
    prelude: Vec<Value>,
    waiting: Vec<Waiting>,
    pinned: Vec<Value>,
    result: Value,
    lines: Vec<u64>,
    spent: u64,
    /// The instruction that runs.
    pc: usize,
}

impl Machine {
    /// Creates a machine with a seed for `random`. Fails if the host's constants exceed the limits.
    pub fn new(program: &Program, limits: Limits, seed: [u8; 32]) -> Result<Self, Error> {
        let unit = Arc::clone(&program.unit);
        let mut heap = Heap::new(limits);
        for text in &unit.texts {
            heap.fixed_text(text);
        }
        let mut machine = Self {
            heap,
            random: Random::new(seed),
            output: String::new(),
            stack: Vec::new(),
            frames: Vec::new(),
            globals: vec![Value::Unbound; unit.globals.len()],
            prelude: Vec::new(),
            waiting: Vec::new(),
            pinned: Vec::new(),
            result: Value::None,
            lines: vec![0; unit.lines as usize / 64 + 1],
            spent: 0,
            pc: 0,
            unit,
        };
        machine.heap.fuel = u64::MAX;
        machine.prepare().map_err(|fault| machine.placed(*fault))?;
        Ok(machine)
    }

    fn prepare(&mut self) -> Res<()> {
        let unit = Arc::clone(&self.unit);
        for (global, json) in &unit.constants {
            self.globals[*global as usize] = self.heap.read_json(json, 0)?;
        }
        for code in (0..Prelude::COUNT).chain([unit.module]) {
            let function =
                self.heap.new_function(Function { code, defaults: Box::default(), cells: Box::default() })?;
            self.prelude.push(function);
        }
        let module = self.prelude.pop().expect("pushed last");
        self.stack.push(module);
        self.push_frame(0, 0)?;
        self.frames.last_mut().expect("just entered").entry = true;
        Ok(())
    }

    // The host's side.

    /// Returns the value that the module or the host's constants bind to a name.
    #[must_use]
    pub fn global(&self, name: &str) -> Option<Value> {
        let name = self.unit.names.find(name)?;
        let number = self.unit.globals.iter().rposition(|global| *global == name)?;
        Some(self.globals[number]).filter(|value| *value != Value::Unbound)
    }

    /// Returns a built-in library, such as `random`, as a value.
    #[must_use]
    pub fn library(name: &str) -> Option<Value> {
        Module::of(name).map(Value::Module)
    }

    /// Prepares a call for [`run`](Self::run).
    pub fn call(&mut self, function: Value, args: &[Value]) -> Result<(), Error> {
        self.heap.fuel = u64::MAX;
        let keep = self.stack.len();
        self.stack.push(function);
        self.stack.extend(args);
        let entered = match function {
            Value::Function(_) => self.push_frame(args.len(), 0),
            Value::Builtin(_) | Value::Host(_) => {
                Err(Fault::hinted("this is not a function of the script", "write `lambda x: …(x)`"))
            }
            _ => Err(Fault::new(format!("{} cannot be called", function.with_article()))),
        };
        if let Err(fault) = entered {
            self.stack.truncate(keep);
            return Err(self.placed(*fault));
        }
        self.frames.last_mut().expect("just entered").entry = true;
        Ok(())
    }

    /// Gives the answer to the open question. Without one, nothing happens.
    pub fn answer(&mut self, value: Value) {
        if self.waits()
            && let Some(waiting) = self.waiting.pop()
        {
            self.stack.truncate(waiting.keep);
            self.stack.push(value);
        }
    }

    /// The open question.
    #[must_use]
    pub fn asks(&self) -> Option<&Ask> {
        self.waiting.last().filter(|_| self.waits()).map(|waiting| &waiting.ask)
    }

    fn waits(&self) -> bool {
        self.waiting.last().is_some_and(|waiting| waiting.frames == self.frames.len())
    }

    /// Runs until the call returns, asks, fails or has used up `fuel`.
    pub fn run(&mut self, fuel: u64) -> Outcome {
        if let Some(ask) = self.asks() {
            return Outcome::Asks(ask.clone());
        }
        if self.frames.is_empty() {
            return Outcome::Done(self.result);
        }
        self.heap.fuel = fuel;
        let ran = self.execute();
        self.spent = self.spent.saturating_add(fuel - self.heap.fuel);
        match ran {
            Ok(outcome) => outcome,
            Err(fault) => {
                let error = self.placed(*fault);
                self.unwind();
                Outcome::Fault(error)
            }
        }
    }

    /// Removes the frames of the host's innermost call.
    fn unwind(&mut self) {
        while let Some(frame) = self.frames.pop() {
            self.stack.truncate(frame.base - 1);
            if frame.entry {
                break;
            }
        }
        self.waiting.retain(|waiting| waiting.frames <= self.frames.len());
        self.resume();
    }

    fn resume(&mut self) {
        if let Some(frame) = self.frames.last() {
            self.pc = frame.pc;
        }
    }

    /// Places a fault at the innermost call in the script's own text.
    fn placed(&self, fault: Fault) -> Error {
        for (depth, frame) in self.frames.iter().enumerate().rev() {
            let code = &self.unit.codes[frame.code as usize];
            if code.own {
                let running = depth + 1 == self.frames.len();
                let pc = if running { self.pc } else { frame.pc.saturating_sub(1) };
                let at = code.places.get(pc).copied().unwrap_or(0) as usize;
                return fault.at(&self.unit.file, &self.unit.text, at);
            }
        }
        let mut error = fault.at(&self.unit.file, "", 0);
        error.line = 0;
        error
    }

    /// The line of the source text that runs or waits; 0 if there is none.
    #[must_use]
    pub fn line(&self) -> u32 {
        self.placed(*Fault::new("")).line
    }

    /// The fuel used by all runs together.
    #[must_use]
    pub fn fuel_used(&self) -> u64 {
        self.spent
    }

    /// Counted bytes of all values, garbage included.
    #[must_use]
    pub fn memory_used(&self) -> usize {
        self.heap.used()
    }

    /// Lines whose statements ran: line `n` is bit `n % 64` of word `n / 64`.
    #[must_use]
    pub fn lines_run(&self) -> &[u64] {
        &self.lines
    }

    /// Takes what `print` wrote.
    pub fn take_output(&mut self) -> String {
        std::mem::take(&mut self.output)
    }

    /// Collects garbage, so that clones are small.
    pub fn tidy(&mut self) {
        let fuel = std::mem::replace(&mut self.heap.fuel, u64::MAX);
        // With unlimited fuel, the only error is that memory is still almost full.
        let _ = self.collect();
        self.heap.shorten();
        self.heap.fuel = fuel;
    }

    /// Freezes all existing objects: scripts that change them fail, and clones share them.
    pub fn freeze(&mut self) {
        self.tidy();
        self.heap.freeze();
    }

    /// Begins or ends a look at the script's values. During a look, calls can neither change older objects nor use `random`.
    pub fn look(&mut self, begins: bool) {
        self.heap.look(begins);
    }

    /// Whether a value is `None` or a constant: a text of the source, or something that was [frozen](Self::freeze).
    #[must_use]
    pub fn is_constant(&self, value: Value) -> bool {
        match value.id() {
            Some(id) => self.heap.is_frozen(id),
            None => value == Value::None,
        }
    }

    /// Returns the values that a script's function has besides its arguments: variables of enclosing functions, and defaults.
    #[must_use]
    pub fn captured(&self, function: Value) -> Vec<(Arc<str>, Value)> {
        let Value::Function(id) = function else { return Vec::new() };
        let function = self.heap.function(id);
        let code = &self.unit.codes[function.code as usize];
        let word = |name: &crate::lexer::Name| Arc::clone(self.unit.names.word(*name));
        let cells = function.cells.iter().map(|cell| match cell {
            Value::Cell(id) => self.heap.cell(*id),
            value => *value,
        });
        let first = code.params.len() - function.defaults.len();
        let defaults = code.params[first..].iter().map(word).zip(function.defaults.iter().copied());
        code.free.iter().map(word).zip(cells).chain(defaults).collect()
    }

    /// Ends the host's innermost call with the host's error, placed at the script's current position.
    pub fn fail(&mut self, message: impl Into<String>, hint: Option<String>) -> Error {
        let error = self.placed(*Fault::new(message).hint(hint));
        self.unwind();
        error
    }

    /// Makes a dict with these entries. It lives until the machine next runs, unless it is passed to a call, answered or pinned.
    pub fn dict(&mut self, entries: &[(Value, Value)]) -> Result<Value, Error> {
        self.heap.fuel = u64::MAX;
        let made = self.heap.new_dict().and_then(|id| {
            entries.iter().try_for_each(|(key, value)| self.heap.insert(id, *key, *value))?;
            Ok(Value::Dict(id))
        });
        made.map_err(|fault| self.placed(*fault))
    }

    /// Puts an entry into a dict.
    pub fn put(&mut self, dict: Value, key: Value, value: Value) -> Result<(), Error> {
        self.heap.fuel = u64::MAX;
        let put = match dict {
            Value::Dict(id) => self.heap.insert(id, key, value),
            _ => Err(Fault::new("this is no dict")),
        };
        put.map_err(|fault| self.placed(*fault))
    }

    /// Gives `random` another seed.
    pub fn seed(&mut self, seed: [u8; 32]) {
        self.random.seed(seed);
    }

    /// Fixes the next results of `random` in words, such as `7` or `♠ 1`; `None` leaves one to chance. A shuffled list begins with them.
    pub fn fix_draws(&mut self, results: impl IntoIterator<Item = Option<String>>) {
        self.random.fix(results);
    }

    /// Returns the fixed results that are not drawn yet.
    pub fn fixed_draws(&self) -> impl Iterator<Item = &str> {
        self.random.fixed()
    }

    /// Begins to record draws of `random`. With a tape, the next draws follow it; draws after its end are free.
    pub fn record_draws(&mut self, tape: Option<Tape>) {
        self.random.record(tape);
    }

    /// Whether draws follow a tape.
    #[must_use]
    pub fn follows_tape(&self) -> bool {
        self.random.follows_tape()
    }

    /// Ends and returns the record; `None` if there was none, or a draw could not give the tape's fixed result.
    pub fn recorded_draws(&mut self) -> Option<Vec<Drawn>> {
        self.random.recorded()
    }

    /// Keeps a value for as long as the machine lives.
    pub fn pin(&mut self, value: Value) {
        self.pinned.push(value);
    }

    /// Converts JSON to a value for the script. It lives until the machine next runs, unless it is passed to a call, answered or pinned.
    pub fn value(&mut self, json: &Json) -> Result<Value, Error> {
        self.heap.fuel = u64::MAX;
        self.heap.read_json(json, 0).map_err(|fault| self.placed(*fault))
    }

    /// Converts a value of the script to JSON, within `fuel`.
    pub fn json(&mut self, value: Value, fuel: u64) -> Result<Json, Error> {
        self.heap.fuel = fuel;
        self.heap.write_json(value, 0, &mut 0).map_err(|fault| self.placed(*fault))
    }

    /// The text of a string.
    #[must_use]
    pub fn text(&self, value: Value) -> Option<&str> {
        match value {
            Value::Text(id) => Some(&self.heap.text(id).str),
            _ => None,
        }
    }

    /// The items of a list or tuple.
    #[must_use]
    pub fn items(&self, value: Value) -> Option<&[Value]> {
        match value {
            Value::List(id) | Value::Tuple(id) => Some(self.heap.items(id)),
            _ => None,
        }
    }

    /// The keys and values of a dict, in order; the values of a set's keys are `None`.
    #[must_use]
    pub fn entries(&self, value: Value) -> Option<Vec<(Value, Value)>> {
        match value {
            Value::Dict(id) | Value::Set(id) => {
                Some(self.heap.dict(id).iter().map(|entry| (entry.key, entry.value)).collect())
            }
            _ => None,
        }
    }
}
