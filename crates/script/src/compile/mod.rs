//! Compiles the syntax tree to instructions.
//!
//! Comprehensions run in the frame of their function, with separate slots. A generator is a list that is made at
//! once, except in `any`, `all` and `next`, which stop at the first item that decides.

mod expressions;
mod statements;

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use crate::builtins::{self, Builtin, Module as Library};
use crate::code::{Capture, Code, Op, Unit};
use crate::error::Error;
use crate::lexer::{Misplaced, Name, Names, Parsed, shown, wrong};
use crate::machine::FIRST_TEXT;
use crate::methods::Method;
use crate::parse::parse;
use crate::program::Host;
use crate::scope::{Scope, scopes};
use crate::syntax::{ComprehensionKind, Expr, ExprKind, Function, Module, Stmt, StmtKind};
use crate::value::{Id, Value};
use deathmatch_spelling::meant;

const PRELUDE: &str = include_str!("prelude.py");

/// Built-in functions that consume a generator completely.
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
    let library = parse(&host.library, &mut names).map_err(placed)?;
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
        library: None,
        hidden: Vec::new(),
    };
    Compiler::new(&mut unit, &Host::default(), PRELUDE, &prelude, false, &[]).prelude(&prelude).map_err(placed)?;
    unit.globals.clear();
    let mut shared = Vec::new();
    if !host.library.is_empty() {
        let compiler = Compiler::new(&mut unit, host, &host.library, &library, false, &[]);
        shared = compiler.globals.iter().map(|(name, number)| (*name, *number)).collect();
        let code = compiler.module(&library).map_err(placed)?;
        unit.library = Some(code);
    }
    let source = Arc::clone(&text);
    let compiler = Compiler::new(&mut unit, host, &source, &module, true, &shared);
    let code = compiler.module(&module).map_err(placed)?;
    unit.module = code;
    Ok(unit)
}

/// The location of a name's value.
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
    /// The number of values that the loop keeps on the stack.
    held: u16,
}

/// The use of each value of a comprehension.
#[derive(Clone, Copy)]
enum CollectInto {
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
    /// The values of unbound names that were looked up: built-in functions, libraries and the host's functions.
    fixed: HashMap<Name, Option<Value>>,
    texts: HashMap<Arc<str>, u16>,
    frames: Vec<Frame>,
    lines: Vec<usize>,
    own: bool,
    host: &'a Host,
    /// The names of the host's library, with their globals.
    library: HashMap<Name, u16>,
    /// Names that a `def` of the module's own level binds.
    functions: HashSet<Name>,
}

/// The name that a `def` binds.
fn defined(action: &StmtKind) -> Option<Name> {
    if let StmtKind::Def(function) = action { function.name } else { None }
}

fn small(number: usize, at: usize) -> Parsed<u16> {
    u16::try_from(number).or_else(|_| wrong(at, "this script has too many names and texts", None))
}

impl<'a> Compiler<'a> {
    fn new(unit: &'a mut Unit, host: &'a Host, text: &str, module: &Module, own: bool, shared: &[(Name, u16)]) -> Self {
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
            library: shared.iter().copied().collect(),
            functions: module.body.iter().filter_map(|stmt| defined(&stmt.kind)).collect(),
        };
        for name in compiler.scopes[0].bound.clone() {
            compiler.global(name);
        }
        for (name, number) in shared {
            compiler.globals.entry(*name).or_insert(*number);
        }
        for (name, value) in &host.constants {
            let name = compiler.unit.names.of(name);
            if !compiler.globals.contains_key(&name) || compiler.scopes[0].bound.contains(&name) {
                let number = compiler.global(name);
                compiler.unit.constants.push((number, value.clone()));
            }
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
            let StmtKind::Def(function) = &stmt.kind else { unreachable!("the prelude is functions") };
            self.code(function, stmt.at)?;
        }
        Ok(())
    }

    /// Compiles the module. Returns the number of its code.
    fn module(mut self, module: &Module) -> Parsed<u32> {
        self.open("the module".into(), 0, Vec::new());
        if let Some(code) = self.unit.library {
            self.emit(Op::Function { code, defaults: 0 }, 0);
            self.emit(Op::Call { args: 0, named: 0 }, 0);
            self.emit(Op::Pop, 0);
        }
        self.block(&module.body)?;
        self.push(Value::None, 0);
        self.emit(Op::Return, 0);
        Ok(self.close())
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

    /// Points the jumps at these positions here.
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
        wrong(at, format!("the name `{}` is not defined", shown(&unknown)), hint.as_deref())
    }

    /// Returns the host's function, built-in function or library of a name.
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

    /// Whether an expression names a function of the host.
    fn is_host(&mut self, value: &Expr) -> bool {
        let ExprKind::Name(name) = value.kind else { return false };
        matches!(self.place(name, value.at), Ok(Place::Fixed(Value::Host(_))))
    }

    /// Records a call of a variable that hides a function: it would fail.
    fn note_hidden(&mut self, function: &Expr) {
        let ExprKind::Name(name) = function.kind else { return };
        let variable = match self.place(name, function.at) {
            Ok(Place::Slot(_) | Place::Cell(_) | Place::Free(_)) => true,
            Ok(Place::Global(number)) => self.library.get(&name) != Some(&number) && !self.functions.contains(&name),
            _ => false,
        };
        if self.own && variable && (self.library.contains_key(&name) || self.fixed(name).is_some()) {
            let line = self.unit.text[..function.at].matches('\n').count() as u32 + 1;
            let word = Arc::clone(self.unit.names.word(name));
            self.unit.hidden.push((line, word));
        }
    }

    /// Returns the built-in function that an expression names.
    fn builtin(&mut self, value: &Expr) -> Option<Builtin> {
        let ExprKind::Name(name) = value.kind else { return None };
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
        if !matches!(function.body.last(), Some(Stmt { kind: StmtKind::Return(_), .. })) {
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
}

fn is_generator(value: &Expr) -> bool {
    matches!(&value.kind, ExprKind::Comprehension(made) if matches!(made.kind, ComprehensionKind::Generator))
}
