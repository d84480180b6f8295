//! Changes of a tournament's message at Discord: words first, pictures with them where they are drawn in time.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::Duration;

use crate::game::Picture;
use crate::ids::{ChannelId, MessageId};
use crate::messages::transport::Undelivered;
use crate::messages::ui::outgoing::Outgoing;
use crate::messages::ui::picture::Haste;
use crate::platform::discord::body::Body;
use crate::platform::discord::budget::Urgency;
use crate::tournaments::Announcement;
use crate::tournaments::ui::picture::pictures;
use crate::tournaments::ui::words::shown;

/// How long words wait for their pictures.
const DRAWN_WITHIN: Duration = Duration::from_millis(300);

impl Outgoing {
    /// Changes a tournament's message.
    pub(crate) async fn announce(
        &self,
        channel: ChannelId,
        message: MessageId,
        announcement: &Announcement,
    ) -> Result<(), Undelivered> {
        let id = announcement.id;
        let pictures = pictures(&announcement.tourney);
        let digest = digest(&pictures);
        let body = shown(announcement);
        if pictures.is_empty() || self.tourneys.get(&id) == Some(digest) {
            return self.edit(channel, message, &body).await;
        }
        let mut drawing = Box::pin(self.drawing.boards_while(pictures, Haste::None, || true));
        let (drawn, with) = match tokio::time::timeout(DRAWN_WITHIN, &mut drawing).await {
            Ok(drawn) => (drawn, body.clone()),
            Err(_) => {
                self.edit(channel, message, &body).await?;
                let drawn = drawing.await;
                self.api.budget().turn(Urgency::Dm).await;
                (drawn, Body::default())
            }
        };
        let files = match drawn {
            Ok(files) => files.expect("they are always wanted"),
            Err(error) => {
                tracing::warn!(error = %error.words(), "a tournament's pictures cannot be drawn");
                return self.edit(channel, message, &body).await;
            }
        };
        match self.edit(channel, message, &with.with(files)).await {
            // Words are not held up by what may not stand beside them.
            Err(Undelivered::Gone { why }) => {
                tracing::warn!(tournament = id.0, %why, "a tournament's message is tried without its pictures");
                self.edit(channel, message, &body).await
            }
            edited => {
                edited?;
                self.tourneys.insert(id, digest);
                Ok(())
            }
        }
    }
}

/// Pictures in a number; the same for the same pictures.
fn digest(pictures: &[(Picture, String)]) -> u64 {
    let mut hasher = DefaultHasher::new();
    for (picture, _) in pictures {
        serde_json::to_string(&picture.scene).expect("a scene is plain data").hash(&mut hasher);
    }
    hasher.finish()
}
