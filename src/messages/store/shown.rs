//! What a message shows of what can change.

use sha2::{Digest, Sha256};

/// The content of a message that can change, for comparison with the desired content.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Shown {
    /// Nothing of it can change any more.
    #[default]
    Fixed,
    /// It may have been sent as something else: any content differs from it.
    Unknown,
    Digest(String),
}

impl Shown {
    /// The digest of some facts.
    pub(crate) fn of(facts: &impl std::fmt::Debug) -> Self {
        Self::Digest(digest(facts))
    }

    pub fn is_fixed(&self) -> bool {
        *self == Self::Fixed
    }

    /// Its text in the database.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Fixed => "",
            Self::Unknown => "unknown",
            Self::Digest(digest) => digest,
        }
    }
}

impl From<String> for Shown {
    fn from(text: String) -> Self {
        match text.as_str() {
            "" => Self::Fixed,
            "unknown" => Self::Unknown,
            _ => Self::Digest(text),
        }
    }
}

/// The first 64 bits of the SHA-256 of a value's debug text, in hex.
pub(crate) fn digest(facts: &impl std::fmt::Debug) -> String {
    let hash = Sha256::digest(format!("{facts:?}"));
    format!("{:016x}", hash.iter().take(8).fold(0_u64, |all, byte| all << 8 | u64::from(*byte)))
}
