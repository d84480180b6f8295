//! Thinking time by the clock.
//!
//! Rules read no clock: a search asks from time to time whether to stop, and its caller answers by a [`ThinkingTime`].

use std::time::{Duration, Instant};

/// The longest that a built-in player thinks about one order at a table.
pub const LONGEST: Duration = Duration::from_secs(2);

/// A player is told to stop when one such part of its time is left: enough for what follows a search, even on a slow or busy machine.
const SPARE: u32 = 8;

/// The time for one order. It runs from its creation.
#[derive(Clone, Copy, Debug)]
pub struct ThinkingTime {
    /// `None`: there is no limit.
    stop_at: Option<Instant>,
}

impl ThinkingTime {
    /// A limited time, in which the order is there.
    #[must_use]
    pub fn of(time: Duration) -> Self {
        Self { stop_at: Instant::now().checked_add(time.saturating_sub(time / SPARE)) }
    }

    /// Time without a limit.
    #[must_use]
    pub const fn unlimited() -> Self {
        Self { stop_at: None }
    }

    /// Whether there is a limit.
    #[must_use]
    pub const fn is_limited(&self) -> bool {
        self.stop_at.is_some()
    }

    /// Whether the search is to stop now.
    #[must_use]
    pub fn is_up(&self) -> bool {
        self.stop_at.is_some_and(|stop_at| Instant::now() >= stop_at)
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::ThinkingTime;

    #[test]
    fn a_search_is_stopped_before_its_time_is_up() {
        let time = ThinkingTime::of(Duration::from_mins(80));
        let left = time.stop_at.expect("it is limited").saturating_duration_since(Instant::now());
        assert!(left <= Duration::from_mins(70) && left > Duration::from_mins(69));
        assert!(!time.is_up() && ThinkingTime::of(Duration::ZERO).is_up());
        assert!(!ThinkingTime::of(Duration::MAX).is_up() && !ThinkingTime::unlimited().is_up());
    }
}
