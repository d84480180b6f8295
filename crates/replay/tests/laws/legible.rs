//! The words of every game's boards are legible on a phone, and lie within the board.

use deathmatch_draw as draw;
use deathmatch_rules::game::{Align, BySeat, Scene, Seat, Shape, Viewer};
use deathmatch_rules::games::GAMES;
use deathmatch_rules::table::Table;

use crate::play::{Habits, play};

#[test]
fn words_on_boards_are_legible() {
    let viewers = Seat::ALL.map(Viewer::Seat).into_iter().chain([Viewer::Public, Viewer::Truth]);
    let viewers: Vec<_> = viewers.collect();
    for game in GAMES {
        for (preset, _) in game.presets() {
            for seed in 0..3 {
                let record =
                    play(*game, preset, ["Garnet", "Steiner"], seed, Habits { missing: 5, ..Habits::default() });
                let mut table = Table::open(record.header.clone()).unwrap();
                for entry in &record.entries {
                    table.enter(entry);
                    for &viewer in &viewers {
                        check(preset, &table.sight(viewer).scene());
                    }
                }
            }
        }
    }
}

fn check(preset: &str, scene: &Scene) {
    let names = BySeat { ec: "Garnet", dmo: "Steiner" };
    for shape in &scene.shapes {
        let Shape::Text { at, size, weight, align, text, within, .. } = shape else { continue };
        let words = text.with_names(&names);
        assert!(*size >= Scene::LEGIBLE, "{preset}: `{words}` is {size} high");
        let wide = draw::width(&words, *size, *weight);
        assert!(within.is_none_or(|within| wide <= within), "{preset}: `{words}` is cut");
        let left = match align {
            Align::Start => at[0],
            Align::Middle => at[0] - wide / 2.0,
            Align::End => at[0] - wide,
        };
        assert!(left >= 0.0 && left + wide <= Scene::WIDTH, "{preset}: `{words}` from {left} to {}", left + wide);
    }
}
