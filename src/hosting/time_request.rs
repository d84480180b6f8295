//! A player's request for more time, as a host reads it.

use serde::{Deserialize, Serialize};

use crate::game::Seat;
use crate::ids::{Snowflake, StepId, UnixMs, UserId};
use crate::messages::store::content_digest::ContentDigest;

/// The most time that a host can give at once, in seconds.
pub const MOST_TIME: u64 = 86_400;

/// The outcome of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RequestOutcome {
    Open,
    Granted,
    Refused,
    /// The step is over, or the seat has another player.
    Over,
}

impl RequestOutcome {
    /// The text for the host; empty while the request is open.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Open => "",
            Self::Granted => "More time was given.",
            Self::Refused => "It was refused.",
            Self::Over => "The step is over.",
        }
    }
}

/// A player's request, as a host reads it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimeRequest {
    /// The id of the interaction that made it.
    pub id: Snowflake,
    pub seat: Seat,
    /// The player's id and name.
    pub user: UserId,
    pub name: String,
    pub mark: StepId,
    /// The awaited step, as everyone reads it.
    pub stage: String,
    /// The times that a host can give with one press, in seconds.
    pub offers: Vec<u64>,
}

/// A request with its present outcome.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JudgedRequest {
    pub request: TimeRequest,
    /// The end of the step; none while no clock runs.
    pub deadline: Option<UnixMs>,
    pub outcome: RequestOutcome,
}

impl JudgedRequest {
    /// The part of the message that can change.
    #[must_use]
    pub fn digest(&self) -> ContentDigest {
        if self.outcome == RequestOutcome::Open {
            ContentDigest::of(&("time", self.deadline))
        } else {
            ContentDigest::Fixed
        }
    }
}

/// The offered times where steps close at a time of day, in seconds.
pub(crate) const DAILY: [u64; 2] = [3_600, MOST_TIME];

/// The offered times for a step of `full` ms, in seconds.
pub(crate) fn offers(full: u64) -> Vec<u64> {
    let whole = (full / 1000).clamp(1, MOST_TIME);
    let mut offers = vec![(whole / 2).max(1), whole];
    offers.dedup();
    offers
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_press_gives_half_a_step_or_a_whole_one() {
        assert_eq!(offers(60_000), [30, 60]);
        assert_eq!(offers(1_000), [1]);
        assert_eq!(offers(0), [1]);
        assert_eq!(offers(u64::MAX), [MOST_TIME / 2, MOST_TIME]);
    }
}
