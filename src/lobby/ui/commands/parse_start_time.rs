//! Start times as people write them, in their server's time zone.

use chrono::{DateTime, Datelike, Days, LocalResult, NaiveDate, NaiveDateTime, NaiveTime, TimeZone, Utc, Weekday};
use chrono_tz::Tz;
use serenity::all::CreateAutocompleteResponse;

use crate::game::{parse_duration, plain, quoted, time_of_day};
use crate::ids::{GuildId, UnixMs};
use crate::lobby::server_time;
use crate::lobby::store::offered_times::Offers;
use crate::platform::discord::Bot;
use crate::platform::discord::error::Error;
use crate::platform::discord::slash_command::{Context, guild, stamp, suggestion, suggestions};

/// The furthest start ahead, in days.
const FURTHEST: u64 = 90;
/// The usual start of a match, for suggestions.
const EVENING: NaiveTime = NaiveTime::from_hms_opt(20, 0, 0).expect("a time of day");
/// The number of evenings suggested after today's.
const EVENINGS: u64 = 7;

/// Reads the start time of a command.
pub async fn read(ctx: Context<'_>, text: &str) -> Result<UnixMs, Error> {
    read_for(ctx.framework.user_data, guild(ctx)?, text, stamp(ctx).ms()).await
}

/// Reads one start time, or several with commas for the players to choose from.
pub async fn read_some(ctx: Context<'_>, text: &str) -> Result<(Option<UnixMs>, Option<Offers>), Error> {
    let (zone, now) = (zone(ctx).await?, stamp(ctx).ms());
    let times = several(text, zone, now).map_err(Error::refused)?;
    Ok(match times.as_slice() {
        [one] => (Some(*one), None),
        _ => (None, Some(Offers { times, zone: zone.name().to_owned(), ..Offers::default() })),
    })
}

/// Times separated by commas or semicolons, in order and without duplicates.
fn several(text: &str, zone: Tz, now: UnixMs) -> Result<Vec<UnixMs>, String> {
    let parts = text.split([',', ';']).filter(|part| !part.trim().is_empty());
    let named = |part: &str, why: String| {
        // The reason names the part already.
        let known = part.trim() == text.trim() || why.starts_with('`');
        if known { why } else { format!("{}: {why}", quoted(part)) }
    };
    let mut times =
        parts.map(|part| read_in(part, zone, now).map_err(|why| named(part, why))).collect::<Result<Vec<_>, _>>()?;
    if times.is_empty() {
        times.push(read_in(text, zone, now)?);
    }
    times.sort();
    times.dedup();
    if times.len() > Offers::MOST {
        return Err(format!("Those are {} times. Offer {} at most.", times.len(), Offers::MOST));
    }
    Ok(times)
}

/// Reads the start time of a form, which has to lie after `now`.
pub async fn read_for(bot: &Bot, guild: GuildId, text: &str, now: UnixMs) -> Result<UnixMs, Error> {
    read_in(text, zone_of(bot, guild).await?, now).map_err(Error::refused)
}

async fn zone(ctx: Context<'_>) -> Result<Tz, Error> {
    zone_of(ctx.framework.user_data, guild(ctx)?).await
}

async fn zone_of(bot: &Bot, guild: GuildId) -> Result<Tz, Error> {
    Ok(server_time::zone(&bot.store.settings(guild).await?))
}

/// Suggests the typed time if it can be read, otherwise those of the next evenings that have the typed text.
pub async fn suggest_start(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let Ok(zone) = zone(ctx).await else { return suggestions([]) };
    let offered = more_offers(typed, zone, stamp(ctx).ms());
    suggestions(offered.into_iter().filter_map(|(words, value)| suggestion(&words, &value)))
}

/// Suggestions for the last of several times, behind those typed before it.
fn more_offers(typed: &str, zone: Tz, now: UnixMs) -> Vec<(String, String)> {
    let Some((before, last)) = typed.rsplit_once(',') else { return offers(typed, zone, now) };
    if several(before, zone, now).is_err() {
        return offers(typed, zone, now);
    }
    let before = before.trim();
    let behind = |(words, value): (String, String)| (format!("{before}, {words}"), format!("{before}, {value}"));
    offers(last, zone, now).into_iter().map(behind).collect()
}

fn offers(typed: &str, zone: Tz, now: UnixMs) -> Vec<(String, String)> {
    let offer = |moment: UnixMs| {
        let local = utc(moment)?.with_timezone(&zone);
        let words = format!("{} ({zone})", local.format("%a %-d %b %Y, %H:%M"));
        Some((words, local.format("%Y-%m-%d %H:%M").to_string()))
    };
    if let Ok(moment) = read_in(typed, zone, now) {
        return offer(moment).into_iter().collect();
    }
    let Some(today) = utc(now).map(|now| now.with_timezone(&zone).date_naive()) else { return Vec::new() };
    let evenings =
        (0..=EVENINGS).filter_map(|days| local(today.checked_add_days(Days::new(days))?.and_time(EVENING), zone));
    let typed = typed.trim().to_lowercase();
    let fits = |(words, _): &(String, String)| words.to_lowercase().contains(&typed);
    evenings.filter(|&moment| moment > now).filter_map(offer).filter(fits).collect()
}

/// Reads `<t:1790000000:F>`, `2026-11-28 20:00`, `20:00`, `tomorrow 8pm`, `sat 20:00` or `in 15 min`.
fn read_in(text: &str, zone: Tz, now: UnixMs) -> Result<UnixMs, String> {
    let typed = text.trim();
    let unreadable = || {
        let tomorrow = utc(now).and_then(|now| now.with_timezone(&zone).date_naive().succ_opt());
        let date = tomorrow.map_or_else(String::new, |date| format!("{date} 20:00, "));
        format!(
            "{} is not a start time. Write {date}8pm, tomorrow 20:00, sat 8pm, in 30 min, or a Discord timestamp.",
            quoted(typed)
        )
    };
    let text = plain(typed).to_lowercase();
    let moment = if let Some(rest) = text.strip_prefix("<t:").and_then(|rest| rest.strip_suffix('>')) {
        let seconds = rest.split_once(':').map_or(rest, |(seconds, _)| seconds);
        UnixMs(seconds.parse::<i64>().ok().and_then(|seconds| seconds.checked_mul(1000)).ok_or_else(unreadable)?)
    } else if let Some(seconds) = from_now(&text) {
        seconds.checked_mul(1000).map(|ms| now.plus(ms)).ok_or_else(unreadable)?
    } else {
        let wanted = wall(&text, zone, now).ok_or_else(unreadable)?;
        let skipped = || {
            let time = wanted.format("%H:%M");
            format!("There is no {time} in {zone} on that day, because the clocks go forward. Name another time.")
        };
        local(wanted, zone).ok_or_else(skipped)?
    };
    if moment <= now {
        return Err("That start is in the past. Name a later time.".to_owned());
    }
    if moment.since(now) > FURTHEST * 24 * 60 * 60 * 1000 {
        return Err(format!("That start is more than {FURTHEST} days ahead. Name an earlier time."));
    }
    Ok(moment)
}

/// A span from now, in seconds: `in 2 h`. A text with minutes may leave out the `in`.
fn from_now(text: &str) -> Option<u64> {
    let after = text.strip_prefix("in ").or_else(|| Some(text).filter(|text| text.contains("min")))?;
    parse_duration(after).filter(|_| after.contains(|letter: char| letter.is_ascii_lowercase()))
}

/// A date and time on a clock of the zone, from a text in lower case.
fn wall(text: &str, zone: Tz, now: UnixMs) -> Option<NaiveDateTime> {
    let here = utc(now)?.with_timezone(&zone).naive_local();
    if let Ok(whole) = NaiveDateTime::parse_from_str(text, "%Y-%m-%dt%H:%M") {
        return Some(whole);
    }
    // The time may have a space in it: `sat 8 pm`.
    let cuts = text.match_indices(' ').map(|(at, _)| text.split_at(at));
    [("", text)].into_iter().chain(cuts).find_map(|(day, time)| {
        let time = clock_time(time)?;
        Some(date(day.trim(), time, here)?.and_time(time))
    })
}

/// A time of day; none for a bare number, which could also be a day.
fn clock_time(text: &str) -> Option<NaiveTime> {
    let text = text.trim();
    let bare = text.bytes().all(|byte| byte.is_ascii_digit());
    let minutes = time_of_day(text).filter(|_| !bare)?;
    NaiveTime::from_num_seconds_from_midnight_opt(u32::from(minutes) * 60, 0)
}

/// The date of a typed day; without a day, the next date on which the time lies ahead.
fn date(day: &str, time: NaiveTime, here: NaiveDateTime) -> Option<NaiveDate> {
    let after = |days: u64| here.date().checked_add_days(Days::new(days));
    match day.strip_suffix(" at").unwrap_or(day).trim() {
        "" => after(u64::from(time <= here.time())),
        "today" | "tonight" => Some(here.date()),
        "tomorrow" => after(1),
        day => {
            if let Ok(date) = NaiveDate::parse_from_str(day, "%Y-%m-%d") {
                return Some(date);
            }
            let wanted: Weekday = day.parse().ok()?;
            let ahead = (7 + wanted.num_days_from_monday() - here.weekday().num_days_from_monday()) % 7;
            after(u64::from(if ahead == 0 && time <= here.time() { 7 } else { ahead }))
        }
    }
}

/// The moment of a date and time in a zone: the first of two if the clocks are put back, none if they are put forward over it.
fn local(wall: NaiveDateTime, zone: Tz) -> Option<UnixMs> {
    match zone.from_local_datetime(&wall) {
        LocalResult::Single(moment) | LocalResult::Ambiguous(moment, _) => Some(UnixMs(moment.timestamp_millis())),
        LocalResult::None => None,
    }
}

fn utc(moment: UnixMs) -> Option<DateTime<Utc>> {
    DateTime::from_timestamp_millis(moment.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sunday, 22 November 2026, 12:00 in Berlin.
    const NOW: UnixMs = UnixMs(1_795_345_200_000);
    const ZONE: Tz = Tz::Europe__Berlin;

    fn shown(text: &str) -> Result<String, String> {
        let moment = read_in(text, ZONE, NOW)?;
        Ok(utc(moment).unwrap().with_timezone(&ZONE).format("%Y-%m-%d %H:%M").to_string())
    }

    #[test]
    fn times_are_read_in_the_servers_zone() {
        for (text, read) in [
            ("2026-11-28 20:00", "2026-11-28 20:00"),
            ("2026-11-28T20:00", "2026-11-28 20:00"),
            (" 20:00 ", "2026-11-22 20:00"),
            ("9:30", "2026-11-23 09:30"),
            ("12:00", "2026-11-23 12:00"),
            ("today 13:00", "2026-11-22 13:00"),
            ("Tomorrow 20:00", "2026-11-23 20:00"),
            ("sat 20:00", "2026-11-28 20:00"),
            ("Thursday 08:15", "2026-11-26 08:15"),
            ("sun 20:00", "2026-11-22 20:00"),
            ("sunday 11:00", "2026-11-29 11:00"),
            ("sat 8pm", "2026-11-28 20:00"),
            ("Sat. 8 p.m.", "2026-11-28 20:00"),
            ("saturday at 8:30 PM", "2026-11-28 20:30"),
            ("“8pm”", "2026-11-22 20:00"),
            ("tonight 8pm", "2026-11-22 20:00"),
            ("noon", "2026-11-23 12:00"),
            ("2026-11-28 8pm", "2026-11-28 20:00"),
            ("2026‑11‑28 ２０：００", "2026-11-28 20:00"),
            ("in 15 min", "2026-11-22 12:15"),
            ("15 min", "2026-11-22 12:15"),
            ("in 1h30m", "2026-11-22 13:30"),
            ("<t:1795345260>", "2026-11-22 12:01"),
            ("<t:1795345260:R>", "2026-11-22 12:01"),
        ] {
            assert_eq!(shown(text), Ok(read.to_owned()), "{text}");
        }
    }

    #[test]
    fn times_that_cannot_be_are_refused_with_a_sentence() {
        for (text, words) in [
            ("", "is not a start time"),
            ("soon", "is not a start time"),
            ("25:00", "is not a start time"),
            ("20", "is not a start time"),
            ("sat 8", "is not a start time"),
            ("13pm", "is not a start time"),
            ("20.11", "is not a start time"),
            ("in 15", "is not a start time"),
            ("`“soon”`", "`` `“soon”` `` is not a start time"),
            ("someday 20:00", "is not a start time"),
            ("<t:99999999999999999999>", "is not a start time"),
            ("<t:9223372036854775807>", "is not a start time"),
            ("`<@1>`", "is not a start time"),
            ("2026-11-22 11:59", "in the past"),
            ("today 09:00", "in the past"),
            ("<t:1795345200>", "in the past"),
            ("2027-06-01 20:00", "90 days ahead"),
        ] {
            let refused = shown(text).expect_err(text);
            assert!(refused.contains(words), "{text}: {refused}");
        }
        let spring = UnixMs(1_774_000_000_000);
        let refused = read_in("2026-03-29 02:30", ZONE, spring).unwrap_err();
        assert!(refused.contains("clocks go forward"), "{refused}");
        // Of an hour that occurs twice, the first is taken.
        let autumn = UnixMs(1_792_000_000_000);
        assert_eq!(read_in("2026-10-25 02:30", ZONE, autumn), Ok(UnixMs(1_792_888_200_000)));
    }

    #[test]
    fn several_times_are_read_in_order_each_once() {
        let shown = |text: &str| {
            let times = several(text, ZONE, NOW)?;
            let there = |time: &UnixMs| utc(*time).unwrap().with_timezone(&ZONE).format("%d %H:%M").to_string();
            Ok::<_, String>(times.iter().map(there).collect::<Vec<_>>().join(" "))
        };
        assert_eq!(shown("sat 20:00"), Ok("28 20:00".to_owned()));
        assert_eq!(shown("sat 20:00, tomorrow 19:30; 2026-11-28 20:00,"), Ok("23 19:30 28 20:00".to_owned()));
        assert!(shown("sat 20:00, soon").unwrap_err().contains("`soon` is not a start time"));
        assert!(shown(" , ").unwrap_err().contains("is not a start time"));
        let many: Vec<_> = (0..11).map(|minute| format!("tomorrow 20:{minute:02}")).collect();
        assert!(shown(&many.join(",")).unwrap_err().contains("Offer 10 at most"));
        let offered = more_offers("sat 20:00, ", ZONE, NOW);
        assert_eq!(offered[0].1, "sat 20:00, 2026-11-22 20:00");
        assert_eq!(more_offers("soon, ", ZONE, NOW), []);
    }

    #[test]
    fn evenings_are_offered_until_something_can_be_read() {
        let offered = offers("", ZONE, NOW);
        assert_eq!(offered[0], ("Sun 22 Nov 2026, 20:00 (Europe/Berlin)".to_owned(), "2026-11-22 20:00".to_owned()));
        assert_eq!(offered.len(), 8);
        assert_eq!(offers("sat 21:15", ZONE, NOW)[0].1, "2026-11-28 21:15");
        assert_eq!(offers("mon", ZONE, NOW).len(), 1);
        assert_eq!(offers("tomorow 8pm", ZONE, NOW), []);
    }
}
