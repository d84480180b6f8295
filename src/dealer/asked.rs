//! Whether those who are asked something have been shown it.
//!
//! Nobody's time runs out before anything has reached them that asks for it, and what comes late is given back: where Discord takes neither
//! what goes to everyone nor what goes to the player, clocks stand still. One of the two is enough, and what is never to arrive is not waited for.

use std::sync::Arc;

use crate::game::{BySeat, Seat, Wants};
use crate::ids::MessageId;
use crate::store::{ItemRow, MatchRow, OpenRow, PromptMark, StoreError};

use super::actor::{MatchActor, millis};
use super::notice::{Controls, Notice, Public};
use super::panel::Mark;
use super::request::{Request, Stamped};
use super::service::Service;

/// Which seats a notice asks for what is awaited at a mark.
fn asks(notice: &Notice, mark: Mark) -> BySeat<bool> {
    match notice {
        Notice::Public(public) if public.mark == Some(mark) && public.controls.ask() && !public.over => {
            let turn = public.turn.as_ref().map(|turn| turn.seat);
            BySeat::from_fn(|seat| turn.is_none_or(|whose| whose == seat))
        }
        Notice::Prompt(prompt) if prompt.panel.mark == mark => BySeat::from_fn(|seat| seat == prompt.panel.seat),
        _ => BySeat::default(),
    }
}

/// Whether messages that have arrived, but for one, have shown a seat what is asked at a mark.
fn has_seen(rows: &[OpenRow], mark: Mark, seat: Seat, but: Option<MessageId>) -> bool {
    // What says that nobody was at the match shows nobody what is asked once it continues.
    let is_pause = |row: &OpenRow| {
        serde_json::from_str::<Public>(&row.kept.words).is_ok_and(|words| words.controls == Controls::Continue)
    };
    rows.iter().any(|row| {
        row.prompt.mark == PromptMark::from(mark)
            && Some(row.prompt.message) != but
            && row.prompt.seat.is_none_or(|whose| whose == seat)
            && (row.kept.user.is_none() || row.prompt.seat.is_some())
            && !(row.kept.user.is_none() && is_pause(row))
    })
}

impl MatchActor {
    /// Whether what is asked of a player whose time is up is still on its way to everyone, and has not reached them either.
    pub(super) async fn is_unshown(&self) -> Result<bool, StoreError> {
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
        let waiting: Vec<Notice> = waiting.iter().filter_map(|payload| serde_json::from_str(payload).ok()).collect();
        let on_its_way = |seat: Seat| waiting.iter().any(|notice| asks(notice, mark)[seat]);
        if !awaited.iter().any(|&seat| on_its_way(seat)) {
            return Ok(false);
        }
        let rows = self.service.store.open_prompts(self.row.id).await?;
        Ok(awaited.into_iter().any(|seat| on_its_way(seat) && !has_seen(&rows, mark, seat, None)))
    }

    /// Whether anything has reached a seat that asks for what is awaited.
    pub(super) async fn is_shown(&self, seat: Seat) -> Result<bool, StoreError> {
        let Some(live) = &self.live else { return Ok(true) };
        let rows = self.service.store.open_prompts(self.row.id).await?;
        Ok(has_seen(&rows, live.mark(), seat, None))
    }
}

impl Service {
    /// Gives back the time that somebody was not shown what is asked of them, if this message was the first to show it and came late.
    pub(super) async fn came_late(self: &Arc<Self>, row: &ItemRow, of: &MatchRow, notice: &Notice, message: MessageId) {
        let Some((step, begun)) = of.mark else { return };
        let mark = Mark { step, begun };
        let asked = asks(notice, mark);
        let late = self.clock.now().since(row.created) > millis(self.options.absence);
        if !late || !Seat::ALL.into_iter().any(|seat| asked[seat]) {
            return;
        }
        // Where that cannot be said, it may have been.
        let rows = self.store.open_prompts(of.id).await.unwrap_or_default();
        let first = |seat: Seat| asked[seat] && !of.bots[seat] && !has_seen(&rows, mark, seat, Some(message));
        if Seat::ALL.into_iter().any(first) {
            let (reply, _) = tokio::sync::oneshot::channel();
            let request = Request::Credit { since: row.created, carry: false, reply };
            self.post(of.id, Stamped { stamp: None, request }).await;
        }
    }
}
