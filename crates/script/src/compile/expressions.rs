//! Expressions, calls and comprehensions.

use super::{CollectInto, Compiler, GATHERING, small};
use crate::builtins::Builtin;
use crate::code::Op;
use crate::lexer::{Parsed, wrong};
use crate::syntax::{Call, Comparison, Comprehension, ComprehensionKind, Expr, ExprKind, Piece, Unary};
use crate::value::Value;

impl Compiler<'_> {
    fn all(&mut self, items: &[Expr]) -> Parsed<()> {
        items.iter().try_for_each(|item| self.expr(item))
    }

    #[expect(clippy::too_many_lines, reason = "an arm for each kind")]
    pub(super) fn expr(&mut self, expr: &Expr) -> Parsed<()> {
        let at = expr.at;
        match &expr.kind {
            ExprKind::None => self.push(Value::None, at),
            ExprKind::Bool(truth) => self.push(Value::Bool(*truth), at),
            ExprKind::Int(number) => self.push(Value::Int(*number), at),
            ExprKind::Text(text) => self.push_text(text, at)?,
            ExprKind::Name(name) => self.load(*name, at)?,
            ExprKind::List(items) if items.iter().any(is_star) => self.spread(items, at)?,
            ExprKind::List(items) => {
                self.all(items)?;
                self.emit(Op::List(items.len() as u32), at);
            }
            ExprKind::Tuple(items) if items.iter().any(is_star) => {
                self.spread(items, at)?;
                self.emit(Op::ListToTuple, at);
            }
            ExprKind::Tuple(items) => {
                self.all(items)?;
                self.emit(Op::Tuple(items.len() as u32), at);
            }
            ExprKind::Set(items) => {
                self.all(items)?;
                self.emit(Op::Set(items.len() as u32), at);
            }
            ExprKind::Dict(pairs) => {
                for (key, value) in pairs {
                    self.expr(key)?;
                    self.expr(value)?;
                }
                self.emit(Op::Dict(pairs.len() as u32), at);
            }
            ExprKind::Format(pieces) => self.format(pieces, at)?,
            ExprKind::Unary(Unary::Minus, value) if matches!(value.kind, ExprKind::Int(_)) => {
                let ExprKind::Int(number) = value.kind else { unreachable!("matched above") };
                self.push(Value::Int(-number), at);
            }
            ExprKind::Unary(sign, value) => {
                self.expr(value)?;
                self.emit(Op::Unary(*sign), at);
            }
            ExprKind::Binary(sign, left, right) => {
                self.expr(left)?;
                self.expr(right)?;
                self.emit(Op::Binary(*sign), at);
            }
            ExprKind::Compare(first, rest) => self.compare(first, rest, at)?,
            ExprKind::And(parts) | ExprKind::Or(parts) => {
                let and = matches!(expr.kind, ExprKind::And(_));
                let mut done = Vec::new();
                for (number, part) in parts.iter().enumerate() {
                    self.expr(part)?;
                    if number + 1 < parts.len() {
                        done.push(self.emit(if and { Op::And(0) } else { Op::Or(0) }, at));
                    }
                }
                self.land(done);
            }
            ExprKind::If(parts) => {
                let [condition, value, otherwise] = &**parts;
                let skip = self.unless(condition)?;
                self.expr(value)?;
                let done = self.emit(Op::Jump(0), at);
                self.land(skip);
                self.expr(otherwise)?;
                self.land([done]);
            }
            ExprKind::Index(value, index) => {
                self.expr(value)?;
                self.expr(index)?;
                self.emit(Op::Index, at);
            }
            ExprKind::Slice(value, parts) => {
                self.expr(value)?;
                for part in parts.iter() {
                    match part {
                        Some(part) => self.expr(part)?,
                        None => self.push(Value::None, at),
                    }
                }
                self.emit(Op::Slice, at);
            }
            ExprKind::Attr(value, name) => {
                self.expr(value)?;
                let name = self.word(*name, at)?;
                self.emit(Op::Attr(name), at);
            }
            ExprKind::Call(call) => self.call(call, at)?,
            ExprKind::Star(_) => {
                let hint = "stars stand before arguments, items of lists and tuples, and one target only";
                return wrong(at, "a star cannot stand here", Some(hint));
            }
            ExprKind::Lambda(function) => self.function(function, at)?,
            ExprKind::Comprehension(made) => {
                let (container, into) = match &made.kind {
                    ComprehensionKind::List => (Op::List(0), CollectInto::Append),
                    ComprehensionKind::Set => (Op::Set(0), CollectInto::Add),
                    ComprehensionKind::Dict(_) => (Op::Dict(0), CollectInto::Put),
                    ComprehensionKind::Generator => {
                        let hint = "write a list, `[… for … in …]`; generators go into `sum`, `any`, `all`, `min`, `max`, `sorted`, `list`, `next` …";
                        return wrong(at, "a generator cannot stand here", Some(hint));
                    }
                };
                self.emit(container, at);
                self.comprehension(made, into, at)?;
            }
        }
        Ok(())
    }

    /// Makes a list of values; a value with a star adds all its items.
    fn spread(&mut self, values: &[Expr], at: usize) -> Parsed<()> {
        self.emit(Op::List(0), at);
        for value in values {
            if let ExprKind::Star(values) = &value.kind {
                self.expr(values)?;
                self.emit(Op::Extend, value.at);
            } else {
                self.expr(value)?;
                self.emit(Op::Append(0), value.at);
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
            && let ExprKind::Comprehension(made) = &first.kind
            && matches!(made.kind, ComprehensionKind::Generator)
        {
            match (builtin, rest, &call.named[..]) {
                (Some(Builtin::Any), [], []) => {
                    self.comprehension(made, CollectInto::Any, at)?;
                    return Ok(());
                }
                (Some(Builtin::All), [], []) => {
                    self.comprehension(made, CollectInto::All, at)?;
                    return Ok(());
                }
                (Some(Builtin::Next), [] | [_], []) => {
                    // The default is evaluated before the first item, as in Python.
                    if let [default] = rest {
                        self.expr(default)?;
                    } else {
                        self.push(Value::Unbound, at);
                    }
                    self.comprehension(made, CollectInto::Next, at)?;
                    if rest.is_empty() {
                        self.emit(Op::Exhausted, at);
                    }
                    return Ok(());
                }
                _ => {}
            }
        }
        let method = if let ExprKind::Attr(object, name) = &call.function.kind {
            self.expr(object)?;
            Some(*name)
        } else {
            self.expr(&call.function)?;
            None
        };
        let gathers = builtin.is_some_and(|builtin| GATHERING.contains(&builtin))
            || method.is_some_and(|name| matches!(&**self.unit.names.word(name), "join" | "extend" | "update"));
        let asks = self.is_host(&call.function);
        self.note_hidden(&call.function);
        let spread = call.args.iter().any(is_star);
        if spread {
            self.spread(&call.args, at)?;
        }
        for (number, arg) in call.args.iter().enumerate().filter(|_| !spread) {
            match &arg.kind {
                ExprKind::Comprehension(made)
                    if number == 0 && gathers && matches!(made.kind, ComprehensionKind::Generator) =>
                {
                    self.emit(Op::List(0), arg.at);
                    self.comprehension(made, CollectInto::Append, arg.at)?;
                }
                _ => self.arg(arg, asks)?,
            }
        }
        let mut names = Vec::new();
        for (name, value) in &call.named {
            self.arg(value, asks)?;
            names.push(*name);
        }
        let named = if names.is_empty() {
            0
        } else {
            self.unit.named.push(names.into());
            small(self.unit.named.len() - 1, at)?
        };
        let args = call.args.len() as u8;
        let name = method.map(|name| self.word(name, at)).transpose()?;
        let op = match name {
            Some(name) if spread => Op::MethodSpread { name, named },
            Some(name) => Op::Method { name, args, named },
            None if spread => Op::CallSpread { named },
            None => Op::Call { args, named },
        };
        self.emit(op, at);
        Ok(())
    }

    /// Compiles an argument. For a host's function, a list of literal numbers becomes a list of their texts: texts are constants, so the
    /// host can tell the list from a computed one.
    fn arg(&mut self, arg: &Expr, asks: bool) -> Parsed<()> {
        let ExprKind::List(items) = &arg.kind else { return self.expr(arg) };
        if !asks || items.is_empty() || !items.iter().all(|item| matches!(item.kind, ExprKind::Int(_))) {
            return self.expr(arg);
        }
        for item in items {
            if let ExprKind::Int(number) = item.kind {
                self.push_text(&number.to_string(), item.at)?;
            }
        }
        self.emit(Op::List(items.len() as u32), arg.at);
        Ok(())
    }

    /// Runs a comprehension. Its container, or the default of `next`, lies on the stack.
    fn comprehension(&mut self, made: &Comprehension, into: CollectInto, at: usize) -> Parsed<()> {
        let mut ends = Vec::new();
        let mut starts = Vec::new();
        for (number, clause) in made.clauses.iter().enumerate() {
            let (start, end) = if number == 0 {
                // The first values are evaluated in the enclosing scope.
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
        match into {
            CollectInto::Append => {
                self.emit(Op::Append(held), at);
            }
            CollectInto::Add => {
                self.emit(Op::Add(held), at);
            }
            CollectInto::Put => {
                if let ComprehensionKind::Dict(value) = &made.kind {
                    self.expr(value)?;
                }
                self.emit(Op::Put(held), at);
            }
            CollectInto::Any | CollectInto::All => {
                let any = matches!(into, CollectInto::Any);
                let skip = self.emit(if any { Op::JumpIfFalse(0) } else { Op::JumpIfTrue(0) }, at);
                self.again(&[skip], innermost);
                self.emit(Op::Drop(held), at);
                self.push(Value::Bool(any), at);
                done.push(self.emit(Op::Jump(0), at));
            }
            CollectInto::Next => {
                self.emit(Op::Squash(held + 1), at);
                done.push(self.emit(Op::Jump(0), at));
            }
        }
        for (number, (start, end)) in starts.into_iter().zip(ends).enumerate().rev() {
            let inner = number + 1 == made.clauses.len();
            if !inner || matches!(into, CollectInto::Append | CollectInto::Add | CollectInto::Put) {
                self.emit(Op::Jump(start as u32), at);
            }
            self.land([end]);
        }
        self.frame().open.pop();
        match into {
            CollectInto::Any => self.push(Value::Bool(false), at),
            CollectInto::All => self.push(Value::Bool(true), at),
            _ => {}
        }
        self.land(done);
        Ok(())
    }

    /// Opens a comprehension's scope after the values of its first loop, before their first item.
    fn enter_loop(&mut self, scope: usize, begun: (usize, usize), at: usize) -> Parsed<(usize, usize)> {
        let code = &mut self.frame().code;
        let (next, place) = (code.ops.pop().expect("the loop's start"), code.places.pop().expect("its place"));
        debug_assert_eq!(begun.1, code.ops.len());
        self.enter(scope, at)?;
        let start = self.emit(next, place as usize);
        Ok((start, start))
    }

    /// Points jumps back to a position.
    fn again(&mut self, jumps: &[usize], to: usize) {
        for jump in jumps {
            match &mut self.frame().code.ops[*jump] {
                Op::JumpIfFalse(target) | Op::JumpIfTrue(target) => *target = to as u32,
                op => unreachable!("{op:?} is no condition's jump"),
            }
        }
    }
}

fn is_star(value: &Expr) -> bool {
    matches!(value.kind, ExprKind::Star(_))
}
