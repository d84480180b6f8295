//! The bot as a separate process.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use deathmatch::sandbox::Sandbox;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection};

/// The folder and the configuration of a process.
#[derive(Clone)]
pub struct Start {
    pub folder: PathBuf,
    pub base_url: String,
    pub token: String,
}

impl Start {
    /// Writes a configuration for a sandbox into a folder that holds the database.
    pub fn new(folder: &Path, sandbox: &Sandbox) -> Self {
        let start =
            Self { folder: folder.to_owned(), base_url: sandbox.base_url(), token: sandbox.bot_token().to_owned() };
        let config = format!(
            "database = {:?}\nbase_url = {:?}\ngrace_ms = 300\nlog = \"info,serenity=warn\"\n",
            start.database().to_str().unwrap(),
            start.base_url
        );
        std::fs::write(start.folder.join("config.toml"), config).unwrap();
        start
    }

    pub fn database(&self) -> PathBuf {
        self.folder.join("matches.sqlite")
    }

    /// Returns the path of the processes' log.
    pub fn log(&self) -> PathBuf {
        self.folder.join("log.txt")
    }

    /// Runs a statement on the database without the bot's knowledge.
    pub async fn sql(&self, sql: &'static str) {
        let options = SqliteConnectOptions::new().filename(self.database());
        let mut connection = options.connect().await.unwrap();
        sqlx::query(sql).execute(&mut connection).await.unwrap();
        connection.close().await.unwrap();
    }

    /// Returns the command `deathmatch serve`. A write beyond its file size limit fails, and does not end the process.
    pub fn command(&self) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", "trap '' XFSZ; exec \"$@\"", "sh", env!("CARGO_BIN_EXE_deathmatch")]);
        command.arg("serve").arg("--config").arg(self.folder.join("config.toml")).current_dir(&self.folder);
        command.env("DISCORD_TOKEN", &self.token).env_remove("DISCORD_TOKEN_FILE");
        command.stdin(Stdio::null()).stdout(Stdio::null());
        command
    }

    pub fn spawn(&self) -> Process {
        let log = File::options().create(true).append(true).open(self.log()).unwrap();
        Process(self.command().stderr(log).spawn().unwrap())
    }
}

/// A running bot, killed when this value is dropped.
pub struct Process(Child);

impl Process {
    /// Kills the process by SIGKILL, and waits until it has ended.
    pub fn kill(mut self) {
        self.end();
    }

    /// Returns the process id.
    pub fn id(&self) -> u32 {
        self.0.id()
    }

    fn end(&mut self) {
        self.0.kill().ok();
        self.0.wait().unwrap();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.end();
    }
}
