//! Metrics of the traffic with Discord, without its contents.

use std::time::Duration;

use serenity::all::HttpError;

/// The result of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sent {
    Done,
    /// Discord refused it with this status.
    Refused(u16),
    /// There was no answer.
    Lost,
}

impl Sent {
    /// Reads the result from an answer.
    pub fn of<T>(answer: &serenity::Result<T>) -> Self {
        match answer {
            Ok(_) => Self::Done,
            Err(serenity::Error::Http(HttpError::UnsuccessfulRequest(answer))) => {
                Self::Refused(answer.status_code.as_u16())
            }
            Err(_) => Self::Lost,
        }
    }

    const fn word(self) -> &'static str {
        match self {
            Self::Done => "done",
            Self::Refused(429) => "busy",
            Self::Refused(500..) => "broken",
            Self::Refused(_) => "refused",
            Self::Lost => "lost",
        }
    }
}

/// Counts a request by its route and result.
pub fn sent(route: &'static str, what: Sent) {
    metrics::counter!("deathmatch_sends_total", "route" => route, "result" => what.word()).increment(1);
    if what == Sent::Refused(429) {
        limited("answer");
    }
}

/// Counts a request that serenity's rate limiter held back or saw refused.
pub fn held_back(global: bool) {
    limited(if global { "global" } else { "route" });
}

fn limited(scope: &'static str) {
    metrics::counter!("deathmatch_rest_limited_total", "scope" => scope).increment(1);
}

/// Counts an answer to a press or a command by its kind.
pub fn answer(how: &'static str) {
    metrics::counter!("deathmatch_answers_total", "how" => how).increment(1);
}

/// Records the time from an interaction's arrival, and from its creation, to its first answer.
pub fn answered(since_arrival: Duration, since_press: Option<Duration>) {
    metrics::histogram!("deathmatch_answer_seconds").record(since_arrival);
    if let Some(age) = since_press {
        metrics::histogram!("deathmatch_press_to_answer_seconds").record(age);
    }
}

/// Counts a connection to the gateway.
pub fn connected(how: &'static str) {
    metrics::counter!("deathmatch_gateway_connections_total", "how" => how).increment(1);
}
