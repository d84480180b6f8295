//! Kills at any moment, over whole matches.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use deathmatch::game::Seed;
use rand::RngExt;

use super::PLANS;
use super::laws::{come, deeds_from, same, undisturbed};
use super::players::{Diary, begin_ahead};
use super::room::{Plan, Room};

/// The seeds of the kills' moments, for each plan.
const SEEDS: [&[u64]; PLANS.len()] = [&[1, 2], &[3], &[4]];

/// Kills the bot and starts it again, at moments drawn from a seed, until it is dropped; tells how often.
async fn kill_again_and_again(room: &Room, seed: u64, kills: &AtomicUsize) {
    let mut chance = Seed::new(seed.to_string()).generator("kills");
    loop {
        tokio::time::sleep(Duration::from_millis(chance.random_range(100..3_000))).await;
        room.kill().await;
        kills.fetch_add(1, Ordering::SeqCst);
        tokio::time::sleep(Duration::from_millis(chance.random_range(0..150))).await;
        room.restart().await;
    }
}

async fn disturbed(plan: Plan, seed: u64) {
    println!("{plan:?} under seed {seed}");
    let room = Room::open(plan).await;
    let kills = AtomicUsize::new(0);
    let diary = Diary::default();
    let id = room.open_match().await;
    let first = begin_ahead(&room, id).await;
    let play = async {
        while let Some(deeds) = deeds_from(&room, id, first).await {
            futures::future::join_all(deeds.iter().map(|deed| deed.carry_through(&room, &diary))).await;
        }
    };
    tokio::select! {
        () = play => {}
        () = kill_again_and_again(&room, seed, &kills) => {}
    }
    room.revive().await;
    same(&undisturbed(plan).await, &come(&room, id, &diary).await, &room.log());
    let kills = kills.load(Ordering::SeqCst);
    println!("seed {seed}: killed {kills} times");
    // A match that is played in part only may be over soon.
    let least = if plan.steps == u32::MAX { 3 } else { 1 };
    assert!(kills >= least, "seed {seed}: killed only {kills} times");
}

#[tokio::test(flavor = "multi_thread")]
async fn killed_at_random_a_match_ends_as_if_nothing_had_been() {
    let matches = PLANS.iter().zip(SEEDS).flat_map(|(plan, seeds)| seeds.iter().map(|seed| disturbed(*plan, *seed)));
    futures::future::join_all(matches).await;
}
