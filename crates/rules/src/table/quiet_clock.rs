//! Quiet hours and closing times on a record's clock.
//!
//! - A closing time sets the end of a step when the step begins: the first closing time after the step's own time. Pauses and extensions
//!   are added to that.
//! - Awake time is the part of a record's time outside quiet hours. Deadlines are computed by converting times to awake time and back.
//!   Without quiet hours both are equal.
//! - Every day has 24 hours. A match keeps the server's clock offset at its opening, even if clocks change later.

use serde::Deserialize as _;

use super::Header;
use crate::game::{ClosingTime, Key, QuietHours};

const MINUTE_MS: u32 = 60_000;
const DAY_MS: u32 = 24 * 60 * MINUTE_MS;

/// A time of day, in ms after midnight.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TimeOfDay(u32);

impl TimeOfDay {
    /// The latest time of day, in ms.
    pub const LAST: u32 = DAY_MS - 1;

    /// A time of day in ms, from 0 to [`TimeOfDay::LAST`].
    #[must_use]
    pub fn new(ms: u64) -> Option<Self> {
        u32::try_from(ms).ok().filter(|&ms| ms <= Self::LAST).map(Self)
    }

    /// The time in ms after midnight.
    #[must_use]
    pub const fn ms(self) -> u32 {
        self.0
    }
}

impl Header {
    /// The hours in which no time of the match runs out, on the clock of [`Header::time_of_day`].
    #[must_use]
    pub fn quiet(&self) -> Option<QuietHours> {
        self.ruleset.get(Key::QUIET.name).and_then(|hours| QuietHours::deserialize(hours).ok())
    }

    /// The time of day at which steps close, on the clock of [`Header::time_of_day`].
    #[must_use]
    pub fn closes(&self) -> Option<ClosingTime> {
        self.ruleset.get(Key::CLOSES.name).and_then(|time| ClosingTime::deserialize(time).ok())
    }

    /// Whether the match has quiet hours or a closing time.
    #[must_use]
    pub fn goes_by_days(&self) -> bool {
        self.quiet().is_some() || self.closes().is_some()
    }
}

/// The quiet hours and closing time of a record, relative to its time 0.
#[derive(Clone, Copy, Debug, Default)]
pub struct Days {
    quiet: Option<Quiet>,
    /// The first closing time after the record's time 0, in ms, within the first day.
    closes: Option<u32>,
}

/// Quiet hours, in ms.
#[derive(Clone, Copy, Debug)]
struct Quiet {
    lasts: u32,
    /// The time from the beginning of the last quiet hours to the record's time 0.
    begun: u32,
}

impl Quiet {
    /// The awake time in each day, in ms; not 0.
    fn awake(self) -> u128 {
        u128::from(DAY_MS - self.lasts)
    }
}

impl Days {
    /// `opening` is the time of day at the record's time 0.
    pub fn new(quiet: Option<QuietHours>, closes: Option<ClosingTime>, opening: TimeOfDay) -> Self {
        let quiet = quiet.map(|quiet| {
            let [from, lasts] = [quiet.from(), quiet.lasts()].map(|minutes| u32::from(minutes) * MINUTE_MS);
            Quiet { lasts, begun: (opening.ms() + DAY_MS - from) % DAY_MS }
        });
        let closes = closes.map(|at| (u32::from(at.minutes()) * MINUTE_MS + DAY_MS - opening.ms()) % DAY_MS);
        Self { quiet, closes }
    }

    /// The first closing time at or after a time; without a closing time, the time unchanged.
    pub fn closing(self, time: u64) -> u64 {
        let Some(closes) = self.closes else { return time };
        let [day, closes] = [u64::from(DAY_MS), u64::from(closes)];
        time.saturating_add((closes + day - time % day) % day)
    }

    /// The awake time up to a time, in ms since a moment before the record.
    fn awake(self, time: u64) -> u128 {
        let Some(quiet) = self.quiet else { return time.into() };
        let [time, day] = [u128::from(time) + u128::from(quiet.begun), DAY_MS.into()];
        time / day * quiet.awake() + (time % day).saturating_sub(quiet.lasts.into())
    }

    /// The time outside quiet hours at which this much awake time has passed.
    fn time(self, awake: u128) -> u64 {
        let time = match self.quiet {
            None => awake,
            Some(quiet) => {
                let day = awake / quiet.awake() * u128::from(DAY_MS);
                let time = day + u128::from(quiet.lasts) + awake % quiet.awake();
                time.saturating_sub(quiet.begun.into())
            }
        };
        u64::try_from(time).unwrap_or(u64::MAX)
    }

    /// The time itself, or the end of the quiet hours that it falls in.
    pub fn moved(self, time: u64) -> u64 {
        self.time(self.awake(time))
    }

    /// The awake time between two times; 0 if `to` is earlier.
    pub fn between(self, from: u64, to: u64) -> u64 {
        u64::try_from(self.awake(to).saturating_sub(self.awake(from))).unwrap_or(u64::MAX)
    }

    /// The time after which this much awake time has passed since `from`.
    pub fn after(self, from: u64, awake_ms: u64) -> u64 {
        self.time(self.awake(from) + u128::from(awake_ms))
    }

    /// The time since which this much awake time has passed at `to`.
    pub fn before(self, to: u64, awake_ms: u64) -> u64 {
        self.time(self.awake(to).saturating_sub(awake_ms.into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: u64 = 3_600_000;

    fn days(quiet: &str, hour: u64) -> Days {
        Days::new(Some(quiet.parse().unwrap()), None, TimeOfDay::new(hour * HOUR).unwrap())
    }

    #[test]
    fn time_in_quiet_hours_moves_to_their_end() {
        // Opened at 20:00: quiet hours begin 2 hours later and end 12 hours later.
        let days = days("22:00-08:00", 20);
        for (time, moved) in [
            (0, 0),
            (2 * HOUR - 1, 2 * HOUR - 1),
            (2 * HOUR, 12 * HOUR),
            (12 * HOUR - 1, 12 * HOUR),
            (12 * HOUR, 12 * HOUR),
            (26 * HOUR, 36 * HOUR),
        ] {
            assert_eq!(days.moved(time), moved, "{time}");
        }
        assert_eq!(days.between(HOUR, 13 * HOUR), 2 * HOUR);
        assert_eq!(days.between(13 * HOUR, HOUR), 0);
        assert_eq!(days.after(HOUR, HOUR), 12 * HOUR);
        assert_eq!(days.before(13 * HOUR, 2 * HOUR), HOUR);
    }

    #[test]
    fn awake_time_matches_counted_minutes() {
        for (quiet, opening) in
            [("22:00-08:00", 20), ("22:00-08:00", 3), ("00:00-16:00", 0), ("9:30-9:31", 9), ("23:59-0", 23)]
        {
            let hours: QuietHours = quiet.parse().unwrap();
            let days = days(quiet, opening);
            let is_quiet = |minute: u64| {
                let of_day = (opening * 60 + minute) % (24 * 60);
                (of_day + 24 * 60 - u64::from(hours.from())) % (24 * 60) < u64::from(hours.lasts())
            };
            let mut awake = 0;
            for minute in 0..3 * 24 * 60 {
                let time = minute * 60_000;
                assert_eq!(days.between(0, time), awake * 60_000, "{quiet} {minute}");
                assert_eq!(days.moved(time) == time, !is_quiet(minute), "{quiet} {minute}");
                assert_eq!(days.after(0, awake * 60_000), days.moved(time), "{quiet} {minute}");
                assert_eq!(days.before(time, awake * 60_000), days.moved(0), "{quiet} {minute}");
                awake += u64::from(!is_quiet(minute));
            }
        }
    }

    #[test]
    fn step_closes_at_the_first_closing_time_after_its_own() {
        for (opening, closes) in
            [(20, "21:00"), (21, "21:00"), (22, "21:00"), (0, "00:00"), (23, "23:59"), (12, "3:07")]
        {
            let closing: ClosingTime = closes.parse().unwrap();
            let days = Days::new(None, Some(closing), TimeOfDay::new(opening * HOUR).unwrap());
            for minute in 0..3 * 24 * 60 {
                let at = days.closing(minute * 60_000);
                let of_day = (opening * 60 + at / 60_000) % (24 * 60);
                assert_eq!((of_day, at % 60_000), (closing.minutes().into(), 0), "{opening} {closes} {minute}");
                assert!((minute * 60_000..minute * 60_000 + 24 * HOUR).contains(&at), "{opening} {closes} {minute}");
                // A time between two minutes closes with the later minute.
                assert_eq!(days.closing(minute * 60_000 + 1), days.closing((minute + 1) * 60_000));
            }
        }
    }

    #[test]
    fn awake_time_equals_time_without_quiet_hours() {
        let days = Days::new(None, None, TimeOfDay::new(5).unwrap());
        assert_eq!((days.moved(7), days.between(3, 10), days.after(3, 4), days.before(9, 4)), (7, 7, 7, 5));
        assert_eq!((days.after(u64::MAX, 1), days.before(1, 2)), (u64::MAX, 0));
    }

    #[test]
    fn awake_time_arithmetic_saturates() {
        let days = days("22:00-08:00", 20);
        assert_eq!(days.after(u64::MAX, u64::MAX), u64::MAX);
        assert!(days.moved(u64::MAX) >= u64::MAX - 24 * HOUR);
        assert_eq!(TimeOfDay::new(24 * HOUR), None);
    }
}
