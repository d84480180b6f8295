//! A tournament from its first round to its end.

use std::collections::BTreeSet;

use rand::Rng;
use rand::seq::SliceRandom;
use serde::{Deserialize, Serialize};

use crate::bracket::{Bracket, Node, Source, Who, nodes};
use crate::entrant::{Entrant, EntrantId};
use crate::format::Format;
use crate::next_round::DRAWN;
use crate::pairing::{Attempt, Card, MOST_ATTEMPTS, Pairing, PairingId, Place, Round, Verdict};

/// A tournament that has begun.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tournament {
    format: Format,
    /// The entrants, the best seed first.
    entrants: Vec<EntrantId>,
    pub(crate) rounds: Vec<Round>,
    #[serde(rename = "comings")]
    pub(crate) presence_changes: Vec<PresenceChange>,
    /// The number for the next pairing.
    next: u32,
}

/// A player's departure or return, which takes effect from a round that was not yet drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PresenceChange {
    entrant: EntrantId,
    pub(crate) round: usize,
    #[serde(rename = "here")]
    present: bool,
}

/// The reason why an action is impossible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    #[error("a tournament has {} to {} players", Format::FEWEST, Format::MOST)]
    Entrants,
    #[error("somebody is entered twice")]
    Twice,
    #[error("there must be at least one round, and fewer than players")]
    Rounds,
    #[error("there is no such pairing, or it has been drawn again")]
    NoPairing,
    #[error("they do not play in that pairing")]
    NotInPairing,
    #[error("they do not take part")]
    NoEntrant,
    #[error("they are out already")]
    Gone,
    #[error("they are not out")]
    NotGone,
    #[error("a player who is out of an elimination stays out")]
    OutForGood,
    #[error("the tournament is over")]
    Over,
    /// A pairing that would be redrawn has begun.
    #[error("what follows from it has begun")]
    Begun(PairingId),
}

impl Tournament {
    /// Draws the first round.
    ///
    /// # Errors
    /// There are too few or too many entrants, a duplicate, or an impossible number of rounds.
    pub fn begin(format: Format, entrants: &[Entrant], lots: &mut impl Rng) -> Result<Self, Refusal> {
        if !(Format::FEWEST..=Format::MOST).contains(&entrants.len()) {
            return Err(Refusal::Entrants);
        }
        if matches!(format, Format::Swiss { rounds } if !(1..entrants.len()).contains(&usize::from(rounds))) {
            return Err(Refusal::Rounds);
        }
        let mut entrants = entrants.to_vec();
        // The order of arrival must not matter, so that lots alone decide.
        entrants.sort_by_key(|entrant| entrant.id);
        if entrants.windows(2).any(|two| two[0].id == two[1].id) {
            return Err(Refusal::Twice);
        }
        entrants.shuffle(lots);
        entrants.sort_by_key(|entrant| std::cmp::Reverse(entrant.strength));
        let entrants = entrants.into_iter().map(|entrant| entrant.id).collect();
        let mut tournament = Self { format, entrants, rounds: Vec::new(), presence_changes: Vec::new(), next: 1 };
        tournament.advance();
        Ok(tournament)
    }

    #[must_use]
    pub const fn format(&self) -> Format {
        self.format
    }

    /// All entrants, the best seed first.
    #[must_use]
    pub fn entrants(&self) -> &[EntrantId] {
        &self.entrants
    }

    /// The drawn rounds. A round of a bracket may have no pairings, if everyone has a bye.
    #[must_use]
    pub fn rounds(&self) -> &[Round] {
        &self.rounds
    }

    /// The places of the bracket in the sequence in which they are played; empty without a bracket.
    #[must_use]
    pub fn nodes(&self) -> Vec<Node> {
        if self.format.is_elimination() { nodes(self.format, self.entrants.len()) } else { Vec::new() }
    }

    /// A pairing, and the index of its round from 0.
    #[must_use]
    pub fn pairing(&self, id: PairingId) -> Option<(usize, &Pairing)> {
        let mut all =
            self.rounds.iter().enumerate().flat_map(|(at, round)| round.pairings.iter().map(move |p| (at, p)));
        all.find(|(_, pairing)| pairing.id == id)
    }

    /// The undecided pairings, each with the index of its current attempt.
    pub fn open(&self) -> impl Iterator<Item = (&Pairing, usize)> {
        let all = self.rounds.iter().flat_map(|round| &round.pairings);
        all.filter(|pairing| self.decided(pairing).is_none()).map(|pairing| (pairing, pairing.attempts.len() - 1))
    }

    /// The final verdict of a pairing; in an elimination, a draw after the last attempt is a win of the better seed.
    #[must_use]
    pub fn decided(&self, pairing: &Pairing) -> Option<Verdict> {
        match pairing.verdict() {
            Some(Verdict::Drawn) if self.format.is_elimination() => {
                let seed = |id: &EntrantId| self.entrants.iter().position(|entrant| entrant == id);
                [pairing.ec, pairing.dmo].into_iter().min_by_key(seed).map(Verdict::Won)
            }
            verdict => verdict,
        }
    }

    /// Whether nothing is left to play.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.open().next().is_none() && self.draw(&self.rounds).is_none()
    }

    /// The winners, once the tournament is over: all players in the first place, or nobody.
    #[must_use]
    pub fn winners(&self) -> Vec<EntrantId> {
        if !self.is_over() {
            return Vec::new();
        }
        let first = self.standings().into_iter().filter(|standing| standing.place == Some(1));
        first.map(|standing| standing.entrant).collect()
    }

    /// The winner, if there is exactly one.
    #[must_use]
    pub fn winner(&self) -> Option<EntrantId> {
        let winners = self.winners();
        if let [winner] = winners.as_slice() { Some(*winner) } else { None }
    }

    /// The player who wins the bracket's last place.
    fn champion(&self) -> Who {
        let nodes = self.nodes();
        self.bracket(&nodes, &self.rounds).champion(&nodes)
    }

    /// Whether a player has won the bracket.
    pub(crate) fn is_won(&self) -> bool {
        matches!(self.champion(), Who::Is(champion) if self.has_earned(champion))
    }

    /// Whether a player has shown up for any pairing.
    pub(crate) fn has_shown(&self, entrant: EntrantId) -> bool {
        self.rounds.iter().flat_map(|round| &round.pairings).any(|pairing| pairing.shows(entrant))
    }

    /// Whether a player has shown up and has a draw or a win. A bye does not count.
    fn has_earned(&self, entrant: EntrantId) -> bool {
        let mut theirs = self.rounds.iter().flat_map(|round| &round.pairings).filter(|pairing| pairing.has(entrant));
        self.has_shown(entrant)
            && theirs.any(|pairing| {
                self.decided(pairing)
                    .is_some_and(|verdict| verdict == Verdict::Drawn || pairing.winner_by(verdict) == Some(entrant))
            })
    }

    /// Whether a player may still be paired.
    #[must_use]
    pub fn is_in(&self, entrant: EntrantId) -> bool {
        if self.is_over() || self.is_gone(entrant) {
            return false;
        }
        if !self.format.is_elimination() {
            return self.entrants.contains(&entrant);
        }
        let nodes = self.nodes();
        let bracket = self.bracket(&nodes, &self.rounds);
        let waits = |node: &Node| bracket.winner_of(node.place) == Who::NotYet;
        nodes.iter().any(|node| waits(node) && bracket.meeting(node).contains(&Who::Is(entrant)))
    }

    pub(crate) fn bracket(&self, nodes: &[Node], rounds: &[Round]) -> Bracket<'_> {
        Bracket::read(nodes, &self.entrants, rounds, |pairing| self.decided(pairing))
    }

    /// The players in each place of the bracket, in the sequence of [`Tournament::nodes`].
    #[must_use]
    pub fn standing_in(&self) -> Vec<[Option<EntrantId>; 2]> {
        let nodes = self.nodes();
        let bracket = self.bracket(&nodes, &self.rounds);
        let known = |who| if let Who::Is(entrant) = who { Some(entrant) } else { None };
        nodes.iter().map(|node| bracket.meeting(node).map(known)).collect()
    }

    /// A player's progress in a bracket, in halves of a round; the winner of the third place ranks between the finalists and the other
    /// semifinalists. Places reached without an opponent count, and so do the places for their losers.
    pub(crate) fn reached(&self, entrant: EntrantId) -> usize {
        let nodes = self.nodes();
        let bracket = self.bracket(&nodes, &self.rounds);
        if bracket.champion(&nodes) == Who::Is(entrant) && self.has_earned(entrant) {
            return usize::MAX;
        }
        let stood = nodes.iter().filter(|node| bracket.meeting(node).contains(&Who::Is(entrant)));
        let stood: BTreeSet<Place> = stood.map(|node| node.place).collect();
        let reached = nodes.iter().filter(|node| {
            let drops = |from: &Source| matches!(from, Source::LoserOf(place) if stood.contains(place));
            node.place != Place::Third && (stood.contains(&node.place) || node.from.iter().any(drops))
        });
        let rounds = reached.map(|node| node.round).max().unwrap_or(0);
        2 * rounds + usize::from(bracket.winner_of(Place::Third) == Who::Is(entrant))
    }

    /// Records that an attempt of a pairing has begun.
    ///
    /// # Errors
    /// There is no such pairing.
    pub fn play(&mut self, id: PairingId, attempt: usize) -> Result<(), Refusal> {
        let (_, pairing) = self.find(id)?;
        pairing.attempts.get_mut(attempt).ok_or(Refusal::NoPairing)?.begun = true;
        Ok(())
    }

    /// Records or reverts the verdict of an attempt, and draws the rounds that follow.
    ///
    /// # Errors
    /// A pairing that would be redrawn has begun, or the attempt or the player does not exist. Then nothing changes.
    pub fn decide(&mut self, id: PairingId, attempt: usize, verdict: Option<Verdict>) -> Result<(), Refusal> {
        self.settle(id, attempt, verdict, false)
    }

    /// Decides an attempt by its cards ([`Pairing::no_show`]). Returns `false` if another card must be posted.
    ///
    /// # Errors
    /// As [`Tournament::decide`].
    pub fn decide_by_cards(&mut self, id: PairingId, attempt: usize, cards: &[Card]) -> Result<bool, Refusal> {
        let (_, pairing) = self.pairing(id).ok_or(Refusal::NoPairing)?;
        let Some(verdict) = pairing.no_show(cards) else { return Ok(false) };
        let walkover = pairing.is_walkover(verdict, cards);
        self.settle(id, attempt, Some(verdict), walkover).map(|()| true)
    }

    fn settle(
        &mut self,
        id: PairingId,
        attempt: usize,
        verdict: Option<Verdict>,
        walkover: bool,
    ) -> Result<(), Refusal> {
        let (_, known) = self.pairing(id).ok_or(Refusal::NoPairing)?;
        if let Some(Verdict::Won(who) | Verdict::Absent(who)) = verdict
            && !known.has(who)
        {
            return Err(Refusal::NotInPairing);
        }
        let before = known.attempts.get(attempt).ok_or(Refusal::NoPairing)?;
        if (before.verdict, before.walkover) == (verdict, walkover) {
            return Ok(());
        }
        let replays = self.format.is_elimination();
        let mut after = self.clone();
        let (round, pairing) = after.find(id)?;
        let played = &mut pairing.attempts[attempt];
        (played.verdict, played.walkover) = (verdict, walkover);
        played.begun |= verdict.is_some();
        let drawn = replays && verdict == Some(Verdict::Drawn);
        let later = &pairing.attempts[attempt + 1..];
        if !drawn {
            if later.iter().any(|attempt| attempt.begun) {
                return Err(Refusal::Begun(id));
            }
            pairing.attempts.truncate(attempt + 1);
        } else if later.is_empty() && pairing.attempts.len() < MOST_ATTEMPTS {
            pairing.attempts.push(Attempt::default());
        }
        after.redraw(round + 1)?;
        after.advance();
        *self = after;
        Ok(())
    }

    /// Withdraws a player: open pairings are lost, and the player is no longer paired. `there` tells whether an opponent is present.
    ///
    /// # Errors
    /// The player does not take part or is out, or the tournament is over. Then nothing changes.
    pub fn withdraw(&mut self, entrant: EntrantId, there: impl Fn(EntrantId) -> bool) -> Result<(), Refusal> {
        self.knows(entrant)?;
        if self.is_over() {
            return Err(Refusal::Over);
        }
        if !self.is_in(entrant) {
            return Err(Refusal::Gone);
        }
        let mut after = self.clone();
        after.presence_changes.push(PresenceChange { entrant, round: after.rounds.len(), present: false });
        let theirs: Vec<_> =
            self.open().filter(|(pairing, _)| pairing.has(entrant)).map(|(pairing, _)| pairing.id).collect();
        for id in theirs {
            let (round, pairing) = after.find(id)?;
            let walkover = !there(pairing.opponent(entrant));
            let last = pairing.attempts.last_mut().expect("a pairing has an attempt");
            *last = Attempt { begun: true, verdict: Some(Verdict::Absent(entrant)), walkover };
            after.redraw(round + 1)?;
        }
        after.advance();
        *self = after;
        Ok(())
    }

    /// Takes back a withdrawn player, who is paired from the next round on.
    ///
    /// # Errors
    /// The player is not out, the format is an elimination, or the tournament is over.
    pub fn come_back(&mut self, entrant: EntrantId) -> Result<(), Refusal> {
        self.knows(entrant)?;
        if self.format.is_elimination() {
            return Err(Refusal::OutForGood);
        }
        if self.is_over() {
            return Err(Refusal::Over);
        }
        if !self.is_gone(entrant) {
            return Err(Refusal::NotGone);
        }
        self.presence_changes.push(PresenceChange { entrant, round: self.rounds.len(), present: true });
        Ok(())
    }

    /// Whether a player is no longer paired: they left, or missed a pairing.
    #[must_use]
    pub fn is_gone(&self, entrant: EntrantId) -> bool {
        self.is_away(&self.rounds, entrant)
    }

    fn knows(&self, entrant: EntrantId) -> Result<(), Refusal> {
        if self.entrants.contains(&entrant) { Ok(()) } else { Err(Refusal::NoEntrant) }
    }

    fn find(&mut self, id: PairingId) -> Result<(usize, &mut Pairing), Refusal> {
        let all =
            self.rounds.iter_mut().enumerate().flat_map(|(at, round)| round.pairings.iter_mut().map(move |p| (at, p)));
        all.into_iter().find(|(_, pairing)| pairing.id == id).ok_or(Refusal::NoPairing)
    }

    /// Whether a player is absent when the round after these is drawn.
    pub(crate) fn is_away(&self, rounds: &[Round], entrant: EntrantId) -> bool {
        let mut away = false;
        for at in 0..=rounds.len() {
            let before = at.checked_sub(1).map_or(&[][..], |before| &rounds[before].pairings);
            away |=
                before.iter().any(|pairing| pairing.verdict().is_some_and(|verdict| verdict.misses(pairing, entrant)));
            for change in self.presence_changes.iter().filter(|change| change.round == at && change.entrant == entrant)
            {
                away = !change.present;
            }
        }
        away
    }

    /// Draws further rounds while every pairing is decided.
    fn advance(&mut self) {
        while self.open().next().is_none()
            && let Some(round) = self.draw(&self.rounds)
        {
            let round = self.numbered(round);
            self.rounds.push(round);
        }
    }

    /// Numbers newly drawn pairings.
    pub(crate) fn numbered(&mut self, mut round: Round) -> Round {
        for pairing in round.pairings.iter_mut().filter(|pairing| pairing.id == DRAWN) {
            pairing.id = PairingId(self.next);
            self.next += 1;
        }
        round
    }
}
