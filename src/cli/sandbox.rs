//! `deathmatch sandbox`: the real bot on a local server that speaks Discord's protocol.

use std::fmt::Display;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use super::demo::{self, Plan};
use super::logging;
use crate::discord::{self, Config, Database};
use crate::sandbox::{self, Options, Sandbox};

/// Try the bot without Discord: a local server, the bot, and a page on which you are everybody at the table.
#[derive(Debug, Args)]
pub struct SandboxCommand {
    /// Port of the page on this machine; 0 takes any free one.
    #[arg(long, default_value_t = 8420)]
    port: u16,
    /// Folder in which matches are kept for the next start; without it they are forgotten.
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Let two scripted players play a whole match of this game by pressing buttons and menus, without a browser.
    #[arg(long, value_name = "GAME", requires = "out")]
    demo: Option<String>,
    /// The demo's preset, where the game has several.
    #[arg(long, requires = "demo")]
    preset: Option<String>,
    /// Seed of the demo's set-up and of its players' choices.
    #[arg(long, requires = "demo", default_value_t = 1)]
    seed: u64,
    /// Let the demo's players act at once instead of thinking a few seconds.
    #[arg(long, requires = "demo")]
    fast: bool,
    /// Folder for the demo's record, pictures and transcript.
    #[arg(long, value_name = "DIR", requires = "demo")]
    out: Option<PathBuf>,
}

impl SandboxCommand {
    /// Runs until it is interrupted, or until the demo's match is over.
    #[must_use]
    pub fn run(self) -> ExitCode {
        logging::start("warn").expect("the filter is a level");
        match super::runtime().block_on(self.serve()) {
            Ok(()) => ExitCode::SUCCESS,
            Err(why) => {
                eprintln!("{why}");
                ExitCode::FAILURE
            }
        }
    }

    async fn serve(self) -> Result<(), String> {
        let port = if self.demo.is_some() { 0 } else { self.port };
        let sandbox = sandbox::start(Options { port, clock_skew_ms: 0 }).await.map_err(|error| match error.kind() {
            io::ErrorKind::AddrInUse => format!("Port {port} is in use; choose another with --port."),
            _ => format!("The sandbox's server cannot be started: {error}."),
        })?;
        let bot = Bot::start(&sandbox, self.data.as_deref())?;
        let result = match (self.demo, self.out) {
            (Some(game), Some(out)) => {
                let plan = Plan { game, preset: self.preset, seed: self.seed, fast: self.fast, out };
                demo::play(&sandbox, &plan).await.map(|summary| println!("{summary}"))
            }
            _ => {
                println!("The sandbox is open: {}", sandbox.base_url());
                println!("You are the host, both players and a spectator. As the host, type /match open to begin.");
                println!("Ctrl-C closes it.");
                super::interrupted().await;
                Ok(())
            }
        };
        bot.stop().await?;
        sandbox.stop().await;
        result
    }
}

/// The bot, run beside the sandbox's server.
struct Bot {
    stop: oneshot::Sender<()>,
    running: JoinHandle<Result<(), discord::Failure>>,
}

impl Bot {
    fn start(sandbox: &Sandbox, data: Option<&Path>) -> Result<Self, String> {
        let database = match data {
            None => Database::Memory,
            Some(folder) => {
                std::fs::create_dir_all(folder)
                    .map_err(|error| format!("The folder {} cannot be made: {error}.", folder.display()))?;
                Database::File(folder.join("deathmatch.sqlite"))
            }
        };
        let config = Config { base_url: Some(sandbox.base_url()), ..Config::new(sandbox.bot_token(), database) };
        let (stop, stopped) = oneshot::channel::<()>();
        let running = tokio::spawn(discord::run(config, async {
            stopped.await.ok();
        }));
        Ok(Self { stop, running })
    }

    async fn stop(self) -> Result<(), String> {
        // A bot that has ended already has dropped its end of the channel, and says why below.
        self.stop.send(()).ok();
        let said = |error: &dyn Display| format!("The bot stopped: {error}");
        self.running.await.map_err(|error| said(&error))?.map_err(|error| said(&error))
    }
}
