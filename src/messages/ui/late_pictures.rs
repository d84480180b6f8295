//! Messages whose picture is not drawn in time: they are sent without it, and it follows by an edit.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use tokio_util::task::AbortOnDropHandle;

use crate::game::Picture;
use crate::ids::ChannelId;
use crate::messages::spec::{Finished, LatePicture, MessageSpec};
use crate::messages::transport::{Delivered, OutboxItem, SendError};
use crate::messages::ui::drawing_pool::DrawPriority;
use crate::messages::ui::drawings_in_progress::{Begun, Drawing};
use crate::messages::ui::outgoing::Outgoing;
use crate::messages::ui::render;
use crate::platform::discord::message_body::{Body, File};

/// The longest time that a message waits for its picture.
const PICTURE_WITHIN: Duration = Duration::from_millis(300);
/// The latest time at which drawing can begin for that.
const BEGUN_WITHIN: Duration = Duration::from_millis(200);

/// The state of pictures after that wait.
pub(crate) enum Soon {
    /// Drawn pictures, or `None` if they cannot be drawn.
    Drawn(Option<Vec<File>>),
    /// Late pictures, with their drawing if it has begun.
    Later(Option<Begun>),
}

impl Outgoing {
    /// Draws pictures if that takes a moment only. The poster of a finished match is begun at once, and is rarely in time.
    pub(crate) async fn drawn_soon(&self, pictures: Vec<(Picture, String)>, of: Option<Arc<Finished>>) -> Soon {
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
            let pictures = match of {
                Some(of) => {
                    begins.store(true, Ordering::Relaxed);
                    posters.of(&of).await.map_or(pictures, |poster| vec![poster])
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
    pub(crate) async fn drawn(
        &self,
        begun: Option<Begun>,
        pictures: Vec<(Picture, String)>,
        of: Option<&Arc<Finished>>,
    ) -> Option<Vec<File>> {
        if let Some(begun) = begun {
            return begun.await.ok().and_then(Result::ok).flatten();
        }
        let poster = match of {
            Some(of) => self.posters.of(of).await,
            None => None,
        };
        let pictures = poster.map_or(pictures, |poster| vec![poster]);
        self.drawing.boards_while(pictures, DrawPriority::None, || true).await.ok().flatten()
    }

    /// Sends a public or private message, with its pictures if they are drawn in time.
    pub(crate) async fn send_with_pictures(
        &self,
        channel: ChannelId,
        item: &OutboxItem,
        body: Body,
    ) -> Result<Delivered, SendError> {
        let pictures = render::pictures(&item.spec);
        let finished = item.spec.attachment().and_then(|attachment| attachment.finished.clone());
        let drawn = match &item.spec {
            // No picture can follow a message to one person.
            MessageSpec::Private(_) if !pictures.is_empty() => {
                Soon::Drawn(self.drawn(None, pictures, finished.as_ref()).await)
            }
            _ => self.drawn_soon(pictures, finished).await,
        };
        let (body, later) = match drawn {
            Soon::Drawn(Some(files)) => (body.with(files), None),
            Soon::Drawn(None) => (body, None),
            Soon::Later(begun) => (body, Some(begun)),
        };
        let message = self.send_item(channel, item, &body).await?;
        let pictured = later.is_none();
        // A tournament's message and a prompt are edited once their picture is drawn.
        let public = matches!(item.spec, MessageSpec::Public(_));
        if let (Some(files), Some(of)) = (later.flatten().filter(|_| public), item.owner.match_id()) {
            self.drawings.0.lock().insert(of, Drawing { of: message, files });
        }
        Ok(Delivered { channel, message, pictured })
    }

    /// Attaches the late picture to its message.
    pub(crate) async fn attach(
        &self,
        channel: ChannelId,
        item: &OutboxItem,
        late: &LatePicture,
    ) -> Result<(), SendError> {
        let begun = item.owner.match_id().and_then(|of| {
            let mut drawings = self.drawings.0.lock();
            let this = drawings.get(&of).is_some_and(|drawing| drawing.of == late.message);
            this.then(|| drawings.remove(&of)).flatten()
        });
        let drawn = self
            .drawn(begun.map(|drawing| drawing.files), render::pictures(&item.spec), late.attachment.finished.as_ref())
            .await;
        let Some(files) = drawn else {
            return Err(SendError::Rejected { why: "the picture cannot be drawn".to_owned() });
        };
        self.edit(channel, late.message, &Body::default().with(files)).await
    }
}
