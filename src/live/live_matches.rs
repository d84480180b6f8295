//! Channels and players of live matches, for reading messages back after a gap and for checks of permissions.

use std::collections::HashSet;

use crate::game::Seat;
use crate::ids::{ChannelId, UnixMs, UserId};
use crate::live::api::Dealer;
use crate::live::error::Error;
use crate::live::store::match_row::Status;

impl Dealer {
    /// Returns the people who may have typed an order since a moment, the nearest deadlines first.
    /// Their direct messages are read back after a gap.
    pub async fn playing_since(&self, moment: UnixMs) -> Result<Vec<UserId>, Error> {
        let mut rows = self.0.store.played_since(moment).await?;
        rows.sort_by_key(|row| (row.status != Status::Running, row.deadline.is_none(), row.deadline));
        let mut seen = HashSet::new();
        let seated = rows
            .iter()
            .flat_map(|row| Seat::ALL.into_iter().filter(|&seat| !row.bots[seat]).map(|seat| row.users[seat]));
        Ok(seated.filter(|user| seen.insert(*user)).collect())
    }

    /// Returns the server channels and threads with live matches, the nearest deadlines first, then those of other events.
    pub async fn played_in(&self) -> Result<Vec<ChannelId>, Error> {
        let mut rows = self.0.store.live_matches().await?;
        rows.retain(|row| !row.in_dms);
        rows.sort_by_key(|row| (row.status != Status::Running, row.deadline.is_none(), row.deadline));
        let mut seen = HashSet::new();
        let besides = self.0.events().await?.into_iter().map(|(_, channel)| channel);
        let all = rows.iter().map(|row| row.channel).chain(besides);
        Ok(all.filter(|channel| seen.insert(*channel)).collect())
    }
}
