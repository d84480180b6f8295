//! A person's events as a stream of server-sent events that can be resumed.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::sync::Arc;

use axum::extract::{Query, State};
use axum::http::HeaderMap;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures::stream;
use serde::Deserialize;
use tokio::sync::watch;

use super::malformed;
use crate::Stop;
use crate::client_event_log::ClientEvent;
use crate::people::UserKey;
use crate::world::Server;

/// The query: the person, and the last event that they have seen.
#[derive(Debug, Deserialize)]
pub(super) struct Wanted {
    user: String,
    after: Option<u64>,
}

struct Reader {
    server: Arc<Server>,
    key: UserKey,
    seen: u64,
    ready: VecDeque<ClientEvent>,
    newest: watch::Receiver<u64>,
    stop: Stop,
}

pub(super) async fn stream(
    State(server): State<Arc<Server>>,
    State(stop): State<Stop>,
    headers: HeaderMap,
    Query(wanted): Query<Wanted>,
) -> Response {
    let key: UserKey = match wanted.user.parse() {
        Ok(key) => key,
        Err(why) => return malformed(&why),
    };
    let resumed = headers.get("last-event-id").and_then(|id| id.to_str().ok()).and_then(|id| id.parse().ok());
    let (seen, newest) = {
        let world = server.world();
        let feed = &world.feeds[&key];
        (resumed.or(wanted.after).unwrap_or_else(|| feed.cursor()), feed.watch())
    };
    let reader = Reader { server, key, seen, ready: VecDeque::new(), newest, stop };
    let events = stream::unfold(reader, |mut reader| async move {
        let happening = reader.next().await?;
        let event = Event::default().id(happening.id.to_string()).event(happening.kind);
        Some((Ok::<_, Infallible>(event.data(happening.data.to_string())), reader))
    });
    Sse::new(events).keep_alive(KeepAlive::default()).into_response()
}

impl Reader {
    async fn next(&mut self) -> Option<ClientEvent> {
        loop {
            if let Some(happening) = self.ready.pop_front() {
                self.seen = happening.id;
                return Some(happening);
            }
            self.newest.borrow_and_update();
            self.ready = self.server.world().feeds[&self.key].after(self.seen).into();
            if self.ready.is_empty() {
                tokio::select! {
                    changed = self.newest.changed() => changed.ok()?,
                    () = self.stop.wait() => return None,
                }
            }
        }
    }
}
