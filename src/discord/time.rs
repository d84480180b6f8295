//! Moments as Discord shows them: live, and in each reader's own time zone.

use crate::dealer::{Start, Want, humanize};
use crate::ids::UnixMs;

/// A countdown that Discord's clients update: `in 43 seconds`.
#[must_use]
pub fn countdown(at: UnixMs) -> String {
    format!("<t:{}:R>", at.0.div_euclid(1000))
}

/// A time of day with seconds.
#[must_use]
pub fn clock(at: UnixMs) -> String {
    format!("<t:{}:T>", at.0.div_euclid(1000))
}

/// A day and time: `Saturday, 28 November 2026 20:00`.
#[must_use]
pub fn date(at: UnixMs) -> String {
    format!("<t:{}:F>", at.0.div_euclid(1000))
}

/// When the match begins.
#[must_use]
pub fn begins(starts: UnixMs) -> String {
    format!("Begins {} ({}).", date(starts), countdown(starts))
}

/// When the first round begins, as far as that can be said.
#[must_use]
pub fn first_round(start: Start) -> String {
    match start {
        Start::At(starts) => format!("The first round begins {} ({}).", date(starts), countdown(starts)),
        Start::After(ms) => format!("The first round begins {} after the match is resumed.", humanize(ms)),
    }
}

/// When a match continues in which nobody is asked for an order.
#[must_use]
pub fn goes_on(wants: Want, until: UnixMs) -> String {
    let sooner = if wants == Want::Ready { ", or once both players press **Ready**" } else { "" };
    format!("Continues {} ({}){sooner}.", countdown(until), clock(until))
}

/// Quiet hours, as small words: `22:00–08:00 UTC+1`.
#[must_use]
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
