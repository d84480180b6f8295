//! The built-in player.

#[path = "../../../rules/tests/rules/knights/fixtures.rs"]
#[allow(dead_code, reason = "the rules' tests use the rest")]
mod fixtures;

use deathmatch_players::{Strength, order_of, strength};
use deathmatch_rules::game::{
    Accepted, Asked, AtTable, BySeat, Given, Legal, Play, Seat, Seed, Sight, Terms, Viewer, random_legal_order,
};
use deathmatch_rules::games;
use serde_json::{Value, json};

use crate::thinking::{imagined, worth};
use fixtures::{after, first, position, standard};

/// Returns the order of a seat's player.
fn order(sight: &Sight, strength: Strength, seed: &str) -> Accepted {
    let thought = order_of(&**sight, strength, Seed::new(seed.to_owned()).generator("player"), &|| false);
    thought.expect("the seat is asked").order
}

/// Returns a level that thinks for so much work.
fn level(level: u8, work: u64) -> Strength {
    Strength { work, ..strength(level) }
}

#[test]
fn orders_are_legal_with_any_amount_of_work() {
    for number in 0..6_u32 {
        let seed = Seed::new(format!("legal {number}"));
        let mut random = seed.generator("play");
        let terms = Terms { seed, ..Terms::default() };
        let (mut play, _) = games::find("knights").expect("registered").open(&terms).expect("opens");
        while let Asked::Seats(asks) = play.asked() {
            let turn = play.referee_json(&AtTable::default())["turn"].to_string();
            let given = BySeat::from_fn(|seat| {
                let sight = play.sight(Viewer::Seat(seat));
                let work = [1, 30, 700][number as usize % 3];
                let order = match (asks[seat], seat) {
                    (None, _) => return Given::NotAsked,
                    (Some(_), Seat::Ec) => order(&sight, level(1 + (number % 5) as u8, work), &turn),
                    (Some(_), Seat::Dmo) => random_legal_order(&*sight, &mut random).expect("there is one"),
                };
                assert_eq!(sight.parse(order.text()).as_ref(), Ok(&order));
                Given::Order(order)
            });
            play.resolve(given);
        }
    }
}

#[test]
fn same_view_and_generator_give_the_same_order() {
    let game = after("move b5-c3, claim c3 | move d1-c3, claim c1\nmove d5-c3, claim c3 | spawn d1, claim b1");
    for number in 1..=5 {
        let orders = [(); 2].map(|()| order(&game.seat(Seat::Dmo), level(number, 2_000), "same").text().to_owned());
        assert_eq!(orders[0], orders[1]);
    }
}

#[test]
fn imagined_state_gives_the_same_view() {
    let game = after("move b5-c3, claim c3 | move a1-b3, claim b1");
    for seat in Seat::ALL {
        let sight = game.seat(seat);
        let imagined = imagined(&sight, &mut Seed::new("any".to_owned()).generator("imagined")).expect("all is seen");
        assert_eq!(imagined.sight(Viewer::Seat(seat)).json(), sight.json());
        assert_eq!(imagined.asked(), game.asked());
    }
    assert!(imagined(&game.sight(Viewer::Public), &mut Seed::new("any".to_owned()).generator("imagined")).is_none());
}

/// Returns a position in which the last square is e5; the Elimination Candidate stands there, and nobody else can reach it.
fn last_square(points: (u32, u32), other: &Value) -> crate::script::Match {
    let mut all = json!({
        "turn": 30,
        "coloured": { "ec": first(24, "e5"), "dmo": [] },
        "points": { "ec": points.0, "dmo": points.1 },
    });
    for (key, value) in other.as_object().into_iter().flatten() {
        all[key.as_str()] = value.clone();
    }
    position("a5 e5", "a1", &all)
}

#[test]
fn immediate_win_is_taken() {
    for number in 2..=5 {
        let game = last_square((10, 12), &json!({}));
        let order = order(&game.seat(Seat::Ec), level(number, 4_000), "win");
        assert!(order.text().ends_with("claim e5"), "level {number}: {}", order.text());
    }
}

#[test]
fn tie_is_a_loss_for_the_elimination_candidate() {
    // Claiming the last square would make it 15 points each, so the only hope is to continue.
    let game = last_square((10, 15), &json!({}));
    let order = order(&game.seat(Seat::Ec), level(5, 4_000), "tie");
    assert!(!order.text().ends_with("claim e5"), "{}", order.text());
    assert!(worth(&standard().seat(Seat::Ec)) <= 0.55 && worth(&standard().seat(Seat::Dmo)) >= 0.45);
}

/// A seat's own knights, the enemy's knights, and the coloured squares.
struct Board {
    own: Vec<String>,
    enemy: Vec<String>,
    coloured: Vec<String>,
}

impl Board {
    fn of(play: &dyn Play, seat: Seat) -> Self {
        let shown = play.referee_json(&AtTable::default());
        let squares =
            |of: &Value| of.as_array().into_iter().flatten().filter_map(|at| Some(at.as_str()?.to_owned())).collect();
        let knights = |seat: Seat| squares(&shown["knights"][if seat == Seat::Ec { "ec" } else { "dmo" }]);
        let (own, enemy) = (knights(seat), knights(!seat));
        Self {
            own,
            enemy,
            coloured: shown["colours"].as_object().into_iter().flatten().map(|(at, _)| at.clone()).collect(),
        }
    }

    /// Whether one of some knights, except the one on `but`, can jump to a square.
    fn reached(knights: &[String], but: &str, to: &str) -> bool {
        let apart = |from: &str, index: usize| from.as_bytes()[index].abs_diff(to.as_bytes()[index]);
        knights.iter().any(|from| from != but && apart(from, 0) * apart(from, 1) == 2)
    }

    /// Whether an order claims an uncoloured square; `None` if it claims nothing.
    fn claims(&self, order: &str) -> Option<bool> {
        let (_, square) = order.split_once("claim ")?;
        Some(!self.coloured.iter().any(|at| at == square))
    }

    /// Whether an order exposes a knight without gain to a capture that cannot be answered.
    fn gives_away(&self, order: &str) -> bool {
        let part = |word: &str| order.split(", ").find_map(|part| part.strip_prefix(word));
        let (from, to) = part("move ").and_then(|path| path.split_once('-')).unwrap_or_default();
        let loose = |at: &str| Self::reached(&self.enemy, "", at) && !Self::reached(&self.own, from, at);
        let gains =
            self.enemy.iter().any(|at| at == to) || (part("claim ") == Some(to) && self.claims(order) == Some(true));
        part("spawn ").is_some_and(loose) || (!to.is_empty() && !gains && loose(to))
    }
}

/// Plays a level against random orders, and compares each of its orders with all legal ones.
fn watch(number: u8, mut each: impl FnMut(&Board, &str, &[String])) {
    for seed in 0..4 {
        let seed = Seed::new(format!("watched {seed}"));
        let mut random = seed.generator("play");
        let (mut play, _) =
            games::find("knights").expect("registered").open(&Terms { seed, ..Terms::default() }).expect("opens");
        while let Asked::Seats(asks) = play.asked() {
            let turn = play.referee_json(&AtTable::default())["turn"].to_string();
            let given = BySeat::from_fn(|seat| {
                if asks[seat].is_none() {
                    return Given::NotAsked;
                }
                let sight = play.sight(Viewer::Seat(seat));
                if seat == Seat::Dmo {
                    return Given::Order(random_legal_order(&*sight, &mut random).expect("there is one"));
                }
                let order = order(&sight, level(number, 2_000), &turn);
                let Legal::Listed(legal) = sight.legal() else { panic!("orders are listed") };
                each(&Board::of(&*play, seat), order.text(), &legal);
                Given::Order(order)
            });
            play.resolve(given);
        }
    }
}

#[test]
fn useless_claim_is_avoided_while_a_useful_one_exists() {
    for number in 1..=2 {
        let mut could = 0;
        watch(number, |board, order, legal| {
            if legal.iter().any(|other| board.claims(other) == Some(true)) {
                could += 1;
                assert_ne!(board.claims(order), Some(false), "level {number}: {order}");
            }
        });
        assert!(could > 30, "{could}");
    }
}

#[test]
fn level_2_exposes_no_knight() {
    let (mut could, mut all) = (0, 0);
    watch(2, |board, order, legal| {
        let sensible = |order: &str| board.claims(order) != Some(false) && !board.gives_away(order);
        all += 1;
        if legal.iter().any(|other| sensible(other)) {
            could += usize::from(legal.iter().any(|other| board.gives_away(other)));
            assert!(!board.gives_away(order), "{order} with {:?} against {:?}", board.own, board.enemy);
        }
    });
    assert!(could * 2 > all, "{could} of {all}");
}
