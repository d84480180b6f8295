//! A scripted player that knows no game: it presses random options through the sandbox's client interface.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use rand::RngExt;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha12Rng;

use crate::cli::demo::{PATIENCE, is_over, match_of, said};
use crate::game::Seed;
use crate::ids::MatchId;
use crate::playing::player_action::SEND;
use crate::sandbox::{Answer, Answered, Person, Seen, Snowflake};

/// The interval at which a player reads new messages.
const POLL_INTERVAL: Duration = Duration::from_millis(40);

/// The time in which a player's pauses halve, in s: the beginning can be followed, and a long match still ends in time.
const HALVING_S: f64 = 15.0;

/// The prefixes of the answer to an accepted order.
const SETTLED: [&str; 2] = ["Sealed: ", "Played: "];
/// The label prefix of the button that opens the prompt of a public turn.
const TURN: &str = "Order (";
/// The first line of an unsealed form.
const UNSEALED: &str = "**Not sealed yet";
/// The label prefix of the button that lists a form's starting points, and of a menu's starting points.
const STARTS: &str = "Start from";

/// Returns the button that submits the order shown; none while something is missing.
#[must_use]
pub fn send_button(message: &Seen) -> Option<String> {
    let send = SEND.into_iter().find_map(|label| message.button(label));
    send.filter(|button| !button.disabled).and_then(|button| button.custom_id)
}

/// A scripted player.
pub(crate) struct Player {
    person: Person,
    channel: Snowflake,
    /// The match to play; a kept folder may have others.
    id: MatchId,
    chance: ChaCha12Rng,
    fast: bool,
    began: Instant,
    label: &'static str,
    done: BTreeSet<Snowflake>,
    presses: usize,
}

impl Player {
    pub(crate) fn new(
        person: Person,
        (channel, id): (Snowflake, MatchId),
        (seed, fast): (u64, bool),
        label: &'static str,
    ) -> Self {
        let chance = Seed::new(seed.to_string()).generator(label);
        Self { person, channel, id, chance, fast, began: Instant::now(), label, done: BTreeSet::new(), presses: 0 }
    }

    /// Presses offered buttons and menus until the match is over. Returns the number of presses.
    pub(crate) async fn play(mut self) -> Result<usize, String> {
        let (mut last, mut newest) = (Instant::now(), None);
        loop {
            let mut public = said(self.person.messages(self.channel).await)?;
            public.retain(|message| match_of(message) == Some(self.id));
            if is_over(&public, self.id) {
                return Ok(self.presses);
            }
            // At full speed the players are ahead of the bot's pictures and posts; its last message comes a while after the end.
            let shown = public.last().map(Seen::id);
            if self.act(public).await? || shown != newest {
                (last, newest) = (Instant::now(), shown);
                continue;
            }
            if last.elapsed() > PATIENCE {
                let waited = PATIENCE.as_secs();
                let dms = said(self.person.dms().await)?;
                let seen = [said(self.person.messages(self.channel).await)?.pop(), dms.into_iter().next_back()];
                let seen: Vec<_> = seen.iter().flatten().map(Seen::text).collect();
                return Err(format!(
                    "The {} has had nothing to press or read for {waited} s. The last messages:\n{}",
                    self.label,
                    seen.join("\n")
                ));
            }
            tokio::time::sleep(POLL_INTERVAL).await;
        }
    }

    /// Does at most one action. Returns whether there was one.
    async fn act(&mut self, public: Vec<Seen>) -> Result<bool, String> {
        let latest = public.into_iter().rev().find(|message| message.from_bot() && !message.buttons().is_empty());
        if let Some(message) = latest.filter(|message| !self.done.contains(&message.id())) {
            if let Some(button) = message.buttons().into_iter().find(|button| button.label.starts_with("Ready")) {
                self.done.insert(message.id());
                self.think().await;
                self.press(&message, button.custom_id.as_deref().unwrap_or_default()).await;
                return Ok(true);
            }
            // The mentioned player orders a public turn in the menus under the board or behind its button.
            let turn = message.buttons().into_iter().find(|button| button.label.starts_with(TURN));
            if message.mentions() == [self.person.id()] && (turn.is_some() || !message.selects().is_empty()) {
                self.done.insert(message.id());
                self.think().await;
                let asked = message.id();
                match turn.and_then(|button| button.custom_id).filter(|_| message.selects().is_empty()) {
                    None => self.answer(asked, message).await?,
                    Some(order) => match self.pressed(&message, &order).await? {
                        Some(panel) => self.answer(asked, panel).await?,
                        // The press came too late or was answered too slowly. Try again, as a person would.
                        None => drop(self.done.remove(&asked)),
                    },
                }
                return Ok(true);
            }
        }
        let asks =
            |message: &Seen| !message.selects().is_empty() || SEND.iter().any(|label| message.button(label).is_some());
        let own = said(self.person.dms().await)?.into_iter().filter(|message| match_of(message) == Some(self.id));
        let prompt = own.rev().find(asks);
        match prompt.filter(|prompt| !self.done.contains(&prompt.id())) {
            None => Ok(false),
            Some(prompt) => {
                self.done.insert(prompt.id());
                self.think().await;
                if prompt.text().starts_with(UNSEALED) {
                    self.fill(prompt).await?;
                } else {
                    self.answer(prompt.id(), prompt).await?;
                }
                Ok(true)
            }
        }
    }

    /// Fills in a form from a starting point. Changes two answers if the order can then still be sealed.
    async fn fill(&mut self, prompt: Seen) -> Result<(), String> {
        let asked = prompt.id();
        let mut shown = prompt;
        for changes in [2, 0] {
            let Some(started) = self.start(&shown).await? else { break };
            shown = started;
            for _ in 0..changes {
                shown = self.choose(&shown).await?.unwrap_or(shown);
            }
            if let Some(send) = send_button(&shown) {
                self.press(&shown, &send).await;
                return Ok(());
            }
        }
        // The bot was too slow for Discord's client, or the match has advanced. Try again, as a person would.
        self.done.remove(&asked);
        Ok(())
    }

    /// Chooses a form's starting point, listed behind a button or in a separate menu.
    async fn start(&mut self, shown: &Seen) -> Result<Option<Seen>, String> {
        let list = shown.buttons().into_iter().find(|button| button.label.starts_with(STARTS));
        if let Some(custom_id) = list.and_then(|button| button.custom_id) {
            let Some(list) = self.pressed(shown, &custom_id).await? else { return Ok(None) };
            return self.choose(&list).await;
        }
        let menus = shown.selects().into_iter().flat_map(|menu| {
            menu.options
                .into_iter()
                .filter(|option| option.label.starts_with(STARTS))
                .map(move |option| (menu.custom_id.clone(), option.value))
        });
        let starts: Vec<_> = menus.collect();
        let Some((menu, value)) = starts.choose(&mut self.chance) else { return Ok(None) };
        self.presses += 1;
        let Ok(answer) = self.person.select(shown, menu, &[value]).await else { return Ok(None) };
        self.shown_by(answer, shown).await
    }

    /// Presses a button and returns the changed message.
    async fn pressed(&mut self, shown: &Seen, custom_id: &str) -> Result<Option<Seen>, String> {
        self.presses += 1;
        let Ok(answer) = self.person.press(shown, custom_id).await else { return Ok(None) };
        self.shown_by(answer, shown).await
    }

    /// Chooses a random option of a random menu and returns the changed message.
    async fn choose(&mut self, shown: &Seen) -> Result<Option<Seen>, String> {
        let menus: Vec<_> = shown.selects().into_iter().filter(|select| !select.disabled).collect();
        if menus.is_empty() {
            return Ok(None);
        }
        let menu = &menus[self.chance.random_range(0..menus.len())];
        let at = self.chance.random_range(0..menu.options.len());
        self.presses += 1;
        let Ok(answer) = self.person.select(shown, &menu.custom_id, &[&menu.options[at].value]).await else {
            return Ok(None);
        };
        self.shown_by(answer, shown).await
    }

    /// Chooses in the menus of one prompt until the order is complete. `asked` is the message that asked for it.
    async fn answer(&mut self, asked: Snowflake, prompt: Seen) -> Result<(), String> {
        let mut shown = prompt;
        while let Some(select) = shown.selects().into_iter().find(|select| !select.disabled) {
            if select.options.is_empty() {
                return Err("The bot offered an empty menu.".to_owned());
            }
            let at = self.chance.random_range(0..select.options.len());
            self.presses += 1;
            let answer = self.person.select(&shown, &select.custom_id, &[&select.options[at].value]).await;
            let Ok(answer) = answer else {
                // The bot was too slow for Discord's client. Try again, as a person would.
                self.done.remove(&asked);
                return Ok(());
            };
            let Some(next) = self.shown_by(answer, &shown).await? else { return Ok(()) };
            if let Some(send) = send_button(&next) {
                self.press(&next, &send).await;
                return Ok(());
            }
            shown = next;
        }
        if !SETTLED.iter().any(|words| shown.says(words)) {
            // The order was refused because the prompt had just changed. Try again, as a person would.
            self.done.remove(&asked);
        }
        Ok(())
    }

    /// Returns the message with the next choice: the changed message, or the player's private answer to a public one.
    async fn shown_by(&self, answer: Answer, shown: &Seen) -> Result<Option<Seen>, String> {
        let changed = answer.message.filter(|message| message != shown && !message.is_loading());
        let put_off = matches!(answer.kind, Answered::Deferred | Answered::Nothing);
        if changed.is_some() || !put_off {
            return Ok(changed);
        }
        let (interaction, id) = (answer.interaction, shown.id());
        let late = self.person.wait_for(shown.channel(), PATIENCE, |messages| {
            let mut own = messages.iter().filter(|one| one.interaction() == Some(interaction) || one.id() == id);
            own.rfind(|one| *one != shown && !one.is_loading()).cloned()
        });
        said(late.await).map(Some)
    }

    async fn press(&mut self, message: &Seen, custom_id: &str) {
        self.presses += 1;
        // A refusal only means that the match has advanced since.
        self.person.press(message, custom_id).await.ok();
    }

    async fn think(&mut self) {
        if !self.fast {
            let halvings = self.began.elapsed().as_secs_f64() / HALVING_S;
            let pause = Duration::from_millis(self.chance.random_range(800..4000));
            tokio::time::sleep(pause.mul_f64((-halvings).exp2())).await;
        }
    }
}
