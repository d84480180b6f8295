//! Discord's rate limits, and counts of the bot's requests.
//!
//! - At most [`GLOBAL`] requests a second with the bot's token. Requests with an interaction's token (callbacks,
//!   follow-ups and their edits) do not count.
//! - Each channel has a bucket for messages, one for edits and one for reads. Follow-ups have a bucket for each token.
//! - Requests are counted even if limits are not enforced. A bot with [`INVALID`] answers of 401, 403 or 429 in ten
//!   minutes is blocked. A 429 for a shared resource does not count.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use axum::http::{HeaderMap, HeaderName, HeaderValue};
use serde_json::{Value, json};

/// The most requests a second with a bot's token.
const GLOBAL: u32 = 50;
/// The length of the global window.
const GLOBAL_WINDOW: Duration = Duration::from_secs(1);
/// The number of answers of 401, 403 or 429 in [`INVALID_WINDOW`] after which the bot's address is blocked.
const INVALID: u64 = 10_000;
/// The length of the window for invalid requests.
const INVALID_WINDOW: Duration = Duration::from_mins(10);
/// The number of buckets above which expired ones are dropped.
const BUCKETS: usize = 4_096;

/// Counts of the bot's requests since the start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Messages to the guild's channels.
    pub public: u64,
    /// Direct messages.
    pub direct: u64,
    /// Edits of messages by the bot's token.
    pub edits: u64,
    /// Everything else that counts against the global limit.
    pub other: u64,
    /// First answers to interactions, and requests by their token.
    pub exempt: u64,
    /// Requests answered with 429.
    pub limited: u64,
    /// Requests answered with 401, 403 or 429.
    pub invalid: u64,
    /// First answers to interactions that were answered before.
    pub repeated: u64,
}

impl Tally {
    /// Returns the number of requests that count against the global limit.
    #[must_use]
    pub const fn counted(&self) -> u64 {
        self.public + self.direct + self.edits + self.other
    }
}

/// A count for a window of time.
#[derive(Clone, Copy, Debug)]
struct Window {
    ends: Instant,
    spent: u64,
}

impl Window {
    /// Counts a request. Returns the new window and, if the limit is exceeded, the time until its end.
    fn take(window: Option<Self>, now: Instant, most: u64, length: Duration) -> (Self, Option<Duration>) {
        let mut window = window.filter(|window| window.ends > now).unwrap_or(Self { ends: now + length, spent: 0 });
        if window.spent >= most {
            return (window, Some(window.ends - now));
        }
        window.spent += 1;
        (window, None)
    }
}

/// The limit of a kind of request.
struct Bucket {
    name: &'static str,
    most: u32,
    window: Duration,
    /// The channel or token of the bucket.
    of: String,
}

/// The state of a request's bucket, for Discord's headers.
#[derive(Clone, Debug)]
pub(crate) struct BucketState {
    name: &'static str,
    limit: u32,
    remaining: u64,
    reset_after: Duration,
}

impl BucketState {
    /// Writes Discord's headers.
    pub fn write(&self, headers: &mut HeaderMap, now_ms: i64) {
        let after = self.reset_after.as_secs_f64();
        #[expect(clippy::cast_precision_loss, reason = "Discord writes the time as a number with a fraction too")]
        let reset = now_ms as f64 / 1000.0 + after;
        for (name, value) in [
            ("x-ratelimit-limit", self.limit.to_string()),
            ("x-ratelimit-remaining", self.remaining.to_string()),
            ("x-ratelimit-reset", format!("{reset:.3}")),
            ("x-ratelimit-reset-after", format!("{after:.3}")),
            ("x-ratelimit-bucket", format!("sandbox-{}", self.name)),
        ] {
            if let Ok(value) = HeaderValue::from_str(&value) {
                headers.insert(HeaderName::from_static(name), value);
            }
        }
    }
}

/// The decision about a request.
#[derive(Clone, Debug)]
pub(crate) enum Admission {
    /// The request is admitted.
    Through(Option<BucketState>),
    /// The request is answered with 429 and this body.
    Limited(Value, Option<BucketState>),
}

/// The rate limits and counts.
#[derive(Debug, Default)]
pub(crate) struct Rates {
    /// Whether the limits are enforced.
    pub enforced: bool,
    tally: Tally,
    global: Option<Window>,
    buckets: HashMap<(&'static str, String), Window>,
    invalid: Option<Window>,
}

impl Rates {
    /// Returns the counts of the bot's requests.
    pub fn tally(&self) -> Tally {
        self.tally
    }

    /// Counts a request and checks it against the limits. `direct` says whether a channel is a direct-message channel.
    pub fn admit(&mut self, method: &str, path: &str, now: Instant, direct: impl Fn(&str) -> bool) -> Admission {
        let steps: Vec<&str> = path.split('/').filter(|step| !step.is_empty()).collect();
        let exempt = matches!(steps.as_slice(), ["interactions", _, _, "callback"] | ["webhooks", _, _, ..]);
        match (method, steps.as_slice()) {
            _ if exempt => self.tally.exempt += 1,
            ("POST", ["channels", channel, "messages"]) if direct(channel) => self.tally.direct += 1,
            ("POST", ["channels", _, "messages"]) => self.tally.public += 1,
            ("PATCH", ["channels", _, "messages", _]) => self.tally.edits += 1,
            _ => self.tally.other += 1,
        }
        if !self.enforced {
            return Admission::Through(None);
        }
        if self.invalid.is_some_and(|window| window.ends > now && window.spent >= INVALID) {
            return self.refuse(INVALID_WINDOW, true, None);
        }
        if !exempt {
            let (window, wait) = Window::take(self.global, now, u64::from(GLOBAL), GLOBAL_WINDOW);
            self.global = Some(window);
            if let Some(wait) = wait {
                return self.refuse(wait, true, None);
            }
        }
        let Some(bucket) = bucket(method, &steps) else { return Admission::Through(None) };
        if self.buckets.len() > BUCKETS {
            self.buckets.retain(|_, window| window.ends > now);
        }
        let key = (bucket.name, bucket.of);
        let most = u64::from(bucket.most);
        let (window, wait) = Window::take(self.buckets.get(&key).copied(), now, most, bucket.window);
        self.buckets.insert(key, window);
        let standing = BucketState {
            name: bucket.name,
            limit: bucket.most,
            remaining: most - window.spent,
            reset_after: window.ends - now,
        };
        match wait {
            None => Admission::Through(Some(standing)),
            Some(wait) => self.refuse(wait, false, Some(standing)),
        }
    }

    /// Records the status of an answer. A shared limit does not count as invalid.
    pub fn answered(&mut self, status: u16, shared: bool, now: Instant) {
        if status == 429 {
            self.tally.limited += 1;
        }
        if matches!(status, 401 | 403 | 429) && !shared {
            self.tally.invalid += 1;
            self.invalid = Some(Window::take(self.invalid, now, u64::MAX, INVALID_WINDOW).0);
        }
    }

    /// Counts a first answer to an interaction that was answered before.
    pub fn repeated(&mut self) {
        self.tally.repeated += 1;
    }

    fn refuse(&self, wait: Duration, global: bool, standing: Option<BucketState>) -> Admission {
        debug_assert!(self.enforced, "nothing is refused while nothing is enforced");
        let retry_after = (wait.as_secs_f64() * 1000.0).ceil() / 1000.0;
        let message = if global { "You are being globally rate limited." } else { "You are being rate limited." };
        Admission::Limited(
            json!({"message": message, "retry_after": retry_after, "global": global, "code": 0}),
            standing,
        )
    }
}

fn bucket(method: &str, steps: &[&str]) -> Option<Bucket> {
    let (name, most, seconds, of) = match (method, steps) {
        ("POST", ["channels", channel, "messages"]) => ("messages", 5, 5, channel),
        ("PATCH", ["channels", channel, "messages", _]) => ("edits", 5, 5, channel),
        ("GET", ["channels", channel, "messages", ..]) => ("reads", 5, 5, channel),
        ("POST" | "PATCH", ["webhooks", _, token, ..]) => ("follow-ups", 5, 2, token),
        _ => return None,
    };
    Some(Bucket { name, most, window: Duration::from_secs(seconds), of: (*of).to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn enforced() -> Rates {
        Rates { enforced: true, ..Rates::default() }
    }

    fn limited(ruling: &Admission) -> Option<&Value> {
        if let Admission::Limited(body, _) = ruling { Some(body) } else { None }
    }

    #[test]
    fn a_channel_takes_five_messages_in_five_seconds() {
        let (mut rates, now) = (enforced(), Instant::now());
        let mut post =
            |channel: &str, now| rates.admit("POST", &format!("/channels/{channel}/messages"), now, |_| false);
        for left in (0..5).rev() {
            let Admission::Through(Some(standing)) = post("1", now) else { panic!("it is let through") };
            assert_eq!(standing.remaining, left);
        }
        let sixth = post("1", now + Duration::from_secs(2));
        let body = limited(&sixth).expect("the sixth is too many");
        assert_eq!((body["retry_after"].as_f64(), body["global"].as_bool()), (Some(3.0), Some(false)));
        assert!(limited(&post("2", now)).is_none(), "another channel has its own");
        assert!(limited(&post("1", now + Duration::from_secs(5))).is_none());
    }

    #[test]
    fn fifty_a_second_and_answers_to_interactions_besides() {
        let (mut rates, now) = (enforced(), Instant::now());
        for number in 0..50 {
            let path = format!("/channels/{number}/messages");
            assert!(limited(&rates.admit("POST", &path, now, |_| number % 2 == 0)).is_none());
        }
        assert_eq!(limited(&rates.admit("GET", "/users/@me", now, |_| false)).unwrap()["global"], true);
        for path in ["/interactions/1/t/callback", "/webhooks/1/t/messages/@original"] {
            assert!(limited(&rates.admit("POST", path, now, |_| false)).is_none(), "{path}");
        }
        assert!(limited(&rates.admit("GET", "/users/@me", now + GLOBAL_WINDOW, |_| false)).is_none());
        let tally = rates.tally();
        assert_eq!((tally.public, tally.direct, tally.other, tally.exempt), (25, 25, 2, 2));
        assert_eq!(tally.counted(), 52);
    }

    #[test]
    fn too_many_invalid_requests_shut_a_bot_out() {
        let (mut rates, now) = (enforced(), Instant::now());
        for _ in 0..INVALID {
            rates.answered(403, false, now);
            rates.answered(429, true, now);
            rates.answered(404, false, now);
        }
        assert_eq!((rates.tally().invalid, rates.tally().limited), (INVALID, INVALID));
        assert!(limited(&rates.admit("POST", "/interactions/1/t/callback", now, |_| false)).is_some());
        let later = now + INVALID_WINDOW;
        assert!(limited(&rates.admit("POST", "/interactions/1/t/callback", later, |_| false)).is_none());
    }

    #[test]
    fn what_is_not_enforced_is_counted_all_the_same() {
        let (mut rates, now) = (Rates::default(), Instant::now());
        for _ in 0..100 {
            assert!(limited(&rates.admit("POST", "/channels/1/messages", now, |_| false)).is_none());
        }
        assert_eq!(rates.tally().public, 100);
    }
}
