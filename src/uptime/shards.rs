//! The gateway's shards: the events of each server come over one of several connections, direct messages over the first.
//!
//! - A match waits for its own server's shard and for the first one, and for no other. What the loss of the first means is in
//!   [`crate::uptime::outage_credit`] and [`crate::uptime::ingress`]; this is about the others.
//! - The store keeps which servers are cut off, so that a restart gives their matches back what they have lost, and no others.

use std::collections::{BTreeMap, HashMap};

use parking_lot::Mutex;

use crate::ids::{GuildId, UnixMs};

/// How long nothing of a server is due once its shard is heard again, in ms: what was kept for it is read within that.
pub const SETTLE_MS: u64 = 1_000;

/// The state of the shards after the first.
pub(crate) struct Shards(pub Mutex<State>);

pub struct State {
    /// How many there are, with the first.
    pub total: u32,
    /// Since when each is disconnected.
    pub cut: BTreeMap<u32, UnixMs>,
    /// Since when each has been gone long enough to hold deadlines.
    pub away: BTreeMap<u32, UnixMs>,
    /// Until this time, earlier events of each may still arrive.
    pub settled: BTreeMap<u32, UnixMs>,
    /// Servers that were cut off before a restart, since when, until that is given back.
    pub before: HashMap<GuildId, UnixMs>,
}

impl State {
    pub fn shard(&self, guild: GuildId) -> u32 {
        u32::try_from((guild.0 >> 22) % u64::from(self.total)).unwrap_or(0)
    }
}

impl Shards {
    /// One shard, and the servers that an earlier process was cut off from.
    pub fn new(before: HashMap<GuildId, UnixMs>) -> Self {
        let (cut, away, settled) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        Self(Mutex::new(State { total: 1, cut, away, settled, before }))
    }

    /// Since when a server's shard has been gone long enough to hold deadlines.
    pub fn away(&self, guild: GuildId) -> Option<UnixMs> {
        let state = self.0.lock();
        state.away.get(&state.shard(guild)).copied()
    }

    pub fn is_cut(&self, guild: GuildId) -> bool {
        let state = self.0.lock();
        state.cut.contains_key(&state.shard(guild))
    }

    pub fn settled(&self, guild: GuildId) -> Option<UnixMs> {
        let state = self.0.lock();
        state.settled.get(&state.shard(guild)).copied()
    }

    /// Since when a match of a server has lost time that others have not, up to the present.
    pub fn before(&self, guild: GuildId) -> Option<UnixMs> {
        self.0.lock().before.get(&guild).copied()
    }

    /// Whether something from before a restart is not given back.
    pub fn owes(&self) -> bool {
        !self.0.lock().before.is_empty()
    }

    /// Forgets what was before a restart of servers whose shard is there.
    pub fn paid(&self) {
        let mut state = self.0.lock();
        let mut before = std::mem::take(&mut state.before);
        before.retain(|guild, _| state.away.contains_key(&state.shard(*guild)));
        state.before = before;
    }

    /// Whether any server is cut off, or was before a restart and has not got its time back.
    pub fn any(&self) -> bool {
        let state = self.0.lock();
        !(state.cut.is_empty() && state.away.is_empty() && state.before.is_empty())
    }

    /// Since when a server has been disconnected.
    pub fn lost(&self, guild: GuildId) -> Option<UnixMs> {
        let state = self.0.lock();
        let shard = state.shard(guild);
        let since = [state.cut.get(&shard), state.away.get(&shard), state.before.get(&guild)];
        since.into_iter().flatten().min().copied()
    }
}
