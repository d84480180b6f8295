//! Texts of series that everyone reads.

use crate::game::Seat;
use crate::series::{Series, Tally};

/// The line under the announcement of a winner after a result is reverted.
pub(crate) const REVERTED: &str = "Reverted with the result of a match.";

/// Returns the announcement of the winner, with a line about the matches.
pub(crate) fn won(series: &Series, tally: &Tally, winner: Seat, matches: &str) -> String {
    let (names, won) = (series.names(), tally.won);
    format!(
        "**{}–{}: {} wins the best of {} against {}.**\n{matches}",
        won[winner], won[!winner], names[winner], series.best_of, names[!winner]
    )
}

/// Returns the announcement that the series is open again.
pub(crate) fn continues(series: &Series, tally: &Tally) -> String {
    let (names, won) = (series.names(), tally.won);
    format!(
        "**The series continues: a result was reverted.**\n{} {}–{} {} in the best of {}.",
        names.ec, won.ec, won.dmo, names.dmo, series.best_of
    )
}
