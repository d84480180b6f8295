//! Durations in words.

/// Formats a duration for people, rounded up to seconds: `60 s`, `15 minutes`, `2 min 30 s`, `3 h 25 min`.
pub fn humanize(ms: u64) -> String {
    let s = ms.div_ceil(1000);
    match (s / 60, s % 60) {
        _ if s <= 120 => format!("{s} s"),
        (minutes, 0) if minutes % 60 == 0 && minutes > 60 => format!("{} hours", minutes / 60),
        (minutes, _) if minutes > 120 => format!("{} h {} min", minutes / 60, minutes % 60),
        (minutes, 0) => format!("{minutes} minutes"),
        (minutes, s) => format!("{minutes} min {s} s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_are_said_as_people_say_them() {
        assert_eq!(
            [60_000, 120_000, 150_000, 900_000, 7_200_000, 12_312_000].map(humanize),
            ["60 s", "120 s", "2 min 30 s", "15 minutes", "2 hours", "3 h 25 min"]
        );
    }
}
