//! Steps a second of a game's random matches, with the orders of both seats listed, and how long a file takes to load, both by the
//! processor's time: `cargo run --release -p deathmatch-gamefile --example speed FILE…`.

use std::time::Instant;

use deathmatch_gamefile::Loaded;
use deathmatch_rules::game::{Accepted, Asked, BySeat, Given, Legal, Seat, Seed, Terms, Viewer, Wants};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

const LOADS: u32 = 20;

/// How long this thread has had a processor, in seconds.
fn busy() -> f64 {
    let spent = std::fs::read_to_string("/proc/thread-self/schedstat").expect("Linux");
    spent.split(' ').next().and_then(|nanoseconds| nanoseconds.parse::<f64>().ok()).expect("a number") / 1e9
}

fn main() {
    for path in std::env::args().skip(1) {
        let source = std::fs::read_to_string(&path).expect("a file");
        let began = busy();
        for _ in 0..LOADS {
            drop(Loaded::read(&path, &source));
        }
        let load = (busy() - began) / f64::from(LOADS);
        let game = Loaded::read(&path, &source).unwrap_or_else(|error| panic!("{error}")).game();
        let mut random = rand_chacha::ChaCha12Rng::seed_from_u64(1);
        let (mut steps, mut listed, mut won) = (0_u32, 0_u32, BySeat { ec: 0, dmo: 0 });
        let (mut out, mut orders_in) = (0.0, 0.0);
        let began = busy();
        while busy() - began < 3.0 {
            let seed = Seed::new(random.random::<u64>().to_string());
            let (mut play, _) = game.open(&Terms { seed, ..Terms::default() }).expect("opens");
            loop {
                let asks = match play.asked() {
                    Asked::Over(outcome) => {
                        won[outcome.winner.unwrap_or(Seat::Dmo)] += 1;
                        break;
                    }
                    Asked::Seats(asks) => asks,
                };
                let mut given: BySeat<Given<Accepted>> = BySeat { ec: Given::NotAsked, dmo: Given::NotAsked };
                let at = Instant::now();
                for seat in Seat::ALL {
                    let Some(ask) = asks[seat] else { continue };
                    let sight = play.sight(Viewer::Seat(seat));
                    given[seat] = match sight.legal() {
                        _ if ask.wants == Wants::Ready => Given::Ready,
                        Legal::Listed(orders) => {
                            listed += u32::try_from(orders.len()).expect("few");
                            Given::Order(sight.parse(orders.choose(&mut random).expect("one")).expect("legal"))
                        }
                        _ => Given::TimedOut,
                    };
                }
                orders_in += at.elapsed().as_secs_f64();
                let at = Instant::now();
                play.resolve(given);
                out += at.elapsed().as_secs_f64();
                steps += 1;
            }
        }
        let seconds = busy() - began;
        println!(
            "{path}: loads in {:.1} ms; {:.0} steps a second, {:.0} orders a step; {:.0} µs to list, {:.0} µs to resolve; EC {} DMO {}",
            load * 1e3,
            f64::from(steps) / seconds,
            f64::from(listed) / f64::from(steps),
            orders_in / f64::from(steps) * 1e6,
            out / f64::from(steps) * 1e6,
            won.ec,
            won.dmo
        );
    }
}
