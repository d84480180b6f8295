//! Extra lines of a public message.

use std::time::Duration;

use crate::game::Seat;
use crate::hosting::{ruling_author, ruling_text, time_request};
use crate::live::applied_entries::AppliedEntries;
use crate::live::match_state::MatchState;
use crate::messages::compose::card_state;
use crate::messages::compose::opening::laid_out;
use crate::messages::spec::CardState;
use crate::table::{Act, HostAct, What};
use crate::uptime::clock::millis;

/// Returns extra public lines about the reason for the events, or the continuation.
pub fn extra_lines(
    live: &MatchState,
    taken: &AppliedEntries,
    substitute: Option<Seat>,
    before: CardState,
    longest_pause: Duration,
) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(seat) = substitute {
        let more = taken.answer.happened.iter().find_map(|each| match each.what {
            What::Extended { s } => Some(ruling_text::humanize(s.saturating_mul(1000))),
            _ => None,
        });
        let name = &live.table.names()[seat];
        let full = live.table.full_time(seat, live.table.now()).map_or(0, |(full, _)| full);
        let full = ruling_text::humanize(full);
        lines.extend(
            more.map(|more| format!("{name} has the whole {full} of this step, so all clocks get {more} more.")),
        );
    }
    if taken.pauses_idle() {
        lines.push("⏸️ No player has ordered in three steps, so the match is paused. Press **Continue** when you are back: you have all of this step's time then.".to_owned());
    }
    let entry = &taken.entries[0];
    if time_request::taken_by(entry).is_some() {
        lines.push("A player took the extra time that the terms give each player once.".to_owned());
    }
    if matches!(entry.act, Act::Host(HostAct::Pause)) {
        // The message stays after the pause, so it names a duration and no countdown.
        let longest = ruling_text::humanize(millis(longest_pause));
        if ruling_author::agreed(entry).is_some() {
            lines.push(format!(
                "It continues when both agree (`/match agree`), or a host resumes it; automatically after {longest}."
            ));
        } else if ruling_author::who(entry).is_some() {
            lines.push(format!("It continues when a host resumes it; automatically after {longest}."));
        }
    }
    // Before this entry the match only waited for its start, and no order was given.
    let waited = before == CardState::Waiting && taken.commitments.iter().all(|(_, commitment)| commitment.is_none());
    if waited && card_state(live) == CardState::Started && live.table.step() == 2 {
        lines.extend(laid_out(live));
    }
    lines
}
