//! What waits for Discord's rate limits.
//!
//! Serenity waits for as long as Discord says. What gives up waiting before that learns here how much of it is left, so that it is not
//! taken for silence, and not asked again too early.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use serenity::http::RatelimitInfo;

/// Which routes are limited, and until when.
#[derive(Debug, Default)]
pub(super) struct Limits(Mutex<Known>);

#[derive(Debug, Default)]
struct Known {
    all: Option<Instant>,
    routes: HashMap<String, Instant>,
}

impl Limits {
    /// Takes note of a limit.
    pub fn note(&self, limit: &RatelimitInfo) {
        let now = Instant::now();
        // Serenity calls the whole address a path.
        let path = limit.path.split_once("/api/v10").map_or(limit.path.as_str(), |(_, path)| path);
        self.add(path, limit.global, now, limit.timeout);
    }

    /// How long a route (`/channels/5/messages`) is still limited, if a limit held at `since` or later.
    pub fn left(&self, path: &str, since: Instant) -> Option<Duration> {
        self.left_at(path, since, Instant::now())
    }

    fn add(&self, path: &str, global: bool, now: Instant, wait: Duration) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.routes.retain(|_, until| *until > now);
        if global {
            known.all = Some(now + wait);
        } else {
            known.routes.insert(path.to_owned(), now + wait);
        }
    }

    fn left_at(&self, path: &str, since: Instant, now: Instant) -> Option<Duration> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let until = known.all.into_iter().chain(known.routes.get(path).copied()).max()?;
        (until > since).then(|| until.saturating_duration_since(now))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_hold_for_their_route_and_their_time() {
        let limits = Limits::default();
        let began = Instant::now();
        let at = |seconds| began + Duration::from_secs(seconds);
        let left = |path, since, now| limits.left_at(path, at(since), at(now)).map(|left| left.as_secs());
        limits.add("/channels/1/messages", false, began, Duration::from_secs(30));
        assert_eq!(left("/channels/1/messages", 0, 10), Some(20));
        assert_eq!(left("/channels/2/messages", 0, 10), None);
        limits.add("/users/@me/channels", true, at(10), Duration::from_secs(5));
        assert_eq!(left("/channels/2/messages", 0, 10), Some(5));
        assert_eq!(left("/channels/2/messages", 0, 50), Some(0), "it held meanwhile");
        assert_eq!(left("/channels/1/messages", 40, 50), None);
    }
}
