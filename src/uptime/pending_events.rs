//! Pending events: those that may still arrive although they were sent before the known ones.
//!
//! - While the gateway is disconnected, no command is judged by its timestamp, and no deadline fires.
//! - A new session replays nothing: the direct messages of a match's players are read back before any command of that
//!   match is judged. Each match waits for its own players alone.
//! - An event is announced before its first look-up. Until it has reached an actor, or is known to be for none, later
//!   events of the same person wait. The wait is bounded, so that a lost event delays nobody.

use std::collections::{BTreeMap, HashMap};

use parking_lot::Mutex;
use tokio::sync::watch;

use crate::ids::{Snowflake, UnixMs, UserId};
use crate::uptime::clock::LocalInstant;

/// The longest wait for an event in flight to an actor, in ms.
const ON_ITS_WAY_MS: u64 = 5_000;

/// The events in flight and the unread messages.
#[derive(Default)]
pub(crate) struct PendingEvents {
    state: Mutex<State>,
    changed: watch::Sender<()>,
}

#[derive(Default)]
struct State {
    /// The time since which the gateway is disconnected.
    disconnected_since: Option<UnixMs>,
    unread: Unread,
    /// Users whose messages were unreadable in earlier sessions or processes, and the times since then.
    before: HashMap<UserId, UnixMs>,
    /// The number of sessions, which tells results of an earlier one from those of the present one.
    session: u64,
    /// The time since which events of earlier sessions may be lost.
    lost_since: Option<UnixMs>,
    expected: BTreeMap<u64, Expected>,
}

/// Users whose messages are still to be read back, and the times since which they may be unread.
enum Unread {
    /// Anybody may have written: the authors are not known yet.
    Everyone(UnixMs),
    Some(HashMap<UserId, UnixMs>),
}

impl Default for Unread {
    fn default() -> Self {
        Self::Some(HashMap::new())
    }
}

/// An event in flight to an actor.
#[derive(Clone, Copy)]
struct Expected {
    user: UserId,
    heard: LocalInstant,
}

impl PendingEvents {
    /// Creates a state in which everyone may be unread since a moment, and these people since earlier ones.
    pub fn new(unread: Option<UnixMs>, before: HashMap<UserId, UnixMs>) -> Self {
        let unread = unread.map_or_else(Unread::default, Unread::Everyone);
        Self { state: Mutex::new(State { unread, before, ..State::default() }), changed: watch::Sender::default() }
    }

    /// Returns a receiver that changes when waiting tasks must check again.
    pub fn changes(&self) -> watch::Receiver<()> {
        self.changed.subscribe()
    }

    /// Whether the gateway is disconnected.
    pub fn is_disconnected(&self) -> bool {
        self.state.lock().disconnected_since.is_some()
    }

    /// Returns the time since which a message of one of these people may be unread.
    pub fn unread_since(&self, people: &[UserId]) -> Option<UnixMs> {
        let state = self.state.lock();
        match &state.unread {
            Unread::Everyone(since) => {
                people.iter().filter_map(|user| state.before.get(user)).chain([since]).min().copied()
            }
            Unread::Some(users) => people.iter().filter_map(|user| users.get(user)).min().copied(),
        }
    }

    /// Returns users whose messages are still to be read back, with the times; `None` while the authors are unknown.
    pub fn authors_to_read(&self) -> Option<HashMap<UserId, UnixMs>> {
        match &self.state.lock().unread {
            Unread::Everyone(_) => None,
            Unread::Some(users) => Some(users.clone()),
        }
    }

    /// Returns the time since which the gateway is disconnected or the authors of unread messages are unknown.
    pub fn authors_unknown_since(&self) -> Option<UnixMs> {
        let state = self.state.lock();
        let everyone = if let Unread::Everyone(since) = state.unread { Some(since) } else { None };
        everyone.into_iter().chain(state.disconnected_since).min()
    }

    /// Returns the time since which any message may be unread.
    pub fn any_unread_since(&self) -> Option<UnixMs> {
        let state = self.state.lock();
        let unread = match &state.unread {
            Unread::Everyone(since) => state.before.values().chain([since]).min().copied(),
            Unread::Some(users) => users.values().min().copied(),
        };
        unread.into_iter().chain(state.disconnected_since).min()
    }

    /// Returns the newest session's number, and the start of the silence before it.
    pub fn newest_session(&self) -> (u64, Option<UnixMs>) {
        let state = self.state.lock();
        (state.session, state.lost_since)
    }

    /// Returns the earliest id of these people that is in flight to an actor.
    pub fn earliest(&self, people: &[UserId], now: LocalInstant) -> Option<u64> {
        let mut state = self.state.lock();
        state.expected.retain(|_, expected| now.since(expected.heard) < ON_ITS_WAY_MS);
        state.expected.iter().find(|(_, expected)| people.contains(&expected.user)).map(|(id, _)| *id)
    }

    /// Records that an event has reached its actor, or is for none.
    pub fn arrived(&self, stamp: Snowflake) {
        if self.state.lock().expected.remove(&stamp.0).is_some() {
            self.notify();
        }
    }

    /// Records whether the gateway is connected; returns whether that has changed.
    pub fn set_connected(&self, up: bool, now: UnixMs) -> bool {
        let mut state = self.state.lock();
        let changed = up != state.disconnected_since.is_none();
        if changed {
            state.disconnected_since = if up { None } else { Some(now) };
        }
        changed
    }

    /// Records the start of a session that replays nothing; the service may have been away since `gone`.
    pub fn begin(&self, gone: Option<UnixMs>, now: UnixMs) -> Session {
        let mut state = self.state.lock();
        let before = match std::mem::replace(&mut state.unread, Unread::Everyone(UnixMs(0))) {
            Unread::Everyone(since) => Some(since),
            // People whose messages are still unread delay only their own matches.
            Unread::Some(users) => {
                state.before.extend(users);
                None
            }
        };
        let since = [state.disconnected_since, gone, before].into_iter().flatten().min().unwrap_or(now);
        state.unread = Unread::Everyone(since);
        state.lost_since = Some(since);
        state.session += 1;
        let session = Session(state.session);
        drop(state);
        self.notify();
        session
    }

    /// Records the people whose direct messages are read back for a session.
    pub fn set_authors_to_read(&self, session: Session, users: &[UserId]) {
        let mut state = self.state.lock();
        if let (true, Unread::Everyone(since)) = (state.session == session.0, &state.unread) {
            let since = *since;
            let before = std::mem::take(&mut state.before);
            let each = |user: &UserId| (*user, before.get(user).copied().unwrap_or(since).min(since));
            state.unread = Unread::Some(users.iter().map(each).collect());
            drop(state);
            self.notify();
        }
    }

    /// Records that a person's direct messages are read back and in flight.
    pub fn mark_read(&self, session: Session, user: UserId) {
        let mut state = self.state.lock();
        if let (true, Unread::Some(users)) = (state.session == session.0, &mut state.unread)
            && users.remove(&user).is_some()
        {
            drop(state);
            self.notify();
        }
    }

    /// Whether no later session has begun.
    pub fn is_current(&self, session: Session) -> bool {
        self.state.lock().session == session.0
    }

    /// Records an event of a person that may be meant for an actor.
    pub fn expect(&self, user: UserId, stamp: Snowflake, heard: LocalInstant) {
        self.state.lock().expected.insert(stamp.0, Expected { user, heard });
    }

    pub fn notify(&self) {
        self.changed.send_replace(());
    }
}

/// A gateway session whose start left direct messages to be read back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Session(u64);
