//! An upper bound on the wins in Black and White (`library/black_and_white.py`, nine tiles) against a rival who plays tiles at random:
//! `cargo run -p deathmatch-players --example black_and_white_bound`.
//!
//! The player here knows more than a real seat: after each round it learns the rival's tile. Before its choice it knows the colour of the
//! tile to answer. Its optimal play bounds every real player.
//!
//! The informed reply knows what a seat sees, colours and results. It deals the rival's tiles accordingly by lot, and lays the tile that is
//! best on average if everything is known from then on.

use std::collections::HashMap;

use rand::SeedableRng;
use rand::seq::IteratorRandom;
use rand_chacha::ChaCha12Rng;

const TILES: u32 = 9;
const ALL: u32 = (1 << TILES) - 1;
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
                let won = result(own, rival);
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

/// A round as its seat has seen it.
struct Seen {
    own: u32,
    even: bool,
    /// 1 for a win, -1 for a loss; `None` before the seat's tile lies.
    won: Option<i32>,
}

fn result(own: u32, rival: u32) -> i32 {
    i32::from(own > rival) - i32::from(own < rival)
}

impl Seen {
    fn fits(&self, rival: u32) -> bool {
        rival.is_multiple_of(2) == self.even && self.won.is_none_or(|won| won == result(self.own, rival))
    }
}

/// Deals the rival's tiles of these rounds by lot: the tiles left, and the one to answer. `None` if the lot fails.
fn deal(rounds: &[Seen], random: &mut ChaCha12Rng) -> Option<[u32; 2]> {
    let mut rounds: Vec<_> = rounds.iter().collect();
    rounds.sort_by_key(|round| tiles(ALL).filter(|tile| round.fits(*tile)).count());
    let [mut left, mut open] = [ALL, 0];
    for round in rounds {
        let tile = 1 << tiles(left).filter(|tile| round.fits(*tile)).choose(random)?;
        left &= !tile;
        if round.won.is_none() {
            open = tile;
        }
    }
    Some([left, open])
}

/// Plays a match with informed replies. Returns whether it is won.
fn is_won(ideal: &mut Ideal, mut leads: bool, random: &mut ChaCha12Rng) -> bool {
    const DEALS: usize = 60;
    let (mut own, mut rivals, mut ahead, mut seen) = (ALL, ALL, 0, Vec::new());
    while own != 0 {
        let rival = tiles(rivals).choose(random).expect("both have as many tiles");
        let even = rival.is_multiple_of(2);
        if !leads {
            seen.push(Seen { own: 0, even, won: None });
        }
        let deals: Vec<_> = (0..DEALS).filter_map(|_| deal(&seen, random)).collect();
        let mut worth = |tile: u32| -> f64 {
            let each = deals.iter().map(|&[left, open]| {
                let group = if leads { left } else { open };
                ideal.sum(Round { own, rival: left | open, leads, ahead }, tile, group) / f64::from(group.count_ones())
            });
            each.sum()
        };
        let judged = tiles(own).map(|tile| (worth(tile), tile));
        let (_, tile) = judged.max_by(|a, b| a.0.total_cmp(&b.0)).expect("a tile is left");
        seen.retain(|round| round.won.is_some());
        let won = result(tile, rival);
        seen.push(Seen { own: tile, even, won: Some(won) });
        (own, rivals, ahead) = (own & !(1 << tile), rivals & !(1 << rival), ahead + won);
        leads = if won == 0 { leads } else { won > 0 };
    }
    ahead > 0 || ahead == 0 && ideal.ties
}

fn main() {
    const MATCHES: usize = 2_000;
    let mut random = ChaCha12Rng::seed_from_u64(0);
    // The DMO leads the first round and wins ties.
    let of = [false, true].map(|dmo| {
        let mut ideal = Ideal { ties: dmo, known: HashMap::new() };
        let most = ideal.wins(Round { own: ALL, rival: ALL, leads: dmo, ahead: 0 });
        (most, (0..MATCHES).filter(|_| is_won(&mut ideal, dmo, &mut random)).count())
    });
    let [(ec, as_ec), (dmo, as_dmo)] = of;
    println!("at most: as the EC {ec:.4}, as the DMO {dmo:.4}, seats swapped {:.4}", f64::midpoint(ec, dmo));
    println!("the informed reply wins {as_ec} and {as_dmo} of {MATCHES}");
}
