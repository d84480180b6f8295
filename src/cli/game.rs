//! `deathmatch game`: writes, checks and plays games in one file.

use std::fs::{self, File};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use clap::builder::PossibleValuesParser;
use clap::{Args, Subcommand};
use deathmatch_gamefile::{CHECK, LIBRARY, Loaded, Means, TEMPLATES, check_for};
use rand_chacha::ChaCha12Rng;

use crate::cli::print;
use crate::cli::sandbox::SandboxCommand;
use crate::draw::lettered;
use crate::game::{Accepted, Game, Sight, family};
use crate::games;
use crate::own_games::refuse_taken;
use crate::players::{Strength, order_of, strength};

/// The built-in level that plays against random orders in a check, and its work for each order.
const LEVEL: u8 = 3;
const WORK: u64 = 20_000;

/// Write a Death Match in one file, check it and play it.
#[derive(Debug, Args)]
pub struct GameCommand {
    #[command(subcommand)]
    act: Act,
}

#[derive(Debug, Subcommand)]
enum Act {
    /// Copy an included game to a file that you can change
    New {
        #[arg(value_parser = PossibleValuesParser::new(samples().map(|(name, _)| name)))]
        game: String,
        /// The file to write (default: GAME.py)
        file: Option<PathBuf>,
    },
    /// List the included games that `new` can copy
    List,
    /// Play a game's examples and random matches, and report problems
    Check {
        file: PathBuf,
        /// Seconds to play; a longer check finds more
        #[arg(long, default_value_t = CHECK.as_secs(), value_parser = clap::value_parser!(u64).range(1..=3600))]
        seconds: u64,
    },
    /// Open a page to play the game; the file is read again whenever you save it
    Play {
        file: PathBuf,
        /// Port of the page on this machine; 0 takes any free one
        #[arg(long, default_value_t = 8420)]
        port: u16,
    },
}

/// Returns the names and texts of the included games.
fn samples() -> impl Iterator<Item = (&'static str, &'static str)> {
    TEMPLATES.iter().chain(LIBRARY).copied()
}

impl GameCommand {
    /// Runs the command. Errors are printed to standard error.
    pub fn run(self) -> ExitCode {
        let done = match self.act {
            Act::New { game, file } => write(&game, file),
            Act::List => list(),
            Act::Check { file, seconds } => checked(&file, Duration::from_secs(seconds)),
            Act::Play { file, port } => match read(&file) {
                Ok(_) => return SandboxCommand::playing(file, port).run(),
                Err(wrong) => Err(wrong),
            },
        };
        match done {
            Ok(lines) => {
                print(lines);
                ExitCode::SUCCESS
            }
            Err(wrong) => {
                eprintln!("{wrong}");
                ExitCode::FAILURE
            }
        }
    }
}

fn write(game: &str, file: Option<PathBuf>) -> Result<String, String> {
    let (name, text) = samples().find(|(name, _)| *name == game).expect("only these names are taken");
    let file = file.unwrap_or_else(|| PathBuf::from(name).with_extension("py"));
    let shown = file.display();
    let made = File::create_new(&file).and_then(|mut file| file.write_all(text.as_bytes()));
    made.map_err(|error| match error.kind() {
        ErrorKind::AlreadyExists => format!("{shown} exists already. Name another file."),
        _ => format!("{shown} cannot be written: {error}."),
    })?;
    Ok(format!(
        "{shown} is a whole game. Change it, then run:\n  deathmatch game check {shown}\n  deathmatch game play {shown}"
    ))
}

fn list() -> Result<String, String> {
    let line = |(name, text)| {
        let game = Loaded::read(name, text).map_err(|error| error.to_string())?;
        Ok(format!("{name:22}{}", game.declared().blurb))
    };
    samples().map(line).collect::<Result<Vec<_>, String>>().map(|lines| lines.join("\n"))
}

/// Registers the games of a folder for every server. Called once, before any game is looked up.
pub(crate) fn preinstall(folder: &Path) -> Result<(), String> {
    let unreadable = |error: std::io::Error| format!("{} cannot be read: {error}.", folder.display());
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        if path.extension().is_some_and(|ending| ending == "py") {
            files.push(path);
        }
    }
    files.sort();
    let mut found: Vec<&'static dyn Game> = Vec::new();
    for file in files {
        let game = read(&file)?;
        let id = game.declared().id.as_str();
        if games::all().chain(found.iter().copied()).any(|other| family(other.id()) == id) {
            return Err(format!("{}: there is a game `{id}` already. Choose another `id`.", file.display()));
        }
        // The games live as long as the program.
        found.push(Box::leak(game.boxed()));
    }
    games::register(found.leak());
    Ok(())
}

fn read(file: &Path) -> Result<std::sync::Arc<Loaded>, String> {
    let text = fs::read_to_string(file).map_err(|error| format!("{} cannot be read: {error}.", file.display()))?;
    Loaded::read(&file.display().to_string(), &text).map_err(|error| error.to_string())
}

fn checked(file: &Path, time: Duration) -> Result<String, String> {
    let game = read(file)?;
    refuse_taken(&file.display().to_string(), &game)?;
    let strength = Strength { work: WORK, ..strength(LEVEL) };
    let strong = |sight: &Sight, generator: ChaCha12Rng| -> Option<Accepted> {
        Some(order_of(&**sight, strength, generator, &|| false)?.order)
    };
    let checked = check_for(&game, Means { strong: Some(&strong), letters: Some(&lettered) }, time)
        .map_err(|error| error.to_string())?;
    let mut lines = checked.lines;
    lines.extend(checked.enough_s.map(|seconds| {
        format!("Seconds:  `--seconds {}` plays enough random matches to compare the seats", seconds.min(3600))
    }));
    Ok(lines.join("\n"))
}
