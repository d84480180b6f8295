//! How level 3 does against chance, and the check's report: `cargo run -p deathmatch-players --example chance SECONDS FILE…`.

use std::time::Duration;

use deathmatch_gamefile::{Loaded, check, measure};
use deathmatch_players::{Strength, order_of, strength};
use deathmatch_rules::game::{Accepted, Sight};
use rand_chacha::ChaCha12Rng;

/// As `deathmatch game check` has it.
const LEVEL: u8 = 3;
const WORK: u64 = 20_000;

fn main() {
    let mut args = std::env::args().skip(1);
    let seconds = args.next().and_then(|seconds| seconds.parse().ok()).expect("seconds");
    let strength = Strength { work: WORK, ..strength(LEVEL) };
    let strong = |sight: &Sight, generator: ChaCha12Rng| -> Option<Accepted> {
        Some(order_of(&**sight, strength, generator, &|| false)?.order)
    };
    for path in args {
        let source = std::fs::read_to_string(&path).expect("a file");
        let game = Loaded::read(&path, &source).unwrap_or_else(|error| panic!("{error}"));
        if seconds == 0 {
            match check(&game, Some(&strong)) {
                Ok(checked) => println!("{}", checked.lines.join("\n")),
                Err(error) => println!("{path}: {error}"),
            }
            continue;
        }
        let (won, of) = measure(&game, &strong, u64::MAX, Duration::from_secs(seconds)).expect("no fault");
        println!("{path}: won {won} of {of}, {} %", won * 100 / of.max(1));
    }
}
