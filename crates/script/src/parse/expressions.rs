//! Expressions, from conditions down to single values.

use super::{MOST_ARGUMENTS, Parser, node, sequence};
use crate::lexer::{Name, Parsed, Token, wrong};
use crate::limits::NESTED_SYNTAX;
use crate::syntax::{
    Binary, Call, Clause, Comparison, Comprehension, ComprehensionKind, Expr, ExprKind, Function, Stmt, StmtKind, Unary,
};

impl Parser<'_> {
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
    pub(super) fn expressions(&mut self) -> Parsed<Expr> {
        let at = self.at();
        let first = self.starred()?;
        if !self.is_sign(",") {
            return Ok(first);
        }
        let mut items = vec![first];
        while self.sign(",") && !self.ends_expressions() {
            items.push(self.starred()?);
        }
        sequence(ExprKind::Tuple, items, at)
    }

    /// An expression, or `*` and an expression.
    fn starred(&mut self) -> Parsed<Expr> {
        let at = self.at();
        if !self.sign("*") {
            return self.expression();
        }
        let value = self.expression()?;
        let height = value.height;
        node(ExprKind::Star(Box::new(value)), at, height)
    }

    pub(super) fn expression(&mut self) -> Parsed<Expr> {
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
            node(ExprKind::If(Box::new([condition, value, otherwise])), at, height)
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
        let body = vec![Stmt { at: value.at, kind: StmtKind::Return(Some(value)) }];
        node(ExprKind::Lambda(Box::new(Function { name: None, params, body, scope })), at, below)
    }

    fn chain(
        &mut self,
        keyword: &str,
        kind: fn(Vec<Expr>) -> ExprKind,
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
        self.chain("or", ExprKind::Or, Self::and)
    }

    fn and(&mut self) -> Parsed<Expr> {
        self.chain("and", ExprKind::And, Self::not)
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
            value = node(ExprKind::Unary(Unary::Not, Box::new(value)), at, height)?;
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
                rest.push((comparison, node(ExprKind::None, at, 0)?));
            } else {
                rest.push((comparison, self.binary(0)?));
            }
        }
        if rest.is_empty() {
            return Ok(first);
        }
        let height = rest.iter().map(|(_, value)| value.height).max().unwrap_or(0).max(first.height);
        node(ExprKind::Compare(Box::new(first), rest), at, height)
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

    /// Parses operators that bind at least as strongly as `least`; the recursion ends at the strongest.
    pub(super) fn binary(&mut self, least: u8) -> Parsed<Expr> {
        let mut left = self.unary()?;
        while let Some((sign, strength)) = self.binary_sign().filter(|(_, strength)| *strength >= least) {
            let at = self.at();
            self.advance();
            let right = self.binary(strength + 1)?;
            let height = left.height.max(right.height);
            left = node(ExprKind::Binary(sign, Box::new(left), Box::new(right)), at, height)?;
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
        if let (Some(_), Token::Newline) = (signs.last(), self.peek()) {
            return wrong(self.at(), "there is no `++` and no `--`", Some("write `x += 1` or `x -= 1`"));
        }
        let mut value = self.power()?;
        for (sign, at) in signs.into_iter().rev() {
            let height = value.height;
            value = node(ExprKind::Unary(sign, Box::new(value)), at, height)?;
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
        node(ExprKind::Binary(Binary::Pow, Box::new(base), Box::new(exponent)), at, height)
    }

    fn postfix(&mut self) -> Parsed<Expr> {
        let mut value = self.atom()?;
        loop {
            let at = self.at();
            if self.sign("(") {
                let at = if matches!(value.kind, ExprKind::Name(_) | ExprKind::Attr(..)) { value.at } else { at };
                value = self.call(value, at)?;
            } else if self.sign("[") {
                value = self.index(value, at)?;
            } else if self.sign(".") {
                let at = self.at();
                let name = self.name("a name after the dot")?;
                let height = value.height;
                value = node(ExprKind::Attr(Box::new(value), name), at, height)?;
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
        node(ExprKind::Call(Box::new(Call { function, args, named })), at, height)
    }

    fn argument(&mut self, named: &[(Name, Expr)], place: usize) -> Parsed<Expr> {
        let value = self.starred()?;
        if !named.is_empty() {
            return wrong(place, "an argument without a name stands before those with one", None);
        }
        if !self.is_keyword("for") {
            return Ok(value);
        }
        let made = self.comprehension(ComprehensionKind::Generator, value, place)?;
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
            return node(ExprKind::Slice(Box::new(value), Box::new(parts)), at, height);
        }
        let [Some(index), ..] = parts else { return wrong(at, "the index is missing", None) };
        node(ExprKind::Index(Box::new(value), Box::new(index)), at, height)
    }

    fn atom(&mut self) -> Parsed<Expr> {
        let at = self.at();
        let kind = match self.peek() {
            Token::Name(name) => ExprKind::Name(*name),
            Token::Int(number) => ExprKind::Int(*number),
            Token::Keyword("None") => ExprKind::None,
            Token::Keyword("True") => ExprKind::Bool(true),
            Token::Keyword("False") => ExprKind::Bool(false),
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
            return node(ExprKind::Tuple(Vec::new()), at, 0);
        }
        let value = self.expressions()?;
        let value =
            if self.is_keyword("for") { self.comprehension(ComprehensionKind::Generator, value, at)? } else { value };
        self.expect(")", "here")?;
        if matches!(value.kind, ExprKind::Star(_)) {
            return wrong(value.at, "a star cannot stand in parentheses alone", None);
        }
        Ok(value)
    }

    fn list(&mut self, at: usize) -> Parsed<Expr> {
        self.advance();
        let mut items = Vec::new();
        while !self.is_sign("]") {
            items.push(self.starred()?);
            if items.len() == 1 && self.is_keyword("for") {
                let made = self.comprehension(ComprehensionKind::List, items.remove(0), at)?;
                self.expect("]", "after the list")?;
                return Ok(made);
            }
            if !self.sign(",") {
                break;
            }
        }
        self.expect("]", "after the list")?;
        sequence(ExprKind::List, items, at)
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
                    let made = self.comprehension(ComprehensionKind::Dict(value), key, at)?;
                    self.expect("}", "after the dict")?;
                    return Ok(made);
                }
                pairs.push((key, value));
            } else if !pairs.is_empty() {
                return self.unexpected("`:` after the key");
            } else if first && self.is_keyword("for") {
                let made = self.comprehension(ComprehensionKind::Set, key, at)?;
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
            return sequence(ExprKind::Set, items, at);
        }
        let height = pairs.iter().map(|(key, value)| key.height.max(value.height)).max().unwrap_or(0);
        node(ExprKind::Dict(pairs), at, height)
    }

    fn comprehension(&mut self, kind: ComprehensionKind, value: Expr, at: usize) -> Parsed<Expr> {
        let scope = self.scope();
        let mut clauses = Vec::new();
        let mut height = value.height;
        if let ComprehensionKind::Dict(value) = &kind {
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
        node(ExprKind::Comprehension(Box::new(Comprehension { kind, value, clauses, scope })), at, height)
    }
}
