//! The state of a series.

use serde::{Deserialize, Serialize};

use crate::game::{BySeat, Outcome, Seat};
use crate::ids::{ChannelId, GuildId, MatchId, Snowflake, UserId};
use crate::live::store::rows::{MatchRow, Status};
use crate::table::Header;

/// Matches of the same two. Seats are those of the first match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Series {
    pub guild: GuildId,
    pub channel: ChannelId,
    /// The host who opened it.
    pub host: UserId,
    /// Whether it was opened without a host's rights.
    pub friendly: bool,
    /// The first match's record's first line.
    pub header: String,
    pub users: BySeat<UserId>,
    /// An odd number; the winner has more than half of it.
    pub best_of: u8,
    /// Whether the players swap seats after each match.
    pub swaps: bool,
    pub matches: Vec<SeriesMatch>,
    /// How often a next match has been opened, with those that were taken back.
    #[serde(default)]
    pub opened: u16,
    /// The score of the announced win.
    pub told: Option<BySeat<u8>>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeriesMatch {
    /// Under which it is opened, once.
    pub stamp: Snowflake,
    pub id: Option<MatchId>,
    /// Whether the players have swapped seats in it.
    pub swapped: bool,
}

/// The score of a series.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tally {
    /// How many each has won.
    pub won: BySeat<u8>,
    /// Whether one of its matches waits for its players, or is played.
    pub going_on: bool,
    /// Whether its last match was never begun.
    pub unplayed: bool,
    /// Whether its last match has a winner.
    pub counted: bool,
}

impl Series {
    /// The longest.
    pub const MOST: u8 = 9;

    pub fn winner(&self, tally: &Tally) -> Option<Seat> {
        Seat::ALL.into_iter().find(|&seat| tally.won[seat] > self.best_of / 2)
    }

    pub(crate) fn names(&self) -> BySeat<String> {
        let shown = |header: Header| header.contest().apart(&header.seats.map(|player| player.name));
        Header::read(&self.header).map(shown).unwrap_or_default()
    }

    /// The series' line on the card of its next match.
    pub(crate) fn words(&self, tally: &Tally) -> String {
        let (names, won) = (self.names(), tally.won);
        let number = u16::from(won.ec) + u16::from(won.dmo) + 1;
        format!("Game {number} of {}, opened at {} {} – {} {}", self.best_of, names.ec, won.ec, won.dmo, names.dmo)
    }

    /// The score from its matches.
    pub fn tally(&self, rows: &[MatchRow]) -> Tally {
        let (mut won, mut counted) = (BySeat::default(), false);
        for one in &self.matches {
            let Some(row) = rows.iter().find(|row| Some(row.id) == one.id) else { continue };
            let outcome = row.outcome.as_deref().filter(|_| row.status == Status::Over);
            let outcome = outcome.and_then(|outcome| serde_json::from_str::<Outcome>(outcome).ok());
            let winner = outcome.and_then(|outcome| outcome.winner);
            counted = winner.is_some();
            if let Some(winner) = winner {
                let winner = if one.swapped { !winner } else { winner };
                won[winner] += 1;
            }
        }
        let going_on = rows.iter().any(|row| row.status.live() || row.status == Status::Halted);
        let last = self.matches.last().and_then(|one| rows.iter().find(|row| Some(row.id) == one.id));
        Tally { won, going_on, unplayed: last.is_some_and(|row| row.status == Status::Cancelled), counted }
    }
}
