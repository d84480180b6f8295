//! `deathmatch-tools load`: measures latencies and the machine's load with many matches at once.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;
use serde_json::json;

use crate::askers::Askers;
use crate::bot::{Bot, Said, Used};
use crate::samples::{Samples, Table, ms, ratio};
use crate::scripted_players::{Measured, Pace, Players};
use crate::stocked_store::{Stock, header};
use crate::{failed, finished_matches, hostile_game_files, replays};
use deathmatch::ids::UnixMs;
use deathmatch::sandbox::{self, Options, Sandbox, Tally};
use deathmatch::store::Store;

/// The time for the bot's start before the first steps are due.
const AHEAD: Duration = Duration::from_secs(5);
/// The most runs of a search.
const SEARCHES: usize = 6;
/// The seconds that a search's run adds to one step of each match, for the warm-up and for the measurement.
const SETTLING: u64 = 10;
/// The time above which a press takes too long.
const TOO_LONG: Duration = Duration::from_secs(1);

/// Options of `deathmatch-tools load`.
#[derive(Clone, Debug, Args)]
pub struct Load {
    /// Numbers of matches; one run for each
    #[arg(long, value_delimiter = ',', default_values_t = [100, 1_000, 3_000])]
    matches: Vec<u32>,
    /// Seconds in which each match resolves a step
    #[arg(long, default_value_t = 30)]
    pace: u64,
    /// Seconds of measurement
    #[arg(long, default_value_t = 120)]
    seconds: u64,
    /// Seconds of warm-up before the measurement, with the waves that follow a restart
    #[arg(long, default_value_t = 160)]
    warm_up: u64,
    /// Steps in a thousand in which one player does not answer, so that the deadline fires
    #[arg(long, default_value_t = 20)]
    missed: u32,
    /// People who ask for replays all the time, each for the next as soon as theirs has arrived
    #[arg(long, default_value_t = 0)]
    replays: u32,
    /// Whether a host installs hostile game files all the time, each as soon as the one before is refused or checked
    #[arg(long, conflicts_with = "replays")]
    hostile: bool,
    /// Matches played against the built-in player of the highest level
    #[arg(long, default_value_t = 0)]
    against_best: u32,
    /// Search, in at most six short runs, for the number of matches at which the 99th percentile of presses exceeds a second
    #[arg(long)]
    search: bool,
    /// Switch Discord's rate limits off
    #[arg(long)]
    no_limits: bool,
    /// The game
    #[arg(long, default_value_t = crate::usual_game())]
    game: String,
}

/// A bot under load: sandbox, bot and players.
pub struct Stage {
    /// The sandbox.
    pub sandbox: Sandbox,
    pub bot: Bot,
    pub players: Players,
    folder: PathBuf,
}

/// The settings of a stage.
#[derive(Clone, Debug)]
pub struct Setting {
    /// The number of matches.
    pub matches: u32,
    /// The number of matches against the best built-in player.
    pub against_best: u32,
    /// The time for a step.
    pub step: Duration,
    /// The number of missed steps in a thousand.
    pub missed: u32,
    /// Whether another match follows the end of a match.
    pub again: bool,
    /// Whether Discord's rate limits are enforced.
    pub limits: bool,
    /// Whether the store also has finished matches.
    pub over: bool,
    pub game: String,
}

/// Creates a temporary folder for this run.
///
/// # Errors
/// The folder cannot be created.
pub fn folder() -> Result<PathBuf, String> {
    let folder =
        std::env::temp_dir().join(format!("deathmatch-bench-{}-{:08x}", std::process::id(), rand::random::<u32>()));
    std::fs::create_dir_all(&folder).map_err(|error| failed("A folder for the run cannot be made", error))?;
    Ok(folder)
}

impl Stage {
    /// Creates the store, starts the sandbox and the bot, and starts the crowd.
    ///
    /// # Errors
    /// One of these steps failed.
    pub async fn set(setting: &Setting) -> Result<Self, String> {
        let folder = folder()?;
        let options = Options { rate_limits: setting.limits, ..Options::default() };
        let sandbox = sandbox::start(options).await.map_err(|error| failed("The server cannot be started", error))?;
        let crowd = sandbox.crowd(setting.matches);
        // A missed deadline fires before the next step is due.
        let timer = Duration::from_secs((setting.step * 3 / 2).as_secs() + 1);
        let making = Instant::now();
        let now = sandbox.now_ms();
        // More matches need more time to set up.
        let ahead = AHEAD + Duration::from_millis(u64::from(setting.matches) * 2);
        let begun = UnixMs(now).plus(u64::try_from(ahead.as_millis()).unwrap_or(0));
        let stock = Stock {
            game: setting.game.clone(),
            world: sandbox.world(),
            matches: setting.matches,
            against_best: setting.against_best,
            steps: 0,
            timer,
            begun,
            spread: setting.step,
            heartbeat: begun,
        };
        let file = folder.join("deathmatch.sqlite");
        stock.write(&file).await?;
        if setting.over {
            let store = Store::open(&file).await.map_err(|error| failed("The store cannot be opened", error))?;
            let opened = UnixMs(begun.0 - 86_400_000);
            finished_matches::put(&store, &setting.game, &stock.world, setting.matches, opened).await?;
            store.close().await;
        }
        let again = setting.again.then(|| header(&setting.game, timer)).transpose()?.map(|header| {
            let pairs = header.ruleset.iter().map(|(key, value)| format!("{key}={value}"));
            json!({"game": setting.game, "options": pairs.collect::<Vec<_>>().join(" ")})
        });
        let bot = Bot::start(&folder, &sandbox.base_url(), sandbox.bot_token())?;
        let pace = Pace { step: setting.step, missed: setting.missed, by_themselves: setting.against_best, again };
        let players = Players::new(crowd.hand(), setting.matches, pace, making + ahead);
        tokio::spawn(players.clone().play(crowd));
        Ok(Self { sandbox, bot, players, folder })
    }

    /// Stops the bot and the sandbox, and deletes the store.
    pub async fn clear(self) {
        let Self { sandbox, bot, folder, .. } = self;
        drop(bot);
        sandbox.stop().await;
        if let Err(error) = std::fs::remove_dir_all(&folder) {
            eprintln!("{} is left behind: {error}", folder.display());
        }
    }
}

impl Load {
    /// Runs the search, or one run for each number of matches.
    ///
    /// # Errors
    /// A run cannot be set up.
    pub async fn run(&self) -> Result<(), String> {
        if self.search {
            return self.search().await;
        }
        for &matches in &self.matches {
            self.once(matches).await?;
        }
        Ok(())
    }

    /// Doubles the number of matches until presses take too long, and then halves the gap.
    async fn search(&self) -> Result<(), String> {
        let short = Self { warm_up: self.pace + SETTLING, seconds: self.pace + SETTLING, ..self.clone() };
        let (mut well, mut too_many) = (0, None);
        let mut matches = self.matches.first().copied().unwrap_or(1_000);
        for _ in 0..SEARCHES {
            if short.once(matches).await?.is_none_or(|most| most > TOO_LONG) {
                too_many = Some(matches);
            } else {
                well = matches;
            }
            matches = too_many.map_or(matches * 2, |too_many| well.midpoint(too_many));
        }
        let second = ms(TOO_LONG);
        match too_many {
            Some(too_many) => {
                println!("The 99th percentile of presses passes {second} ms between {well} and {too_many} matches.");
            }
            None => println!("The 99th percentile of presses stays below {second} ms with {well} matches."),
        }
        Ok(())
    }

    /// Runs with `matches` matches. Returns the 99th percentile of presses.
    async fn once(&self, matches: u32) -> Result<Option<Duration>, String> {
        let setting = Setting {
            matches,
            against_best: self.against_best,
            step: Duration::from_secs(self.pace),
            missed: self.missed,
            again: false,
            limits: !self.no_limits,
            over: self.replays > 0,
            game: self.game.clone(),
        };
        let stage = Stage::set(&setting).await?;
        tokio::time::sleep(Duration::from_secs(self.warm_up) + AHEAD).await;
        let askers = if self.hostile {
            Some(Askers::begin(stage.players.hand(), 1, |number| Some(hostile_game_files::install(number))))
        } else {
            (self.replays > 0).then(|| Askers::begin(stage.players.hand(), self.replays, replays::replays(matches)))
        };
        let warm = stage.players.measured();
        stage.bot.said();
        let (tally, used, begun) = (stage.sandbox.tally(), stage.bot.used(), Instant::now());
        tokio::time::sleep(Duration::from_secs(self.seconds)).await;
        let run = Run {
            measured: stage.players.measured(),
            said: stage.bot.said(),
            tally: [tally, stage.sandbox.tally()],
            used: [used, stage.bot.used()],
            took: begun.elapsed(),
            asked: askers.map(|askers| askers.took()),
        };
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        println!(
            "{matches} matches of {} at a step each {} s, for {} s after {} s ({} steps) of warming up, on {cores} cores, limits {}",
            self.game,
            self.pace,
            self.seconds,
            self.warm_up,
            warm.steps,
            if self.no_limits { "off" } else { "on" },
        );
        println!("{}", run.table());
        stage.clear().await;
        Ok(run.measured.presses.per_mille(990))
    }
}

/// The result of one run.
struct Run {
    measured: Measured,
    said: Said,
    tally: [Tally; 2],
    used: [Used; 2],
    took: Duration,
    /// The times of the slow commands that others ran.
    asked: Option<Samples>,
}

impl Run {
    fn table(&self) -> Table {
        let Self { measured, said, tally: [before, after], used: [begun, ended], took, asked } = self;
        let steps = measured.steps;
        let since = |count: fn(&Tally) -> u64| count(after) - count(before);
        let per_step = |count: fn(&Tally) -> u64| ratio(since(count), steps);
        let seconds = took.as_secs_f64();
        #[expect(clippy::cast_precision_loss, reason = "counts of a few minutes are small")]
        let rate = |count: u64| format!("{:.1}", count as f64 / seconds);
        let busy = ended.processor.saturating_sub(begun.processor).as_secs_f64() / seconds * 100.0;
        let mut table = Table::default();
        table.line("press to answer, p50 / p99", measured.presses.shown());
        table.line("presses not answered", measured.unanswered.to_string());
        table.line("prompts without an order", measured.unsettled.to_string());
        table.line("resolution to public message, p50 / p99", measured.publics.shown());
        table.line("public messages before their picture", measured.late_pictures.to_string());
        table.line("deadline beyond its grace, p50 / p99", said.late.shown());
        table.line("steps resolved", format!("{steps} ({} a second)", rate(steps)));
        table.line(
            "counted requests a step",
            format!(
                "{} ({} public, {} direct, {} edits, {} other), {} a second",
                per_step(Tally::counted),
                per_step(|tally| tally.public),
                per_step(|tally| tally.direct),
                per_step(|tally| tally.edits),
                per_step(|tally| tally.other),
                rate(since(Tally::counted)),
            ),
        );
        table.line("exempt requests a step", per_step(|tally| tally.exempt));
        table.line("429 received", since(|tally| tally.limited).to_string());
        table.line("401, 403 and 429 received", since(|tally| tally.invalid).to_string());
        table.line("the bot's processor", format!("{busy:.0} % of one core"));
        table.line("the bot's memory", format!("{} MB ({} MB at most)", ended.memory / 1024, ended.most_memory / 1024));
        if let Some(asked) = asked {
            table.line("slow commands beside it", asked.count().to_string());
            table.line("a slow command, with those before it, p50 / p99", asked.shown());
        }
        table.line("the bot's warnings", said.complaints.to_string());
        table
    }
}
