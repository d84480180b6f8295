//! Statements, loops and targets of assignments.

use super::{Compiler, Loop, is_generator, small};
use crate::builtins::Builtin;
use crate::code::Op;
use crate::lexer::{Name, Parsed};
use crate::syntax::{Action, Binary, Expr, Kind, Stmt, Unary};
use crate::value::Value;

impl Compiler<'_> {
    pub(super) fn block(&mut self, body: &[Stmt]) -> Parsed<()> {
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

    /// Compiles a condition. Returns the jumps for a false one.
    pub(super) fn unless(&mut self, condition: &Expr) -> Parsed<Vec<usize>> {
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

    /// Begins a loop over values. Returns its start and the jump to its end.
    pub(super) fn begin(&mut self, values: &Expr) -> Parsed<(usize, usize)> {
        if let Kind::Call(call) = &values.kind
            && (1..=3).contains(&call.args.len())
            && call.named.is_empty()
            && !call.args.iter().any(|arg| is_generator(arg) || matches!(arg.kind, Kind::Star(_)))
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
        // `a, b = b, a` makes no tuple if the order of assignments does not matter.
        if let ([Expr { kind: Kind::Tuple(names), .. }], Kind::Tuple(values)) = (targets, &value.kind)
            && let Some(names) = distinct(names)
            && names.len() == values.len()
            && !values.iter().any(|value| matches!(value.kind, Kind::Star(_)))
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
    pub(super) fn target(&mut self, target: &Expr) -> Parsed<()> {
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
                let op = match items.iter().position(|item| matches!(item.kind, Kind::Star(_))) {
                    Some(star) => Op::UnpackRest {
                        before: small(star, target.at)?,
                        after: small(items.len() - star - 1, target.at)?,
                    },
                    None => Op::Unpack(items.len() as u32),
                };
                self.emit(op, target.at);
                items.iter().try_for_each(|item| self.target(item))?;
            }
            Kind::Star(target) => self.target(target)?,
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
                // The read fails for a name without a value.
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
}

/// Returns the names of targets if all are plain and different.
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
