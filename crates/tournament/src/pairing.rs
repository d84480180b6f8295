//! Pairings of a round, and their results.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::entrant::EntrantId;

/// The number of attempts without a winner in an elimination, after which the better seed advances.
pub const MOST_ATTEMPTS: usize = 3;

/// A pairing's number. A redrawn pairing gets a new one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PairingId(pub u32);

impl fmt::Display for PairingId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A pairing's place in its tournament. Rounds count from 1, indices from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Place {
    /// A board in a round without a bracket.
    Board(u16),
    /// A place in the bracket of players without a loss.
    Winners { round: u16, index: u16 },
    /// A place in the bracket of players with one loss.
    Losers { round: u16, index: u16 },
    /// The match of the semifinals' losers.
    Third,
    /// The match of the winners of both brackets.
    Final,
    /// The second final, if both players have one loss.
    Reset,
}

/// The result of an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    Won(EntrantId),
    /// There was no winner, or the match ended without a result.
    Drawn,
    /// This player was absent, and the other wins.
    Absent(EntrantId),
    BothAbsent,
}

/// One attempt to play a pairing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attempt {
    /// Whether the attempt has been started or decided. It is then kept when earlier rounds change.
    pub begun: bool,
    pub verdict: Option<Verdict>,
    /// Whether the winner won without having pressed Ready, so that the win is no evidence of presence.
    #[serde(default)]
    pub walkover: bool,
}

/// The most cards posted for an attempt while players call them off.
pub const MOST_CARDS: usize = 3;

/// A card that asked both players to be ready, and did not result in a match.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Card {
    /// The players who pressed Ready.
    pub ready: Vec<EntrantId>,
    /// The player who called the card off; `None` if its time ran out.
    pub called_off: Option<EntrantId>,
}

/// Two players who meet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pairing {
    pub id: PairingId,
    pub place: Place,
    pub ec: EntrantId,
    pub dmo: EntrantId,
    /// The attempts, at least one. In an elimination, more follow until there is a winner.
    pub attempts: Vec<Attempt>,
}

impl Pairing {
    /// Whether a player is in the pairing.
    #[must_use]
    pub fn has(&self, entrant: EntrantId) -> bool {
        self.ec == entrant || self.dmo == entrant
    }

    /// The opponent of a player of the pairing.
    #[must_use]
    pub fn opponent(&self, entrant: EntrantId) -> EntrantId {
        if self.ec == entrant { self.dmo } else { self.ec }
    }

    /// Whether two pairings have the same players.
    #[must_use]
    pub fn is_between(&self, other: &Self) -> bool {
        self.has(other.ec) && self.has(other.dmo)
    }

    /// The EC and the DMO of an attempt: players change seats after each attempt.
    #[must_use]
    pub const fn seats(&self, attempt: usize) -> (EntrantId, EntrantId) {
        if attempt.is_multiple_of(2) { (self.ec, self.dmo) } else { (self.dmo, self.ec) }
    }

    /// The no-show rule: the absent players, from the cards of an attempt in their sequence. `None` if another card must be posted.
    ///
    /// - A player who called off any of the cards is absent.
    /// - At the deadline, a player who was ready on none of the cards is absent, too.
    #[must_use]
    pub fn no_show(&self, cards: &[Card]) -> Option<Verdict> {
        let last = cards.last()?;
        if last.called_off.is_some() && cards.len() < MOST_CARDS {
            return None;
        }
        let timed_out = last.called_off.is_none();
        let there = |who: EntrantId| {
            let called_off = cards.iter().any(|card| card.called_off == Some(who));
            !called_off && (!timed_out || cards.iter().any(|card| card.ready.contains(&who)))
        };
        match (there(self.ec), there(self.dmo)) {
            // Two players who are both ready play.
            (true, true) => None,
            (true, false) => Some(Verdict::Absent(self.dmo)),
            (false, true) => Some(Verdict::Absent(self.ec)),
            (false, false) => Some(Verdict::BothAbsent),
        }
    }

    /// Whether a verdict by cards is a walkover: the winner did not press Ready on any card.
    pub(crate) fn is_walkover(&self, verdict: Verdict, cards: &[Card]) -> bool {
        self.winner_by(verdict).is_some_and(|winner| !cards.iter().any(|card| card.ready.contains(&winner)))
    }

    /// Whether a player has shown up for the pairing: they played, or were present when the opponent was absent.
    #[must_use]
    pub fn shows(&self, entrant: EntrantId) -> bool {
        self.has(entrant)
            && self.attempts.iter().any(|attempt| match attempt.verdict {
                Some(Verdict::Won(_) | Verdict::Drawn) => true,
                Some(Verdict::Absent(absent)) => absent != entrant && !attempt.walkover,
                Some(Verdict::BothAbsent) | None => false,
            })
    }

    /// The result of the last attempt.
    #[must_use]
    pub fn verdict(&self) -> Option<Verdict> {
        self.attempts.last().and_then(|attempt| attempt.verdict)
    }

    /// Whether any attempt has begun.
    #[must_use]
    pub fn has_begun(&self) -> bool {
        self.attempts.iter().any(|attempt| attempt.begun)
    }

    /// The winner according to a verdict.
    #[must_use]
    pub fn winner_by(&self, verdict: Verdict) -> Option<EntrantId> {
        match verdict {
            Verdict::Won(winner) => Some(winner),
            Verdict::Absent(absent) => Some(self.opponent(absent)),
            Verdict::Drawn | Verdict::BothAbsent => None,
        }
    }
}

impl Verdict {
    /// Whether a player was absent according to the verdict.
    #[must_use]
    pub fn misses(self, pairing: &Pairing, entrant: EntrantId) -> bool {
        match self {
            Self::Absent(absent) => absent == entrant,
            Self::BothAbsent => pairing.has(entrant),
            Self::Won(_) | Self::Drawn => false,
        }
    }

    /// Whether the attempt was decided without play.
    #[must_use]
    pub const fn is_unplayed(self) -> bool {
        matches!(self, Self::Absent(_) | Self::BothAbsent)
    }
}

/// The pairings of one round.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Round {
    pub pairings: Vec<Pairing>,
    /// The players who sit out, with their place in the bracket or at the boards.
    pub byes: Vec<(Place, EntrantId)>,
}

impl Round {
    /// Whether the round has neither pairings nor byes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.pairings.is_empty() && self.byes.is_empty()
    }
}
