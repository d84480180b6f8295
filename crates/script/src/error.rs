//! Errors, with their position and a hint.

use std::fmt;
use std::sync::Arc;

/// The longest part of a source line that an error shows, in characters.
const SHOWN: usize = 100;

/// The reason why a script stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ErrorKind {
    /// The source text is no program.
    Syntax,
    /// The program did something invalid: a wrong type, a missing key, a failed `assert`.
    Fault,
    /// The run used up its fuel.
    Fuel,
    /// Values take more than [`Limits::memory`](crate::Limits::memory), or one string more than its limit.
    Memory,
    /// Calls are nested too deeply.
    Depth,
    /// A value is nested too deeply to compare, print or convert it.
    Nesting,
    /// `print` wrote too much.
    Output,
}

/// An error with its place in the source text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    pub kind: ErrorKind,
    pub file: Arc<str>,
    /// From 1; 0 if the error has no position in the text.
    pub line: u32,
    /// From 1, in characters.
    pub column: u32,
    pub message: String,
    /// Advice on what to write or do instead.
    pub hint: Option<String>,
    /// The line of source text, cut where it is long.
    pub source: String,
    /// The position of the caret under `source`, in characters from 0.
    pub caret: usize,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.line == 0 {
            write!(f, "{}: {}", self.file, self.message)?;
        } else {
            write!(f, "{}:{}:{}: {}", self.file, self.line, self.column, self.message)?;
            write!(f, "\n    {}\n    {:caret$}^", self.source, "", caret = self.caret)?;
        }
        self.hint.as_ref().map_or(Ok(()), |hint| write!(f, "\n{hint}"))
    }
}

impl std::error::Error for Error {}

impl Error {
    /// An error of the host at a byte of a file's text.
    #[must_use]
    pub fn at(file: &str, text: &str, at: usize, message: impl Into<String>) -> Self {
        Fault::new(message).at(&file.into(), text, at)
    }
}

/// An error without a position yet.
#[derive(Debug)]
pub(crate) struct Fault {
    pub kind: ErrorKind,
    pub message: String,
    pub hint: Option<String>,
}

/// Boxed, because results are passed at every step and hardly ever fail.
pub(crate) type Res<T> = Result<T, Box<Fault>>;

impl Fault {
    pub fn of(kind: ErrorKind, message: impl Into<String>) -> Box<Self> {
        Box::new(Self { kind, message: message.into(), hint: None })
    }

    pub fn new(message: impl Into<String>) -> Box<Self> {
        Self::of(ErrorKind::Fault, message)
    }

    pub fn hinted(message: impl Into<String>, hint: impl Into<String>) -> Box<Self> {
        Self::new(message).hint(Some(hint.into()))
    }

    pub fn hint(mut self: Box<Self>, hint: Option<String>) -> Box<Self> {
        self.hint = hint;
        self
    }

    /// Places the fault at a byte of the source text.
    pub fn at(self, file: &Arc<str>, text: &str, at: usize) -> Error {
        let at = text.floor_char_boundary(at);
        let before = &text[..at];
        let start = before.rfind('\n').map_or(0, |end| end + 1);
        let line = text[start..].split('\n').next().unwrap_or_default();
        let column = text[start..at].chars().count();
        // A long line is cut around the position.
        let skipped = if column >= SHOWN { column - SHOWN / 2 } else { 0 };
        let source: String = line.chars().skip(skipped).take(SHOWN).map(visible).collect();
        Error {
            kind: self.kind,
            file: Arc::clone(file),
            line: before.matches('\n').count() as u32 + 1,
            column: column as u32 + 1,
            message: self.message.chars().map(visible).collect(),
            hint: self.hint.map(|hint| hint.chars().map(visible).collect()),
            source,
            caret: column - skipped,
        }
    }
}

/// Whether a character is an invisible mark or space, or changes how others are shown.
pub(crate) fn is_hidden(c: char) -> bool {
    matches!(
        c,
        '\u{ad}'
            | '\u{1680}'
            | '\u{2000}'..='\u{200f}'
            | '\u{2028}'..='\u{202f}'
            | '\u{205f}'..='\u{206f}'
            | '\u{3000}'
            | '\u{e000}'..='\u{f8ff}'
            | '\u{feff}'
    )
}

/// Returns the character that an error shows.
pub(crate) fn visible(c: char) -> char {
    match c {
        '\t' => ' ',
        c if c.is_control() || is_hidden(c) => '\u{fffd}',
        c => c,
    }
}
