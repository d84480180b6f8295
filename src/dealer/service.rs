//! The dealer as everyone else knows it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::{mpsc, oneshot, watch};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::game::{BySeat, Seat};
use crate::store::{
    ChannelId, GuildId, Lane, MatchId, MatchRow, NewRow, Snowflake, Status, Store, StoreError, UnixMs, UserId,
};
use crate::table::{Header, HostAct, Table};

use super::clock::ServiceClock;
use super::letter::{Letter, Reply, Request};
use super::mailbox::{Mailbox, closing, millis};
use super::notice::{Card, CardState, Courier, Notice};
use super::panel::{Addressed, Chosen, Look, Mark, MatchInfo, Panel, ReadyReply, Sealed, When};
use super::refused::{Code, Error, FaultId, Refused};
use super::say;

/// Where the store keeps the last moment the service was well.
const HEARTBEAT: &str = "heartbeat_ms";
/// Where the store keeps how far Discord's clock was ahead.
const OFFSET: &str = "offset_ms";
/// With more running matches than this, credit is told with each match's next message.
const MANY: usize = 20;
/// How many letters a mailbox holds before senders wait.
const ROOM: usize = 256;

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
pub struct Dealer(Arc<Service>);

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
            lanes: Mutex::default(),
        });
        for (id, lane) in service.store.pending_lanes().await? {
            service.kick(id, lane);
        }
        for row in service.store.live_matches().await? {
            service.mailbox(row.id);
        }
        let dealer = Self(Arc::clone(&service));
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

    /// Opens a lobby and posts its card.
    ///
    /// # Errors
    /// Both seats are one person's, or the terms cannot be used.
    pub async fn open(&self, new: NewMatch, stamp: Snowflake) -> Result<MatchId, Error> {
        let NewMatch { guild, channel, host, header, users, friendly, starts } = new;
        let bots = header.seats.as_ref().map(|player| player.bot.is_some());
        if users.ec == users.dmo && !bots.ec && !bots.dmo {
            let message = "The Elimination Candidate and the Death Match Opponent must be two people; name two.";
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

    /// Cancels a lobby; rights are checked by the caller.
    ///
    /// # Errors
    /// The match is past its lobby.
    pub async fn cancel(&self, m: MatchId, by: UserId, stamp: Snowflake) -> Result<(), Error> {
        tracing::info!(match_id = %m, %by, "a lobby is called off");
        self.ask(m, Some(stamp), |reply| Request::Cancel { reply }).await
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

    /// Submits the words chosen so far as they are.
    ///
    /// # Errors
    /// The mark's step is over, or the words are no whole order.
    pub async fn finish(&self, m: MatchId, user: UserId, mark: Mark, stamp: Snowflake) -> Result<Sealed, Error> {
        self.ask(m, Some(stamp), |reply| Request::Finish { user, mark, reply }).await
    }

    /// Puts the words chosen so far away; a sealed order stands until another is sealed.
    ///
    /// # Errors
    /// The mark's step is over.
    pub async fn step_back(&self, m: MatchId, user: UserId, mark: Mark) -> Result<Panel, Error> {
        self.ask(m, None, |reply| Request::StepBack { user, mark, reply }).await
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

    /// The whole record, JSON lines; rights are checked by the caller.
    ///
    /// # Errors
    /// There is no such match.
    pub async fn record(&self, m: MatchId) -> Result<String, Error> {
        let row = self.row(m).await?;
        let lines = self.0.store.entries(m).await.map_err(fault)?;
        let mut record = row.header;
        for line in lines {
            record.push('\n');
            record.push_str(&line);
        }
        record.push('\n');
        Ok(record)
    }

    /// A match at a glance.
    ///
    /// # Errors
    /// There is no such match.
    pub async fn info(&self, m: MatchId) -> Result<MatchInfo, Error> {
        Ok(info(self.row(m).await?))
    }

    /// The matches of a channel, the newest first.
    ///
    /// # Errors
    /// The store cannot be read.
    pub async fn matches_in(&self, channel: ChannelId) -> Result<Vec<MatchInfo>, Error> {
        Ok(self.0.store.matches_in(channel).await.map_err(fault)?.into_iter().map(info).collect())
    }

    /// The live matches a person is seated in, the newest first.
    ///
    /// # Errors
    /// The store cannot be read.
    pub async fn matches_of(&self, user: UserId) -> Result<Vec<MatchInfo>, Error> {
        let rows = self.0.store.matches_of(user).await.map_err(fault)?;
        Ok(rows.into_iter().map(info).filter(|info| info.seat_of(user).is_some()).collect())
    }

    /// The matches that wait for an answer of a person.
    ///
    /// # Errors
    /// The store cannot be read.
    pub async fn waiting_on(&self, user: UserId) -> Result<Vec<MatchInfo>, Error> {
        let rows = self.0.store.matches_of(user).await.map_err(fault)?;
        let awaits = |row: &MatchRow| {
            Seat::ALL.into_iter().any(|seat| row.users[seat] == user && row.awaited[seat] && !row.bots[seat])
        };
        Ok(rows.into_iter().filter(awaits).map(info).collect())
    }

    /// The people some running match may get typed words from: whoever's direct messages are to be read back after a gap.
    ///
    /// # Errors
    /// The store cannot be read.
    pub async fn awaited(&self) -> Result<Vec<UserId>, Error> {
        let rows = self.0.store.live_matches().await.map_err(fault)?;
        let mut users: Vec<UserId> = rows
            .iter()
            .filter(|row| row.status == Status::Running)
            .flat_map(|row| Seat::ALL.into_iter().filter(|&seat| !row.bots[seat]).map(|seat| row.users[seat]))
            .collect();
        users.sort_unstable();
        users.dedup();
        Ok(users)
    }

    /// The prompt that words typed by a person at a moment would belong to: the newest they had been shown, in any match.
    ///
    /// # Errors
    /// The store cannot be read.
    pub async fn addressed(&self, user: UserId, before: Snowflake) -> Result<Option<Addressed>, Error> {
        let shown = self.0.store.newest_prompt_to(user, before).await.map_err(fault)?;
        Ok(shown.map(|shown| Addressed {
            match_id: shown.match_id,
            mark: Mark { step: shown.mark.step, begun: shown.mark.begun },
            message: Snowflake(shown.message.0),
        }))
    }

    /// Takes note that the service is cut off from Discord since a moment: no deadline fires from here on.
    pub fn away(&self, since: UnixMs) {
        self.0.away.send_if_modified(|away| {
            let earlier = away.is_none_or(|before| since < before);
            if earlier {
                *away = Some(since);
            }
            earlier
        });
    }

    /// Takes note that the service is well again; running clocks get back what was lost.
    pub async fn back(&self) {
        let Some(since) = *self.0.away.borrow() else { return };
        let until = self.0.clock.now();
        let running = match self.0.store.live_matches().await {
            Ok(rows) => rows.into_iter().filter(|row| row.status == Status::Running).collect(),
            Err(error) => {
                tracing::error!(%error, "credit cannot be given: the matches cannot be read");
                Vec::new()
            }
        };
        let carry = running.len() > MANY;
        let credits =
            running.iter().map(|row| self.ask(row.id, None, |reply| Request::Credit { since, until, carry, reply }));
        for (row, done) in running.iter().zip(futures::future::join_all(credits).await) {
            if let Err(error) = done {
                tracing::error!(match_id = %row.id, %error, "credit was not given");
            }
        }
        self.0.away.send_replace(None);
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

    async fn row(&self, m: MatchId) -> Result<MatchRow, Error> {
        let row = self.0.store.find_match(m).await.map_err(fault)?;
        row.ok_or_else(|| no_match().into())
    }

    /// Puts a request into a match's mailbox and waits for the answer.
    async fn ask<T>(
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

/// What all parts of the dealer share.
pub(super) struct Service {
    pub store: Store,
    pub clock: ServiceClock,
    pub courier: Arc<dyn Courier>,
    pub options: Options,
    /// Since when the service has been away, if it is.
    pub away: watch::Sender<Option<UnixMs>>,
    pub closing: CancellationToken,
    pub tasks: TaskTracker,
    /// When this process took over.
    pub began: UnixMs,
    mailboxes: Mutex<HashMap<MatchId, mpsc::Sender<Letter>>>,
    lanes: Mutex<HashMap<(MatchId, Lane), bool>>,
}

impl Service {
    pub fn is_away(&self) -> bool {
        self.away.borrow().is_some()
    }

    /// The queues that are being gone through, and whether something was added meanwhile.
    pub fn lanes(&self) -> MutexGuard<'_, HashMap<(MatchId, Lane), bool>> {
        self.lanes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A match's mailbox, opened if it is not.
    fn mailbox(self: &Arc<Self>, id: MatchId) -> mpsc::Sender<Letter> {
        let mut mailboxes = self.mailboxes.lock().unwrap_or_else(PoisonError::into_inner);
        mailboxes.retain(|_, letters| !letters.is_closed());
        let open = mailboxes.entry(id).or_insert_with(|| {
            let (letters, inside) = mpsc::channel(ROOM);
            self.tasks.spawn(Mailbox::run(Arc::clone(self), id, inside));
            letters
        });
        open.clone()
    }

    /// Puts a letter into a match's mailbox; tells whether it could.
    pub async fn post(self: &Arc<Self>, id: MatchId, mut letter: Letter) -> bool {
        while !self.closing.is_cancelled() {
            match self.mailbox(id).send(letter).await {
                Ok(()) => return true,
                Err(mpsc::error::SendError(back)) => letter = back,
            }
            tokio::task::yield_now().await;
        }
        false
    }

    /// Notes again and again that the service is well, while it is.
    async fn beat(self: Arc<Self>) {
        let mut away = self.away.subscribe();
        loop {
            let healthy = away.borrow_and_update().map_or_else(|| self.clock.now(), |since| since);
            let offset = self.clock.offset();
            if let Err(error) = self.store.keep(&[(HEARTBEAT, healthy.0), (OFFSET, offset)]).await {
                tracing::error!(%error, "the heartbeat cannot be kept");
            }
            if self.closing.is_cancelled() {
                return;
            }
            tokio::select! {
                () = self.clock.sleep(self.options.heartbeat) => {}
                () = self.closing.cancelled() => {}
                _ = away.changed() => {}
            }
        }
    }
}

fn no_match() -> Refused {
    Refused::new(Code::NoMatch, "There is no such match; look the number up with /match list.")
}

fn fault(error: StoreError) -> Error {
    let id = FaultId::fresh();
    tracing::error!(fault = %id, %error, "the store failed");
    Error::Fault(id)
}

fn info(row: MatchRow) -> MatchInfo {
    let header = Header::read(&row.header).ok();
    MatchInfo {
        id: row.id,
        game: row.game,
        preset: header.and_then(|header| header.preset),
        channel: row.channel,
        guild: row.guild,
        host: row.host,
        users: row.users,
        names: row.names,
        bots: row.bots,
        friendly: row.friendly,
        status: row.status,
        mark: row.mark.map(|(step, begun)| Mark { step, begun }),
        opened: row.opened,
        started: row.started,
        deadline: row.deadline,
        outcome: row.outcome.and_then(|outcome| serde_json::from_str(&outcome).ok()),
        halted: row.halted,
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
        opened: new.opened,
        expires: new.expires,
        starts: new.starts,
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
