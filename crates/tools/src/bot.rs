//! The bot as a child process, with figures from its log and from the system.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::failed;
use crate::samples::Samples;

/// The bot's log filter. The log has the delays of deadlines.
const LOG: &str = "warn,deathmatch::live::actor=debug,deathmatch::uptime::outage_credit=info";
/// The clock ticks per second in `/proc/PID/stat`, which are the same for every program on Linux.
const TICKS: u64 = 100;

/// A running bot. It is killed when dropped.
pub struct Bot {
    child: Child,
    said: Arc<Mutex<Said>>,
}

/// Figures from the bot's log.
#[derive(Clone, Debug, Default)]
pub struct Said {
    /// Each deadline's delay beyond its grace.
    pub late: Samples,
    /// The number of warnings and errors.
    pub complaints: u64,
    /// The time at which the bot had loaded every live match.
    pub taken_up: Option<Instant>,
}

/// The process's use of the machine.
#[derive(Clone, Copy, Debug, Default)]
pub struct Used {
    /// The processor time since the start.
    pub processor: Duration,
    /// The resident memory, in kB.
    pub memory: u64,
    /// The peak of resident memory, in kB.
    pub most_memory: u64,
}

impl Bot {
    /// Starts the bot with a sandbox's address, and its database in a folder.
    ///
    /// # Errors
    /// The bot's binary is not beside this program, or cannot be started.
    pub fn start(folder: &Path, base_url: &str, token: &str) -> Result<Self, String> {
        let config = folder.join("bench.toml");
        let database = folder.join("deathmatch.sqlite");
        let text = format!("database = {:?}\nbase_url = {base_url:?}\nlog = {LOG:?}\n", database.display().to_string());
        let written = std::fs::File::create(&config).and_then(|mut file| file.write_all(text.as_bytes()));
        written.map_err(|error| failed("The bot's configuration cannot be written", error))?;
        let here = std::env::current_exe().map_err(|error| failed("This program cannot be found", error))?;
        let program = here.with_file_name(format!("deathmatch{}", std::env::consts::EXE_SUFFIX));
        if !program.exists() {
            return Err(
                "The bot is not built; build it with the same profile first: `cargo build --release`.".to_owned()
            );
        }
        let mut child = Command::new(program)
            .args(["serve", "--config"])
            .arg(&config)
            .env("DISCORD_TOKEN", token)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| failed("The bot cannot be started", error))?;
        let said = Arc::new(Mutex::new(Said::default()));
        if let Some(log) = child.stderr.take() {
            let said = Arc::clone(&said);
            std::thread::spawn(move || {
                for line in BufReader::new(log).lines().map_while(Result::ok) {
                    said.lock().unwrap_or_else(PoisonError::into_inner).read(&line);
                }
            });
        }
        Ok(Self { child, said })
    }

    /// Returns the figures since the last call.
    pub fn said(&self) -> Said {
        let mut said = self.said.lock().unwrap_or_else(PoisonError::into_inner);
        let taken_up = said.taken_up;
        std::mem::replace(&mut said, Said { taken_up, ..Said::default() })
    }

    /// Returns the process's use of the machine; zeros if the system does not report it.
    pub fn used(&self) -> Used {
        let of = |file: &str| std::fs::read_to_string(format!("/proc/{}/{file}", self.child.id())).unwrap_or_default();
        let status = of("status");
        let kilobytes = |name: &str| {
            let line = status.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'));
            line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0)
        };
        let stat = of("stat");
        let after_name = stat.rsplit_once(')').map_or("", |(_, rest)| rest);
        let ticks: u64 =
            after_name.split_whitespace().skip(11).take(2).filter_map(|field| field.parse::<u64>().ok()).sum();
        Used {
            processor: Duration::from_millis(ticks * 1_000 / TICKS),
            memory: kilobytes("VmRSS"),
            most_memory: kilobytes("VmHWM"),
        }
    }
}

impl Drop for Bot {
    fn drop(&mut self) {
        // The process may have ended. Its database is not read again, so it can be killed.
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

impl Said {
    fn read(&mut self, line: &str) {
        if line.contains("WARN") || line.contains("ERROR") {
            self.complaints += 1;
            if self.complaints <= 5 {
                eprintln!("the bot: {line}");
            }
        }
        if line.contains("all live matches are loaded") {
            self.taken_up = Some(Instant::now());
        }
        let late = line.split_once("late_ms=").and_then(|(_, rest)| rest.split_whitespace().next()?.parse().ok());
        if let Some(ms) = late {
            self.late.add(Duration::from_millis(ms));
        }
    }
}
