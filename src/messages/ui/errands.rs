//! Messages of tournaments and game drafts.

use crate::game_draft::GameDraft;
use crate::game_draft::ui::game_draft;
use crate::ids::{ChannelId, MessageId, Snowflake, UnixMs};
use crate::messages::errand::Errand;
use crate::messages::transport::Undelivered;
use crate::messages::ui::outgoing::of_channel;
use crate::messages::ui::outgoing::{Outgoing, carries, id_of};
use crate::platform::discord::budget::Urgency;

/// By so much our clock may be ahead, in ms.
const MARGIN_MS: u64 = 60_000;
/// The most that is read back at a time.
const PAGE: u8 = 100;

impl Outgoing {
    /// Runs an errand; what stands at Discord then.
    pub(crate) async fn errand(&self, errand: &Errand) -> Result<Option<u64>, Undelivered> {
        match errand {
            Errand::Tournament(announcement) => self.announce(announcement).await.map(|at| Some(at.0)),
            Errand::Call(announcement) => self.call_in(announcement).await.map(|at| at.map(|at| at.0)),
            Errand::Suspended(announcement) => self.stands_still(announcement).await.map(|()| None),
            Errand::Arrived(announcement) => self.goes_on_here(announcement).await.map(|()| None),
            Errand::Turn { id, choosing } => self.ask_turn(*id, choosing).await.map(|at| Some(at.0)),
            Errand::DraftSuspended { id, choosing } => {
                self.draft_is_suspended(*id, choosing).await.map(|at| at.map(|at| at.0))
            }
            Errand::Drafted { id, choosing, message, passed } => {
                let body = if *passed { game_draft::passed(choosing) } else { game_draft::shown(*id, choosing) };
                self.api.budget().turn(Urgency::Public).await;
                self.edit(choosing.channel, *message, &body).await.map(|()| None)
            }
            Errand::CallOver { announcement, of, message } => {
                self.api.budget().turn(Urgency::Tidy).await;
                self.call_is_over(announcement, of, *message).await.map(|()| None)
            }
            Errand::DraftResumed { choosing, message } => {
                self.api.budget().turn(Urgency::Tidy).await;
                let channel = self.dm(choosing.host).await?;
                self.edit(channel, *message, &game_draft::resumed_notice(choosing)).await.map(|()| None)
            }
        }
    }

    /// Posts the present turn of a game draft, once however often that is tried.
    async fn ask_turn(&self, id: Snowflake, choosing: &GameDraft) -> Result<MessageId, Undelivered> {
        let body = game_draft::shown(id, choosing).once(format!("c{}.{}", id.0, choosing.turn));
        match self.send_patiently(choosing.channel, &body).await.map_err(of_channel) {
            Err(Undelivered::Gone { why }) => {
                Err(Undelivered::Gone { why: self.explained(choosing.channel, why).await })
            }
            asked => asked,
        }
    }

    /// Tells the host of a game draft that it is suspended, or called off because of its channel.
    async fn draft_is_suspended(&self, id: Snowflake, choosing: &GameDraft) -> Result<Option<MessageId>, Undelivered> {
        let Some(body) = game_draft::suspended_notice(id, choosing) else { return Ok(None) };
        let what = if choosing.came.is_some() { 'd' } else { 's' };
        let channel = self.dm(choosing.host).await?;
        self.send_patiently(channel, &body.once(format!("{what}{}.{}", id.0, choosing.turn))).await.map(Some)
    }

    /// A message since a moment that has a button with this id.
    pub(crate) async fn posted_with(
        &self,
        channel: ChannelId,
        since: UnixMs,
        wanted: &str,
    ) -> Result<Option<u64>, Undelivered> {
        let mut after = Snowflake::at(UnixMs(since.0.saturating_sub_unsigned(MARGIN_MS))).0;
        loop {
            self.api.budget().turn(Urgency::Tidy).await;
            let page = self.api.messages_after(channel, after, PAGE).await?;
            if let Some(found) = page.iter().find(|message| carries(&message["components"], wanted)) {
                return Ok(id_of(found));
            }
            match page.iter().filter_map(id_of).max() {
                Some(newest) if page.len() == usize::from(PAGE) => after = newest,
                _ => return Ok(None),
            }
        }
    }
}
