//! A player's estimate of its chance to win: misjudgement decides its orders, and does not raise the estimate.

use deathmatch_players::{Strength, order_of};
use deathmatch_rules::game::{Seed, Terms, Viewer};

use crate::thinking::played;

/// The step interval at which positions are checked.
const EACH: u32 = 3;

/// Returns the average difference between the estimates of a misjudging player and of an exact one, over positions of random matches.
fn surer(game: &str, preset: &str, depth: u32) -> f64 {
    let (mut sum, mut count) = (0.0, 0_u32);
    for number in 0..3 {
        let terms =
            Terms { preset: Some(preset.to_owned()), seed: Seed::new(format!("chances {number}")), ..Terms::default() };
        played(game, &terms, |play, seat, step| {
            if step.is_multiple_of(EACH) {
                let sight = play.sight(Viewer::Seat(seat));
                let chance = |blur: f64| {
                    let random = Seed::new(step.to_string()).generator("player");
                    let strength = Strength { work: 1_000, depth, blur };
                    order_of(&*sight, strength, random, &|| false).expect("an order").chance
                };
                // The player has no opinion of a placement.
                if let (Some(misjudged), Some(judged)) = (chance(0.25), chance(0.0)) {
                    sum += misjudged - judged;
                    count += 1;
                }
            }
            None
        });
    }
    assert!(count > 20, "{count}");
    sum / f64::from(count)
}

#[test]
fn misjudgement_does_not_raise_the_estimated_chance() {
    for (game, preset) in [
        ("knights", "tempo-up"),
        ("warriors-death", "standard"),
        ("blockade-chess", "blockade"),
        ("guidance-rite", "dm11"),
        ("guidance-rite", "final"),
        ("castle-siege", "gauntlet"),
    ] {
        for depth in 1..=2 {
            let surer = surer(game, preset, depth);
            assert!(surer < 0.1, "{game} {preset}, {depth} ahead: {surer}");
        }
    }
}
