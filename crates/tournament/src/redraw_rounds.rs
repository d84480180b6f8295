//! Redrawing of rounds after a changed verdict.

use crate::format::Format;
use crate::pairing::{Pairing, Round};
use crate::tournament::{Refusal, Tournament};

impl Tournament {
    /// Redraws the rounds from this one on, as the rounds before them require. Equal pairings stay unchanged.
    ///
    /// # Errors
    /// A pairing that would disappear has begun.
    pub(crate) fn redraw(&mut self, from: usize) -> Result<(), Refusal> {
        for at in from..self.rounds.len() {
            let before = &self.rounds[..at];
            match self.format() {
                // In a Swiss, a round that has begun keeps its pairings and their points.
                Format::Swiss { .. } if self.rounds[at].pairings.iter().any(Pairing::has_begun) => {}
                Format::Swiss { .. } => {
                    let decided =
                        before.iter().flat_map(|round| &round.pairings).all(|pairing| pairing.verdict().is_some());
                    let same = decided && self.draw(before).is_some_and(|fresh| is_same(&fresh, &self.rounds[at]));
                    if !same {
                        self.cut(at);
                        return Ok(());
                    }
                }
                Format::RoundRobin
                | Format::SingleElimination
                | Format::SingleWithThirdPlace
                | Format::DoubleElimination => {
                    let merged = merge(self.draw(before).unwrap_or_default(), &self.rounds[at])?;
                    self.rounds[at] = self.numbered(merged);
                }
            }
        }
        Ok(())
    }

    /// Deletes the rounds from this one on.
    fn cut(&mut self, at: usize) {
        self.rounds.truncate(at);
        for change in &mut self.presence_changes {
            change.round = change.round.min(at);
        }
    }
}

fn is_same(fresh: &Round, old: &Round) -> bool {
    let found = |pairing: &Pairing| old.pairings.iter().any(|other| other.is_between(pairing));
    fresh.byes.iter().map(|(_, bye)| bye).eq(old.byes.iter().map(|(_, bye)| bye))
        && fresh.pairings.len() == old.pairings.len()
        && fresh.pairings.iter().all(found)
}

/// The redrawn round, with the old pairings that are still valid.
fn merge(mut fresh: Round, old: &Round) -> Result<Round, Refusal> {
    for before in &old.pairings {
        let again =
            fresh.pairings.iter_mut().find(|pairing| pairing.place == before.place && pairing.is_between(before));
        match again {
            Some(again) if before.has_begun() || again.attempts == before.attempts => again.clone_from(before),
            None if before.has_begun() => return Err(Refusal::Begun(before.id)),
            Some(_) | None => {}
        }
    }
    Ok(fresh)
}
