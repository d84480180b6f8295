//! Discord's ids and Discord's clock.
//!
//! Every id contains its time of creation in ms. All ids of a running sandbox come from one [`Clock`]. So two ids are
//! never equal, and ids of the same millisecond increase.

use std::fmt;
use std::str::FromStr;
use std::time::{SystemTime, UNIX_EPOCH};

use chrono::{DateTime, SecondsFormat, Utc};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// Discord's epoch, in Unix ms.
const DISCORD_EPOCH_MS: i64 = 1_420_070_400_000;
/// The number of low bits of an id that distinguish ids of one millisecond.
const SERIAL_BITS: u32 = 22;

/// A Discord id: its time in ms above a serial number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Snowflake(u64);

impl Snowflake {
    /// Returns the id with this number.
    #[must_use]
    pub const fn new(number: u64) -> Self {
        Self(number)
    }

    /// Returns the id with this time, in Unix ms, and serial number.
    #[must_use]
    pub const fn made_at(ms: i64, serial: u64) -> Self {
        let since = if ms > DISCORD_EPOCH_MS { ms.abs_diff(DISCORD_EPOCH_MS) } else { 0 };
        Self((since << SERIAL_BITS) | (serial & ((1 << SERIAL_BITS) - 1)))
    }

    /// Returns the number.
    #[must_use]
    pub const fn get(self) -> u64 {
        self.0
    }

    /// Returns the time of creation, in Unix ms of Discord's clock.
    #[must_use]
    pub const fn ms(self) -> i64 {
        (self.0 >> SERIAL_BITS).cast_signed() + DISCORD_EPOCH_MS
    }
}

impl fmt::Display for Snowflake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for Snowflake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Snowflake {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse().map(Self)
    }
}

impl From<u64> for Snowflake {
    fn from(number: u64) -> Self {
        Self(number)
    }
}

impl Serialize for Snowflake {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Snowflake {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = serde_json::Value::deserialize(deserializer)?;
        read(&value).ok_or_else(|| de::Error::custom("an id is a string of digits"))
    }
}

/// Reads the id in a JSON value: a string of digits, or a number.
pub(crate) fn read(value: &serde_json::Value) -> Option<Snowflake> {
    value.as_u64().or_else(|| value.as_str()?.parse().ok()).map(Snowflake)
}

/// Discord's clock: this machine's clock with a skew, and the source of all ids.
#[derive(Debug)]
pub(crate) struct Clock {
    /// The time by which Discord's clock is ahead of this machine's, in ms.
    pub skew_ms: i64,
    serial: u64,
}

impl Clock {
    pub fn new(skew_ms: i64) -> Self {
        Self { skew_ms, serial: 0 }
    }

    /// Returns Discord's time in Unix ms.
    pub fn now_ms(&self) -> i64 {
        let local = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis());
        i64::try_from(local).unwrap_or(i64::MAX).saturating_add(self.skew_ms)
    }

    /// Returns a new id with the current time.
    pub fn mint(&mut self) -> Snowflake {
        self.mint_at(self.now_ms())
    }

    /// Returns a new id with the time `ms`.
    pub fn mint_at(&mut self, ms: i64) -> Snowflake {
        self.serial += 1;
        Snowflake::made_at(ms, self.serial)
    }
}

/// Formats `ms` as Discord's timestamp.
pub(crate) fn timestamp(ms: i64) -> String {
    DateTime::<Utc>::from_timestamp_millis(ms).unwrap_or_default().to_rfc3339_opts(SecondsFormat::Micros, false)
}

/// Formats `ms` for HTTP's `Date` header.
pub(crate) fn http_date(ms: i64) -> String {
    DateTime::<Utc>::from_timestamp_millis(ms).unwrap_or_default().format("%a, %d %b %Y %H:%M:%S GMT").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_tells_its_time_and_ids_of_one_millisecond_are_in_order() {
        let mut clock = Clock::new(0);
        let (first, second) = (clock.mint_at(1_767_225_600_123), clock.mint_at(1_767_225_600_123));
        assert_eq!(first.ms(), 1_767_225_600_123);
        assert!(second > first);
    }

    #[test]
    fn an_id_is_a_string_in_json() {
        let id: Snowflake = serde_json::from_str("\"175928847299117063\"").unwrap();
        assert_eq!(id.ms(), 1_462_015_105_796);
        assert_eq!(serde_json::to_string(&id).unwrap(), "\"175928847299117063\"");
    }

    #[test]
    fn times_are_written_as_discord_and_http_do() {
        assert_eq!(timestamp(1_462_015_105_796), "2016-04-30T11:18:25.796000+00:00");
        assert_eq!(http_date(1_462_015_105_796), "Sat, 30 Apr 2016 11:18:25 GMT");
    }
}
