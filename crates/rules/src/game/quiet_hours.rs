//! The hours of a day in which no deadline falls.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::{plain, time_of_day};

/// Daily hours in which no deadline falls. `Display` is the record's text, `22:00-08:00`. `FromStr` also accepts what people write: `22-8`,
/// `22:00 – 8:00`, `10pm-8am`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct QuietHours {
    /// The first quiet minute, in minutes after midnight.
    from: u16,
    /// The first minute that is not quiet, in minutes after midnight.
    to: u16,
}

const DAY_MIN: u16 = 24 * 60;

impl QuietHours {
    /// The longest duration, in hours: a match must be able to continue on each day.
    pub const LONGEST_H: u16 = 16;

    /// The beginning, in minutes after midnight.
    #[must_use]
    pub const fn from(self) -> u16 {
        self.from
    }

    /// The duration, in minutes: from 1 to [`QuietHours::LONGEST_H`] hours.
    #[must_use]
    pub const fn lasts(self) -> u16 {
        (self.to + DAY_MIN - self.from) % DAY_MIN
    }

    /// The hours as shown: `22:00–08:00`.
    #[must_use]
    pub fn words(self) -> String {
        self.to_string().replace('-', "–")
    }
}

impl fmt::Display for QuietHours {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [from, to] = [self.from, self.to];
        write!(f, "{:02}:{:02}-{:02}:{:02}", from / 60, from % 60, to / 60, to % 60)
    }
}

/// The text is not a span of quiet hours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoQuietHours {
    #[error("quiet hours are two times of day, such as 22:00-08:00")]
    Unreadable,
    #[error("quiet hours begin and end at different times")]
    Empty,
    #[error("quiet hours last at most {} hours", QuietHours::LONGEST_H)]
    TooLong,
}

impl FromStr for QuietHours {
    type Err = NoQuietHours;

    fn from_str(text: &str) -> Result<Self, NoQuietHours> {
        let text = plain(text);
        let (from, to) = text.split_once('-').ok_or(NoQuietHours::Unreadable)?;
        let [Some(from), Some(to)] = [from, to].map(time_of_day) else { return Err(NoQuietHours::Unreadable) };
        let hours = Self { from, to };
        match hours.lasts() {
            0 => Err(NoQuietHours::Empty),
            lasts if lasts > Self::LONGEST_H * 60 => Err(NoQuietHours::TooLong),
            _ => Ok(hours),
        }
    }
}

impl Serialize for QuietHours {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for QuietHours {
    /// Accepts the record's text alone, so that a span has one form in records.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let hours: Self = text.parse().map_err(de::Error::custom)?;
        if hours.to_string() == text { Ok(hours) } else { Err(de::Error::custom(NoQuietHours::Unreadable)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quiet_hours_parse_in_common_forms() {
        for (text, read) in [
            ("22:00-08:00", "22:00-08:00"),
            ("22-8", "22:00-08:00"),
            (" 22:30 – 8:05 ", "22:30-08:05"),
            ("00:00-16:00", "00:00-16:00"),
            ("23:59-0", "23:59-00:00"),
            ("10pm-8am", "22:00-08:00"),
            ("10:30 PM — 8 a.m.", "22:30-08:00"),
            ("２２：００–８", "22:00-08:00"),
        ] {
            assert_eq!(text.parse::<QuietHours>().unwrap().to_string(), read, "{text}");
        }
        let hours: QuietHours = "22:30-8".parse().unwrap();
        assert_eq!((hours.from(), hours.lasts(), hours.words().as_str()), (1350, 570, "22:30–08:00"));
    }

    #[test]
    fn other_texts_are_no_quiet_hours() {
        for text in ["", "22:00", "22:00-", "24-8", "22:60-8", "22:0-8", "-8", "8-9-10", "+8-9", "22:00-8:00:00", "x-y"]
        {
            assert_eq!(text.parse::<QuietHours>(), Err(NoQuietHours::Unreadable), "{text}");
        }
        assert_eq!("8-08:00".parse::<QuietHours>(), Err(NoQuietHours::Empty));
        assert_eq!("16:00-08:01".parse::<QuietHours>(), Err(NoQuietHours::TooLong));
    }

    #[test]
    fn record_accepts_one_form_of_quiet_hours() {
        let hours: QuietHours = serde_json::from_str(r#""22:00-08:00""#).unwrap();
        assert_eq!(serde_json::to_string(&hours).unwrap(), r#""22:00-08:00""#);
        for text in [r#""22-8""#, r#""22:00–08:00""#, r#""8:00-8:00""#, "22", "null"] {
            assert!(serde_json::from_str::<QuietHours>(text).is_err(), "{text}");
        }
    }
}
