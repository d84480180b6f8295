//! The dealer as everyone else knows it.

use std::sync::Arc;
use std::time::Duration;

use crate::game::BySeat;
use crate::store::{ChannelId, GuildId, MatchId, Snowflake, Store, StoreError, UnixMs, UserId};
use crate::table::{Header, HostAct};

use super::clock::ServiceClock;
use super::notice::{Card, Courier};
use super::panel::{Addressed, Chosen, Look, Mark, MatchInfo, Panel, ReadyReply, Sealed, When};
use super::refused::Error;

/// Times the dealer goes by.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// How long after a deadline an order stamped before it is waited for.
    pub grace: Duration,
    /// How long a lobby without a start time stays open.
    pub lobby: Duration,
    /// What is given on top of the time lost to an absence.
    pub credit_extra: Duration,
    /// An absence up to this long is not made good.
    pub absence: Duration,
    /// How long a pause may last before it ends by itself.
    pub longest_pause: Duration,
    /// How long one attempt to send may take.
    pub send_timeout: Duration,
    /// How often the store is told that the service is well.
    pub heartbeat: Duration,
    /// Whether the dealer begins as away, since the last heartbeat, until [`Dealer::back`] is called.
    pub wait_for_gateway: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            grace: Duration::from_secs(2),
            lobby: Duration::from_secs(15 * 60),
            credit_extra: Duration::from_secs(20),
            absence: Duration::from_secs(5),
            longest_pause: Duration::from_secs(24 * 60 * 60),
            send_timeout: Duration::from_secs(20),
            heartbeat: Duration::from_secs(2),
            wait_for_gateway: false,
        }
    }
}

/// What a match is opened with.
#[derive(Clone, Debug)]
pub struct NewMatch {
    /// The server.
    pub guild: GuildId,
    /// Where it is played.
    pub channel: ChannelId,
    /// Who opens it.
    pub host: UserId,
    /// The record's first line.
    pub header: Header,
    /// The players; a built-in player's user does not matter.
    pub users: BySeat<UserId>,
    /// Whether it is opened without a host's rights.
    pub friendly: bool,
    /// When the first step is to begin; the header's `starts_at` is worked out from it when the match begins.
    pub starts: Option<UnixMs>,
}

/// The running service; cheap to clone, all clones are one dealer.
#[derive(Clone)]
pub struct Dealer(());

#[expect(unused_variables, clippy::unused_async, reason = "signatures for those who write against them")]
impl Dealer {
    /// Takes up every live match: fires what is due, gives credit for the time away, and goes on sending.
    ///
    /// # Errors
    /// The store cannot be read.
    pub async fn start(
        store: Store,
        clock: ServiceClock,
        courier: Arc<dyn Courier>,
        options: Options,
    ) -> Result<Self, StoreError> {
        unimplemented!()
    }

    /// The store, for settings of servers and people.
    #[must_use]
    pub fn store(&self) -> &Store {
        unimplemented!()
    }

    /// The clock.
    #[must_use]
    pub fn clock(&self) -> &ServiceClock {
        unimplemented!()
    }

    /// Opens a lobby and posts its card.
    ///
    /// # Errors
    /// Both seats are one person's, or the terms cannot be used.
    pub async fn open(&self, new: NewMatch, stamp: Snowflake) -> Result<MatchId, Error> {
        unimplemented!()
    }

    /// Takes a press of Ready: in a lobby it toggles, and the second seat's begins the match at that moment; in a break it counts.
    ///
    /// # Errors
    /// The sender has no seat, or the mark's break is over.
    pub async fn press_ready(
        &self,
        m: MatchId,
        user: UserId,
        mark: Option<Mark>,
        stamp: Snowflake,
    ) -> Result<ReadyReply, Error> {
        unimplemented!()
    }

    /// Takes a player's word that they do not want to play; the lobby is cancelled.
    ///
    /// # Errors
    /// The sender has no seat, or the match has begun.
    pub async fn decline(&self, m: MatchId, user: UserId, stamp: Snowflake) -> Result<Card, Error> {
        unimplemented!()
    }

    /// Begins a match without the presses.
    ///
    /// # Errors
    /// The match is past its lobby, or the sender is seated.
    pub async fn start_without(&self, m: MatchId, host: UserId, stamp: Snowflake) -> Result<(), Error> {
        unimplemented!()
    }

    /// Cancels a lobby; rights are checked by the caller.
    ///
    /// # Errors
    /// The match is past its lobby.
    pub async fn cancel(&self, m: MatchId, by: UserId, stamp: Snowflake) -> Result<(), Error> {
        unimplemented!()
    }

    /// Takes an order. One that is stamped at or after a deadline is answered once that has fired, so after up to the grace.
    ///
    /// # Errors
    /// It is late, not asked for, or not in order.
    pub async fn order(
        &self,
        m: MatchId,
        user: UserId,
        text: String,
        when: When,
        stamp: Snowflake,
    ) -> Result<Sealed, Error> {
        unimplemented!()
    }

    /// Does what a host asks and says what was done; rights are checked by the caller, but nobody may do it who is seated.
    ///
    /// # Errors
    /// The sender is seated, or the table does not allow it.
    pub async fn host(
        &self,
        m: MatchId,
        by: UserId,
        act: HostAct,
        reason: Option<String>,
        stamp: Snowflake,
    ) -> Result<String, Error> {
        unimplemented!()
    }

    /// Lets a seat give up.
    ///
    /// # Errors
    /// The sender has no seat, or the match is not being played.
    pub async fn resign(&self, m: MatchId, user: UserId, stamp: Snowflake) -> Result<(), Error> {
        unimplemented!()
    }

    /// What the sender's seat is asked, and may choose.
    ///
    /// # Errors
    /// The sender has no seat, or the match has not begun.
    pub async fn panel(&self, m: MatchId, user: UserId) -> Result<Panel, Error> {
        unimplemented!()
    }

    /// Adds a word to the order the sender is putting together; the last word submits it, unless the sender wants to confirm.
    ///
    /// # Errors
    /// The mark's step is over, or the word cannot come next.
    pub async fn choose(
        &self,
        m: MatchId,
        user: UserId,
        mark: Mark,
        word: String,
        stamp: Snowflake,
    ) -> Result<Chosen, Error> {
        unimplemented!()
    }

    /// Submits the words chosen so far as they are.
    ///
    /// # Errors
    /// The mark's step is over, or the words are no whole order.
    pub async fn finish(&self, m: MatchId, user: UserId, mark: Mark, stamp: Snowflake) -> Result<Sealed, Error> {
        unimplemented!()
    }

    /// Puts the words chosen so far away; a sealed order stands until another is sealed.
    ///
    /// # Errors
    /// The mark's step is over.
    pub async fn step_back(&self, m: MatchId, user: UserId, mark: Mark) -> Result<Panel, Error> {
        unimplemented!()
    }

    /// Orders that go on from what is typed, at most 25; empty for whoever is asked nothing.
    pub async fn complete(&self, m: MatchId, user: UserId, typed: &str) -> Vec<String> {
        unimplemented!()
    }

    /// The match as a seat sees it, or as everyone does.
    ///
    /// # Errors
    /// The match has not begun.
    pub async fn look(&self, m: MatchId, viewer_of: Option<UserId>) -> Result<Look, Error> {
        unimplemented!()
    }

    /// Answers a `/board` query from a seat's view, or from everyone's.
    ///
    /// # Errors
    /// The game does not know the query, or the match has not begun.
    pub async fn answer(&self, m: MatchId, user: Option<UserId>, query: &str) -> Result<String, Error> {
        unimplemented!()
    }

    /// The whole record, JSON lines; rights are checked by the caller.
    ///
    /// # Errors
    /// There is no such match.
    pub async fn record(&self, m: MatchId) -> Result<String, Error> {
        unimplemented!()
    }

    /// A match at a glance.
    ///
    /// # Errors
    /// There is no such match.
    pub async fn info(&self, m: MatchId) -> Result<MatchInfo, Error> {
        unimplemented!()
    }

    /// The matches of a channel, the newest first.
    ///
    /// # Errors
    /// The store cannot be read.
    pub async fn matches_in(&self, channel: ChannelId) -> Result<Vec<MatchInfo>, Error> {
        unimplemented!()
    }

    /// The live matches a person is seated in, the newest first.
    ///
    /// # Errors
    /// The store cannot be read.
    pub async fn matches_of(&self, user: UserId) -> Result<Vec<MatchInfo>, Error> {
        unimplemented!()
    }

    /// The matches that wait for an answer of a person.
    ///
    /// # Errors
    /// The store cannot be read.
    pub async fn waiting_on(&self, user: UserId) -> Result<Vec<MatchInfo>, Error> {
        unimplemented!()
    }

    /// The people some running match may get typed words from: whoever's direct messages are to be read back after a gap.
    ///
    /// # Errors
    /// The store cannot be read.
    pub async fn awaited(&self) -> Result<Vec<UserId>, Error> {
        unimplemented!()
    }

    /// The prompt that words typed by a person at a moment would belong to: the newest they had been shown, in any match.
    ///
    /// # Errors
    /// The store cannot be read.
    pub async fn addressed(&self, user: UserId, before: Snowflake) -> Result<Option<Addressed>, Error> {
        unimplemented!()
    }

    /// Takes note that the service is cut off from Discord since a moment: no deadline fires from here on.
    pub fn away(&self, since: UnixMs) {
        unimplemented!()
    }

    /// Takes note that the service is well again; running clocks get back what was lost.
    pub async fn back(&self) {
        unimplemented!()
    }

    /// Stops: no more is taken, what is in hand is finished, within a bound.
    pub async fn shutdown(&self, within: Duration) {
        unimplemented!()
    }
}
