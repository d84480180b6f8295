//! Time zones by the name of a city.

use chrono::{DateTime, NaiveTime};
use chrono_tz::Tz;

use crate::ids::UnixMs;

/// Large cities that no zone is named after, in lower case, with the zone they are in.
const CITIES: [(&str, Tz); 46] = [
    ("abu dhabi", Tz::Asia__Dubai),
    ("ankara", Tz::Europe__Istanbul),
    ("atlanta", Tz::America__New_York),
    ("austin", Tz::America__Chicago),
    ("barcelona", Tz::Europe__Madrid),
    ("basel", Tz::Europe__Zurich),
    ("beijing", Tz::Asia__Shanghai),
    ("bengaluru", Tz::Asia__Kolkata),
    ("birmingham", Tz::Europe__London),
    ("boston", Tz::America__New_York),
    ("cape town", Tz::Africa__Johannesburg),
    ("cardiff", Tz::Europe__London),
    ("cologne", Tz::Europe__Berlin),
    ("dallas", Tz::America__Chicago),
    ("delhi", Tz::Asia__Kolkata),
    ("edinburgh", Tz::Europe__London),
    ("frankfurt", Tz::Europe__Berlin),
    ("geneva", Tz::Europe__Zurich),
    ("hamburg", Tz::Europe__Berlin),
    ("hanoi", Tz::Asia__Ho_Chi_Minh),
    ("houston", Tz::America__Chicago),
    ("islamabad", Tz::Asia__Karachi),
    ("krakow", Tz::Europe__Warsaw),
    ("kyoto", Tz::Asia__Tokyo),
    ("las vegas", Tz::America__Los_Angeles),
    ("lyon", Tz::Europe__Paris),
    ("manchester", Tz::Europe__London),
    ("marseille", Tz::Europe__Paris),
    ("miami", Tz::America__New_York),
    ("milan", Tz::Europe__Rome),
    ("mumbai", Tz::Asia__Kolkata),
    ("munich", Tz::Europe__Berlin),
    ("naples", Tz::Europe__Rome),
    ("osaka", Tz::Asia__Tokyo),
    ("ottawa", Tz::America__Toronto),
    ("philadelphia", Tz::America__New_York),
    ("porto", Tz::Europe__Lisbon),
    ("rio de janeiro", Tz::America__Sao_Paulo),
    ("rotterdam", Tz::Europe__Amsterdam),
    ("saint petersburg", Tz::Europe__Moscow),
    ("san diego", Tz::America__Los_Angeles),
    ("san francisco", Tz::America__Los_Angeles),
    ("seattle", Tz::America__Los_Angeles),
    ("seville", Tz::Europe__Madrid),
    ("washington", Tz::America__New_York),
    ("wellington", Tz::Pacific__Auckland),
];

/// The zones that a text may mean, those whose city begins with it first.
pub fn zones(typed: &str) -> Vec<Tz> {
    let typed = typed.trim().to_lowercase().replace('_', " ");
    let plain = |zone: &Tz| zone.name().to_lowercase().replace('_', " ");
    let exact = chrono_tz::TZ_VARIANTS.into_iter().filter(|zone| plain(zone) == typed);
    let city = |zone: &Tz| plain(zone).rsplit('/').next().is_some_and(|city| city.starts_with(&typed));
    let without = CITIES.into_iter().filter(|(city, _)| !typed.is_empty() && city.starts_with(&typed));
    let holding = chrono_tz::TZ_VARIANTS.into_iter().filter(|zone| plain(zone).contains(&typed));
    let all = exact
        .chain(chrono_tz::TZ_VARIANTS.into_iter().filter(city))
        .chain(without.map(|(_, zone)| zone))
        .chain(holding);
    let mut found = Vec::new();
    for zone in all {
        if !found.contains(&zone) {
            found.push(zone);
        }
    }
    found
}

/// How far a clock may be from the time it shows, in minutes.
const CLOCK_OFF_MIN: i64 = 7;

/// The zones in which it is a time of day now, as somebody reads it off a clock: `14:35`. Those with the largest cities come first.
pub fn zones_where_it_is(typed: &str, now: UnixMs) -> Vec<Tz> {
    let Ok(time) = NaiveTime::parse_from_str(typed.trim(), "%H:%M") else { return Vec::new() };
    let Some(now) = DateTime::from_timestamp_millis(now.0) else { return Vec::new() };
    let fits = |zone: &Tz| {
        let apart = (now.with_timezone(zone).time() - time).num_minutes().rem_euclid(24 * 60);
        apart <= CLOCK_OFF_MIN || apart >= 24 * 60 - CLOCK_OFF_MIN
    };
    let large = CITIES.into_iter().map(|(_, zone)| zone);
    // Names without a place, such as `EST` or `Etc/GMT+5`, know no summer time.
    let named =
        |zone: &Tz| zone.name().contains('/') && !zone.name().starts_with("Etc/") && !zone.name().starts_with("US/");
    let mut found = Vec::new();
    for zone in large.chain(chrono_tz::TZ_VARIANTS.into_iter().filter(named)) {
        if fits(&zone) && !found.contains(&zone) {
            found.push(zone);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_finds_the_zones_it_is_right_in() {
        // Sunday, 22 November 2026, 11:00 UTC.
        let now = UnixMs(1_795_345_200_000);
        let found = zones_where_it_is("12:05", now);
        assert!(found[..6].contains(&Tz::Europe__Berlin) && !found.contains(&Tz::Europe__London), "{found:?}");
        assert!(zones_where_it_is("16:28", now).contains(&Tz::Asia__Kolkata));
        // It is another day there.
        assert!(zones_where_it_is("00:02", now).contains(&Tz::Pacific__Auckland));
        for typed in ["", "noon", "25:00", "12:20"] {
            assert_eq!(zones_where_it_is(typed, now), [], "{typed}");
        }
    }

    #[test]
    fn a_city_finds_its_zone_first() {
        for (typed, zone) in [
            ("Europe/Berlin", Tz::Europe__Berlin),
            ("berlin", Tz::Europe__Berlin),
            ("New York", Tz::America__New_York),
            ("america/new_york", Tz::America__New_York),
            ("Munich", Tz::Europe__Berlin),
            ("san f", Tz::America__Los_Angeles),
            ("UTC", Tz::UTC),
        ] {
            assert_eq!(zones(typed).first(), Some(&zone), "{typed}");
        }
        assert!(zones("Atlantis City").is_empty());
        assert!(CITIES.is_sorted_by_key(|(city, _)| *city));
    }
}
