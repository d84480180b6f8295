//! The bot's answer to a person, or the reason of a failure.

use std::fmt;

use crate::snowflake::Snowflake;
use crate::visible_message::{Modal, Seen};

/// The reason of a failure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failed {
    /// The client refused: the bot did not answer in time, or the action is not allowed.
    Refused(String),
    /// The sandbox could not be reached, or its response is invalid.
    Broken(String),
    /// The wait timed out.
    TimedOut(String),
}

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(why) | Self::Broken(why) | Self::TimedOut(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for Failed {}

impl From<reqwest::Error> for Failed {
    fn from(error: reqwest::Error) -> Self {
        Self::Broken(error.to_string())
    }
}

/// The kind of the bot's answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answered {
    /// A new message.
    Message,
    /// A deferred answer.
    Deferred,
    /// An edit of the pressed message.
    Update,
    /// A form.
    Modal,
    /// An answer that shows nothing.
    Nothing,
}

/// The bot's answer to a person's action.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    pub interaction: Snowflake,
    pub kind: Answered,
    /// The message that the bot sent, deferred or changed, ephemeral or not.
    pub message: Option<Seen>,
    /// The form that the bot opened.
    pub modal: Option<Modal>,
}
