//! The whole bot with one game more: `cargo run --example goofspiel -- sandbox --demo goofspiel`.

mod game;

use std::process::ExitCode;

fn main() -> ExitCode {
    deathmatch::games::register(&[&game::Goofspiel]);
    deathmatch::players::register(vec![deathmatch::players::built_in::<game::View>()]);
    deathmatch::cli::run()
}
