//! Times of a match that everyone may know.

use std::time::Duration;

use crate::game::{Seat, Viewer, Wants};
use crate::ids::UnixMs;
use crate::live::match_state::MatchState;
use crate::live::store::match_row::MatchRow;
use crate::lobby::server_time;
use crate::playing::prompt::Start;

/// Returns the time of the next automatic event: a deadline, or the end of a pause.
pub fn next_automatic_event(live: &MatchState, longest_pause: Duration) -> Option<UnixMs> {
    if live.table.outcome().is_some() {
        return None;
    }
    let pause = u64::try_from(longest_pause.as_millis()).unwrap_or(u64::MAX);
    // A match suspended for a fault waits for a host.
    let ends = live
        .paused_at
        .filter(|_| live.table.paused() && live.table.fault().is_none())
        .map(|since| since.saturating_add(pause));
    live.table.next_deadline().or(ends).map(|time| live.moment(time))
}

/// Returns the public deadline, which does not move when a player answers.
pub fn public_deadline(live: &MatchState) -> Option<UnixMs> {
    if live.clocks_stopped() {
        return None;
    }
    let awaiting = live.table.awaiting();
    awaiting.iter().filter_map(|(_, asked)| Some(asked.as_ref()?.deadline)).max().map(|time| live.moment(time))
}

/// Returns the start of the first round, if it lies ahead.
pub fn start(live: &MatchState) -> Option<Start> {
    let starts = live.table.starts()?;
    Some(match live.table.paused_since() {
        Some(since) => Start::After(starts.saturating_sub(since)),
        None => Start::At(live.moment(starts)),
    })
}

/// Returns the time at which the reserve of the player on move ends.
pub fn reserve_end(live: &MatchState) -> Option<UnixMs> {
    if live.clocks_stopped() {
        return None;
    }
    let awaiting = live.table.awaiting();
    awaiting.iter().filter_map(|(_, asked)| asked.as_ref()?.reserve_end).max().map(|time| live.moment(time))
}

/// Returns the reserve at the beginning of the step, in ms.
pub fn reserve(live: &MatchState) -> Option<u64> {
    live.table.awaiting().iter().filter_map(|(_, asked)| asked.as_ref()?.reserve).max()
}

/// Returns the hours in which no time runs out, if there are any.
pub fn quiet_hours(live: &MatchState) -> Option<String> {
    server_time::words(live.table.header(), live.moment(0))
}

/// Describes each player's time, as everyone may know it.
pub fn clocks(live: &MatchState) -> String {
    let (names, reserves, awaiting) = (live.table.names(), live.table.reserves(), live.table.awaiting());
    let lines = Seat::ALL.map(|seat| {
        let asked = awaiting[seat].as_ref();
        let seconds = |time| live.moment(time).0.div_euclid(1000);
        let until = asked.map(|asked| {
            if let Some(end) = asked.reserve_end {
                let free = seconds(asked.deadline);
                return format!("free time until <t:{free}:T>, lost on the clock <t:{}:T>", seconds(end));
            }
            let what = match asked.wants {
                Wants::Order => "deadline",
                Wants::Ready => "continues",
                Wants::Nothing if live.table.starts().is_some() => "begins",
                Wants::Nothing => "not asked, continues",
            };
            format!("{what} <t:{}:T>", seconds(asked.deadline))
        });
        let time = match until {
            _ if live.table.paused() => "paused".to_owned(),
            Some(_) if live.wait_is_announced => "no time runs for now".to_owned(),
            Some(until) => until,
            None => "not asked".to_owned(),
        };
        let when = if asked.is_some() { " before this move" } else { "" };
        let reserve = reserves[seat].map_or(String::new(), |ms| format!(", reserve{when} {}", minutes(ms)));
        format!("{}: {time}{reserve}", names[seat])
    });
    let quiet = quiet_hours(live).map(|hours| format!("Quiet hours {hours}: no time runs out in them."));
    lines.into_iter().chain(quiet).collect::<Vec<_>>().join("\n")
}

/// Formats a reserve: `4:12`.
pub fn minutes(ms: u64) -> String {
    format!("{}:{:02}", ms / 60_000, ms / 1000 % 60)
}

/// Returns the coming start if it has changed, which an undo can also cause.
pub fn changed_start(live: &MatchState, before: &MatchRow) -> Option<UnixMs> {
    let starts = live.moment(live.table.starts()?);
    before.starts.is_some_and(|before| before != starts).then_some(starts)
}

/// Returns the stage of a match, as a heading.
pub fn stage(live: &MatchState, row: &MatchRow, viewer: Viewer) -> String {
    let (table, ahead) = (&live.table, |starts| live.moment(live.table.now()) < starts);
    if table.outcome().is_some() && table.step() == 1 && row.starts.is_some_and(ahead) {
        return "Over before its start".to_owned();
    }
    table.sight(viewer).heading().stage
}
