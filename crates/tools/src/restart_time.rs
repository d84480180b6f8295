//! `deathmatch-tools start`: measures the bot's restart with very many running matches.

use std::time::{Duration, Instant};

use clap::Args;
use serde_json::json;

use crate::bot::Bot;
use crate::load::folder;
use crate::samples::{Table, ms};
use crate::stocked_store::Stock;
use crate::{failed, usual_game};
use deathmatch::ids::UnixMs;
use deathmatch::sandbox::{self, Crowd, Options};

/// The time limit for the start.
const PATIENCE: Duration = Duration::from_mins(10);

/// Options of `deathmatch-tools start`.
#[derive(Clone, Debug, Args)]
pub struct Start {
    /// Number of running matches
    #[arg(long, default_value_t = 10_000)]
    matches: u32,
    /// Steps played in each match
    #[arg(long, default_value_t = 10)]
    steps: u32,
    /// Seconds of the bot's absence, credited to all running clocks
    #[arg(long, default_value_t = 60)]
    away: u64,
    /// The game
    #[arg(long, default_value_t = usual_game())]
    game: String,
}

impl Start {
    /// Starts the bot and prints the times.
    ///
    /// # Errors
    /// The bot does not start in time.
    pub async fn run(&self) -> Result<(), String> {
        let folder = folder()?;
        let options = Options { rate_limits: true, ..Options::default() };
        let sandbox = sandbox::start(options).await.map_err(|error| failed("The server cannot be started", error))?;
        let crowd = sandbox.crowd(self.matches);
        let making = Instant::now();
        let away = i64::try_from(self.away * 1_000).unwrap_or(i64::MAX);
        let begun = UnixMs(sandbox.now_ms() - away - 60_000);
        let stock = Stock {
            game: self.game.clone(),
            world: sandbox.world(),
            matches: self.matches,
            against_best: 0,
            steps: self.steps,
            timer: Duration::from_secs(3_600),
            begun,
            spread: Duration::from_secs(30),
            heartbeat: UnixMs(sandbox.now_ms() - away),
        };
        let file = folder.join("deathmatch.sqlite");
        stock.write(&file).await?;
        let size = std::fs::metadata(&file).map_or(0, |file| file.len()) / 1024 / 1024;
        println!(
            "{} matches of {} after {} steps each, gone for {} s: a store of {size} MB, made in {} s",
            self.matches,
            self.game,
            self.steps,
            self.away,
            making.elapsed().as_secs()
        );
        // The last match has the latest deadline, so the bot loads it last unless somebody asks for it.
        let number = self.matches - 1;
        let order = json!([{"type": 1, "components": [
            {"type": 2, "style": 1, "label": "Order", "custom_id": format!("dm1:{}:order", self.matches)},
        ]}]);
        let hand = crowd.hand();
        let message = hand.leave_message(Crowd::channel(number), "Orders, please.", order);
        let custom_id = message.button("Order").and_then(|button| button.custom_id).unwrap_or_default();
        let started = Instant::now();
        let bot = Bot::start(&folder, &sandbox.base_url(), sandbox.bot_token())?;
        let (mut connected, mut first) = (None, None);
        let mut taken_up = None;
        let mut press = Duration::ZERO;
        while first.is_none() || taken_up.is_none() {
            if started.elapsed() > PATIENCE {
                return Err("The bot did not come up in time.".to_owned());
            }
            if connected.is_none() && sandbox.bots_connected() > 0 {
                connected = Some(started.elapsed());
            }
            if connected.is_some() && first.is_none() {
                let pressed = Instant::now();
                let answer = hand.press(number * 2, &message, &custom_id, &[]).await;
                // Until the bot is ready it answers that it is starting.
                if answer.is_ok_and(|answer| answer.is_some_and(|shown| !shown.buttons().is_empty())) {
                    first = Some(started.elapsed());
                    press = pressed.elapsed();
                }
            }
            taken_up = bot.said().taken_up.map(|at| at - started);
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        let used = bot.used();
        let shown = |time: Option<Duration>| time.map_or_else(|| "–".to_owned(), |time| format!("{} ms", ms(time)));
        let mut table = Table::default();
        table.line("start to gateway connected", shown(connected));
        table.line("start to first press answered", format!("{} (the press took {} ms)", shown(first), ms(press)));
        table.line("start to all matches taken up", shown(taken_up));
        table.line("the bot's processor until then", format!("{:.1} s", used.processor.as_secs_f64()));
        table.line("the bot's memory", format!("{} MB ({} MB at most)", used.memory / 1024, used.most_memory / 1024));
        println!("{table}");
        drop(bot);
        sandbox.stop().await;
        std::fs::remove_dir_all(&folder).map_err(|error| failed("The run's folder is left behind", error))
    }
}
