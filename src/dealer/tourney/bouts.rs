//! What matches do to their tournament: results are taken from them as they stand, again and again, so that none is missed and none is
//! taken twice.

use crate::dealer::refused::Refused;
use crate::game::{Outcome, Seat};
use crate::ids::{MatchId, Snowflake, UnixMs};
use crate::store::{BoutRow, Status};
use crate::tournament::{Pairing, PairingId, Refusal, Verdict};

use super::state::{Bout, ByHand, Phase, Play, Tourney, refused, sentence};

/// How often a match that was called off before its time is opened again.
const AGAIN: u8 = 2;

/// What has come of holding a tournament against its matches.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Held {
    /// Lobbies that nobody needs any more.
    pub cancel: Vec<MatchId>,
    /// When it is to be held against them again, whatever happens.
    pub again: Option<UnixMs>,
    /// Why the channel took nothing of a match that was called off for that.
    pub lost: Option<String>,
}

/// What a match says.
enum Said {
    /// Nothing yet.
    Nothing,
    /// It is being played.
    Played,
    Came(Verdict),
    /// It was called off before its time.
    Called,
    /// It was called off because its channel took nothing, so that nobody was absent.
    Lost(String),
}

impl Tourney {
    /// The matches that matter still.
    pub(super) fn matches(&self) -> Vec<MatchId> {
        let bouts = self.play.iter().flat_map(|play| &play.bouts);
        bouts.filter_map(|bout| bout.opened.as_ref()?.as_ref().ok().copied()).collect()
    }

    /// Makes the tournament what its matches have come to, and gives what is to be played its matches.
    pub(super) fn hold_against(&mut self, rows: &[BoutRow], now: UnixMs, id: Snowflake) -> Held {
        let mut held = Held::default();
        let off = matches!(self.phase, Phase::CalledOff { .. });
        let round_ms = self.round_ms;
        let Some(play) = &mut self.play else { return held };
        if !off {
            play.note_what_has_begun(rows);
        }
        for at in 0..play.bouts.len() {
            let Some(Ok(m)) = play.bouts[at].opened else { continue };
            let Some(row) = rows.iter().find(|row| row.id == m) else { continue };
            if off || play.bouts[at].closed {
                held.cancel.extend((row.status == Status::Lobby).then_some(m));
            } else {
                play.hold_one(at, row, (now, now.plus(round_ms)), id, &mut held);
            }
        }
        if off {
            return held;
        }
        play.owe(now, round_ms, id);
        self.phase = if play.tournament.is_over() { Phase::Over } else { Phase::Playing };
        if let Some(why) = &held.lost {
            self.stand_still(why, now);
        }
        self.take_up(rows);
        held
    }

    /// Decides a pairing by a host's word.
    pub(super) fn rule(&mut self, id: PairingId, by_hand: ByHand, rows: &[BoutRow]) -> Result<(), Refused> {
        let pairing = self.pairing(id)?.clone();
        let bout = self.bout(id);
        let row = bout.and_then(|bout| rows.iter().find(|row| Some(&Ok(row.id)) == bout.opened.as_ref()));
        if let Some(row) = row.filter(|row| matches!(row.status, Status::Running | Status::Over)) {
            let how = if row.status == Status::Running {
                "is being played; decide it there with `/host award`"
            } else {
                "has a result; take that back there with `/host undo` and decide it anew with `/host award`"
            };
            return Err(refused(format!("Match {} {how}, and the tournament follows.", row.id)));
        }
        let last = pairing.attempts.len() - 1;
        let verdict = match by_hand {
            ByHand::FirstWon => Some(Verdict::Won(pairing.ec)),
            ByHand::SecondWon => Some(Verdict::Won(pairing.dmo)),
            ByHand::Drawn => Some(Verdict::Drawn),
            ByHand::FirstAbsent => Some(Verdict::Absent(pairing.ec)),
            ByHand::SecondAbsent => Some(Verdict::Absent(pairing.dmo)),
            ByHand::BothAbsent => Some(Verdict::BothAbsent),
            ByHand::TakenBack => None,
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

impl Play {
    /// Takes note of what is being played before any result is changed: it stands, whatever happened at the same time.
    fn note_what_has_begun(&mut self, rows: &[BoutRow]) {
        let begun = |row: &&BoutRow| !matches!(row.status, Status::Lobby | Status::Cancelled);
        for row in rows.iter().filter(begun) {
            let of = |bout: &&Bout| !bout.closed && bout.opened == Some(Ok(row.id));
            if let Some(bout) = self.bouts.iter().find(of) {
                // It may have been drawn anew before it began.
                self.tournament.play(bout.pairing, bout.attempt).ok();
            }
        }
    }

    fn hold_one(&mut self, at: usize, row: &BoutRow, (now, until): (UnixMs, UnixMs), id: Snowflake, held: &mut Held) {
        let bout = &mut self.bouts[at];
        let Some((_, pairing)) =
            self.tournament.pairing(bout.pairing).filter(|(_, pairing)| bout.attempt < pairing.attempts.len())
        else {
            // It was drawn anew.
            bout.closed = true;
            held.cancel.extend((row.status == Status::Lobby).then_some(row.id));
            return;
        };
        let (pairing_id, attempt) = (bout.pairing, pairing.attempts[bout.attempt]);
        match said(row, bout, pairing, now) {
            Said::Nothing if attempt.verdict.is_some() => {
                // It was decided without being played.
                bout.closed = true;
                held.cancel.extend((row.status == Status::Lobby).then_some(row.id));
            }
            Said::Lost(why) if attempt.verdict.is_none() => {
                // No try is spent on it; its number is the same, so its moment is another.
                let later = now.max(bout.opening.ms().plus(1));
                (bout.opened, bout.opening) = (None, stamp(later, id, at, bout.again));
                (bout.until, held.lost) = (until, Some(why));
            }
            Said::Nothing | Said::Lost(_) => {}
            Said::Played => {
                let taken_back = self.tournament.decide(pairing_id, bout.attempt, None);
                bout.disputed = taken_back.is_err();
            }
            Said::Came(verdict) => {
                bout.disputed = self.tournament.decide(pairing_id, bout.attempt, Some(verdict)).is_err();
            }
            Said::Called if attempt.verdict.is_some() => bout.closed = true,
            Said::Called if bout.again < AGAIN => {
                bout.again += 1;
                (bout.opened, bout.opening) = (None, stamp(now, id, at, bout.again));
            }
            Said::Called => held.again = Some(held.again.map_or(bout.until, |soonest| soonest.min(bout.until))),
        }
    }

    /// Gives every pairing that is to be played a match.
    fn owe(&mut self, now: UnixMs, round_ms: u64, id: Snowflake) {
        let until = now.plus(round_ms);
        let open: Vec<_> = self.tournament.open().map(|(pairing, attempt)| (pairing.id, attempt)).collect();
        for (pairing, attempt) in open {
            let has = |bout: &Bout| bout.pairing == pairing && bout.attempt == attempt && !bout.closed;
            if !self.bouts.iter().any(has) {
                let opening = stamp(now, id, self.bouts.len(), 0);
                let bout =
                    Bout { pairing, attempt, opening, until, again: 0, opened: None, closed: false, disputed: false };
                self.bouts.push(bout);
            }
        }
    }
}

/// What a match says about its pairing.
fn said(row: &BoutRow, bout: &Bout, pairing: &Pairing, now: UnixMs) -> Said {
    let (ec, dmo) = pairing.seats(bout.attempt);
    match row.status {
        Status::Lobby => Said::Nothing,
        Status::Running | Status::Halted => Said::Played,
        Status::Over => {
            let outcome: Option<Outcome> =
                row.outcome.as_deref().and_then(|outcome| serde_json::from_str(outcome).ok());
            Said::Came(match outcome.and_then(|outcome| outcome.winner) {
                Some(Seat::Ec) => Verdict::Won(ec),
                Some(Seat::Dmo) => Verdict::Won(dmo),
                None => Verdict::Drawn,
            })
        }
        Status::Cancelled if row.lost.is_some() => Said::Lost(row.lost.clone().unwrap_or_default()),
        Status::Cancelled if now < bout.until => Said::Called,
        Status::Cancelled => Said::Came(match (row.ready.ec, row.ready.dmo) {
            (true, false) => Verdict::Absent(dmo),
            (false, true) => Verdict::Absent(ec),
            _ => Verdict::BothAbsent,
        }),
    }
}

/// A stamp of a moment that no other match of a tournament has.
fn stamp(now: UnixMs, id: Snowflake, bout: usize, again: u8) -> Snowflake {
    let number = bout as u64 * u64::from(AGAIN + 1) + u64::from(again);
    Snowflake(Snowflake::at(now).0 | (id.0.wrapping_add(number) & 0x3f_ffff))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha12Rng;

    use super::super::state::{Entered, Wanted};
    use super::*;
    use crate::dealer::transport::DELETED;
    use crate::game::{BySeat, Reason};
    use crate::ids::{ChannelId, GuildId, UserId};
    use crate::tournament::Format;

    const ID: Snowflake = Snowflake(77);
    const ROUND_MS: u64 = 1_000_000;

    /// A tournament with matches that do as chance wants.
    struct World {
        tourney: Tourney,
        rows: Vec<BoutRow>,
        now: UnixMs,
        chance: ChaCha12Rng,
    }

    impl World {
        fn begun(format: Format, count: usize) -> Self {
            let mut chance = ChaCha12Rng::seed_from_u64(count as u64);
            let person = |id| Entered { user: UserId(id), name: format!("P{id}"), strength: 0, here: true };
            let mut tourney = Tourney {
                guild: GuildId(1),
                channel: ChannelId(1),
                host: UserId(999),
                title: String::new(),
                header: String::new(),
                format: Wanted::Exactly(format),
                check_in_ms: None,
                round_ms: ROUND_MS,
                people: (1..=count as u64).map(person).collect(),
                phase: Phase::SignUp,
                play: None,
                called: None,
                call: None,
                still: None,
                arrives: false,
            };
            tourney.go_on(None, Snowflake::at(UnixMs(1_800_000_000_000)), &mut chance).unwrap();
            Self { tourney, rows: Vec::new(), now: UnixMs(1_800_000_000_000), chance }
        }

        /// What the service does whenever something has happened.
        fn see_to(&mut self) {
            loop {
                let before = self.tourney.clone();
                let held = self.tourney.hold_against(&self.rows, self.now, ID);
                // The channel takes messages again at once.
                self.tourney.try_again(self.now, true);
                for m in held.cancel {
                    self.row(m).status = Status::Cancelled;
                }
                let (count, opens) = (self.rows.len(), self.tourney.opens());
                let bouts = &mut self.tourney.play.as_mut().unwrap().bouts;
                for bout in bouts.iter_mut().filter(|bout| opens && bout.opened.is_none() && !bout.closed) {
                    let id = MatchId(i64::try_from(self.rows.len() + 1).unwrap());
                    self.rows.push(BoutRow {
                        id,
                        status: Status::Lobby,
                        outcome: None,
                        ready: BySeat::default(),
                        expires: bout.until,
                        channel: ChannelId(1),
                        card: None,
                        lost: None,
                    });
                    bout.opened = Some(Ok(id));
                }
                if self.tourney == before && self.rows.len() == count {
                    return;
                }
            }
        }

        fn row(&mut self, m: MatchId) -> &mut BoutRow {
            self.rows.iter_mut().find(|row| row.id == m).unwrap()
        }

        /// Something happens to a match.
        fn happens(&mut self, badly: bool) {
            let live = |row: &&mut BoutRow| matches!(row.status, Status::Lobby | Status::Running);
            let mut live: Vec<_> = self.rows.iter_mut().filter(live).collect();
            if live.is_empty() {
                return;
            }
            let at = self.chance.random_range(0..live.len());
            let row = &mut *live[at];
            let winner = if self.chance.random() { Seat::Ec } else { Seat::Dmo };
            let winner = Some(winner).filter(|_| !badly || self.chance.random_range(0..8) > 0);
            let over = |winner| serde_json::to_string(&Outcome { winner, reason: Reason::Rules }).unwrap();
            match (row.status, self.chance.random_range(0..10)) {
                (Status::Lobby, 0 | 1) if badly => row.ready.ec = !row.ready.ec,
                (Status::Lobby, 2) if badly => row.status = Status::Cancelled,
                (Status::Lobby, 3) if badly => (row.status, row.lost) = (Status::Cancelled, Some("refused".to_owned())),
                (Status::Lobby, _) => row.status = Status::Running,
                _ => (row.status, row.outcome) = (Status::Over, Some(over(winner))),
            }
            if badly && self.chance.random_range(0..10) == 0 {
                let mut over: Vec<_> = self.rows.iter_mut().filter(|row| row.status == Status::Over).collect();
                if !over.is_empty() {
                    let at = self.chance.random_range(0..over.len());
                    (over[at].status, over[at].outcome) = (Status::Running, None);
                }
            }
            if badly && self.chance.random_range(0..30) == 0 {
                self.now = self.now.plus(ROUND_MS + 1);
                for row in self.rows.iter_mut().filter(|row| row.status == Status::Lobby && row.expires <= self.now) {
                    row.status = Status::Cancelled;
                }
            }
        }

        fn checked(&self) {
            let play = self.tourney.play.as_ref().unwrap();
            let stamps: BTreeSet<_> = play.bouts.iter().map(|bout| bout.opening).collect();
            assert!(stamps.len() == play.bouts.len(), "no two matches are opened under one stamp");
            for (pairing, attempt) in play.tournament.open() {
                let current = play.bouts.iter().filter(|bout| !bout.closed && bout.pairing == pairing.id);
                assert_eq!(current.filter(|bout| bout.attempt == attempt).count(), 1, "one match each");
            }
        }
    }

    #[test]
    fn a_result_that_is_taken_back_as_the_next_match_begins_takes_back_nothing() {
        let mut world = World::begun(Format::SingleElimination, 4);
        world.see_to();
        let over = Outcome { winner: Some(Seat::Ec), reason: Reason::Rules };
        for row in &mut world.rows {
            (row.status, row.outcome) = (Status::Over, Some(serde_json::to_string(&over).unwrap()));
        }
        world.see_to();
        assert_eq!(world.rows.len(), 3);
        (world.rows[0].status, world.rows[0].outcome) = (Status::Running, None);
        world.rows[2].status = Status::Running;
        world.see_to();
        let play = world.tourney.play.as_ref().unwrap();
        assert!(play.bouts[0].disputed && !play.bouts[2].closed);
        assert_eq!(play.tournament.open().count(), 1, "the final goes on");
    }

    #[test]
    fn whoever_was_never_shown_a_card_is_not_absent_and_no_try_is_spent() {
        let mut world = World::begun(Format::SingleElimination, 3);
        world.see_to();
        for _ in 0..2 * AGAIN {
            let row = world.rows.last_mut().unwrap();
            (row.status, row.lost) = (Status::Cancelled, Some(DELETED.to_owned()));
            // However long nobody can be asked.
            world.now = world.now.plus(ROUND_MS + 1);
            let count = world.rows.len();
            world.see_to();
            assert!(world.tourney.is_stranded() && world.rows.len() == count);
            world.now = world.now.plus(ROUND_MS + 1);
            world.see_to();
            assert!(world.rows.len() == count && world.tourney.phase == Phase::Playing);
            world.tourney.go_on_in(ChannelId(2), world.now);
            world.see_to();
            assert!(world.rows.len() == count + 1 && world.tourney.still.is_none());
            let bout = world.tourney.play.as_ref().unwrap().bouts.last().unwrap();
            assert!(bout.again == 0 && bout.until == world.now.plus(ROUND_MS), "they have the whole time");
        }
        world.checked();
    }

    #[test]
    fn a_card_that_was_refused_has_its_whole_time_once_it_is_tried_again() {
        let mut world = World::begun(Format::SingleElimination, 3);
        world.see_to();
        let row = world.rows.last_mut().unwrap();
        (row.status, row.lost) = (Status::Cancelled, Some("refused".to_owned()));
        world.tourney.hold_against(&world.rows, world.now, ID);
        assert!(!world.tourney.opens());
        for at_once in [false, true] {
            world.now = world.now.plus(ROUND_MS / 2);
            world.tourney.try_again(world.now, at_once);
            assert_eq!(world.tourney.opens(), at_once);
        }
        let bout = world.tourney.play.as_ref().unwrap().bouts.last().unwrap();
        assert_eq!((bout.until, bout.again), (world.now.plus(ROUND_MS), 0));
    }

    #[test]
    fn tournaments_of_every_size_end_whatever_their_matches_do() {
        for count in 3..=64 {
            let formats = [Format::SingleElimination, Format::DoubleElimination, Format::swiss_for(count)];
            // Of a round robin there are too many matches to try them all.
            for format in formats.into_iter().chain((count <= 12).then_some(Format::RoundRobin)) {
                let mut world = World::begun(format, count);
                world.see_to();
                let mut steps = 0;
                while world.tourney.goes_on() {
                    world.happens(steps < 300);
                    world.see_to();
                    world.checked();
                    steps += 1;
                    if steps % 500 == 0 {
                        // What was called off for good is decided by its deadline.
                        world.now = world.now.plus(ROUND_MS + 1);
                    }
                    assert!(steps < 20_000, "{format} of {count} does not end");
                }
                let live = |row: &&BoutRow| row.status == Status::Lobby;
                assert_eq!(world.rows.iter().filter(live).count(), 0, "nobody waits for {format} of {count}");
            }
        }
    }
}
