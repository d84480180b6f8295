//! The suspension of a tournament whose channel is lost; nobody loses a match by it.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::ids::{ChannelId, GuildId, MatchId, Snowflake, UnixMs};
use crate::live::api::Dealer;
use crate::live::error::Error;
use crate::live::service::Service;
use crate::live::store::match_row::{MatchRow, Status};
use crate::messages::retry::refusal_backoff;
use crate::messages::store::post::{Lane, Owner};
use crate::messages::topic_message::Topic;
use crate::messages::topic_posts::topic_post;
use crate::messages::transport::DELETED;
use crate::platform::sqlite::query::as_json;
use crate::tournaments::server_tournament::{Phase, Suspension, Tourney, refused};
use crate::uptime::clock::millis;

impl Tourney {
    /// Whether the channel is deleted.
    pub fn is_channel_deleted(&self) -> bool {
        self.suspension.as_ref().is_some_and(Suspension::is_channel_deleted)
    }

    /// Suspends the tournament because of a lost channel, unless it has moved to another channel.
    pub(crate) fn suspend(&mut self, channel: ChannelId, why: &str, now: UnixMs) {
        if channel != self.channel || !self.is_unfinished() || self.is_channel_deleted() {
            return;
        }
        let tries = self.suspension.as_ref().map_or(0, |suspension| suspension.tries);
        let again = Some(now.plus(millis(refusal_backoff(tries))));
        self.suspension = Some(Suspension { why: why.to_owned(), tries: tries + 1, again });
    }

    /// Whether its matches may be opened and its message reconciled.
    pub(crate) fn may_post(&self) -> bool {
        self.suspension.as_ref().is_none_or(|suspension| suspension.again.is_none())
    }

    /// Starts an attempt if one is due, or `at_once`; the players of unopened matches have their whole time.
    pub(crate) fn try_again(&mut self, now: UnixMs, at_once: bool) {
        let Some(suspension) = self.suspension.as_mut().filter(|suspension| !suspension.is_channel_deleted()) else {
            return;
        };
        if suspension.again.is_some_and(|again| at_once || again <= now) {
            suspension.again = None;
            self.give_whole_time(now);
        }
    }

    /// Tries refused posts again at once. It first records earlier losses, because they say nothing about the channel now. A
    /// tournament with a deleted channel continues if that channel is known to exist.
    pub(crate) fn retry_channel(&mut self, rows: &[MatchRow], is_there: bool, now: UnixMs, id: Snowflake) {
        // The next pass calls unneeded lobbies off.
        self.update_from_matches(rows, now, id);
        if is_there && self.is_channel_deleted() {
            self.suspension = None;
            self.give_whole_time(now);
        }
        self.try_again(now, true);
    }

    /// Gives their whole time to the players who have to check in, or whose match is still to be opened.
    fn give_whole_time(&mut self, now: UnixMs) {
        if let Phase::CheckIn { until, .. } = &mut self.phase {
            *until = now.plus(self.check_in_ms.unwrap_or(0));
        }
        let bouts = self.play.iter_mut().flat_map(|play| &mut play.bouts);
        for bout in bouts.filter(|bout| bout.opened.is_none() && !bout.closed) {
            bout.until = now.plus(self.round_ms);
        }
    }

    /// The time of the next attempt.
    pub(crate) fn due(&self) -> Option<UnixMs> {
        self.suspension.as_ref().filter(|suspension| !suspension.is_channel_deleted())?.again
    }

    /// Ends the suspension once the repeated posts have arrived.
    pub(crate) fn end_suspension(&mut self, matches: &BTreeMap<MatchId, MatchRow>) {
        let posted = |m: &MatchId| matches.get(m).is_some_and(|row| row.status != Status::Lobby || row.card.is_some());
        let mut bouts = self.play.iter().flat_map(|play| &play.bouts).filter(|bout| !bout.closed);
        if self.may_post() && bouts.all(|bout| bout.opened.as_ref().is_some_and(|m| m.as_ref().map_or(true, posted))) {
            self.suspension = None;
        }
    }

    /// Continues in another channel: every deadline is renewed in full, and players are notified again.
    pub(crate) fn move_to_channel(&mut self, to: ChannelId, now: UnixMs) {
        (self.channel, self.suspension, self.last_notice) = (to, None, None);
        if let Phase::CheckIn { since, .. } = &mut self.phase {
            *since = now;
        }
        self.give_whole_time(now);
    }
}

impl Dealer {
    /// The tournaments of a server that are running, or whose end is yet to be announced, with their channels.
    pub async fn tourneys_of(&self, guild: GuildId) -> Result<Vec<(Snowflake, ChannelId)>, Error> {
        Ok(self.0.store.tournaments_going(Some(guild)).await?)
    }

    /// Moves a tournament whose channel is deleted to another channel. The caller checks rights.
    pub async fn move_tourney(&self, id: Snowflake, to: ChannelId) -> Result<Tourney, Error> {
        let turn = self.0.tourneys.lock().await;
        let (_, mut tourney) = self.0.tourney(id).await?;
        if !tourney.is_channel_deleted() {
            return Err(refused(format!("It continues in <#{}>.", tourney.channel)).into());
        }
        if self.tourney_in(to).await?.is_some_and(|(_, other)| other.is_running()) {
            return Err(refused("Another tournament is running in this channel; choose another channel.").into());
        }
        tourney.move_to_channel(to, self.0.clock.now());
        let posts = [Topic::Bracket, Topic::Arrival].map(|topic| topic_post(topic, tourney.host)).to_vec();
        self.0.store.move_tournament(id, to, as_json(&tourney), posts, self.0.clock.now()).await?;
        self.0.wake_lane(Owner::Tournament(id), Lane::Channel);
        drop(turn);
        self.0.wake_loops.send_replace(());
        Ok(tourney)
    }

    /// Records that a tournament's channel exists, because somebody used a command in it: refused posts are tried again at
    /// once.
    pub async fn tourney_channel_exists(&self, id: Snowflake) -> Result<(), Error> {
        self.0.retry_channel(id, true).await
    }

    /// Moves the tournament of a match to another channel. The caller checks rights, and that the tournament's own channel is deleted.
    pub async fn move_tourney_of(
        &self,
        m: MatchId,
        guild: GuildId,
        from: ChannelId,
        to: ChannelId,
    ) -> Result<(), Error> {
        for (id, there) in self.tourneys_of(guild).await? {
            if there == from && self.0.tourney(id).await?.1.matches().contains(&m) {
                self.0.change_suspension(id, |tourney, _, now| tourney.suspend(from, DELETED, now)).await?;
                return match self.move_tourney(id, to).await {
                    Ok(_) | Err(Error::Refused(_)) => Ok(()),
                    Err(fault) => Err(fault),
                };
            }
        }
        Ok(())
    }
}

impl Service {
    /// Tries the posts of a server's suspended tournaments again.
    pub(crate) async fn retry_tourneys(self: &Arc<Self>, guild: GuildId) -> Result<(), Error> {
        for (id, _) in self.store.tournaments_going(Some(guild)).await? {
            self.retry_channel(id, false).await?;
        }
        Ok(())
    }

    /// Tries the posts that a tournament's channel refused again; `is_there` if the channel is known to exist.
    async fn retry_channel(self: &Arc<Self>, id: Snowflake, is_there: bool) -> Result<(), Error> {
        self.change_suspension(id, |tourney, rows, now| tourney.retry_channel(rows, is_there, now, id)).await
    }

    /// Changes a tournament's suspension.
    pub(crate) async fn change_suspension(
        self: &Arc<Self>,
        id: Snowflake,
        change: impl FnOnce(&mut Tourney, &[MatchRow], UnixMs),
    ) -> Result<(), Error> {
        let change = |tourney: &mut Tourney, rows: &[MatchRow], now| {
            change(tourney, rows, now);
            Ok(())
        };
        self.update_tourney(id, change).await.map(drop)
    }
}
