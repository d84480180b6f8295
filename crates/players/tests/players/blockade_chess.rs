//! Laws of the built-in player.

use deathmatch_players::{Player, Strength, Thinking, order_of, strength};
use deathmatch_rules::game::{
    Asked, AtTable, BySeat, Given, Resolve, Rules, Seat, Seed, Seen, StartTerms, Viewer, Views, random_legal_order,
};
use deathmatch_rules::games::blockade_chess::{BlockadeChess, Order, Position, Ruleset, Theme};
use rand::RngExt;
use serde_json::json;

use crate::script::Match;

fn begun() -> Match {
    Match::open("blockade-chess", Some("blockade"), json!({}))
}

/// Returns the seat that is asked.
fn asked(game: &Match) -> Seat {
    match game.asked() {
        Asked::Seats(asks) => Seat::ALL.into_iter().find(|&seat| asks[seat].is_some()).expect("one is asked"),
        Asked::Over(_) => panic!("it is over"),
    }
}

const OPEN: &str = "r2q2r1/8/2b2b2/8/8/2B2B2/8/1R2Q2R";
const CLOSED: &str = "q1*1r2b/1**2*2/3R1*2/*1b1*1*r/1*B2*1*/2*1Q3/*2*1R*1/B1*3*1";

fn ordered(game: &Match, strength: Strength, purpose: &str) -> String {
    let sight = game.seat(asked(game));
    let thought = order_of(&*sight, strength, Seed::default().generator(purpose), &|| false).expect("a thought");
    assert!(thought.chance.is_none_or(|chance| (0.0..=1.0).contains(&chance)), "{:?}", thought.chance);
    let order = thought.order.text().to_owned();
    assert_eq!(game.read(asked(game), &order), Ok(order.clone()), "it is legal");
    order
}

fn weak(work: u64, depth: u32) -> Strength {
    Strength { work, depth, blur: 0.1 }
}

#[test]
fn every_order_is_legal_in_every_preset_and_ruling() {
    for preset in ["blockade", "garden-of-statues"] {
        for ruling in ["same-piece", "any-own-piece", "anywhere"] {
            let mut game = Match::open("blockade-chess", Some(preset), json!({ "pawn_placement": ruling }));
            let mut step = 0;
            while let Asked::Seats(_) = game.asked() {
                // The player meets random play.
                let order = if step % 2 == 0 {
                    ordered(&game, weak([1, 200, 1_500][step / 2 % 3], 3), &step.to_string())
                } else {
                    let sight = game.seat(asked(&game));
                    random_legal_order(&*sight, &mut Seed::default().generator(&step.to_string()))
                        .expect("an order")
                        .text()
                        .to_owned()
                };
                game.give(asked(&game), &order);
                step += 1;
            }
            assert!(step > 10, "{preset} {ruling}");
        }
    }
}

#[test]
fn same_generator_gives_the_same_order() {
    let mut game = begun();
    for step in 0..12 {
        let strength = weak(2_000, 4);
        let order = ordered(&game, strength, &step.to_string());
        assert_eq!(ordered(&game, strength, &step.to_string()), order);
        game.give(asked(&game), &order);
    }
}

#[test]
fn one_unit_of_work_gives_an_order() {
    let mut game = begun();
    for step in 0..10 {
        let order = ordered(&game, Strength { work: 1, ..strength(5) }, &step.to_string());
        game.give(asked(&game), &order);
    }
}

#[test]
fn every_level_takes_a_win_in_one() {
    let mut taken = 0;
    for number in 0..30 {
        let mut random = Seed::new(number.to_string()).generator("win");
        let mut position = from(CLOSED);
        while let Some(seat) = position.awaited() {
            let orders = position.orders();
            let wins = |order: Order| {
                let after = after(&position, seat, order);
                after.outcome().is_some_and(|outcome| outcome.winner == Some(seat))
            };
            if orders.len() < 60 && orders.iter().any(|&order| wins(order)) {
                let view = position.view(Viewer::Seat(seat), &AtTable::default());
                for level in 1..=5 {
                    let strength = Strength { work: 2_000, ..strength(level) };
                    let mut thinking = Thinking::new(strength, random.clone(), &|| false);
                    let order = Player::think(&view, &mut thinking).expect("it is asked").order;
                    assert!(wins(order), "level {level}: {order} in {}", position.board());
                }
                taken += 1;
            }
            position = after(&position, seat, orders[random.random_range(0..orders.len())]);
        }
    }
    assert!(taken > 10, "{taken}");
}

fn from(fen: &str) -> Position {
    let setup = StartTerms {
        ruleset: Ruleset::new(Theme::Garden),
        advantage: Seat::Dmo,
        seed: Seed::default(),
        setup: json!({ "fen": fen, "to_move": "white", "white": "ec" }).as_object().cloned().unwrap_or_default(),
        items: BySeat::default(),
        timed: false,
    };
    BlockadeChess::start(&setup).expect("a position").0
}

fn after(position: &Position, seat: Seat, order: Order) -> Position {
    let mut next = *position;
    next.resolve(BySeat::from_fn(|each| if each == seat { Given::Order(order) } else { Given::NotAsked }));
    next
}

#[test]
fn imagined_state_gives_the_same_view() {
    let position = from(OPEN);
    for seat in Seat::ALL {
        let view = position.view(Viewer::Seat(seat), &AtTable::default());
        let imagined = view.imagine(&mut Seed::default().generator("imagine")).expect("a state");
        assert_eq!(imagined.view(Viewer::Seat(seat), &AtTable::default()).json(), Seen::json(&view));
    }
    let worth = |seat| Player::worth(&position.view(Viewer::Seat(seat), &AtTable::default()));
    assert!((worth(Seat::Ec) + worth(Seat::Dmo) - 1.0).abs() < 1e-9, "what one gains the other loses");
    assert!(position.view(Viewer::Public, &AtTable::default()).imagine(&mut Seed::default().generator("")).is_none());
}
