//! Errors while a person is being answered, and their texts.

use std::fmt;

use serenity::all::HttpError;

use crate::history::match_info::MatchInfo;
use crate::live::error;
use crate::live::error::{Code, Refused};
use crate::messages::transport::SendError;
use crate::platform::discord::match_link_buttons::match_link_buttons;
use crate::platform::discord::message_body::Body;
use crate::platform::sqlite::error::StoreError;

/// The reason why a person does not get what they asked for, in words for them.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A refusal: one sentence that says what to do.
    #[error("{0}")]
    Refused(String),
    /// A refusal of typed words, which can be edited and sent again.
    #[error("{0}")]
    Mistake(String),
    /// A refusal of a command's channel, which can be chosen again.
    #[error("{0}")]
    Channel(String),
    /// They can do something about it in the channels of these matches.
    #[error("{0}")]
    Elsewhere(String, Vec<MatchInfo>),
    /// Their command may mean any of these matches.
    #[error("Several matches are played here. Name one in the option `match`.")]
    Which(Vec<MatchInfo>),
    /// A fault of the bot, logged under the reference shown to the person.
    #[error("Something went wrong on my side (reference {0}). Nothing was lost; please try again.")]
    Internal(String),
}

impl Error {
    /// Creates a refusal: one sentence that says what to do.
    pub fn refused(message: impl Into<String>) -> Self {
        Self::Refused(message.into())
    }

    /// The words and the ways for the person who acted.
    pub fn body(&self) -> Body {
        let body = Body::text(self.words());
        match self {
            Self::Elsewhere(_, matches) => body.rows(match_link_buttons(matches).into_iter().collect()),
            Self::Refused(_) | Self::Mistake(_) | Self::Channel(_) | Self::Which(_) | Self::Internal(_) => body,
        }
    }

    /// Logs a fault of the bot under a new reference.
    pub fn fault(cause: impl fmt::Display) -> Self {
        let reference = format!("{:06x}", rand::random::<u32>() >> 8);
        tracing::error!(fault = reference, %cause, "a request could not be answered");
        metrics::counter!("deathmatch_faults_total").increment(1);
        Self::Internal(reference)
    }

    /// Returns the words for the person who acted.
    pub fn words(&self) -> String {
        self.to_string()
    }
}

impl From<Refused> for Error {
    fn from(refused: Refused) -> Self {
        match refused.code {
            Code::BadOrder | Code::BadTerms => Self::Mistake(refused.message),
            _ => Self::Refused(refused.message),
        }
    }
}

impl From<error::Error> for Error {
    fn from(error: error::Error) -> Self {
        match error {
            error::Error::Refused(refused) => refused.into(),
            error::Error::Internal(id) => Self::Internal(id.to_string()),
        }
    }
}

impl From<SendError> for Error {
    fn from(error: SendError) -> Self {
        Self::fault(format!("{error:?}"))
    }
}

impl From<StoreError> for Error {
    fn from(error: StoreError) -> Self {
        error::Error::from(error).into()
    }
}

/// Returns an error's text without its URL, which may hold a token.
pub(crate) fn plain(error: serenity::Error) -> String {
    match error {
        serenity::Error::Http(HttpError::Request(error)) => error.without_url().to_string(),
        other => other.to_string(),
    }
}

impl From<serenity::Error> for Error {
    fn from(error: serenity::Error) -> Self {
        Self::fault(plain(error))
    }
}
