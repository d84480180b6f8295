//! Reports to the service manager: ready, alive, stopping.
//!
//! - Every word to the watchdog follows from a heartbeat that was stored while all deadlines were kept; none is sent by the clock alone.
//! - Discord being out of reach is no reason to be restarted, neither before the bot is ready nor after.

use std::time::Duration;

use sd_notify::NotifyState;

use crate::platform::discord::bot_health::BotHealth;

/// How long after one try to reach Discord the next is over for certain.
const NEXT_TRY: Duration = Duration::from_mins(3);

/// Tells systemd how a bot fares for as long as it runs; does nothing where nobody listens.
pub async fn notify(bot_health: BotHealth) {
    if std::env::var_os("NOTIFY_SOCKET").is_none() {
        return;
    }
    let mut steps = bot_health.steps();
    let mut ready = false;
    loop {
        match bot_health.works() {
            Some(works) => {
                if !ready && bot_health.is_well() {
                    ready = true;
                    tell(&[NotifyState::Ready, NotifyState::Status("dealing")]);
                } else if !ready {
                    tell(&[wait(), NotifyState::Status("waiting for Discord's gateway")]);
                }
                if works {
                    tell(&[NotifyState::Watchdog]);
                }
            }
            None if !ready => tell(&[wait(), NotifyState::Status("looking for Discord")]),
            None => return tell(&[NotifyState::Stopping]),
        }
        if steps.changed().await.is_err() {
            return;
        }
    }
}

fn wait() -> NotifyState<'static> {
    NotifyState::ExtendTimeoutUsec(u32::try_from(NEXT_TRY.as_micros()).unwrap_or(u32::MAX))
}

fn tell(states: &[NotifyState<'_>]) {
    if let Err(error) = sd_notify::notify(states) {
        tracing::warn!(%error, "the service manager cannot be told how the bot fares");
    }
}
