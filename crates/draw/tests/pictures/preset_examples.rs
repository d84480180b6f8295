//! The pictures of the rules pages.

use deathmatch_draw as draw;
use deathmatch_rules::game::{BySeat, Frame, Overrides, Picture, Seat};
use deathmatch_rules::games::GAMES;

use crate::compare::check;

#[test]
fn every_preset_has_an_example() {
    for game in GAMES {
        for (preset, _) in game.presets() {
            let example = game.example(Some(preset), &Overrides::new()).unwrap();
            let contest = game.contest(Some(preset));
            let frame = Frame {
                game: game.title(Some(preset)),
                contest,
                label: "Example".to_owned(),
                names: BySeat::from_fn(|seat: Seat| contest.nameless(seat).to_owned()),
                ..Frame::default()
            };
            let names = BySeat::from_fn(|_| "W".repeat(32));
            assert!(example.words.with_names(&names).chars().count() <= 1_024, "{preset}");
            let picture = Picture { frame, scene: example.scene };
            assert!(!draw::svg(&picture).contains('…'), "all words of {preset} are there");
            check(&format!("examples/{preset}"), &draw::png(&picture));
        }
    }
}
