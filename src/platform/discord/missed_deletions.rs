//! Asks for every channel when a session begins, because deletions during an absence are not reported.
//!
//! Players would otherwise wait for prompts in a deleted channel or thread.

use std::sync::Arc;
use std::time::Duration;

use crate::messages::transport::SendError;
use crate::platform::discord::Bot;
use crate::platform::discord::budget::Urgency;
use crate::uptime::pending_events::Session;

/// The pause between two attempts.
const PAUSE: Duration = Duration::from_secs(5);

/// Requests the channel of every live match and event, and records deleted channels.
pub async fn probe(bot: &Arc<Bot>, session: Session) {
    let mut places = loop {
        match bot.dealer.played_in().await {
            Ok(places) => break places,
            Err(error) => tracing::warn!(%error, "the channels of live matches cannot be read; trying again"),
        }
        tokio::time::sleep(PAUSE).await;
        if !is_current(bot, session) {
            return;
        }
    };
    while !places.is_empty() && is_current(bot, session) {
        let mut again = Vec::new();
        for channel in places {
            bot.outgoing.api.budget().turn(Urgency::Tidy).await;
            match bot.outgoing.fetch_channel(channel).await {
                Err(SendError::UnknownChannel { .. }) => bot.dealer.channel_deleted(channel).await,
                Err(SendError::Retry { .. }) => again.push(channel),
                Ok(()) | Err(_) => {}
            }
        }
        places = again;
        if !places.is_empty() {
            tokio::time::sleep(PAUSE).await;
        }
    }
}

fn is_current(bot: &Bot, session: Session) -> bool {
    bot.dealer.is_current(session) && !bot.tasks.is_closed()
}
