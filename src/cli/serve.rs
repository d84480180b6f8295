//! `deathmatch serve`: the bot on Discord until it is told to stop.

use std::path::PathBuf;
use std::process::ExitCode;

use tracing_subscriber::EnvFilter;

use super::config::{self, Config};
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
        let filter = match EnvFilter::try_new(&config.log) {
            Ok(filter) => filter,
            Err(why) => return failed(&format!("The key `log` cannot be used: {why}")),
        };
        tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).init();
        let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
            Ok(runtime) => runtime,
            Err(why) => return failed(&why),
        };
        let mut config = config.with_token(token);
        config.introduce = |url| println!("Invite the bot to a server with {url}");
        let served = runtime.block_on(discord::run(config, told_to_stop()));
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

/// Waits for the first signal to stop.
async fn told_to_stop() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let mut terminated = signal(SignalKind::terminate()).expect("the process may handle its signals");
        tokio::select! {
            _ = tokio::signal::ctrl_c() => {}
            _ = terminated.recv() => {}
        }
    }
    #[cfg(not(unix))]
    {
        tokio::signal::ctrl_c().await.ok();
    }
}
