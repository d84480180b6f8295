//! `deathmatch-tools boards`: measures by play how fair a game's generated boards are.

use clap::Args;

use deathmatch::game::Overrides;
use deathmatch::games;

/// Measure generated boards by play between two equal players.
#[derive(Debug, Args)]
pub struct Boards {
    /// The id of a game (default: every game that has the preset and generates boards).
    #[arg(long)]
    game: Option<String>,
    /// The id of a preset (default: all presets).
    #[arg(long)]
    preset: Option<String>,
    /// The number of boards to measure.
    #[arg(long, default_value_t = 1_000, value_parser = clap::value_parser!(u32).range(1..))]
    count: u32,
}

impl Boards {
    /// Prints the figures.
    pub fn run(&self) -> Result<(), String> {
        let mut found = false;
        for game in games::all().filter(|game| self.game.as_deref().is_none_or(|id| game.id() == id)) {
            for (preset, name) in game.presets() {
                if self.preset.as_deref().is_some_and(|id| id != preset) {
                    continue;
                }
                let figures = game.survey(preset, &Overrides::new(), self.count).unwrap_or_default();
                if figures.is_empty() {
                    continue;
                }
                found = true;
                println!("{} · {name}", game.name());
                for (figure, words) in figures {
                    println!("  {figure:26} {words}");
                }
            }
        }
        if found {
            return Ok(());
        }
        Err("No game with that id and preset generates boards.".to_owned())
    }
}
