//! Announces a tournament's check-in or its winner once the tournament's message shows it, and the end of a suspension.

use std::sync::Arc;

use crate::ids::Snowflake;
use crate::live::error::Error;
use crate::live::service::Service;
use crate::messages::store::post::{External, Lane, NewPost, Owner};
use crate::messages::topic_message::Topic;
use crate::messages::topic_posts::topic_post;
use crate::tournaments::server_tournament::Phase;

impl Service {
    /// Called once a tournament's messages show its state: continues a suspended tournament, and notifies its players, once each time.
    pub(crate) async fn notify_players(self: &Arc<Self>, id: Snowflake) -> Result<(), Error> {
        let owner = Owner::Tournament(id);
        let _turn = self.tourneys.lock().await;
        let announcement = self.announcement(id).await?;
        let before = &announcement.tourney;
        let mut tourney = before.clone();
        if announcement.message.is_none() || !tourney.may_post() {
            return Ok(());
        }
        if self.store.refused_backlog(owner).await?.is_none() {
            tourney.end_suspension(&announcement.matches);
        }
        let queued: Vec<_> = self.topics(owner).await?.into_iter().map(|(_, topic)| topic).collect();
        if let Some(notice) = tourney
            .pending_notice()
            .filter(|notice| tourney.last_notice.as_ref() != Some(notice))
            .map(Topic::PlayerNotice)
            && !queued.contains(&notice)
        {
            let notice = topic_post(notice, tourney.host);
            let result = (tourney.phase == Phase::Over).then_some(Lane::External(External::Result));
            let result = result.map(|lane| NewPost { lane, ..notice.clone() });
            self.say_all(owner, [notice].into_iter().chain(result).collect()).await?;
        }
        let ends = !announcement.ended && !tourney.is_unfinished() && tourney.suspension.is_none();
        if tourney != *before || ends { self.keep_tourney(id, before, &tourney).await } else { Ok(()) }
    }
}
