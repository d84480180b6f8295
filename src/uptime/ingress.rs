//! Ingress: events that may still arrive although they were sent before the known ones.
//!
//! - While the gateway is disconnected nothing is judged by its stamp, and no deadline fires.
//! - A new session replays nothing: the direct messages of a match's players are read back before anything in that
//!   match is judged. Each match waits for its own players alone.
//! - An event is announced before its first look-up. Until it has reached an actor, or is known to be for none, later
//!   events of the same people wait; but not for long, so that a lost one holds up nobody.

use std::collections::{BTreeMap, HashMap};

use parking_lot::Mutex;
use tokio::sync::watch;

use crate::ids::{Snowflake, UnixMs, UserId};
use crate::uptime::clock::Moment;

/// How long something that is on its way to an actor is waited for, in ms.
const ON_ITS_WAY_MS: u64 = 5_000;

/// The events in flight and the unread messages.
#[derive(Default)]
pub(crate) struct Ingress {
    state: Mutex<State>,
    changed: watch::Sender<()>,
}

#[derive(Default)]
struct State {
    /// Since when the gateway is disconnected.
    cut: Option<UnixMs>,
    unread: Unread,
    /// Users whose messages were unreadable under earlier sessions, also before a restart, and since when.
    before: HashMap<UserId, UnixMs>,
    /// Counts the sessions, so that what an earlier one was read back for says nothing of a later one.
    session: u64,
    /// Since when events of earlier sessions may be lost.
    lost: Option<UnixMs>,
    expected: BTreeMap<u64, Expected>,
}

/// Users whose messages are to be read back, and since when they may be unread.
enum Unread {
    /// It is not known yet who may have written.
    Everyone(UnixMs),
    Some(HashMap<UserId, UnixMs>),
}

impl Default for Unread {
    fn default() -> Self {
        Self::Some(HashMap::new())
    }
}

/// Something on its way to an actor.
#[derive(Clone, Copy)]
struct Expected {
    user: UserId,
    heard: Moment,
}

impl Ingress {
    /// Begins with everyone unread since a moment, or nobody; and with whom an earlier process could not read for long, since when.
    pub fn new(unread: Option<UnixMs>, before: HashMap<UserId, UnixMs>) -> Self {
        let unread = unread.map_or_else(Unread::default, Unread::Everyone);
        Self { state: Mutex::new(State { unread, before, ..State::default() }), changed: watch::Sender::default() }
    }

    /// Changes whenever somebody who waits should look again.
    pub fn changes(&self) -> watch::Receiver<()> {
        self.changed.subscribe()
    }

    /// Whether the gateway is not heard.
    pub fn is_cut(&self) -> bool {
        self.state.lock().cut.is_some()
    }

    /// Since when a message of one of these people may be unread.
    pub fn unread(&self, people: &[UserId]) -> Option<UnixMs> {
        let state = self.state.lock();
        match &state.unread {
            Unread::Everyone(since) => {
                people.iter().filter_map(|user| state.before.get(user)).chain([since]).min().copied()
            }
            Unread::Some(users) => people.iter().filter_map(|user| users.get(user)).min().copied(),
        }
    }

    /// Users whose messages are to be read back, and since when; `None` while the authors are unknown.
    pub fn to_be_read(&self) -> Option<HashMap<UserId, UnixMs>> {
        match &self.state.lock().unread {
            Unread::Everyone(_) => None,
            Unread::Some(users) => Some(users.clone()),
        }
    }

    /// Since when the gateway is disconnected, or the authors of unread messages are unknown.
    pub fn deaf(&self) -> Option<UnixMs> {
        let state = self.state.lock();
        let everyone = if let Unread::Everyone(since) = state.unread { Some(since) } else { None };
        everyone.into_iter().chain(state.cut).min()
    }

    /// Since when any message may be unread.
    pub fn unheard(&self) -> Option<UnixMs> {
        let state = self.state.lock();
        let unread = match &state.unread {
            Unread::Everyone(since) => state.before.values().chain([since]).min().copied(),
            Unread::Some(users) => users.values().min().copied(),
        };
        unread.into_iter().chain(state.cut).min()
    }

    /// The newest session's number, and since when nothing was heard before it.
    pub fn session(&self) -> (u64, Option<UnixMs>) {
        let state = self.state.lock();
        (state.session, state.lost)
    }

    /// The earliest id of these people's that is on its way to an actor.
    pub fn earliest(&self, people: &[UserId], now: Moment) -> Option<u64> {
        let mut state = self.state.lock();
        state.expected.retain(|_, expected| now.since(expected.heard) < ON_ITS_WAY_MS);
        state.expected.iter().find(|(_, expected)| people.contains(&expected.user)).map(|(id, _)| *id)
    }

    /// Records that an event has reached its actor, or is for none.
    pub fn arrived(&self, stamp: Snowflake) {
        if self.state.lock().expected.remove(&stamp.0).is_some() {
            self.tell();
        }
    }

    /// Records whether the gateway is connected; tells whether that is new.
    pub fn hears(&self, up: bool, now: UnixMs) -> bool {
        let mut state = self.state.lock();
        let changed = up != state.cut.is_none();
        if changed {
            state.cut = if up { None } else { Some(now) };
        }
        changed
    }

    /// Records that a session has begun that replays nothing; the service may have been away since `gone`.
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
        let since = [state.cut, gone, before].into_iter().flatten().min().unwrap_or(now);
        state.unread = Unread::Everyone(since);
        state.lost = Some(since);
        state.session += 1;
        let session = Session(state.session);
        drop(state);
        self.tell();
        session
    }

    /// Records whose direct messages are to be read back for a session.
    pub fn to_read(&self, session: Session, users: &[UserId]) {
        let mut state = self.state.lock();
        if let (true, Unread::Everyone(since)) = (state.session == session.0, &state.unread) {
            let since = *since;
            let before = std::mem::take(&mut state.before);
            let each = |user: &UserId| (*user, before.get(user).copied().unwrap_or(since).min(since));
            state.unread = Unread::Some(users.iter().map(each).collect());
            drop(state);
            self.tell();
        }
    }

    /// Records that a person's direct messages are read back and in flight.
    pub fn has_read(&self, session: Session, user: UserId) {
        let mut state = self.state.lock();
        if let (true, Unread::Some(users)) = (state.session == session.0, &mut state.unread)
            && users.remove(&user).is_some()
        {
            drop(state);
            self.tell();
        }
    }

    /// Whether no later session has begun.
    pub fn is_current(&self, session: Session) -> bool {
        self.state.lock().session == session.0
    }

    /// Records an event of a person that may be meant for an actor.
    pub fn expect(&self, user: UserId, stamp: Snowflake, heard: Moment) {
        self.state.lock().expected.insert(stamp.0, Expected { user, heard });
    }

    pub fn tell(&self) {
        self.changed.send_replace(());
    }
}

/// A session of the gateway's whose beginning left direct messages to be read back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Session(u64);
