//! Lobby commands of the [`Dealer`].

use futures::FutureExt;

use crate::hosting::ruling_author::Host;
use crate::ids::{MatchId, MessageId, Snowflake, StepId, UserId};
use crate::live::admission::Admission::{ByStamp, HostByStamp};
use crate::live::api::Dealer;
use crate::live::error::Error;
use crate::lobby::lobby_actions::NewTerms;
use crate::messages::composed::Card;
use crate::playing::player_action::ReadyReply;

impl Dealer {
    /// Takes a press of Ready. In a lobby the second player's press begins the match; in a break the press counts for that player. A
    /// repeated press changes nothing.
    pub async fn press_ready(
        &self,
        m: MatchId,
        user: UserId,
        mark: Option<StepId>,
        stamp: Snowflake,
    ) -> Result<ReadyReply, Error> {
        self.press_ready_on(m, user, mark, None, stamp).await
    }

    /// Takes a press of Ready. If it is `on` a public message, the answer edits that message, so no other edit follows.
    pub async fn press_ready_on(
        &self,
        m: MatchId,
        user: UserId,
        mark: Option<StepId>,
        on: impl Into<Option<MessageId>>,
        stamp: Snowflake,
    ) -> Result<ReadyReply, Error> {
        let on = on.into();
        self.ask(m, "ready", ByStamp(stamp), move |actor| actor.press_ready(user, mark, on, stamp).boxed()).await
    }

    /// Takes back a player's Ready in a lobby; returns the new card.
    pub async fn take_ready_back(&self, m: MatchId, user: UserId, stamp: Snowflake) -> Result<Card, Error> {
        self.ask(m, "unready", ByStamp(stamp), move |actor| actor.take_ready_back(user, stamp).boxed()).await
    }

    /// Records the offered times that suit a player, by number. The first time that suits both players becomes the start.
    pub async fn choose_times(
        &self,
        m: MatchId,
        user: UserId,
        numbers: Vec<u8>,
        stamp: Snowflake,
    ) -> Result<ReadyReply, Error> {
        self.ask(m, "times", ByStamp(stamp), move |actor| actor.choose_times(user, numbers, stamp).boxed()).await
    }

    /// Checks that a player may decline the match; returns the consequences.
    pub async fn may_decline(&self, m: MatchId, user: UserId, stamp: Snowflake) -> Result<String, Error> {
        self.ask(m, "declining", ByStamp(stamp), move |actor| {
            std::future::ready(actor.may_decline(user, stamp).map_err(Into::into)).boxed()
        })
        .await
    }

    /// Declines the match for a player; the lobby is cancelled.
    pub async fn decline(&self, m: MatchId, user: UserId, stamp: Snowflake) -> Result<Card, Error> {
        self.ask(m, "decline", ByStamp(stamp), move |actor| actor.decline(user, stamp).boxed()).await
    }

    /// Changes a lobby's terms; its players have to press Ready again. The caller checks rights.
    pub async fn change_terms(
        &self,
        m: MatchId,
        by: impl Into<Host>,
        terms: impl Into<NewTerms>,
        seen: String,
        stamp: Snowflake,
    ) -> Result<Card, Error> {
        let (by, terms) = (by.into(), terms.into());
        self.ask_as(by.clone(), m, "terms", ByStamp(stamp), move |actor| {
            actor.change_terms(by, terms, seen, stamp).boxed()
        })
        .await
    }

    /// Cancels a lobby, or ends a match without a result before its start. The caller checks rights.
    pub async fn cancel(
        &self,
        m: MatchId,
        by: impl Into<Host>,
        reason: Option<String>,
        stamp: Snowflake,
    ) -> Result<(), Error> {
        let by = by.into();
        tracing::info!(match_id = %m, by = %by.user, "calling off a match");
        self.ask_as(by.clone(), m, "cancel", HostByStamp(stamp), move |actor| actor.cancel(by, reason, stamp).boxed())
            .await
    }
}
