//! Errors while a person is being answered, and their texts.

use std::fmt;

use crate::dealer::{self, Refused};

/// Why someone does not get what they asked for.
#[derive(Debug)]
pub enum Error {
    /// They can do something about it: one sentence that says what.
    Refused(String),
    /// We cannot do it; logged under the reference they are shown.
    Internal(String),
}

impl Error {
    /// One sentence that says what to do.
    pub fn refused(message: impl Into<String>) -> Self {
        Self::Refused(message.into())
    }

    /// A failure of ours, logged here under a separate reference.
    pub fn fault(cause: impl fmt::Display) -> Self {
        let reference = format!("{:06x}", rand::random::<u32>() >> 8);
        tracing::error!(fault = reference, %cause, "cannot answer");
        metrics::counter!("deathmatch_faults_total").increment(1);
        Self::Internal(reference)
    }

    /// The words for the person who acted.
    #[must_use]
    pub fn words(&self) -> String {
        match self {
            Self::Refused(message) => message.clone(),
            Self::Internal(reference) => {
                format!("Something went wrong on my side (reference {reference}). Nothing was lost; please try again.")
            }
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words())
    }
}

impl std::error::Error for Error {}

impl From<Refused> for Error {
    fn from(refused: Refused) -> Self {
        Self::Refused(refused.message)
    }
}

impl From<dealer::Error> for Error {
    fn from(error: dealer::Error) -> Self {
        match error {
            dealer::Error::Refused(refused) => refused.into(),
            dealer::Error::Internal(id) => Self::Internal(id.to_string()),
        }
    }
}
