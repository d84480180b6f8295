//! The number of Blockade Chess positions that the built-in player makes and judges per second on one core.

use std::hint::black_box;
use std::time::Instant;

use deathmatch_players::games::blockade_chess::judge_moves;
use deathmatch_rules::game::{BySeat, Rules, Seat, Seed, StartTerms};
use deathmatch_rules::games::blockade_chess::{BlockadeChess, Ruleset, Theme};
use serde_json::json;

const BOARDS: [(&str, &str); 3] = [
    ("beginning", "r2q2r1/8/2b2b2/8/8/2B2B2/8/1R2Q2R"),
    ("middle", "r2q2r1/2*2*2/2b2b2/1*2*1*1/*3*3/2B2B2/2*3*1/1R2Q2R"),
    ("end", "q1*1r2b/1**2*2/3R1*2/*1b1*1*r/1*B2*1*/2*1Q3/*2*1R*1/B1*3*1"),
];

fn main() {
    for (name, fen) in BOARDS {
        let setup = StartTerms {
            ruleset: Ruleset::new(Theme::Blockade),
            advantage: Seat::Dmo,
            seed: Seed::default(),
            setup: json!({ "fen": fen, "to_move": "white", "white": "ec" }).as_object().cloned().unwrap_or_default(),
            items: BySeat::default(),
            timed: false,
        };
        let (position, _) = BlockadeChess::start(&setup).expect("a position in play");
        let (began, mut judged) = (Instant::now(), 0);
        while judged < 3_000_000 {
            let (moves, sum) = judge_moves(black_box(&position));
            judged += moves;
            black_box(sum);
        }
        println!("{name:<10} {:.2} million a second", f64::from(judged) / began.elapsed().as_secs_f64() / 1e6);
    }
}
