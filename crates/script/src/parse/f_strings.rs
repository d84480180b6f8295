//! Adjacent strings, and the expressions in f-strings.

use std::mem;
use std::ops::Range;

use super::{Parser, node};
use crate::lexer::{Parsed, Token, tokens, unescaped, wrong};
use crate::syntax::{Expr, ExprKind, Piece};

impl Parser<'_> {
    /// Parses adjacent strings into one.
    pub(super) fn strings(&mut self, at: usize) -> Parsed<Expr> {
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
            return node(ExprKind::Text(text), at, 0);
        }
        let height = pieces.iter().map(height).max().unwrap_or(0);
        node(ExprKind::Format(pieces), at, height)
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

    /// Parses a placeholder from after its `{`. Returns the position after its `}`.
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

    /// Parses an expression inside an f-string.
    fn inner(&mut self, range: Range<usize>) -> Parsed<Expr> {
        let inner = tokens(self.text, range, true, self.names)?;
        let outer = (mem::replace(&mut self.tokens, inner), mem::replace(&mut self.next, 0));
        let value = self.expressions();
        let done = value.and_then(|value| if self.peek() == &Token::End { Ok(value) } else { self.unexpected("`}`") });
        (self.tokens, self.next) = outer;
        done
    }
}

/// Returns the length of the expression at the beginning of `text`: up to `}`, `:` or `!` outside of brackets and strings.
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
