//! Edits of a tournament's message: words first, with the pictures that are drawn in time.

use crate::ids::{ChannelId, MessageId};
use crate::messages::store::content_digest::digest;
use crate::messages::transport::SendError;
use crate::messages::ui::late_pictures::Soon;
use crate::messages::ui::outgoing::Outgoing;
use crate::platform::discord::budget::Urgency;
use crate::platform::discord::message_body::Body;
use crate::tournaments::Announcement;
use crate::tournaments::ui::picture::pictures;
use crate::tournaments::ui::tournament_text::shown;

impl Outgoing {
    /// Edits a tournament's message.
    pub(crate) async fn announce(
        &self,
        channel: ChannelId,
        message: MessageId,
        announcement: &Announcement,
    ) -> Result<(), SendError> {
        let body = shown(announcement);
        let mut pictures = pictures(&announcement.tourney);
        let digest = digest(&pictures);
        if self.brackets.get(&message).as_ref() == Some(&digest) {
            pictures.clear();
        }
        let (whole, later) = match self.drawn_soon(pictures.clone().into()).await {
            Soon::Drawn(Some(files)) => (body.clone().with(files), None),
            Soon::Drawn(None) => (body.clone(), None),
            Soon::Later(begun) => (body.clone(), Some(begun)),
        };
        match self.edit(channel, message, &whole).await {
            // A channel that forbids pictures still gets the words.
            Err(SendError::Forbidden { why }) if !pictures.is_empty() => {
                tracing::warn!(tournament = announcement.id.0, %why, "trying a tournament's message without its pictures");
                return self.edit(channel, message, &body).await;
            }
            edited => edited?,
        }
        if let Some(begun) = later
            && let Some(files) = self.drawn(begun, pictures.into()).await
        {
            self.api.budget().turn(Urgency::Dm).await;
            self.edit(channel, message, &Body::default().with(files)).await?;
        }
        self.brackets.insert(message, digest);
        Ok(())
    }
}
