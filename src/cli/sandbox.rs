//! `deathmatch sandbox`: the real bot on a local server that speaks Discord's protocol.

use std::cell::Cell;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use deathmatch_gamefile::{Loaded, Means, check_for};
use serde_json::json;
use tokio::sync::oneshot;

use crate::cli::demo::Plan;
use crate::cli::logging::Format;
use crate::cli::{demo, logging, print};
use crate::discord;
use crate::draw;
use crate::game::{Game, Key, Overrides};
use crate::games;
use crate::platform::discord::config::{Config, Database};
use crate::platform::discord::rate_limiter::Pace;
use crate::playing::ui::rules_pages::example;
use crate::sandbox;
use crate::sandbox::{Cast, Options, Sandbox, Scene, Snowflake, Tile, UserKey};

/// The names on the sandbox's page.
const CAST: Cast = Cast { bot: "Deathmatch", channel: "death-match", parts: ["Host", "EC", "DMO", "Spectator"] };

/// The time for each order of a match opened from the page: enough for a newcomer to look around.
const UNHURRIED_S: u64 = 900;

/// The length of the check whenever a file is read.
const SHORT_CHECK: Duration = Duration::from_secs(2);

/// Try the bot without Discord: a local server, the bot, and a page on which you are everybody at the table.
#[derive(Debug, Args)]
pub struct SandboxCommand {
    /// Port of the page on this machine; 0 takes any free one.
    #[arg(long, default_value_t = 8420)]
    port: u16,
    /// Folder that keeps matches and channels for the next start (default: nothing is kept). Matches are written at once, channels
    /// every second and at the end: if the process is killed, the last second of messages can be missing.
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Play a whole match of this game with two scripted players, without a browser.
    #[arg(long, value_name = "GAME", requires = "out")]
    demo: Option<String>,
    /// The demo's preset, if the game has several.
    #[arg(long, requires = "demo")]
    preset: Option<String>,
    /// Seed of the demo's set-up and of the players' choices.
    #[arg(long, requires = "demo", default_value_t = 1)]
    seed: u64,
    /// Make the demo's players act at once instead of after a few seconds.
    #[arg(long, requires = "demo")]
    fast: bool,
    /// Folder for the demo's record, pictures and transcript.
    #[arg(long, value_name = "DIR", requires = "demo")]
    out: Option<PathBuf>,
    /// A game file, which is read again whenever it changes.
    #[arg(skip)]
    file: Option<PathBuf>,
}

impl SandboxCommand {
    /// Returns a sandbox for the game of a file.
    pub(crate) fn playing(file: PathBuf, port: u16) -> Self {
        Self { port, data: None, demo: None, preset: None, seed: 1, fast: false, out: None, file: Some(file) }
    }
}

impl SandboxCommand {
    /// Runs until it is interrupted, or until the demo's match is over.
    pub fn run(self) -> ExitCode {
        logging::start("warn,serenity=error", Format::Text).expect("the filter is a level");
        let runtime = crate::cli::runtime();
        let served = runtime.block_on(self.serve());
        runtime.shutdown_background();
        match served {
            Ok(()) => ExitCode::SUCCESS,
            Err(why) => {
                eprintln!("{why}");
                ExitCode::FAILURE
            }
        }
    }

    async fn serve(self) -> Result<(), String> {
        let port = if self.demo.is_some() { 0 } else { self.port };
        let keep = self.data.as_ref().map(|folder| folder.join("sandbox"));
        // A demo must also work on a slow machine.
        let answer_within = self.demo.is_some().then_some(Duration::from_secs(30));
        let options = Options { port, rate_limits: !self.fast, cast: CAST, keep, answer_within, ..Options::default() };
        let sandbox = sandbox::start(options).await.map_err(|error| match error.kind() {
            io::ErrorKind::AddrInUse => format!("Port {port} is in use. Choose another with --port."),
            _ => format!("The sandbox's server cannot be started: {error}."),
        })?;
        let result = self.run_beside(&sandbox).await;
        sandbox.stop().await;
        result
    }

    /// Runs the bot until the page is closed or the demo is over.
    async fn run_beside(&self, sandbox: &Sandbox) -> Result<(), String> {
        // A demo's players act faster than the limits for people.
        let pace = if self.demo.is_some() { Pace::UNLIMITED } else { Pace::default() };
        let config =
            Config { base_url: Some(sandbox.base_url()), pace, ..Config::new(sandbox.bot_token(), self.database()?) };
        let (stop, stopped) = oneshot::channel::<()>();
        let bot = discord::run(config, async {
            stopped.await.ok();
        });
        let table = async {
            let result = self.host(sandbox).await;
            // Sending fails if the bot has already ended; its own error is returned then.
            stop.send(()).ok();
            result
        };
        tokio::pin!(bot, table);
        tokio::select! {
            ended = &mut bot => ended.map_err(|error| format!("The bot stopped: {error}")),
            result = &mut table => match bot.await {
                Ok(()) => result,
                Err(error) => Err(format!("The bot stopped: {error}")),
            },
        }
    }

    fn database(&self) -> Result<Database, String> {
        let Some(folder) = &self.data else { return Ok(Database::Memory) };
        std::fs::create_dir_all(folder)
            .map_err(|error| format!("The folder {} cannot be created: {error}.", folder.display()))?;
        Ok(Database::File(folder.join("deathmatch.sqlite")))
    }

    /// Keeps the page open, or plays the demo.
    async fn host(&self, sandbox: &Sandbox) -> Result<(), String> {
        if let (Some(game), Some(out)) = (&self.demo, &self.out) {
            let plan = Plan {
                game: game.clone(),
                preset: self.preset.clone(),
                seed: self.seed,
                fast: self.fast,
                out: out.clone(),
            };
            print(demo::play(sandbox, &plan).await?);
            return Ok(());
        }
        if let Some(file) = &self.file {
            return self.host_file(sandbox, file).await;
        }
        sandbox.offer(games::GAMES.iter().map(|game| titled_tile(sandbox, *game)).collect());
        print(format_args!("The sandbox is open: {}", sandbox.base_url()));
        print(
            "You are the host, both players and a spectator. Begin with a button there, or as the host with /match open.",
        );
        print("Ctrl-C closes it.");
        crate::cli::interrupted().await;
        Ok(())
    }

    /// Keeps the page open and offers the current game of a file.
    async fn host_file(&self, sandbox: &Sandbox, file: &Path) -> Result<(), String> {
        /// The interval at which the file is read.
        const POLL_INTERVAL: Duration = Duration::from_millis(400);
        let reads = Cell::new(0);
        let tile_of = |game: &dyn Game| Tile { reads: reads.get(), ..own_tile(sandbox, game) };
        let tile_of = &tile_of;
        let mut read = std::fs::read_to_string(file).map_err(|error| format!("{}: {error}.", file.display()))?;
        let name = file.display().to_string();
        // Faults are shown here and on the page.
        let show_fault = |played: &Arc<Loaded>, wrong: &str, then: &str| {
            print(wrong);
            let place = wrong.strip_prefix(&format!("{name}:")).and_then(|rest| rest.split(':').next()?.parse().ok());
            let place = place.map_or_else(String::new, |line: u32| format!(" (line {line})"));
            let fault = format!("The file has a fault{place}{then}.");
            let tile = tile_of(&*played.game());
            sandbox.offer(vec![Tile { note: format!("{fault}\n{wrong}"), fault, ..tile }]);
        };
        let show_fault = &show_fault;
        let load = |text: &str| Loaded::read(&name, text).map_err(|error| error.to_string());
        let offer = |loaded: Arc<Loaded>| async move {
            let game = loaded.game();
            games::offer(Arc::clone(&game));
            sandbox.offer(vec![tile_of(&*game)]);
            let checked = Arc::clone(&loaded);
            let found = tokio::task::spawn_blocking(move || check_for(&checked, Means::default(), SHORT_CHECK)).await;
            match found {
                Ok(Err(slow)) if slow.is_out_of_time() => print(format_args!("The short check did not end: {slow}.")),
                Ok(Err(wrong)) => show_fault(&loaded, &wrong.to_string(), ""),
                _ => {}
            }
        };
        let mut loaded = load(&read)?;
        print(format_args!("The sandbox is open, with {}: {}", loaded.declared().name, sandbox.base_url()));
        print("Begin with a button there. Save the file to play your changes in the next match.");
        print("Ctrl-C closes it.");
        offer(Arc::clone(&loaded)).await;
        let interrupted = crate::cli::interrupted();
        tokio::pin!(interrupted);
        loop {
            tokio::select! {
                () = &mut interrupted => return Ok(()),
                () = tokio::time::sleep(POLL_INTERVAL) => {}
            }
            // An editor may have moved the file away for a moment.
            let Ok(text) = std::fs::read_to_string(file) else { continue };
            if text != read {
                read.clone_from(&text);
                match load(&text) {
                    Ok(read) => {
                        loaded = read;
                        reads.set(reads.get() + 1);
                        print(format_args!("Read again: {}.", loaded.declared().name));
                        offer(Arc::clone(&loaded)).await;
                    }
                    Err(wrong) => show_fault(&loaded, &wrong, "; the text before it is played"),
                }
            }
        }
    }
}

/// Returns the tile of a game; a preset with another title can be played, too.
fn titled_tile(sandbox: &Sandbox, game: &dyn Game) -> Tile {
    let titled = |(preset, _): &(&str, &str)| game.title(Some(preset)) != game.name();
    tile_of_presets(sandbox, game, game.presets().into_iter().filter(titled))
}

/// Returns the tile of a file's game: each of its matches ends the one before, and each preset can be played.
fn own_tile(sandbox: &Sandbox, game: &dyn Game) -> Tile {
    let tile = tile_of_presets(sandbox, game, game.presets().into_iter().skip(1));
    let scenes = tile.scenes.iter().cloned().map(|scene| ending(sandbox, scene)).collect();
    Tile { scenes, ..tile }
}

/// Returns a game's tile, with a button for each of these presets.
fn tile_of_presets<'a>(
    sandbox: &Sandbox,
    game: &'a dyn Game,
    presets: impl Iterator<Item = (&'a str, &'a str)>,
) -> Tile {
    /// The most presets with a button.
    const PRESETS: usize = 6;
    let tile = tile(sandbox, game);
    let others = presets.take(PRESETS).filter_map(|preset| {
        let scenes = tile_with(sandbox, game, Some(preset)).scenes;
        scenes.into_iter().next_back()
    });
    Tile { scenes: tile.scenes.iter().cloned().chain(others).collect(), ..tile }
}

/// Adds the end of a scene's match by the host.
fn ending(sandbox: &Sandbox, scene: Scene) -> Scene {
    let host = sandbox.person(UserKey::Hana);
    scene.ending(move |card| {
        let host = host.clone();
        async move {
            if let Err(why) = demo::ended(&host, &card).await {
                print(format_args!("The match stays open. {why}"));
            }
        }
    })
}

/// Returns a game's tile on the start page: a board, and the matches that begin with one press.
fn tile(sandbox: &Sandbox, game: &dyn Game) -> Tile {
    tile_with(sandbox, game, None)
}

/// Like [`tile`], for a preset and its name, by default the first.
fn tile_with(sandbox: &Sandbox, game: &dyn Game, preset: Option<(&str, &str)>) -> Tile {
    let world = sandbox.world();
    let timers = game.keys().into_iter().filter(Key::is_timer);
    let times = timers.map(|key| format!("{}={UNHURRIED_S}", key.name)).collect::<Vec<_>>().join(" ");
    let open = |by: UserKey, label: &str, note: &str, dmo: Snowflake| {
        let mut options = json!({ "game": game.id(), "ec": world.ann, "dmo": dmo, "options": times });
        if let Some((preset, _)) = preset {
            options["preset"] = json!(preset);
        }
        let scene = Scene::new(label, note).command(by, "match open", options);
        scene.press(UserKey::Ann, "Ready").showing(UserKey::Ann)
    };
    let both = |by, label: &str, note: &str| open(by, label, note, world.bob).press(UserKey::Bob, "Ready");
    let sides = preset.map_or_else(|| "Play both sides".to_owned(), |(_, name)| format!("Both sides: {name}"));
    let players = [UserKey::Ann, UserKey::Bob].map(|user| sandbox.person(user));
    // A player opens the sample, so it is a friendly match and counts for nothing.
    let sample = both(
        UserKey::Ann,
        "Watch a sample",
        "Two scripted players play to the end, faster and faster. After two minutes Bob resigns.",
    );
    let sample = sample.showing(UserKey::Sam).then(move |card| {
        let players = players.clone();
        async move {
            if let Err(why) = demo::watched(players, &card).await {
                print(format_args!("The sample match is yours now. {why}"));
            }
        }
    });
    let preset = preset.map(|(preset, _)| preset).or(game.presets().first().map(|(id, _)| *id));
    let (picture, alt) = example(game, preset, &Overrides::new()).unzip();
    // This is twice the size on the page, for sharp screens.
    let picture = picture.and_then(|picture| draw::smaller(&draw::png(&picture), 2));
    Tile {
        title: game.name().to_owned(),
        note: game.about().blurb.to_owned(),
        fault: String::new(),
        picture: picture.unwrap_or_default(),
        alt: alt.unwrap_or_default(),
        reads: 0,
        scenes: vec![
            open(UserKey::Hana, "Play against the bot", "You are Ann.", world.bot),
            ending(sandbox, sample),
            both(UserKey::Hana, &sides, "You are Ann and Bob."),
        ],
    }
}
