//! Pairings of a round, and their results.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::entrant::EntrantId;

/// How often a pairing of an elimination is played without a winner; after that the better seed goes through.
pub const MOST_ATTEMPTS: usize = 3;

/// A pairing's number. A pairing that is drawn again has another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PairingId(pub u32);

impl fmt::Display for PairingId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The place of a pairing in its tournament; rounds count from 1, places in them from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Place {
    /// At a board of a round without a bracket.
    Board(u16),
    /// In the bracket of those who have not lost.
    Winners { round: u16, index: u16 },
    /// In the bracket of those who have lost once.
    Losers { round: u16, index: u16 },
    /// Between those who lost the semifinals.
    Third,
    /// Between the winners of both brackets.
    Final,
    /// Between them once more, where both have lost once.
    Reset,
}

/// The result of an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    Won(EntrantId),
    /// Nobody won, or it was ended without a result.
    Drawn,
    /// This one was not there, and the other wins.
    Absent(EntrantId),
    BothAbsent,
}

/// One time that a pairing is played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attempt {
    /// Whether it is being played, or somebody has decided it: it stands then whatever is changed before it.
    pub begun: bool,
    pub verdict: Option<Verdict>,
    /// Whether the winner won without having pressed Ready, so that the win shows nobody's presence.
    #[serde(default)]
    pub walkover: bool,
}

/// How many cards of an attempt are posted at most, while players call them off.
pub const MOST_CARDS: usize = 3;

/// A card that asked both of a pairing to be ready, and did not become a match.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Card {
    /// The players who had pressed Ready.
    pub ready: Vec<EntrantId>,
    /// Which of the two called it off; neither if its time ran out.
    pub called_off: Option<EntrantId>,
}

/// Two who meet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pairing {
    pub id: PairingId,
    pub place: Place,
    pub ec: EntrantId,
    pub dmo: EntrantId,
    /// At least one; another where an elimination wants a winner.
    pub attempts: Vec<Attempt>,
}

impl Pairing {
    /// Whether somebody is one of the two.
    #[must_use]
    pub fn has(&self, entrant: EntrantId) -> bool {
        self.ec == entrant || self.dmo == entrant
    }

    /// The other of the two.
    #[must_use]
    pub fn opponent(&self, entrant: EntrantId) -> EntrantId {
        if self.ec == entrant { self.dmo } else { self.ec }
    }

    /// Whether two pairings are between the same two.
    #[must_use]
    pub fn is_between(&self, other: &Self) -> bool {
        self.has(other.ec) && self.has(other.dmo)
    }

    /// The EC and the DMO of an attempt: they change seats each time.
    #[must_use]
    pub const fn seats(&self, attempt: usize) -> (EntrantId, EntrantId) {
        if attempt.is_multiple_of(2) { (self.ec, self.dmo) } else { (self.dmo, self.ec) }
    }

    /// The no-show rule: who was absent, from the cards of an attempt in their order. `None` if another card is to be posted.
    ///
    /// - A player who called off any of the cards is absent.
    /// - At the deadline, so is one who was not ready: neither on the last card nor on one that the opponent called off.
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
            // Two who are both ready play.
            (true, true) => None,
            (true, false) => Some(Verdict::Absent(self.dmo)),
            (false, true) => Some(Verdict::Absent(self.ec)),
            (false, false) => Some(Verdict::BothAbsent),
        }
    }

    /// Whether an absence by the cards is a walkover: the opponent had not pressed Ready on any of them.
    pub(crate) fn is_walkover(&self, verdict: Verdict, cards: &[Card]) -> bool {
        self.winner_by(verdict).is_some_and(|winner| !cards.iter().any(|card| card.ready.contains(&winner)))
    }

    /// Whether somebody has shown up for it: they played, or were there when the opponent was not.
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

    /// Whether any of it has begun.
    #[must_use]
    pub fn has_begun(&self) -> bool {
        self.attempts.iter().any(|attempt| attempt.begun)
    }

    /// The winner by a verdict.
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
    /// Whether somebody was not there by it.
    #[must_use]
    pub fn misses(self, pairing: &Pairing, entrant: EntrantId) -> bool {
        match self {
            Self::Absent(absent) => absent == entrant,
            Self::BothAbsent => pairing.has(entrant),
            Self::Won(_) | Self::Drawn => false,
        }
    }

    /// Whether it was decided without being played.
    #[must_use]
    pub const fn is_unplayed(self) -> bool {
        matches!(self, Self::Absent(_) | Self::BothAbsent)
    }
}

/// The pairings of one round.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Round {
    pub pairings: Vec<Pairing>,
    /// The players who sit out, with their place in a bracket.
    pub byes: Vec<(Place, EntrantId)>,
}

impl Round {
    /// Whether nothing of it is played or passed.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.pairings.is_empty() && self.byes.is_empty()
    }
}
