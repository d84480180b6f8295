//! The dealer's health report, for its operator.

use crate::live::api::Dealer;
use crate::live::store::match_row::Status;
use crate::platform::sqlite::error::StoreError;
use crate::uptime::clock::millis;
use crate::uptime::health::{BEAT_MS, Load, ServiceHealth, WriteResult};

impl Dealer {
    /// Returns the service's health.
    pub fn health(&self) -> ServiceHealth {
        let service = &self.0;
        let beat = service.signals.last_beat();
        let age = beat.map_or(0, |beat| service.clock.moment().since(beat.at));
        let limit = millis(service.options.heartbeat).saturating_add(BEAT_MS);
        ServiceHealth {
            silent_ms: (age > limit).then_some(age),
            beat: beat.map_or(WriteResult::Stored, |beat| beat.kept),
            // While the service is away no deadline fires, so none is late.
            late: if service.is_away() { None } else { service.signals.overdue(service.clock.now()) },
            clock: service.clock.healthy(),
            offset: service.clock.offset(),
        }
    }

    /// Waits for the next heartbeat.
    pub async fn next_heartbeat(&self) {
        // The sender lives as long as the dealer.
        self.0.signals.beats().changed().await.ok();
    }

    /// Returns the service's current load.
    pub async fn load(&self) -> Result<Load, StoreError> {
        let store = &self.0.store;
        let live = store.live_matches().await?;
        let count = |status| live.iter().filter(|row| row.status == status).count() as u64;
        let oldest = store.oldest_post();
        Ok(Load {
            lobbies: count(Status::Lobby),
            running: count(Status::Running),
            items: store.pending_posts() as u64,
            oldest: oldest.map_or(0, |queued| self.0.clock.now().since(queued)),
        })
    }
}
