//! A tournament's announcement, and the actions once its messages show it.

use std::sync::Arc;

use crate::ids::{Snowflake, UnixMs};
use crate::live::error::Error;
use crate::live::service::Service;
use crate::messages::compose;
use crate::messages::event_message::Topic;
use crate::messages::event_posts::item;
use crate::messages::spec::lobby_card::Terms;
use crate::messages::store::post::{External, Lane, NewPost, Owner};
use crate::table::Header;
use crate::tournaments::FOLLOWS;
use crate::tournaments::announcement::Announcement;
use crate::tournaments::server_tournament::Phase;
use crate::uptime::clock::millis;

impl Service {
    pub(crate) async fn announcement(&self, id: Snowflake) -> Result<Announcement, Error> {
        let (row, tourney) = self.tourney(id).await?;
        let rows = self.store.bouts(&tourney.matches()).await?;
        let matches = rows.into_iter().map(|row| (row.id, row)).collect();
        let mut terms = Terms::default();
        if let Ok(mut header) = Header::read(&tourney.header) {
            // Quiet hours by the server's clock at the opening.
            self.set_time_of_day(&mut header, tourney.guild, id.ms()).await?;
            terms = compose::terms(&header, id.ms(), false, true);
        }
        let bracket = self.bracket_post(id).await?;
        let message = bracket.and_then(|post| post.at).map(|(_, message)| message);
        let since = UnixMs(self.clock.now().0.saturating_sub_unsigned(millis(FOLLOWS)));
        Ok(Announcement {
            id,
            tourney,
            matches,
            message,
            terms,
            ended: row.ended.is_some(),
            followed: row.ended.is_none_or(|at| at > since),
        })
    }

    /// Called once a tournament's messages show its state: continues a suspended tournament, and notifies its players, once each time.
    pub(crate) async fn is_announced(self: &Arc<Self>, id: Snowflake) -> Result<(), Error> {
        let owner = Owner::Tournament(id);
        let _turn = self.tourneys.lock().await;
        let announcement = self.announcement(id).await?;
        let before = &announcement.tourney;
        let mut tourney = before.clone();
        if announcement.message.is_none() || !tourney.opens() {
            return Ok(());
        }
        if self.store.refused_backlog(owner).await?.is_none() {
            tourney.end_suspension(&announcement.matches);
        }
        let queued: Vec<_> = self.topics(owner).await?.into_iter().map(|(_, topic)| topic).collect();
        if let Some(call) = tourney.calls().filter(|calls| tourney.last_call.as_ref() != Some(calls)).map(Topic::Call)
            && !queued.contains(&call)
        {
            let call = item(call, tourney.host);
            let result = (tourney.phase == Phase::Over).then_some(Lane::External(External::Result));
            let result = result.map(|lane| NewPost { lane, ..call.clone() });
            self.say_all(owner, [call].into_iter().chain(result).collect()).await?;
        }
        let ends = !announcement.ended && !tourney.is_unfinished() && tourney.suspension.is_none();
        if tourney != *before || ends { self.keep_tourney(id, before, &tourney).await } else { Ok(()) }
    }
}
