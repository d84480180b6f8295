//! The public handle's commands for lobbies.

use futures::FutureExt;

use crate::hosting::author::Host;
use crate::ids::{MatchId, MessageId, Snowflake, UserId};
use crate::live::api::Dealer;
use crate::live::command::Admission::{Ruled, Sent};
use crate::live::error::Error;
use crate::messages::spec::Card;
use crate::playing::panel::{ReadyReply, StepId};
use crate::table::Header;

impl Dealer {
    /// Takes a press of Ready: in a lobby the second seat's begins the match at that moment; in a break it counts. A press too many
    /// changes nothing.
    pub async fn press_ready(
        &self,
        m: MatchId,
        user: UserId,
        mark: Option<StepId>,
        stamp: Snowflake,
    ) -> Result<ReadyReply, Error> {
        self.ready(m, user, mark, None, stamp).await
    }

    /// The same of a press on a message to everyone, which its answer changes: it is not changed once more.
    pub async fn press_ready_on(
        &self,
        m: MatchId,
        user: UserId,
        mark: Option<StepId>,
        on: MessageId,
        stamp: Snowflake,
    ) -> Result<ReadyReply, Error> {
        self.ready(m, user, mark, Some(on), stamp).await
    }

    async fn ready(
        &self,
        m: MatchId,
        user: UserId,
        mark: Option<StepId>,
        on: Option<MessageId>,
        stamp: Snowflake,
    ) -> Result<ReadyReply, Error> {
        self.ask(m, "ready", Sent(stamp), move |actor| actor.press_ready(user, mark, on, stamp).boxed()).await
    }

    /// Takes a Ready in a lobby back; its card is changed.
    pub async fn take_ready_back(&self, m: MatchId, user: UserId, stamp: Snowflake) -> Result<Card, Error> {
        self.ask(m, "unready", Sent(stamp), move |actor| actor.take_ready_back(user, stamp).boxed()).await
    }

    /// Takes which of the times that are offered suit a player, by number; the first that suits both is the start, and the match is set.
    pub async fn choose_times(
        &self,
        m: MatchId,
        user: UserId,
        numbers: Vec<u8>,
        stamp: Snowflake,
    ) -> Result<ReadyReply, Error> {
        self.ask(m, "times", Sent(stamp), move |actor| actor.choose_times(user, numbers, stamp).boxed()).await
    }

    /// Takes a player's word that they do not want to play; the lobby is cancelled.
    pub async fn decline(&self, m: MatchId, user: UserId, stamp: Snowflake) -> Result<Card, Error> {
        self.ask(m, "decline", Sent(stamp), move |actor| actor.decline(user, stamp).boxed()).await
    }

    /// Gives a lobby other terms; its players have to press Ready again. Rights are checked by the caller.
    pub async fn change_terms(
        &self,
        m: MatchId,
        by: impl Into<Host>,
        header: Header,
        seen: String,
        stamp: Snowflake,
    ) -> Result<Card, Error> {
        let by = by.into();
        self.ask_as(by.clone(), m, "terms", Sent(stamp), move |actor| {
            actor.change_terms(by, header, seen, stamp).boxed()
        })
        .await
    }

    /// Cancels a lobby, or ends a match that waits for its start without a result; rights are checked by the caller.
    pub async fn cancel(
        &self,
        m: MatchId,
        by: impl Into<Host>,
        reason: Option<String>,
        stamp: Snowflake,
    ) -> Result<(), Error> {
        let by = by.into();
        tracing::info!(match_id = %m, by = %by.user, "a match is to be called off");
        self.ask_as(by.clone(), m, "cancel", Ruled(stamp), move |actor| actor.cancel(by, reason, stamp).boxed()).await
    }
}
