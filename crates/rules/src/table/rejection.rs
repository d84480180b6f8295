//! Why a line of a record is refused.

use std::fmt;

use serde::{Serialize, Serializer};

use crate::game::{Refusal, RefusalKind, SetupError};

/// The kind of fault, for programs; written in kebab case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Code {
    /// No JSON object, a value of the wrong type, or a key where it does not belong.
    BadJson,
    /// A key that nothing has.
    UnknownField,
    /// A game that is not registered.
    UnknownGame,
    /// A header value that cannot be used.
    BadHeader,
    /// A set-up that the game does not take or cannot use.
    BadSetup,
    /// Nothing of this kind is awaited from the seat.
    NotAwaited,
    /// The order does not fit the notation.
    UnreadableOrder,
    /// The rules forbid the order.
    IllegalOrder,
    /// The order could mean several things.
    AmbiguousOrder,
    /// The order is for a step that has resolved.
    Late,
    /// The match is over.
    Over,
    /// The entry is stamped before its predecessor.
    TimeRunsBackwards,
    /// No host action, or not one for this moment.
    BadHostAction,
}

impl Code {
    /// The code as it is written.
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

/// Why a line is refused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
#[error("{message}")]
pub struct Rejection {
    /// For programs.
    pub code: Code,
    /// One sentence that says what to do.
    pub message: String,
}

/// The most characters of a message; what was sent may be quoted in it, however long it was.
const LONGEST_MESSAGE: usize = 2_000;

impl Rejection {
    /// Makes a rejection; a message that is too long is cut.
    #[must_use]
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        let mut message = message.into();
        if let Some((end, _)) = message.char_indices().nth(LONGEST_MESSAGE) {
            message.truncate(end);
            message.push('…');
        }
        Self { code, message }
    }

    /// A key that nothing has.
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
        Self { code, message: refusal.message }
    }
}

impl From<SetupError> for Rejection {
    fn from(error: SetupError) -> Self {
        let code = match error {
            SetupError::UnknownField(_) => Code::UnknownField,
            SetupError::Header(_) => Code::BadHeader,
            SetupError::Setup(_) => Code::BadSetup,
        };
        Self { code, message: error.to_string() }
    }
}
