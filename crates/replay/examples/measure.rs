//! The size of replays and the time to make them: the longest of some random matches and of the stored records, for every game and preset.
//!
//! `cargo run --release -p deathmatch-replay --example measure -- [MATCHES [FOLDER]]` writes the results to the folder, if one is given.
//! Times are processor times, so other programs do not distort them.

#[path = "../tests/laws/play.rs"]
mod play;

use std::fs;
use std::path::{Path, PathBuf};

use deathmatch_replay::{Limits, Replay, animation, page};
use deathmatch_rules::game::Game;
use deathmatch_rules::games;
use deathmatch_rules::table::Header;
use play::Habits;

/// The number of moments in the second, shorter animation.
const TURNS: usize = 60;

fn main() {
    let mut words = std::env::args().skip(1);
    let matches: u64 = words.next().map_or(20, |number| number.parse().expect("a number of matches"));
    let folder = words.next().map(PathBuf::from);
    let turns = format!("of {TURNS}");
    println!(
        "{:32} {:>7} {:>10} {:>8} {:>10} {:>8} {turns:>10} {:>8}",
        "", "moments", "page", "in", "animation", "in", "in"
    );
    for game in games::all() {
        for (preset, _) in game.presets() {
            let made = (0..matches).map(|seed| {
                let habits = Habits { missing: if seed % 4 == 3 { 5 } else { 0 }, ..Habits::default() };
                play::play(game, preset, ["Cleopatra", "Bartholomew"], seed, habits)
            });
            let stored = stored(game, preset);
            let texts = made.map(|record| record.text()).chain(stored);
            let replays = texts.filter_map(|text| Some((Replay::read(&text).ok()?, text)));
            let longest = replays.max_by_key(|(replay, _)| replay.moments.len());
            let (mut replay, text) = longest.expect("some matches that are over");
            let begun = worked();
            let html = page(&replay);
            let paged = worked() - begun;
            let begun = worked();
            let gif = animation(&replay, Limits::default());
            let animated = worked() - begun;
            let moments = replay.moments.len();
            replay.moments.truncate(TURNS);
            let begun = worked();
            let of_turns = animation(&replay, Limits::default());
            let turned = worked() - begun;
            let kb = |bytes: usize| bytes.div_ceil(1000);
            let name = format!("{} {preset}", game.id());
            println!(
                "{name:32} {moments:>7} {:>7} kB {paged:>6.2} s {:>7} kB {animated:>6.2} s {:>7} kB {turned:>6.2} s",
                kb(html.len()),
                kb(gif.len()),
                kb(of_turns.len())
            );
            if let Some(folder) = &folder {
                fs::create_dir_all(folder).expect("a folder can be made");
                let write = |ending: &str, bytes: &[u8]| {
                    let path = folder.join(format!("{}-{preset}.{ending}", game.id()));
                    fs::write(path, bytes).expect("the folder can be written to");
                };
                write("jsonl", text.as_bytes());
                write("html", html.as_bytes());
                write("gif", &gif);
            }
        }
    }
}

/// The stored records of a game's preset.
fn stored(game: &dyn Game, preset: &str) -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/records").join(game.id());
    let files = fs::read_dir(folder).into_iter().flatten().flatten().map(|file| file.path());
    let records = files.filter(|path| path.extension().is_some_and(|ending| ending == "jsonl"));
    let texts = records.filter_map(|path| fs::read_to_string(path).ok());
    let its_own = |text: &String| {
        let header = Header::read(text.lines().next().unwrap_or_default()).ok();
        let default = game.presets()[0].0;
        header.is_some_and(|header| header.preset.as_deref().unwrap_or(default) == preset)
    };
    texts.filter(its_own).collect()
}

/// The processor time of this thread, in seconds.
fn worked() -> f64 {
    let line = fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let spent = line.split(' ').next().and_then(|spent| spent.parse::<f64>().ok());
    spent.unwrap_or_default() / 1e9
}
