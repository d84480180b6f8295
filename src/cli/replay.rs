//! `deathmatch replay`: turns a finished match's record into a page and an animation.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;

use deathmatch_replay::{Limits, Replay, animation, page};

use crate::cli::print;

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
        match self.written() {
            Ok(lines) => {
                lines.iter().for_each(print);
                ExitCode::SUCCESS
            }
            Err(why) => {
                eprintln!("{why}");
                ExitCode::from(UNFIT)
            }
        }
    }

    fn written(&self) -> Result<Vec<String>, String> {
        let record = fs::read_to_string(&self.file);
        let record = record.map_err(|error| format!("{} cannot be read: {error}.", self.file.display()))?;
        let replay = Replay::read(&record).map_err(|unfit| unfit.to_string())?;
        let written = write(&self.out, &replay);
        let written = written.map_err(|error| format!("{} cannot be written to: {error}.", self.out.display()))?;
        Ok(written.into_iter().chain(replay.assumption).collect())
    }
}

/// Writes both files and returns a line about each.
fn write(folder: &Path, replay: &Replay) -> std::io::Result<[String; 2]> {
    fs::create_dir_all(folder)?;
    let file = |name: &str, bytes: &[u8]| {
        let path = folder.join(name);
        fs::write(&path, bytes).map(|()| format!("{} · {} kB", path.display(), bytes.len().div_ceil(1000)))
    };
    let page = file("replay.html", page(replay).as_bytes())?;
    Ok([page, file("replay.gif", &animation(replay, Limits::default()))?])
}
