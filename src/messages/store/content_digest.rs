//! The digest of a message's content, for comparison with the desired content.
//!
//! A digest is stored. It is made of the content's JSON, which only a change of the content's types changes. After such a change every
//! message that can still change is edited once.

use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::platform::sqlite::query::as_json;

/// The content of a message that can change, for comparison with the desired content.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum ContentDigest {
    /// The content can no longer change.
    #[default]
    Fixed,
    /// The message may have been sent with other content: it differs from any content.
    Unknown,
    Digest(String),
}

impl ContentDigest {
    /// Returns the digest of some facts.
    pub(crate) fn of(facts: &impl Serialize) -> Self {
        Self::Digest(digest(facts))
    }

    pub fn is_fixed(&self) -> bool {
        *self == Self::Fixed
    }

    /// Returns the text for the database.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Fixed => "",
            Self::Unknown => "unknown",
            Self::Digest(digest) => digest,
        }
    }
}

impl From<String> for ContentDigest {
    fn from(text: String) -> Self {
        match text.as_str() {
            "" => Self::Fixed,
            "unknown" => Self::Unknown,
            _ => Self::Digest(text),
        }
    }
}

/// Returns the digest of a value's JSON.
pub(crate) fn digest(facts: &impl Serialize) -> String {
    digest_text(&as_json(facts))
}

/// Returns the first 64 bits of a text's SHA-256, in hex.
pub(crate) fn digest_text(text: &str) -> String {
    let hash = Sha256::digest(text);
    format!("{:016x}", hash.iter().take(8).fold(0_u64, |all, byte| all << 8 | u64::from(*byte)))
}
