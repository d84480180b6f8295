//! Time zones by the name of a city, or by the local time.

use std::cmp::Reverse;

use chrono::{DateTime, NaiveTime, TimeDelta};
use chrono_tz::Tz;
use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

use crate::ids::UnixMs;

/// Large cities without a zone of the same name, in lower case, with their zones.
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

/// Outdated names of zones that also have a current name.
const OLD: [Tz; 12] = [
    Tz::Africa__Asmera,
    Tz::America__Godthab,
    Tz::Asia__Calcutta,
    Tz::Asia__Katmandu,
    Tz::Asia__Rangoon,
    Tz::Asia__Saigon,
    Tz::Atlantic__Faeroe,
    Tz::Europe__Belfast,
    Tz::Europe__Kiev,
    Tz::Pacific__Enderbury,
    Tz::Pacific__Ponape,
    Tz::Pacific__Truk,
];

/// Removes marks from letters and lowers their case, as in zones' names: `São Paulo` is `sao paulo`.
fn plain_letters(text: &str) -> String {
    let letter = |letter: char| match letter {
        // These letters do not decompose.
        'ł' => "l".to_owned(),
        'ø' => "o".to_owned(),
        'ı' => "i".to_owned(),
        'ß' => "ss".to_owned(),
        '_' => " ".to_owned(),
        other => other.to_string(),
    };
    let apart = text.trim().nfd().filter(|&letter| !is_combining_mark(letter)).collect::<String>();
    apart.to_lowercase().chars().map(letter).collect()
}

/// Returns the zones that a text may mean: an exact name first, then cities with this prefix, then other matches.
pub fn zones(typed: &str) -> Vec<Tz> {
    let typed = plain_letters(typed);
    // "New York City" is a common name, but the zone is "New York".
    let typed = typed.strip_suffix(" city").filter(|city| *city == "new york").unwrap_or(&typed).to_owned();
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

/// Splits a text into a time and a city.
fn time_and_city(typed: &str) -> Option<(String, String)> {
    let words: Vec<&str> = typed.split([' ', ',']).filter(|word| !word.is_empty()).collect();
    let cuts = (0..=words.len()).map(|at| words.split_at(at));
    let mut parts: Vec<_> = cuts.flat_map(|(first, rest)| [(first, rest), (rest, first)]).collect();
    // A time of day can have several words: `2:35 pm`.
    parts.sort_by_key(|(time, _)| Reverse(time.len()));
    let is_time = |time: &str| ahead(time).is_some() || clock(time).is_some();
    let mut timed = parts.into_iter().map(|(time, city)| (time.join(" "), city.join(" ")));
    timed.find(|(time, _)| is_time(time))
}

/// Returns the zones that a text may mean: a city or a zone's name, the current time there, or both, which narrows the result.
pub fn zones_meant(typed: &str, now: UnixMs) -> Vec<Tz> {
    let Some((time, city)) = time_and_city(typed) else { return zones(typed) };
    let fits = zones_where_it_is(&time, now);
    if city.is_empty() { fits } else { zones(&city).into_iter().filter(|zone| fits.contains(zone)).collect() }
}

/// Returns the zone of the city in a text with another time.
pub fn zone_of_city(typed: &str) -> Option<Tz> {
    let (_, city) = time_and_city(typed)?;
    zones(&city).into_iter().next().filter(|_| !city.is_empty())
}

/// The allowed error of a clock time, in minutes.
const CLOCK_OFF_MIN: i64 = 7;

/// The accepted formats of a clock time.
const CLOCKS: [&str; 5] = ["%H:%M", "%H.%M", "%Hh%M", "%I:%M %p", "%I:%M%p"];

/// Parses a clock time.
fn clock(typed: &str) -> Option<NaiveTime> {
    CLOCKS.iter().find_map(|clock| NaiveTime::parse_from_str(typed.trim(), clock).ok())
}

/// Parses an offset such as `UTC+2` or `+05:30`.
fn ahead(typed: &str) -> Option<TimeDelta> {
    let typed = typed.trim().to_uppercase();
    let typed = typed.strip_prefix("UTC").or_else(|| typed.strip_prefix("GMT")).unwrap_or(&typed).trim();
    let (sign, figures) = match typed.strip_prefix('+') {
        Some(figures) => (1, figures),
        None => (-1, typed.strip_prefix(['-', '−'])?),
    };
    let (hours, minutes) = figures.split_once(':').unwrap_or((figures, "0"));
    let (hours, minutes): (i64, i64) = (hours.trim().parse().ok()?, minutes.parse().ok()?);
    ((0..=14).contains(&hours) && (0..60).contains(&minutes)).then(|| TimeDelta::minutes(sign * (hours * 60 + minutes)))
}

/// Returns the zones whose current time fits a clock time such as `14:35`, or an offset such as `UTC+2`.
/// Zones with large cities come first.
fn zones_where_it_is(typed: &str, now: UnixMs) -> Vec<Tz> {
    let Some(now) = DateTime::from_timestamp_millis(now.0) else { return Vec::new() };
    let Some(time) = ahead(typed).map(|ahead| (now + ahead).time()).or_else(|| clock(typed)) else { return Vec::new() };
    let fits = |zone: &Tz| {
        let apart = (now.with_timezone(zone).time() - time).num_minutes().rem_euclid(24 * 60);
        apart <= CLOCK_OFF_MIN || apart >= 24 * 60 - CLOCK_OFF_MIN
    };
    let large = [Tz::UTC].into_iter().chain(CITIES.into_iter().map(|(_, zone)| zone));
    // Zones without a place, such as `EST` or `Etc/GMT+5`, have no summer time.
    let named =
        |zone: &Tz| zone.name().contains('/') && !zone.name().starts_with("Etc/") && !zone.name().starts_with("US/");
    let mut found = Vec::new();
    for zone in large.chain(chrono_tz::TZ_VARIANTS.into_iter().filter(named)) {
        if fits(&zone) && !found.contains(&zone) && !OLD.contains(&zone) {
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
        // Auckland is on another day.
        assert!(zones_where_it_is("00:02", now).contains(&Tz::Pacific__Auckland));
        for typed in ["11:02 am", "11.02", "UTC", "gmt+0"] {
            let found = zones_where_it_is(typed, now);
            assert_eq!(found.first(), (typed != "UTC").then_some(&Tz::UTC), "{typed}: {found:?}");
            assert!(!found.contains(&Tz::Europe__Belfast), "it is London's");
        }
        for typed in ["UTC+1", "utc +1", "+01:00", "12:00 PM"] {
            assert!(zones_where_it_is(typed, now).contains(&Tz::Europe__Berlin), "{typed}");
        }
        assert!(zones_where_it_is("UTC-5:00", now).contains(&Tz::America__New_York));
        assert!(zones_where_it_is("+5:30", now).contains(&Tz::Asia__Kolkata));
        for typed in ["", "noon", "25:00", "12:20", "UTC+99", "+", "-x"] {
            assert_eq!(zones_where_it_is(typed, now), [], "{typed}");
        }
    }

    #[test]
    fn a_city_and_its_time_are_read_together() {
        // Sunday, 22 November 2026, 11:00 UTC.
        let now = UnixMs(1_795_345_200_000);
        for typed in ["Berlin 12:00", "12:00 berlin", "12:00 PM, Berlin", "UTC+1 Berlin"] {
            assert_eq!(zones_meant(typed, now), [Tz::Europe__Berlin], "{typed}");
        }
        assert_eq!(zones_meant("new york 6:00", now), [Tz::America__New_York]);
        assert!(zones_meant("Berlin 18:00", now).is_empty(), "it is not that time there");
        for typed in ["Berlin 5:00 am", "5:20 Berlin"] {
            assert_eq!(
                (zones_meant(typed, now), zone_of_city(typed)),
                (Vec::new(), Some(Tz::Europe__Berlin)),
                "{typed}"
            );
        }
        assert_eq!(["Berlin", "5:00 am", "5:00 Atlantis"].map(zone_of_city), [None; 3]);
        assert_eq!(zones_meant("Berlin", now), zones("Berlin"));
        assert_eq!(zones_meant("12:00", now), zones_where_it_is("12:00", now));
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
            ("São Paulo", Tz::America__Sao_Paulo),
            ("Zürich", Tz::Europe__Zurich),
            ("Zu\u{308}rich", Tz::Europe__Zurich),
            ("New York City", Tz::America__New_York),
            ("UTC", Tz::UTC),
        ] {
            assert_eq!(zones(typed).first(), Some(&zone), "{typed}");
        }
        assert!(zones("Atlantis City").is_empty());
        assert!(CITIES.is_sorted_by_key(|(city, _)| *city));
    }
}
