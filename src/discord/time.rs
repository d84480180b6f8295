//! Moments as Discord shows them: live, and in each reader's own time zone.

use crate::store::UnixMs;

/// A countdown that runs by itself: `in 43 seconds`.
#[must_use]
pub fn countdown(at: UnixMs) -> String {
    format!("<t:{}:R>", at.0.div_euclid(1000))
}

/// A time of day with seconds.
#[must_use]
pub fn clock(at: UnixMs) -> String {
    format!("<t:{}:T>", at.0.div_euclid(1000))
}

/// A length of time in words: `45 s`, `2 min`, `1 h 30 min`.
#[must_use]
pub fn length(seconds: u64) -> String {
    let (hours, minutes, rest) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    [(hours, "h"), (minutes, "min"), (rest, "s")]
        .into_iter()
        .filter(|&(amount, unit)| amount > 0 || (seconds == 0 && unit == "s"))
        .map(|(amount, unit)| format!("{amount} {unit}"))
        .collect::<Vec<_>>()
        .join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_whole_seconds_never_too_late() {
        assert_eq!(countdown(UnixMs(1_999)), "<t:1:R>");
        assert_eq!(clock(UnixMs(2_000)), "<t:2:T>");
    }

    #[test]
    fn lengths_read_well() {
        assert_eq!(length(0), "0 s");
        assert_eq!(length(90), "1 min 30 s");
        assert_eq!(length(5_400), "1 h 30 min");
    }
}
