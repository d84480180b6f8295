//! Tokens to the syntax tree. Recursion is bounded: each way into nested syntax passes `Parser::nested`.

use std::mem;
use std::ops::Range;

use crate::lexer::{Lexeme, Misplaced, Name, Names, Parsed, Token, shown, tokens, unescaped, wrong};
use crate::limits::{CHAINED_SYNTAX, NESTED_SYNTAX};
use crate::syntax::{
    Action, Binary, Call, Clause, Comparison, Comprehension, Expr, Function, Gather, Kind, Module, Param, Piece, Stmt,
    Unary,
};

/// Arguments of one call, parameters of one function.
const MOST_ARGUMENTS: usize = 100;

pub(crate) fn parse(text: &str, names: &mut Names) -> Parsed<Module> {
    let tokens = tokens(text, 0..text.len(), false, names)?;
    let mut parser = Parser { text, tokens, next: 0, depth: 0, scopes: 1, loops: 0, functions: 0, names };
    let mut body = Vec::new();
    while parser.peek() != &Token::End {
        parser.statement(&mut body)?;
    }
    Ok(Module { body, scopes: parser.scopes })
}

struct Parser<'a> {
    text: &'a str,
    tokens: Vec<Lexeme>,
    next: usize,
    depth: u16,
    scopes: usize,
    /// Open loops of the function that is read.
    loops: usize,
    /// Open functions.
    functions: usize,
    names: &'a mut Names,
}

/// What to write in place of a statement or an operator that Python has and this language has not.
fn instead(keyword: &str) -> &'static str {
    match keyword {
        "import" | "from" => "everything there is can be used without an import",
        "class" => "keep values in a dict: `s = {\"name\": 1}`, then `s.name`",
        "try" | "except" | "finally" | "raise" => "check with `if` before; `assert` stops the game",
        "with" => "there are no files to open",
        "global" | "nonlocal" => "keep what changes in a dict or list and change that, or return it",
        "yield" => "append to a list and return it",
        _ => "there is nothing to wait for: a call returns its answer",
    }
}

impl Parser<'_> {
    fn peek(&self) -> &Token {
        &self.tokens[self.next].token
    }

    fn at(&self) -> usize {
        self.tokens[self.next].at
    }

    fn ahead(&self, n: usize) -> Option<&Token> {
        self.tokens.get(self.next + n).map(|lexeme| &lexeme.token)
    }

    fn advance(&mut self) -> Token {
        let token = mem::replace(&mut self.tokens[self.next].token, Token::End);
        if self.next + 1 < self.tokens.len() {
            self.next += 1;
        }
        token
    }

    fn is_sign(&self, sign: &str) -> bool {
        matches!(self.peek(), Token::Sign(found) if *found == sign)
    }

    fn is_keyword(&self, keyword: &str) -> bool {
        matches!(self.peek(), Token::Keyword(found) if *found == keyword)
    }

    fn sign(&mut self, sign: &str) -> bool {
        let found = self.is_sign(sign);
        if found {
            self.advance();
        }
        found
    }

    fn keyword(&mut self, keyword: &str) -> bool {
        let found = self.is_keyword(keyword);
        if found {
            self.advance();
        }
        found
    }

    fn expect(&mut self, sign: &str, place: &str) -> Parsed<()> {
        if self.sign(sign) { Ok(()) } else { self.unexpected(&format!("`{sign}` {place}")) }
    }

    fn unexpected<T>(&self, wanted: &str) -> Parsed<T> {
        let found = match self.peek() {
            Token::Name(name) => format!("`{}`", shown(self.names.word(*name))),
            Token::Keyword(word) => format!("`{word}`"),
            Token::Sign(sign) => format!("`{sign}`"),
            Token::Int(number) => format!("`{number}`"),
            Token::Text(_) | Token::Format { .. } => "a string".to_owned(),
            Token::Newline => "the end of the line".to_owned(),
            Token::Indent => "a deeper indentation".to_owned(),
            Token::Dedent => "the end of the block".to_owned(),
            Token::End => "the end".to_owned(),
        };
        let hint = match self.peek() {
            Token::Sign("/" | "/=") => Some("write `//` to divide; it rounds down"),
            Token::Sign(":=") => Some("assign in a line before, with `=`"),
            Token::Sign("=") => Some("write `==` to compare"),
            Token::Sign("->") => Some("leave out what is returned: there are no type annotations"),
            Token::Sign("@") => Some("there are no decorators"),
            Token::Sign("...") => Some("write `pass` for an empty block"),
            Token::Sign("*" | "**") => Some("there are no starred arguments, parameters and targets"),
            Token::Keyword(word @ ("import" | "class" | "yield" | "await" | "async" | "raise" | "with")) => {
                Some(instead(word))
            }
            _ => None,
        };
        wrong(self.at(), format!("expected {wanted}, found {found}"), hint)
    }

    fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth == NESTED_SYNTAX {
            return wrong(self.at(), "this is nested too deeply", Some("give a part of it a name in a line before"));
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    fn scope(&mut self) -> usize {
        self.scopes += 1;
        self.scopes - 1
    }

    // Statements.

    fn statement(&mut self, out: &mut Vec<Stmt>) -> Parsed<()> {
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
                return wrong(self.at(), format!("`{word}` begins on a line of its own"), None);
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

    fn conditional(&mut self) -> Parsed<Action> {
        self.advance();
        let mut branches = vec![(self.expression()?, self.block()?)];
        while self.keyword("elif") {
            branches.push((self.expression()?, self.block()?));
        }
        let otherwise = if self.keyword("else") { self.block()? } else { Vec::new() };
        Ok(Action::If(branches, otherwise))
    }

    fn looped(&mut self) -> Parsed<(Vec<Stmt>, Vec<Stmt>)> {
        self.loops += 1;
        let body = self.block();
        self.loops -= 1;
        let otherwise = if self.keyword("else") { self.block()? } else { Vec::new() };
        Ok((body?, otherwise))
    }

    fn for_loop(&mut self) -> Parsed<Action> {
        self.advance();
        let target = self.loop_target()?;
        let values = self.expressions()?;
        let (body, otherwise) = self.looped()?;
        Ok(Action::For(Box::new([target, values]), body, otherwise))
    }

    fn while_loop(&mut self) -> Parsed<Action> {
        self.advance();
        let condition = self.expression()?;
        let (body, otherwise) = self.looped()?;
        Ok(Action::While(condition, body, otherwise))
    }

    fn name(&mut self, place: &str) -> Parsed<Name> {
        let Token::Name(name) = *self.peek() else { return self.unexpected(place) };
        self.advance();
        Ok(name)
    }

    fn def(&mut self) -> Parsed<Action> {
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
        Ok(Action::Def(Function { name: Some(name), params, body: body?, scope }))
    }

    fn params(&mut self, end: &str) -> Parsed<Vec<Param>> {
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

    fn simple(&mut self) -> Parsed<Action> {
        let at = self.at();
        let Token::Keyword(keyword) = *self.peek() else { return self.assignment() };
        match keyword {
            "pass" => {
                self.advance();
                Ok(Action::Pass)
            }
            "break" | "continue" if self.loops == 0 => wrong(at, format!("`{keyword}` stands outside of a loop"), None),
            "break" => {
                self.advance();
                Ok(Action::Break)
            }
            "continue" => {
                self.advance();
                Ok(Action::Continue)
            }
            "return" if self.functions == 0 => wrong(at, "`return` stands outside of a function", None),
            "return" => {
                self.advance();
                let value = if matches!(self.peek(), Token::Newline | Token::Sign(";")) {
                    None
                } else {
                    Some(self.expressions()?)
                };
                Ok(Action::Return(value))
            }
            "assert" => {
                self.advance();
                let condition = self.expression()?;
                let message = if self.sign(",") { Some(self.expression()?) } else { None };
                Ok(Action::Assert(condition, message))
            }
            "del" => {
                self.advance();
                let targets = self.expressions()?;
                let targets = if let Kind::Tuple(items) = targets.kind { items } else { vec![targets] };
                for target in &targets {
                    if !matches!(target.kind, Kind::Name(_) | Kind::Index(..) | Kind::Attr(..)) {
                        return wrong(target.at, "`del` takes names, items and attributes", None);
                    }
                }
                Ok(Action::Delete(targets))
            }
            _ => self.assignment(),
        }
    }

    fn assignment(&mut self) -> Parsed<Action> {
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
            _ => return Ok(Action::Expr(first)),
        };
        if !matches!(first.kind, Kind::Name(_) | Kind::Index(..) | Kind::Attr(..)) {
            return wrong(first.at, "this cannot be changed with an assignment", None);
        }
        self.advance();
        Ok(Action::Augment(first, augmented, self.expressions()?))
    }

    fn assign(&mut self, first: Expr) -> Parsed<Action> {
        let mut targets = Vec::new();
        let mut value = first;
        while self.sign("=") {
            target(&value)?;
            targets.push(value);
            value = self.expressions()?;
        }
        Ok(Action::Assign(targets, value))
    }

    /// The names and places before `in`, and `in`.
    fn loop_target(&mut self) -> Parsed<Expr> {
        let at = self.at();
        let mut items = vec![self.binary(0)?];
        let mut tuple = false;
        while self.sign(",") {
            tuple = true;
            if self.is_keyword("in") {
                break;
            }
            items.push(self.binary(0)?);
        }
        let found = if tuple { sequence(Kind::Tuple, items, at)? } else { items.remove(0) };
        target(&found)?;
        if !self.keyword("in") {
            return self.unexpected("`in`");
        }
        Ok(found)
    }

    // Expressions.

    fn ends_expressions(&self) -> bool {
        match self.peek() {
            Token::Newline | Token::End => true,
            Token::Sign(sign) => {
                matches!(*sign, ")" | "]" | "}" | "=" | ":" | ";") || sign.ends_with('=') && *sign != "=="
            }
            _ => false,
        }
    }

    /// One expression, or a tuple without parentheses.
    fn expressions(&mut self) -> Parsed<Expr> {
        let at = self.at();
        let first = self.expression()?;
        if !self.is_sign(",") {
            return Ok(first);
        }
        let mut items = vec![first];
        while self.sign(",") && !self.ends_expressions() {
            items.push(self.expression()?);
        }
        sequence(Kind::Tuple, items, at)
    }

    fn expression(&mut self) -> Parsed<Expr> {
        self.nested(|parser| {
            if parser.is_keyword("lambda") {
                return parser.lambda();
            }
            let value = parser.or()?;
            if !parser.is_keyword("if") {
                return Ok(value);
            }
            let at = value.at;
            parser.advance();
            let condition = parser.or()?;
            if !parser.keyword("else") {
                return parser.unexpected("`else` and the value for when the condition is false");
            }
            let otherwise = parser.expression()?;
            let height = condition.height.max(value.height).max(otherwise.height);
            node(Kind::If(Box::new([condition, value, otherwise])), at, height)
        })
    }

    fn lambda(&mut self) -> Parsed<Expr> {
        let at = self.at();
        self.advance();
        let params = self.params(":")?;
        self.expect(":", "after the parameters")?;
        let scope = self.scope();
        let value = self.expression()?;
        let below =
            params.iter().filter_map(|param| Some(param.default.as_ref()?.height)).max().unwrap_or(0).max(value.height);
        let body = vec![Stmt { at: value.at, kind: Action::Return(Some(value)) }];
        node(Kind::Lambda(Box::new(Function { name: None, params, body, scope })), at, below)
    }

    fn chain(
        &mut self,
        keyword: &str,
        kind: fn(Vec<Expr>) -> Kind,
        part: fn(&mut Self) -> Parsed<Expr>,
    ) -> Parsed<Expr> {
        let at = self.at();
        let first = part(self)?;
        if !self.is_keyword(keyword) {
            return Ok(first);
        }
        let mut parts = vec![first];
        while self.keyword(keyword) {
            parts.push(part(self)?);
        }
        sequence(kind, parts, at)
    }

    fn or(&mut self) -> Parsed<Expr> {
        self.chain("or", Kind::Or, Self::and)
    }

    fn and(&mut self) -> Parsed<Expr> {
        self.chain("and", Kind::And, Self::not)
    }

    fn not(&mut self) -> Parsed<Expr> {
        let mut places = Vec::new();
        while self.is_keyword("not") {
            places.push(self.at());
            self.advance();
        }
        let mut value = self.comparison()?;
        for at in places.into_iter().rev() {
            let height = value.height;
            value = node(Kind::Unary(Unary::Not, Box::new(value)), at, height)?;
        }
        Ok(value)
    }

    fn comparison(&mut self) -> Parsed<Expr> {
        let at = self.at();
        let first = self.binary(0)?;
        let mut rest = Vec::new();
        while let Some(comparison) = self.comparison_sign() {
            if matches!(comparison, Comparison::IsNone | Comparison::IsNotNone) {
                let at = self.at();
                if !self.keyword("None") {
                    return wrong(
                        at,
                        "`is` is for `is None` and `is not None` only",
                        Some("write `==` or `!=` to compare"),
                    );
                }
                rest.push((comparison, node(Kind::None, at, 0)?));
            } else {
                rest.push((comparison, self.binary(0)?));
            }
        }
        if rest.is_empty() {
            return Ok(first);
        }
        let height = rest.iter().map(|(_, value)| value.height).max().unwrap_or(0).max(first.height);
        node(Kind::Compare(Box::new(first), rest), at, height)
    }

    fn comparison_sign(&mut self) -> Option<Comparison> {
        let comparison = match self.peek() {
            Token::Sign("==") => Comparison::Equal,
            Token::Sign("!=") => Comparison::NotEqual,
            Token::Sign("<") => Comparison::Less,
            Token::Sign("<=") => Comparison::LessEqual,
            Token::Sign(">") => Comparison::Greater,
            Token::Sign(">=") => Comparison::GreaterEqual,
            Token::Keyword("in") => Comparison::In,
            Token::Keyword("not") if self.ahead(1) == Some(&Token::Keyword("in")) => {
                self.advance();
                Comparison::NotIn
            }
            Token::Keyword("is") if self.ahead(1) == Some(&Token::Keyword("not")) => {
                self.advance();
                Comparison::IsNotNone
            }
            Token::Keyword("is") => Comparison::IsNone,
            _ => return None,
        };
        self.advance();
        Some(comparison)
    }

    fn binary_sign(&self) -> Option<(Binary, u8)> {
        let Token::Sign(sign) = self.peek() else { return None };
        Some(match *sign {
            "|" => (Binary::Or, 0),
            "^" => (Binary::Xor, 1),
            "&" => (Binary::And, 2),
            "<<" => (Binary::ShiftLeft, 3),
            ">>" => (Binary::ShiftRight, 3),
            "+" => (Binary::Add, 4),
            "-" => (Binary::Sub, 4),
            "*" => (Binary::Mul, 5),
            "//" => (Binary::FloorDiv, 5),
            "%" => (Binary::Mod, 5),
            _ => return None,
        })
    }

    /// Operators that bind at least as strongly as `least`; the recursion ends with the strongest.
    fn binary(&mut self, least: u8) -> Parsed<Expr> {
        let mut left = self.unary()?;
        while let Some((sign, strength)) = self.binary_sign().filter(|(_, strength)| *strength >= least) {
            let at = self.at();
            self.advance();
            let right = self.binary(strength + 1)?;
            let height = left.height.max(right.height);
            left = node(Kind::Binary(sign, Box::new(left), Box::new(right)), at, height)?;
        }
        if self.is_sign("/") {
            return wrong(
                self.at(),
                "there is no `/`: all numbers are whole",
                Some("write `//` to divide; it rounds down"),
            );
        }
        Ok(left)
    }

    fn unary(&mut self) -> Parsed<Expr> {
        let mut signs = Vec::new();
        loop {
            let sign = match self.peek() {
                Token::Sign("-") => Unary::Minus,
                Token::Sign("+") => Unary::Plus,
                Token::Sign("~") => Unary::Invert,
                _ => break,
            };
            signs.push((sign, self.at()));
            self.advance();
        }
        let mut value = self.power()?;
        for (sign, at) in signs.into_iter().rev() {
            let height = value.height;
            value = node(Kind::Unary(sign, Box::new(value)), at, height)?;
        }
        Ok(value)
    }

    fn power(&mut self) -> Parsed<Expr> {
        let at = self.at();
        let base = self.postfix()?;
        if !self.sign("**") {
            return Ok(base);
        }
        let exponent = self.nested(Self::unary)?;
        let height = base.height.max(exponent.height);
        node(Kind::Binary(Binary::Pow, Box::new(base), Box::new(exponent)), at, height)
    }

    fn postfix(&mut self) -> Parsed<Expr> {
        let mut value = self.atom()?;
        loop {
            let at = self.at();
            if self.sign("(") {
                let at = if matches!(value.kind, Kind::Name(_) | Kind::Attr(..)) { value.at } else { at };
                value = self.call(value, at)?;
            } else if self.sign("[") {
                value = self.index(value, at)?;
            } else if self.sign(".") {
                let at = self.at();
                let name = self.name("a name after the dot")?;
                let height = value.height;
                value = node(Kind::Attr(Box::new(value), name), at, height)?;
            } else {
                return Ok(value);
            }
        }
    }

    fn call(&mut self, function: Expr, at: usize) -> Parsed<Expr> {
        let (mut args, mut named): (Vec<Expr>, Vec<(Name, Expr)>) = (Vec::new(), Vec::new());
        while !self.is_sign(")") {
            let place = self.at();
            if args.len() + named.len() == MOST_ARGUMENTS {
                return wrong(place, format!("a call has at most {MOST_ARGUMENTS} arguments"), Some("pass a list"));
            }
            let Token::Name(name) = *self.peek() else {
                args.push(self.argument(&named, place)?);
                if !self.sign(",") {
                    break;
                }
                continue;
            };
            if self.ahead(1) == Some(&Token::Sign("=")) {
                self.advance();
                self.advance();
                if named.iter().any(|(other, _)| *other == name) {
                    return wrong(place, "this argument is given twice", None);
                }
                named.push((name, self.expression()?));
            } else {
                args.push(self.argument(&named, place)?);
            }
            if !self.sign(",") {
                break;
            }
        }
        self.expect(")", "after the arguments")?;
        let height =
            args.iter().chain(named.iter().map(|(_, value)| value)).map(|value| value.height).max().unwrap_or(0);
        let height = height.max(function.height);
        node(Kind::Call(Box::new(Call { function, args, named })), at, height)
    }

    fn argument(&mut self, named: &[(Name, Expr)], place: usize) -> Parsed<Expr> {
        let value = self.expression()?;
        if !named.is_empty() {
            return wrong(place, "an argument without a name stands before those with one", None);
        }
        if !self.is_keyword("for") {
            return Ok(value);
        }
        let made = self.comprehension(Gather::Generator, value, place)?;
        if self.is_sign(")") { Ok(made) } else { wrong(place, "put this generator in parentheses", None) }
    }

    fn index(&mut self, value: Expr, at: usize) -> Parsed<Expr> {
        let mut parts = [None, None, None];
        let mut part = 0;
        while !self.is_sign("]") {
            if self.sign(":") {
                part += 1;
                if part == 3 {
                    return wrong(self.at(), "a slice has at most three parts", None);
                }
            } else if parts[part].is_none() {
                parts[part] = Some(if part == 0 { self.expressions()? } else { self.expression()? });
            } else {
                return self.unexpected("`]` after the index");
            }
        }
        self.advance();
        let height = parts.iter().flatten().map(|part| part.height).max().unwrap_or(0).max(value.height);
        if part > 0 {
            return node(Kind::Slice(Box::new(value), Box::new(parts)), at, height);
        }
        let [Some(index), ..] = parts else { return wrong(at, "the index is missing", None) };
        node(Kind::Index(Box::new(value), Box::new(index)), at, height)
    }

    fn atom(&mut self) -> Parsed<Expr> {
        let at = self.at();
        let kind = match self.peek() {
            Token::Name(name) => Kind::Name(*name),
            Token::Int(number) => Kind::Int(*number),
            Token::Keyword("None") => Kind::None,
            Token::Keyword("True") => Kind::Bool(true),
            Token::Keyword("False") => Kind::Bool(false),
            Token::Text(_) | Token::Format { .. } => return self.strings(at),
            Token::Sign("(") => return self.nested(|parser| parser.parenthesis(at)),
            Token::Sign("[") => return self.nested(|parser| parser.list(at)),
            Token::Sign("{") => return self.nested(|parser| parser.braces(at)),
            Token::Keyword("lambda" | "not") => return wrong(at, "put this in parentheses", None),
            _ => return self.unexpected("a value"),
        };
        self.advance();
        node(kind, at, 0)
    }

    fn parenthesis(&mut self, at: usize) -> Parsed<Expr> {
        self.advance();
        if self.sign(")") {
            return node(Kind::Tuple(Vec::new()), at, 0);
        }
        let value = self.expressions()?;
        let value = if self.is_keyword("for") { self.comprehension(Gather::Generator, value, at)? } else { value };
        self.expect(")", "here")?;
        Ok(value)
    }

    fn list(&mut self, at: usize) -> Parsed<Expr> {
        self.advance();
        let mut items = Vec::new();
        while !self.is_sign("]") {
            items.push(self.expression()?);
            if items.len() == 1 && self.is_keyword("for") {
                let made = self.comprehension(Gather::List, items.remove(0), at)?;
                self.expect("]", "after the list")?;
                return Ok(made);
            }
            if !self.sign(",") {
                break;
            }
        }
        self.expect("]", "after the list")?;
        sequence(Kind::List, items, at)
    }

    /// A dict or a set.
    fn braces(&mut self, at: usize) -> Parsed<Expr> {
        self.advance();
        let (mut items, mut pairs) = (Vec::new(), Vec::new());
        while !self.is_sign("}") {
            let key = self.expression()?;
            let first = items.is_empty() && pairs.is_empty();
            if self.is_sign(":") && items.is_empty() {
                self.advance();
                let value = self.expression()?;
                if first && self.is_keyword("for") {
                    let made = self.comprehension(Gather::Dict(value), key, at)?;
                    self.expect("}", "after the dict")?;
                    return Ok(made);
                }
                pairs.push((key, value));
            } else if !pairs.is_empty() {
                return self.unexpected("`:` after the key");
            } else if first && self.is_keyword("for") {
                let made = self.comprehension(Gather::Set, key, at)?;
                self.expect("}", "after the set")?;
                return Ok(made);
            } else {
                items.push(key);
            }
            if !self.sign(",") {
                break;
            }
        }
        self.expect("}", if items.is_empty() { "after the dict" } else { "after the set" })?;
        if !items.is_empty() {
            return sequence(Kind::Set, items, at);
        }
        let height = pairs.iter().map(|(key, value)| key.height.max(value.height)).max().unwrap_or(0);
        node(Kind::Dict(pairs), at, height)
    }

    fn comprehension(&mut self, kind: Gather, value: Expr, at: usize) -> Parsed<Expr> {
        let scope = self.scope();
        let mut clauses = Vec::new();
        let mut height = value.height;
        if let Gather::Dict(value) = &kind {
            height = height.max(value.height);
        }
        while self.keyword("for") {
            let target = self.loop_target()?;
            let values = self.or()?;
            height = height.max(target.height).max(values.height);
            let mut conditions = Vec::new();
            while self.keyword("if") {
                let condition = self.or()?;
                height = height.max(condition.height);
                conditions.push(condition);
            }
            clauses.push(Clause { target, values, conditions });
            // The loops of a comprehension are open at once.
            if clauses.len() > usize::from(NESTED_SYNTAX) {
                return wrong(at, "this is nested too deeply", None);
            }
        }
        node(Kind::Comprehension(Box::new(Comprehension { kind, value, clauses, scope })), at, height)
    }

    // Strings.

    /// Strings that stand side by side are one.
    fn strings(&mut self, at: usize) -> Parsed<Expr> {
        let mut pieces = Vec::new();
        let mut plain = true;
        loop {
            let place = self.at();
            match self.peek() {
                Token::Text(_) => {
                    let Token::Text(text) = self.advance() else { unreachable!("peeked just before") };
                    join(&mut pieces, text);
                }
                Token::Format { body, raw } => {
                    let (body, raw) = (body.clone(), *raw);
                    self.advance();
                    plain = false;
                    self.nested(|parser| parser.format(body, raw, place, &mut pieces))?;
                }
                _ => break,
            }
        }
        if plain {
            let text = match pieces.pop() {
                Some(Piece::Text(text)) => text,
                _ => String::new(),
            };
            return node(Kind::Text(text), at, 0);
        }
        let height = pieces.iter().map(height).max().unwrap_or(0);
        node(Kind::Format(pieces), at, height)
    }

    fn format(&mut self, body: Range<usize>, raw: bool, place: usize, out: &mut Vec<Piece>) -> Parsed<()> {
        let text = self.text;
        let mut at = body.start;
        let literal = |range: Range<usize>| if raw { Ok(text[range].to_owned()) } else { unescaped(text, range) };
        while at < body.end {
            let rest = &text[at..body.end];
            // An escape such as `\{` stays together.
            let brace = rest.find(['{', '}']).unwrap_or(rest.len());
            join(out, literal(at..at + brace)?);
            at += brace;
            let rest = &text[at..body.end];
            if rest.starts_with("{{") || rest.starts_with("}}") {
                join(out, rest[..1].to_owned());
                at += 2;
            } else if rest.starts_with('}') {
                return wrong(at, "a single `}` in an f-string", Some("write `}}` for the sign itself"));
            } else if rest.starts_with('{') {
                at = self.placeholder(at + 1, body.end, raw, place, out)?;
            }
        }
        Ok(())
    }

    /// Reads from behind `{`; the place behind its `}`.
    fn placeholder(
        &mut self,
        start: usize,
        end: usize,
        raw: bool,
        place: usize,
        out: &mut Vec<Piece>,
    ) -> Parsed<usize> {
        let text = self.text;
        let mut at = extent(&text[start..end]) + start;
        if text[start..at].trim().is_empty() {
            return wrong(start, "there is no value between the braces", Some("write `{{` for the sign itself"));
        }
        if text[start..at].contains('\\') {
            return wrong(start, "no backslash may stand between braces", Some("assign the text in a line before"));
        }
        let value = self.inner(start..at)?;
        let mut quoted = false;
        if text[at..end].starts_with("!r") || text[at..end].starts_with("!s") {
            quoted = text[at..].starts_with("!r");
            at += 2;
        }
        let mut spec = Vec::new();
        if text[at..end].starts_with(':') {
            let from = at + 1;
            at = from;
            let mut open = 0_usize;
            while let Some(c) = text[at..end].chars().next() {
                match c {
                    '{' => open += 1,
                    '}' if open == 0 => break,
                    '}' => open -= 1,
                    _ => {}
                }
                at += c.len_utf8();
            }
            if text[from..at].contains("{{") || text[from..at].contains("}}") {
                return wrong(from, "no doubled braces may stand in a format", None);
            }
            self.nested(|parser| parser.format(from..at, raw, place, &mut spec))?;
        }
        if !text[at..end].starts_with('}') {
            let message = if at < end { "expected `}` here" } else { "this `{` is never closed" };
            return wrong(if at < end { at } else { start - 1 }, message, None);
        }
        out.push(Piece::Value { value, quoted, spec });
        Ok(at + 1)
    }

    /// An expression inside an f-string.
    fn inner(&mut self, range: Range<usize>) -> Parsed<Expr> {
        let inner = tokens(self.text, range, true, self.names)?;
        let outer = (mem::replace(&mut self.tokens, inner), mem::replace(&mut self.next, 0));
        let value = self.expressions();
        let done = value.and_then(|value| if self.peek() == &Token::End { Ok(value) } else { self.unexpected("`}`") });
        (self.tokens, self.next) = outer;
        done
    }
}

/// A node above others of so many levels.
fn node(kind: Kind, at: usize, below: u16) -> Parsed<Expr> {
    if below >= CHAINED_SYNTAX {
        return wrong(at, "this expression is too long", Some("give a part of it a name in a line before"));
    }
    Ok(Expr { kind, at, height: below + 1 })
}

fn sequence(kind: fn(Vec<Expr>) -> Kind, items: Vec<Expr>, at: usize) -> Parsed<Expr> {
    let height = items.iter().map(|item| item.height).max().unwrap_or(0);
    node(kind(items), at, height)
}

/// How far the expression at the beginning of `text` goes: to `}`, `:` or `!` outside of brackets and strings.
fn extent(text: &str) -> usize {
    let (mut open, mut quote) = (0_usize, None);
    for (at, c) in text.char_indices() {
        match (quote, c) {
            (Some(mark), c) if c == mark => quote = None,
            (None, '"' | '\'') => quote = Some(c),
            (None, '(' | '[' | '{') => open += 1,
            (None, '}' | ':') if open == 0 => return at,
            (None, '!') if open == 0 && !text[at..].starts_with("!=") => return at,
            (None, ')' | ']' | '}') => open = open.saturating_sub(1),
            _ => {}
        }
    }
    text.len()
}

fn join(pieces: &mut Vec<Piece>, text: String) {
    match pieces.last_mut() {
        Some(Piece::Text(last)) => last.push_str(&text),
        _ if text.is_empty() => {}
        _ => pieces.push(Piece::Text(text)),
    }
}

fn height(piece: &Piece) -> u16 {
    match piece {
        Piece::Text(_) => 0,
        Piece::Value { value, spec, .. } => spec.iter().map(height).max().unwrap_or(0).max(value.height),
    }
}

/// Refuses what cannot be assigned to.
fn target(value: &Expr) -> Parsed<()> {
    match &value.kind {
        Kind::Name(_) | Kind::Index(..) | Kind::Attr(..) => Ok(()),
        Kind::Tuple(items) | Kind::List(items) if !items.is_empty() => items.iter().try_for_each(target),
        Kind::Slice(..) => Err(misplaced(value.at, "a slice cannot be assigned to", "build the new list with `+`")),
        Kind::Compare(..) => Err(misplaced(value.at, "a comparison cannot be assigned to", "write one `=`")),
        _ => wrong(value.at, "this cannot be assigned to", None),
    }
}

fn misplaced(at: usize, message: &str, hint: &str) -> Misplaced {
    let fault = crate::error::Fault::of(crate::error::ErrorKind::Syntax, message).hint(Some(hint.to_owned()));
    Misplaced { fault, at }
}
