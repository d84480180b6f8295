//! Searches for the scripted policies and allocations with the best results against level 5 of Castle Siege, one for each seat.
//!
//! The search is evolutionary, with successive halving: many responses play a few matches, and the best ones play more. The survivors are
//! mutated and compete again. The first generations play against a quick stand-in for level 5 that sees everything. The later ones play
//! against level 5.
//!
//! `cargo run --release -p deathmatch-players --example castle_siege_response -- QUICK GENERATIONS WORK [SEAT] > response.txt`: QUICK
//! generations against the stand-in and GENERATIONS against level 5, with WORK for each of its orders.

use deathmatch_players::games::castle_siege::known_response::Response;
use deathmatch_players::games::castle_siege::self_play::Study;
use deathmatch_players::{BEST, Strength, strength};
use deathmatch_rules::game::{Seat, Seed};
use deathmatch_rules::games::castle_siege::{Order, Ruleset, Units};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha12Rng;

/// The stages of a generation: the number of remaining responses, and the further matches of each. The last remaining ones enter the next
/// generation.
const QUICK: [(usize, u32); 4] = [(48, 4), (20, 8), (10, 16), (6, 24)];
const LEVEL: [(usize, u32); 3] = [(24, 5), (8, 10), (3, 20)];

/// A policy known to be strong, which copies the last round throughout. It starts with each style's allocation.
const MIRROR: &str = "0 0 1 0 2 0 -1 2 1 15 1 0 2 0 -1 2 1 15";

/// A response and its results.
#[derive(Clone)]
struct Tried {
    response: Response,
    won: u32,
    played: u32,
}

impl Tried {
    const fn new(response: Response) -> Self {
        Self { response, won: 0, played: 0 }
    }

    /// The share of wins, shrunk towards one half when there are few matches.
    fn share(&self) -> f64 {
        (f64::from(self.won) + 1.0) / (f64::from(self.played) + 2.0)
    }
}

struct Search {
    seat: Seat,
    study: Study,
    /// The strength of level 5; `None` against the stand-in.
    strength: Option<Strength>,
    matches: u64,
    random: ChaCha12Rng,
}

impl Search {
    fn play(&mut self, tried: &mut Tried, matches: u32) {
        for _ in 0..matches {
            self.matches += 1;
            let seed = Seed::new(format!("response {} {}", self.seat, self.matches));
            let won = match self.strength {
                None => self.study.withstands(&tried.response, self.seat, &mut self.random),
                Some(strength) => tried.response.wins(self.seat, &Ruleset::default(), strength, &seed),
            };
            tried.won += u32::from(won);
            tried.played += 1;
        }
    }

    fn any(&mut self) -> Response {
        let random = &mut self.random;
        let units = match random.random_range(0..10) {
            0..5 => Study::known(random),
            5..8 => Study::of_style(random),
            _ => Study::any(random),
        };
        Response::any(units, random)
    }

    fn generation(&mut self, kept: &mut Vec<Tried>, halved: &[(usize, u32)]) {
        let mut all = kept.clone();
        if kept.is_empty() {
            let mirror = |units: Units| Response::read(&format!("{MIRROR} {}", Order::Allocation(units)));
            all.extend(Study::of_styles().into_iter().filter_map(mirror).map(Tried::new));
        }
        while all.len() < halved[0].0 {
            let one = if kept.is_empty() || self.random.random_bool(0.3) {
                self.any()
            } else {
                let of = kept[self.random.random_range(0..kept.len())].response;
                let units = if self.random.random_bool(0.3) { self.any().units } else { of.units };
                Response { units, ..of.changed(&mut self.random) }
            };
            all.push(Tried::new(one));
        }
        for &(left, matches) in halved {
            all.sort_by(|a, b| b.share().total_cmp(&a.share()));
            all.truncate(left);
            for tried in &mut all {
                self.play(tried, matches);
            }
        }
        all.sort_by(|a, b| b.share().total_cmp(&a.share()));
        *kept = all;
    }
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [quick, generations, work, seats @ ..] = &words[..] else { panic!("three numbers") };
    let [quick, generations, work]: [u32; 3] = [quick, generations, work].map(|word| word.parse().expect("a number"));
    for seat in Seat::ALL.into_iter().filter(|seat| seats.is_empty() || seats.contains(&seat.to_string())) {
        let mut study = Study::new(&Ruleset::default());
        study.orders = 12;
        let random = ChaCha12Rng::seed_from_u64(5);
        let mut search = Search { seat, study, strength: None, matches: 0, random };
        let mut kept = Vec::new();
        for _ in 0..quick {
            search.generation(&mut kept, &QUICK);
        }
        search.strength = Some(Strength { work: u64::from(work), ..strength(BEST) });
        for tried in &mut kept {
            *tried = Tried::new(tried.response);
        }
        for generation in 0..generations {
            search.generation(&mut kept, &LEVEL);
            for tried in &kept {
                eprintln!("{seat} {generation}: {} of {}: {}", tried.won, tried.played, tried.response.written());
            }
        }
        println!("{}", kept[0].response.written());
    }
}
