//! `deathmatch serve`: the bot on Discord until it is told to stop.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use super::config::{self, Config};
use super::logging;
use crate::discord;

/// Options of `deathmatch serve`.
#[derive(Clone, Debug, clap::Args)]
pub struct Serve {
    /// The configuration file; config.toml where it is there and none is named
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
}

impl Serve {
    /// Runs the bot; the exit code is 2 where it cannot begin.
    #[must_use]
    pub fn run(&self) -> ExitCode {
        let prepared = Config::load(self.config.as_deref()).and_then(|config| {
            let token = config::token(|name| std::env::var(name).ok())?;
            Ok((config, token))
        });
        let (config, token) = match prepared {
            Ok(prepared) => prepared,
            Err(why) => return failed(&why),
        };
        if let Err(why) = logging::start(&config.log) {
            return failed(&format!("The key `log` cannot be used: {why}"));
        }
        let runtime = super::runtime();
        let mut config = config.with_token(token);
        // Nobody need be there to read it.
        config.introduce = |url| drop(writeln!(std::io::stdout(), "Invite the bot to a server with {url}"));
        let served = runtime.block_on(discord::run(config, super::interrupted()));
        runtime.shutdown_background();
        match served {
            Ok(()) => ExitCode::SUCCESS,
            Err(why) => failed(&why),
        }
    }
}

fn failed(why: &dyn std::fmt::Display) -> ExitCode {
    eprintln!("{why}");
    ExitCode::from(2)
}
