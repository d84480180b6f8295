//! The syntax tree to instructions.
//!
//! Comprehensions run in the frame of their function, with slots of their own. A generator is a list that is made at
//! once, except in `any`, `all` and `next`, which stop at the first item that decides.

use std::collections::HashMap;
use std::sync::Arc;

use crate::builtins::{self, Builtin, Module as Library};
use crate::code::{Capture, Code, Op, Unit};
use crate::error::{Error, meant};
use crate::lexer::{Misplaced, Name, Names, Parsed, wrong};
use crate::machine::FIRST_TEXT;
use crate::methods::Method;
use crate::parse::parse;
use crate::program::Host;
use crate::scope::{Scope, scopes};
use crate::syntax::{
    Action, Binary, Call, Comparison, Comprehension, Expr, Function, Gather, Kind, Module, Piece, Stmt, Unary,
};
use crate::value::{Id, Value};

const PRELUDE: &str = include_str!("prelude.py");

/// Built-in functions that take a generator and go through it to the end.
const GATHERING: &[Builtin] = &[
    Builtin::Sum,
    Builtin::Min,
    Builtin::Max,
    Builtin::Sorted,
    Builtin::List,
    Builtin::Tuple,
    Builtin::Set,
    Builtin::Dict,
];

pub(crate) fn compile(file: &str, text: &str, host: &Host) -> Result<Unit, Error> {
    let file: Arc<str> = file.into();
    let text: Arc<str> = text.into();
    let placed = |wrong: Misplaced| wrong.fault.at(&file, &text, wrong.at);
    let mut names = Names::default();
    let prelude = parse(PRELUDE, &mut names).map_err(placed)?;
    let module = parse(&text, &mut names).map_err(placed)?;
    let mut unit = Unit {
        file: Arc::clone(&file),
        text: Arc::clone(&text),
        lines: text.matches('\n').count() as u32 + 1,
        names,
        texts: Vec::new(),
        methods: Vec::new(),
        named: vec![Box::default()],
        globals: Vec::new(),
        constants: Vec::new(),
        host: host.functions.iter().map(|name| name.as_str().into()).collect(),
        codes: Vec::new(),
        module: 0,
    };
    Compiler::new(&mut unit, &Host::default(), PRELUDE, &prelude, false).prelude(&prelude).map_err(placed)?;
    unit.globals.clear();
    let source = Arc::clone(&text);
    Compiler::new(&mut unit, host, &source, &module, true).module(&module).map_err(placed)?;
    Ok(unit)
}

/// Where a name's value is.
enum Place {
    Slot(u16),
    Cell(u16),
    Free(u16),
    Global(u16),
    Fixed(Value),
}

struct Loop {
    start: usize,
    breaks: Vec<usize>,
    /// Values that the loop keeps on the stack.
    held: u16,
}

/// What a comprehension does with each of its values.
#[derive(Clone, Copy)]
enum Gathering {
    Append,
    Add,
    Put,
    Any,
    All,
    Next,
}

/// The function that is compiled.
struct Frame {
    code: Code,
    scope: usize,
    /// Scopes whose names have slots: the function's and those of open comprehensions.
    open: Vec<HashMap<Name, (u16, bool)>>,
    loops: Vec<Loop>,
}

struct Compiler<'a> {
    unit: &'a mut Unit,
    scopes: Vec<Scope>,
    globals: HashMap<Name, u16>,
    /// What names that nothing binds stand for, as far as they were looked up.
    fixed: HashMap<Name, Option<Value>>,
    texts: HashMap<Arc<str>, u16>,
    frames: Vec<Frame>,
    lines: Vec<usize>,
    own: bool,
    host: &'a Host,
}

fn small(number: usize, at: usize) -> Parsed<u16> {
    u16::try_from(number).or_else(|_| wrong(at, "this script has too many names and texts", None))
}

impl<'a> Compiler<'a> {
    fn new(unit: &'a mut Unit, host: &'a Host, text: &str, module: &Module, own: bool) -> Self {
        let lines = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        let texts = unit.texts.iter().enumerate().map(|(number, text)| (Arc::clone(text), number as u16)).collect();
        let mut compiler = Compiler {
            unit,
            scopes: scopes(module),
            globals: HashMap::new(),
            fixed: HashMap::new(),
            texts,
            frames: Vec::new(),
            lines,
            own,
            host,
        };
        for (name, value) in &host.constants {
            let name = compiler.unit.names.of(name);
            let number = compiler.global(name);
            compiler.unit.constants.push((number, value.clone()));
        }
        for name in compiler.scopes[0].bound.clone() {
            compiler.global(name);
        }
        compiler
    }

    fn global(&mut self, name: Name) -> u16 {
        // There are fewer names than bytes of source text.
        let number = self.unit.globals.len() as u16;
        *self.globals.entry(name).or_insert_with(|| {
            self.unit.globals.push(name);
            number
        })
    }

    fn prelude(mut self, prelude: &Module) -> Parsed<()> {
        for stmt in &prelude.body {
            let Action::Def(function) = &stmt.kind else { unreachable!("the prelude is functions") };
            self.code(function, stmt.at)?;
        }
        Ok(())
    }

    fn module(mut self, module: &Module) -> Parsed<()> {
        self.open("the module".into(), 0, Vec::new());
        self.block(&module.body)?;
        self.push(Value::None, 0);
        self.emit(Op::Return, 0);
        self.unit.module = self.close();
        Ok(())
    }

    // The function that is compiled.

    fn open(&mut self, name: Arc<str>, scope: usize, params: Vec<Name>) {
        let code = Code {
            name,
            params,
            locals: 0,
            slots: Vec::new(),
            captures: Vec::new(),
            free: self.scopes[scope].free.clone(),
            ops: Vec::new(),
            places: Vec::new(),
            own: self.own,
        };
        self.frames.push(Frame { code, scope, open: Vec::new(), loops: Vec::new() });
    }

    fn close(&mut self) -> u32 {
        let mut frame = self.frames.pop().expect("a function is open");
        frame.code.locals = frame.code.slots.len() as u16;
        self.unit.codes.push(frame.code);
        self.unit.codes.len() as u32 - 1
    }

    fn frame(&mut self) -> &mut Frame {
        self.frames.last_mut().expect("a function is open")
    }

    fn emit(&mut self, op: Op, at: usize) -> usize {
        let code = &mut self.frame().code;
        code.ops.push(op);
        code.places.push(at as u32);
        code.ops.len() - 1
    }

    fn push(&mut self, value: Value, at: usize) {
        self.emit(Op::Push(value), at);
    }

    fn here(&mut self) -> usize {
        self.frame().code.ops.len()
    }

    /// Lets the jumps at these places go here.
    fn land(&mut self, jumps: impl IntoIterator<Item = usize>) {
        let here = self.here() as u32;
        for jump in jumps {
            match &mut self.frame().code.ops[jump] {
                Op::Jump(to)
                | Op::JumpIfFalse(to)
                | Op::JumpIfTrue(to)
                | Op::And(to)
                | Op::Or(to)
                | Op::Next(to)
                | Op::NextRange(to) => *to = here,
                op => unreachable!("{op:?} is no jump"),
            }
        }
    }

    fn line(&mut self, at: usize) {
        if self.own {
            let line = self.lines.partition_point(|start| *start <= at) as u32;
            self.emit(Op::Line(line), at);
        }
    }

    fn text(&mut self, text: &str, at: usize) -> Parsed<u16> {
        if let Some(number) = self.texts.get(text) {
            return Ok(*number);
        }
        let (text, number) = (Arc::<str>::from(text), small(self.unit.texts.len(), at)?);
        self.unit.methods.push(Method::of(&text));
        self.unit.texts.push(Arc::clone(&text));
        self.texts.insert(text, number);
        Ok(number)
    }

    fn push_text(&mut self, text: &str, at: usize) -> Parsed<()> {
        let number = self.text(text, at)?;
        self.push(Value::Text(Id(FIRST_TEXT + u32::from(number))), at);
        Ok(())
    }

    fn word(&mut self, name: Name, at: usize) -> Parsed<u16> {
        let word = Arc::clone(self.unit.names.word(name));
        self.text(&word, at)
    }

    /// Gives the names of a scope their slots.
    fn enter(&mut self, scope: usize, at: usize) -> Parsed<()> {
        let (bound, cells) = (self.scopes[scope].bound.clone(), self.scopes[scope].cells.clone());
        let mut slots = HashMap::new();
        for name in bound {
            let code = &mut self.frame().code;
            let slot = small(code.slots.len(), at)?;
            code.slots.push(name);
            slots.insert(name, (slot, cells.contains(&name)));
            if cells.contains(&name) {
                self.emit(Op::Enclose(slot), at);
            }
        }
        self.frame().open.push(slots);
        Ok(())
    }

    // Names.

    fn place(&mut self, name: Name, at: usize) -> Parsed<Place> {
        let frame = self.frame();
        for slots in frame.open.iter().rev() {
            match slots.get(&name) {
                Some((slot, true)) => return Ok(Place::Cell(*slot)),
                Some((slot, false)) => return Ok(Place::Slot(*slot)),
                None => {}
            }
        }
        let scope = frame.scope;
        if let Some(number) = self.scopes[scope].number(name) {
            return Ok(Place::Free(number as u16));
        }
        if let Some(number) = self.globals.get(&name) {
            return Ok(Place::Global(*number));
        }
        if let Some(value) = self.fixed(name) {
            return Ok(Place::Fixed(value));
        }
        let unknown = Arc::clone(self.unit.names.word(name));
        let hint = builtins::instead(&unknown).map(str::to_owned).or_else(|| {
            let names = self.frames.iter().flat_map(|frame| frame.code.slots.iter().chain(&frame.code.free));
            let word = |name: &Name| self.unit.names.word(*name);
            let mut known: Vec<&str> = names.chain(self.globals.keys()).map(|name| &**word(name)).collect();
            known.extend(self.host.functions.iter().map(String::as_str));
            for word in Builtin::words().chain(Library::words()) {
                known.push(word);
            }
            known.sort_unstable();
            meant(&unknown, known)
        });
        wrong(at, format!("nothing has the name `{}`", crate::lexer::shown(&unknown)), hint.as_deref())
    }

    /// The function of the host, built-in function or library of a name.
    fn fixed(&mut self, name: Name) -> Option<Value> {
        if let Some(value) = self.fixed.get(&name) {
            return *value;
        }
        let word = self.unit.names.word(name);
        let function = self.host.functions.iter().position(|function| **function == **word);
        let builtin = || Builtin::of(word).filter(|builtin| !self.own || !builtin.is_internal());
        let value = function
            .map(|number| Value::Host(number as u16))
            .or_else(|| builtin().map(Value::Builtin))
            .or_else(|| Library::of(word).map(Value::Module));
        self.fixed.insert(name, value);
        value
    }

    fn load(&mut self, name: Name, at: usize) -> Parsed<()> {
        let op = match self.place(name, at)? {
            Place::Slot(slot) => Op::Load(slot),
            Place::Cell(slot) => Op::LoadCell(slot),
            Place::Free(number) => Op::LoadFree(number),
            Place::Global(number) => Op::LoadGlobal(number),
            Place::Fixed(value) => Op::Push(value),
        };
        self.emit(op, at);
        Ok(())
    }

    fn store(&mut self, name: Name, at: usize) -> Parsed<()> {
        let op = match self.place(name, at)? {
            Place::Slot(slot) => Op::Store(slot),
            Place::Cell(slot) => Op::StoreCell(slot),
            Place::Global(number) => Op::StoreGlobal(number),
            Place::Free(_) | Place::Fixed(_) => unreachable!("a name that is assigned is bound here"),
        };
        self.emit(op, at);
        Ok(())
    }

    /// The built-in function that an expression names.
    fn builtin(&mut self, value: &Expr) -> Option<Builtin> {
        let Kind::Name(name) = value.kind else { return None };
        match self.place(name, value.at) {
            Ok(Place::Fixed(Value::Builtin(builtin))) => Some(builtin),
            _ => None,
        }
    }

    // Functions.

    fn code(&mut self, function: &Function, at: usize) -> Parsed<u32> {
        let name = match function.name {
            Some(name) => Arc::clone(self.unit.names.word(name)),
            None => "lambda".into(),
        };
        let params = function.params.iter().map(|param| param.name).collect();
        self.open(name, function.scope, params);
        self.enter(function.scope, at)?;
        self.block(&function.body)?;
        if !matches!(function.body.last(), Some(Stmt { kind: Action::Return(_), .. })) {
            self.push(Value::None, at);
            self.emit(Op::Return, at);
        }
        Ok(self.close())
    }

    fn function(&mut self, function: &Function, at: usize) -> Parsed<()> {
        let mut defaults = 0;
        for default in function.params.iter().filter_map(|param| param.default.as_ref()) {
            self.expr(default)?;
            defaults += 1;
        }
        let mut captures = Vec::new();
        for name in self.scopes[function.scope].free.clone() {
            captures.push(match self.place(name, at)? {
                Place::Cell(slot) => Capture::Slot(slot),
                Place::Free(number) => Capture::Free(number),
                _ => unreachable!("a name that a nested function uses has a cell"),
            });
        }
        let code = self.code(function, at)?;
        self.unit.codes[code as usize].captures = captures;
        self.emit(Op::Function { code, defaults }, at);
        Ok(())
    }

    // Statements.

    fn block(&mut self, body: &[Stmt]) -> Parsed<()> {
        body.iter().try_for_each(|stmt| self.statement(stmt))
    }

    fn statement(&mut self, stmt: &Stmt) -> Parsed<()> {
        let at = stmt.at;
        self.line(at);
        match &stmt.kind {
            Action::Expr(Expr { kind: Kind::Text(_), .. }) | Action::Pass => {}
            Action::Expr(value) => {
                self.expr(value)?;
                self.emit(Op::Pop, at);
            }
            Action::Assign(targets, value) => self.assign(targets, value)?,
            Action::Augment(target, sign, value) => self.augment(target, *sign, value)?,
            Action::If(branches, otherwise) => {
                let mut done = Vec::new();
                for (number, (condition, body)) in branches.iter().enumerate() {
                    if number > 0 {
                        self.line(condition.at);
                    }
                    let skip = self.unless(condition)?;
                    self.block(body)?;
                    if number + 1 < branches.len() || !otherwise.is_empty() {
                        done.push(self.emit(Op::Jump(0), at));
                    }
                    self.land(skip);
                }
                self.block(otherwise)?;
                self.land(done);
            }
            Action::For(head, body, otherwise) => self.for_loop(&head[0], &head[1], body, otherwise)?,
            Action::While(condition, body, otherwise) => {
                let start = self.here();
                let skip =
                    if matches!(condition.kind, Kind::Bool(true)) { Vec::new() } else { self.unless(condition)? };
                let breaks = self.looped(start, 0, body, at)?;
                self.land(skip);
                self.block(otherwise)?;
                self.land(breaks);
            }
            Action::Def(function) => {
                self.function(function, at)?;
                self.store(function.name.expect("a `def` has a name"), at)?;
            }
            Action::Return(value) => {
                match value {
                    Some(value) => self.expr(value)?,
                    None => self.push(Value::None, at),
                }
                self.emit(Op::Return, at);
            }
            Action::Break => {
                let held = self.frame().loops.last().expect("the parser saw a loop").held;
                if held > 0 {
                    self.emit(Op::Drop(held), at);
                }
                let jump = self.emit(Op::Jump(0), at);
                self.frame().loops.last_mut().expect("the parser saw a loop").breaks.push(jump);
            }
            Action::Continue => {
                let start = self.frame().loops.last().expect("the parser saw a loop").start;
                self.emit(Op::Jump(start as u32), at);
            }
            Action::Assert(condition, message) => {
                self.expr(condition)?;
                let fine = self.emit(Op::JumpIfTrue(0), at);
                match message {
                    Some(message) => self.expr(message)?,
                    None => self.push(Value::None, at),
                }
                self.emit(Op::Assert, at);
                self.land([fine]);
            }
            Action::Delete(targets) => targets.iter().try_for_each(|target| self.delete(target))?,
        }
        Ok(())
    }

    /// Jumps that are taken where the condition is false.
    fn unless(&mut self, condition: &Expr) -> Parsed<Vec<usize>> {
        match &condition.kind {
            Kind::And(parts) => {
                let mut skip = Vec::new();
                for part in parts {
                    skip.extend(self.unless(part)?);
                }
                Ok(skip)
            }
            Kind::Unary(Unary::Not, value) => {
                self.expr(value)?;
                Ok(vec![self.emit(Op::JumpIfTrue(0), condition.at)])
            }
            _ => {
                self.expr(condition)?;
                Ok(vec![self.emit(Op::JumpIfFalse(0), condition.at)])
            }
        }
    }

    fn looped(&mut self, start: usize, held: u16, body: &[Stmt], at: usize) -> Parsed<Vec<usize>> {
        self.frame().loops.push(Loop { start, breaks: Vec::new(), held });
        self.block(body)?;
        self.emit(Op::Jump(start as u32), at);
        Ok(self.frame().loops.pop().expect("pushed above").breaks)
    }

    fn for_loop(&mut self, target: &Expr, values: &Expr, body: &[Stmt], otherwise: &[Stmt]) -> Parsed<()> {
        let (start, end) = self.begin(values)?;
        self.target(target)?;
        let breaks = self.looped(start, 3, body, values.at)?;
        self.land([end]);
        self.block(otherwise)?;
        self.land(breaks);
        Ok(())
    }

    /// Begins a loop over values; its start and the jump at its end.
    fn begin(&mut self, values: &Expr) -> Parsed<(usize, usize)> {
        if let Kind::Call(call) = &values.kind
            && (1..=3).contains(&call.args.len())
            && call.named.is_empty()
            && !call.args.iter().any(is_generator)
            && self.builtin(&call.function) == Some(Builtin::Range)
        {
            for arg in &call.args {
                self.expr(arg)?;
            }
            self.emit(Op::IterateRange(call.args.len() as u8), values.at);
            let start = self.here();
            return Ok((start, self.emit(Op::NextRange(0), values.at)));
        }
        self.expr(values)?;
        self.emit(Op::Iterate, values.at);
        let start = self.here();
        Ok((start, self.emit(Op::Next(0), values.at)))
    }

    fn assign(&mut self, targets: &[Expr], value: &Expr) -> Parsed<()> {
        // `a, b = b, a` makes no tuple where the order of assignments does not matter.
        if let ([Expr { kind: Kind::Tuple(names), .. }], Kind::Tuple(values)) = (targets, &value.kind)
            && let Some(names) = distinct(names)
            && names.len() == values.len()
        {
            values.iter().try_for_each(|value| self.expr(value))?;
            return names.into_iter().rev().try_for_each(|(name, at)| self.store(name, at));
        }
        self.expr(value)?;
        for (number, target) in targets.iter().enumerate() {
            if number + 1 < targets.len() {
                self.emit(Op::Copy, target.at);
            }
            self.target(target)?;
        }
        Ok(())
    }

    /// Assigns the value on the stack.
    fn target(&mut self, target: &Expr) -> Parsed<()> {
        match &target.kind {
            Kind::Name(name) => self.store(*name, target.at)?,
            Kind::Index(value, index) => {
                self.expr(value)?;
                self.expr(index)?;
                self.emit(Op::SetIndex, target.at);
            }
            Kind::Attr(value, name) => {
                self.expr(value)?;
                let name = self.word(*name, target.at)?;
                self.emit(Op::SetAttr(name), target.at);
            }
            Kind::Tuple(items) | Kind::List(items) => {
                self.emit(Op::Unpack(items.len() as u32), target.at);
                items.iter().try_for_each(|item| self.target(item))?;
            }
            _ => unreachable!("the parser checked targets"),
        }
        Ok(())
    }

    fn augment(&mut self, target: &Expr, sign: Binary, value: &Expr) -> Parsed<()> {
        let at = target.at;
        match &target.kind {
            Kind::Name(name) => {
                self.load(*name, at)?;
                self.expr(value)?;
                self.emit(Op::Augment(sign), at);
                self.store(*name, at)?;
            }
            Kind::Index(object, index) => {
                self.expr(object)?;
                self.expr(index)?;
                self.emit(Op::CopyTwo, at);
                self.emit(Op::Index, at);
                self.expr(value)?;
                self.emit(Op::Augment(sign), at);
                self.emit(Op::Sink, at);
                self.emit(Op::SetIndex, at);
            }
            Kind::Attr(object, name) => {
                let name = self.word(*name, at)?;
                self.expr(object)?;
                self.emit(Op::Copy, at);
                self.emit(Op::Attr(name), at);
                self.expr(value)?;
                self.emit(Op::Augment(sign), at);
                self.emit(Op::Swap, at);
                self.emit(Op::SetAttr(name), at);
            }
            _ => unreachable!("the parser checked targets"),
        }
        Ok(())
    }

    fn delete(&mut self, target: &Expr) -> Parsed<()> {
        let at = target.at;
        match &target.kind {
            Kind::Name(name) => {
                // Reading it first refuses a name without a value.
                self.load(*name, at)?;
                self.emit(Op::Pop, at);
                self.push(Value::Unbound, at);
                self.store(*name, at)?;
            }
            Kind::Index(object, index) => {
                self.expr(object)?;
                self.expr(index)?;
                self.emit(Op::DeleteIndex, at);
            }
            Kind::Attr(object, name) => {
                self.expr(object)?;
                let name = self.word(*name, at)?;
                self.emit(Op::DeleteAttr(name), at);
            }
            _ => unreachable!("the parser checked targets"),
        }
        Ok(())
    }

    // Expressions.

    fn all(&mut self, items: &[Expr]) -> Parsed<()> {
        items.iter().try_for_each(|item| self.expr(item))
    }

    fn expr(&mut self, expr: &Expr) -> Parsed<()> {
        let at = expr.at;
        match &expr.kind {
            Kind::None => self.push(Value::None, at),
            Kind::Bool(truth) => self.push(Value::Bool(*truth), at),
            Kind::Int(number) => self.push(Value::Int(*number), at),
            Kind::Text(text) => self.push_text(text, at)?,
            Kind::Name(name) => self.load(*name, at)?,
            Kind::List(items) => {
                self.all(items)?;
                self.emit(Op::List(items.len() as u32), at);
            }
            Kind::Tuple(items) => {
                self.all(items)?;
                self.emit(Op::Tuple(items.len() as u32), at);
            }
            Kind::Set(items) => {
                self.all(items)?;
                self.emit(Op::Set(items.len() as u32), at);
            }
            Kind::Dict(pairs) => {
                for (key, value) in pairs {
                    self.expr(key)?;
                    self.expr(value)?;
                }
                self.emit(Op::Dict(pairs.len() as u32), at);
            }
            Kind::Format(pieces) => self.format(pieces, at)?,
            Kind::Unary(Unary::Minus, value) if matches!(value.kind, Kind::Int(_)) => {
                let Kind::Int(number) = value.kind else { unreachable!("matched above") };
                self.push(Value::Int(-number), at);
            }
            Kind::Unary(sign, value) => {
                self.expr(value)?;
                self.emit(Op::Unary(*sign), at);
            }
            Kind::Binary(sign, left, right) => {
                self.expr(left)?;
                self.expr(right)?;
                self.emit(Op::Binary(*sign), at);
            }
            Kind::Compare(first, rest) => self.compare(first, rest, at)?,
            Kind::And(parts) | Kind::Or(parts) => {
                let and = matches!(expr.kind, Kind::And(_));
                let mut done = Vec::new();
                for (number, part) in parts.iter().enumerate() {
                    self.expr(part)?;
                    if number + 1 < parts.len() {
                        done.push(self.emit(if and { Op::And(0) } else { Op::Or(0) }, at));
                    }
                }
                self.land(done);
            }
            Kind::If(parts) => {
                let [condition, value, otherwise] = &**parts;
                let skip = self.unless(condition)?;
                self.expr(value)?;
                let done = self.emit(Op::Jump(0), at);
                self.land(skip);
                self.expr(otherwise)?;
                self.land([done]);
            }
            Kind::Index(value, index) => {
                self.expr(value)?;
                self.expr(index)?;
                self.emit(Op::Index, at);
            }
            Kind::Slice(value, parts) => {
                self.expr(value)?;
                for part in parts.iter() {
                    match part {
                        Some(part) => self.expr(part)?,
                        None => self.push(Value::None, at),
                    }
                }
                self.emit(Op::Slice, at);
            }
            Kind::Attr(value, name) => {
                self.expr(value)?;
                let name = self.word(*name, at)?;
                self.emit(Op::Attr(name), at);
            }
            Kind::Call(call) => self.call(call, at)?,
            Kind::Lambda(function) => self.function(function, at)?,
            Kind::Comprehension(made) => {
                let (container, gathering) = match &made.kind {
                    Gather::List => (Op::List(0), Gathering::Append),
                    Gather::Set => (Op::Set(0), Gathering::Add),
                    Gather::Dict(_) => (Op::Dict(0), Gathering::Put),
                    Gather::Generator => {
                        let hint = "write a list, `[… for … in …]`; generators go into `sum`, `any`, `all`, `min`, `max`, `sorted`, `list`, `next` …";
                        return wrong(at, "a generator cannot stand here", Some(hint));
                    }
                };
                self.emit(container, at);
                self.comprehension(made, gathering, at)?;
            }
        }
        Ok(())
    }

    fn compare(&mut self, first: &Expr, rest: &[(Comparison, Expr)], at: usize) -> Parsed<()> {
        self.expr(first)?;
        let mut done = Vec::new();
        for (number, (comparison, value)) in rest.iter().enumerate() {
            self.expr(value)?;
            if number + 1 < rest.len() {
                self.emit(Op::Copy, at);
                self.emit(Op::Sink, at);
            }
            self.emit(Op::Compare(*comparison), at);
            if number + 1 < rest.len() {
                done.push(self.emit(Op::And(0), at));
            }
        }
        if !done.is_empty() {
            // A comparison that failed early leaves its right side below the result.
            let over = self.emit(Op::Jump(0), at);
            self.land(done);
            self.emit(Op::Squash(1), at);
            self.land([over]);
        }
        Ok(())
    }

    fn format(&mut self, pieces: &[Piece], at: usize) -> Parsed<()> {
        for piece in pieces {
            match piece {
                Piece::Text(text) => self.push_text(text, at)?,
                Piece::Value { value, quoted, spec } => {
                    self.expr(value)?;
                    match &spec[..] {
                        [] => {}
                        [Piece::Text(text)] => self.push_text(text, at)?,
                        pieces => self.format(pieces, at)?,
                    }
                    self.emit(Op::Format { spec: !spec.is_empty(), quoted: *quoted }, value.at);
                }
            }
        }
        let count = small(pieces.len(), at)?;
        self.emit(Op::Join(count), at);
        Ok(())
    }

    fn call(&mut self, call: &Call, at: usize) -> Parsed<()> {
        let builtin = self.builtin(&call.function);
        if let [first, rest @ ..] = &call.args[..]
            && let Kind::Comprehension(made) = &first.kind
            && matches!(made.kind, Gather::Generator)
        {
            match (builtin, rest, &call.named[..]) {
                (Some(Builtin::Any), [], []) => {
                    self.comprehension(made, Gathering::Any, at)?;
                    return Ok(());
                }
                (Some(Builtin::All), [], []) => {
                    self.comprehension(made, Gathering::All, at)?;
                    return Ok(());
                }
                (Some(Builtin::Next), [] | [_], []) => {
                    // The default is worked out before the first item, as in Python.
                    if let [default] = rest {
                        self.expr(default)?;
                    } else {
                        self.push(Value::Unbound, at);
                    }
                    self.comprehension(made, Gathering::Next, at)?;
                    if rest.is_empty() {
                        self.emit(Op::Exhausted, at);
                    }
                    return Ok(());
                }
                _ => {}
            }
        }
        let method = if let Kind::Attr(object, name) = &call.function.kind {
            self.expr(object)?;
            Some(*name)
        } else {
            self.expr(&call.function)?;
            None
        };
        let gathers = builtin.is_some_and(|builtin| GATHERING.contains(&builtin))
            || method.is_some_and(|name| matches!(&**self.unit.names.word(name), "join" | "extend" | "update"));
        for (number, arg) in call.args.iter().enumerate() {
            match &arg.kind {
                Kind::Comprehension(made) if number == 0 && gathers && matches!(made.kind, Gather::Generator) => {
                    self.emit(Op::List(0), arg.at);
                    self.comprehension(made, Gathering::Append, arg.at)?;
                }
                _ => self.expr(arg)?,
            }
        }
        let mut names = Vec::new();
        for (name, value) in &call.named {
            self.expr(value)?;
            names.push(*name);
        }
        let named = if names.is_empty() {
            0
        } else {
            self.unit.named.push(names.into());
            small(self.unit.named.len() - 1, at)?
        };
        let args = call.args.len() as u8;
        if let Some(name) = method {
            let name = self.word(name, at)?;
            self.emit(Op::Method { name, args, named }, at);
        } else {
            self.emit(Op::Call { args, named }, at);
        }
        Ok(())
    }

    /// Runs a comprehension. Its container, or the default of `next`, lies on the stack.
    fn comprehension(&mut self, made: &Comprehension, gathering: Gathering, at: usize) -> Parsed<()> {
        let mut ends = Vec::new();
        let mut starts = Vec::new();
        for (number, clause) in made.clauses.iter().enumerate() {
            let (start, end) = if number == 0 {
                // Its first values are worked out in the scope around it.
                let begun = self.begin(&clause.values)?;
                self.enter_loop(made.scope, begun, at)?
            } else {
                self.begin(&clause.values)?
            };
            self.target(&clause.target)?;
            for condition in &clause.conditions {
                let skip = self.unless(condition)?;
                self.again(&skip, start);
            }
            starts.push(start);
            ends.push(end);
        }
        let held = 3 * made.clauses.len() as u16;
        let innermost = *starts.last().expect("a comprehension has a loop");
        self.expr(&made.value)?;
        let mut done = Vec::new();
        match gathering {
            Gathering::Append => {
                self.emit(Op::Append(held), at);
            }
            Gathering::Add => {
                self.emit(Op::Add(held), at);
            }
            Gathering::Put => {
                if let Gather::Dict(value) = &made.kind {
                    self.expr(value)?;
                }
                self.emit(Op::Put(held), at);
            }
            Gathering::Any | Gathering::All => {
                let any = matches!(gathering, Gathering::Any);
                let skip = self.emit(if any { Op::JumpIfFalse(0) } else { Op::JumpIfTrue(0) }, at);
                self.again(&[skip], innermost);
                self.emit(Op::Drop(held), at);
                self.push(Value::Bool(any), at);
                done.push(self.emit(Op::Jump(0), at));
            }
            Gathering::Next => {
                self.emit(Op::Squash(held + 1), at);
                done.push(self.emit(Op::Jump(0), at));
            }
        }
        for (number, (start, end)) in starts.into_iter().zip(ends).enumerate().rev() {
            let inner = number + 1 == made.clauses.len();
            if !inner || matches!(gathering, Gathering::Append | Gathering::Add | Gathering::Put) {
                self.emit(Op::Jump(start as u32), at);
            }
            self.land([end]);
        }
        self.frame().open.pop();
        match gathering {
            Gathering::Any => self.push(Value::Bool(false), at),
            Gathering::All => self.push(Value::Bool(true), at),
            _ => {}
        }
        self.land(done);
        Ok(())
    }

    /// Opens a comprehension's scope between the values of its first loop and their first item.
    fn enter_loop(&mut self, scope: usize, begun: (usize, usize), at: usize) -> Parsed<(usize, usize)> {
        let code = &mut self.frame().code;
        let (next, place) = (code.ops.pop().expect("the loop's start"), code.places.pop().expect("its place"));
        debug_assert_eq!(begun.1, code.ops.len());
        self.enter(scope, at)?;
        let start = self.emit(next, place as usize);
        Ok((start, start))
    }

    /// Lets jumps go back to a place.
    fn again(&mut self, jumps: &[usize], to: usize) {
        for jump in jumps {
            match &mut self.frame().code.ops[*jump] {
                Op::JumpIfFalse(target) | Op::JumpIfTrue(target) => *target = to as u32,
                op => unreachable!("{op:?} is no condition's jump"),
            }
        }
    }
}

fn is_generator(value: &Expr) -> bool {
    matches!(&value.kind, Kind::Comprehension(made) if matches!(made.kind, Gather::Generator))
}

/// The names of targets that are all plain and different.
fn distinct(targets: &[Expr]) -> Option<Vec<(Name, usize)>> {
    let mut names: Vec<(Name, usize)> = Vec::new();
    for target in targets {
        let Kind::Name(name) = target.kind else { return None };
        if names.len() > 8 || names.iter().any(|(other, _)| *other == name) {
            return None;
        }
        names.push((name, target.at));
    }
    Some(names)
}
