//! Quiet hours and closing times by a server's clock, and their text.
//!
//! A record stores only the time of day at its beginning. A match therefore keeps the offset that its server's zone had then, even if
//! the clocks change during the match.

use chrono::{DateTime, Offset, TimeZone};
use chrono_tz::Tz;

use crate::ids::{GuildId, UnixMs};
use crate::live::service::Service;
use crate::people::store::server_settings::Settings;
use crate::platform::sqlite::error::StoreError;
use crate::table::{Header, TimeOfDay};

const MINUTE_MS: i64 = 60_000;
const HOUR_MS: i64 = 60 * MINUTE_MS;
const DAY_MS: i64 = 24 * HOUR_MS;

/// A server's time zone; UTC if none is chosen, or if this version does not know it.
pub fn zone(settings: &Settings) -> Tz {
    settings.timezone.as_deref().and_then(|zone| zone.parse().ok()).unwrap_or(Tz::UTC)
}

/// The time of day in a zone.
fn time_in(zone: Tz, moment: UnixMs) -> TimeOfDay {
    let utc = DateTime::from_timestamp_millis(moment.0).unwrap_or_default().naive_utc();
    let offset = i64::from(zone.offset_from_utc_datetime(&utc).fix().local_minus_utc());
    let ms = moment.0.saturating_add(offset * 1000).rem_euclid(DAY_MS);
    u64::try_from(ms).ok().and_then(TimeOfDay::new).expect("a rest of a day")
}

/// The time of day at a moment on the server's clock, if the header's deadlines depend on it.
pub fn time_of_day(header: &Header, settings: &Settings, begun: UnixMs) -> Option<TimeOfDay> {
    header.goes_by_days().then(|| time_in(zone(settings), begun))
}

impl Service {
    /// Replaces a header's time of day, which may be another match's, by that of a beginning.
    pub async fn set_time_of_day(&self, header: &mut Header, guild: GuildId, begun: UnixMs) -> Result<(), StoreError> {
        header.time_of_day = None;
        if header.goes_by_days() {
            header.time_of_day = time_of_day(header, &self.store.settings(guild).await?, begun);
        }
        Ok(())
    }
}

/// A record's quiet hours with their offset: `22:00–08:00 UTC+1`. The record begins at `begun`.
pub fn words(header: &Header, begun: UnixMs) -> Option<String> {
    Some(format!("{} {}", header.quiet()?.words(), offset(header, begun)))
}

/// The time at which a record's steps close, with its offset: `21:00 UTC+1`.
pub fn closing(header: &Header, begun: UnixMs) -> Option<String> {
    Some(format!("{} {}", header.closes()?, offset(header, begun)))
}

/// The offset of a record's clock from UTC.
fn offset(header: &Header, begun: UnixMs) -> String {
    let here = i64::from(header.time_of_day.unwrap_or_default().ms());
    // Offsets a day apart give the same time of day; the more usual offset is taken.
    let ahead = (here - begun.0.rem_euclid(DAY_MS)).rem_euclid(DAY_MS);
    let offset = if ahead > 13 * HOUR_MS { ahead - DAY_MS } else { ahead };
    let (sign, minutes) = (if offset < 0 { "−" } else { "+" }, offset.abs() / MINUTE_MS);
    match (minutes / 60, minutes % 60) {
        (0, 0) => "UTC".to_owned(),
        (hours, 0) => format!("UTC{sign}{hours}"),
        (hours, minutes) => format!("UTC{sign}{hours}:{minutes:02}"),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::game::Key;

    /// Sunday, 22 November 2026, 11:00 UTC.
    const WINTER: UnixMs = UnixMs(1_795_345_200_000);
    /// Wednesday, 22 July 2026, 11:00 UTC.
    const SUMMER: UnixMs = UnixMs(1_784_718_000_000);

    fn said(zone: &str, begun: UnixMs) -> (u32, String) {
        let settings = Settings { timezone: Some(zone.to_owned()), ..Settings::default() };
        let mut header = Header::new("any");
        assert_eq!((time_of_day(&header, &settings, begun), words(&header, begun)), (None, None));
        header.ruleset.insert(Key::QUIET.name.to_owned(), json!("22:00-08:00"));
        header.time_of_day = time_of_day(&header, &settings, begun);
        let ms = header.time_of_day.map(TimeOfDay::ms).unwrap();
        (ms / 60_000, words(&header, begun).unwrap())
    }

    #[test]
    fn the_time_of_day_is_the_servers() {
        for (zone, begun, minutes, words) in [
            ("UTC", WINTER, 11 * 60, "22:00–08:00 UTC"),
            ("Europe/Berlin", WINTER, 12 * 60, "22:00–08:00 UTC+1"),
            ("Europe/Berlin", SUMMER, 13 * 60, "22:00–08:00 UTC+2"),
            ("America/New_York", WINTER, 6 * 60, "22:00–08:00 UTC−5"),
            ("Asia/Kolkata", WINTER, 16 * 60 + 30, "22:00–08:00 UTC+5:30"),
            ("America/St_Johns", WINTER, 7 * 60 + 30, "22:00–08:00 UTC−3:30"),
            ("Pacific/Auckland", WINTER, 0, "22:00–08:00 UTC+13"),
            ("Pacific/Honolulu", WINTER, 60, "22:00–08:00 UTC−10"),
            ("Of/Tomorrow", WINTER, 11 * 60, "22:00–08:00 UTC"),
        ] {
            assert_eq!(said(zone, begun), (minutes, words.to_owned()), "{zone}");
        }
        let part = UnixMs(WINTER.0 + 12_345);
        assert_eq!(time_in(Tz::UTC, part).ms(), 11 * 3_600_000 + 12_345);
    }
}
