//! `deathmatch serve`: runs the bot on Discord until it is stopped.

use std::io::Write as _;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;

use crate::cli::config::Config;
use crate::cli::game::preinstall;
use crate::cli::logging;
use crate::cli::logging::Format;
use crate::cli::token::{leave_environment, masked, token};
use crate::discord;
use crate::ops;
use crate::ops::Monitor;

/// Options of `deathmatch serve`.
#[derive(Clone, Debug, clap::Args)]
pub struct Serve {
    /// The configuration file (default: config.toml, if it exists)
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// The log format, instead of the configured one
    #[arg(long, value_enum)]
    log_format: Option<Format>,
}

impl Serve {
    /// Runs the bot. The exit code is 2 on failure.
    pub fn run(&self) -> ExitCode {
        match self.until_stopped() {
            Ok(()) => ExitCode::SUCCESS,
            Err(why) => {
                eprintln!("{}", masked(&why));
                ExitCode::from(2)
            }
        }
    }

    fn until_stopped(&self) -> Result<(), String> {
        let config = Config::load(self.config.as_deref())?;
        let token = token(|name| std::env::var(name).ok())?;
        leave_environment(&token)?;
        logging::start(&config.log, self.log_format.unwrap_or(config.log_format))
            .map_err(|why| format!("The key `log` cannot be used: {why}"))?;
        if let Some(folder) = &config.games {
            preinstall(folder).map_err(|why| format!("The key `games` cannot be used: {why}"))?;
        }
        let runtime = crate::cli::runtime();
        let monitor = config.monitor;
        let mut config = config.with_token(token);
        // Standard output may be closed, so a failed write is ignored.
        config.introduce =
            |url| drop(writeln!(std::io::stdout(), "Somebody with Manage Server invites the bot with {url}"));
        let served = runtime.block_on(serve(config, monitor));
        runtime.shutdown_background();
        served
    }
}

async fn serve(config: discord::Config, monitor: Option<SocketAddr>) -> Result<(), String> {
    let bot_health = config.bot_health.clone();
    let _monitor = match monitor {
        Some(address) => {
            let monitor = Monitor::open(address, bot_health.clone()).await?;
            tracing::info!(address = %monitor.address(), "health and figures are shown");
            Some(monitor)
        }
        None => None,
    };
    let notifying = tokio::spawn(ops::notify(bot_health));
    let served = discord::run(config, crate::cli::interrupted()).await;
    notifying.abort();
    served
}
