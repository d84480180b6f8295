//! Splits source text into tokens, with indentation as tokens, as in Python.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use crate::error::{ErrorKind, Fault, visible};

/// A word of the source text, by its number in [`Names`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Name(pub u32);

#[derive(Clone, Debug, Default)]
pub(crate) struct Names {
    words: Vec<Arc<str>>,
    numbers: HashMap<Arc<str>, Name>,
}

impl Names {
    pub fn of(&mut self, word: &str) -> Name {
        if let Some(name) = self.numbers.get(word) {
            return *name;
        }
        let (word, name) = (Arc::<str>::from(word), Name(self.words.len() as u32));
        self.words.push(Arc::clone(&word));
        self.numbers.insert(word, name);
        name
    }

    pub fn find(&self, word: &str) -> Option<Name> {
        self.numbers.get(word).copied()
    }

    pub fn word(&self, name: Name) -> &Arc<str> {
        &self.words[name.0 as usize]
    }
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Token {
    Name(Name),
    Keyword(&'static str),
    Int(i64),
    Text(String),
    /// An f-string, by the bytes between its quotation marks.
    Format {
        body: Range<usize>,
        raw: bool,
    },
    Sign(&'static str),
    Newline,
    Indent,
    Dedent,
    End,
}

#[derive(Clone, Debug)]
pub(crate) struct Lexeme {
    pub token: Token,
    pub at: usize,
}

/// A fault at a byte of the source text.
pub(crate) struct Misplaced {
    pub fault: Box<Fault>,
    pub at: usize,
}

pub(crate) type Parsed<T> = Result<T, Misplaced>;

pub(crate) fn wrong<T>(at: usize, message: impl Into<String>, hint: Option<&str>) -> Parsed<T> {
    let fault = Fault::of(ErrorKind::Syntax, message).hint(hint.map(str::to_owned));
    Err(Misplaced { fault, at })
}

const KEYWORDS: &[&str] = &[
    "False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue", "def", "del",
    "elif", "else", "except", "finally", "for", "from", "global", "if", "import", "in", "is", "lambda", "nonlocal",
    "not", "or", "pass", "raise", "return", "try", "while", "with", "yield",
];

/// Longest first.
const SIGNS: &[&str] = &[
    "**=", "//=", "<<=", ">>=", "...", "**", "//", "<<", ">>", "<=", ">=", "==", "!=", "->", "+=", "-=", "*=", "/=",
    "%=", "&=", "|=", "^=", "@=", ":=", "+", "-", "*", "/", "%", "&", "|", "^", "~", "@", "<", ">", "=", "(", ")", "[",
    "]", "{", "}", ",", ":", ".", ";",
];

/// Returns the tokens of `text[range]`. An expression inside an f-string has no lines and no indentation (`inside`).
pub(crate) fn tokens(text: &str, range: Range<usize>, inside: bool, names: &mut Names) -> Parsed<Vec<Lexeme>> {
    if let Some(at) = text[range.clone()].find('\0') {
        return wrong(range.start + at, "there is a control character here (U+0000)", None);
    }
    let mut lexer =
        Lexer { text, at: range.start, end: range.end, inside, open: Vec::new(), tokens: Vec::new(), names };
    lexer.run()?;
    Ok(lexer.tokens)
}

struct Lexer<'a> {
    text: &'a str,
    at: usize,
    end: usize,
    inside: bool,
    open: Vec<(char, usize)>,
    tokens: Vec<Lexeme>,
    names: &'a mut Names,
}

impl Lexer<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..self.end]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn push(&mut self, token: Token, at: usize) {
        self.tokens.push(Lexeme { token, at });
    }

    fn skip(&mut self, wanted: impl Fn(char) -> bool) {
        let rest = self.rest();
        self.at += rest.find(|c| !wanted(c)).unwrap_or(rest.len());
    }

    fn run(&mut self) -> Parsed<()> {
        let mut indents = vec![0];
        let mut fresh = !self.inside;
        loop {
            if fresh {
                fresh = false;
                if !self.indent(&mut indents)? {
                    break;
                }
            }
            self.skip(|c| c == ' ');
            let at = self.at;
            let Some(c) = self.peek() else { break };
            match c {
                '\n' => {
                    self.at += 1;
                    if self.open.is_empty() && !self.inside {
                        self.push(Token::Newline, at);
                        fresh = true;
                    }
                }
                '#' if self.inside => return wrong(at, "no comment may stand between braces", None),
                '#' => self.skip(|c| c != '\n'),
                '\\' if self.rest().starts_with("\\\n") => self.at += 2,
                'a'..='z' | 'A'..='Z' | '_' => self.word()?,
                '0'..='9' => self.number()?,
                '"' | '\'' => self.string(at, false, false)?,
                _ => self.sign(c)?,
            }
        }
        if let Some((bracket, at)) = self.open.pop() {
            return wrong(at, format!("this `{bracket}` is never closed"), None);
        }
        let at = self.end;
        if !self.inside {
            if !matches!(self.tokens.last(), None | Some(Lexeme { token: Token::Newline, .. })) {
                self.push(Token::Newline, at);
            }
            for _ in 1..indents.len() {
                self.push(Token::Dedent, at);
            }
        }
        self.push(Token::End, at);
        Ok(())
    }

    /// Reads the indentation of the next line with code. Returns false at the end of the text.
    fn indent(&mut self, indents: &mut Vec<usize>) -> Parsed<bool> {
        let width = loop {
            let start = self.at;
            self.skip(|c| c == ' ');
            match self.peek() {
                None => return Ok(false),
                Some('\n') => self.at += 1,
                Some('#') => self.skip(|c| c != '\n'),
                Some('\t') => return wrong(self.at, "lines are indented with spaces, not with tabs", None),
                Some(_) => break self.at - start,
            }
        };
        let at = self.at;
        let last = *indents.last().expect("the outermost block is never closed");
        if width > last {
            indents.push(width);
            self.push(Token::Indent, at);
        }
        while indents.last().is_some_and(|last| width < *last) {
            indents.pop();
            self.push(Token::Dedent, at);
        }
        if indents.last() != Some(&width) {
            return wrong(at, "this line is indented less than its block and more than the block around it", None);
        }
        Ok(true)
    }

    fn word(&mut self) -> Parsed<()> {
        let at = self.at;
        self.skip(|c| c.is_ascii_alphanumeric() || c == '_');
        let word = &self.text[at..self.at];
        if let Some(quote) = self.peek().filter(|c| matches!(c, '"' | '\'')) {
            let (raw, format) = match word.to_ascii_lowercase().as_str() {
                "r" => (true, false),
                "f" => (false, true),
                "rf" | "fr" => (true, true),
                _ => return wrong(at, format!("there are no strings of the form `{word}{quote}…{quote}`"), None),
            };
            return self.string(at, raw, format);
        }
        if let Some(keyword) = KEYWORDS.iter().find(|keyword| keyword.len() == word.len() && **keyword == word) {
            self.push(Token::Keyword(keyword), at);
            return Ok(());
        }
        if word.contains("__") {
            return wrong(at, "names with two underscores in a row are not allowed", None);
        }
        let name = self.names.of(&self.text[at..self.at]);
        self.push(Token::Name(name), at);
        Ok(())
    }

    fn number(&mut self) -> Parsed<()> {
        let at = self.at;
        self.skip(|c| c.is_ascii_alphanumeric() || c == '_');
        let word = &self.text[at..self.at];
        let fraction = word.bytes().all(|b| b.is_ascii_digit() || b == b'_') && self.rest().starts_with('.');
        if fraction || word.contains(['e', 'E', 'j', 'J']) && !word.starts_with("0x") {
            return wrong(at, "only whole numbers are allowed", Some("count in tenths or hundredths instead"));
        }
        let (digits, radix) = match word.get(..2) {
            Some("0x" | "0X") => (&word[2..], 16),
            Some("0b" | "0B") => (&word[2..], 2),
            Some("0o" | "0O") => (&word[2..], 8),
            _ => (word, 10),
        };
        let misplaced = digits.is_empty() || digits.ends_with('_') || digits.contains("__");
        if misplaced
            || radix == 10 && digits.len() > 1 && digits.starts_with('0') && digits.contains(|c| c != '0' && c != '_')
        {
            return wrong(at, format!("`{}` is no number", shown(word)), None);
        }
        let plain: String = digits.chars().filter(|c| *c != '_').collect();
        if plain.chars().any(|c| !c.is_digit(radix)) {
            return wrong(at, format!("`{}` is no number", shown(word)), None);
        }
        match i64::from_str_radix(&plain, radix) {
            Ok(number) => self.push(Token::Int(number), at),
            Err(_) => return wrong(at, "this number is too large", Some("numbers go up to 9223372036854775807")),
        }
        Ok(())
    }

    fn string(&mut self, at: usize, raw: bool, format: bool) -> Parsed<()> {
        let quote = self.peek().expect("a quotation mark");
        let triple = if quote == '"' { "\"\"\"" } else { "'''" };
        let long = self.rest().starts_with(triple);
        let mark = if long { triple } else { &triple[..1] };
        self.at += mark.len();
        let start = self.at;
        loop {
            let rest = self.rest();
            if rest.starts_with(mark) {
                break;
            }
            match rest.chars().next() {
                None | Some('\n') if !long => {
                    return wrong(
                        at,
                        "this string is not closed on its line",
                        Some("a string of several lines begins and ends with three quotation marks"),
                    );
                }
                None => return wrong(at, "this string is never closed", None),
                Some('\\') => {
                    self.at += 1;
                    let Some(c) = self.peek() else { return wrong(at, "this string is never closed", None) };
                    self.at += c.len_utf8();
                }
                Some(c) => self.at += c.len_utf8(),
            }
        }
        let body = start..self.at;
        self.at += mark.len();
        let token = if format {
            Token::Format { body, raw }
        } else if raw {
            Token::Text(self.text[body].to_owned())
        } else {
            Token::Text(unescaped(self.text, body)?)
        };
        self.push(token, at);
        Ok(())
    }

    fn sign(&mut self, c: char) -> Parsed<()> {
        let (at, rest) = (self.at, self.rest());
        let Some(sign) = SIGNS.iter().find(|sign| sign.starts_with(c) && rest.starts_with(**sign)) else {
            let message = match c {
                '\t' => "write spaces here, not a tab".to_owned(),
                '!' => "`!` is written `not`".to_owned(),
                '?' | '$' | '`' => format!("`{c}` has no meaning here"),
                c if c != visible(c) => format!("there is a control character here (U+{:04X})", u32::from(c)),
                c => format!("`{c}` can only stand in strings and comments"),
            };
            return wrong(at, message, None);
        };
        self.at += sign.len();
        match *sign {
            "(" | "[" | "{" => self.open.push((c, at)),
            ")" | "]" | "}" => {
                let wanted = match c {
                    ')' => '(',
                    ']' => '[',
                    _ => '{',
                };
                match self.open.pop() {
                    Some((open, _)) if open == wanted => {}
                    Some((open, _)) => return wrong(at, format!("this `{c}` does not close `{open}`"), None),
                    None => return wrong(at, format!("this `{c}` closes nothing"), None),
                }
            }
            _ => {}
        }
        self.push(Token::Sign(sign), at);
        Ok(())
    }
}

/// Returns the beginning of a word, for a message.
pub(crate) fn shown(word: &str) -> String {
    let mut shown: String = word.chars().take(40).collect();
    if word.chars().nth(40).is_some() {
        shown.pop();
        shown.push('…');
    }
    shown
}

/// Resolves the escapes in the body of a string literal.
pub(crate) fn unescaped(text: &str, body: Range<usize>) -> Parsed<String> {
    let mut out = String::with_capacity(body.len());
    let mut at = body.start;
    while let Some(found) = text[at..body.end].find('\\') {
        out.push_str(&text[at..at + found]);
        at += found;
        let escape = at;
        let c = text[at + 1..].chars().next().expect("a backslash is followed by what it escapes");
        at += 1 + c.len_utf8();
        let digits = match c {
            '\n' => continue,
            'n' => {
                out.push('\n');
                continue;
            }
            't' => {
                out.push('\t');
                continue;
            }
            'r' => {
                out.push('\r');
                continue;
            }
            '\\' | '\'' | '"' => {
                out.push(c);
                continue;
            }
            'x' => 2,
            'u' => 4,
            'U' => 8,
            _ => {
                return wrong(
                    escape,
                    format!("`\\{c}` has no meaning in a string"),
                    Some("a backslash is written `\\\\`"),
                );
            }
        };
        let code = text[at..body.end].get(..digits).filter(|code| code.chars().all(|c| c.is_ascii_hexdigit()));
        match code.and_then(|code| u32::from_str_radix(code, 16).ok()).and_then(char::from_u32) {
            Some(c) => out.push(c),
            None => {
                return wrong(
                    escape,
                    format!("`\\{c}` is followed by {digits} hexadecimal digits of a character"),
                    None,
                );
            }
        }
        at += digits;
    }
    out.push_str(&text[at..body.end]);
    Ok(out)
}
