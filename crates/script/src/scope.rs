//! Finds the scope that binds each name, and the names that need a cell because a nested function uses them.
//!
//! As in Python, a name that a function assigns anywhere is local to the whole function, comprehensions have scopes
//! within their function, and nested functions share variables, not values.

#![allow(clippy::needless_for_each, reason = "a line for each part of a node reads best")]

use std::collections::{HashMap, HashSet};

use crate::lexer::Name;
use crate::syntax::{Comprehension, ComprehensionKind, Expr, ExprKind, Function, Module, Piece, Stmt, StmtKind};

#[derive(Clone, Debug, Default)]
pub(crate) struct Scope {
    /// The bound names, in the order of binding.
    pub bound: Vec<Name>,
    pub known: HashSet<Name>,
    /// Bound names that a nested function uses.
    pub cells: HashSet<Name>,
    /// Variables of enclosing functions that this function, or one inside it, uses.
    pub free: Vec<Name>,
    numbers: HashMap<Name, usize>,
    comprehension: bool,
}

impl Scope {
    fn bind(&mut self, name: Name) {
        if self.known.insert(name) {
            self.bound.push(name);
        }
    }

    fn capture(&mut self, name: Name) {
        if !self.numbers.contains_key(&name) {
            self.numbers.insert(name, self.free.len());
            self.free.push(name);
        }
    }

    /// The number of a free variable.
    pub fn number(&self, name: Name) -> Option<usize> {
        self.numbers.get(&name).copied()
    }
}

/// The scopes of a module by number; 0 is the module's own.
pub(crate) fn scopes(module: &Module) -> Vec<Scope> {
    let mut walk = Walk { scopes: vec![Scope::default(); module.scopes], open: vec![0] };
    bind_block(&mut walk.scopes[0], &module.body);
    walk.block(&module.body);
    walk.scopes
}

fn bind_block(scope: &mut Scope, body: &[Stmt]) {
    for stmt in body {
        match &stmt.kind {
            StmtKind::Assign(targets, _) => targets.iter().for_each(|target| bind_target(scope, target)),
            StmtKind::Augment(target, ..) => bind_target(scope, target),
            StmtKind::Delete(targets) => targets.iter().for_each(|target| bind_target(scope, target)),
            StmtKind::Def(function) => function.name.into_iter().for_each(|name| scope.bind(name)),
            StmtKind::If(branches, otherwise) => {
                branches.iter().for_each(|(_, body)| bind_block(scope, body));
                bind_block(scope, otherwise);
            }
            StmtKind::For(head, body, otherwise) => {
                bind_target(scope, &head[0]);
                bind_block(scope, body);
                bind_block(scope, otherwise);
            }
            StmtKind::While(_, body, otherwise) => {
                bind_block(scope, body);
                bind_block(scope, otherwise);
            }
            StmtKind::Expr(_)
            | StmtKind::Return(_)
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Pass
            | StmtKind::Assert(..) => {}
        }
    }
}

fn bind_target(scope: &mut Scope, target: &Expr) {
    match &target.kind {
        ExprKind::Name(name) => scope.bind(*name),
        ExprKind::Star(target) => bind_target(scope, target),
        ExprKind::Tuple(items) | ExprKind::List(items) => items.iter().for_each(|item| bind_target(scope, item)),
        _ => {}
    }
}

struct Walk {
    scopes: Vec<Scope>,
    open: Vec<usize>,
}

impl Walk {
    fn name(&mut self, name: Name) {
        // The functions between the name and the scope that binds it.
        let mut left: Vec<usize> = Vec::new();
        for &number in self.open.iter().rev() {
            let scope = &mut self.scopes[number];
            if scope.known.contains(&name) {
                // The module's names are globals; variables of its comprehensions are not.
                if number != 0 && !left.is_empty() {
                    scope.cells.insert(name);
                    for function in left {
                        self.scopes[function].capture(name);
                    }
                }
                return;
            }
            if !scope.comprehension {
                left.push(number);
            }
        }
    }

    fn block(&mut self, body: &[Stmt]) {
        for stmt in body {
            match &stmt.kind {
                StmtKind::Expr(value) | StmtKind::Return(Some(value)) => self.expr(value),
                StmtKind::Assign(targets, value) => {
                    self.expr(value);
                    targets.iter().for_each(|target| self.expr(target));
                }
                StmtKind::Augment(target, _, value) => {
                    self.expr(target);
                    self.expr(value);
                }
                StmtKind::If(branches, otherwise) => {
                    for (condition, body) in branches {
                        self.expr(condition);
                        self.block(body);
                    }
                    self.block(otherwise);
                }
                StmtKind::For(head, body, otherwise) => {
                    head.iter().for_each(|part| self.expr(part));
                    self.block(body);
                    self.block(otherwise);
                }
                StmtKind::While(condition, body, otherwise) => {
                    self.expr(condition);
                    self.block(body);
                    self.block(otherwise);
                }
                StmtKind::Def(function) => self.function(function),
                StmtKind::Assert(condition, message) => {
                    self.expr(condition);
                    message.iter().for_each(|message| self.expr(message));
                }
                StmtKind::Delete(targets) => targets.iter().for_each(|target| self.expr(target)),
                StmtKind::Return(None) | StmtKind::Break | StmtKind::Continue | StmtKind::Pass => {}
            }
        }
    }

    fn function(&mut self, function: &Function) {
        function.params.iter().filter_map(|param| param.default.as_ref()).for_each(|default| self.expr(default));
        let scope = &mut self.scopes[function.scope];
        function.params.iter().for_each(|param| scope.bind(param.name));
        bind_block(scope, &function.body);
        self.open.push(function.scope);
        self.block(&function.body);
        self.open.pop();
    }

    fn comprehension(&mut self, made: &Comprehension) {
        let (first, rest) = made.clauses.split_first().expect("a comprehension has a loop");
        self.expr(&first.values);
        let scope = &mut self.scopes[made.scope];
        scope.comprehension = true;
        made.clauses.iter().for_each(|clause| bind_target(scope, &clause.target));
        self.open.push(made.scope);
        self.expr(&first.target);
        first.conditions.iter().for_each(|condition| self.expr(condition));
        for clause in rest {
            self.expr(&clause.values);
            self.expr(&clause.target);
            clause.conditions.iter().for_each(|condition| self.expr(condition));
        }
        self.expr(&made.value);
        if let ComprehensionKind::Dict(value) = &made.kind {
            self.expr(value);
        }
        self.open.pop();
    }

    fn pieces(&mut self, pieces: &[Piece]) {
        for piece in pieces {
            if let Piece::Value { value, spec, .. } = piece {
                self.expr(value);
                self.pieces(spec);
            }
        }
    }

    fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::None | ExprKind::Bool(_) | ExprKind::Int(_) | ExprKind::Text(_) => {}
            ExprKind::Name(name) => self.name(*name),
            ExprKind::List(items)
            | ExprKind::Tuple(items)
            | ExprKind::Set(items)
            | ExprKind::And(items)
            | ExprKind::Or(items) => {
                items.iter().for_each(|item| self.expr(item));
            }
            ExprKind::Dict(pairs) => pairs.iter().for_each(|(key, value)| {
                self.expr(key);
                self.expr(value);
            }),
            ExprKind::Format(pieces) => self.pieces(pieces),
            ExprKind::Unary(_, value) | ExprKind::Attr(value, _) | ExprKind::Star(value) => self.expr(value),
            ExprKind::Binary(_, left, right) | ExprKind::Index(left, right) => {
                self.expr(left);
                self.expr(right);
            }
            ExprKind::Compare(first, rest) => {
                self.expr(first);
                rest.iter().for_each(|(_, value)| self.expr(value));
            }
            ExprKind::If(parts) => parts.iter().for_each(|part| self.expr(part)),
            ExprKind::Slice(value, parts) => {
                self.expr(value);
                parts.iter().flatten().for_each(|part| self.expr(part));
            }
            ExprKind::Call(call) => {
                self.expr(&call.function);
                call.args.iter().for_each(|arg| self.expr(arg));
                call.named.iter().for_each(|(_, value)| self.expr(value));
            }
            ExprKind::Lambda(function) => self.function(function),
            ExprKind::Comprehension(made) => self.comprehension(made),
        }
    }
}
