//! How likely a player takes itself to win: what it misjudges decides what it orders, and makes it no surer of itself.

use deathmatch_players::{Strength, order_of};
use deathmatch_rules::game::{Seed, Terms, Viewer};

use crate::thinking::played;

/// One step in so many is looked at.
const EACH: u32 = 3;

/// By how much somebody who misjudges takes its chance to be greater than somebody who does not, on average over positions of matches at
/// random.
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
                // Of a placement there is no opinion.
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
fn nobody_is_surer_of_winning_for_misjudging() {
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
