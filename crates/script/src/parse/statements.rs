//! Statements and blocks.

use std::mem;

use super::{MOST_ARGUMENTS, Parser, instead, node, sequence, target};
use crate::lexer::{Name, Parsed, Token, wrong};
use crate::syntax::{Binary, Expr, ExprKind, Function, Param, Stmt, StmtKind};

impl Parser<'_> {
    pub(super) fn statement(&mut self, out: &mut Vec<Stmt>) -> Parsed<()> {
        let at = self.at();
        let kind = match self.peek() {
            Token::Keyword("if") => self.nested(Self::conditional)?,
            Token::Keyword("for") => self.nested(Self::for_loop)?,
            Token::Keyword("while") => self.nested(Self::while_loop)?,
            Token::Keyword("def") => self.nested(Self::def)?,
            Token::Keyword(
                word @ ("import" | "from" | "class" | "try" | "except" | "finally" | "raise" | "with" | "global"
                | "nonlocal" | "yield" | "async" | "await"),
            ) => return wrong(at, format!("there is no `{word}` here"), Some(instead(word))),
            Token::Keyword("elif" | "else") => {
                return wrong(at, "this belongs to no `if`", Some("indent it like its `if`"));
            }
            Token::Indent => return wrong(at, "this line is indented, but no block begins here", None),
            Token::Sign("@") => return wrong(at, "there are no decorators", Some("call the function instead")),
            Token::Name(name)
                if &**self.names.word(*name) == "match" && matches!(self.ahead(1), Some(Token::Name(_))) =>
            {
                return wrong(at, "there is no `match` here", Some("write `if … elif … else`"));
            }
            _ => return self.simple_line(out),
        };
        out.push(Stmt { kind, at });
        Ok(())
    }

    fn simple_line(&mut self, out: &mut Vec<Stmt>) -> Parsed<()> {
        loop {
            let at = self.at();
            let kind = self.simple()?;
            out.push(Stmt { kind, at });
            let more = self.sign(";");
            if matches!(self.peek(), Token::Newline) {
                self.advance();
                return Ok(());
            }
            if !more {
                return self.unexpected("the end of the line");
            }
        }
    }

    fn block(&mut self) -> Parsed<Vec<Stmt>> {
        if self.is_sign("->") {
            return self.unexpected("`:`");
        }
        self.expect(":", "before a block")?;
        let mut body = Vec::new();
        if !matches!(self.peek(), Token::Newline) {
            if let Token::Keyword(word @ ("if" | "for" | "while" | "def")) = self.peek() {
                return wrong(self.at(), format!("`{word}` begins on its own line"), None);
            }
            self.simple_line(&mut body)?;
            return Ok(body);
        }
        self.advance();
        if !matches!(self.peek(), Token::Indent) {
            return wrong(self.at(), "expected an indented block here", Some("write `pass` for an empty block"));
        }
        self.advance();
        while !matches!(self.peek(), Token::Dedent | Token::End) {
            self.statement(&mut body)?;
        }
        if matches!(self.peek(), Token::Dedent) {
            self.advance();
        }
        Ok(body)
    }

    fn conditional(&mut self) -> Parsed<StmtKind> {
        self.advance();
        let mut branches = vec![(self.expression()?, self.block()?)];
        while self.keyword("elif") {
            branches.push((self.expression()?, self.block()?));
        }
        let otherwise = if self.keyword("else") { self.block()? } else { Vec::new() };
        Ok(StmtKind::If(branches, otherwise))
    }

    fn looped(&mut self) -> Parsed<(Vec<Stmt>, Vec<Stmt>)> {
        self.loops += 1;
        let body = self.block();
        self.loops -= 1;
        let otherwise = if self.keyword("else") { self.block()? } else { Vec::new() };
        Ok((body?, otherwise))
    }

    fn for_loop(&mut self) -> Parsed<StmtKind> {
        self.advance();
        let target = self.loop_target()?;
        let values = self.expressions()?;
        let (body, otherwise) = self.looped()?;
        Ok(StmtKind::For(Box::new([target, values]), body, otherwise))
    }

    fn while_loop(&mut self) -> Parsed<StmtKind> {
        self.advance();
        let condition = self.expression()?;
        let (body, otherwise) = self.looped()?;
        Ok(StmtKind::While(condition, body, otherwise))
    }

    pub(super) fn name(&mut self, place: &str) -> Parsed<Name> {
        let Token::Name(name) = *self.peek() else { return self.unexpected(place) };
        self.advance();
        Ok(name)
    }

    fn def(&mut self) -> Parsed<StmtKind> {
        self.advance();
        let name = self.name("the function's name")?;
        self.expect("(", "after the function's name")?;
        let params = self.params(")")?;
        self.expect(")", "after the parameters")?;
        let scope = self.scope();
        let loops = mem::take(&mut self.loops);
        self.functions += 1;
        let body = self.block();
        self.functions -= 1;
        self.loops = loops;
        Ok(StmtKind::Def(Function { name: Some(name), params, body: body?, scope }))
    }

    pub(super) fn params(&mut self, end: &str) -> Parsed<Vec<Param>> {
        let mut params: Vec<Param> = Vec::new();
        while !self.is_sign(end) {
            let at = self.at();
            let name = self.name("a parameter")?;
            if params.iter().any(|param| param.name == name) {
                return wrong(at, "two parameters have this name", None);
            }
            if end == ")" && self.is_sign(":") {
                return wrong(self.at(), "there are no type annotations", Some("leave out the `:` and the type"));
            }
            let default = if self.sign("=") { Some(self.expression()?) } else { None };
            if default.is_none() && params.last().is_some_and(|last| last.default.is_some()) {
                return wrong(at, "a parameter without a default stands before those with one", None);
            }
            if params.len() == MOST_ARGUMENTS {
                return wrong(at, format!("a function has at most {MOST_ARGUMENTS} parameters"), None);
            }
            params.push(Param { name, default });
            if !self.sign(",") {
                break;
            }
        }
        Ok(params)
    }

    fn simple(&mut self) -> Parsed<StmtKind> {
        let at = self.at();
        let Token::Keyword(keyword) = *self.peek() else { return self.assignment() };
        match keyword {
            "pass" => {
                self.advance();
                Ok(StmtKind::Pass)
            }
            "break" | "continue" if self.loops == 0 => wrong(at, format!("`{keyword}` stands outside of a loop"), None),
            "break" => {
                self.advance();
                Ok(StmtKind::Break)
            }
            "continue" => {
                self.advance();
                Ok(StmtKind::Continue)
            }
            "return" if self.functions == 0 => wrong(at, "`return` stands outside of a function", None),
            "return" => {
                self.advance();
                let value = if matches!(self.peek(), Token::Newline | Token::Sign(";")) {
                    None
                } else {
                    Some(self.expressions()?)
                };
                Ok(StmtKind::Return(value))
            }
            "assert" => {
                self.advance();
                let condition = self.expression()?;
                let message = if self.sign(",") { Some(self.expression()?) } else { None };
                Ok(StmtKind::Assert(condition, message))
            }
            "del" => {
                self.advance();
                let targets = self.expressions()?;
                let targets = if let ExprKind::Tuple(items) = targets.kind { items } else { vec![targets] };
                for target in &targets {
                    if !matches!(target.kind, ExprKind::Name(_) | ExprKind::Index(..) | ExprKind::Attr(..)) {
                        return wrong(target.at, "`del` takes names, items and attributes", None);
                    }
                }
                Ok(StmtKind::Delete(targets))
            }
            _ => self.assignment(),
        }
    }

    fn assignment(&mut self) -> Parsed<StmtKind> {
        let first = self.expressions()?;
        let augmented = match self.peek() {
            Token::Sign("+=") => Binary::Add,
            Token::Sign("-=") => Binary::Sub,
            Token::Sign("*=") => Binary::Mul,
            Token::Sign("//=") => Binary::FloorDiv,
            Token::Sign("%=") => Binary::Mod,
            Token::Sign("**=") => Binary::Pow,
            Token::Sign("<<=") => Binary::ShiftLeft,
            Token::Sign(">>=") => Binary::ShiftRight,
            Token::Sign("&=") => Binary::And,
            Token::Sign("|=") => Binary::Or,
            Token::Sign("^=") => Binary::Xor,
            Token::Sign("=") => return self.assign(first),
            Token::Sign(":") => {
                return wrong(self.at(), "there are no type annotations", Some("leave out the `:` and the type"));
            }
            Token::Sign("/=") => return self.unexpected("the end of the line"),
            _ => return Ok(StmtKind::Expr(first)),
        };
        if !matches!(first.kind, ExprKind::Name(_) | ExprKind::Index(..) | ExprKind::Attr(..)) {
            return wrong(first.at, "this cannot be changed with an assignment", None);
        }
        self.advance();
        Ok(StmtKind::Augment(first, augmented, self.expressions()?))
    }

    fn assign(&mut self, first: Expr) -> Parsed<StmtKind> {
        let mut targets = Vec::new();
        let mut value = first;
        while self.sign("=") {
            target(&value)?;
            targets.push(value);
            value = self.expressions()?;
        }
        Ok(StmtKind::Assign(targets, value))
    }

    /// Parses the targets of a loop, and `in`.
    pub(super) fn loop_target(&mut self) -> Parsed<Expr> {
        let at = self.at();
        let mut items = vec![self.part_of_target()?];
        let mut tuple = false;
        while self.sign(",") {
            tuple = true;
            if self.is_keyword("in") {
                break;
            }
            items.push(self.part_of_target()?);
        }
        let found = if tuple { sequence(ExprKind::Tuple, items, at)? } else { items.remove(0) };
        target(&found)?;
        if !self.keyword("in") {
            return self.unexpected("`in`");
        }
        Ok(found)
    }

    fn part_of_target(&mut self) -> Parsed<Expr> {
        let at = self.at();
        if !self.sign("*") {
            return self.binary(0);
        }
        let inner = self.binary(0)?;
        let height = inner.height;
        node(ExprKind::Star(Box::new(inner)), at, height)
    }
}
