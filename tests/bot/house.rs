//! A sandbox with the real bot in it.

use std::path::PathBuf;
use std::time::Duration;

use deathmatch::discord::{self, Config, Database, Pace};
use deathmatch::sandbox::{self, Answer, Forged, Options, Person, Sandbox, Seen, Snowflake, UserKey};
use deathmatch::table::{Entry, Header, Table};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use crate::description;
use crate::tls_front::Front;

/// The time limit for anything that must happen.
pub const SOON: Duration = Duration::from_secs(60);
/// The bot's time for an answer. Discord's three seconds are measured elsewhere, so that no machine is too slow for these tests.
const ANSWER_WITHIN: Duration = Duration::from_secs(20);
/// A grace in which a deliberately late event still arrives in time on any machine.
const LONG_GRACE: Duration = Duration::from_secs(8);

/// The bot's connection to the sandbox.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Client {
    /// By its address, without a rate limiter.
    Plain,
    /// As it reaches Discord: over TLS and with serenity's rate limiter.
    Production,
}

/// A sandbox with the bot in it.
pub struct House {
    pub sandbox: Sandbox,
    front: Option<Front>,
    folder: TempDir,
    pace: Pace,
    grace: Option<Duration>,
    bot: Option<(oneshot::Sender<()>, JoinHandle<()>)>,
}

impl House {
    /// Opens a sandbox and the bot, with a client for `base_url`. People may act as fast as scripts do.
    pub async fn open() -> Self {
        Self::open_on(Client::Plain).await
    }

    /// Opens a sandbox and the bot over one of its clients.
    pub async fn open_on(client: Client) -> Self {
        Self::open_as(client, Pace::UNLIMITED, Options::default()).await
    }

    /// Opens a sandbox and the bot; people may act at this pace.
    pub async fn open_at(pace: Pace) -> Self {
        Self::open_as(Client::Plain, pace, Options::default()).await
    }

    /// Opens a sandbox with these options, and the bot.
    pub async fn open_with(options: Options) -> Self {
        Self::open_as(Client::Plain, Pace::UNLIMITED, options).await
    }

    /// Opens a sandbox and the bot, with a long grace for late events.
    pub async fn open_patiently() -> Self {
        let mut house = Self::open().await;
        house.stop_bot().await;
        house.grace = Some(LONG_GRACE);
        house.start_bot().await;
        house
    }

    async fn open_as(client: Client, pace: Pace, options: Options) -> Self {
        log();
        let answer_within = options.answer_within.or(Some(ANSWER_WITHIN));
        let sandbox = sandbox::start(Options { answer_within, ..options }).await.unwrap();
        let front = match client {
            Client::Plain => None,
            Client::Production => Some(Front::before(sandbox.address()).await),
        };
        let mut house = Self { sandbox, front, folder: TempDir::new().unwrap(), pace, grace: None, bot: None };
        house.start_bot().await;
        house
    }

    /// The bot's database.
    pub fn database(&self) -> PathBuf {
        self.folder.path().join("matches.sqlite")
    }

    /// Starts the bot on its present database.
    pub async fn start_bot(&mut self) {
        let file = self.database();
        let mut config = Config::new(self.sandbox.bot_token(), Database::File(file));
        match &self.front {
            None => config.base_url = Some(self.sandbox.base_url()),
            Some(front) => config.client = Some(front.client()),
        }
        config.pace = self.pace;
        config.replies = [Duration::ZERO; 2];
        config.engines = engines();
        config.grace = self.grace.unwrap_or(config.grace);
        let (stop, stopped) = oneshot::channel();
        let running = tokio::spawn(async move {
            discord::run(config, async { stopped.await.unwrap_or(()) }).await.unwrap();
        });
        self.bot = Some((stop, running));
        let host = self.host();
        until("the bot is there", async || {
            self.sandbox.bots_connected() > 0 && host.commands().await.is_ok_and(|known| known.len() >= 6)
        })
        .await;
    }

    /// Stops the bot in an orderly way.
    pub async fn stop_bot(&mut self) {
        let (stop, running) = self.bot.take().expect("the bot is running");
        stop.send(()).ok();
        tokio::time::timeout(SOON, running).await.expect("stopping is bounded").unwrap();
    }

    /// Checks the traffic between bot and sandbox against Discord's description.
    fn check(&self) {
        description::check(&self.sandbox.recorded(), &self.sandbox.dispatched());
    }

    /// Stops the sandbox, and aborts the bot: an orderly stop would need a server at the other end.
    pub async fn close(mut self) {
        self.check();
        if let Some((_, running)) = self.bot.take() {
            running.abort();
            running.await.ok();
        }
        self.sandbox.stop().await;
    }

    /// Stops the bot and then the sandbox.
    pub async fn stop(self) {
        self.check();
        self.end().await;
    }

    /// Stops both after a test that forged events. Those contradict Discord's description, so only requests and answers are checked.
    pub async fn stop_forged(self) {
        description::check(&self.sandbox.recorded(), &[]);
        self.end().await;
    }

    async fn end(mut self) {
        self.stop_bot().await;
        self.sandbox.stop().await;
    }

    pub fn host(&self) -> Person {
        self.sandbox.person(UserKey::Hana)
    }

    pub fn ec(&self) -> Person {
        self.sandbox.person(UserKey::Ann)
    }

    pub fn dmo(&self) -> Person {
        self.sandbox.person(UserKey::Bob)
    }

    pub fn spectator(&self) -> Person {
        self.sandbox.person(UserKey::Sam)
    }

    pub fn channel(&self) -> Snowflake {
        self.sandbox.world().channel
    }

    /// Opens a match as the host and returns its card.
    pub async fn lobby(&self, channel: Snowflake, options: &str) -> Seen {
        let asked = json!({"game": "warriors-death", "options": options});
        self.lobby_of(channel, if options.is_empty() { without(asked, "options") } else { asked }).await
    }

    /// Opens a match of any game as the host and returns its card. `asked` holds the command's options except the players.
    pub async fn lobby_of(&self, channel: Snowflake, mut asked: Value) -> Seen {
        let world = self.sandbox.world();
        (asked["ec"], asked["dmo"]) = (json!(world.ann), json!(world.bob));
        let before = newest(&self.host().messages(channel).await.unwrap());
        let reply = self.host().command(channel, "/match open", asked).await.unwrap();
        let reply = finished(&self.host(), channel, reply).await;
        assert!(reply.says("Opened match"), "{}", reply.text());
        assert!(reply.is_ephemeral());
        self.host()
            .wait_message(channel, SOON, |message| message.id() > before && message.button("Ready").is_some())
            .await
            .unwrap()
    }

    /// Opens a match and presses Ready for both players. Returns the first public message of play.
    pub async fn begin(&self, channel: Snowflake, options: &str) -> Seen {
        let card = self.lobby(channel, options).await;
        self.ready(&card).await
    }

    /// Presses Ready for both players on a card. Returns the first public message of play.
    pub async fn ready(&self, card: &Seen) -> Seen {
        self.ec().click(card, "Ready").await.unwrap();
        self.dmo().click(card, "Ready").await.unwrap();
        self.public_after(card.channel(), card.id()).await
    }

    /// Waits for the first public message with an Order button after another.
    pub async fn public_after(&self, channel: Snowflake, after: Snowflake) -> Seen {
        self.spectator()
            .wait_for(channel, SOON, |messages| {
                let awaited = |message: &&Seen| message.id() > after && message.button("Board").is_some();
                // On a busy machine the bot may report an absence in between.
                messages.iter().filter(awaited).find(|message| !tells_of_an_absence(message)).cloned()
            })
            .await
            .unwrap()
    }

    /// Waits for a player's newest prompt with a menu, sent after a public message or another prompt.
    pub async fn prompt_after(&self, player: &Person, after: Snowflake) -> Seen {
        let dm = player.dm().await.unwrap();
        player.wait_message(dm, SOON, |message| message.id() > after && !message.selects().is_empty()).await.unwrap()
    }

    /// Sends a unit for both players from the channel's Order button. Returns the public message that follows.
    pub async fn round(&self, last: &Seen, ec: &str, dmo: &str) -> Seen {
        for (player, unit) in [(self.ec(), ec), (self.dmo(), dmo)] {
            let panel = order_panel(&player, last).await;
            pick(&player, &panel, unit).await;
        }
        self.public_after(last.channel(), last.id()).await
    }
}

/// Logs the targets that `RUST_LOG` names.
pub fn log() {
    static LOG: std::sync::Once = std::sync::Once::new();
    LOG.call_once(|| {
        let filter = tracing_subscriber::EnvFilter::from_default_env();
        // A program that runs in the same process may log already.
        let _ = tracing_subscriber::fmt().with_env_filter(filter).with_test_writer().try_init();
    });
}

/// Whether a public message only reports an absence of the bot.
pub fn tells_of_an_absence(message: &Seen) -> bool {
    message.says("I was offline")
}

/// Returns the answer to a press of a public message's Order button.
pub async fn order_panel(player: &Person, public: &Seen) -> Seen {
    let channel = public.channel();
    let opened = match player.click(public, "Order").await {
        Ok(opened) => opened,
        Err(why) => {
            // On a slow machine the button may have moved below a report of an absence.
            let all = player.messages(channel).await.unwrap();
            let newest = all.iter().rfind(|one| one.button("Order").is_some()).filter(|one| tells_of_an_absence(one));
            let newest = newest.unwrap_or_else(|| panic!("{why:?}: {}", public.text()));
            player.click(newest, "Order").await.unwrap()
        }
    };
    finished(player, channel, opened).await
}

/// Chooses a word from a message's menu. Returns the answer.
pub async fn pick(player: &Person, message: &Seen, word: &str) -> Seen {
    let menu = |message: &Seen| {
        let all = message.selects().into_iter();
        all.filter(|menu| menu.options.iter().any(|option| option.value == word)).map(|menu| menu.custom_id).next()
    };
    let before = menu(message).unwrap_or_else(|| panic!("no menu has {word}: {}", message.text()));
    let answer = match player.select(message, &before, &[word]).await {
        Ok(answer) => answer,
        Err(why) => {
            // On a slow machine the message may have changed: the player chooses from its present content.
            let other = |one: &Seen| menu(one).is_some_and(|now| now != before);
            let changed = player.wait_change(message, SOON, other).await;
            let changed = changed.unwrap_or_else(|_| panic!("{why:?}: {}", message.text()));
            player.select(&changed, &menu(&changed).expect("it has one"), &[word]).await.unwrap()
        }
    };
    finished(player, message.channel(), answer).await
}

/// Chooses from an outdated message: the player's client has not received the edit yet.
pub async fn pick_late(player: &Person, message: &Seen, word: &str) -> Seen {
    let select = message.selects().into_iter().find(|select| select.options.iter().any(|option| option.value == word));
    let id = select.unwrap_or_else(|| panic!("no menu has {word}: {}", message.text())).custom_id;
    let data = json!({"custom_id": id, "component_type": 3, "id": 1, "values": [word]});
    let shown = without(message.json().clone(), "ephemeral");
    let answer = player.forge(Forged::On(message), 3, data, json!({ "message": shown })).await.unwrap();
    finished(player, message.channel(), answer).await
}

/// Returns the messages without a channel's log of earlier steps.
pub fn without_log(mut all: Vec<Seen>, channel: Snowflake) -> Vec<Seen> {
    let step = |one: &Seen| {
        let everyone = one.channel() == channel && !one.is_ephemeral();
        everyone && one.button("Board").is_some() && one.button("Refuse").is_none() && one.says("-# Match 1 · ")
    };
    let newest = all.iter().filter(|one| step(one)).map(Seen::id).max();
    all.retain(|one| !step(one) || Some(one.id()) == newest);
    all
}

/// Presses a button of an outdated message.
pub async fn click_late(player: &Person, message: &Seen, label: &str) -> Seen {
    let id = message.button(label).and_then(|button| button.custom_id).unwrap();
    let data = json!({"custom_id": id, "component_type": 2, "id": 1});
    let shown = without(message.json().clone(), "ephemeral");
    let answer = player.forge(Forged::On(message), 3, data, json!({ "message": shown })).await.unwrap();
    finished(player, message.channel(), answer).await
}

/// Declines a match, and confirms it.
pub async fn decline(player: &Person, card: &Seen) {
    let answer = player.click(card, "Decline").await.unwrap();
    let question = finished(player, card.channel(), answer).await;
    assert!(question.is_ephemeral() && question.says("**Decline match"), "{}", question.text());
    player.click(&question, "Decline").await.unwrap();
}

/// Returns an answer's message once it has finished loading.
pub async fn finished(person: &Person, channel: Snowflake, answer: Answer) -> Seen {
    let message = answer.message.expect("there is an answer");
    if !message.is_loading() {
        return message;
    }
    let id = message.id();
    person.wait_message(channel, SOON, |one| one.id() == id && !one.is_loading()).await.unwrap()
}

/// Returns a match's record, as its host gets it.
pub async fn record(house: &House) -> String {
    let answer = run(&house.host(), house.channel(), "/match record", json!({})).await;
    let file = answer.files().into_iter().next().unwrap_or_else(|| panic!("{}", answer.text()));
    String::from_utf8(house.host().download(&file.url).await.unwrap()).unwrap()
}

/// Returns the table of a record.
pub fn replayed(record: &str) -> Table {
    let mut lines = record.lines();
    let header = Header::read(lines.next().unwrap()).unwrap();
    let entries: Vec<_> = lines.map(|line| Entry::read(line).unwrap()).collect();
    Table::replay(header, &entries).unwrap()
}

/// Runs a command. Returns the answer.
pub async fn run(person: &Person, channel: Snowflake, name: &str, options: Value) -> Seen {
    let answer = person.command(channel, name, options).await.unwrap();
    finished(person, channel, answer).await
}

/// Runs a host's command and confirms it. Returns the last answer.
pub async fn confirmed(host: &Person, channel: Snowflake, name: &str, options: Value) -> Seen {
    let asked = run(host, channel, name, options).await;
    assert!(asked.is_ephemeral() && asked.button("Confirm").is_some(), "{}", asked.text());
    let answer = host.click(&asked, "Confirm").await.unwrap();
    let done = finished(host, channel, answer).await;
    assert!(done.button("Confirm").is_none(), "{}", done.text());
    done
}

pub fn newest(messages: &[Seen]) -> Snowflake {
    messages.last().map_or(Snowflake::new(0), Seen::id)
}

fn without(mut object: Value, key: &str) -> Value {
    object.as_object_mut().unwrap().remove(key);
    object
}

/// Waits until a condition holds.
pub async fn until(what: &str, mut holds: impl AsyncFnMut() -> bool) {
    let give_up = tokio::time::Instant::now() + SOON;
    while !holds().await {
        assert!(tokio::time::Instant::now() < give_up, "not in time: {what}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// External programs as players: one always sends the same unit, one never answers.
fn engines() -> deathmatch::dealer::Engines {
    let engine = |name: &str, script: &str, game: &str| {
        let command = ["sh", "-c", script].map(str::to_owned).to_vec();
        (name.parse().unwrap(), deathmatch::dealer::Engine { command, games: vec![game.to_owned()] })
    };
    [
        engine("steady", r#"while read -r asked; do echo '{"order":"chocobo"}'; done"#, "warriors-death"),
        engine("silent", "while read -r asked; do :; done", "blockade-chess"),
    ]
    .into()
}
