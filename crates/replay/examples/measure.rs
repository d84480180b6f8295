//! How large replays are and how long they take: the longest of some matches by chance of every game and preset.
//!
//! `cargo run --release -p deathmatch-replay --example measure -- [MATCHES [FOLDER]]`; with a folder, what was made is left in it.

#[path = "../tests/laws/play.rs"]
mod play;

use std::path::PathBuf;
use std::time::Instant;

use deathmatch_replay::{Limits, Replay, animation, page};
use deathmatch_rules::games;
use play::Habits;

fn main() {
    let mut words = std::env::args().skip(1);
    let matches: u64 = words.next().map_or(20, |number| number.parse().expect("a number of matches"));
    let folder = words.next().map(PathBuf::from);
    println!("{:32} {:>7} {:>10} {:>8} {:>10} {:>8}", "", "moments", "page", "in", "animation", "in");
    for game in games::all() {
        for (preset, _) in game.presets() {
            let made = (0..matches).map(|seed| {
                let habits = Habits { missing: if seed % 4 == 3 { 5 } else { 0 }, ..Habits::default() };
                play::play(game, preset, ["Cleopatra", "Bartholomew"], seed, habits)
            });
            let record = made.max_by_key(|record| record.entries.len()).expect("some matches");
            let text = record.text();
            let replay = Replay::read(&text).expect("a match that is over");
            let begun = Instant::now();
            let html = page(&replay);
            let paged = begun.elapsed().as_secs_f64();
            let begun = Instant::now();
            let gif = animation(&replay, Limits::default());
            let animated = begun.elapsed().as_secs_f64();
            let kb = |bytes: usize| bytes.div_ceil(1000);
            let name = format!("{} {preset}", game.id());
            println!(
                "{name:32} {:>7} {:>7} kB {paged:>6.2} s {:>7} kB {animated:>6.2} s",
                replay.moments.len(),
                kb(html.len()),
                kb(gif.len())
            );
            if let Some(folder) = &folder {
                std::fs::create_dir_all(folder).expect("a folder can be made");
                let write = |ending: &str, bytes: &[u8]| {
                    let path = folder.join(format!("{}-{preset}.{ending}", game.id()));
                    std::fs::write(path, bytes).expect("the folder can be written to");
                };
                write("jsonl", text.as_bytes());
                write("html", html.as_bytes());
                write("gif", &gif);
            }
        }
    }
}
