//! The public handle's commands for lobbies.

use crate::ids::{MatchId, MessageId, Snowflake, UserId};
use crate::table::Header;

use super::command::Command;
use super::handle::Dealer;
use super::notice::Card;
use super::panel::{ReadyReply, StepId};
use super::refused::Error;
use super::ruling_text::Host;

impl Dealer {
    /// Takes a press of Ready: in a lobby the second seat's begins the match at that moment; in a break it counts. A press too many
    /// changes nothing.
    ///
    /// # Errors
    /// The sender has no seat, or the mark's break is over.
    pub async fn press_ready(
        &self,
        m: MatchId,
        user: UserId,
        mark: Option<StepId>,
        stamp: Snowflake,
    ) -> Result<ReadyReply, Error> {
        self.ask(m, Some(stamp), |reply| Command::PressReady { user, mark, on: None, reply }).await
    }

    /// The same of a press on a message to everyone, which its answer changes: it is not changed once more.
    ///
    /// # Errors
    /// Those of [`press_ready`](Self::press_ready).
    pub async fn press_ready_on(
        &self,
        m: MatchId,
        user: UserId,
        mark: Option<StepId>,
        on: MessageId,
        stamp: Snowflake,
    ) -> Result<ReadyReply, Error> {
        self.ask(m, Some(stamp), |reply| Command::PressReady { user, mark, on: Some(on), reply }).await
    }

    /// Takes a Ready in a lobby back; its card is changed.
    ///
    /// # Errors
    /// The sender has no seat, or the match has begun.
    pub async fn take_ready_back(&self, m: MatchId, user: UserId, stamp: Snowflake) -> Result<Card, Error> {
        self.ask(m, Some(stamp), |reply| Command::TakeReadyBack { user, reply }).await
    }

    /// Takes which of the times that are offered suit a player, by number; the first that suits both is the start, and the match is set.
    ///
    /// # Errors
    /// The sender has no seat, or there is nothing to choose from any more.
    pub async fn choose_times(
        &self,
        m: MatchId,
        user: UserId,
        numbers: Vec<u8>,
        stamp: Snowflake,
    ) -> Result<ReadyReply, Error> {
        self.ask(m, Some(stamp), |reply| Command::ChooseTimes { user, numbers, reply }).await
    }

    /// Takes a player's word that they do not want to play; the lobby is cancelled.
    ///
    /// # Errors
    /// The sender has no seat, or the match has begun.
    pub async fn decline(&self, m: MatchId, user: UserId, stamp: Snowflake) -> Result<Card, Error> {
        self.ask(m, Some(stamp), |reply| Command::Decline { user, reply }).await
    }

    /// Begins a match without the presses.
    ///
    /// # Errors
    /// The match is past its lobby, or the sender is seated.
    pub async fn start_without(&self, m: MatchId, by: impl Into<Host>, stamp: Snowflake) -> Result<(), Error> {
        self.ask(m, Some(stamp), |reply| Command::StartWithout { by: by.into(), reply }).await
    }

    /// Gives a lobby other terms; its players have to press Ready again. Rights are checked by the caller.
    ///
    /// # Errors
    /// The match has begun, the terms cannot be used, or its header is not the one that was seen any more.
    pub async fn change_terms(
        &self,
        m: MatchId,
        by: impl Into<Host>,
        header: Header,
        seen: String,
        stamp: Snowflake,
    ) -> Result<Card, Error> {
        let header = Box::new(header);
        self.ask(m, Some(stamp), |reply| Command::ChangeTerms { by: by.into(), header, seen, reply }).await
    }

    /// Cancels a lobby, or ends a match that waits for its start without a result; rights are checked by the caller.
    ///
    /// # Errors
    /// The match has begun.
    pub async fn cancel(
        &self,
        m: MatchId,
        by: impl Into<Host>,
        reason: Option<String>,
        stamp: Snowflake,
    ) -> Result<(), Error> {
        let by = by.into();
        tracing::info!(match_id = %m, by = %by.user, "a match is to be called off");
        self.ask(m, Some(stamp), |reply| Command::Cancel { by, reason, reply }).await
    }
}
