//! The gateway's shards: each server's events come over one of several connections, direct messages over shard 0.
//!
//! - A match waits for its own server's shard and for shard 0 only. [`crate::uptime::outage_credit`] and [`crate::uptime::pending_events`]
//!   handle the loss of shard 0; this module handles the others.
//! - The store keeps the disconnected servers, so that after a restart only their matches are credited.

use std::collections::{BTreeMap, HashMap};

use parking_lot::Mutex;

use crate::ids::{GuildId, UnixMs};

/// The time after a shard's return in which nothing of its servers is due, in ms; its queued events arrive within it.
pub const SETTLE_MS: u64 = 1_000;

/// The state of the shards other than shard 0.
pub(crate) struct Shards(pub Mutex<State>);

pub struct State {
    /// The number of shards, including shard 0.
    pub total: u32,
    /// The time since which each shard is disconnected.
    pub disconnected_since: BTreeMap<u32, UnixMs>,
    /// The time since which each shard has been away, which holds deadlines.
    pub deadlines_held_since: BTreeMap<u32, UnixMs>,
    /// Until this time, earlier events of each shard may still arrive.
    pub settles_until: BTreeMap<u32, UnixMs>,
    /// When servers were cut off before the restart, while their matches are not credited yet.
    pub cut_before_restart: HashMap<GuildId, UnixMs>,
}

impl State {
    pub fn shard(&self, guild: GuildId) -> u32 {
        u32::try_from((guild.0 >> 22) % u64::from(self.total)).unwrap_or(0)
    }
}

impl Shards {
    /// Creates the state of one shard, with the servers from which an earlier process was disconnected.
    pub fn new(before: HashMap<GuildId, UnixMs>) -> Self {
        let (disconnected_since, deadlines_held_since, settles_until) =
            (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        Self(Mutex::new(State {
            total: 1,
            disconnected_since,
            deadlines_held_since,
            settles_until,
            cut_before_restart: before,
        }))
    }

    /// Returns the time since which a server's shard has been away, which holds deadlines.
    pub fn away(&self, guild: GuildId) -> Option<UnixMs> {
        let state = self.0.lock();
        state.deadlines_held_since.get(&state.shard(guild)).copied()
    }

    pub fn is_cut(&self, guild: GuildId) -> bool {
        let state = self.0.lock();
        state.disconnected_since.contains_key(&state.shard(guild))
    }

    pub fn settles_until(&self, guild: GuildId) -> Option<UnixMs> {
        let state = self.0.lock();
        state.settles_until.get(&state.shard(guild)).copied()
    }

    /// Returns when this server was cut off before the restart, if its matches are not credited yet.
    pub fn cut_before_restart(&self, guild: GuildId) -> Option<UnixMs> {
        self.0.lock().cut_before_restart.get(&guild).copied()
    }

    /// Whether time lost before a restart is not credited yet.
    pub fn owes(&self) -> bool {
        !self.0.lock().cut_before_restart.is_empty()
    }

    /// Drops the times before a restart of servers whose shard is connected.
    pub fn drop_credited(&self) {
        let mut state = self.0.lock();
        let mut before = std::mem::take(&mut state.cut_before_restart);
        before.retain(|guild, _| state.deadlines_held_since.contains_key(&state.shard(*guild)));
        state.cut_before_restart = before;
    }

    /// Whether any server is disconnected, or has not been credited for a time before a restart.
    pub fn any(&self) -> bool {
        let state = self.0.lock();
        !(state.disconnected_since.is_empty()
            && state.deadlines_held_since.is_empty()
            && state.cut_before_restart.is_empty())
    }

    /// Returns the time since which a server has been disconnected.
    pub fn lost(&self, guild: GuildId) -> Option<UnixMs> {
        let state = self.0.lock();
        let shard = state.shard(guild);
        let since = [
            state.disconnected_since.get(&shard),
            state.deadlines_held_since.get(&shard),
            state.cut_before_restart.get(&guild),
        ];
        since.into_iter().flatten().min().copied()
    }
}
