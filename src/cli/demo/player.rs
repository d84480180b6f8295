//! A player who knows no game: it chooses at random among what is offered, as people would, over the sandbox's client interface.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use rand::RngExt;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha12Rng;

use crate::cli::demo::{PATIENCE, match_of, said};
use crate::game::Seed;
use crate::ids::MatchId;
use crate::sandbox::{Answer, Answered, Person, Seen, Snowflake};

/// How often a player looks at what is new.
const LOOK: Duration = Duration::from_millis(40);

/// The beginnings of the answer to an accepted order.
const SETTLED: [&str; 2] = ["Sealed: ", "Played: "];
/// The beginning of the button that opens the prompt of an open turn.
const TURN: &str = "Order (";
/// The button that seals an order.
const SEAL: &str = "Seal it";
/// The first line of an unsealed form.
const UNSEALED: &str = "**Not sealed yet";
/// The button that lists a form's starts, and the beginning of a menu entry that is one.
const STARTS: &str = "Start from";

/// A scripted player.
pub(crate) struct Player {
    person: Person,
    channel: Snowflake,
    /// The match that it plays; a kept folder may have others.
    id: MatchId,
    chance: ChaCha12Rng,
    fast: bool,
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
        Self { person, channel, id, chance, fast, label, done: BTreeSet::new(), presses: 0 }
    }

    /// Presses what is offered until the match is over; tells how many presses that took.
    pub(crate) async fn play(mut self) -> Result<usize, String> {
        let (mut last, mut newest) = (Instant::now(), None);
        loop {
            let mut public = said(self.person.messages(self.channel).await)?;
            public.retain(|message| match_of(message) == Some(self.id));
            if public.iter().any(|message| message.button("Record").is_some()) {
                return Ok(self.presses);
            }
            // At full speed the players are ahead of what the bot has drawn and posted, and its last message comes a while after the end.
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
                    "The {} has had nothing to press and nothing to read for {waited} s; last came:\n{}",
                    self.label,
                    seen.join("\n")
                ));
            }
            tokio::time::sleep(LOOK).await;
        }
    }

    /// Does one thing, if there is one to do.
    async fn act(&mut self, public: Vec<Seen>) -> Result<bool, String> {
        let latest = public.into_iter().rev().find(|message| message.from_bot() && !message.buttons().is_empty());
        if let Some(message) = latest.filter(|message| !self.done.contains(&message.id())) {
            if let Some(button) = message.buttons().into_iter().find(|button| button.label.starts_with("Ready")) {
                self.done.insert(message.id());
                self.think().await;
                self.press(&message, button.custom_id.as_deref().unwrap_or_default()).await;
                return Ok(true);
            }
            // A turn in front of everyone is chosen under the board, by whom the message calls, or behind its button.
            let turn = message.buttons().into_iter().find(|button| button.label.starts_with(TURN));
            if message.mentions() == [self.person.id()] && (turn.is_some() || !message.selects().is_empty()) {
                self.done.insert(message.id());
                self.think().await;
                let asked = message.id();
                match turn.and_then(|button| button.custom_id).filter(|_| message.selects().is_empty()) {
                    None => self.answer(asked, message).await?,
                    Some(order) => match self.pressed(&message, &order).await? {
                        Some(panel) => self.answer(asked, panel).await?,
                        // It was pressed too late or too slowly; a person would look again.
                        None => drop(self.done.remove(&asked)),
                    },
                }
                return Ok(true);
            }
        }
        let asks = |message: &Seen| !message.selects().is_empty() || message.button(SEAL).is_some();
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

    /// Fills in a form: from one of its starts, with a few answers changed if the order can then still be sealed.
    async fn fill(&mut self, prompt: Seen) -> Result<(), String> {
        let asked = prompt.id();
        let mut shown = prompt;
        for changes in [2, 0] {
            let Some(started) = self.start(&shown).await? else { break };
            shown = started;
            for _ in 0..changes {
                shown = self.choose(&shown).await?.unwrap_or(shown);
            }
            if let Some(seal) = shown.button(SEAL).filter(|button| !button.disabled).and_then(|button| button.custom_id)
            {
                self.press(&shown, &seal).await;
                return Ok(());
            }
        }
        // Too slow for Discord's client, or the match has gone on: a person would look again.
        self.done.remove(&asked);
        Ok(())
    }

    /// Starts a form from one of its starts, listed behind a button or in a separate menu.
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

    /// Presses a button and gives the message as it is then.
    async fn pressed(&mut self, shown: &Seen, custom_id: &str) -> Result<Option<Seen>, String> {
        self.presses += 1;
        let Ok(answer) = self.person.press(shown, custom_id).await else { return Ok(None) };
        self.shown_by(answer, shown).await
    }

    /// Chooses any option of any menu and gives the message as it is then.
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

    /// Leads the menus of one prompt to a whole order; `asked` is the message that asked for it.
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
                // The bot was too slow for Discord's client; a person would press again.
                self.done.remove(&asked);
                return Ok(());
            };
            let Some(next) = self.shown_by(answer, &shown).await? else { return Ok(()) };
            if let Some(seal) = next.button(SEAL).and_then(|button| button.custom_id) {
                self.press(&next, &seal).await;
                return Ok(());
            }
            shown = next;
        }
        if !SETTLED.iter().any(|words| shown.says(words)) {
            // It was refused, since the prompt had just been changed; a person would look again.
            self.done.remove(&asked);
        }
        Ok(())
    }

    /// The message on which a choice continues: the changed one, or the player's private one under a public board.
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
        // As above: a refusal only means that the match has advanced since.
        self.person.press(message, custom_id).await.ok();
    }

    async fn think(&mut self) {
        if !self.fast {
            let ms = self.chance.random_range(800..4000);
            tokio::time::sleep(Duration::from_millis(ms)).await;
        }
    }
}
