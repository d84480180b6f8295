//! Matches whose shard is lost: what they wait for, and what they get back.

use std::collections::{BTreeMap, HashMap};

use crate::ids::{GuildId, UnixMs};
use crate::live::actor::MatchActor;
use crate::live::api::Dealer;
use crate::live::service::Service;
use crate::live::store::rows::{MatchRow, Status};
use crate::platform::sqlite::error::StoreError;
use crate::uptime::shards::SETTLE_MS;

/// The server whose shard a match waits for; one that is played in direct messages waits for the first alone.
const fn home(row: &MatchRow) -> Option<GuildId> {
    if row.private { None } else { Some(row.guild) }
}

impl Service {
    /// Since when a match's own shard is away.
    pub(crate) fn shard_away(&self, row: &MatchRow) -> Option<UnixMs> {
        home(row).and_then(|guild| self.shards.away(guild))
    }

    /// Since when a match has lost time that others have not, from before a restart.
    pub(crate) fn lost_before(&self, row: &MatchRow) -> Option<UnixMs> {
        home(row).and_then(|guild| self.shards.before(guild))
    }

    /// The servers that are cut off and have something to lose, since when.
    pub(crate) async fn cut_off(&self) -> Result<HashMap<GuildId, UnixMs>, StoreError> {
        if !self.shards.any() {
            return Ok(HashMap::new());
        }
        let running = self.store.live_matches().await?.into_iter().filter(|row| row.status == Status::Running);
        Ok(running.filter_map(|row| home(&row)).filter_map(|guild| Some((guild, self.shards.lost(guild)?))).collect())
    }
}

impl MatchActor {
    /// Whether the service is cut off from what this match needs.
    pub(crate) fn is_away(&self) -> bool {
        self.service.is_away() || self.service.shard_away(&self.row).is_some()
    }

    /// Whether what its people do is not heard.
    pub(crate) fn is_cut(&self) -> bool {
        let shards = &self.service.shards;
        self.service.ingress.is_cut() || home(&self.row).is_some_and(|guild| shards.is_cut(guild))
    }

    /// Before which moment nothing is due here, and nothing is judged by its stamp.
    pub(crate) fn settled(&self) -> Option<UnixMs> {
        let own = home(&self.row).and_then(|guild| self.service.shards.settled(guild));
        self.service.settled().into_iter().chain(own).max()
    }
}

impl Dealer {
    /// Records how many shards there are. Where it is another number, who was cut off from one counts as cut off from all: until
    /// [`Dealer::back`] is called.
    pub fn shards(&self, total: u32) {
        let gone = {
            let mut state = self.0.shards.0.lock();
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
        self.0.ingress.tell();
    }

    /// Records whether a shard other than the first is heard.
    pub fn shard_hears(&self, shard: u32, up: bool) {
        let now = self.0.clock.now();
        {
            let mut state = self.0.shards.0.lock();
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
        self.0.ingress.tell();
    }

    /// Records that a shard other than the first is gone since a moment: no deadline of its servers' matches fires from here on.
    pub fn shard_away(&self, shard: u32, since: UnixMs) {
        {
            let mut state = self.0.shards.0.lock();
            let earliest = state.away.get(&shard).map_or(since, |before| (*before).min(since));
            state.away.insert(shard, earliest);
        }
        self.0.ingress.tell();
    }

    /// Records that a shard other than the first is there again; its servers' matches get back what they lost.
    pub async fn shard_back(&self, shard: u32) {
        let of_it = |row: &MatchRow| {
            let state = self.0.shards.0.lock();
            let guild = home(row).filter(|guild| state.shard(*guild) == shard)?;
            state.away.get(&shard).into_iter().chain(state.before.get(&guild)).min().copied()
        };
        if !self.0.shards.0.lock().away.contains_key(&shard) {
            return;
        }
        self.give_back(of_it).await;
        self.0.shards.0.lock().away.remove(&shard);
        self.0.shards.paid();
        self.0.ingress.tell();
    }
}
