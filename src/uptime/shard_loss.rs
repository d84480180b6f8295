//! Matches whose shard is lost: their wait and their credit.

use std::collections::{BTreeMap, HashMap};

use crate::ids::{GuildId, UnixMs};
use crate::live::actor::MatchActor;
use crate::live::api::Dealer;
use crate::live::service::Service;
use crate::live::store::match_row::{MatchRow, Status};
use crate::platform::sqlite::error::StoreError;
use crate::uptime::shards::SETTLE_MS;

/// Returns the server whose shard a match waits for; a match in direct messages waits for shard 0 only.
const fn server_of(row: &MatchRow) -> Option<GuildId> {
    if row.in_dms { None } else { Some(row.guild) }
}

impl Service {
    /// Returns the time since which a match's own shard is away.
    pub(crate) fn shard_away(&self, row: &MatchRow) -> Option<UnixMs> {
        server_of(row).and_then(|guild| self.shards.away(guild))
    }

    /// Returns when a match's server was cut off before the restart, if its matches are not credited yet.
    pub(crate) fn cut_before_restart(&self, row: &MatchRow) -> Option<UnixMs> {
        server_of(row).and_then(|guild| self.shards.cut_before_restart(guild))
    }

    /// Returns disconnected servers with running matches, and the times since when.
    pub(crate) async fn cut_off(&self) -> Result<HashMap<GuildId, UnixMs>, StoreError> {
        if !self.shards.any() {
            return Ok(HashMap::new());
        }
        let running = self.store.live_matches().await?.into_iter().filter(|row| row.status == Status::Running);
        Ok(running
            .filter_map(|row| server_of(&row))
            .filter_map(|guild| Some((guild, self.shards.lost(guild)?)))
            .collect())
    }
}

impl MatchActor {
    /// Whether the service is away, or the match's own shard is.
    pub(crate) fn is_away(&self) -> bool {
        self.service.is_away() || self.service.shard_away(&self.row).is_some()
    }

    /// Whether the events of the match's people cannot arrive.
    pub(crate) fn is_cut(&self) -> bool {
        let shards = &self.service.shards;
        self.service.pending_events.is_disconnected() || server_of(&self.row).is_some_and(|guild| shards.is_cut(guild))
    }

    /// Returns the moment before which no timer of this match is due, and no command is judged by its timestamp.
    pub(crate) fn settles_until(&self) -> Option<UnixMs> {
        let own = server_of(&self.row).and_then(|guild| self.service.shards.settles_until(guild));
        self.service.check_for_stall().into_iter().chain(own).max()
    }
}

impl Dealer {
    /// Records the number of shards. If it changes, the loss of one shard counts as an absence of the whole service until [`Dealer::record_back`]
    /// is called.
    pub fn set_shard_count(&self, total: u32) {
        let gone = {
            let mut state = self.0.shards.0.lock();
            if state.total == total.max(1) {
                return;
            }
            state.total = total.max(1);
            let gone = state.deadlines_held_since.values().min().copied();
            (state.disconnected_since, state.deadlines_held_since, state.settles_until) =
                (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
            gone
        };
        if let Some(since) = gone {
            self.0.begin_absence(since);
        }
        self.0.pending_events.notify();
    }

    /// Records whether a shard other than shard 0 is connected.
    pub fn record_shard_connected(&self, shard: u32, up: bool) {
        let now = self.0.clock.now();
        {
            let mut state = self.0.shards.0.lock();
            if up != state.disconnected_since.contains_key(&shard) {
                return;
            }
            if up {
                state.disconnected_since.remove(&shard);
                state.settles_until.insert(shard, now.plus(SETTLE_MS));
            } else {
                state.disconnected_since.insert(shard, now);
            }
        }
        self.0.pending_events.notify();
    }

    /// Records that a shard other than shard 0 is away since a moment; no deadline of its servers' matches fires from now on.
    pub fn record_shard_away(&self, shard: u32, since: UnixMs) {
        {
            let mut state = self.0.shards.0.lock();
            let earliest = state.deadlines_held_since.get(&shard).map_or(since, |before| (*before).min(since));
            state.deadlines_held_since.insert(shard, earliest);
        }
        self.0.pending_events.notify();
    }

    /// Records that a shard other than shard 0 is back, and credits its servers' matches.
    pub async fn shard_back(&self, shard: u32) {
        let of_it = |row: &MatchRow| {
            let state = self.0.shards.0.lock();
            let guild = server_of(row).filter(|guild| state.shard(*guild) == shard)?;
            state
                .deadlines_held_since
                .get(&shard)
                .into_iter()
                .chain(state.cut_before_restart.get(&guild))
                .min()
                .copied()
        };
        if !self.0.shards.0.lock().deadlines_held_since.contains_key(&shard) {
            return;
        }
        self.credit_matches(of_it).await;
        self.0.shards.0.lock().deadlines_held_since.remove(&shard);
        self.0.shards.drop_credited();
        self.0.pending_events.notify();
    }
}
