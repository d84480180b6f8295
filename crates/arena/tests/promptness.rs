//! A stopped player gives its order soon, whatever it was doing. So limits on the clock hold on a slow machine, too.
//!
//! The test measures the processor time of the thread, so that other work on the machine does not matter. Only Linux reports it in a file.
#![cfg(target_os = "linux")]

use std::cell::Cell;

use deathmatch_players::{order_of, strength};
use deathmatch_rules::game::{Asked, BySeat, Given, Seed, Sight, Terms, Viewer, Wants, random_legal_order};
use deathmatch_rules::games;

/// The longest time that a player works without asking whether to stop, and after it was stopped, in ms. A quarter of a second is then
/// left.
const LONGEST_MS: f64 = 120.0;
/// The times after which a player is stopped, in ms: at once, and during its work.
const STOPPED_MS: [f64; 2] = [0.0, 15.0];
/// One step out of this many is tested.
const EACH: u32 = 9;

/// The processor time of this thread, in ms.
fn now() -> f64 {
    let times = std::fs::read_to_string("/proc/thread-self/schedstat").expect("the kernel tells");
    let ns: f64 = times.split(' ').next().and_then(|ns| ns.parse().ok()).expect("a number");
    ns / 1e6
}

/// The longest uninterrupted work of the best level in a position, if it is stopped after `stopped` ms.
fn stretch(sight: &Sight, stopped: f64, seed: &Seed) -> f64 {
    let began = now();
    let (last, longest) = (Cell::new(began), Cell::new(0.0_f64));
    let asked = || {
        let at = now();
        longest.set(longest.get().max(at - last.replace(at)));
        at
    };
    let stop = || asked() - began >= stopped;
    order_of(&**sight, strength(5), seed.generator("player"), &stop).expect("an order");
    asked();
    longest.get()
}

/// Plays a random match, and tests some of its positions.
fn check(game: &str, preset: &str, items: bool) {
    let game = games::find(game).expect("registered");
    let seed = Seed::new(format!("prompt {preset}"));
    let brought = if items { game.about().items } else { &[] };
    let items = BySeat::from_fn(|_| brought.iter().map(|&item| item.to_owned()).collect());
    let terms = Terms { preset: Some(preset.to_owned()), seed: seed.clone(), items, ..Terms::default() };
    let (mut play, _) = game.open(&terms).expect("opens");
    let mut random = seed.generator("play");
    let mut step = 0;
    while let Asked::Seats(asks) = play.asked() {
        step += 1;
        let given = BySeat::from_fn(|seat| match asks[seat].map(|ask| ask.wants) {
            None => Given::NotAsked,
            Some(Wants::Ready) => Given::Ready,
            Some(Wants::Nothing) => Given::TimedOut,
            Some(Wants::Order) => {
                let sight = play.sight(Viewer::Seat(seat));
                if step % EACH == 1 {
                    for stopped in STOPPED_MS {
                        let stretch = stretch(&sight, stopped, &seed);
                        assert!(stretch < LONGEST_MS, "{preset}, step {step}, told after {stopped} ms: {stretch} ms");
                    }
                }
                Given::Order(random_legal_order(&*sight, &mut random).expect("an order"))
            }
        });
        play.resolve(given);
    }
}

#[test]
fn stopped_player_gives_its_order_soon() {
    check("warriors-death", "standard", false);
    check("knights", "tempo-up", false);
    check("blockade-chess", "blockade", false);
    check("castle-siege", "gauntlet", false);
    check("guidance-rite", "dm11", false);
    check("guidance-rite", "final", true);
}
