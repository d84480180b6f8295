//! The built-in player.

use deathmatch_players::games::warriors_death::{Answered, exploit};
use deathmatch_players::{Strength, Thinking, Thought, Way, player_of};
use deathmatch_rules::game::{Accepted, Asked, AtTable, Seat, Seed, Sight, Viewer};

use crate::script::Match;
use crate::thinking::imagined;

fn standard() -> Match {
    Match::open("warriors-death", Some("standard"), serde_json::json!({}))
}

fn after(script: &str) -> Match {
    let mut game = standard();
    game.play(script);
    game
}

fn thinks(sight: &Sight, work: u64, depth: u32, blur: f64, seed: &str) -> Option<Thought<Accepted>> {
    let never = || false;
    let strength = Strength { work, depth, blur };
    player_of(&**sight)?.think(
        &**sight,
        Way::Own,
        &mut Thinking::new(strength, Seed::new(seed).generator("player"), &never),
    )
}

#[test]
fn every_level_gives_a_legal_order_in_every_position() {
    let levels = [(1, 64, 0.0), (200, 1, 0.25), (2_000, 2, 0.1), (3_000, 3, 0.05), (5_000, 64, 0.0)];
    for seed in 0..3 {
        let mut game = standard();
        let mut random = Seed::new(format!("match {seed}")).generator("orders");
        let mut steps = 0;
        while matches!(game.asked(), Asked::Seats(_)) {
            if game.seat(Seat::Ec).legal() == deathmatch_rules::game::Legal::Listed(Vec::new()) {
                game.play("ready | ready");
                continue;
            }
            let line = Seat::ALL.map(|seat| {
                let sight = game.seat(seat);
                let (work, depth, blur) = levels[(steps + seat as usize) % levels.len()];
                let thought = thinks(&sight, work, depth, blur, "x").expect("an order");
                let chance = thought.chance.expect("a chance");
                assert!((0.0..=1.0).contains(&chance), "{chance}");
                game.read(seat, thought.order.text()).expect("counts");
                // Half of the orders are random, so that every kind of position occurs.
                let drawn = sight.draw_order(&mut random).expect("an order");
                if steps % 4 < 2 { drawn.text().to_owned() } else { thought.order.text().to_owned() }
            });
            steps += 1;
            game.play(&line.join(" | "));
        }
    }
}

#[test]
fn imagined_state_gives_the_same_view() {
    for seed in 0..6 {
        let mut game = standard();
        let mut random = Seed::new(format!("imagined {seed}")).generator("orders");
        while matches!(game.asked(), Asked::Seats(_)) {
            for seat in Seat::ALL {
                let sight = game.seat(seat);
                let imagined = imagined(&sight, &mut random).expect("there is always the truth");
                assert_eq!(imagined.sight(Viewer::Seat(seat)).json(), sight.json());
                assert_eq!(imagined.asked(), game.asked());
                assert!(imagined.referee_json(&AtTable::default()).is_object());
            }
            if game.seat(Seat::Ec).legal() == deathmatch_rules::game::Legal::Listed(Vec::new()) {
                game.play("ready | ready");
            } else {
                let line = Seat::ALL.map(|seat| {
                    let drawn = game.seat(seat).draw_order(&mut random).expect("an order");
                    drawn.text().to_owned()
                });
                game.play(&line.join(" | "));
            }
        }
    }
}

#[test]
fn hidden_differences_do_not_change_the_order() {
    // The Blue Mage disguised as a Bard loses where the Bard ties, and both are announced as a tie.
    let worlds = ["bard | bard\nsage | chocobo", "bard | blue-mage>bard\nsage | chocobo"].map(after);
    let [first, second] = worlds.each_ref().map(|game| game.seat(Seat::Ec));
    assert_eq!(first.json(), second.json());
    for (work, depth, blur) in [(20_000, 64, 0.0), (5_000, 3, 0.05), (2_000, 2, 0.12)] {
        for seed in ["1", "2", "3"] {
            let [one, other] = [&first, &second].map(|sight| thinks(sight, work, depth, blur, seed));
            assert_eq!(one, other);
        }
    }
}

#[test]
fn player_sees_a_decided_match_near_its_end() {
    // Samurai have beaten Chocobos for nine rounds: no last round can make up for 27 points.
    let game = after(&"samurai | -\n".repeat(9));
    let chance = |seat| thinks(&game.seat(seat), 10_000, 64, 0.0, "1").expect("an order").chance.expect("a chance");
    assert!(chance(Seat::Ec) > 0.6 && chance(Seat::Dmo) < 0.4, "{} {}", chance(Seat::Ec), chance(Seat::Dmo));
    assert!((chance(Seat::Ec) + chance(Seat::Dmo) - 1.0).abs() < 1e-6);
}

#[test]
fn best_play_is_unbeatable_and_random_play_is_exploitable() {
    let from = [[9, 9], [8, 8], [4, 4], [6, 6], [2, 2]];
    let mut quiet = |_: &str| {};
    let found = exploit(&[Answered::Best, Answered::Uniform], &from, &mut quiet);
    assert!((found[0] - 0.5).abs() < 0.001 && found[1] > 0.7, "{found:?}");
}

#[test]
fn beginner_sends_no_chocobo_while_fresh_units_suffice() {
    let beginner = deathmatch_players::strength(1);
    let mut chocobos = 0;
    for seed in 0..3 {
        let mut game = standard();
        // The units that each seat has sent in this bout.
        let mut sent: [Vec<String>; 2] = [Vec::new(), Vec::new()];
        let mut step = 0;
        while matches!(game.asked(), Asked::Seats(_)) {
            step += 1;
            if game.seat(Seat::Ec).legal() == deathmatch_rules::game::Legal::Listed(Vec::new()) {
                game.play("ready | ready");
                sent = [Vec::new(), Vec::new()];
                continue;
            }
            let line = Seat::ALL.map(|seat| {
                let seed = format!("{seed} {step} {seat}");
                let thought = thinks(&game.seat(seat), beginner.work, beginner.depth, beginner.blur, &seed);
                let order = thought.expect("an order").order.text().to_owned();
                let sent = &mut sent[seat as usize];
                if order == "chocobo" {
                    chocobos += 1;
                    let mut units: Vec<&str> = sent.iter().map(|unit| unit.split('>').next().unwrap_or(unit)).collect();
                    units.retain(|&unit| unit != "chocobo");
                    units.sort_unstable();
                    units.dedup();
                    assert!(9 - units.len() < 10 - sent.len(), "{seat} has sent {sent:?}");
                }
                sent.push(order.clone());
                order
            });
            game.play(&line.join(" | "));
        }
    }
    assert!(chocobos > 10, "{chocobos}");
}
