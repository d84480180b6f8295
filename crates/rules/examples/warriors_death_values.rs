//! Works out the values of the first rounds that A Warrior's Death's player comes with: `warriors_death_values FILE`.

use std::process::ExitCode;

use deathmatch_rules::games::warriors_death::work_out;

fn main() -> ExitCode {
    let Some(file) = std::env::args().nth(1) else {
        eprintln!("Name the file to write to.");
        return ExitCode::from(2);
    };
    let bytes = work_out(&mut |said| eprintln!("{said}"));
    match std::fs::write(&file, bytes) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{file}: {error}");
            ExitCode::FAILURE
        }
    }
}
