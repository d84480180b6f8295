//! Notifications to systemd: ready, alive, stopping.
//!
//! - Each watchdog notification follows a stored heartbeat with all deadlines met. No timer sends them.
//! - While Discord is unreachable, the bot is not restarted, neither before nor after it is ready.

use std::time::Duration;

use sd_notify::NotifyState;

use crate::platform::discord::bot_health::BotHealth;

/// The longest time from one attempt to reach Discord to the end of the next.
const NEXT_TRY: Duration = Duration::from_mins(3);

/// Notifies systemd for as long as the bot runs. Does nothing without systemd's socket.
pub async fn notify(bot_health: BotHealth) {
    if std::env::var_os("NOTIFY_SOCKET").is_none() {
        return;
    }
    let mut progress = bot_health.progress();
    let mut ready = false;
    loop {
        match bot_health.works() {
            Some(works) => {
                if !ready && bot_health.is_well() {
                    ready = true;
                    notify_systemd(&[NotifyState::Ready, NotifyState::Status("dealing")]);
                } else if !ready {
                    notify_systemd(&[wait(), NotifyState::Status("waiting for Discord's gateway")]);
                }
                if works {
                    notify_systemd(&[NotifyState::Watchdog]);
                }
            }
            None if !ready => notify_systemd(&[wait(), NotifyState::Status("looking for Discord")]),
            None => return notify_systemd(&[NotifyState::Stopping]),
        }
        if progress.changed().await.is_err() {
            return;
        }
    }
}

fn wait() -> NotifyState<'static> {
    NotifyState::ExtendTimeoutUsec(u32::try_from(NEXT_TRY.as_micros()).unwrap_or(u32::MAX))
}

fn notify_systemd(states: &[NotifyState<'_>]) {
    if let Err(error) = sd_notify::notify(states) {
        tracing::warn!(%error, "cannot notify the service manager");
    }
}
