//! `deathmatch replay`: turns a finished match's record into a page and an animation.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;

use deathmatch_replay::{Limits, Replay, animation, page};

/// The exit status for a record that cannot be replayed.
const UNFIT: u8 = 2;

/// Turn a finished match's record into a page for the browser and an animation.
#[derive(Args, Debug)]
pub struct ReplayCommand {
    /// The record, a file from `/match record`
    file: PathBuf,
    /// The folder for `replay.html` and `replay.gif`; created if missing
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

impl ReplayCommand {
    /// Writes both files. Errors are printed to standard error.
    pub fn run(&self) -> ExitCode {
        let record = match fs::read_to_string(&self.file) {
            Ok(record) => record,
            Err(error) => return failed(&format!("{} cannot be read: {error}.", self.file.display())),
        };
        let replay = match Replay::read(&record) {
            Ok(replay) => replay,
            Err(unfit) => return failed(&unfit.to_string()),
        };
        match write(&self.out, &replay) {
            Ok(()) => {
                replay.assumption.iter().for_each(|words| println!("{words}"));
                ExitCode::SUCCESS
            }
            Err(error) => failed(&format!("{} cannot be written to: {error}.", self.out.display())),
        }
    }
}

fn failed(why: &str) -> ExitCode {
    eprintln!("{why}");
    ExitCode::from(UNFIT)
}

fn write(folder: &Path, replay: &Replay) -> std::io::Result<()> {
    fs::create_dir_all(folder)?;
    for (name, bytes) in
        [("replay.html", page(replay).into_bytes()), ("replay.gif", animation(replay, Limits::default()))]
    {
        let path = folder.join(name);
        fs::write(&path, &bytes)?;
        println!("{} · {} kB", path.display(), bytes.len().div_ceil(1000));
    }
    Ok(())
}
