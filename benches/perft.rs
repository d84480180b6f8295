//! How fast orders are generated and played out: `cargo bench --bench perft`.
//!
//! Counts are known; one that differs is an error.

use std::time::Instant;

use deathmatch::game::Terms;
use deathmatch::games;
use serde_json::json;

/// A board with nothing but pieces.
const OPEN: &str = "r2q2r1/8/2b2b2/8/8/2B2B2/8/1R2Q2R";
/// A board with many blockers.
const CLOSED: &str = "q1*1r2b/1**2*2/3R1*2/*1b1*1*r/1*B2*1*/2*1Q3/*2*1R*1/B1*3*1";
/// A game, its set-up, a depth and the number of order sequences of that length.
const COUNTS: &[(&str, &str, &str, u32, u64)] = &[
    ("blockade-chess", OPEN, "same-piece", 1, 549),
    ("blockade-chess", OPEN, "same-piece", 2, 268_564),
    ("blockade-chess", OPEN, "same-piece", 3, 127_259_865),
    ("blockade-chess", OPEN, "anywhere", 1, 2_592),
    ("blockade-chess", OPEN, "anywhere", 2, 6_170_313),
    ("blockade-chess", CLOSED, "same-piece", 1, 184),
    ("blockade-chess", CLOSED, "same-piece", 2, 9_299),
    ("blockade-chess", CLOSED, "same-piece", 3, 1_296_781),
    ("blockade-chess", CLOSED, "same-piece", 4, 54_449_972),
];

fn main() {
    for &(game, fen, pawn_placement, depth, expected) in COUNTS {
        let setup = json!({ "fen": fen, "to_move": "white", "white": "ec" });
        let ruleset = json!({ "pawn_placement": pawn_placement });
        let [setup, ruleset] = [setup, ruleset].map(|value| value.as_object().expect("an object").clone());
        let terms = Terms { preset: Some("blockade".to_owned()), setup, ruleset, ..Terms::default() };
        let (play, _) = games::find(game).expect("registered").open(&terms).expect("opens");
        let begun = Instant::now();
        let nodes = play.perft(depth).expect("the seats alternate");
        let took = begun.elapsed().as_secs_f64();
        assert_eq!(nodes, expected, "{fen} {pawn_placement}");
        println!("{game}, {pawn_placement}, depth {depth}: {nodes} in {took:.3} s");
    }
}
