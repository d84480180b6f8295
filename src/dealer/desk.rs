//! The dealer as everyone else knows it: each request is put into its match's mailbox.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::sync::{oneshot, watch};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::game::{BySeat, Seat};
use crate::store::{
    ChannelId, GuildId, Lane, MatchId, MatchRow, NewRow, Owed, Snowflake, Stage, Status, Store, StoreError, UnixMs,
    UserId,
};
use crate::table::{Header, HostAct, Table};

use super::clock::ServiceClock;
use super::credit::{HEARTBEAT, OFFSET};
use super::intake::Intake;
use super::letter::{Letter, Reply, Request};
use super::lists::fault;
use super::mailbox::{closing, millis};
use super::notice::{Card, CardState, Courier, Notice};
use super::panel::{Chosen, Fill, Look, Mark, Panel, ReadyReply, Sealed, When};
use super::refused::{Code, Error, FaultId, Refused};
use super::say;
use super::service::{Options, Service};
use super::steady::Steady;
use super::vitals::Signs;

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

/// Whoever takes over a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Newcomer {
    /// The seat.
    pub seat: Seat,
    /// The person.
    pub user: UserId,
    /// Their name, safe to be put into messages.
    pub name: String,
}

/// The running service; cheap to clone, all clones are one dealer.
#[derive(Clone)]
pub struct Dealer(pub(super) Arc<Service>);

impl Dealer {
    /// Takes up every live match, those whose time is up first and each at once if somebody asks for it: fires what is due, gives credit for the time away, and goes on sending.
    ///
    /// # Errors
    /// The store cannot be read.
    pub async fn start(
        store: Store,
        clock: ServiceClock,
        courier: Arc<dyn Courier>,
        options: Options,
    ) -> Result<Self, StoreError> {
        if let Some(offset) = store.kept(OFFSET).await? {
            clock.remember(offset);
        }
        let now = clock.now();
        let last = store.kept(HEARTBEAT).await?.map(UnixMs);
        let gone = last.filter(|&last| options.wait_for_gateway || now.since(last) > millis(options.absence));
        let since = gone.or(options.wait_for_gateway.then_some(now));
        let service = Arc::new(Service {
            store,
            began: now,
            clock,
            courier,
            options,
            away: watch::Sender::new(since),
            closing: CancellationToken::new(),
            tasks: TaskTracker::new(),
            mailboxes: Mutex::default(),
            queues: Mutex::default(),
            released: watch::Sender::new(()),
            signs: Signs::default(),
            steady: Steady::default(),
            intake: Intake::new(since.filter(|_| options.wait_for_gateway)),
        });
        service.store.owed_again(Owed::All, now).await?;
        for (id, lane) in service.store.pending_lanes().await? {
            service.kick(id, lane);
        }
        for id in service.store.prompting().await? {
            service.look_over(id);
        }
        let live = service.store.live_matches().await?;
        let dealer = Self(Arc::clone(&service));
        service.tasks.spawn(dealer.clone().take_up(live));
        if !options.wait_for_gateway {
            dealer.back().await;
        }
        service.tasks.spawn(Arc::clone(&service).beat());
        Ok(dealer)
    }

    /// The store, for settings of servers and people.
    #[must_use]
    pub fn store(&self) -> &Store {
        &self.0.store
    }

    /// The clock.
    #[must_use]
    pub fn clock(&self) -> &ServiceClock {
        &self.0.clock
    }

    /// Opens a lobby and posts its card; the same stamp opens no second one.
    ///
    /// # Errors
    /// Both seats are one person's, or the terms cannot be used.
    pub async fn open(&self, new: NewMatch, stamp: Snowflake) -> Result<MatchId, Error> {
        let NewMatch { guild, channel, host, header, users, friendly, starts } = new;
        let bots = header.seats.as_ref().map(|player| player.bot.is_some());
        if users.ec == users.dmo && !bots.ec && !bots.dmo {
            let message = "The two players must be two people; name two.";
            return Err(Refused::new(Code::BadTerms, message).into());
        }
        let opened = stamp.ms();
        if starts.is_some_and(|starts| starts <= opened) {
            return Err(Refused::new(Code::BadTerms, "The start lies in the past; name a later time.").into());
        }
        let mut tried = header.clone();
        tried.starts_at = starts.map(|starts| starts.since(opened)).or(tried.starts_at);
        let table = Table::open(tried).map_err(|fault| Refused::new(Code::BadTerms, fault.message))?;
        let row = NewRow {
            guild,
            channel,
            host,
            game: header.game.clone(),
            version: table.game().version(),
            header: header.write(),
            users,
            names: table.names(),
            bots,
            ready: bots,
            opened,
            expires: starts.unwrap_or(opened.plus(millis(self.0.options.lobby))),
            starts,
            friendly,
            opening: Some(stamp),
        };
        let made = self.0.store.open_match(row.clone(), |id| {
            let card = say::card(&lobby(id, row), CardState::Open);
            vec![say::parcel(Lane::Channel, &Notice::Card(card))]
        });
        let id = made.await.map_err(fault)?;
        self.0.mailbox(id);
        self.0.kick(id, Lane::Channel);
        Ok(id)
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
        self.ask(m, Some(stamp), |reply| Request::PressReady { user, mark, reply }).await
    }

    /// Takes a player's word that they do not want to play; the lobby is cancelled.
    ///
    /// # Errors
    /// The sender has no seat, or the match has begun.
    pub async fn decline(&self, m: MatchId, user: UserId, stamp: Snowflake) -> Result<Card, Error> {
        self.ask(m, Some(stamp), |reply| Request::Decline { user, reply }).await
    }

    /// Begins a match without the presses.
    ///
    /// # Errors
    /// The match is past its lobby, or the sender is seated.
    pub async fn start_without(&self, m: MatchId, host: UserId, stamp: Snowflake) -> Result<(), Error> {
        self.ask(m, Some(stamp), |reply| Request::StartWithout { host, reply }).await
    }

    /// Cancels a lobby, or ends a match that waits for its start without a result; rights are checked by the caller.
    ///
    /// # Errors
    /// The match has begun.
    pub async fn cancel(&self, m: MatchId, by: UserId, stamp: Snowflake) -> Result<(), Error> {
        tracing::info!(match_id = %m, %by, "a match is to be called off");
        self.ask(m, Some(stamp), |reply| Request::Cancel { by, reply }).await
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
        self.ask(m, Some(stamp), |reply| Request::Order { user, text, when, reply }).await
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
        self.ask(m, Some(stamp), |reply| Request::Host { by, act, sits: None, reason, reply }).await
    }

    /// Puts another person on a seat; as [`Dealer::host`] otherwise.
    ///
    /// # Errors
    /// The sender or the newcomer is seated, or the match is over.
    pub async fn substitute(
        &self,
        m: MatchId,
        by: UserId,
        newcomer: Newcomer,
        reason: Option<String>,
        stamp: Snowflake,
    ) -> Result<String, Error> {
        let Newcomer { seat, user, name } = newcomer;
        let act = HostAct::Substitute { seat, name };
        self.ask(m, Some(stamp), |reply| Request::Host { by, act, sits: Some(user), reason, reply }).await
    }

    /// Moves the start of a match that has one, and has not begun its first round; rights are checked by the caller.
    ///
    /// # Errors
    /// There is no start to move, or the time is past.
    pub async fn reschedule(
        &self,
        m: MatchId,
        by: UserId,
        starts: UnixMs,
        reason: Option<String>,
        stamp: Snowflake,
    ) -> Result<String, Error> {
        self.ask(m, Some(stamp), |reply| Request::Reschedule { by, starts, reason, reply }).await
    }

    /// Lets a seat give up.
    ///
    /// # Errors
    /// The sender has no seat, or the match is not being played.
    pub async fn resign(&self, m: MatchId, user: UserId, stamp: Snowflake) -> Result<(), Error> {
        self.ask(m, Some(stamp), |reply| Request::Resign { user, reply }).await
    }

    /// What the sender's seat is asked, and may choose.
    ///
    /// # Errors
    /// The sender has no seat, or the match has not begun.
    pub async fn panel(&self, m: MatchId, user: UserId) -> Result<Panel, Error> {
        self.ask(m, None, |reply| Request::Panel { user, reply }).await
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
        self.ask(m, Some(stamp), |reply| Request::Choose { user, mark, word, reply }).await
    }

    /// Fills in one field of the order the sender is putting together, or all of it from a start.
    ///
    /// # Errors
    /// The mark's step is over, or the form has no such thing.
    pub async fn fill(
        &self,
        m: MatchId,
        user: UserId,
        mark: Mark,
        fill: Fill,
        stamp: Snowflake,
    ) -> Result<Panel, Error> {
        self.ask(m, Some(stamp), |reply| Request::Fill { user, mark, fill, reply }).await
    }

    /// Submits the words chosen so far as they are.
    ///
    /// # Errors
    /// The mark's step is over, or the words are no whole order.
    pub async fn finish(&self, m: MatchId, user: UserId, mark: Mark, stamp: Snowflake) -> Result<Sealed, Error> {
        self.ask(m, Some(stamp), |reply| Request::Finish { user, mark, reply }).await
    }

    /// Keeps so many of the words chosen so far; a sealed order stands until another is sealed.
    ///
    /// # Errors
    /// The mark's step is over.
    pub async fn step_back(&self, m: MatchId, user: UserId, mark: Mark, keep: usize) -> Result<Panel, Error> {
        self.ask(m, None, |reply| Request::StepBack { user, mark, keep, reply }).await
    }

    /// Orders that go on from what is typed, at most 25; empty for whoever is asked nothing.
    pub async fn complete(&self, m: MatchId, user: UserId, typed: &str) -> Vec<String> {
        let typed = typed.to_owned();
        self.ask(m, None, |reply| Request::Complete { user, typed, reply }).await.unwrap_or_default()
    }

    /// The match as a seat sees it, or as everyone does.
    ///
    /// # Errors
    /// The match has not begun.
    pub async fn look(&self, m: MatchId, viewer_of: Option<UserId>) -> Result<Look, Error> {
        self.ask(m, None, |reply| Request::Look { user: viewer_of, reply }).await
    }

    /// Answers a `/board` query from a seat's view, or from everyone's.
    ///
    /// # Errors
    /// The game does not know the query, or the match has not begun.
    pub async fn answer(&self, m: MatchId, user: Option<UserId>, query: &str) -> Result<String, Error> {
        let query = query.to_owned();
        self.ask(m, None, |reply| Request::Answer { user, query, reply }).await
    }

    /// Stops: no more is taken, what is in hand is finished, within a bound.
    pub async fn shutdown(&self, within: Duration) {
        let service = &self.0;
        service.closing.cancel();
        service.tasks.close();
        if tokio::time::timeout(within, service.tasks.wait()).await.is_err() {
            tracing::warn!("some work was not finished in time; it goes on from the store at the next start");
        }
    }

    /// Puts a request into a match's mailbox and waits for the answer.
    pub(super) async fn ask<T>(
        &self,
        m: MatchId,
        stamp: Option<Snowflake>,
        request: impl FnOnce(Reply<T>) -> Request,
    ) -> Result<T, Error> {
        self.row(m).await?;
        let (reply, answer) = oneshot::channel();
        if !self.0.post(m, Letter { stamp, request: request(reply) }).await {
            return Err(closing().into());
        }
        answer.await.unwrap_or_else(|_| {
            let id = FaultId::fresh();
            tracing::error!(fault = %id, match_id = %m, "a request was lost to a fault");
            Err(Error::Fault(id))
        })
    }
}

/// A match's row as it will be in its lobby.
fn lobby(id: MatchId, new: NewRow) -> MatchRow {
    MatchRow {
        id,
        guild: new.guild,
        channel: new.channel,
        host: new.host,
        game: new.game,
        header: new.header,
        version: new.version,
        users: new.users,
        names: new.names,
        bots: new.bots,
        ready: new.ready,
        pressed: BySeat::default(),
        status: Status::Lobby,
        stage: Stage::default(),
        opened: new.opened,
        expires: new.expires,
        starts: new.starts,
        reminded: new.opened,
        started: None,
        deadline: Some(new.expires),
        mark: None,
        awaited: BySeat::default(),
        card: None,
        outcome: None,
        friendly: new.friendly,
        halted: None,
        carried: Vec::new(),
        unreachable: BySeat::default(),
    }
}
