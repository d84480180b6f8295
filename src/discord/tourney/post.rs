//! A tournament's message at Discord: words first, pictures with them where they are drawn in time.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::Duration;

use super::picture::pictures;
use super::words::{arrived, call, over, shown, still};
use super::{AtTourney, TourneyPress};
use crate::dealer::{Announcement, Called, MessageId, Undelivered};
use crate::discord::body::Body;
use crate::discord::budget::{Bucket, Urgency};
use crate::discord::error::Error;
use crate::discord::outgoing::Outgoing;
use crate::discord::picture::Haste;
use crate::game::Picture;

/// How long words wait for their pictures.
const DRAWN_WITHIN: Duration = Duration::from_millis(300);

impl Outgoing {
    /// Posts a tournament's message, or changes it; it.
    pub async fn announce(&self, announcement: &Announcement) -> Result<MessageId, Undelivered> {
        let id = announcement.id;
        let pictures = pictures(&announcement.tourney);
        let digest = digest(&pictures);
        let body = shown(announcement);
        // A message that is posted again, elsewhere, has none yet.
        let has_them = announcement.message.is_some() && self.tourneys.get(&id) == Some(digest);
        if pictures.is_empty() || has_them {
            return self.put(announcement, body).await;
        }
        let drawing = async {
            let drawn = self.drawing.boards_while(pictures, Haste::None, || true).await?;
            Ok(drawn.expect("they are always wanted"))
        };
        let mut drawing = Box::pin(drawing);
        let (message, drawn) = match tokio::time::timeout(DRAWN_WITHIN, &mut drawing).await {
            Ok(Ok(files)) => match self.put(announcement, body.clone().with(files)).await {
                // Words are not held up by what may not stand beside them.
                Err(Undelivered::Gone { why }) => {
                    tracing::warn!(tournament = id.0, %why, "a tournament's message is tried without its pictures");
                    return self.put(announcement, body).await;
                }
                put => (put?, Ok(())),
            },
            Ok(Err(error)) => (self.put(announcement, body).await?, Err(error)),
            Err(_) => {
                let message = self.put(announcement, body).await?;
                let drawn = match drawing.await {
                    Ok(files) => {
                        self.api.budget().turn(Urgency::Dm).await;
                        match self.edit(announcement.tourney.channel, message, &Body::default().with(files)).await {
                            Err(Undelivered::Gone { why }) => {
                                tracing::warn!(tournament = id.0, %why, "a tournament's message stays without its pictures");
                                return Ok(message);
                            }
                            edited => edited?,
                        }
                        Ok(())
                    }
                    Err(error) => Err(error),
                };
                (message, drawn)
            }
        };
        match drawn {
            Ok(()) => drop(self.tourneys.insert(id, digest)),
            Err(error) => log(&error),
        }
        Ok(message)
    }

    /// Notifies people in a separate message: to check in, or of the winner.
    pub async fn call_in(&self, announcement: &Announcement) -> Result<Option<MessageId>, Undelivered> {
        let Some(body) = call(announcement) else { return Ok(None) };
        let channel = announcement.tourney.channel;
        self.api.budget().turn(Urgency::Public).await;
        self.api.budget().channel(channel, Bucket::Messages).await;
        let of = match announcement.tourney.calls() {
            Some(Called::End(Some(winner))) => format!("e{}.{}", announcement.id, winner.0),
            Some(Called::End(None)) => format!("e{}", announcement.id),
            Some(Called::Shared(winners)) => {
                // A number for these winners, so that a call to others is another message.
                let all = winners.iter().fold(0, |all, winner| (all * 65 + winner.0 + 1) % 997);
                format!("h{}.{all}", announcement.id)
            }
            Some(Called::CheckIn(_)) | None => format!("k{}", announcement.id),
        };
        self.api.send(channel, &body.once(of)).await.map(Some)
    }

    /// Changes a call once what it says is not so any more.
    pub async fn call_is_over(
        &self,
        announcement: &Announcement,
        of: &Called,
        message: MessageId,
    ) -> Result<(), Undelivered> {
        self.edit(announcement.tourney.channel, message, &over(announcement, of)).await
    }

    /// Notifies a tournament's host of its suspension, the reason and the remedy.
    ///
    /// # Errors
    /// Discord does not take it, or the host takes no direct messages.
    pub async fn stands_still(&self, announcement: &Announcement) -> Result<(), Undelivered> {
        let Some(words) = still(&announcement.tourney) else { return Ok(()) };
        let channel = self.dm(announcement.tourney.host).await?;
        // That a channel is gone is told also of one that had only refused a moment ago.
        let what = if announcement.tourney.is_stranded() { 'd' } else { 's' };
        let of = format!("{what}{}.{}", announcement.id, announcement.tourney.channel.0 % 1_000);
        self.send(channel, &Body::text(words).once(of)).await.map(drop)
    }

    /// Announces a tournament in its new channel, to those who wait for it.
    pub async fn goes_on_here(&self, announcement: &Announcement) -> Result<(), Undelivered> {
        let channel = announcement.tourney.channel;
        self.api.budget().turn(Urgency::Public).await;
        self.api.budget().channel(channel, Bucket::Messages).await;
        let of = format!("g{}.{}", announcement.id, channel.0 % 1_000);
        self.api.send(channel, &arrived(announcement).once(of)).await.map(drop)
    }

    async fn put(&self, announcement: &Announcement, body: Body) -> Result<MessageId, Undelivered> {
        let channel = announcement.tourney.channel;
        let known = match (announcement.message, announcement.tried) {
            // A button that it has while people sign up, and so whenever it may have been posted.
            (None, Some(since)) => {
                let marker = AtTourney { id: announcement.id, press: TourneyPress::Leave }.to_string();
                self.posted_with(channel, since, &marker).await?.map(MessageId)
            }
            (known, _) => known,
        };
        self.api.budget().turn(Urgency::Public).await;
        if let Some(message) = known {
            return self.edit(channel, message, &body).await.map(|()| message);
        }
        self.api.budget().channel(channel, Bucket::Messages).await;
        self.api.send(channel, &body.once(format!("t{}", announcement.id))).await
    }
}

fn log(error: &Error) {
    tracing::warn!(error = %error.words(), "a tournament's pictures cannot be drawn");
}

/// Pictures in a number; the same for the same pictures.
fn digest(pictures: &[(Picture, String)]) -> u64 {
    let mut hasher = DefaultHasher::new();
    for (picture, _) in pictures {
        serde_json::to_string(&picture.scene).expect("a scene is plain data").hash(&mut hasher);
    }
    hasher.finish()
}
