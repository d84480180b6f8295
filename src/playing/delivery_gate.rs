//! Delivery gate: whether the prompts of a match have reached their players.
//!
//! No deadline passes before its prompt has reached the player, and the delay of a late prompt is credited. The clocks
//! wait while Discord accepts neither the public nor the private message. One of the two is enough. A message that can
//! never arrive is not waited for.

use std::sync::Arc;

use futures::FutureExt;

use crate::game::{BySeat, Seat, Wants};
use crate::ids::StepId;
use crate::live::actor::MatchActor;
use crate::live::admission::Admission::Credit;
use crate::live::service::Service;
use crate::live::store::match_row::MatchRow;
use crate::messages::queued_message::{Controls, QueuedMessage};
use crate::messages::store::post::Post;
use crate::platform::sqlite::error::StoreError;
use crate::uptime::clock::millis;

/// The seats to which a post shows the prompt with a mark.
fn shows(post: &Post, mark: StepId) -> BySeat<bool> {
    let shows = post.shows.filter(|shows| shows.mark == mark);
    BySeat::from_fn(|seat| shows.is_some_and(|shows| shows.seat.is_none_or(|whose| whose == seat)))
}

/// The seats that a post asks; a public message may show a prompt without asking.
fn asks(post: &Post, mark: StepId) -> BySeat<bool> {
    let everyone = post.shows.is_some_and(|shows| shows.user.is_none());
    if everyone && controls(post).is_none_or(|controls| !controls.is_question()) {
        return BySeat::default();
    }
    shows(post, mark)
}

fn controls(post: &Post) -> Option<Controls> {
    match serde_json::from_str(&post.payload) {
        Ok(QueuedMessage::Public(public)) => Some(public.controls),
        _ => None,
    }
}

/// Whether a message that has arrived showed a seat the prompt with a mark.
fn has_been_shown(open: &[Post], mark: StepId, seat: Seat) -> bool {
    // The message of an idle pause does not show the prompt.
    open.iter().any(|post| shows(post, mark)[seat] && controls(post) != Some(Controls::Continue))
}

impl MatchActor {
    /// Whether a prompt is still being sent to a seat that owes an answer, and has not reached that seat in any message.
    pub(crate) async fn prompt_undelivered(&self) -> Result<bool, StoreError> {
        let Some(live) = &self.live else { return Ok(false) };
        let (mark, awaiting) = (live.mark(), live.table.awaiting());
        let awaited = |seat: &Seat| {
            let asked = awaiting[*seat].as_ref();
            !self.row.bots[*seat] && asked.is_some_and(|asked| asked.wants != Wants::Nothing && !asked.submitted)
        };
        let awaited: Vec<Seat> = Seat::ALL.into_iter().filter(awaited).collect();
        if awaited.is_empty() {
            return Ok(false);
        }
        let waiting = self.service.store.waiting(self.row.id).await?;
        let on_its_way = |seat: Seat| waiting.iter().any(|post| asks(post, mark)[seat]);
        if !awaited.iter().any(|&seat| on_its_way(seat)) {
            return Ok(false);
        }
        let rows = self.service.store.open_posts(self.row.id).await?;
        Ok(awaited.into_iter().any(|seat| on_its_way(seat) && !has_been_shown(&rows, mark, seat)))
    }

    /// Whether a seat has been shown the awaited prompt.
    pub(crate) async fn is_shown(&self, seat: Seat) -> Result<bool, StoreError> {
        let Some(live) = &self.live else { return Ok(true) };
        let rows = self.service.store.open_posts(self.row.id).await?;
        Ok(has_been_shown(&rows, live.mark(), seat))
    }
}

impl Service {
    /// Credits the time in which a player was not shown a prompt, if this post is the first to show it and came late.
    pub(crate) async fn credit_late_delivery(self: &Arc<Self>, post: &Post, of: &MatchRow) {
        let Some(mark) = of.mark else { return };
        let asked = asks(post, mark);
        let late = self.clock.now().since(post.created) > millis(self.options.absence);
        if !late || !Seat::ALL.into_iter().any(|seat| asked[seat]) {
            return;
        }
        // If the store cannot be read, the prompt counts as not shown.
        let rows = self.store.open_posts(of.id).await.unwrap_or_default();
        let first = |seat: Seat| asked[seat] && !of.bots[seat] && !has_been_shown(&rows, mark, seat);
        if Seat::ALL.into_iter().any(first) {
            let since = post.created;
            self.enqueue(of.id, "credit", Credit, move |actor| actor.credit_since(since, false).boxed()).await;
        }
    }
}
