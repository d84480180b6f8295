//! An upper bound on the wins in Black and White (`library/black_and_white.py`, nine tiles) against a rival who plays tiles at random:
//! `cargo run -p deathmatch-players --example black_and_white_bound`.
//!
//! The player here knows more than a real seat: after each round it learns the rival's tile. Before its choice it knows the colour of the
//! tile to answer. Its optimal play bounds every real player.

use std::collections::HashMap;

const TILES: u32 = 9;
const EVEN: u32 = 0b1_0101_0101;

/// The position before a round: both players' tiles as bits, and the rounds won minus the rounds lost.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Round {
    own: u32,
    rival: u32,
    leads: bool,
    ahead: i32,
}

struct Ideal {
    /// Whether the seat wins ties.
    ties: bool,
    known: HashMap<Round, f64>,
}

fn tiles(of: u32) -> impl Iterator<Item = u32> {
    (0..TILES).filter(move |tile| of >> tile & 1 == 1)
}

impl Ideal {
    /// The probability of a win from here.
    fn wins(&mut self, round: Round) -> f64 {
        let left = round.own.count_ones().cast_signed();
        if left == 0 || round.ahead.abs() > left {
            return if round.ahead > 0 || round.ahead == 0 && self.ties { 1.0 } else { 0.0 };
        }
        if let Some(&known) = self.known.get(&round) {
            return known;
        }
        // The rival's possible tiles, in the groups that the player can distinguish before the choice.
        let groups = if round.leads { [round.rival, 0] } else { [round.rival & EVEN, round.rival & !EVEN] };
        let mut best = |group: u32| tiles(round.own).map(|own| self.sum(round, own, group)).fold(0.0, f64::max);
        let wins = groups.map(&mut best).iter().sum::<f64>() / f64::from(left);
        self.known.insert(round, wins);
        wins
    }

    /// The sum of the chances of one tile against each of the rival's.
    fn sum(&mut self, round: Round, own: u32, group: u32) -> f64 {
        tiles(group)
            .map(|rival| {
                let won = i32::from(own > rival) - i32::from(own < rival);
                self.wins(Round {
                    own: round.own & !(1 << own),
                    rival: round.rival & !(1 << rival),
                    leads: if won == 0 { round.leads } else { won > 0 },
                    ahead: round.ahead + won,
                })
            })
            .sum()
    }
}

fn main() {
    let all = (1 << TILES) - 1;
    let of = |dmo: bool| {
        // The DMO leads the first round and wins ties.
        Ideal { ties: dmo, known: HashMap::new() }.wins(Round { own: all, rival: all, leads: dmo, ahead: 0 })
    };
    let (ec, dmo) = (of(false), of(true));
    println!("at most: as the EC {ec:.4}, as the DMO {dmo:.4}, seats swapped {:.4}", f64::midpoint(ec, dmo));
}
