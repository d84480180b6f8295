//! The bot's allowance of requests, kept here so that Discord need not refuse any.
//!
//! - One allowance covers everything sent with the bot's token, a little below Discord's. Answers to interactions are outside of it.
//! - Answers to people go first. Messages read back after a gap are next, because matches wait for them. A match's public messages
//!   follow, then its private ones: a player can get a prompt with the Order button under the public message.
//! - A private message or a tidying edit is sent only while nothing of the allowance is spent, so that a burst of public messages
//!   does not wait for it.
//! - An edit that nobody misses is made only while a tenth of the allowance is used or less.
//! - Each channel has a separate allowance for messages, kept as Discord's headers report it.
//! - After a 429 the requests that it limits wait for the time it named.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use tokio::sync::{Notify, oneshot};
use tokio::time::Instant;

use crate::ids::ChannelId;

/// The average distance between requests: 45 of Discord's 50 a second. The rest is for requests not counted here.
const APART: Duration = Duration::from_nanos(1_000_000_000 / 45);
/// The average distance between requests below which the bot is busy.
const IDLE_APART: Duration = Duration::from_millis(200);
/// The requests that exceed that rate without making the bot busy, and the most that are remembered.
const BURST: u32 = 10;
/// The most requests sent at once after a rest.
const AT_ONCE: u32 = 4;
/// A channel's messages per window until Discord has named its limit.
const USUAL: u32 = 5;
/// The length of a channel's window until Discord has named it.
const USUAL_WINDOW: Duration = Duration::from_secs(5);
/// The number of tracked buckets above which expired ones are dropped.
const CHANNELS: usize = 4_096;

/// The priority of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Urgency {
    /// A request that a person waits for.
    Answer,
    /// A request that reads messages back after a gap; matches wait for it.
    Reading,
    /// A match's message to everyone.
    Public,
    /// A match's message to one person, or the late picture of a sent message.
    Dm,
    /// An edit of a stale message.
    Tidy,
}

/// All priorities, the highest first.
const URGENCIES: [Urgency; 5] = [Urgency::Answer, Urgency::Reading, Urgency::Public, Urgency::Dm, Urgency::Tidy];

impl Urgency {
    /// The part of [`AT_ONCE`] that requests of this priority may spend after a rest.
    const fn at_once(self) -> u32 {
        match self {
            Self::Answer | Self::Reading | Self::Public => AT_ONCE,
            Self::Dm | Self::Tidy => 1,
        }
    }
}

/// Kinds of requests with separate allowances in a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bucket {
    /// Sending messages.
    Messages,
    /// Editing messages.
    Edits,
    /// Reading messages.
    Reads,
}

/// The allowance; all clones share it.
#[derive(Clone)]
pub struct Budget(Arc<Mutex<State>>);

struct State {
    /// The time at which the whole allowance is available again.
    whole: Instant,
    /// The time at which the requests so far would have ended, one every [`IDLE_APART`].
    spread: Instant,
    /// The time before which Discord has forbidden all requests.
    held: Instant,
    waiting: [VecDeque<oneshot::Sender<()>>; URGENCIES.len()],
    /// Wakes the task that releases them, for a request of higher priority.
    queued: Arc<Notify>,
    /// Whether a task is releasing the waiting requests.
    pacing: bool,
    channels: HashMap<(ChannelId, Bucket), Allowance>,
}

/// The state of a bucket.
#[derive(Clone, Copy)]
struct Allowance {
    limit: u32,
    left: u32,
    renewed: Instant,
}

impl Default for Budget {
    fn default() -> Self {
        let now = Instant::now();
        Self(Arc::new(Mutex::new(State {
            whole: now,
            spread: now,
            held: now,
            waiting: Default::default(),
            queued: Arc::default(),
            pacing: false,
            channels: HashMap::new(),
        })))
    }
}

impl Budget {
    /// Waits until one request may be sent.
    pub async fn turn(&self, urgency: Urgency) {
        let waiting = {
            let mut state = self.0.lock();
            let first = state.waiting[..=urgency as usize].iter().all(VecDeque::is_empty);
            if first && state.spend(urgency, Instant::now()).is_none() {
                return;
            }
            let (go, waiting) = oneshot::channel();
            state.waiting[urgency as usize].push_back(go);
            if !std::mem::replace(&mut state.pacing, true) {
                tokio::spawn(self.clone().pace());
            }
            state.queued.notify_one();
            waiting
        };
        // If the pace task is gone, the runtime is ending and nothing is sent.
        waiting.await.ok();
    }

    /// Whether few requests have been sent lately, or the server of this channel has no limits.
    #[must_use]
    pub fn is_idle(&self, channel: ChannelId) -> bool {
        let state = self.0.lock();
        let known = state.channels.get(&(channel, Bucket::Messages));
        known.is_some_and(|known| known.limit == u32::MAX) || state.is_idle(Instant::now())
    }

    /// Waits for a free place in a channel's bucket and takes it.
    pub async fn channel(&self, channel: ChannelId, bucket: Bucket) {
        loop {
            let renewed = {
                let mut state = self.0.lock();
                match state.place((channel, bucket), Instant::now()) {
                    None => return,
                    Some(renewed) => renewed,
                }
            };
            tokio::time::sleep_until(renewed).await;
        }
    }

    /// Applies Discord's report on a channel's bucket.
    pub fn learn(&self, of: (ChannelId, Bucket), limit: u32, left: u32, renewed_in: Duration) {
        let renewed = Instant::now() + renewed_in;
        let mut state = self.0.lock();
        if let Some(known) = state.channels.get_mut(&of) {
            // Places taken by requests in flight are not freed.
            let left = if known.renewed < Instant::now() { left } else { left.min(known.left) };
            *known = Allowance { limit: limit.max(1), left, renewed };
        }
    }

    /// Closes a channel's bucket for the time that Discord demands.
    pub fn hold_channel(&self, of: (ChannelId, Bucket), wait: Duration) {
        let mut state = self.0.lock();
        let limit = state.channels.get(&of).map_or(USUAL, |known| known.limit);
        state.channels.insert(of, Allowance { limit, left: 0, renewed: Instant::now() + wait });
    }

    /// Records that a bucket has no limit. Discord always names one, so this is another server.
    pub fn learn_none(&self, of: (ChannelId, Bucket)) {
        let renewed = Instant::now() + USUAL_WINDOW;
        self.0.lock().channels.insert(of, Allowance { limit: u32::MAX, left: u32::MAX, renewed });
    }

    /// Holds all requests back for the time that Discord demands.
    pub fn hold(&self, wait: Duration) {
        let mut state = self.0.lock();
        state.held = state.held.max(Instant::now() + wait);
    }

    /// Releases the waiting requests one by one, until none waits.
    async fn pace(self) {
        let queued = Arc::clone(&self.0.lock().queued);
        loop {
            let again = {
                let mut state = self.0.lock();
                loop {
                    // Abandoned requests spend nothing.
                    for line in &mut state.waiting {
                        line.retain(|go| !go.is_closed());
                    }
                    let first = URGENCIES.into_iter().find(|urgency| !state.waiting[*urgency as usize].is_empty());
                    let Some(urgency) = first else {
                        state.pacing = false;
                        return;
                    };
                    if let Some(again) = state.spend(urgency, Instant::now()) {
                        break again;
                    }
                    if let Some(go) = state.waiting[urgency as usize].pop_front() {
                        go.send(()).ok();
                    }
                }
            };
            tokio::time::timeout_at(again, queued.notified()).await.ok();
        }
    }
}

impl State {
    /// Spends one request, or returns the time at which one is available.
    fn spend(&mut self, urgency: Urgency, now: Instant) -> Option<Instant> {
        if self.held > now {
            return Some(self.held);
        }
        let soonest = self.whole.checked_sub(APART * (urgency.at_once() - 1)).unwrap_or(now);
        if soonest > now {
            return Some(soonest);
        }
        self.whole = self.whole.max(now) + APART;
        self.spread = (self.spread.max(now) + IDLE_APART).min(now + 2 * BURST * IDLE_APART);
        None
    }

    fn is_idle(&self, now: Instant) -> bool {
        self.spread <= now + BURST * IDLE_APART
    }

    /// Takes a place in a bucket, or returns the time at which one is free.
    fn place(&mut self, of: (ChannelId, Bucket), now: Instant) -> Option<Instant> {
        if self.channels.len() > CHANNELS {
            self.channels.retain(|_, known| known.renewed > now);
        }
        let fresh = Allowance { limit: USUAL, left: USUAL, renewed: now + USUAL_WINDOW };
        let known = self.channels.entry(of).or_insert(fresh);
        if known.renewed <= now {
            *known = Allowance { limit: known.limit, left: known.limit, renewed: now + USUAL_WINDOW };
        }
        if known.left == 0 {
            return Some(known.renewed);
        }
        known.left -= 1;
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CHANNEL: (ChannelId, Bucket) = (ChannelId(1), Bucket::Messages);

    fn second(number: f64) -> Duration {
        Duration::from_secs_f64(number)
    }

    #[test]
    fn no_second_has_more_than_fifty_requests() {
        let budget = Budget::default();
        let mut state = budget.0.lock();
        let begun = Instant::now();
        let mut now = begun;
        let mut gone = Vec::new();
        while gone.len() < 200 {
            match state.spend(Urgency::Public, now) {
                None => gone.push(now),
                Some(again) => now = again,
            }
        }
        for (at, start) in gone.iter().enumerate() {
            let within = gone[at..].iter().filter(|time| **time < *start + second(1.0));
            assert!(within.count() <= 50);
        }
        assert!(now - begun < second(5.0), "most of what is allowed is used");
        state.held = now + second(7.0);
        assert_eq!(state.spend(Urgency::Answer, now), Some(now + second(7.0)), "a global limit holds everything");
    }

    #[test]
    fn bot_is_idle_while_it_sends_few_requests() {
        let budget = Budget::default();
        let mut state = budget.0.lock();
        let mut now = Instant::now();
        let mut idle_after = |requests: u32, a_second: f64| {
            for _ in 0..requests {
                now += second(1.0 / a_second);
                assert_eq!(state.spend(Urgency::Public, now), None);
            }
            state.is_idle(now)
        };
        assert!(idle_after(100, 4.0), "a few matches");
        assert!(idle_after(8, 40.0), "one step of a match, at once");
        assert!(!idle_after(60, 10.0), "a hundred matches");
        assert!(idle_after(30, 2.0), "again");
    }

    #[test]
    fn a_channel_takes_what_discord_says_it_takes() {
        let budget = Budget::default();
        let now = Instant::now();
        for _ in 0..5 {
            assert_eq!(budget.0.lock().place(CHANNEL, now), None);
        }
        assert!(budget.0.lock().place(CHANNEL, now).is_some());
        assert_eq!(budget.0.lock().place((ChannelId(2), Bucket::Messages), now), None);
        assert_eq!(budget.0.lock().place((ChannelId(1), Bucket::Edits), now), None);
        budget.learn(CHANNEL, 3, 0, second(60.0));
        let renewed = budget.0.lock().place(CHANNEL, now + second(59.0)).expect("nothing is left");
        for _ in 0..3 {
            assert_eq!(budget.0.lock().place(CHANNEL, renewed), None);
        }
        assert!(budget.0.lock().place(CHANNEL, renewed).is_some());
        budget.hold_channel(CHANNEL, second(600.0));
        assert!(budget.0.lock().place(CHANNEL, now + second(599.0)).is_some());
    }

    #[test]
    fn places_on_their_way_are_not_given_away_again() {
        let budget = Budget::default();
        let now = Instant::now();
        for _ in 0..4 {
            budget.0.lock().place(CHANNEL, now);
        }
        budget.learn(CHANNEL, 5, 4, second(60.0));
        assert_eq!(budget.0.lock().place(CHANNEL, now), None);
        assert!(budget.0.lock().place(CHANNEL, now).is_some(), "the answer to the first says nothing of the others");
    }

    #[tokio::test]
    async fn what_is_urgent_goes_first() {
        let budget = Budget::default();
        let order = Arc::new(Mutex::new(Vec::new()));
        let mut tasks = Vec::new();
        let kinds = [Urgency::Tidy, Urgency::Dm, Urgency::Public, Urgency::Reading, Urgency::Answer];
        // Nothing is sent before every task waits.
        budget.hold(second(0.5));
        for urgency in kinds.into_iter().flat_map(|urgency| [urgency; 3]) {
            let (budget, order) = (budget.clone(), Arc::clone(&order));
            tasks.push(tokio::spawn(async move {
                budget.turn(urgency).await;
                order.lock().push(urgency);
            }));
        }
        while budget.0.lock().waiting.iter().map(VecDeque::len).sum::<usize>() < tasks.len() {
            tokio::task::yield_now().await;
        }
        for task in tasks {
            task.await.unwrap();
        }
        let expected: Vec<_> = kinds.into_iter().rev().flat_map(|urgency| [urgency; 3]).collect();
        assert_eq!(*order.lock(), expected);
    }
}
