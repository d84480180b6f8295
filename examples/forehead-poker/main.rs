//! The whole bot with one game more: `cargo run --example forehead-poker -- sandbox --demo forehead-poker`.

mod game;

use std::process::ExitCode;

fn main() -> ExitCode {
    deathmatch::games::register(&[&game::ForeheadPoker]);
    deathmatch::players::register(vec![deathmatch::players::built_in::<game::View>()]);
    deathmatch::cli::run()
}
