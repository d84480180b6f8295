//! Times in Discord's format, shown live and in each reader's own time zone.

use crate::game::Wants;
use crate::ids::UnixMs;
use crate::live::duration_text::humanize;
use crate::playing::prompt::Start;

/// Returns a countdown that Discord's clients update: `in 43 seconds`.
pub fn countdown(at: UnixMs) -> String {
    format!("<t:{}:R>", at.0.div_euclid(1000))
}

/// Returns a time of day with seconds.
pub fn clock(at: UnixMs) -> String {
    format!("<t:{}:T>", at.0.div_euclid(1000))
}

/// Returns a day and time: `Saturday, 28 November 2026 20:00`.
pub fn date(at: UnixMs) -> String {
    format!("<t:{}:F>", at.0.div_euclid(1000))
}

/// Returns a line with the start of the match.
pub fn begins(starts: UnixMs) -> String {
    format!("Begins {} ({}).", date(starts), countdown(starts))
}

/// Returns a line with the start of the first round, as far as it is known.
pub fn first_round(start: Start) -> String {
    match start {
        Start::At(starts) => format!("The first round begins {} ({}).", date(starts), countdown(starts)),
        Start::After(ms) => format!("The first round begins {} after the match is resumed.", humanize(ms)),
    }
}

/// Returns a line with the time at which a match continues that awaits no order.
pub fn continues(wants: Wants, until: UnixMs) -> String {
    let sooner = if wants == Wants::Ready { ", or once both players press **Ready**" } else { "" };
    format!("Continues {} ({}){sooner}.", countdown(until), clock(until))
}

/// Returns a small line with the quiet hours: `22:00–08:00 UTC+1`.
pub fn quiet(hours: &str) -> String {
    format!("-# Quiet hours {hours}: no time runs out in them.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_whole_seconds_never_too_late() {
        assert_eq!(countdown(UnixMs(1_999)), "<t:1:R>");
        assert_eq!(clock(UnixMs(2_000)), "<t:2:T>");
    }
}
