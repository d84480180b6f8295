//! `deathmatch health`: asks a running bot on this machine for its health.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;

use crate::cli::config::{Config, MONITOR};
use crate::cli::print;
use crate::cli::token::masked;
use crate::ops;

/// Options of `deathmatch health`.
#[derive(Debug, clap::Args)]
pub struct HealthCommand {
    /// The configuration file, for its key `monitor` (default: config.toml, if it exists)
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// The monitor's address, instead of the configured one
    #[arg(long, value_name = "ADDRESS")]
    address: Option<SocketAddr>,
}

impl HealthCommand {
    /// Prints the bot's answer. The exit code is 1 if the bot is unhealthy or does not answer.
    pub fn run(&self) -> ExitCode {
        let asked = self.address().and_then(|address| crate::cli::runtime().block_on(ops::ask(address)));
        match asked {
            Ok((well, said)) => {
                print(said);
                if well { ExitCode::SUCCESS } else { ExitCode::FAILURE }
            }
            Err(why) => {
                eprintln!("{}", masked(&why));
                ExitCode::FAILURE
            }
        }
    }

    fn address(&self) -> Result<SocketAddr, String> {
        if let Some(address) = self.address {
            return Ok(address);
        }
        let config = Config::load(self.config.as_deref())?;
        config.monitor.ok_or_else(|| format!("There is no monitor to ask: set the key `monitor`, or {MONITOR}."))
    }
}
