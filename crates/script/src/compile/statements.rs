//! Statements, loops and targets of assignments.

use super::{Compiler, Loop, is_generator, small};
use crate::builtins::Builtin;
use crate::code::Op;
use crate::lexer::{Name, Parsed};
use crate::syntax::{Binary, Expr, ExprKind, Stmt, StmtKind, Unary};
use crate::value::Value;

impl Compiler<'_> {
    pub(super) fn block(&mut self, body: &[Stmt]) -> Parsed<()> {
        body.iter().try_for_each(|stmt| self.statement(stmt))
    }

    fn statement(&mut self, stmt: &Stmt) -> Parsed<()> {
        let at = stmt.at;
        self.line(at);
        match &stmt.kind {
            StmtKind::Expr(Expr { kind: ExprKind::Text(_), .. }) | StmtKind::Pass => {}
            StmtKind::Expr(value) => {
                self.expr(value)?;
                self.emit(Op::Pop, at);
            }
            StmtKind::Assign(targets, value) => self.assign(targets, value)?,
            StmtKind::Augment(target, sign, value) => self.augment(target, *sign, value)?,
            StmtKind::If(branches, otherwise) => {
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
            StmtKind::For(head, body, otherwise) => self.for_loop(&head[0], &head[1], body, otherwise)?,
            StmtKind::While(condition, body, otherwise) => {
                let start = self.here();
                let skip =
                    if matches!(condition.kind, ExprKind::Bool(true)) { Vec::new() } else { self.unless(condition)? };
                let breaks = self.looped(start, 0, body, at)?;
                self.land(skip);
                self.block(otherwise)?;
                self.land(breaks);
            }
            StmtKind::Def(function) => {
                self.function(function, at)?;
                self.store(function.name.expect("a `def` has a name"), at)?;
            }
            StmtKind::Return(value) => {
                match value {
                    Some(value) => self.expr(value)?,
                    None => self.push(Value::None, at),
                }
                self.emit(Op::Return, at);
            }
            StmtKind::Break => {
                let held = self.frame().loops.last().expect("the parser saw a loop").held;
                if held > 0 {
                    self.emit(Op::Drop(held), at);
                }
                let jump = self.emit(Op::Jump(0), at);
                self.frame().loops.last_mut().expect("the parser saw a loop").breaks.push(jump);
            }
            StmtKind::Continue => {
                let start = self.frame().loops.last().expect("the parser saw a loop").start;
                self.emit(Op::Jump(start as u32), at);
            }
            StmtKind::Assert(condition, message) => {
                self.expr(condition)?;
                let fine = self.emit(Op::JumpIfTrue(0), at);
                match message {
                    Some(message) => self.expr(message)?,
                    None => self.push(Value::None, at),
                }
                self.emit(Op::Assert, at);
                self.land([fine]);
            }
            StmtKind::Delete(targets) => targets.iter().try_for_each(|target| self.delete(target))?,
        }
        Ok(())
    }

    /// Compiles a condition. Returns the jumps for a false one.
    pub(super) fn unless(&mut self, condition: &Expr) -> Parsed<Vec<usize>> {
        match &condition.kind {
            ExprKind::And(parts) => {
                let mut skip = Vec::new();
                for part in parts {
                    skip.extend(self.unless(part)?);
                }
                Ok(skip)
            }
            ExprKind::Unary(Unary::Not, value) => {
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
        if let ExprKind::Call(call) = &values.kind
            && (1..=3).contains(&call.args.len())
            && call.named.is_empty()
            && !call.args.iter().any(|arg| is_generator(arg) || matches!(arg.kind, ExprKind::Star(_)))
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
        if let ([Expr { kind: ExprKind::Tuple(names), .. }], ExprKind::Tuple(values)) = (targets, &value.kind)
            && let Some(names) = distinct(names)
            && names.len() == values.len()
            && !values.iter().any(|value| matches!(value.kind, ExprKind::Star(_)))
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
            ExprKind::Name(name) => self.store(*name, target.at)?,
            ExprKind::Index(value, index) => {
                self.expr(value)?;
                self.expr(index)?;
                self.emit(Op::SetIndex, target.at);
            }
            ExprKind::Attr(value, name) => {
                self.expr(value)?;
                let name = self.word(*name, target.at)?;
                self.emit(Op::SetAttr(name), target.at);
            }
            ExprKind::Tuple(items) | ExprKind::List(items) => {
                let op = match items.iter().position(|item| matches!(item.kind, ExprKind::Star(_))) {
                    Some(star) => Op::UnpackRest {
                        before: small(star, target.at)?,
                        after: small(items.len() - star - 1, target.at)?,
                    },
                    None => Op::Unpack(items.len() as u32),
                };
                self.emit(op, target.at);
                items.iter().try_for_each(|item| self.target(item))?;
            }
            ExprKind::Star(target) => self.target(target)?,
            _ => unreachable!("the parser checked targets"),
        }
        Ok(())
    }

    fn augment(&mut self, target: &Expr, sign: Binary, value: &Expr) -> Parsed<()> {
        let at = target.at;
        match &target.kind {
            ExprKind::Name(name) => {
                self.load(*name, at)?;
                self.expr(value)?;
                self.emit(Op::Augment(sign), at);
                self.store(*name, at)?;
            }
            ExprKind::Index(object, index) => {
                self.expr(object)?;
                self.expr(index)?;
                self.emit(Op::CopyTwo, at);
                self.emit(Op::Index, at);
                self.expr(value)?;
                self.emit(Op::Augment(sign), at);
                self.emit(Op::Sink, at);
                self.emit(Op::SetIndex, at);
            }
            ExprKind::Attr(object, name) => {
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
            ExprKind::Name(name) => {
                // The read fails for a name without a value.
                self.load(*name, at)?;
                self.emit(Op::Pop, at);
                self.push(Value::Unbound, at);
                self.store(*name, at)?;
            }
            ExprKind::Index(object, index) => {
                self.expr(object)?;
                self.expr(index)?;
                self.emit(Op::DeleteIndex, at);
            }
            ExprKind::Attr(object, name) => {
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
        let ExprKind::Name(name) = target.kind else { return None };
        if names.len() > 8 || names.iter().any(|(other, _)| *other == name) {
            return None;
        }
        names.push((name, target.at));
    }
    Some(names)
}
