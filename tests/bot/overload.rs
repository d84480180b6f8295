//! Twice the load that the bot can answer: answers are later, and no press is lost.

use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use deathmatch::discord::{self, Config, Database, MatchPressId, Pace, Press};
use deathmatch::game::Seat;
use deathmatch::sandbox::{self, Crowd, Hand, Options, Posted, Sandbox, Seen, Unanswered, UserKey};
use deathmatch::table::{Act, Entry};
use rand::RngExt;
use rand::seq::IndexedRandom;
use serde_json::json;
use sqlx::ConnectOptions;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use tempfile::TempDir;
use tokio::runtime::{Builder, Handle};
use tokio::sync::oneshot;
use tokio::task::{JoinHandle, JoinSet};

use crate::house::{SOON, log, tells_of_an_absence, until};

/// The number of matches.
const MATCHES: u32 = 40;
/// The duration of the overload.
const PRESSED: Duration = Duration::from_secs(4);
/// A number of presses a second that any machine answers.
const GENTLE: u32 = 10;
/// The slowest median of answers without delay.
const LAG: Duration = Duration::from_millis(400);
/// The time limit for a deferred answer.
const PATIENCE: Duration = Duration::from_secs(40);

/// A player's state.
#[derive(Default)]
struct Player {
    /// The menu or the sealed order that the player sees.
    panel: Option<Seen>,
}

/// The results of the presses.
#[derive(Default)]
struct Diary {
    firsts: Vec<Duration>,
    deferred: usize,
    lost: usize,
    unfinished: usize,
    refused: BTreeMap<String, usize>,
    /// The orders that answers confirmed as sealed: match, seat, step, words.
    sealed: HashSet<(i64, Seat, u32, String)>,
}

impl Diary {
    fn median(&mut self) -> Duration {
        self.quantile(50)
    }

    fn shown(&mut self) -> String {
        let late = self.firsts.iter().filter(|first| **first > Duration::from_secs(3)).count();
        let (many, median, slow) = (self.firsts.len(), self.median(), self.quantile(99));
        format!(
            "{many} answered, {} of them deferred and {late} after 3 s, in {median:?} (median) and {slow:?} (99 %); refused {:?}",
            self.deferred, self.refused
        )
    }

    fn quantile(&mut self, percent: usize) -> Duration {
        self.firsts.sort_unstable();
        self.firsts.get(self.firsts.len() * percent / 100).or(self.firsts.last()).copied().unwrap_or_default()
    }
}

/// Matches with their players, and their newest messages.
struct Scene {
    hand: Hand,
    players: Vec<Mutex<Player>>,
    /// The newest public message of each match, by channel.
    publics: Vec<Mutex<Option<Seen>>>,
    diary: Mutex<Diary>,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Scene {
    /// Records a message of the bot.
    fn record(&self, posted: Posted) {
        if posted.to.is_some() {
            return;
        }
        let mut newest = locked(&self.publics[posted.channel as usize]);
        if newest.as_ref().is_none_or(|newest| newest.id() <= posted.message.id()) {
            *newest = Some(posted.message);
        }
    }

    fn public(&self, channel: u32) -> Option<Seen> {
        locked(&self.publics[channel as usize]).clone()
    }

    /// Makes a person's next press.
    async fn press(self: Arc<Self>, person: u32) {
        let panel = locked(&self.players[person as usize]).panel.clone();
        let select = panel.as_ref().and_then(|panel| panel.selects().into_iter().find(|one| !one.options.is_empty()));
        let (on, custom_id, values) = match (panel, select) {
            (Some(panel), Some(select)) => {
                let option = select.options.choose(&mut rand::rng()).expect("it has options").value.clone();
                (panel, select.custom_id, vec![option])
            }
            (Some(panel), None) if panel.button("Change").is_some() => {
                let change = panel.button("Change").and_then(|button| button.custom_id).expect("it can be pressed");
                (panel, change, Vec::new())
            }
            _ => {
                let Some(public) = self.public(person / 2) else { return };
                let Some(order) = public.button("Order").and_then(|button| button.custom_id) else { return };
                (public, order, Vec::new())
            }
        };
        let values: Vec<_> = values.iter().map(String::as_str).collect();
        let pressed = self.hand.press_through(person, &on, &custom_id, &values, PATIENCE).await;
        let mut diary = locked(&self.diary);
        match pressed {
            Ok(pressed) => {
                diary.firsts.push(pressed.first);
                diary.deferred += usize::from(pressed.deferred);
                diary.sealed.extend(pressed.shown.as_ref().and_then(|shown| sealed(person, &custom_id, shown)));
                let open = |shown: &Seen| !shown.selects().is_empty() || shown.button("Change").is_some();
                locked(&self.players[person as usize]).panel = pressed.shown.filter(open);
            }
            Err(Unanswered::Lost) => diary.lost += 1,
            Err(Unanswered::Unfinished) => diary.unfinished += 1,
            Err(Unanswered::Refused(why)) => {
                *diary.refused.entry(why).or_default() += 1;
                locked(&self.players[person as usize]).panel = None;
            }
        }
    }

    /// Presses at a rate for a time, however slow the answers are. Returns the results, and the time until the last answer.
    async fn drive(self: &Arc<Self>, rate: u32, length: Duration) -> (Diary, Duration) {
        let (begun, mut presses) = (Instant::now(), JoinSet::new());
        let many = u32::try_from(length.as_millis()).unwrap() * rate / 1_000;
        for number in 0..many {
            let due = begun + Duration::from_secs(1) * number / rate;
            tokio::time::sleep_until(due.into()).await;
            // The other player seals sometimes, which ends the round.
            let seat = u32::from(rand::rng().random_ratio(1, 8));
            let person = rand::rng().random_range(0..MATCHES) * 2 + seat;
            presses.spawn(Arc::clone(self).press(person));
        }
        while let Some(pressed) = presses.join_next().await {
            pressed.unwrap();
        }
        (std::mem::take(&mut locked(&self.diary)), begun.elapsed())
    }
}

/// Returns the order that an answer confirms as sealed.
fn sealed(person: u32, custom_id: &str, shown: &Seen) -> Option<(i64, Seat, u32, String)> {
    let id: MatchPressId = custom_id.parse().ok()?;
    let (Press::Pick { mark, .. } | Press::Seal { mark, .. }) = id.press else { return None };
    let text = shown.text();
    let (_, after) = text.split_once("Sealed: **")?;
    let (order, _) = after.split_once("**")?;
    Some((
        id.match_id.0,
        if person.is_multiple_of(2) { Seat::Ec } else { Seat::Dmo },
        mark.step,
        order.to_lowercase().replace(" as ", ">").replace(" naming ", ">").replace(' ', "-").replace('>', " "),
    ))
}

/// The bot on a separate thread, beside the threads that it starts.
struct Bot {
    /// The runtime of its answers.
    on: Handle,
    stop: oneshot::Sender<()>,
    running: std::thread::JoinHandle<()>,
}

impl Bot {
    fn start(sandbox: &Sandbox, database: &Path) -> Self {
        let mut config = Config::new(sandbox.bot_token(), Database::File(database.to_owned()));
        config.base_url = Some(sandbox.base_url());
        config.pace = Pace::UNLIMITED;
        let (stop, stopped) = oneshot::channel();
        let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
        let on = runtime.handle().clone();
        let running = std::thread::spawn(move || {
            let running = discord::run(config, async { stopped.await.unwrap_or(()) });
            runtime.block_on(async { tokio::spawn(running).await.unwrap().unwrap() });
        });
        Self { on, stop, running }
    }

    async fn stop(self) {
        self.stop.send(()).ok();
        tokio::task::spawn_blocking(|| self.running.join().unwrap()).await.unwrap();
    }
}

/// A sandbox with a crowd of pairs of players, and the bot.
struct Stage {
    sandbox: Sandbox,
    bot: Bot,
    scene: Arc<Scene>,
    database: PathBuf,
    seeing: JoinHandle<()>,
    _folder: TempDir,
}

impl Stage {
    async fn set(matches: u32, answer_within: Duration) -> Self {
        log();
        let options = Options { rate_limits: true, answer_within: Some(answer_within), ..Options::default() };
        let sandbox = sandbox::start(options).await.unwrap();
        let folder = TempDir::new().unwrap();
        let database = folder.path().join("matches.sqlite");
        let mut crowd = sandbox.crowd(matches);
        let scene = Arc::new(Scene {
            hand: crowd.hand(),
            players: (0..matches * 2).map(|_| Mutex::default()).collect(),
            publics: (0..matches).map(|_| Mutex::default()).collect(),
            diary: Mutex::default(),
        });
        let sees = Arc::clone(&scene);
        let seeing = tokio::spawn(async move {
            while let Some(posted) = crowd.next().await {
                sees.record(posted);
            }
        });
        let bot = Bot::start(&sandbox, &database);
        let host = sandbox.person(UserKey::Hana);
        until("the bot is there", async || {
            sandbox.bots_connected() > 0 && host.commands().await.is_ok_and(|known| known.len() >= 6)
        })
        .await;
        begin(&scene, matches).await;
        Self { sandbox, bot, scene, database, seeing, _folder: folder }
    }

    async fn sql(&self) -> SqliteConnection {
        let options = SqliteConnectOptions::new().filename(&self.database).busy_timeout(SOON);
        options.connect().await.unwrap()
    }

    /// Stops everything. Returns the orders in the records: match, seat, step, words.
    async fn clear(self) -> HashSet<(i64, Seat, u32, String)> {
        let mut sql = self.sql().await;
        self.bot.stop().await;
        self.seeing.abort();
        let lines: Vec<(i64, String)> =
            sqlx::query_as("SELECT match_id, line FROM entries").fetch_all(&mut sql).await.unwrap();
        self.sandbox.stop().await;
        let order = |(of, line): (i64, String)| {
            let entry = Entry::read(&line).unwrap();
            match entry.act {
                Act::Order { seat, text } => Some((of, seat, entry.step?, text)),
                _ => None,
            }
        };
        lines.into_iter().filter_map(order).collect()
    }
}

/// Opens a match in each channel of the crowd and begins it.
async fn begin(scene: &Arc<Scene>, matches: u32) {
    for channel in 0..matches {
        let (ec, dmo) = (Crowd::person(channel * 2), Crowd::person(channel * 2 + 1));
        let terms = json!({"game": "warriors-death", "ec": ec, "dmo": dmo, "options": "unit_s=3600"});
        scene.hand.command(Crowd::channel(channel), "match open", terms).await.unwrap();
    }
    for channel in 0..matches {
        let ready = |message: &Seen| message.buttons().into_iter().find(|button| button.label.starts_with("Ready"));
        until("a lobby is open", async || scene.public(channel).is_some_and(|card| ready(&card).is_some())).await;
        let card = scene.public(channel).unwrap();
        for seat in 0..2 {
            let button = ready(&card).unwrap().custom_id.unwrap();
            scene.hand.press(channel * 2 + seat, &card, &button, &[]).await.unwrap();
        }
    }
    for channel in 0..matches {
        let asks = |message: Seen| message.button("Order").is_some();
        until("a match has begun", async || scene.public(channel).is_some_and(asks)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn press_is_deferred_in_time_while_the_bot_is_busy() {
    let stage = Stage::set(1, Duration::from_secs(3)).await;
    let scene = &stage.scene;
    Arc::clone(scene).press(0).await;
    let panel = locked(&scene.players[0]).panel.take().expect("a menu is open");
    // The choice cannot be stored, and the bot's later writes wait behind it.
    let mut sql = stage.sql().await;
    sqlx::query("BEGIN IMMEDIATE").execute(&mut sql).await.unwrap();
    let menu = panel.selects().remove(0);
    let hand = scene.hand.clone();
    let pressing =
        tokio::spawn(async move { hand.press_through(0, &panel, &menu.custom_id, &["samurai"], PATIENCE).await });
    tokio::time::sleep(Duration::from_millis(500)).await;
    stage.bot.on.spawn(async { std::thread::sleep(Duration::from_secs(3)) }).await.unwrap();
    sqlx::query("ROLLBACK").execute(&mut sql).await.unwrap();
    let pressed = pressing.await.unwrap().unwrap();
    let shown = pressed.shown.expect("there is an answer");
    assert!(pressed.deferred && shown.says("Sealed: **Samurai**"), "{}", shown.text());
    let stored = stage.clear().await;
    assert!(stored.iter().any(|(_, _, _, order)| order == "samurai"), "{stored:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn twofold_overload_delays_answers_and_loses_none() {
    // Latencies depend on the machine and are only printed; the test checks that nothing is lost.
    let stage = Stage::set(MATCHES, PATIENCE).await;
    let scene = &stage.scene;
    let mut sealed = HashSet::new();
    let mut take_in = |diary: &mut Diary, what: &str| {
        println!("{what}: {}", diary.shown());
        assert_eq!((diary.lost, diary.unfinished), (0, 0), "{what}: every press is answered");
        sealed.extend(std::mem::take(&mut diary.sealed));
        diary.median()
    };
    let (mut quiet, _) = scene.drive(GENTLE, Duration::from_secs(3)).await;
    take_in(&mut quiet, "before");
    let mut rate = GENTLE * 2;
    let able = loop {
        let (mut diary, took) = scene.drive(rate, Duration::from_secs(1)).await;
        if take_in(&mut diary, &format!("{rate} a second")) > LAG {
            break f64::from(rate) / took.as_secs_f64();
        }
        rate *= 2;
    };
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a rate is small")]
    let rate = (able * 2.0) as u32;
    let (mut pressed, took) = scene.drive(rate, PRESSED).await;
    let answered = Instant::now();
    take_in(&mut pressed, &format!("{rate} a second for {PRESSED:?}"));
    println!("the last answer came {:?} after the last press", took.saturating_sub(PRESSED));
    let (mut after, _) = scene.drive(GENTLE, Duration::from_secs(3)).await;
    take_in(&mut after, "after");
    // Public messages, prompts and pictures have all arrived.
    let mut sql = stage.sql().await;
    until("nothing is left to be sent", async || {
        let pending = sqlx::query_scalar::<_, i64>("SELECT count(*) FROM posts WHERE state = 'pending'");
        pending.fetch_one(&mut sql).await.unwrap() == 0
    })
    .await;
    println!("all was sent {:?} after the last answer", answered.elapsed());
    let bare =
        |channel: &u32| scene.public(*channel).is_none_or(|one| one.files().is_empty() && !tells_of_an_absence(&one));
    until("every match has its newest picture", async || !(0..MATCHES).any(|channel| bare(&channel))).await;
    assert_eq!(stage.sandbox.tally().repeated, 0, "nothing is answered twice");
    let stored = stage.clear().await;
    let missing: Vec<_> = sealed.difference(&stored).collect();
    assert!(missing.is_empty(), "sealed, and not in the record: {missing:?}");
}
