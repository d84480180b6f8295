//! The gateway's shards: the events of each server come over one of several connections, direct messages over the first.
//!
//! - A match waits for its own server's shard and for the first one, and for no other. What the loss of the first means is in
//!   [`super::outage_credit`] and [`super::ingress`]; this is about the others.
//! - The store keeps which servers are cut off, so that a restart gives their matches back what they have lost, and no others.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::ids::{GuildId, UnixMs};
use crate::store::{MatchRow, Status, StoreError};

use super::actor::MatchActor;
use super::handle::Dealer;
use super::service::Service;

/// How long nothing of a server is due once its shard is heard again, in ms: what was kept for it is read within that.
const SETTLE_MS: u64 = 1_000;

/// The state of the shards after the first.
pub(super) struct Shards(Mutex<State>);

struct State {
    /// How many there are, with the first.
    total: u32,
    /// Since when each is disconnected.
    cut: BTreeMap<u32, UnixMs>,
    /// Since when each has been gone long enough to hold deadlines.
    away: BTreeMap<u32, UnixMs>,
    /// Until this time, earlier events of each may still arrive.
    settled: BTreeMap<u32, UnixMs>,
    /// Servers that were cut off before a restart, since when, until that is given back.
    before: HashMap<GuildId, UnixMs>,
}

impl State {
    fn shard(&self, guild: GuildId) -> u32 {
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
        let state = self.state();
        state.away.get(&state.shard(guild)).copied()
    }

    fn is_cut(&self, guild: GuildId) -> bool {
        let state = self.state();
        state.cut.contains_key(&state.shard(guild))
    }

    fn settled(&self, guild: GuildId) -> Option<UnixMs> {
        let state = self.state();
        state.settled.get(&state.shard(guild)).copied()
    }

    /// Since when a match of a server has lost time that others have not, up to the present.
    pub fn before(&self, guild: GuildId) -> Option<UnixMs> {
        self.state().before.get(&guild).copied()
    }

    /// Whether something from before a restart is not given back.
    pub fn owes(&self) -> bool {
        !self.state().before.is_empty()
    }

    /// Forgets what was before a restart of servers whose shard is there.
    pub fn paid(&self) {
        let mut state = self.state();
        let mut before = std::mem::take(&mut state.before);
        before.retain(|guild, _| state.away.contains_key(&state.shard(*guild)));
        state.before = before;
    }

    /// Whether any server is cut off, or was before a restart and has not got its time back.
    fn any(&self) -> bool {
        let state = self.state();
        !(state.cut.is_empty() && state.away.is_empty() && state.before.is_empty())
    }

    /// Since when a server has been disconnected.
    fn lost(&self, guild: GuildId) -> Option<UnixMs> {
        let state = self.state();
        let shard = state.shard(guild);
        let since = [state.cut.get(&shard), state.away.get(&shard), state.before.get(&guild)];
        since.into_iter().flatten().min().copied()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The server whose shard a match waits for; one that is played in direct messages waits for the first alone.
const fn home(row: &MatchRow) -> Option<GuildId> {
    if row.private { None } else { Some(row.guild) }
}

impl Service {
    /// Since when a match's own shard is away.
    pub(super) fn shard_away(&self, row: &MatchRow) -> Option<UnixMs> {
        home(row).and_then(|guild| self.shards.away(guild))
    }

    /// Since when a match has lost time that others have not, from before a restart.
    pub(super) fn lost_before(&self, row: &MatchRow) -> Option<UnixMs> {
        home(row).and_then(|guild| self.shards.before(guild))
    }

    /// The servers that are cut off and have something to lose, since when.
    pub(super) async fn cut_off(&self) -> Result<HashMap<GuildId, UnixMs>, StoreError> {
        if !self.shards.any() {
            return Ok(HashMap::new());
        }
        let running = self.store.live_matches().await?.into_iter().filter(|row| row.status == Status::Running);
        Ok(running.filter_map(|row| home(&row)).filter_map(|guild| Some((guild, self.shards.lost(guild)?))).collect())
    }
}

impl MatchActor {
    /// Whether the service is cut off from what this match needs.
    pub(super) fn is_away(&self) -> bool {
        self.service.is_away() || self.service.shard_away(&self.row).is_some()
    }

    /// Whether what its people do is not heard.
    pub(super) fn is_cut(&self) -> bool {
        let shards = &self.service.shards;
        self.service.intake.is_cut() || home(&self.row).is_some_and(|guild| shards.is_cut(guild))
    }

    /// Before which moment nothing is due here, and nothing is judged by its stamp.
    pub(super) fn settled(&self) -> Option<UnixMs> {
        let own = home(&self.row).and_then(|guild| self.service.shards.settled(guild));
        self.service.settled().into_iter().chain(own).max()
    }
}

impl Dealer {
    /// Records how many shards there are. Where it is another number, who was cut off from one counts as cut off from all: until
    /// [`Dealer::back`] is called.
    pub fn shards(&self, total: u32) {
        let gone = {
            let mut state = self.0.shards.state();
            if state.total == total.max(1) {
                return;
            }
            state.total = total.max(1);
            let gone = state.away.values().min().copied();
            (state.cut, state.away, state.settled) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
            gone
        };
        if let Some(since) = gone {
            self.0.leave(since);
        }
        self.0.intake.tell();
    }

    /// Records whether a shard other than the first is heard.
    pub fn shard_hears(&self, shard: u32, up: bool) {
        let now = self.0.clock.now();
        {
            let mut state = self.0.shards.state();
            if up != state.cut.contains_key(&shard) {
                return;
            }
            if up {
                state.cut.remove(&shard);
                state.settled.insert(shard, now.plus(SETTLE_MS));
            } else {
                state.cut.insert(shard, now);
            }
        }
        self.0.intake.tell();
    }

    /// Records that a shard other than the first is gone since a moment: no deadline of its servers' matches fires from here on.
    pub fn shard_away(&self, shard: u32, since: UnixMs) {
        {
            let mut state = self.0.shards.state();
            let earliest = state.away.get(&shard).map_or(since, |before| (*before).min(since));
            state.away.insert(shard, earliest);
        }
        self.0.intake.tell();
    }

    /// Records that a shard other than the first is there again; its servers' matches get back what they lost.
    pub async fn shard_back(&self, shard: u32) {
        let of_it = |row: &MatchRow| {
            let state = self.0.shards.state();
            let guild = home(row).filter(|guild| state.shard(*guild) == shard)?;
            state.away.get(&shard).into_iter().chain(state.before.get(&guild)).min().copied()
        };
        if !self.0.shards.state().away.contains_key(&shard) {
            return;
        }
        self.give_back(of_it).await;
        self.0.shards.state().away.remove(&shard);
        self.0.shards.paid();
        self.0.intake.tell();
    }
}
