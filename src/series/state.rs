//! The state of a series.

use serde::{Deserialize, Serialize};

use crate::game::{BySeat, Outcome, Seat};
use crate::ids::{ChannelId, GuildId, MatchId, Snowflake, UnixMs, UserId};
use crate::live::store::match_row::{MatchRow, Status};
use crate::messages::queued_message::SeriesEnd;
use crate::table::Header;

/// A series. Its seats are those of the first match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Series {
    pub guild: GuildId,
    pub channel: ChannelId,
    /// The host who opened the series.
    pub host: UserId,
    /// Whether the series was opened without a host's rights.
    pub friendly: bool,
    /// The header of the first match.
    pub header: String,
    pub users: BySeat<UserId>,
    /// The most matches with a winner, an odd number. The winner of the series has won more than half of it.
    pub best_of: u8,
    /// Whether the players swap seats after each match.
    pub swaps: bool,
    pub matches: Vec<SeriesMatch>,
    /// The number of next matches opened, including withdrawn ones.
    #[serde(default)]
    pub opened: u16,
    /// The score of the announced win.
    #[serde(rename = "told")]
    pub announced: Option<BySeat<u8>>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeriesMatch {
    /// The stamp under which the match is opened, once.
    pub stamp: Snowflake,
    pub id: Option<MatchId>,
    /// Whether the players' seats are swapped in this match.
    pub swapped: bool,
}

/// The score of a series.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tally {
    /// Games won by each player.
    pub won: BySeat<u8>,
    /// Whether a match of the series is open, running or halted.
    pub going_on: bool,
    /// Whether the last match was called off before its start.
    pub unplayed: bool,
    /// Whether the last match has a winner.
    pub counted: bool,
}

/// A match that counts in a series.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CountedMatch {
    pub id: MatchId,
    /// The winner's seat in the last match of the series.
    pub winner: Seat,
    /// The reason of a win that play did not decide: `by forfeit`.
    pub how: Option<&'static str>,
    pub started: Option<UnixMs>,
}

/// Returns the outcome of a match that is over.
fn outcome_of(row: &MatchRow) -> Option<Outcome> {
    let outcome = row.outcome.as_deref().filter(|_| row.status == Status::Over)?;
    serde_json::from_str(outcome).ok()
}

/// Returns the seat with more wins, or the first one.
fn ahead(won: BySeat<u8>) -> Seat {
    if won.dmo > won.ec { Seat::Dmo } else { Seat::Ec }
}

impl Series {
    /// The longest series.
    pub const MOST: u8 = 9;

    pub fn winner(&self, tally: &Tally) -> Option<Seat> {
        Seat::ALL.into_iter().find(|&seat| tally.won[seat] > self.best_of / 2)
    }

    /// Returns the end that is announced after a match, with the match's seats.
    pub(crate) fn end_after(&self, m: MatchId) -> Option<SeriesEnd> {
        let last = self.matches.iter().rfind(|one| one.id.is_some()).filter(|one| one.id == Some(m))?;
        let won = if last.swapped { self.announced?.swapped() } else { self.announced? };
        Some(SeriesEnd { winner: ahead(won), won, best_of: self.best_of })
    }

    pub(crate) fn names(&self) -> BySeat<String> {
        let shown = |header: Header| header.contest().apart(&header.seats.map(|player| player.name));
        Header::read(&self.header).map(shown).unwrap_or_default()
    }

    /// Returns the line about the series on the card of its next match.
    pub(crate) fn words(&self, tally: &Tally) -> String {
        let (names, won) = (self.names(), tally.won);
        let number = u16::from(won.ec) + u16::from(won.dmo) + 1;
        let leader = ahead(won);
        let standing = match (won[leader], won[!leader]) {
            (0, 0) => String::new(),
            (one, other) if one == other => format!(" (before it: {one}–{other})"),
            (one, other) => format!(" (before it: {one}–{other} for {})", names[leader]),
        };
        format!("Best of {} · match {number}{standing}", self.best_of)
    }

    /// Returns the winner, or else the score with the leader first, in a line.
    pub(crate) fn score_line(&self, tally: &Tally) -> String {
        let (names, won) = (self.names(), tally.won);
        let leader = ahead(won);
        let score = format!("{}–{}", won[leader], won[!leader]);
        match self.winner(tally) {
            Some(winner) => format!("{} won the series {score}", names[winner]),
            None => format!("Series: {} {score} {}", names[leader], names[!leader]),
        }
    }

    /// Returns the matches with a winner, up to the one that decided the series.
    pub(crate) fn counted(&self, rows: &[MatchRow], last: MatchId) -> Vec<CountedMatch> {
        let swapped = self.matches.iter().any(|one| one.id == Some(last) && one.swapped);
        let rows = rows.iter().take_while(|row| row.id <= last);
        let counted = rows.filter_map(|row| {
            let one = self.matches.iter().find(|one| one.id == Some(row.id))?;
            let outcome = outcome_of(row)?;
            let winner = if one.swapped == swapped { outcome.winner? } else { !outcome.winner? };
            Some(CountedMatch { id: row.id, winner, how: outcome.reason.how(), started: row.started })
        });
        counted.collect()
    }

    /// Computes the score from the matches.
    pub fn tally(&self, rows: &[MatchRow]) -> Tally {
        let (mut won, mut counted) = (BySeat::default(), false);
        for one in &self.matches {
            let Some(row) = rows.iter().find(|row| Some(row.id) == one.id) else { continue };
            let winner = outcome_of(row).and_then(|outcome| outcome.winner);
            counted = winner.is_some();
            if let Some(winner) = winner {
                let winner = if one.swapped { !winner } else { winner };
                won[winner] += 1;
            }
        }
        let going_on = rows.iter().any(|row| row.status.is_open() || row.status == Status::Halted);
        let last = self.matches.last().and_then(|one| rows.iter().find(|row| Some(row.id) == one.id));
        Tally { won, going_on, unplayed: last.is_some_and(|row| row.status == Status::Cancelled), counted }
    }
}
