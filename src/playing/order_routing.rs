//! The match that a typed order is for.

use futures::FutureExt;
use futures::future::ready;

use crate::game::{Seat, Wants};
use crate::history::match_info::MatchInfo;
use crate::history::queries::info;
use crate::ids::{MatchId, Snowflake, StepId, UserId};
use crate::live::admission::Admission::Now;
use crate::live::api::Dealer;
use crate::live::error::Error;
use crate::live::store::match_row::{MatchRow, Status};

/// The target of a typed text.
#[derive(Clone, Debug, PartialEq)]
pub enum Route {
    /// The writer plays in no match.
    Nowhere,
    /// One match, which accepts the text or refuses it with a reason.
    To(MatchId),
    /// Several matches that await an order; the writer chooses one.
    Among(Vec<MatchInfo>),
}

/// The prompt that a typed text answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Addressed {
    pub match_id: MatchId,
    pub mark: StepId,
    pub message: Snowflake,
}

impl Dealer {
    /// Returns the matches that await an order from a person.
    pub async fn waiting_on(&self, user: UserId) -> Result<Vec<MatchInfo>, Error> {
        let rows = self.0.store.matches_of(user).await?;
        let awaits = |row: &MatchRow| {
            Seat::ALL.into_iter().any(|seat| row.users[seat] == user && row.awaited[seat] && !row.bots[seat])
        };
        Ok(rows.into_iter().filter(awaits).map(info).collect())
    }

    /// Finds the match for a text that a person typed at a moment: the match that awaits their order.
    /// A match that asked for the order at that moment, and has advanced since, takes precedence.
    pub async fn route(&self, user: UserId, stamp: Snowflake) -> Result<Route, Error> {
        let running: Vec<MatchInfo> =
            self.matches_of(user).await?.into_iter().filter(|info| info.status == Status::Running).collect();
        let addressed = self.addressed(user, stamp).await?.map(|addressed| addressed.match_id);
        if let [only] = running.as_slice()
            && addressed.is_none_or(|m| m == only.id)
        {
            return Ok(Route::To(only.id));
        }
        let open = self.matches_awaiting_order(user, &running).await;
        if let Some(m) = addressed
            && !open.iter().any(|info| info.id == m)
        {
            let step_started_at = self.ask(m, "since", Now, |actor| ready(actor.step_started_at()).boxed()).await;
            if step_started_at.is_ok_and(|since| stamp.ms() < since) {
                return Ok(Route::To(m));
            }
        }
        Ok(match open.as_slice() {
            [] => {
                let shown = running.iter().find(|info| Some(info.id) == addressed).or(running.first());
                shown.map(|info| info.id).or(addressed).map_or(Route::Nowhere, Route::To)
            }
            [only] => Route::To(only.id),
            _ => Route::Among(open),
        })
    }

    /// Filters matches that await an order from a person. Paused matches are returned only if no other match awaits one.
    pub async fn matches_awaiting_order(&self, user: UserId, matches: &[MatchInfo]) -> Vec<MatchInfo> {
        let (mut open, mut paused) = (Vec::new(), Vec::new());
        for info in matches {
            match self.prompt(info.id, user).await {
                Ok(prompt) if prompt.wants == Wants::Order && prompt.paused() => paused.push(info.clone()),
                Ok(prompt) if prompt.wants == Wants::Order => open.push(info.clone()),
                Ok(_) | Err(_) => {}
            }
        }
        if open.is_empty() { paused } else { open }
    }

    /// Filters matches in which a text is readable as a person's order. An illegal order counts: it may be meant for that match.
    pub async fn matches_accepting_text(&self, matches: Vec<MatchInfo>, user: UserId, text: &str) -> Vec<MatchInfo> {
        let mut found = Vec::new();
        for info in matches {
            let text = text.to_owned();
            let reads = self
                .ask(info.id, "reads", Now, move |actor| async move { actor.reads(user, &text).await }.boxed())
                .await;
            // If the actor fails, assume that the text is readable.
            if reads.unwrap_or(true) {
                found.push(info);
            }
        }
        found
    }

    /// Returns the prompt that a person's text answers: the newest one, in any match, sent to them before the text.
    pub async fn addressed(&self, user: UserId, before: Snowflake) -> Result<Option<Addressed>, Error> {
        let shown = self.0.store.newest_prompt_to(user, before).await?;
        Ok(shown.and_then(|post| {
            let (mark, (_, message)) = (post.shows?.mark, post.at?);
            Some(Addressed { match_id: post.owner.match_id()?, mark, message: Snowflake(message.0) })
        }))
    }
}
