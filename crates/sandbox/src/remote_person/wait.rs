//! Waits for messages that a person sees.

use std::time::Duration;

use tokio::time::Instant;

use super::{Failed, Person};
use crate::snowflake::Snowflake;
use crate::visible_message::Seen;

impl Person {
    /// Waits until `ready` returns something for the messages that the person sees in the channel, oldest first.
    ///
    /// # Errors
    /// If the time is up.
    pub async fn wait_for<T>(
        &self,
        channel: Snowflake,
        within: Duration,
        mut ready: impl FnMut(&[Seen]) -> Option<T>,
    ) -> Result<T, Failed> {
        let until = Instant::now() + within;
        let mut events = self.events().await?;
        loop {
            let messages = self.visible(channel).await?;
            if let Some(found) = ready(&messages) {
                return Ok(found);
            }
            match tokio::time::timeout_at(until, events.next()).await {
                Ok(Some(_)) => {}
                Ok(None) => return Err(Failed::Broken("the events ended".to_owned())),
                Err(_) => return Err(Failed::TimedOut(unseen(&messages, within))),
            }
        }
    }

    /// Waits for a message in the channel. Returns the newest that matches.
    ///
    /// # Errors
    /// If the time is up.
    pub async fn wait_message(
        &self,
        channel: Snowflake,
        within: Duration,
        wanted: impl Fn(&Seen) -> bool,
    ) -> Result<Seen, Failed> {
        self.wait_for(channel, within, |messages| messages.iter().rev().find(|message| wanted(message)).cloned()).await
    }

    /// Waits until a message matches.
    ///
    /// # Errors
    /// If the time is up.
    pub async fn wait_change(
        &self,
        message: &Seen,
        within: Duration,
        wanted: impl Fn(&Seen) -> bool,
    ) -> Result<Seen, Failed> {
        let id = message.id();
        self.wait_message(message.channel(), within, |one| one.id() == id && wanted(one)).await
    }
}

/// Describes the messages seen instead of the awaited one.
fn unseen(messages: &[Seen], within: Duration) -> String {
    let last: Vec<String> = messages.iter().rev().take(5).map(|message| format!("{:?}", message.text())).collect();
    format!("nothing like that came within {within:?}; the last messages, newest first: {}", last.join(", "))
}
