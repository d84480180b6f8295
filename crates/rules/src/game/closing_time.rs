//! The time of day at which steps close.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::{plain, time_of_day};

/// A time of day, to the minute. `Display` is the record's text, `21:00`. `FromStr` also accepts what people write: `21`, `9pm`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ClosingTime(u16);

impl ClosingTime {
    /// The time in minutes after midnight.
    #[must_use]
    pub const fn minutes(self) -> u16 {
        self.0
    }
}

impl fmt::Display for ClosingTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02}:{:02}", self.0 / 60, self.0 % 60)
    }
}

/// The text is not a time of day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a closing time is a time of day, such as 21:00")]
pub struct NoClosingTime;

impl FromStr for ClosingTime {
    type Err = NoClosingTime;

    fn from_str(text: &str) -> Result<Self, NoClosingTime> {
        time_of_day(&plain(text)).map(Self).ok_or(NoClosingTime)
    }
}

impl Serialize for ClosingTime {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for ClosingTime {
    /// Accepts the record's text alone, so that a time has one form in records.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let time: Self = text.parse().map_err(de::Error::custom)?;
        if time.to_string() == text { Ok(time) } else { Err(de::Error::custom(NoClosingTime)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn closing_times_round_trip_and_others_are_refused() {
        for minute in 0..24 * 60 {
            let time = ClosingTime(minute);
            assert_eq!(time.to_string().parse(), Ok(time));
            let json = serde_json::to_string(&time).unwrap();
            assert_eq!(serde_json::from_str::<ClosingTime>(&json).unwrap(), time);
        }
        for (text, read) in [("21", "21:00"), ("9pm", "21:00"), (" 9:05 PM ", "21:05"), ("２１：３０", "21:30")] {
            assert_eq!(text.parse::<ClosingTime>().unwrap().to_string(), read, "{text}");
        }
        for text in ["", "24:00", "21:60", "soon", "21:00-22:00"] {
            assert_eq!(text.parse::<ClosingTime>(), Err(NoClosingTime), "{text}");
        }
        for text in [r#""21""#, r#""9pm""#, "21", "null"] {
            assert!(serde_json::from_str::<ClosingTime>(text).is_err(), "{text}");
        }
    }
}
