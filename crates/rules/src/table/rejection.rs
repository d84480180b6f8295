//! The reasons for refusing a line of a record.

use std::fmt;

use serde::{Serialize, Serializer};

use crate::game::{Refusal, RefusalKind, SetupError};

/// The kind of fault, for programs; written in kebab case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Code {
    /// Not a JSON object, a value of the wrong type, or a misplaced key.
    BadJson,
    /// An unknown key.
    UnknownField,
    UnknownGame,
    /// An unusable header value.
    BadHeader,
    /// A set-up that the game does not accept or cannot use.
    BadSetup,
    /// The seat is not asked for an entry of this kind.
    NotAwaited,
    /// The order does not match the notation.
    UnreadableOrder,
    /// The rules forbid the order.
    IllegalOrder,
    /// The order has several possible meanings.
    AmbiguousOrder,
    /// The order is for a step that has already resolved.
    Late,
    /// The match is over.
    Over,
    /// The entry's time is before the previous entry's.
    TimeRunsBackwards,
    /// An unknown host action, or one that is impossible at this moment.
    BadHostAction,
}

impl Code {
    /// The code's text in a record.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::BadJson => "bad-json",
            Self::UnknownField => "unknown-field",
            Self::UnknownGame => "unknown-game",
            Self::BadHeader => "bad-header",
            Self::BadSetup => "bad-setup",
            Self::NotAwaited => "not-awaited",
            Self::UnreadableOrder => "unreadable-order",
            Self::IllegalOrder => "illegal-order",
            Self::AmbiguousOrder => "ambiguous-order",
            Self::Late => "late",
            Self::Over => "over",
            Self::TimeRunsBackwards => "time-runs-backwards",
            Self::BadHostAction => "bad-host-action",
        }
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

impl Serialize for Code {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.id())
    }
}

/// The refusal of a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
#[error("{message}")]
pub struct Rejection {
    /// The kind of fault, for programs.
    pub code: Code,
    /// One sentence for people that says what to do.
    pub message: String,
    /// The messages of further mistakes in a header.
    #[serde(skip)]
    pub also: Vec<String>,
}

/// The most characters of a message, which may quote an input of any length.
const LONGEST_MESSAGE: usize = 2_000;

impl Rejection {
    /// Creates a rejection. A message that is too long is cut.
    #[must_use]
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        let mut message = message.into();
        if let Some((end, _)) = message.char_indices().nth(LONGEST_MESSAGE) {
            message.truncate(end);
            message.push('…');
        }
        Self { code, message, also: Vec::new() }
    }

    /// The messages of all mistakes.
    #[must_use]
    pub fn messages(self) -> Vec<String> {
        [vec![self.message], self.also].concat()
    }

    /// The rejection of an unknown key.
    #[must_use]
    pub fn unknown_field(name: impl Into<String>) -> Self {
        SetupError::UnknownField(name.into()).into()
    }
}

impl From<Refusal> for Rejection {
    fn from(refusal: Refusal) -> Self {
        let code = match refusal.kind {
            RefusalKind::Unreadable => Code::UnreadableOrder,
            RefusalKind::Illegal => Code::IllegalOrder,
            RefusalKind::Ambiguous => Code::AmbiguousOrder,
        };
        Self { code, message: refusal.message, also: Vec::new() }
    }
}

impl From<SetupError> for Rejection {
    fn from(error: SetupError) -> Self {
        let code = match error {
            SetupError::UnknownField(_) => Code::UnknownField,
            SetupError::Header(_) => Code::BadHeader,
            SetupError::Setup(_) => Code::BadSetup,
            SetupError::Both(first, second) => {
                let mut first = Self::from(*first);
                first.also.extend(Self::from(*second).messages());
                return first;
            }
        };
        Self { code, message: error.to_string(), also: Vec::new() }
    }
}
