//! Durations in words.

use crate::table::duration_text;

/// Formats a duration for people, rounded up to seconds: `60 s`, `2 min 30 s`, `15 min`. Above two hours, whole minutes are enough.
pub fn humanize(ms: u64) -> String {
    let s = ms.div_ceil(1000);
    duration_text(if s > 7200 { s / 60 * 60 } else { s }.saturating_mul(1000))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_are_said_as_people_say_them() {
        assert_eq!(
            [60_000, 120_000, 150_000, 900_000, 7_200_000, 12_312_000].map(humanize),
            ["60 s", "2 min", "2 min 30 s", "15 min", "2 h", "3 h 25 min"]
        );
    }
}
