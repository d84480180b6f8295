//! Kills at any moment, over whole matches.
//!
//! A moment is a number of requests that the bot has had answered, not a time: however fast the machine is, the bot is killed as often.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use deathmatch::game::Seed;
use rand::RngExt;

use super::PLANS;
use super::laws::{come, deeds_from, same, undisturbed};
use super::players::{Diary, begin_ahead};
use super::room::{LOOK, Plan, Room, wait};

/// The seeds of the kills' moments, for each plan; long ones run on request.
const SEEDS: [&[u64]; PLANS.len()] = [&[], &[3], &[]];
const LONG: [&[u64]; PLANS.len()] = [&[1, 2], &[], &[4]];
/// How many requests a process makes before it answers anybody.
const STARTING: u64 = 4;

/// When the bot is killed next, and how often it was.
struct Killer {
    /// The number of answered requests at which it is.
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

    /// Kills the bot and starts it again, at moments drawn from a seed, until it is dropped; now and then also while it starts.
    async fn again_and_again(&self, room: &Room, seed: u64) {
        let mut chance = Seed::new(seed.to_string()).generator("kills");
        // A match that is played in part only asks for few.
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

    /// Keeps the players from playing on while the bot is overdue to be killed.
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
        while let Some(deeds) = deeds_from(&room, id, first).await {
            futures::future::join_all(deeds.iter().map(|deed| deed.carry_through(&room, &diary))).await;
            killer.pass(&room).await;
        }
    };
    tokio::select! {
        () = play => {}
        () = killer.again_and_again(&room, seed) => {}
    }
    room.revive().await;
    same(&undisturbed(plan).await, &come(&room, id, &diary).await, &room.log());
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
async fn killed_at_random_a_match_goes_on_as_if_nothing_had_been() {
    all_disturbed(SEEDS).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "long"]
async fn killed_at_random_whole_matches_end_as_if_nothing_had_been() {
    all_disturbed(LONG).await;
}
