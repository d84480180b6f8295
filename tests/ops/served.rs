//! A sandbox, and the binary's `serve` as a separate process.

use std::fs::{self, File};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

use deathmatch::sandbox::{self, Options, Person, Sandbox, Seen, Snowflake, UserKey};
use serde_json::{Value, json};
use tempfile::TempDir;

/// The time limit for anything that must happen.
pub const SOON: Duration = Duration::from_secs(60);

pub struct Served {
    pub sandbox: Sandbox,
    pub folder: TempDir,
    process: Option<Child>,
}

impl Served {
    /// Makes a sandbox, and a configuration for it that no process uses yet.
    pub async fn prepare() -> Self {
        let sandbox = sandbox::start(Options::default()).await.unwrap();
        let served = Self { sandbox, folder: TempDir::new().unwrap(), process: None };
        served.configure("");
        served
    }

    pub async fn open() -> Self {
        let mut served = Self::prepare().await;
        served.start(&[]).await;
        served
    }

    /// Writes the configuration, with additional lines.
    pub fn configure(&self, more: &str) {
        let text = format!(
            "database = '{}'\nbase_url = '{}'\nmonitor = '127.0.0.1:0'\nlog = 'trace'\nlog_format = 'json'\n{more}\n",
            self.database().display(),
            self.sandbox.base_url()
        );
        fs::write(self.path("config.toml"), text).unwrap();
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn database(&self) -> PathBuf {
        self.path("matches.sqlite")
    }

    /// Returns a command of the binary with this configuration.
    pub fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_deathmatch"));
        command.args(words).arg("--config").arg(self.path("config.toml")).current_dir(self.folder.path());
        for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("DEATHMATCH_")) {
            command.env_remove(name);
        }
        command.env("DISCORD_TOKEN", self.sandbox.bot_token()).env_remove("NOTIFY_SOCKET");
        command
    }

    /// Runs a command to its end. Returns its exit code and its output.
    pub async fn run(&self, words: &[&str]) -> (i32, String) {
        let mut command = self.command(words);
        let output: Output = tokio::task::spawn_blocking(move || command.output().unwrap()).await.unwrap();
        let said = [output.stdout, output.stderr].concat();
        (output.status.code().unwrap_or(-1), String::from_utf8(said).unwrap())
    }

    /// Starts the bot, and waits until it runs.
    pub async fn start(&mut self, environment: &[(&str, &Path)]) {
        let log = File::options().create(true).append(true).open(self.path("log")).unwrap();
        let before = self.log().len();
        let mut command = self.command(&["serve"]);
        command.envs(environment.iter().copied()).stdout(Stdio::null()).stderr(log);
        self.process = Some(command.spawn().unwrap());
        until("the bot is connected", async || self.log()[before..].contains("commands are registered")).await;
    }

    /// Returns the id of the running bot's process.
    #[cfg(target_os = "linux")]
    pub fn process(&self) -> u32 {
        self.process.as_ref().expect("the bot is running").id()
    }

    pub fn log(&self) -> String {
        fs::read_to_string(self.path("log")).unwrap_or_default()
    }

    /// Returns the address of the running bot's monitor.
    pub fn monitor(&self) -> SocketAddr {
        let log = self.log();
        let shown =
            log.lines().rfind(|line| line.contains("health and figures are shown")).expect("there is a monitor");
        let line: Value = serde_json::from_str(shown).unwrap();
        line["address"].as_str().unwrap().parse().unwrap()
    }

    /// Returns a page of the running bot: its status and text.
    pub async fn page(&self, path: &str) -> (u16, String) {
        let answer = reqwest::get(format!("http://{}{path}", self.monitor())).await.unwrap();
        (answer.status().as_u16(), answer.text().await.unwrap())
    }

    /// Returns the running bot's status of one check.
    pub async fn health(&self, check: &str) -> String {
        let (status, text) = self.page("/healthz").await;
        let page: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(status == 200, page["healthy"] == true, "{text}");
        page["checks"][check].as_str().unwrap_or_default().to_owned()
    }

    pub async fn until_well(&self) {
        until("all is well", async || self.page("/healthz").await.0 == 200).await;
    }

    /// Kills the bot as a power cut would.
    pub fn kill(&mut self) {
        let mut process = self.process.take().expect("the bot is running");
        process.kill().unwrap();
        process.wait().unwrap();
    }

    /// Stops the bot by SIGTERM. Returns its exit code.
    pub async fn stop(&mut self) -> i32 {
        let mut process = self.process.take().expect("the bot is running");
        Command::new("kill").args(["-TERM", &process.id().to_string()]).status().unwrap();
        let mut code = None;
        until("the bot has stopped", async || {
            code = process.try_wait().unwrap();
            code.is_some()
        })
        .await;
        code.and_then(|code| code.code()).unwrap_or(-1)
    }

    pub fn person(&self, who: UserKey) -> Person {
        self.sandbox.person(who)
    }

    pub fn channel(&self) -> Snowflake {
        self.sandbox.world().channel
    }

    /// Opens a match and returns its card.
    pub async fn lobby(&self, channel: Snowflake) -> Seen {
        let (host, world) = (self.person(UserKey::Hana), self.sandbox.world());
        let before = host.messages(channel).await.unwrap().last().map_or(Snowflake::new(0), Seen::id);
        let asked = json!({"game": "warriors-death", "ec": world.ann, "dmo": world.bob, "options": "unit_s=3600"});
        host.command(channel, "/match open", asked).await.unwrap();
        let shows = |message: &Seen| message.id() > before && message.button("Ready").is_some();
        host.wait_message(channel, SOON, shows).await.unwrap()
    }

    /// Presses Ready for both players. Returns the first public message with a board.
    pub async fn begin(&self, card: &Seen) -> Seen {
        self.person(UserKey::Ann).click(card, "Ready").await.unwrap();
        self.person(UserKey::Bob).click(card, "Ready").await.unwrap();
        self.after(card).await
    }

    /// Returns the first public message with a board after another.
    pub async fn after(&self, last: &Seen) -> Seen {
        let shows = |message: &Seen| message.id() > last.id() && message.button("Board").is_some();
        self.person(UserKey::Sam).wait_message(last.channel(), SOON, shows).await.unwrap()
    }

    /// Gives an order by command. Returns the answer.
    pub async fn order(&self, who: UserKey, number: u32, text: &str) -> Seen {
        let player = self.person(who);
        let asked = json!({"text": text, "match": number});
        let answer = player.command(self.channel(), "/order", asked).await.unwrap();
        let shown = answer.message.expect("there is an answer");
        player.wait_message(self.channel(), SOON, |one| one.id() == shown.id() && !one.is_loading()).await.unwrap()
    }

    /// Gives both players' orders. Returns the public message that follows.
    pub async fn round(&self, number: u32, last: &Seen, ec: &str, dmo: &str) -> Seen {
        for (who, text) in [(UserKey::Ann, ec), (UserKey::Bob, dmo)] {
            let answer = self.order(who, number, text).await;
            // If the bot reports an absence at that moment, the sealed order is shown below the report.
            let sealed = answer.says("Sealed") || answer.says("Continued in a newer message");
            assert!(sealed, "{}", answer.text());
        }
        self.after(last).await
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        if let Some(mut process) = self.process.take() {
            process.kill().ok();
            process.wait().ok();
        }
    }
}

/// Runs statements on a database file without the bot's knowledge.
pub async fn behind(path: &Path, sql: &'static str) {
    use sqlx::{ConnectOptions, Connection};
    let mut connection = sqlx::sqlite::SqliteConnectOptions::new().filename(path).connect().await.unwrap();
    sqlx::query(sql).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
}

/// Waits until a condition holds.
pub async fn until(what: &str, mut holds: impl AsyncFnMut() -> bool) {
    let give_up = tokio::time::Instant::now() + SOON;
    while !holds().await {
        assert!(tokio::time::Instant::now() < give_up, "not in time: {what}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}
