//! Two players who give the orders of a fixed script, and repeat unconfirmed ones.

use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use deathmatch::game::{Seat, Seed, Viewer, Wants};
use deathmatch::sandbox::{Answer, Person, Seen, Select, Snowflake};
use deathmatch::table::{Act, Entry, Header, Table};
use rand::RngExt;
use rand::seq::IndexedRandom;
use serde_json::json;

use super::room::{LOOK, PATIENCE, Room, wait};

/// The interval at which a person may always type, in ms.
const APART_MS: i64 = 2_500;

/// A player's action for a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerAction {
    pub match_id: i64,
    pub step: u32,
    pub begun: u32,
    pub seat: Seat,
    /// The words of an order; `None` to press Ready.
    pub order: Option<Vec<String>>,
}

/// The way in which an action is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Means {
    Typed,
    Slash,
    Menu,
    /// The menu behind the channel's Order button.
    Channel,
}

/// The confirmations to the players, and the typed messages.
#[derive(Default)]
pub struct Diary {
    pub confirmed: Mutex<Vec<PlayerAction>>,
    pub typed: Arc<Mutex<Vec<(Snowflake, PlayerAction)>>>,
}

impl Diary {
    /// Whether a seat's player has typed so recently that another message would be too fast for the bot.
    fn has_just_typed(&self, seat: Seat) -> bool {
        let typed = self.typed.lock().unwrap();
        let last = typed.iter().filter(|(_, action)| action.seat == seat).map(|(message, _)| *message).max();
        last.is_some_and(|last| Snowflake::made_at(now_ms() - APART_MS, 0) < last)
    }
}

/// The time, in Unix milliseconds.
fn now_ms() -> i64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    i64::try_from(now.as_millis()).unwrap()
}

/// Returns the script's order for a step, word by word as the menus offer it. Equal positions give equal orders.
fn scripted(table: &Table, seat: Seat) -> Vec<String> {
    let mut chance = Seed::new("script").generator(&format!("{} {seat}", table.step()));
    let sight = table.sight(Viewer::Seat(seat));
    let mut words: Vec<String> = Vec::new();
    loop {
        let choices = sight.choices(&words);
        let choice = choices.choose(&mut chance).expect("an asked seat has a legal order");
        words.push(choice.word.clone());
        if choice.ends && (sight.choices(&words).is_empty() || chance.random()) {
            return words;
        }
    }
}

impl PlayerAction {
    /// Returns a seat's action by the stored record; `None` if the seat is not asked.
    pub fn next(match_id: i64, table: &Table, seat: Seat) -> Option<Self> {
        let asked = table.awaiting()[seat].clone().filter(|asked| !asked.submitted)?;
        let order = match asked.wants {
            Wants::Order => Some(scripted(table, seat)),
            Wants::Ready => None,
            Wants::Nothing => return None,
        };
        Some(Self { match_id, step: table.step(), begun: table.begun(), seat, order })
    }

    /// Returns the means of the first attempt.
    pub fn means(&self, room: &Room) -> Means {
        match (self.step + u32::from(self.seat == Seat::Dmo)) % 3 {
            0 => Means::Typed,
            1 if room.plan.menus => Means::Menu,
            _ => Means::Slash,
        }
    }

    /// Whether the stored record has the action, or has passed its step.
    pub async fn is_done(&self, room: &Room) -> bool {
        !room.awaits(self.match_id, (self.step, self.begun), self.seat).await
    }

    /// Waits until the prompt has arrived, in the player's direct messages or in the channel.
    pub async fn prompted(&self, room: &Room) -> Option<Seen> {
        let whose = self.order.as_ref().map(|_| self.seat);
        let player = room.player(self.seat);
        wait(&format!("the prompt of {self:?}"), async || {
            if self.is_done(room).await {
                return Some(None);
            }
            let message = room.prompts(self.match_id, whose).await.into_iter().next()?;
            let mut seen = player.visible(room.channel()).await.ok()?;
            seen.extend(player.dms().await.ok()?);
            seen.into_iter().find(|one| one.id() == message).map(Some)
        })
        .await
    }

    /// Attempts the action once, and notes a confirmation that an interaction returns.
    pub async fn attempt(&self, room: &Room, prompt: &Seen, means: Means, diary: &Diary) {
        let player = room.player(self.seat);
        let Some(words) = &self.order else {
            player.click(prompt, "Ready").await.ok();
            return;
        };
        let order = &words.join(" ");
        let said = match means {
            Means::Typed => {
                let Ok(dm) = player.dm().await else { return };
                // A typed message is noted in any case: it cannot be withdrawn.
                let (action, diary, order) = (self.clone(), Arc::clone(&diary.typed), order.clone());
                let typing = tokio::spawn(async move {
                    if let Ok(typed) = player.type_text(dm, &order).await {
                        diary.lock().unwrap().push((typed.id(), action));
                    }
                });
                return typing.await.unwrap();
            }
            Means::Slash => {
                let answer = player.command(room.channel(), "/order", json!({ "text": order })).await.ok();
                shown(&player, room.channel(), answer).await
            }
            Means::Menu => chosen(&player, prompt.clone(), words).await,
            Means::Channel => {
                let public = room.public().await;
                let Some(public) = public.iter().rev().find(|one| one.button("Order").is_some()) else { return };
                let answer = player.click(public, "Order").await.ok();
                match shown(&player, room.channel(), answer).await {
                    Some(panel) if !panel.selects().is_empty() => chosen(&player, panel, words).await,
                    panel => panel,
                }
            }
        };
        if said.is_some_and(|said| confirms(&said)) {
            diary.confirmed.lock().unwrap().push(self.clone());
        }
    }

    /// Waits until the bot has read the typed message.
    pub async fn read(&self, room: &Room) {
        let until = std::time::Instant::now() + PATIENCE;
        let player = room.player(self.seat);
        let mut pressed = Vec::new();
        while !self.is_done(room).await {
            // An order to which more can be added waits for its player.
            let begun = |one: &Seen| one.says("So far: ") && one.button("Seal it").is_some();
            let begun = player.dms().await.ok().and_then(|all| all.into_iter().rfind(begun));
            if let Some(begun) = begun.filter(|one| !pressed.contains(&one.id()))
                && player.click(&begun, "Seal it").await.is_ok()
            {
                pressed.push(begun.id());
            }
            if std::time::Instant::now() > until {
                let dms = room.player(self.seat).dms().await.unwrap();
                let texts: Vec<_> = dms
                    .iter()
                    .rev()
                    .take(6)
                    .map(|one| (one.id(), one.json()["message_reference"].to_string(), one.text()))
                    .collect();
                panic!("what was typed for {self:?} was not read; the newest messages: {texts:?}; {}", room.log());
            }
            tokio::time::sleep(LOOK).await;
        }
    }

    /// Repeats the action until it is done, also while the bot restarts.
    pub async fn carry_through(&self, room: &Room, diary: &Diary) {
        let mut means = match self.means(room) {
            // On a fast machine a match is faster than anybody types.
            Means::Typed if diary.has_just_typed(self.seat) => Means::Slash,
            means => means,
        };
        let until = std::time::Instant::now() + 2 * PATIENCE;
        loop {
            assert!(std::time::Instant::now() < until, "{self:?} was never taken: {}", room.log());
            let Some(prompt) = self.prompted(room).await else { return };
            self.attempt(room, &prompt, means, diary).await;
            if self.order.is_some() && means == Means::Typed {
                // The bot reads a message that reached Discord sooner or later, so nobody types it twice.
                return self.read(room).await;
            }
            for _ in 0..20 {
                if self.is_done(room).await {
                    return;
                }
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
            means = if room.plan.menus { Means::Channel } else { Means::Slash };
        }
    }
}

/// Returns an answer's message once it has finished loading.
async fn shown(player: &Person, channel: Snowflake, answer: Option<Answer>) -> Option<Seen> {
    let message = answer?.message?;
    for _ in 0..100 {
        let now = player.visible(channel).await.ok()?.into_iter().find(|one| one.id() == message.id())?;
        if !now.is_loading() {
            return Some(now);
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    None
}

/// Whether a message confirms an order: sealed until the step is over, or played publicly.
pub fn confirms(message: &Seen) -> bool {
    message.says("Sealed: **") || message.says("Played: **")
}

/// Chooses an order's words one by one from a message's menus. Words that were chosen before a restart are kept.
async fn chosen(player: &Person, mut message: Seen, words: &[String]) -> Option<Seen> {
    for word in words {
        let has = |select: &Select| select.options.iter().any(|option| option.value == *word);
        let Some(select) = message.selects().into_iter().find(has) else { continue };
        player.select(&message, &select.custom_id, &[word.as_str()]).await.ok()?;
        message = player.again(&message).await.ok()??;
    }
    if message.button("Seal it").is_some() {
        player.click(&message, "Seal it").await.ok()?;
        message = player.again(&message).await.ok()??;
    }
    Some(message)
}

/// Presses Ready for both players in the lobby of a match.
pub async fn begin(room: &Room, id: i64) {
    for seat in Seat::ALL {
        press_ready(room, id, seat).await;
    }
}

/// Begins a match and adds the entries before the part that the plan is about. Returns the first step of that part.
pub async fn begin_ahead(room: &Room, id: i64) -> u32 {
    begin(room, id).await;
    let Some(reached) = room.plan.ahead else { return 0 };
    room.settled().await;
    let header = room.stored(id).await.table.expect("the match has begun").header().clone();
    let entries = scripted_entries(header, reached);
    room.kill().await;
    room.add_entries(id, &entries).await;
    room.restart().await;
    let table = room.stored(id).await.table.expect("the match is running");
    let first = table.step();
    // The entries were added in the bot's absence, so no message asked for this step: it needs an order by command.
    for action in Seat::ALL.into_iter().filter_map(|seat| PlayerAction::next(id, &table, seat)) {
        let order = json!({ "text": action.order.as_ref().expect("it is a turn").join(" ") });
        wait("the first turn is taken", async || {
            room.player(action.seat).command(room.channel(), "/order", order.clone()).await.ok();
            action.is_done(room).await.then_some(())
        })
        .await;
    }
    first
}

/// Returns the script's entries up to the step before a condition holds.
fn scripted_entries(header: Header, reached: fn(&Table) -> bool) -> Vec<Entry> {
    let mut table = Table::open(header).unwrap();
    let (mut entries, mut before) = (Vec::new(), 0);
    loop {
        let begun = entries.len();
        for action in Seat::ALL.into_iter().filter_map(|seat| PlayerAction::next(0, &table, seat)).collect::<Vec<_>>() {
            let seat = action.seat;
            let act = match action.order {
                Some(words) => Act::Order { seat, text: words.join(" ") },
                None => Act::Ready { seat },
            };
            let mut entry = Entry::new(u64::try_from(entries.len()).unwrap(), act);
            entry.step = Some(action.step);
            let answer = table.enter(&entry);
            assert_eq!(answer.error, None, "{entry:?}");
            entries.push(entry);
        }
        if reached(&table) {
            entries.truncate(begun);
            return entries;
        }
        assert!(
            entries.len() > before && table.outcome().is_none(),
            "the script does not reach it: {:?}",
            table.outcome()
        );
        before = entries.len();
    }
}

/// Presses Ready for a player in the lobby until the bot has stored it.
pub async fn press_ready(room: &Room, id: i64, seat: Seat) {
    wait(&format!("{seat} is ready for match {id}"), async || {
        if is_ready(room, id, seat).await {
            return Some(());
        }
        let card = card(room, id).await?;
        // A player looks at the card before pressing again.
        room.player(seat).click(&card, "Ready").await.ok();
        for _ in 0..20 {
            if is_ready(room, id, seat).await {
                return Some(());
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        None
    })
    .await;
}

/// Whether the stored lobby has a player's Ready, or the match has begun.
pub async fn is_ready(room: &Room, id: i64, seat: Seat) -> bool {
    let ready = room.number(match seat {
        Seat::Ec => "SELECT ec_ready FROM matches ORDER BY id DESC LIMIT 1",
        Seat::Dmo => "SELECT dmo_ready FROM matches ORDER BY id DESC LIMIT 1",
    });
    ready.await == 1 || room.stored(id).await.status != "lobby"
}

/// Waits for the lobby's card.
pub async fn card(room: &Room, id: i64) -> Option<Seen> {
    let public = room.public().await;
    let wanted = format!("{id}");
    public.into_iter().rev().find(|one| one.button("Decline").is_some() && one.text().contains(&wanted))
}
