//! The machine that runs a program: explicit frames on one stack of values.

use std::sync::Arc;

use serde_json::Value as Json;

use crate::args::{Args, Flow};
use crate::boards;
use crate::builtins::{self, Module};
use crate::code::{Capture, Op, Prelude, Unit};
use crate::error::{Error, ErrorKind, Fault, Res, meant};
use crate::heap::Heap;
use crate::limits::Limits;
use crate::methods;
use crate::ops::overflow;
use crate::program::Program;
use crate::random::{self, Random};
use crate::syntax::{Binary, Comparison};
use crate::value::{Function, Id, Range, Value};

/// The first text of a program: those before it are the characters of ASCII.
pub(crate) const FIRST_TEXT: u32 = 128;

/// Arguments of a built-in function that are passed without an allocation.
const FEW_ARGUMENTS: usize = 4;

/// Where a run ended.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// The call returned; the value lives until the machine next runs.
    Done(Value),
    /// The script calls a function of the host and waits for [`Machine::answer`].
    Asks(Ask),
    /// The call was ended. What was running before it can continue.
    Fault(Error),
}

/// A call of a function of the host.
#[derive(Clone, Debug)]
pub struct Ask {
    pub name: Arc<str>,
    /// Live until the answer.
    pub args: Vec<Value>,
    pub named: Vec<(Arc<str>, Value)>,
}

impl Ask {
    /// The argument of a name.
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
    /// Where the locals begin; the function lies just below.
    base: usize,
    /// Whether the host made this call.
    entry: bool,
}

#[derive(Clone, Debug)]
struct Waiting {
    ask: Ask,
    /// Open frames.
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
    /// A machine with a seed for `random`. Fails where the limits leave no room for the host's constants.
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
        self.enter(0, 0)?;
        self.frames.last_mut().expect("just entered").entry = true;
        Ok(())
    }

    // What the host does.

    /// What the module or the host's constants bind to a name.
    #[must_use]
    pub fn global(&self, name: &str) -> Option<Value> {
        let name = self.unit.names.find(name)?;
        let number = self.unit.globals.iter().position(|global| *global == name)?;
        Some(self.globals[number]).filter(|value| *value != Value::Unbound)
    }

    /// The library of a name, such as `random`, to pass it on.
    #[must_use]
    pub fn library(name: &str) -> Option<Value> {
        Module::of(name).map(Value::Module)
    }

    /// Prepares a call, which [`run`](Self::run) runs.
    pub fn call(&mut self, function: Value, args: &[Value]) -> Result<(), Error> {
        self.heap.fuel = u64::MAX;
        let keep = self.stack.len();
        self.stack.push(function);
        self.stack.extend(args);
        let entered = match function {
            Value::Function(_) => self.enter(args.len(), 0),
            _ => Err(Fault::new(format!("a {} cannot be called", function.type_name()))),
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

    /// Runs until the call returns, asks or fails, with so much fuel.
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

    /// Leaves the host's innermost call.
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

    /// Puts a fault where the script's own text called what failed.
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

    /// Fuel of all runs together.
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

    /// Gives `random` another seed.
    pub fn seed(&mut self, seed: [u8; 32]) {
        self.random = Random::new(seed);
    }

    /// Keeps a value for as long as the machine lives.
    pub fn pin(&mut self, value: Value) {
        self.pinned.push(value);
    }

    /// A value for the script. It lives until the machine next runs, unless it is passed to a call, answered or pinned.
    pub fn value(&mut self, json: &Json) -> Result<Value, Error> {
        self.heap.fuel = u64::MAX;
        self.heap.read_json(json, 0).map_err(|fault| self.placed(*fault))
    }

    /// A value of the script as JSON, with so much fuel.
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

    /// The keys and values of a dict, in order.
    #[must_use]
    pub fn entries(&self, value: Value) -> Option<Vec<(Value, Value)>> {
        match value {
            Value::Dict(id) => Some(self.heap.dict(id).iter().map(|entry| (entry.key, entry.value)).collect()),
            _ => None,
        }
    }

    // Calls.

    /// Begins the call of a function of the script, whose arguments lie on the stack, without those that have names.
    fn enter(&mut self, args: usize, named: u16) -> Res<()> {
        let unit = Arc::clone(&self.unit);
        let names = &unit.named[named as usize];
        let base = self.stack.len() - args - names.len();
        let Value::Function(id) = self.stack[base - 1] else { unreachable!("the caller looked") };
        let number = self.heap.function(id).code;
        let code = &unit.codes[number as usize];
        if args != code.params.len() || !names.is_empty() {
            self.bind(id, base, args, names)?;
        }
        let locals = code.locals as usize;
        if self.frames.len() >= self.heap.limits.depth {
            let message = format!("calls are nested more than {} deep", self.heap.limits.depth);
            return Err(Fault::of(ErrorKind::Depth, message));
        }
        if base + locals > self.heap.limits.stack {
            return Err(Fault::of(ErrorKind::Depth, "calls are nested with too many variables"));
        }
        self.heap.charge_values(locals / 4)?;
        self.stack.resize(base + locals, Value::Unbound);
        self.frames.push(Frame { code: number, pc: 0, base, entry: false });
        self.pc = 0;
        Ok(())
    }

    /// Puts the arguments of a call in the order of its parameters and fills in defaults.
    fn bind(&mut self, id: Id, base: usize, args: usize, names: &[crate::lexer::Name]) -> Res<()> {
        let unit = Arc::clone(&self.unit);
        let function = self.heap.function(id);
        let code = &unit.codes[function.code as usize];
        let (params, word) = (&code.params, |name| unit.names.word(name));
        if args > params.len() {
            let takes = match params.len() {
                0 => "no arguments".to_owned(),
                1 => "1 argument".to_owned(),
                count => format!("{count} arguments"),
            };
            return Err(Fault::new(format!("`{}` takes {takes}, not {args}", code.name)));
        }
        let named = self.stack.split_off(base + args);
        self.stack.resize(base + params.len(), Value::Unbound);
        for (name, value) in names.iter().zip(named) {
            let Some(place) = params.iter().position(|param| param == name) else {
                let message = format!("`{}` takes no argument `{}`", code.name, crate::lexer::shown(word(*name)));
                let hint = meant(word(*name), params.iter().map(|param| &**word(*param)));
                return Err(Fault::new(message).hint(hint));
            };
            if self.stack[base + place] != Value::Unbound {
                return Err(Fault::new(format!("`{}` is given `{}` twice", code.name, word(*name))));
            }
            self.stack[base + place] = value;
        }
        let first = params.len() - function.defaults.len();
        for (place, param) in params.iter().enumerate() {
            if self.stack[base + place] == Value::Unbound {
                let Some(default) = place.checked_sub(first).map(|place| function.defaults[place]) else {
                    let message = format!("the argument `{}` of `{}` is missing", word(*param), code.name);
                    return Err(Fault::new(message));
                };
                self.stack[base + place] = default;
            }
        }
        Ok(())
    }

    /// Calls what lies on the stack below its arguments; the question, if it is a function of the host.
    fn begin(&mut self, args: usize, named: u16) -> Res<Option<Ask>> {
        let names = self.unit.named[named as usize].len();
        let at = self.stack.len() - args - names - 1;
        match self.stack[at] {
            Value::Function(_) => {
                self.enter(args, named)?;
                Ok(None)
            }
            Value::Builtin(builtin) => {
                self.native(at, args, named, builtin.word(), |machine, args| builtins::call(machine, builtin, args))?;
                Ok(None)
            }
            Value::Host(number) => {
                let ask = Ask {
                    name: Arc::clone(&self.unit.host[number as usize]),
                    args: self.stack[at + 1..=at + args].to_vec(),
                    named: self.named_args(at + 1 + args, named),
                };
                self.waiting.push(Waiting { ask: ask.clone(), frames: self.frames.len(), keep: at });
                Ok(Some(ask))
            }
            value => Err(Fault::new(format!("a {} cannot be called", value.type_name()))),
        }
    }

    fn named_args(&self, from: usize, named: u16) -> Vec<(Arc<str>, Value)> {
        let names = self.unit.named[named as usize].iter().map(|name| Arc::clone(self.unit.names.word(*name)));
        names.zip(self.stack[from..].iter().copied()).collect()
    }

    /// Calls a built-in function with what lies on the stack from behind `at`, and leaves its result at `at`.
    fn native(
        &mut self,
        at: usize,
        args: usize,
        named: u16,
        function: &str,
        call: impl FnOnce(&mut Self, &Args<'_>) -> Res<Flow>,
    ) -> Res<()> {
        self.heap.charge(2)?;
        let mut few = [Value::None; FEW_ARGUMENTS];
        let many;
        let given = &self.stack[at + 1..=at + args];
        let given = if args <= FEW_ARGUMENTS {
            few[..args].copy_from_slice(given);
            &few[..args]
        } else {
            many = given.to_vec();
            &many
        };
        let named = if named == 0 { Vec::new() } else { self.named_args(at + 1 + args, named) };
        self.heap.charge(4 * named.len() as u64)?;
        let flow = call(self, &Args { function, given, named: &named })?;
        self.stack.truncate(at);
        match flow {
            Flow::Value(value) => {
                self.stack.push(value);
                Ok(())
            }
            Flow::Call(prelude, args) => {
                self.stack.push(self.prelude[prelude as usize]);
                self.stack.extend(&args);
                self.enter(args.len(), 0)
            }
        }
    }

    fn method(&mut self, name: u16, args: usize, named: u16) -> Res<Option<Ask>> {
        let unit = Arc::clone(&self.unit);
        let at = self.stack.len() - args - unit.named[named as usize].len() - 1;
        let (value, word) = (self.stack[at], &*unit.texts[name as usize]);
        if let Value::Module(module) = value {
            self.native(at, args, named, word, |machine, args| {
                let value = match module {
                    Module::Cards => boards::cards(&mut machine.heap, word, args),
                    Module::Grid => boards::grid(&mut machine.heap, word, args),
                    Module::Hex => boards::hex(&mut machine.heap, word, args),
                    Module::Random => random::call(machine, word, args),
                };
                value.map(Flow::Value)
            })?;
            return Ok(None);
        }
        if let Some(method) = unit.methods[name as usize].filter(|method| methods::has(value, *method)) {
            self.native(at, args, named, word, |machine, args| methods::call(&mut machine.heap, method, value, args))?;
            return Ok(None);
        }
        let Value::Dict(id) = value else { return Err(methods::no_method(value, word)) };
        let Some(function) = self.heap.lookup(id, text(name))? else { return Err(methods::no_method(value, word)) };
        self.stack[at] = function;
        self.begin(args, named)
    }

    // The loop.

    #[inline]
    fn pop(&mut self) -> Value {
        self.stack.pop().expect("the compiler balances the stack")
    }

    #[inline]
    fn top(&self) -> Value {
        *self.stack.last().expect("the compiler balances the stack")
    }

    fn take(&mut self, count: u32) -> Vec<Value> {
        self.stack.split_off(self.stack.len() - count as usize)
    }

    /// Between two statements and at every call and item: garbage is collected here and nowhere else.
    #[inline]
    fn breathe(&mut self) -> Res<()> {
        if !self.heap.wants_collection() {
            return Ok(());
        }
        let roots = self.stack.iter().chain(&self.globals).chain(&self.prelude).chain(&self.pinned);
        let asked = self.waiting.iter().flat_map(|waiting| waiting.ask.args.iter());
        self.heap.collect(roots.chain(asked).copied())
    }

    fn unbound(&self, name: crate::lexer::Name) -> Box<Fault> {
        let word = self.unit.names.word(name);
        Fault::hinted(format!("`{word}` has no value yet"), "assign one in every branch before")
    }

    #[expect(clippy::too_many_lines, reason = "an arm for each instruction")]
    fn execute(&mut self) -> Res<Outcome> {
        let unit = Arc::clone(&self.unit);
        let frame = *self.frames.last().expect("a frame runs");
        let (mut code, mut base, mut pc) = (&unit.codes[frame.code as usize], frame.base, frame.pc);
        // After a call or a return.
        macro_rules! switch {
            () => {{
                let frame = self.frames.last().expect("a frame runs");
                (code, base) = (&unit.codes[frame.code as usize], frame.base);
                pc = frame.pc;
            }};
        }
        loop {
            let op = code.ops[pc];
            self.pc = pc;
            pc += 1;
            self.heap.charge(1)?;
            match op {
                Op::Line(line) => {
                    self.lines[line as usize / 64] |= 1 << (line % 64);
                    self.breathe()?;
                }
                Op::Push(value) => self.stack.push(value),
                Op::Pop => drop(self.pop()),
                Op::Drop(count) => self.stack.truncate(self.stack.len() - count as usize),
                Op::Squash(count) => {
                    let value = self.pop();
                    self.stack.truncate(self.stack.len() - count as usize);
                    self.stack.push(value);
                }
                Op::Copy => self.stack.push(self.top()),
                Op::CopyTwo => {
                    let at = self.stack.len() - 2;
                    self.stack.extend_from_within(at..);
                }
                Op::Swap => {
                    let at = self.stack.len() - 2;
                    self.stack.swap(at, at + 1);
                }
                Op::Sink => {
                    let at = self.stack.len() - 3;
                    self.stack[at..].rotate_right(1);
                }

                Op::Load(slot) => {
                    let value = self.stack[base + slot as usize];
                    if value == Value::Unbound {
                        return Err(self.unbound(code.slots[slot as usize]));
                    }
                    self.stack.push(value);
                }
                Op::Store(slot) => {
                    let value = self.pop();
                    self.stack[base + slot as usize] = value;
                }
                Op::LoadCell(slot) => {
                    let Value::Cell(id) = self.stack[base + slot as usize] else { unreachable!("enclosed before") };
                    let value = self.heap.cell(id);
                    if value == Value::Unbound {
                        return Err(self.unbound(code.slots[slot as usize]));
                    }
                    self.stack.push(value);
                }
                Op::StoreCell(slot) => {
                    let Value::Cell(id) = self.stack[base + slot as usize] else { unreachable!("enclosed before") };
                    let value = self.pop();
                    self.heap.set_cell(id, value);
                }
                Op::LoadFree(number) => {
                    let Value::Cell(id) = self.free(base, number) else { unreachable!("only cells are captured") };
                    let value = self.heap.cell(id);
                    if value == Value::Unbound {
                        return Err(self.unbound(code.free[number as usize]));
                    }
                    self.stack.push(value);
                }
                Op::LoadGlobal(number) => {
                    let value = self.globals[number as usize];
                    if value == Value::Unbound {
                        return Err(self.unbound(unit.globals[number as usize]));
                    }
                    self.stack.push(value);
                }
                Op::StoreGlobal(number) => self.globals[number as usize] = self.pop(),
                Op::Enclose(slot) => {
                    let at = base + slot as usize;
                    // A parameter's value; what a comprehension left here before is of its last run.
                    let value = if (slot as usize) < code.params.len() { self.stack[at] } else { Value::Unbound };
                    self.stack[at] = self.heap.new_cell(value)?;
                }
                Op::Function { code: number, defaults } => {
                    let captures = unit.codes[number as usize].captures.iter();
                    let cells = captures.map(|capture| match capture {
                        Capture::Slot(slot) => self.stack[base + *slot as usize],
                        Capture::Free(number) => self.free(base, *number),
                    });
                    let cells = cells.collect();
                    let defaults = self.take(u32::from(defaults)).into();
                    let function = self.heap.new_function(Function { code: number, defaults, cells })?;
                    self.stack.push(function);
                }

                Op::Unary(sign) => {
                    let value = self.pop();
                    let value = self.heap.unary(sign, value)?;
                    self.stack.push(value);
                }
                Op::Binary(sign) => {
                    let right = self.pop();
                    let left = self.pop();
                    let value = match (sign, left, right) {
                        (Binary::Add, Value::Int(left), Value::Int(right)) => {
                            Value::Int(left.checked_add(right).ok_or_else(overflow)?)
                        }
                        (Binary::Sub, Value::Int(left), Value::Int(right)) => {
                            Value::Int(left.checked_sub(right).ok_or_else(overflow)?)
                        }
                        _ => self.heap.binary(sign, left, right)?,
                    };
                    self.stack.push(value);
                }
                Op::Augment(sign) => {
                    let right = self.pop();
                    let left = self.pop();
                    let value = match (sign, left, right) {
                        (Binary::Add, Value::Int(left), Value::Int(right)) => {
                            Value::Int(left.checked_add(right).ok_or_else(overflow)?)
                        }
                        _ => self.heap.augment(sign, left, right)?,
                    };
                    self.stack.push(value);
                }
                Op::Compare(comparison) => {
                    let right = self.pop();
                    let left = self.pop();
                    let truth = match (comparison, left, right) {
                        (Comparison::Equal, Value::Int(left), Value::Int(right)) => left == right,
                        (Comparison::Less, Value::Int(left), Value::Int(right)) => left < right,
                        _ => self.heap.comparison(comparison, left, right)?,
                    };
                    self.stack.push(Value::Bool(truth));
                }
                Op::Jump(to) => pc = to as usize,
                Op::JumpIfFalse(to) => {
                    let value = self.pop();
                    if !self.heap.truth(value) {
                        pc = to as usize;
                    }
                }
                Op::JumpIfTrue(to) => {
                    let value = self.pop();
                    if self.heap.truth(value) {
                        pc = to as usize;
                    }
                }
                Op::And(to) => {
                    if self.heap.truth(self.top()) {
                        self.pop();
                    } else {
                        pc = to as usize;
                    }
                }
                Op::Or(to) => {
                    if self.heap.truth(self.top()) {
                        pc = to as usize;
                    } else {
                        self.pop();
                    }
                }

                Op::List(count) => {
                    self.heap.charge_values(count as usize / 8)?;
                    let items = self.take(count);
                    let list = self.heap.new_list(items)?;
                    self.stack.push(list);
                }
                Op::Tuple(count) => {
                    let items = self.take(count);
                    let tuple = self.heap.new_tuple(items)?;
                    self.stack.push(tuple);
                }
                Op::Set(count) => {
                    let set = self.heap.new_dict()?;
                    for item in self.take(count) {
                        self.heap.charge(1)?;
                        self.heap.insert(set, item, Value::None)?;
                    }
                    self.stack.push(Value::Set(set));
                }
                Op::Dict(count) => {
                    let dict = self.heap.new_dict()?;
                    for pair in self.take(count * 2).chunks_exact(2) {
                        self.heap.charge(1)?;
                        self.heap.insert(dict, pair[0], pair[1])?;
                    }
                    self.stack.push(Value::Dict(dict));
                }
                Op::Append(below) => {
                    let value = self.pop();
                    let Value::List(list) = self.below(below) else { unreachable!("a comprehension's container") };
                    self.heap.push(list, value)?;
                }
                Op::Add(below) => {
                    let value = self.pop();
                    let Value::Set(set) = self.below(below) else { unreachable!("a comprehension's container") };
                    self.heap.insert(set, value, Value::None)?;
                }
                Op::Put(below) => {
                    let value = self.pop();
                    let key = self.pop();
                    let Value::Dict(dict) = self.below(below) else { unreachable!("a comprehension's container") };
                    self.heap.insert(dict, key, value)?;
                }

                Op::Index => {
                    let index = self.pop();
                    let value = self.pop();
                    let value = self.heap.index(value, index)?;
                    self.stack.push(value);
                }
                Op::SetIndex => {
                    let index = self.pop();
                    let object = self.pop();
                    let value = self.pop();
                    self.heap.set_index(object, index, value)?;
                }
                Op::DeleteIndex => {
                    let index = self.pop();
                    let object = self.pop();
                    self.heap.delete_index(object, index)?;
                }
                Op::Slice => {
                    let (step, stop, start) = (self.pop(), self.pop(), self.pop());
                    let value = self.pop();
                    let value = self.heap.slice(value, [start, stop, step])?;
                    self.stack.push(value);
                }
                Op::Attr(name) => {
                    let object = self.pop();
                    Heap::attr_dict(object, &unit.texts[name as usize])?;
                    let value = self.heap.index(object, text(name))?;
                    self.stack.push(value);
                }
                Op::SetAttr(name) => {
                    let object = self.pop();
                    let value = self.pop();
                    let dict = Heap::attr_dict(object, &unit.texts[name as usize])?;
                    self.heap.insert(dict, text(name), value)?;
                }
                Op::DeleteAttr(name) => {
                    let object = self.pop();
                    Heap::attr_dict(object, &unit.texts[name as usize])?;
                    self.heap.delete_index(object, text(name))?;
                }
                Op::Unpack(count) => self.unpack(count as usize)?,

                Op::Iterate => {
                    let value = self.top();
                    let shape = match value {
                        Value::List(_) | Value::Tuple(_) | Value::Range(_) | Value::Text(_) => 0,
                        Value::Dict(id) | Value::Set(id) => i64::from(self.heap.dict(id).shape),
                        _ => {
                            let message = format!("a {} has no items to go through", value.type_name());
                            let hint = value.number().map(|_| "write `range(…)` to count".to_owned());
                            return Err(Fault::new(message).hint(hint));
                        }
                    };
                    self.stack.extend([Value::Int(0), Value::Int(shape)]);
                }
                Op::Next(to) => {
                    self.breathe()?;
                    if let Some(item) = self.next_item()? {
                        self.stack.push(item);
                    } else {
                        self.stack.truncate(self.stack.len() - 3);
                        pc = to as usize;
                    }
                }
                Op::IterateRange(args) => {
                    let at = self.stack.len() - args as usize;
                    let Range { start, stop, step } = builtins::range(&self.stack[at..])?;
                    self.stack.truncate(at);
                    self.stack.extend([Value::Int(start), Value::Int(stop), Value::Int(step)]);
                }
                Op::NextRange(to) => {
                    self.breathe()?;
                    let at = self.stack.len() - 3;
                    let [Value::Int(next), Value::Int(stop), Value::Int(step)] = self.stack[at..] else {
                        unreachable!("a range's three numbers")
                    };
                    if if step > 0 { next < stop } else { next > stop } {
                        // Behind the largest number there is nothing more.
                        self.stack[at] = Value::Int(next.checked_add(step).unwrap_or(stop));
                        self.stack.push(Value::Int(next));
                    } else {
                        self.stack.truncate(at);
                        pc = to as usize;
                    }
                }

                Op::Format { spec, quoted } => {
                    let spec = if spec { Some(self.pop()) } else { None };
                    let mut value = self.pop();
                    if quoted || spec.is_none() && !matches!(value, Value::Text(_)) {
                        let written = self.heap.repr(value)?;
                        value = self.heap.new_text(written)?;
                    }
                    if let Some(Value::Text(spec)) = spec {
                        let spec = Arc::clone(&self.heap.text(spec).str);
                        self.heap.charge_bytes(spec.len())?;
                        // An empty format is that of `str`.
                        let written = if spec.is_empty() {
                            self.heap.str(value)?.to_string()
                        } else {
                            self.heap.formatted(value, &spec)?
                        };
                        value = self.heap.new_text(written)?;
                    }
                    self.stack.push(value);
                }
                Op::Join(count) => {
                    let pieces = self.take(u32::from(count));
                    let texts = pieces.into_iter().map(|piece| match piece {
                        Value::Text(id) => Arc::clone(&self.heap.text(id).str),
                        _ => unreachable!("formatted before"),
                    });
                    let texts: Vec<_> = texts.collect();
                    let len = texts.iter().map(|text| text.len()).sum();
                    self.heap.room_text(len)?;
                    self.heap.charge_bytes(len)?;
                    let joined = texts.concat();
                    let joined = self.heap.new_text(joined)?;
                    self.stack.push(joined);
                }
                Op::Call { args, named } => {
                    self.breathe()?;
                    let depth = self.frames.len();
                    self.frames[depth - 1].pc = pc;
                    if let Some(ask) = self.begin(args as usize, named)? {
                        return Ok(Outcome::Asks(ask));
                    }
                    if self.frames.len() != depth {
                        switch!();
                    }
                }
                Op::Method { name, args, named } => {
                    self.breathe()?;
                    let depth = self.frames.len();
                    self.frames[depth - 1].pc = pc;
                    if let Some(ask) = self.method(name, args as usize, named)? {
                        return Ok(Outcome::Asks(ask));
                    }
                    if self.frames.len() != depth {
                        switch!();
                    }
                }
                Op::Return => {
                    let value = self.pop();
                    let frame = self.frames.pop().expect("a frame runs");
                    self.stack.truncate(frame.base - 1);
                    if frame.entry {
                        self.result = value;
                        self.resume();
                        return Ok(Outcome::Done(value));
                    }
                    self.stack.push(value);
                    switch!();
                }
                Op::Assert => {
                    let value = self.pop();
                    let message = match value {
                        Value::None => "the assertion does not hold".to_owned(),
                        _ => format!("the assertion does not hold: {}", crate::lexer::shown(&self.heap.str(value)?)),
                    };
                    return Err(Fault::new(message));
                }
                Op::Exhausted => {
                    if self.top() == Value::Unbound {
                        return Err(Fault::hinted("`next` found nothing", "give it a default: `next((…), None)`"));
                    }
                }
            }
        }
    }

    fn free(&self, base: usize, number: u16) -> Value {
        let Value::Function(id) = self.stack[base - 1] else { unreachable!("a function lies below its locals") };
        self.heap.function(id).cells[number as usize]
    }

    fn below(&self, count: u16) -> Value {
        self.stack[self.stack.len() - 1 - count as usize]
    }

    fn unpack(&mut self, count: usize) -> Res<()> {
        let value = self.pop();
        if !matches!(
            value,
            Value::List(_) | Value::Tuple(_) | Value::Text(_) | Value::Dict(_) | Value::Set(_) | Value::Range(_)
        ) {
            return Err(Fault::new(format!("a {} cannot be taken apart", value.type_name())));
        }
        let found = usize::try_from(builtins::len(&self.heap, value)?).unwrap_or(usize::MAX);
        if found != count {
            return Err(Fault::new(format!("there are {count} names for {found} values")));
        }
        match value {
            Value::List(id) | Value::Tuple(id) => self.stack.extend(self.heap.items(id).iter().rev()),
            _ => {
                let items = self.heap.all_items(value)?;
                self.stack.extend(items.iter().rev());
            }
        }
        Ok(())
    }

    /// The next item of the value, place and shape on the stack.
    fn next_item(&mut self) -> Res<Option<Value>> {
        let at = self.stack.len() - 3;
        let [value, Value::Int(place), Value::Int(shape)] = self.stack[at..] else {
            unreachable!("a loop's three values")
        };
        let (item, next) = match value {
            Value::List(id) | Value::Tuple(id) => (self.heap.items(id).get(place as usize).copied(), place + 1),
            Value::Dict(id) | Value::Set(id) => {
                let dict = self.heap.dict(id);
                if i64::from(dict.shape) != shape {
                    let hint = "loop over a copy: `for key in list(d):`";
                    return Err(Fault::hinted("this dict or set changed while a loop went through it", hint));
                }
                let rest = dict.entries[place as usize..].iter();
                let gone = rest.take_while(|entry| entry.key == Value::Unbound).count();
                let item = dict.entries.get(place as usize + gone).map(|entry| entry.key);
                self.heap.charge_values(gone / 8)?;
                (item, place + gone as i64 + 1)
            }
            Value::Range(id) => {
                let range = self.heap.range(id);
                let item = (place.unsigned_abs() < range.len()).then(|| Value::Int(range.at(place.unsigned_abs())));
                (item, place + 1)
            }
            Value::Text(id) => {
                let c = self.heap.text(id).str[place as usize..].chars().next();
                let item = c.map(|c| self.heap.new_char(c)).transpose()?;
                (item, place + c.map_or(0, char::len_utf8) as i64)
            }
            _ => unreachable!("refused at the loop's start"),
        };
        self.stack[at + 1] = Value::Int(next);
        Ok(item)
    }
}

/// The value of a text of the program.
fn text(number: u16) -> Value {
    Value::Text(Id(FIRST_TEXT + u32::from(number)))
}
