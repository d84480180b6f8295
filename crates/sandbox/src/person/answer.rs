//! How the bot answered a person, or why nothing came of it.

use std::fmt;

use crate::seen::{Modal, Seen};
use crate::snowflake::Snowflake;

/// Why something did not work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failed {
    /// Discord's client said so: the bot did not answer in time, or the action is not allowed.
    Refused(String),
    /// The sandbox could not be reached, or did not understand.
    Broken(String),
    /// What was waited for did not come.
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

/// How the bot answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answered {
    /// With a message.
    Message,
    /// By promising one.
    Deferred,
    /// By changing the message that was pressed.
    Update,
    /// With a form.
    Modal,
    /// Without anything to be seen.
    Nothing,
}

/// The bot's answer to something a person did.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The interaction.
    pub interaction: Snowflake,
    /// How the bot answered.
    pub kind: Answered,
    /// The message it sent, promised or changed, ephemeral or not.
    pub message: Option<Seen>,
    /// The form it opened.
    pub modal: Option<Modal>,
}
