//! The built-in player: laws for any amount of thinking.

#[path = "../../../rules/tests/rules/guidance_rite/fixtures.rs"]
#[allow(dead_code, reason = "the rules' tests use the rest")]
mod fixtures;

use deathmatch_players::Strength;
use deathmatch_rules::game::{BySeat, Seat, Seed, Terms, Viewer};
use serde_json::json;

use crate::script::Match;
use crate::thinking::{imagined, order, played, worth};
use fixtures::{GAME, alternating, both, rows};

const PRESETS: [&str; 2] = ["dm11", "final"];

fn terms(preset: &str, seed: &str, items: bool) -> Terms {
    let items = || if items { ["honour", "rotate", "swap"].map(str::to_owned).to_vec() } else { Vec::new() };
    let items = BySeat::from_fn(|_| items());
    Terms { preset: Some(preset.to_owned()), seed: Seed::new(seed), items, ..Terms::default() }
}

const fn work(work: u64) -> Strength {
    Strength { work, depth: 4, blur: 0.0 }
}

#[test]
fn orders_are_legal_with_any_amount_of_work() {
    for preset in PRESETS {
        for (number, strength) in [work(1), work(300), work(2_000)].into_iter().enumerate() {
            let items = preset == "final" && number > 0;
            played(GAME, &terms(preset, &format!("counts {number}"), items), |play, seat, step| {
                // One seat plays the player's orders, the other random ones.
                (seat == Seat::Ec).then(|| order(&play.sight(Viewer::Seat(seat)), strength, &step.to_string()))
            });
        }
    }
}

#[test]
fn same_view_gives_the_same_order() {
    for preset in PRESETS {
        played(GAME, &terms(preset, "same", preset == "final"), |play, seat, step| {
            let sight = play.sight(Viewer::Seat(seat));
            if step % 5 == 0 {
                let strength = Strength { blur: 0.1, ..work(500) };
                assert_eq!(order(&sight, strength, "a"), order(&sight, strength, "a"));
            }
            None
        });
    }
}

#[test]
fn later_boards_do_not_change_the_order() {
    for preset in PRESETS {
        played(GAME, &terms(preset, "one", false), |play, seat, step| {
            let mut saved = play.save();
            let upcoming = saved.pointer_mut("/upcoming").and_then(|boards| boards.as_array_mut()).expect("boards");
            if step % 4 == 0 && !upcoming.is_empty() {
                upcoming.reverse();
                upcoming[0] = json!(vec![vec!["uRb.b....."; 5]; rows(preset)]);
                let other = Match::restore(GAME, &saved);
                let sight = play.sight(Viewer::Seat(seat));
                assert_eq!(order(&sight, work(500), "b"), order(&other.seat(seat), work(500), "b"));
            }
            None
        });
    }
}

#[test]
fn imagined_state_gives_the_same_view() {
    for preset in PRESETS {
        let mut random = Seed::new("imagined").generator("worlds");
        played(GAME, &terms(preset, "imagined", preset == "final"), |play, seat, _| {
            let sight = play.sight(Viewer::Seat(seat));
            let imagined = imagined(&sight, &mut random).expect("a seat's view");
            assert_eq!(imagined.sight(Viewer::Seat(seat)).json(), sight.json());
            assert_eq!(imagined.asked(), play.asked());
            let own = worth(&sight);
            assert!((0.0..=1.0).contains(&own));
            assert_eq!(worth(&imagined.sight(Viewer::Seat(seat))).to_bits(), own.to_bits());
            let other = worth(&play.sight(Viewer::Seat(!seat)));
            assert!((own + other - 1.0).abs() < 1e-9, "{own} and {other}");
            None
        });
    }
}

#[test]
fn player_takes_the_last_piece() {
    for preset in PRESETS {
        // Taking the Rat wins, and nothing else does.
        let pieces = "b2 e-..b....., c2 dRb......., a1 e-b.b....., a4 e-bbbb....";
        assert_eq!(order(&alternating(preset, pieces).seat(Seat::Ec), work(2_000), "a"), "b2-c2");
        // The Rat cannot leave: its only arrow points over the edge.
        let pieces = "b2 e-b......., b1 dRb......., a5 e-b.b.....";
        assert_eq!(order(&both(preset, pieces).seat(Seat::Ec), work(2_000), "a"), "b2-b1");
    }
}

#[test]
fn player_saves_its_last_piece() {
    for preset in PRESETS {
        // Nothing can be taken, and only north-west is out of reach.
        let pieces = "c3 e-b......b, c5 d-b......., d3 d-......b., c1 d-....b...";
        assert_eq!(order(&alternating(preset, pieces).seat(Seat::Ec), work(20_000), "a"), "c3-b2");
    }
}
