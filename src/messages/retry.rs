//! The retry policy for everything that is sent.

use std::time::Duration;

/// The longest wait before a retry that a match waits for.
pub const MAX_BACKOFF_AWAITED: Duration = Duration::from_secs(15);
/// The longest wait before a retry that nobody waits for.
pub const MAX_BACKOFF_BACKGROUND: Duration = Duration::from_mins(5);
/// The wait after the first final refusal.
const REFUSED: Duration = Duration::from_mins(10);
/// The number of times that this wait doubles.
const DOUBLINGS: u32 = 6;

/// Returns the wait after so many failed attempts: 1 s, doubled each time, at most `most`, and at least the `asked` wait of Discord.
pub fn backoff(attempts: u32, most: Duration, asked: Duration) -> Duration {
    Duration::from_secs(1 << attempts.min(20)).min(most).max(asked)
}

/// Returns the wait after so many refusals, which Discord counts against the bot's address.
pub fn refusal_backoff(attempts: u32) -> Duration {
    REFUSED * 2_u32.pow(attempts.min(DOUBLINGS))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_double_up_to_the_longest_and_never_fall_short_of_what_discord_asks() {
        let waits = |attempts| backoff(attempts, MAX_BACKOFF_AWAITED, Duration::ZERO).as_secs();
        assert_eq!([0, 1, 3, 4, 99].map(waits), [1, 2, 8, 15, 15]);
        assert_eq!(backoff(0, MAX_BACKOFF_AWAITED, Duration::from_secs(40)).as_secs(), 40);
        assert_eq!([0, 1, 6, 7].map(|attempts| refusal_backoff(attempts).as_secs() / 60), [10, 20, 640, 640]);
    }
}
