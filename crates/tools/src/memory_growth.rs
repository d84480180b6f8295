//! `deathmatch-tools soak`: measures the bot's memory under a load for a long time, match after match.

use std::time::Duration;

use clap::Args;

use crate::load::{Setting, Stage};
use crate::usual_game;

/// The interval at which memory is measured and printed.
const INTERVAL: Duration = Duration::from_mins(1);
/// The largest growth of memory from the second quarter to the last that counts as flat, in percent.
const FLAT: u64 = 10;

/// Options of `deathmatch-tools soak`.
#[derive(Clone, Debug, Args)]
pub struct Soak {
    /// Length of the run, in minutes
    #[arg(long, default_value_t = 60)]
    minutes: u64,
    /// Number of matches at once
    #[arg(long, default_value_t = 100)]
    matches: u32,
    /// Speed, as a multiple of one step each 30 s
    #[arg(long, default_value_t = 6)]
    speed: u32,
    /// Switch Discord's rate limits off
    #[arg(long)]
    no_limits: bool,
    /// The game
    #[arg(long, default_value_t = usual_game())]
    game: String,
}

impl Soak {
    /// Runs the load and prints a line each minute.
    ///
    /// # Errors
    /// The run cannot be set up, or memory grows.
    pub async fn run(&self) -> Result<(), String> {
        let setting = Setting {
            matches: self.matches,
            against_best: 0,
            step: Duration::from_secs(30) / self.speed.max(1),
            missed: 20,
            again: true,
            limits: !self.no_limits,
            over: false,
            game: self.game.clone(),
        };
        let stage = Stage::set(&setting).await?;
        println!(
            "{} matches of {}, a step each {:?}, ended ones followed by others, for {} minutes",
            self.matches, self.game, setting.step, self.minutes
        );
        println!("  minute  memory MB  presses  p99 ms  unanswered  steps  ended  429");
        let mut memory = Vec::new();
        let mut presses = 0;
        for minute in 1..=self.minutes {
            tokio::time::sleep(INTERVAL).await;
            let (measured, used) = (stage.players.measured(), stage.bot.used());
            memory.push(used.memory / 1024);
            presses += measured.presses.count();
            let most = measured.presses.per_mille(990).map_or(0, |time| time.as_millis());
            println!(
                "  {minute:6}  {:9}  {:7}  {most:6}  {:10}  {:5}  {:5}  {:3}",
                used.memory / 1024,
                measured.presses.count(),
                measured.unanswered,
                measured.steps,
                measured.over,
                stage.sandbox.tally().limited,
            );
        }
        stage.clear().await;
        let quarter = memory.len() / 4;
        let mean = |part: &[u64]| part.iter().sum::<u64>() / (part.len().max(1) as u64);
        let (early, late) = (mean(&memory[quarter..memory.len() / 2]), mean(&memory[memory.len() - quarter.max(1)..]));
        println!("  {presses} presses; memory was {early} MB in the second quarter and {late} MB in the last");
        if quarter > 0 && late > early + early * FLAT / 100 {
            return Err("Memory grows.".to_owned());
        }
        Ok(())
    }
}
