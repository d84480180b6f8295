//! Calls: of functions of the script, built-in functions, methods and the host.

use std::sync::Arc;

use super::run::text;
use super::{Ask, FEW_ARGUMENTS, Frame, Machine, Waiting};
use crate::builtins::{self, Module};
use crate::call_arguments::{Args, Flow};
use crate::error::{ErrorKind, Fault, Res};
use crate::game_libraries;
use crate::lexer::{Name, shown};
use crate::methods;
use crate::random;
use crate::value::{Id, Value};
use deathmatch_spelling::meant;

impl Machine {
    /// Begins a call of a script's function. Its arguments lie on the stack; `args` counts those without a name.
    pub(super) fn push_frame(&mut self, args: usize, named: u16) -> Res<()> {
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
    fn bind(&mut self, id: Id, base: usize, args: usize, names: &[Name]) -> Res<()> {
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
                let message = format!("`{}` takes no argument `{}`", code.name, shown(word(*name)));
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

    /// Calls the value below its arguments on the stack. Returns the question if the value is a host's function.
    pub(super) fn start_call(&mut self, args: usize, named: u16) -> Res<Option<Ask>> {
        let names = self.unit.named[named as usize].len();
        let at = self.stack.len() - args - names - 1;
        match self.stack[at] {
            Value::Function(_) => {
                self.push_frame(args, named)?;
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
            value => Err(Fault::new(format!("{} cannot be called", value.with_article())).hint(self.hides())),
        }
    }

    /// Returns a hint if the running line calls a variable that hides a function.
    fn hides(&self) -> Option<String> {
        let line = self.line();
        let (_, name) = self.unit.hidden.iter().find(|(at, _)| *at == line)?;
        Some(format!("`{name}` is a variable here, and hides the function `{name}`: call the variable something else"))
    }

    /// Replaces the list below the named arguments by its items. Returns their number.
    pub(super) fn spread(&mut self, named: u16) -> Res<usize> {
        let at = self.stack.len() - self.unit.named[named as usize].len();
        let Value::List(list) = self.stack[at - 1] else { unreachable!("a list of arguments") };
        let items = self.heap.all_items(Value::List(list))?;
        if self.stack.len() + items.len() > self.heap.limits.stack {
            return Err(Fault::of(ErrorKind::Depth, "this call has too many arguments"));
        }
        self.stack.splice(at - 1..at, items.iter().copied());
        Ok(items.len())
    }

    fn named_args(&self, from: usize, named: u16) -> Vec<(Arc<str>, Value)> {
        let names = self.unit.named[named as usize].iter().map(|name| Arc::clone(self.unit.names.word(*name)));
        names.zip(self.stack[from..].iter().copied()).collect()
    }

    /// Calls a built-in function with the values above `at` on the stack, and leaves its result at `at`.
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
                self.push_frame(args.len(), 0)
            }
        }
    }

    pub(super) fn method(&mut self, name: u16, args: usize, named: u16) -> Res<Option<Ask>> {
        let unit = Arc::clone(&self.unit);
        let at = self.stack.len() - args - unit.named[named as usize].len() - 1;
        let (value, word) = (self.stack[at], &*unit.texts[name as usize]);
        if let Value::Module(module) = value {
            self.native(at, args, named, word, |machine, args| {
                let value = match module {
                    Module::Cards => game_libraries::cards(&mut machine.heap, word, args),
                    Module::Grid => game_libraries::grid(&mut machine.heap, word, args),
                    Module::Hex => game_libraries::hex(&mut machine.heap, word, args),
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
        self.start_call(args, named)
    }
}
