//! The results of a tournament's pairings. Each pass reads them from the current state of the matches, so that none is missed or counted
//! twice.

use crate::game::{Outcome, Seat};
use crate::ids::{ChannelId, MatchId, Snowflake, UnixMs};
use crate::live::error::Refused;
use crate::live::store::match_row::{CalledOff, MatchRow, Status};
use crate::tournament::{Card, MOST_CARDS, Pairing, PairingId, Refusal, Verdict};
use crate::tournaments::server_tournament::{
    HostVerdict, PairingMatch, Phase, Tourney, TourneyPlay, ready, refused, sentence,
};

/// The least time on a card that is opened again, in ms: a player cannot call a card off late to leave the other no time.
const LEAST_MS: u64 = 10 * 60 * 1000;

/// The words for a match whose changed result has no effect on its tournament.
pub(crate) const MOVED_ON: &str = "Its tournament has moved on: a new result will not change it.";

/// The result of a pass over the tournament's matches.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct UpdateResult {
    /// Lobbies that are no longer needed.
    pub cancel: Vec<MatchId>,
    /// Matches that began although the tournament had continued without them.
    pub end: Vec<MatchId>,
    /// The channels that refused messages of matches, which were called off for that, with the reasons.
    pub refused_channels: Vec<(ChannelId, String)>,
}

/// The state of a match for its tournament.
enum PairingMatchState {
    /// The match waits in its lobby.
    InLobby,
    /// The match is being played, or halted.
    Played,
    Ended(Verdict),
    /// A player called the card off, or its time ran out.
    Missed(Card),
    /// A host called the card off, so nobody was absent.
    Recalled,
    /// The match was called off because its channel refused messages, so nobody was absent.
    ChannelLost(String),
}

impl Tourney {
    /// The matches that have been opened.
    pub(crate) fn matches(&self) -> Vec<MatchId> {
        let bouts = self.play.iter().flat_map(|play| &play.bouts);
        bouts.filter_map(|bout| bout.opened.as_ref()?.as_ref().ok().copied()).collect()
    }

    /// Updates the tournament from the states of its matches, and adds a bout for every new pairing.
    pub(crate) fn update_from_matches(&mut self, rows: &[MatchRow], now: UnixMs, id: Snowflake) -> UpdateResult {
        let mut held = UpdateResult::default();
        let off = matches!(self.phase, Phase::CalledOff { .. });
        let round_ms = self.round_ms;
        let Some(play) = &mut self.play else { return held };
        if !off {
            play.record_begun(rows);
        }
        for at in 0..play.bouts.len() {
            let Some(Ok(m)) = play.bouts[at].opened else { continue };
            let Some(row) = rows.iter().find(|row| row.id == m) else { continue };
            if off || play.bouts[at].closed {
                held.cancel.extend((row.status == Status::Lobby).then_some(m));
                held.end.extend((row.status == Status::Running && !off).then_some(m));
            } else {
                play.update_one(at, row, (now, round_ms), id, &mut held);
            }
        }
        if off {
            return held;
        }
        play.add_bouts(now, round_ms, id);
        self.phase = if play.tournament.is_over() { Phase::Over } else { Phase::Playing };
        // A refusal in an earlier channel says nothing about the present channel.
        if let Some((channel, why)) = held.refused_channels.iter().find(|(channel, _)| *channel == self.channel) {
            self.suspend(*channel, why, now);
        }
        held
    }

    /// Returns the effect of a match's reverted end, as a sentence. `None` if there is none.
    pub(crate) fn reverted(
        &mut self,
        m: MatchId,
        mut rows: Vec<MatchRow>,
        now: UnixMs,
        id: Snowflake,
    ) -> Option<String> {
        if matches!(self.phase, Phase::CalledOff { .. }) {
            return Some(MOVED_ON.to_owned());
        }
        self.update_from_matches(&rows, now, id);
        let before = self.clone();
        for row in rows.iter_mut().filter(|row| row.id == m) {
            (row.status, row.outcome) = (Status::Running, None);
        }
        let held = self.update_from_matches(&rows, now, id);
        let bout = self.play.as_ref()?.bouts.iter().find(|bout| bout.opened == Some(Ok(m)))?;
        if held.end.contains(&m) {
            return Some("Its tournament has moved on, so this match ends again without a result.".to_owned());
        }
        if bout.disputed {
            return Some(MOVED_ON.to_owned());
        }
        let open = match (&before.phase, &self.phase) {
            (Phase::Over, Phase::Playing) => "The tournament's winner is open again.".to_owned(),
            _ if before.play != self.play => "Its pairing in the tournament is open again.".to_owned(),
            _ => return None,
        };
        let cards: Vec<_> = held.cancel.iter().map(|m| format!(" The card of match {m} is called off.")).collect();
        Some(open + &cards.concat())
    }

    /// The reason for which the tournament calls off a match: mostly a host's ruling on its pairing.
    pub(crate) fn why_off(&self, m: MatchId) -> String {
        if matches!(self.phase, Phase::CalledOff { .. }) {
            return "The tournament was called off.".to_owned();
        }
        let bout = self.play.iter().flat_map(|play| &play.bouts).find(|bout| bout.opened == Some(Ok(m)));
        let pairing = bout.and_then(|bout| Some((bout, self.pairing(bout.pairing).ok()?)));
        if bout.is_some() && pairing.is_none() {
            return "An earlier result was reverted, so this pairing opens again after that match.".to_owned();
        }
        let verdict = pairing.and_then(|(bout, pairing)| pairing.attempts.get(bout.attempt)?.verdict);
        let name = |entrant| self.person(entrant).goes_by();
        match verdict {
            Some(Verdict::Won(winner)) => {
                format!("Decided by the host: {} wins without play.", name(winner))
            }
            Some(Verdict::Drawn) => "The host counts this match as drawn.".to_owned(),
            Some(Verdict::Absent(absent)) => {
                format!("{} counts as absent, so the opponent wins in the tournament.", name(absent))
            }
            Some(Verdict::BothAbsent) => "Both players count as absent.".to_owned(),
            None => "The tournament continues without it.".to_owned(),
        }
    }

    /// Decides a pairing by a host's ruling.
    pub(crate) fn rule(&mut self, id: PairingId, by_hand: HostVerdict, rows: &[MatchRow]) -> Result<(), Refused> {
        let pairing = self.pairing(id)?.clone();
        let bout = self.bout(id);
        let row = bout.and_then(|bout| rows.iter().find(|row| Some(&Ok(row.id)) == bout.opened.as_ref()));
        if let Some(row) = row.filter(|row| matches!(row.status, Status::Running | Status::Over)) {
            let how = if row.status == Status::Running {
                "is being played; decide it there with `/host award`"
            } else {
                "has a result; revert it there with `/host undo` and decide it again with `/host award`"
            };
            return Err(refused(format!("Match {} {how}, and the tournament follows.", row.id)));
        }
        let last = pairing.attempts.len() - 1;
        let verdict = match by_hand {
            HostVerdict::FirstWon => Some(Verdict::Won(pairing.ec)),
            HostVerdict::SecondWon => Some(Verdict::Won(pairing.dmo)),
            HostVerdict::Drawn => Some(Verdict::Drawn),
            HostVerdict::FirstAbsent => Some(Verdict::Absent(pairing.ec)),
            HostVerdict::SecondAbsent => Some(Verdict::Absent(pairing.dmo)),
            HostVerdict::BothAbsent => Some(Verdict::BothAbsent),
            HostVerdict::Reverted => None,
        };
        let play = self.play.as_mut().ok_or_else(|| refused("It has not begun."))?;
        play.tournament.decide(id, last, verdict).map_err(|why| match why {
            Refusal::Begun(_) => refused("What follows from that result has begun, so it stays as it is."),
            other => refused(sentence(other)),
        })?;
        for bout in play.bouts.iter_mut().filter(|bout| bout.pairing == id && bout.attempt == last) {
            bout.closed = true;
        }
        if self.phase == Phase::Over {
            self.phase = Phase::Playing;
        }
        Ok(())
    }
}

impl TourneyPlay {
    /// Records running matches before any result is changed: they stand, even if a result changes at the same time.
    fn record_begun(&mut self, rows: &[MatchRow]) {
        let begun = |row: &&MatchRow| !matches!(row.status, Status::Lobby | Status::Cancelled);
        for row in rows.iter().filter(begun) {
            let of = |bout: &&PairingMatch| !bout.closed && bout.opened == Some(Ok(row.id));
            if let Some(bout) = self.bouts.iter().find(of) {
                // The pairing may have been drawn again before the match began.
                self.tournament.play(bout.pairing, bout.attempt).ok();
            }
        }
    }

    fn update_one(
        &mut self,
        at: usize,
        row: &MatchRow,
        (now, round_ms): (UnixMs, u64),
        id: Snowflake,
        held: &mut UpdateResult,
    ) {
        let until = now.plus(round_ms);
        let bout = &mut self.bouts[at];
        let Some((_, pairing)) =
            self.tournament.pairing(bout.pairing).filter(|(_, pairing)| bout.attempt < pairing.attempts.len())
        else {
            // The pairing was drawn again.
            bout.closed = true;
            held.cancel.extend((row.status == Status::Lobby).then_some(row.id));
            return;
        };
        let (pairing_id, attempt) = (bout.pairing, pairing.attempts[bout.attempt]);
        match pairing_match_state(row, bout, pairing, now) {
            PairingMatchState::InLobby if attempt.verdict.is_some() => {
                // The pairing was decided without being played.
                bout.closed = true;
                held.cancel.extend((row.status == Status::Lobby).then_some(row.id));
            }
            PairingMatchState::InLobby => {}
            // The decision stays.
            PairingMatchState::Recalled | PairingMatchState::Missed(_) | PairingMatchState::ChannelLost(_)
                if attempt.verdict.is_some() => {}
            PairingMatchState::ChannelLost(why) => {
                bout.open_again(now, until, id, at);
                held.refused_channels.push((row.channel, why));
            }
            PairingMatchState::Recalled => bout.open_again(now, until, id, at),
            PairingMatchState::Missed(card) => {
                let cards: Vec<Card> = bout.cards.iter().cloned().chain([card]).collect();
                match self.tournament.decide_by_cards(pairing_id, bout.attempt, &cards) {
                    Ok(false) => {
                        bout.cards = cards;
                        bout.again += 1;
                        bout.open_again(now, bout.until.max(now.plus(LEAST_MS.min(round_ms))), id, at);
                    }
                    decided => bout.disputed = decided.is_err(),
                }
            }
            PairingMatchState::Played => {
                let taken_back = self.tournament.decide(pairing_id, bout.attempt, None);
                bout.disputed = taken_back.is_err();
            }
            PairingMatchState::Ended(verdict) => {
                bout.disputed = self.tournament.decide(pairing_id, bout.attempt, Some(verdict)).is_err();
            }
        }
    }

    /// Adds a bout for every open pairing without one.
    fn add_bouts(&mut self, now: UnixMs, round_ms: u64, id: Snowflake) {
        let until = now.plus(round_ms);
        let open: Vec<_> = self.tournament.open().map(|(pairing, attempt)| (pairing.id, attempt)).collect();
        for (pairing, attempt) in open {
            let has = |bout: &PairingMatch| bout.pairing == pairing && bout.attempt == attempt && !bout.closed;
            if !self.bouts.iter().any(has) {
                let opening = stamp(now, id, self.bouts.len(), 0);
                self.bouts.push(PairingMatch::new(pairing, attempt, opening, until));
            }
        }
    }
}

/// The state of a match for its pairing.
fn pairing_match_state(row: &MatchRow, bout: &PairingMatch, pairing: &Pairing, now: UnixMs) -> PairingMatchState {
    let (ec, dmo) = pairing.seats(bout.attempt);
    match row.status {
        Status::Lobby => PairingMatchState::InLobby,
        Status::Running | Status::Halted => PairingMatchState::Played,
        Status::Over => {
            let outcome: Option<Outcome> =
                row.outcome.as_deref().and_then(|outcome| serde_json::from_str(outcome).ok());
            PairingMatchState::Ended(match outcome.and_then(|outcome| outcome.winner) {
                Some(Seat::Ec) => Verdict::Won(ec),
                Some(Seat::Dmo) => Verdict::Won(dmo),
                None => Verdict::Drawn,
            })
        }
        Status::Cancelled if row.channel_refusal.is_some() => {
            PairingMatchState::ChannelLost(row.channel_refusal.clone().unwrap_or_default())
        }
        Status::Cancelled => {
            let ready = ready(row, pairing, bout.attempt);
            match row.called_off {
                Some(CalledOff::Player(seat)) => {
                    let caller = if seat == Seat::Ec { ec } else { dmo };
                    PairingMatchState::Missed(Card { ready, called_off: Some(caller) })
                }
                Some(CalledOff::Host) => PairingMatchState::Recalled,
                // Earlier versions did not record who called a card off.
                None if now < bout.until => PairingMatchState::Recalled,
                None => PairingMatchState::Missed(Card { ready, called_off: None }),
            }
        }
    }
}

impl PairingMatch {
    /// Schedules its match to be opened again. The number in the stamp may be the same, so the moment is later.
    fn open_again(&mut self, now: UnixMs, until: UnixMs, id: Snowflake, at: usize) {
        let later = now.max(self.opening.ms().plus(1));
        (self.opened, self.opening) = (None, stamp(later, id, at, self.again));
        self.until = until;
    }
}

/// A stamp at this moment or later that no other match of the tournament has.
fn stamp(now: UnixMs, id: Snowflake, bout: usize, again: u8) -> Snowflake {
    let number = bout as u64 * MOST_CARDS as u64 + u64::from(again);
    Snowflake(Snowflake::at(now).0 | (id.0.wrapping_add(number) & 0x3f_ffff))
}

#[cfg(test)]
pub(crate) mod tests;
