//! Messages whose picture is not drawn in time: they are sent without it, and it follows by an edit.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use tokio_util::task::AbortOnDropHandle;

use crate::ids::{ChannelId, MatchId, MessageId};
use crate::messages::composed::{ComposedMessage, ComposedPicture, Pictures};
use crate::messages::transport::{Delivered, OutboxItem, SendError};
use crate::messages::ui::drawing_pool::DrawPriority;
use crate::messages::ui::outgoing::Outgoing;
use crate::messages::ui::render;
use crate::platform::discord::error::Error;
use crate::platform::discord::message_body::{Body, File};

/// The longest time that a message waits for its picture.
const PICTURE_WITHIN: Duration = Duration::from_millis(300);
/// The latest time at which drawing can begin for that.
const BEGUN_WITHIN: Duration = Duration::from_millis(200);

/// A drawing that has begun.
pub(crate) type Begun = AbortOnDropHandle<Result<Option<Vec<File>>, Error>>;

/// The newest late picture of each match that is being drawn, with its message.
pub(crate) type Drawings = Mutex<HashMap<MatchId, (MessageId, Begun)>>;

/// The state of pictures after that wait.
pub(crate) enum Soon {
    /// Drawn pictures, or `None` if they cannot be drawn.
    Drawn(Option<Vec<File>>),
    /// Late pictures, with their drawing if it has begun.
    Later(Option<Begun>),
}

impl Outgoing {
    /// Draws pictures if that takes a moment only. The poster of a finished match is begun at once, and is rarely in time.
    pub(crate) async fn drawn_soon(&self, pictures: Pictures) -> Soon {
        let Pictures { drawn: pictures, finished } = pictures;
        if pictures.is_empty() {
            return Soon::Drawn(None);
        }
        let posters = self.posters.clone();
        let (drawing, begun) = (self.drawing.clone(), Arc::new(AtomicBool::new(false)));
        let (begins, asked) = (Arc::clone(&begun), Instant::now());
        let drawing = self.tasks.spawn(async move {
            let in_time = || {
                let in_time = begins.load(Ordering::Relaxed) || asked.elapsed() < BEGUN_WITHIN;
                begins.store(in_time, Ordering::Relaxed);
                in_time
            };
            let pictures = match finished {
                Some(finished) => {
                    begins.store(true, Ordering::Relaxed);
                    posters.of(&finished).await.map_or(pictures, |poster| vec![poster])
                }
                None => pictures,
            };
            drawing.boards_while(pictures, DrawPriority::None, in_time).await
        });
        let mut drawing = AbortOnDropHandle::new(drawing);
        match tokio::time::timeout(PICTURE_WITHIN, &mut drawing).await {
            // Drawing could not begin in time, so it begins when the picture is sent: pictures that can still be in time go first.
            Ok(Ok(Ok(None))) | Err(_) => {
                Soon::Later((begun.load(Ordering::Relaxed) && !drawing.is_finished()).then_some(drawing))
            }
            Ok(drawn) => Soon::Drawn(drawn.ok().and_then(Result::ok).flatten()),
        }
    }

    /// Draws pictures without a time limit.
    pub(crate) async fn drawn(&self, begun: Option<Begun>, pictures: Pictures) -> Option<Vec<File>> {
        if let Some(begun) = begun {
            return begun.await.ok().and_then(Result::ok).flatten();
        }
        let poster = match &pictures.finished {
            Some(finished) => self.posters.of(finished).await,
            None => None,
        };
        let pictures = poster.map_or(pictures.drawn, |poster| vec![poster]);
        self.drawing.boards_while(pictures, DrawPriority::None, || true).await.ok().flatten()
    }

    /// Sends a public or private message, with its pictures if they are drawn in time.
    pub(crate) async fn send_with_pictures(
        &self,
        channel: ChannelId,
        item: &OutboxItem,
        content: &ComposedMessage,
        body: Body,
    ) -> Result<Delivered, SendError> {
        let pictures = render::pictures(content);
        let drawn = match content {
            // No picture can follow a message to one person.
            ComposedMessage::Private(_) if !pictures.drawn.is_empty() => Soon::Drawn(self.drawn(None, pictures).await),
            _ => self.drawn_soon(pictures).await,
        };
        let (body, later) = match drawn {
            Soon::Drawn(Some(files)) => (body.with(files), None),
            Soon::Drawn(None) => (body, None),
            Soon::Later(begun) => (body, Some(begun)),
        };
        let message = self.send_item(channel, item, &body).await?;
        let pictured = later.is_none();
        // A tournament's message and a prompt are edited once their picture is drawn.
        let public = matches!(content, ComposedMessage::Public(_));
        if let (Some(files), Some(of)) = (later.flatten().filter(|_| public), item.owner.match_id()) {
            self.drawings.lock().insert(of, (message, files));
        }
        Ok(Delivered { channel, message, pictured })
    }

    /// Attaches the late picture to its message.
    pub(crate) async fn attach(
        &self,
        channel: ChannelId,
        item: &OutboxItem,
        late: &ComposedPicture,
    ) -> Result<(), SendError> {
        let begun = item.owner.match_id().and_then(|of| {
            let mut drawings = self.drawings.lock();
            let this = drawings.get(&of).is_some_and(|(message, _)| *message == late.message);
            this.then(|| drawings.remove(&of)).flatten()
        });
        let Some(files) = self.drawn(begun.map(|(_, files)| files), late.pictures.clone()).await else {
            return Err(SendError::Rejected { why: "the picture cannot be drawn".to_owned() });
        };
        self.edit(channel, late.message, &Body::default().with(files)).await
    }
}
