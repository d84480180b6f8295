//! Parses tokens to the syntax tree. Recursion is bounded: all nested syntax is parsed through `Parser::nested`.

mod expressions;
mod f_strings;
mod statements;

use std::mem;

use crate::error::{ErrorKind, Fault};
use crate::lexer::{Lexeme, Misplaced, Names, Parsed, Token, shown, tokens, wrong};
use crate::limits::{CHAINED_SYNTAX, NESTED_SYNTAX};
use crate::syntax::{Expr, ExprKind, Module};

/// The most arguments of a call, and the most parameters of a function.
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
    /// The number of open loops in the innermost open function.
    loops: usize,
    /// The number of open functions.
    functions: usize,
    names: &'a mut Names,
}

/// Returns the alternative to a statement or an operator that only Python has.
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

/// Equality of words, which mostly differ in their first byte.
fn same(a: &str, b: &str) -> bool {
    a.as_bytes()[0] == b.as_bytes()[0] && a == b
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
        matches!(self.peek(), Token::Sign(found) if same(found, sign))
    }

    fn is_keyword(&self, keyword: &str) -> bool {
        matches!(self.peek(), Token::Keyword(found) if same(found, keyword))
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
            Token::Sign("*" | "**") => Some("stars stand before arguments, items of lists and one target only"),
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
}

/// Makes a node above nodes of `below` levels.
fn node(kind: ExprKind, at: usize, below: u16) -> Parsed<Expr> {
    if below >= CHAINED_SYNTAX {
        return wrong(at, "this expression is too long", Some("give a part of it a name in a line before"));
    }
    Ok(Expr { kind, at, height: below + 1 })
}

fn sequence(kind: fn(Vec<Expr>) -> ExprKind, items: Vec<Expr>, at: usize) -> Parsed<Expr> {
    let height = items.iter().map(|item| item.height).max().unwrap_or(0);
    node(kind(items), at, height)
}

/// Refuses expressions that cannot be assigned to.
fn target(value: &Expr) -> Parsed<()> {
    match &value.kind {
        ExprKind::Name(_) | ExprKind::Index(..) | ExprKind::Attr(..) => Ok(()),
        ExprKind::Tuple(items) | ExprKind::List(items) if !items.is_empty() => {
            let stars = items.iter().filter(|item| matches!(item.kind, ExprKind::Star(_))).count();
            if stars > 1 {
                return wrong(value.at, "only one target can have a star", None);
            }
            items.iter().try_for_each(|item| match &item.kind {
                ExprKind::Star(inner) => target(inner),
                _ => target(item),
            })
        }
        ExprKind::Slice(..) => Err(misplaced(value.at, "a slice cannot be assigned to", "build the new list with `+`")),
        ExprKind::Compare(..) => Err(misplaced(value.at, "a comparison cannot be assigned to", "write one `=`")),
        _ => wrong(value.at, "this cannot be assigned to", None),
    }
}

fn misplaced(at: usize, message: &str, hint: &str) -> Misplaced {
    let fault = Fault::of(ErrorKind::Syntax, message).hint(Some(hint.to_owned()));
    Misplaced { fault, at }
}
