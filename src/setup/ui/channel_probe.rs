//! Whether the channels and threads that matches are played in are still there.
//!
//! Discord says so as one is deleted, but not to a bot that is away just then. What was asked there would be gone with it, and nobody would
//! be asked until the next message is refused: so they are asked for, one request each, as a session of the gateway's begins.

use std::sync::Arc;
use std::time::Duration;

use crate::messages::transport::SendError;
use crate::platform::discord::Bot;
use crate::platform::discord::budget::Urgency;
use crate::uptime::ingress::Session;

/// How long is waited between two attempts, at least.
const PAUSE: Duration = Duration::from_secs(5);

/// Asks for the channel of every running match, and records the deleted ones.
pub async fn look(bot: &Arc<Bot>, session: Session) {
    let mut places = loop {
        match bot.dealer.played_in().await {
            Ok(places) => break places,
            Err(error) => tracing::warn!(%error, "it cannot be read where matches are played; trying again"),
        }
        tokio::time::sleep(PAUSE).await;
        if !goes_on(bot, session) {
            return;
        }
    };
    while !places.is_empty() && goes_on(bot, session) {
        let mut again = Vec::new();
        for channel in places {
            bot.outgoing.api.budget().turn(Urgency::Tidy).await;
            match bot.outgoing.look_at(channel).await {
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

fn goes_on(bot: &Bot, session: Session) -> bool {
    bot.dealer.is_current(session) && !bot.tasks.is_closed()
}
