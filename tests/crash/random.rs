//! Kills at random moments, over whole matches.
//!
//! A moment is a number of answered requests, not a time: the number of kills does not depend on the machine's speed.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use deathmatch::game::Seed;
use rand::RngExt;

use super::PLANS;
use super::laws::{match_result, next_actions_from, same, undisturbed};
use super::players::{Diary, begin_ahead};
use super::room::{LOOK, Plan, Room, wait};

/// The seeds of the kills' moments, for each plan; long ones run on request.
const SEEDS: [&[u64]; PLANS.len()] = [&[], &[3], &[]];
const LONG: [&[u64]; PLANS.len()] = [&[1, 2], &[], &[4]];
/// The number of requests that a process makes before it answers anybody.
const STARTING: u64 = 4;

/// The moment of the next kill, and the number of kills so far.
struct Killer {
    /// The number of answered requests at which the next kill is due.
    due: AtomicU64,
    kills: AtomicUsize,
}

impl Killer {
    const fn new() -> Self {
        Self { due: AtomicU64::new(u64::MAX), kills: AtomicUsize::new(0) }
    }

    async fn kill(&self, room: &Room) {
        room.kill().await;
        self.due.store(u64::MAX, Ordering::SeqCst);
        self.kills.fetch_add(1, Ordering::SeqCst);
    }

    fn is_due(&self, room: &Room) -> bool {
        room.sandbox.answered() >= self.due.load(Ordering::SeqCst)
    }

    /// Kills and restarts the bot at moments drawn from a seed, sometimes also during a start, until the future is dropped.
    async fn kill_repeatedly(&self, room: &Room, seed: u64) {
        let mut chance = Seed::new(seed.to_string()).generator("kills");
        // A match that is played in part makes few requests.
        let most = if room.plan.steps == u32::MAX { 30 } else { 8 };
        loop {
            self.due.store(room.sandbox.answered() + chance.random_range(1..=most), Ordering::SeqCst);
            while !self.is_due(room) {
                tokio::time::sleep(LOOK / 3).await;
            }
            self.kill(room).await;
            while chance.random_bool(0.3) {
                let due = room.sandbox.answered() + chance.random_range(0..=STARTING);
                room.spawn();
                wait("the bot begins to start", async || (room.sandbox.answered() >= due).then_some(())).await;
                self.kill(room).await;
            }
            room.restart().await;
        }
    }

    /// Holds the players back while a kill is due.
    async fn pass(&self, room: &Room) {
        while self.is_due(room) {
            tokio::time::sleep(LOOK / 3).await;
        }
    }
}

async fn disturbed(plan: Plan, seed: u64) {
    println!("{plan:?} under seed {seed}");
    let room = Room::open(plan).await;
    let killer = Killer::new();
    let diary = Diary::default();
    let id = room.open_match().await;
    let first = begin_ahead(&room, id).await;
    let play = async {
        while let Some(next_actions) = next_actions_from(&room, id, first).await {
            futures::future::join_all(next_actions.iter().map(|action| action.carry_through(&room, &diary))).await;
            killer.pass(&room).await;
        }
    };
    tokio::select! {
        () = play => {}
        () = killer.kill_repeatedly(&room, seed) => {}
    }
    room.revive().await;
    same(&undisturbed(plan).await, &match_result(&room, id, &diary).await, &room.log());
    let kills = killer.kills.load(Ordering::SeqCst);
    println!("seed {seed}: killed {kills} times");
    let least = if plan.steps == u32::MAX { 3 } else { 1 };
    assert!(kills >= least, "seed {seed}: killed only {kills} times");
}

async fn all_disturbed(seeds: [&[u64]; PLANS.len()]) {
    let matches = PLANS.iter().zip(seeds).flat_map(|(plan, seeds)| seeds.iter().map(|seed| disturbed(*plan, *seed)));
    futures::future::join_all(matches).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn match_with_random_kills_equals_an_undisturbed_one() {
    all_disturbed(SEEDS).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "long"]
async fn long_matches_with_random_kills_equal_undisturbed_ones() {
    all_disturbed(LONG).await;
}
