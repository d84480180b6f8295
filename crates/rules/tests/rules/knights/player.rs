//! The built-in player.

use deathmatch_rules::game::{Accepted, Asked, AtTable, BySeat, Given, Seat, Seed, Sight, Strength, Terms, Viewer};
use deathmatch_rules::games;
use deathmatch_rules::players::{any_order, order_of, strength};
use serde_json::{Value, json};

use super::{after, first, position, standard};

/// What a seat's player orders.
fn order(sight: &Sight, strength: Strength, seed: &str) -> Accepted {
    let thought = order_of(&**sight, strength, Seed::new(seed.to_owned()).generator("player"), &|| false);
    thought.expect("the seat is asked").order
}

/// A level that thinks for so long.
fn level(level: u8, work: u64) -> Strength {
    Strength { work, ..strength(level) }
}

#[test]
fn every_order_counts_however_little_work_is_spent() {
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
                    (Some(_), Seat::Dmo) => any_order(&*sight, &mut random).expect("there is one"),
                };
                assert_eq!(sight.parse(order.text()).as_ref(), Ok(&order));
                Given::Order(order)
            });
            play.resolve(given);
        }
    }
}

#[test]
fn the_same_view_and_generator_give_the_same_order() {
    let game = after("move b5-c3, claim c3 | move d1-c3, claim c1\nmove d5-c3, claim c3 | spawn d1, claim b1");
    for number in 1..=5 {
        let orders = [(); 2].map(|()| order(&game.seat(Seat::Dmo), level(number, 2_000), "same").text().to_owned());
        assert_eq!(orders[0], orders[1]);
    }
}

#[test]
fn what_is_imagined_is_what_is_seen() {
    let game = after("move b5-c3, claim c3 | move a1-b3, claim b1");
    for seat in Seat::ALL {
        let sight = game.seat(seat);
        let imagined = sight.imagine(&mut Seed::new("any".to_owned()).generator("imagined")).expect("all is seen");
        assert_eq!(imagined.sight(Viewer::Seat(seat)).json(), sight.json());
        assert_eq!(imagined.asked(), game.asked());
    }
    assert!(game.sight(Viewer::Public).imagine(&mut Seed::new("any".to_owned()).generator("imagined")).is_none());
}

/// The last square is e5, on which the Elimination Candidate stands; nobody else comes there.
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
fn a_win_at_once_is_taken() {
    for number in 2..=5 {
        let game = last_square((10, 12), &json!({}));
        let order = order(&game.seat(Seat::Ec), level(number, 4_000), "win");
        assert!(order.text().ends_with("claim e5"), "level {number}: {}", order.text());
    }
}

#[test]
fn a_tie_is_none_for_the_elimination_candidate() {
    // Claiming the last square would make it 15 points each; the only hope is to go on.
    let game = last_square((10, 15), &json!({}));
    let order = order(&game.seat(Seat::Ec), level(5, 4_000), "tie");
    assert!(!order.text().ends_with("claim e5"), "{}", order.text());
    assert!(standard().seat(Seat::Ec).worth() <= 0.55 && standard().seat(Seat::Dmo).worth() >= 0.45);
}
