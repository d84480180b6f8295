//! The result of level 3 against random play, with seats exchanged: `cargo run -p deathmatch-players --example game_file_against_random MATCHES
//! FILE…`. For 0 matches it prints the check's report. An argument `work=UNITS` sets the work for an order.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use deathmatch_gamefile::{Against, Loaded, check, measure, wilson};
use deathmatch_players::{Strength, order_of, strength};
use deathmatch_rules::game::{Accepted, Sight};
use rand_chacha::ChaCha12Rng;

/// The same values as `deathmatch game check`.
const LEVEL: u8 = 3;
const WORK: u64 = 20_000;

/// Longer than any measurement.
const DAY: Duration = Duration::from_secs(86_400);

fn main() {
    let (settings, args): (Vec<_>, Vec<_>) = std::env::args().skip(1).partition(|arg| arg.starts_with("work="));
    let work = settings.first().map_or(WORK, |setting| setting["work=".len()..].parse().expect("units"));
    let (matches, files) = args.split_first().expect("matches, then files");
    let matches = matches.parse().expect("matches");
    let strength = Strength { work, ..strength(LEVEL) };
    for path in files {
        let source = std::fs::read_to_string(path).expect("a file");
        let game = Loaded::read(path, &source).unwrap_or_else(|error| panic!("{error}"));
        let (orders, nodes) = (AtomicU64::new(0), AtomicU64::new(0));
        let strong = |sight: &Sight, generator: ChaCha12Rng| -> Option<Accepted> {
            let thought = order_of(&**sight, strength, generator, &|| false)?;
            orders.fetch_add(1, Ordering::Relaxed);
            nodes.fetch_add(thought.nodes, Ordering::Relaxed);
            Some(thought.order)
        };
        if matches == 0 {
            match check(&game, Some(&strong)) {
                Ok(checked) => println!("{}", checked.lines.join("\n")),
                Err(error) => println!("{path}: {error}"),
            }
            continue;
        }
        let Against { won, matches: of, .. } = measure(&game, &strong, matches, DAY).expect("no fault");
        let [least, most] = wilson(won, of).map(|bound| 100.0 * bound);
        let orders = orders.into_inner().max(1);
        println!(
            "{path}: won {won} of {of} ({least:.0} to {most:.0} %), {} orders a match, {} steps an order",
            orders / of.max(1),
            nodes.into_inner() / orders
        );
    }
}
