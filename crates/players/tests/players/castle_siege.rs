//! The built-in player: laws for any amount of thinking.

#[path = "../../../rules/tests/rules/castle_siege/fixtures.rs"]
#[allow(dead_code, reason = "the rules' tests use the rest")]
mod fixtures;

use deathmatch_players::{BuiltIn, Strength, find};
use deathmatch_rules::game::{Asked, Seat, Seed, Terms, Viewer};
use serde_json::{Value, json};

use crate::thinking::{imagined, order, played, worth};
use fixtures::{armed, armed_with, standard};

fn player() -> &'static dyn BuiltIn {
    find("castle-siege").expect("it has one")
}

fn terms(ruleset: &Value, seed: &str) -> Terms {
    let ruleset = ruleset.as_object().expect("an object").clone();
    Terms { preset: Some("gauntlet".to_owned()), ruleset, seed: Seed::new(seed), ..Terms::default() }
}

const fn strength(work: u64, depth: u32, blur: f64) -> Strength {
    Strength { work, depth, blur }
}

/// Returns rules with other tables, in which all statistics change.
fn others() -> Value {
    json!({
        "rounds": 12,
        "battle_table": [
            { "when": "EU.ATK + EU.HP > AU.DEF + AU.EXH", "AU": { "HP": -1, "ATK": -1, "DEF": 2 } },
            { "when": "EU.DEF = AU.DEF", "AU": { "EXH": 1, "ATK": 3 } },
        ],
        "siege_table": [
            { "when": "NA > ND", "top_attacker": { "EXH": 2, "DEF": -1 }, "defenders": { "HP": 1, "DEF": -1 } },
            { "when": "always", "attackers": { "ATK": -1 }, "top_defender": { "EXH": 1 } },
        ],
    })
}

#[test]
fn orders_are_legal_with_any_amount_of_work() {
    for ruleset in [json!({}), others()] {
        let strengths =
            [strength(1, 1, 0.25), strength(400, 3, 0.05), strength(4_000, 6, 0.0), strength(4_000, 64, 0.0)];
        for (number, strength) in strengths.into_iter().enumerate() {
            played("castle-siege", &terms(&ruleset, &format!("counts {number}")), |play, seat, step| {
                Some(order(&play.sight(Viewer::Seat(seat)), strength, &format!("{seat} {step}")))
            });
        }
    }
}

#[test]
fn same_view_and_generator_give_the_same_order() {
    played("castle-siege", &terms(&json!({}), "alike"), |play, seat, step| {
        let sight = || play.sight(Viewer::Seat(seat));
        let seed = format!("{step}");
        let found = order(&sight(), strength(5_000, 64, 0.02), &seed);
        assert_eq!(found, order(&sight(), strength(5_000, 64, 0.02), &seed));
        Some(found)
    });
}

#[test]
fn hidden_differences_do_not_change_the_order() {
    // The enemy's hidden statistics, and whether he recovered.
    let first = ["2220 0310", "2110 0330", "2441 0300"];
    let found = first.map(|units| {
        let mut game = armed(units, "1000 0200");
        game.play("ANNNN | ADNNN\nNDNNN | NDNNN");
        order(&game.seat(Seat::Dmo), strength(5_000, 64, 0.0), "twins")
    });
    assert!(found.windows(2).all(|pair| pair[0] == pair[1]), "{found:?}");
    let found = ["RNNNN | DNNNN", "NNNNN | DNNNN"].map(|round| {
        let mut game = armed("2222 2222", "0440");
        game.play(round);
        order(&game.seat(Seat::Dmo), strength(5_000, 64, 0.0), "twins")
    });
    assert_eq!(found[0], found[1]);
}

#[test]
fn imagined_state_gives_the_same_view() {
    let mut random = Seed::new("imagined").generator("worlds");
    for ruleset in [json!({}), others()] {
        for number in 0..4 {
            played("castle-siege", &terms(&ruleset, &format!("imagined {number}")), |play, seat, _| {
                let sight = play.sight(Viewer::Seat(seat));
                let imagined = imagined(&sight, &mut random).expect("a world that agrees");
                assert_eq!(imagined.sight(Viewer::Seat(seat)).json(), sight.json());
                assert_eq!(format!("{:?}", imagined.asked()), format!("{:?}", play.asked()));
                assert!((0.0..=1.0).contains(&worth(&sight)));
                // One seat often plays well, so that some matches are long.
                let plays = number % 2 == 0 || seat == Seat::Ec;
                plays.then(|| order(&sight, strength(100, 2, 0.1), "long"))
            });
        }
    }
}

#[test]
fn every_style_gives_legal_orders_with_every_allocation() {
    let sight = standard().seat(Seat::Ec);
    let player = player();
    let styles = player.styles();
    assert_eq!(styles, ["rush", "turtle", "split", "mirror", "patient", "best-response"]);
    for (number, style) in styles.iter().enumerate() {
        for setup in styles {
            let other = styles[(number + 1) % styles.len()];
            let mut random = Seed::new(*style).generator("style");
            for ruleset in [json!({}), others()] {
                played("castle-siege", &terms(&ruleset, style), |play, seat, _| {
                    let style = if seat == Seat::Ec { style } else { other };
                    let found =
                        player.styled(&*play.sight(Viewer::Seat(seat)), style, setup, &mut random).expect("an order");
                    Some(found.text().to_owned())
                });
            }
        }
    }
    let mut random = Seed::new("").generator("style");
    for (style, setup) in [("best", "rush"), ("rush", "best")] {
        assert!(player.styled(&*sight, style, setup, &mut random).is_none());
    }
}

#[test]
fn style_begins_with_the_named_allocation() {
    let sight = standard().seat(Seat::Dmo);
    let mut random = Seed::new("").generator("style");
    let mut allocated = |style: &str, setup: &str| {
        let order = player().styled(&*sight, style, setup, &mut random).expect("an order");
        let mut units: Vec<String> = order.text().split(' ').filter(|word| word.len() > 1).map(str::to_owned).collect();
        units.sort_unstable();
        units
    };
    assert_eq!(allocated("mirror", "split"), ["0/3/2", "1/3/2", "1/3/2", "4/0/2", "4/1/2"]);
    assert_eq!(allocated("split", "split"), allocated("mirror", "split"));
    assert_eq!(allocated("mirror", "mirror"), ["2/2/2"; 5]);
}

/// Plays matches of level 5, with less work than at a table, against a style with a style's allocation. The seats alternate. Returns the
/// number of wins.
fn won_against(style: &str, setup: &str, matches: u32) -> u32 {
    let won = |number: &u32| {
        let own = if number.is_multiple_of(2) { Seat::Ec } else { Seat::Dmo };
        let mut random = Seed::new(format!("{style} {number}")).generator("style");
        let play = played("castle-siege", &terms(&json!({}), &format!("{style} {number}")), |play, seat, step| {
            let sight = play.sight(Viewer::Seat(seat));
            Some(if seat == own {
                order(&sight, strength(10_000, 64, 0.0), &format!("{number} {step}"))
            } else {
                player().styled(&*sight, style, setup, &mut random).expect("an order").text().to_owned()
            })
        });
        matches!(play.asked(), Asked::Over(outcome) if outcome.winner == Some(own))
    };
    (0..matches).filter(won).count().try_into().expect("few matches")
}

#[test]
fn player_learns_a_scripted_enemys_play() {
    // Copying the last round with two strong attackers and three on the walls beats a player who always expects the best play.
    let won = won_against("mirror", "split", 12);
    assert!(won >= 7, "it won {won} of 12");
}

#[test]
fn player_knows_who_wins_a_tie() {
    // Both are level before the last rounds, and the DMO wins a tie.
    for rounds in 1..=3 {
        let game = armed_with(json!({ "rounds": rounds }), "2220 2220 2220 2220 2220", "2220 2220 2220 2220 2220");
        let [ec, dmo] = [Seat::Ec, Seat::Dmo].map(|seat| worth(&game.seat(seat)));
        assert!(ec < dmo, "with {rounds} left: {ec} and {dmo}");
    }
}
