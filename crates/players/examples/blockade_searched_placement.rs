//! Compares a searched placement of Blockade Chess with the best one of some random placements at a glance; later play is the same.
//!
//! Optional arguments: the number of matches, the time in ms for each order, the number of random placements, and a seed.

use std::time::{Duration, Instant};

use deathmatch_players::games::blockade_chess::drawn_placement;
use deathmatch_players::{Player, Strength, Thinking};
use deathmatch_rules::game::{AtTable, BySeat, Given, Resolve, Rules, Seat, Seed, StartTerms, Viewer, Views};
use deathmatch_rules::games::blockade_chess::{BlockadeChess, Order, Phase, Position, Ruleset, Side, Theme};
use rand_chacha::ChaCha12Rng;
use serde_json::Map;

fn main() {
    let argument = |at: usize, without: u64| {
        std::env::args().nth(at).map_or(without, |text| text.parse().expect("arguments are numbers"))
    };
    let (matches, ms, drawn, seed) = (argument(1, 100), argument(2, 100), argument(3, 1_000), argument(4, 0));
    let mut won = BySeat { ec: 0, dmo: 0 };
    let mut won_by_white = 0;
    for number in 0..matches {
        // White has the searched placement in every other match.
        let searched = if number % 2 == 0 { Side::White } else { Side::Black };
        let winner =
            play(&Seed::new(format!("{seed} {}", number / 2)), searched, ms, usize::try_from(drawn).unwrap_or(1));
        won[if winner == searched { Seat::Ec } else { Seat::Dmo }] += 1;
        won_by_white += u64::from(winner == Side::White);
        println!("{} of {} won with the searched placement; White won {won_by_white}", won.ec, number + 1);
    }
}

/// Plays a match and returns the winning side.
fn play(seed: &Seed, searched: Side, ms: u64, drawn: usize) -> Side {
    let setup = StartTerms {
        ruleset: Ruleset::new(Theme::Blockade),
        advantage: Seat::Ec,
        seed: seed.clone(),
        setup: Map::new(),
        items: BySeat::default(),
        timed: false,
    };
    let (mut position, _) = BlockadeChess::start(&setup).expect("the beginning");
    let mut step = 0;
    while let Some(seat) = position.awaited() {
        let mut random = seed.generator(&step.to_string());
        let order = match position.phase() {
            Phase::Colours => Order::Colour(Theme::Blockade, Side::White),
            Phase::Placement if position.to_move() != searched => {
                drawn_placement(&position, drawn, &mut random).expect("a placement is due")
            }
            Phase::Placement | Phase::Play => thought(&position, seat, ms, random),
        };
        let given = BySeat::from_fn(|each| if each == seat { Given::Order(order) } else { Given::NotAsked });
        position.resolve(given);
        step += 1;
    }
    !position.to_move()
}

fn thought(position: &Position, seat: Seat, ms: u64, random: ChaCha12Rng) -> Order {
    let began = Instant::now();
    let stop = || began.elapsed() >= Duration::from_millis(ms);
    let strength = Strength { work: u64::MAX / 2, depth: 64, blur: 0.0 };
    let mut thinking = Thinking::new(strength, random, &stop);
    let view = position.view(Viewer::Seat(seat), &AtTable::default());
    Player::think(&view, &mut thinking).expect("the seat is asked").order
}
