//! The scripted players of a load, who press the bot's buttons and menus, each pair at a steady pace.
//!
//! - They know no game and choose random options. One of a pair answers at a random time of the step, the other at its
//!   end. So every match resolves one step in each period.
//! - Sometimes one of them does not answer, so that a deadline has to fire.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rand::RngExt;
use serde_json::{Value, json};

use crate::samples::Samples;
use deathmatch::cli::demo::send_button;
use deathmatch::sandbox::{Crowd, Hand, Posted, Seen};

/// The most time by which a prompt may precede the public message of its step.
const BEFORE_PUBLIC: Duration = Duration::from_secs(2);

/// The prefixes of the answers to an accepted order.
const SETTLED: [&str; 2] = ["Sealed", "Played"];

/// The crowd's pace.
#[derive(Clone, Debug)]
pub struct Pace {
    /// The period in which each match resolves a step.
    pub step: Duration,
    /// The number of steps in a thousand in which one player does not answer.
    pub missed: u32,
    /// The number of matches, the first ones, in which a built-in player has the second seat.
    pub by_themselves: u32,
    /// The options of the `/match open` that follows a match's end; `None` to open no other match.
    pub again: Option<Value>,
}

/// The measurements since the last call.
#[derive(Clone, Debug, Default)]
pub struct Measured {
    /// The times from a press to the first answer.
    pub presses: Samples,
    /// The times from the press that resolved a step to its public message.
    pub publics: Samples,
    /// The number of presses that were not answered in time, or refused by the sandbox.
    pub unanswered: u64,
    /// The number of prompts that were completed without a sealed order.
    pub unsettled: u64,
    /// The number of public messages about steps.
    pub steps: u64,
    /// The number of public messages whose picture followed by an edit.
    pub late_pictures: u64,
    /// The number of matches that ended.
    pub over: u64,
}

/// One pair of players.
struct Pair {
    /// The time at which the current step should resolve.
    due: Instant,
    turn: u32,
    /// The number of public messages that have asked for orders.
    asked: u32,
    answered: [bool; 2],
    /// Each player's newest prompt, and its time.
    prompts: [Option<(Instant, Seen)>; 2],
    /// The time of the press that may have resolved the step.
    resolving: Option<Instant>,
}

/// The players. Clones share the same players.
#[derive(Clone)]
pub struct Players(Arc<Inner>);

struct Inner {
    hand: Hand,
    pace: Pace,
    pairs: Vec<Mutex<Pair>>,
    measured: Mutex<Measured>,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Players {
    /// Returns pairs whose first steps resolve at different times from `begin` on, spread evenly over one period.
    #[must_use]
    pub fn new(hand: Hand, pairs: u32, pace: Pace, begin: Instant) -> Self {
        let pair = |number: u32| {
            let due = begin + pace.step + pace.step * number / pairs.max(1);
            Mutex::new(Pair { due, turn: 0, asked: 0, answered: [false; 2], prompts: [None, None], resolving: None })
        };
        let pairs = (0..pairs).map(pair).collect();
        Self(Arc::new(Inner { hand, pace, pairs, measured: Mutex::default() }))
    }

    /// Reacts to posts until the sandbox stops.
    pub async fn play(self, mut crowd: Crowd) {
        for number in 0..self.0.pairs.len() {
            let number = u32::try_from(number).unwrap_or(u32::MAX);
            // A new store numbers matches from 1, and their buttons have these numbers.
            let order = json!([{"type": 1, "components": [
                {"type": 2, "style": 1, "label": "Order", "custom_id": format!("dm1:{}:order", number + 1)},
            ]}]);
            let message = self.0.hand.leave_message(Crowd::channel(number), "Orders, please.", order);
            for seat in 0..2 {
                tokio::spawn(self.clone().first(number * 2 + seat, message.clone()));
            }
        }
        while let Some(posted) = crowd.next().await {
            self.see(posted);
        }
    }

    /// Returns the handle of the crowd.
    pub fn hand(&self) -> &Hand {
        &self.0.hand
    }

    /// Returns the measurements since the last call.
    pub fn measured(&self) -> Measured {
        std::mem::take(&mut locked(&self.0.measured))
    }

    fn see(&self, posted: Posted) {
        let Posted { at, to, channel, edited, message } = posted;
        if let Some(person) = to {
            if !edited && !message.selects().is_empty() {
                self.pair(person / 2).prompts[(person % 2) as usize] = Some((Instant::now(), message));
            }
            return;
        }
        if edited {
            return;
        }
        if has_board(&message) {
            let resolving = self.pair(channel).resolving.take();
            let mut measured = locked(&self.0.measured);
            measured.steps += 1;
            measured.late_pictures += u64::from(message.files().is_empty());
            if let Some(since) = resolving {
                measured.publics.add(at - since);
            }
        }
        if message.button("Order").is_some() {
            self.next_step(channel);
            for seat in 0..2 {
                tokio::spawn(self.clone().asked(channel * 2 + seat, message.clone()));
            }
        }
        if let Some(button) = message.buttons().into_iter().find(|button| button.label.starts_with("Ready")) {
            let custom_id = button.custom_id.unwrap_or_default();
            for seat in 0..2 {
                tokio::spawn(self.clone().ready(channel * 2 + seat, message.clone(), custom_id.clone()));
            }
        }
        if message.button("Replay").is_some() {
            locked(&self.0.measured).over += 1;
            tokio::spawn(self.clone().open_another(channel));
        }
    }

    /// Plays the step that was running when the bot started, by the channel's Order button.
    async fn first(self, person: u32, message: Seen) {
        if self.wait_for_turn(person).await {
            self.by_button(person, message).await;
        }
    }

    /// Plays a step after its public message: by the prompt or, without one, by the message's Order button.
    async fn asked(self, person: u32, message: Seen) {
        let announced = Instant::now();
        if !self.wait_for_turn(person).await {
            return;
        }
        let prompt = self.pair(person / 2).prompts[(person % 2) as usize].take();
        match prompt.filter(|(at, _)| *at + BEFORE_PUBLIC >= announced) {
            Some((_, prompt)) => self.answer(person, prompt).await,
            None => self.by_button(person, message).await,
        }
    }

    async fn by_button(&self, person: u32, message: Seen) {
        let order = message.button("Order").and_then(|button| button.custom_id).unwrap_or_default();
        for _ in 0..10 {
            let Some(shown) = self.press(person, &message, &order, &[]).await else { return };
            if !shown.buttons().is_empty() {
                return self.answer(person, shown).await;
            }
            // The bot answered that it is starting.
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
    }

    fn next_step(&self, pair: u32) {
        let mut pair = self.pair(pair);
        let now = Instant::now();
        pair.asked += 1;
        while pair.due <= now {
            pair.due += self.0.pace.step;
            pair.turn += 1;
        }
        pair.answered = [false; 2];
        pair.resolving = None;
    }

    /// Whether a scripted player has this seat.
    fn plays(&self, person: u32) -> bool {
        person.is_multiple_of(2) || person / 2 >= self.0.pace.by_themselves
    }

    /// Waits until the player's time to answer. Returns `false` if they do not answer in this step, or a later message has asked.
    async fn wait_for_turn(&self, person: u32) -> bool {
        if !self.plays(person) {
            return false;
        }
        let (due, turn, asked) = {
            let pair = self.pair(person / 2);
            (pair.due, pair.turn, pair.asked)
        };
        let last = (turn + person).is_multiple_of(2);
        // Both players of a pair must draw the same number, so it is computed from their shared state.
        let drawn = (person / 2).wrapping_mul(7_919).wrapping_add(turn.wrapping_mul(104_729)) % 1_000;
        if !last && drawn < self.0.pace.missed {
            return false;
        }
        let left = due.saturating_duration_since(Instant::now());
        let wait = if last { left } else { left.mul_f64(rand::rng().random_range(0.05..0.9)) };
        tokio::time::sleep(wait).await;
        self.pair(person / 2).asked == asked
    }

    /// Chooses in a panel until the order is sealed.
    async fn answer(&self, person: u32, mut shown: Seen) {
        let turn = self.pair(person / 2).turn;
        for _ in 0..12 {
            let next = if let Some(send) = send_button(&shown) {
                self.press(person, &shown, &send, &[]).await
            } else if let Some(select) = shown.selects().into_iter().find(|select| !select.options.is_empty()) {
                let value = &select.options[rand::rng().random_range(0..select.options.len())].value;
                self.press(person, &shown, &select.custom_id, &[value]).await
            } else {
                break;
            };
            let Some(next) = next else { return };
            shown = next;
        }
        if !SETTLED.iter().any(|words| shown.says(words)) {
            locked(&self.0.measured).unsettled += 1;
            return;
        }
        let mut pair = self.pair(person / 2);
        // The press that resolves a step may be answered after the step's message.
        if pair.turn == turn {
            pair.answered[(person % 2) as usize] = true;
        }
    }

    async fn ready(self, person: u32, message: Seen, custom_id: String) {
        let wait = self.0.pace.step.mul_f64(rand::rng().random_range(0.05..0.5));
        tokio::time::sleep(wait).await;
        self.press(person, &message, &custom_id, &[]).await;
    }

    async fn open_another(self, channel: u32) {
        let Some(mut terms) = self.0.pace.again.clone() else { return };
        tokio::time::sleep(self.0.pace.step).await;
        terms["ec"] = json!(Crowd::person(channel * 2));
        terms["dmo"] = json!(Crowd::person(channel * 2 + 1));
        for _ in 0..5 {
            if self.0.hand.command(Crowd::channel(channel), "match open", terms.clone()).await.is_ok() {
                return;
            }
            locked(&self.0.measured).unanswered += 1;
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
    }

    /// Presses, up to three times until there is an answer.
    async fn press(&self, person: u32, message: &Seen, custom_id: &str, values: &[&str]) -> Option<Seen> {
        for _ in 0..3 {
            let begun = Instant::now();
            {
                let mut pair = self.pair(person / 2);
                if pair.answered[1 - (person % 2) as usize] {
                    pair.resolving = Some(begun);
                }
            }
            match self.0.hand.press(person, message, custom_id, values).await {
                Ok(answer) => {
                    locked(&self.0.measured).presses.add(begun.elapsed());
                    return answer;
                }
                Err(_) => locked(&self.0.measured).unanswered += 1,
            }
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
        None
    }

    fn pair(&self, number: u32) -> MutexGuard<'_, Pair> {
        locked(&self.0.pairs[number as usize])
    }
}

fn has_board(message: &Seen) -> bool {
    message.button("Board").is_some()
}
