//! Limits of thinking time on the clock.
//!
//! Rules read no clock. A search regularly asks whether to stop, and its caller answers by a [`TimeLimit`].

use std::time::{Duration, Instant};

/// The longest time for an order of a built-in player at a table.
pub const LONGEST: Duration = Duration::from_secs(2);

/// The divisor for the part of the time that is reserved for the work after a search, even on a slow or busy machine.
const SPARE: u32 = 8;

/// The time for one order, which runs from its creation.
#[derive(Clone, Copy, Debug)]
pub struct TimeLimit {
    /// The time to stop; `None` without a limit.
    stop_at: Option<Instant>,
}

impl TimeLimit {
    /// A limited time, within which the order is ready.
    #[must_use]
    pub fn of(time: Duration) -> Self {
        Self { stop_at: Instant::now().checked_add(time.saturating_sub(time / SPARE)) }
    }

    /// Time without a limit.
    #[must_use]
    pub const fn unlimited() -> Self {
        Self { stop_at: None }
    }

    /// Whether the time is limited.
    #[must_use]
    pub const fn is_limited(&self) -> bool {
        self.stop_at.is_some()
    }

    /// Whether the search must stop now.
    #[must_use]
    pub fn is_up(&self) -> bool {
        self.stop_at.is_some_and(|stop_at| Instant::now() >= stop_at)
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::TimeLimit;

    #[test]
    fn search_stops_with_time_to_spare() {
        let time = TimeLimit::of(Duration::from_mins(80));
        let left = time.stop_at.expect("it is limited").saturating_duration_since(Instant::now());
        assert!(left <= Duration::from_mins(70) && left > Duration::from_mins(69));
        assert!(!time.is_up() && TimeLimit::of(Duration::ZERO).is_up());
        assert!(!TimeLimit::of(Duration::MAX).is_up() && !TimeLimit::unlimited().is_up());
    }
}
