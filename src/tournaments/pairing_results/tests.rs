use std::collections::BTreeSet;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha12Rng;

use crate::game::Reason;
use crate::ids::{ChannelId, GuildId, UserId};
use crate::messages::transport::DELETED;
use crate::tournament::Format;
use crate::tournaments::pairing_results::*;
use crate::tournaments::server_tournament::{Entered, FormatChoice, TourneyStage};

const ID: Snowflake = Snowflake(77);
const ROUND_MS: u64 = 1_000_000;

/// A tournament whose matches end at random.
struct World {
    tourney: Tourney,
    rows: Vec<MatchRow>,
    now: UnixMs,
    chance: ChaCha12Rng,
}

impl World {
    fn begun(format: Format, count: usize) -> Self {
        let mut chance = ChaCha12Rng::seed_from_u64(count as u64);
        let person = |id| Entered { user: UserId(id), name: format!("P{id}"), here: true, ..Entered::default() };
        let mut tourney = Tourney::new(GuildId(1), ChannelId(1), UserId(999), FormatChoice::Exactly(format), ROUND_MS);
        tourney.people = (1..=count as u64).map(person).collect();
        tourney.advance(TourneyStage::SignUp, Snowflake::at(UnixMs(1_800_000_000_000)), &mut chance).unwrap();
        Self { tourney, rows: Vec::new(), now: UnixMs(1_800_000_000_000), chance }
    }

    /// The service's pass after every event.
    fn update(&mut self) {
        loop {
            let before = self.tourney.clone();
            let held = self.tourney.update_from_matches(&self.rows, self.now, ID);
            // The channel takes messages again at once.
            self.tourney.try_again(self.now, true);
            for m in held.cancel {
                let row = self.row(m);
                (row.status, row.called_off) = (Status::Cancelled, Some(CalledOff::Host));
            }
            for m in held.end {
                let void = Outcome { winner: None, reason: Reason::Void };
                let row = self.row(m);
                (row.status, row.outcome) = (Status::Over, Some(serde_json::to_string(&void).unwrap()));
            }
            let (count, opens) = (self.rows.len(), self.tourney.may_post());
            let bouts = &mut self.tourney.play.as_mut().unwrap().bouts;
            for bout in bouts.iter_mut().filter(|bout| opens && bout.opened.is_none() && !bout.closed) {
                let id = MatchId(i64::try_from(self.rows.len() + 1).unwrap());
                let (expires, channel) = (bout.until, self.tourney.channel);
                self.rows.push(MatchRow { id, expires, channel, ..MatchRow::default() });
                bout.opened = Some(Ok(id));
            }
            if self.tourney == before && self.rows.len() == count {
                return;
            }
        }
    }

    fn row(&mut self, m: MatchId) -> &mut MatchRow {
        self.rows.iter_mut().find(|row| row.id == m).unwrap()
    }

    /// Changes a random match.
    fn happens(&mut self, badly: bool) {
        let there = self.tourney.channel;
        let live = |row: &&mut MatchRow| matches!(row.status, Status::Lobby | Status::Running);
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
            // The deletion of a channel reaches its cards at any time.
            (Status::Lobby, _) if row.channel != there => {
                (row.status, row.channel_refusal) = (Status::Cancelled, Some(DELETED.to_owned()));
            }
            (Status::Lobby, 0 | 1) if badly => row.ready.ec = !row.ready.ec,
            (Status::Lobby, 2) if badly => {
                let by = [CalledOff::Player(Seat::Ec), CalledOff::Player(Seat::Dmo), CalledOff::Host];
                (row.status, row.called_off) = (Status::Cancelled, Some(by[self.chance.random_range(0..3)]));
            }
            (Status::Lobby, 3) if badly => {
                (row.status, row.channel_refusal) = (Status::Cancelled, Some("refused".to_owned()));
            }
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
        if badly && self.chance.random_range(0..20) == 0 {
            self.tourney.suspend(there, DELETED, self.now);
            self.tourney.move_to_channel(ChannelId(there.0 + 1), self.now);
        }
        if badly && self.chance.random_range(0..30) == 0 {
            self.now = self.now.plus(ROUND_MS + 1);
            let there = self.tourney.channel;
            for row in self.rows.iter_mut().filter(|row| row.status == Status::Lobby && row.expires <= self.now) {
                row.status = Status::Cancelled;
                row.channel_refusal = (row.channel != there).then(|| DELETED.to_owned());
            }
        }
    }

    fn checked(&self) {
        let play = self.tourney.play.as_ref().unwrap();
        let stamps: BTreeSet<_> = play.bouts.iter().map(|bout| bout.opening).collect();
        assert!(stamps.len() == play.bouts.len(), "no two matches are opened under one stamp");
        assert!(!self.tourney.is_channel_deleted(), "its channel is there");
        for (pairing, attempt) in play.tournament.open() {
            let current = play.bouts.iter().filter(|bout| !bout.closed && bout.pairing == pairing.id);
            assert_eq!(current.filter(|bout| bout.attempt == attempt).count(), 1, "one match each");
        }
    }
}

/// Calls a match's lobby off.
fn called_off(world: &mut World, m: MatchId, by: CalledOff) {
    let row = world.row(m);
    (row.status, row.called_off) = (Status::Cancelled, Some(by));
    world.update();
}

#[test]
fn a_card_that_is_called_off_late_is_opened_again_for_long_enough_and_a_hosts_for_the_whole_time() {
    let mut world = World::begun(Format::SingleElimination, 3);
    world.update();
    let until = |world: &World| world.tourney.play.as_ref().unwrap().bouts[0].until;
    let deadline = until(&world);
    world.now = UnixMs(deadline.0 - 5_000);
    called_off(&mut world, MatchId(1), CalledOff::Player(Seat::Ec));
    assert_eq!(until(&world), world.now.plus(LEAST_MS));
    world.now = world.now.plus(LEAST_MS / 2);
    called_off(&mut world, MatchId(2), CalledOff::Host);
    assert_eq!(until(&world), world.now.plus(ROUND_MS));
    // No number of times makes anybody absent.
    for m in 3..9 {
        called_off(&mut world, MatchId(m), CalledOff::Host);
    }
    world.checked();
    let bout = &world.tourney.play.as_ref().unwrap().bouts[0];
    assert_eq!((bout.again, bout.cards.len(), bout.closed), (1, 1, false));
}

#[test]
fn who_was_ready_when_the_other_called_off_was_there_also_if_the_next_card_runs_out() {
    let mut world = World::begun(Format::SingleElimination, 3);
    world.update();
    world.row(MatchId(1)).ready.dmo = true;
    called_off(&mut world, MatchId(1), CalledOff::Player(Seat::Ec));
    // The deadline passes with nobody ready on the second card.
    world.now = world.now.plus(2 * ROUND_MS);
    world.row(MatchId(2)).status = Status::Cancelled;
    let two = world.tourney.play.as_ref().unwrap().tournament.rounds()[0].pairings[0].clone();
    world.update();
    let play = world.tourney.play.as_ref().unwrap();
    assert_eq!(play.tournament.rounds()[0].pairings[0].verdict(), Some(Verdict::Absent(two.ec)));
}

#[test]
fn what_an_older_version_kept_can_be_read() {
    let bout = r#"{"pairing":1,"attempt":0,"opening":5,"until":9,"again":2,"opened":{"Ok":7},"closed":false,"disputed":false}"#;
    let bout: PairingMatch = serde_json::from_str(bout).unwrap();
    assert_eq!((bout.cards.len(), bout.opened), (0, Some(Ok(MatchId(7)))));
    let attempt: crate::tournament::Attempt = serde_json::from_str(r#"{"begun":true,"verdict":{"absent":3}}"#).unwrap();
    assert!(!attempt.walkover);
}

#[test]
fn a_result_that_is_taken_back_as_the_next_match_begins_takes_back_nothing() {
    let mut world = World::begun(Format::SingleElimination, 4);
    world.update();
    let over = Outcome { winner: Some(Seat::Ec), reason: Reason::Rules };
    for row in &mut world.rows {
        (row.status, row.outcome) = (Status::Over, Some(serde_json::to_string(&over).unwrap()));
    }
    world.update();
    assert_eq!(world.rows.len(), 3);
    (world.rows[0].status, world.rows[0].outcome) = (Status::Running, None);
    world.rows[2].status = Status::Running;
    world.update();
    let play = world.tourney.play.as_ref().unwrap();
    assert!(play.bouts[0].disputed && !play.bouts[2].closed);
    assert_eq!(play.tournament.open().count(), 1, "the final continues");
}

#[test]
fn a_player_who_was_shown_no_card_is_not_absent_and_no_try_is_spent() {
    let mut world = World::begun(Format::SingleElimination, 3);
    world.update();
    for _ in 0..2 * MOST_CARDS {
        let row = world.rows.last_mut().unwrap();
        (row.status, row.channel_refusal) = (Status::Cancelled, Some(DELETED.to_owned()));
        // However long the channel refuses the cards.
        world.now = world.now.plus(ROUND_MS + 1);
        let count = world.rows.len();
        world.update();
        assert!(world.tourney.is_channel_deleted() && world.rows.len() == count);
        world.now = world.now.plus(ROUND_MS + 1);
        world.update();
        assert!(world.rows.len() == count && world.tourney.phase == Phase::Playing);
        world.tourney.move_to_channel(ChannelId(2), world.now);
        world.update();
        assert!(world.rows.len() == count + 1 && world.tourney.suspension.is_none());
        let bout = world.tourney.play.as_ref().unwrap().bouts.last().unwrap();
        assert!(bout.again == 0 && bout.until == world.now.plus(ROUND_MS), "they have the whole time");
    }
    world.checked();
}

#[test]
fn what_was_lost_in_a_channel_that_it_has_left_stops_it_nowhere_else() {
    let mut world = World::begun(Format::RoundRobin, 4);
    world.update();
    let (count, left) = (world.rows.len(), world.tourney.channel);
    world.tourney.suspend(left, DELETED, world.now);
    world.tourney.move_to_channel(ChannelId(2), world.now);
    // The deletion of the channel reaches its cards only now.
    for row in world.rows.iter_mut().filter(|row| row.status == Status::Lobby) {
        (row.status, row.channel_refusal) = (Status::Cancelled, Some(DELETED.to_owned()));
    }
    world.update();
    assert!(world.tourney.suspension.is_none() && world.rows.len() == 2 * count);
    // Of two lost matches, only the one in the present channel counts.
    for at in [count, 0] {
        let row = &mut world.rows[at];
        (row.status, row.channel_refusal, row.channel) =
            (Status::Cancelled, Some(DELETED.to_owned()), ChannelId(if at == 0 { 1 } else { 2 }));
    }
    world.update();
    assert!(world.tourney.is_channel_deleted());
    world.tourney.suspend(left, "refused", world.now);
    assert!(world.tourney.is_channel_deleted());
}

#[test]
fn a_card_that_was_refused_has_its_whole_time_once_it_is_tried_again() {
    let mut world = World::begun(Format::SingleElimination, 3);
    world.update();
    let row = world.rows.last_mut().unwrap();
    (row.status, row.channel_refusal) = (Status::Cancelled, Some("refused".to_owned()));
    world.tourney.update_from_matches(&world.rows, world.now, ID);
    assert!(!world.tourney.may_post());
    for at_once in [false, true] {
        world.now = world.now.plus(ROUND_MS / 2);
        world.tourney.try_again(world.now, at_once);
        assert_eq!(world.tourney.may_post(), at_once);
    }
    let bout = world.tourney.play.as_ref().unwrap().bouts.last().unwrap();
    assert_eq!((bout.until, bout.again), (world.now.plus(ROUND_MS), 0));
}

#[test]
fn what_was_lost_before_its_channel_was_known_to_be_there_stops_it_no_more() {
    for (why, is_there) in [(DELETED, true), ("refused", true), ("refused", false), (DELETED, false)] {
        let mut world = World::begun(Format::SingleElimination, 3);
        world.update();
        let (count, there) = (world.rows.len(), world.tourney.channel);
        world.tourney.suspend(there, why, world.now);
        let row = world.rows.last_mut().unwrap();
        (row.status, row.channel_refusal) = (Status::Cancelled, Some(why.to_owned()));
        world.now = world.now.plus(ROUND_MS / 2);
        world.tourney.retry_channel(&world.rows, is_there, world.now, ID);
        let is_running = is_there || why != DELETED;
        assert_eq!(world.tourney.may_post(), is_running, "{why}");
        // The next pass over the tournament.
        let held = world.tourney.update_from_matches(&world.rows, world.now, ID);
        assert!(held.refused_channels.is_empty() && world.tourney.may_post() == is_running, "{why}");
        world.update();
        assert_eq!(world.rows.len(), count + usize::from(is_running));
        let bout = world.tourney.play.as_ref().unwrap().bouts.last().unwrap();
        assert!(!is_running || (bout.until, bout.again) == (world.now.plus(ROUND_MS), 0), "they have the whole time");
    }
}

#[test]
fn tournaments_of_every_size_end_whatever_their_matches_do() {
    for count in 3..=64 {
        let formats = [Format::SingleElimination, Format::DoubleElimination, Format::swiss_for(count)];
        // A round robin has too many matches to test every size.
        for format in formats.into_iter().chain((count <= 12).then_some(Format::RoundRobin)) {
            let mut world = World::begun(format, count);
            world.update();
            let mut steps = 0;
            while world.tourney.is_running() {
                world.happens(steps < 300);
                world.update();
                world.checked();
                steps += 1;
                if steps % 500 == 0 {
                    // A match that was called off for good is decided by its deadline.
                    world.now = world.now.plus(ROUND_MS + 1);
                }
                assert!(steps < 20_000, "{format} of {count} does not end");
            }
            let live = |row: &&MatchRow| row.status == Status::Lobby;
            assert_eq!(world.rows.iter().filter(live).count(), 0, "nobody waits for {format} of {count}");
        }
    }
}
