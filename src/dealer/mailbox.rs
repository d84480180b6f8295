//! One match's mailbox: everything that happens to the match happens here, one thing after the other.
//!
//! - What has arrived is sorted by its stamp before any of it is looked at; what waits for what is in [`super::wait`].
//! - A fault costs the letter it happened in: the match is taken up again from the store. If that fails too, the match is halted.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use futures::FutureExt;
use tokio::sync::mpsc;

use crate::game::{BySeat, Seat};
use crate::store::{Change, Commit, Lane, MatchId, MatchRow, NewParcel, Owed, Status, StoreError, UnixMs, UserId};
use crate::table::{Act, Entry, HostAct};

use super::letter::{Letter, Request};
use super::live::{Live, Taken, put};
use super::refused::{Code, Error, FaultId, Refused};
use super::say::{self, Follows};
use super::service::Service;
use super::vitals;
use super::wait::{Lost, Next, unanswered};

/// How long a mailbox without anything to wait for is kept, in real time.
const IDLE: Duration = Duration::from_mins(1);
/// How often what is on its way to a mailbox is looked for, in real time.
const GIVE_UP: Duration = Duration::from_millis(500);
/// How many faults in a row a match may have before it is halted.
const STRIKES: u32 = 3;

/// A match's mailbox.
pub struct Mailbox {
    pub(super) service: Arc<Service>,
    pub(super) row: MatchRow,
    pub(super) live: Option<Live>,
    letters: mpsc::Receiver<Letter>,
    pub(super) waiting: Vec<Letter>,
    /// What clocks get back once all is there that was sent before.
    pub(super) owed: Option<Lost>,
    /// Until when something that was sent before may come by itself.
    pub(super) settling: Option<UnixMs>,
    /// The gateway's newest session that is known of here.
    pub(super) session: u64,
    /// Since when the match stands still because its players' direct messages are not read back yet.
    pub(super) standing: Option<UnixMs>,
    /// Whether everyone has been told so.
    pub(super) stands_said: bool,
    strikes: u32,
    retries: u32,
}

/// What goes into a commit beside its entries and what follows from them.
#[derive(Default)]
pub struct Beside {
    /// Whether the public words wait for the next message.
    pub carry: bool,
    /// Who sits where from here on.
    pub users: Option<BySeat<UserId>>,
    /// Who knows what a seat hides without sitting there from here on.
    pub knowers: Vec<(UserId, Seat)>,
    /// Further messages.
    pub parcels: Vec<NewParcel>,
    /// The seat whose draft is put away.
    pub put_away: Option<Seat>,
}

/// Why a letter was not done.
pub enum Trouble {
    /// Its sender is told.
    Error(Error),
    /// The store has something else than this mailbox believes.
    Store(StoreError),
}

impl From<Refused> for Trouble {
    fn from(refused: Refused) -> Self {
        Self::Error(refused.into())
    }
}

impl From<StoreError> for Trouble {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl From<crate::table::Rejection> for Trouble {
    fn from(fault: crate::table::Rejection) -> Self {
        use crate::table::Code as Table;
        let code = match fault.code {
            Table::Late => Code::Late,
            Table::NotAwaited => Code::NotAwaited,
            Table::Over => Code::WrongStage,
            Table::BadHostAction => Code::BadHostAction,
            Table::UnknownGame | Table::BadHeader | Table::BadSetup | Table::UnknownField => Code::BadTerms,
            Table::UnreadableOrder | Table::IllegalOrder | Table::AmbiguousOrder => Code::BadOrder,
            // The dealer's own entries are well-formed and in order, so these are faults of ours.
            Table::BadJson | Table::TimeRunsBackwards => {
                let id = FaultId::fresh();
                tracing::error!(fault = %id, code = %fault.code, "the table refused an entry of the dealer's");
                return Self::Error(Error::Fault(id));
            }
        };
        Refused::new(code, fault.message).into()
    }
}

impl Mailbox {
    /// Runs a match's mailbox until there is nothing more to wait for, or the service stops.
    pub async fn run(service: Arc<Service>, id: MatchId, letters: mpsc::Receiver<Letter>) {
        let row = loop {
            match service.store.find_match(id).await {
                Ok(Some(row)) => break row,
                Ok(None) => return,
                Err(error) => {
                    tracing::error!(match_id = %id, %error, "a match cannot be read");
                    if service.closing.is_cancelled() {
                        return;
                    }
                    tokio::time::sleep(Duration::from_secs(1)).await;
                }
            }
        };
        let mut mailbox = Self::new(service, row, letters);
        mailbox.guarded(None).await;
        mailbox.work().await;
    }

    pub(super) fn new(service: Arc<Service>, row: MatchRow, letters: mpsc::Receiver<Letter>) -> Self {
        let (session, _) = service.intake.session();
        Self {
            service,
            row,
            live: None,
            letters,
            waiting: Vec::new(),
            owed: None,
            settling: None,
            session,
            standing: None,
            stands_said: false,
            strikes: 0,
            retries: 0,
        }
    }

    async fn work(&mut self) {
        let service = Arc::clone(&self.service);
        let mut away = service.away.subscribe();
        let mut intake = service.intake.changes();
        loop {
            away.mark_unchanged();
            intake.mark_unchanged();
            let (earliest, settled) = self.take_in();
            self.look_for_unread();
            if !service.closing.is_cancelled() {
                match self.next(earliest) {
                    Some(Next::Letter(letter)) => {
                        self.guarded(Some(letter)).await;
                        continue;
                    }
                    Some(Next::Credit(owed)) => {
                        self.guarded(Some(unanswered(|reply| Request::Pay { owed, reply }))).await;
                        continue;
                    }
                    None => {}
                }
            }
            service.signs.expect(self.row.id, self.wake());
            if service.closing.is_cancelled() {
                break;
            }
            let coming = self.is_awaiting(earliest);
            if self.due() && !coming {
                // What came in meanwhile may be in time for what is due.
                let earliest = service.intake.earliest(&self.people(), service.clock.moment());
                if self.letters.is_empty() && !self.is_awaiting(earliest) && service.settled() == settled {
                    self.guarded(None).await;
                }
                continue;
            }
            let wake = [self.wake().filter(|_| !coming), self.settles()].into_iter().flatten().min();
            let timer = async {
                match wake {
                    Some(moment) => service.clock.until(moment).await,
                    None => std::future::pending().await,
                }
            };
            // Whatever hangs on its way is waited for no longer than it may take.
            let given_up = async {
                if earliest.is_some() { tokio::time::sleep(GIVE_UP).await } else { std::future::pending().await }
            };
            let idle = async {
                if self.row.status.live() { std::future::pending().await } else { tokio::time::sleep(IDLE).await }
            };
            tokio::select! {
                biased;
                letter = self.letters.recv() => match letter {
                    Some(letter) => self.waiting.push(letter),
                    None => break,
                },
                () = service.closing.cancelled() => {}
                _ = away.changed() => {}
                _ = intake.changed() => {}
                () = timer => {}
                () = given_up => {}
                () = idle => self.letters.close(),
            }
        }
        service.signs.expect(self.row.id, None);
        self.letters.close();
        while let Ok(letter) = self.letters.try_recv() {
            self.waiting.push(letter);
        }
        for letter in self.waiting.drain(..) {
            letter.request.refuse(closing().into());
        }
    }

    /// Takes in what is here; gives the earliest id that is still on its way, and until when there may be more that was sent before.
    fn take_in(&mut self) -> (Option<u64>, Option<UnixMs>) {
        loop {
            let (settled, now) = (self.service.settled(), self.service.clock.now());
            // First what is still on its way, then what is here: nothing can have come in between that is missed.
            let earliest = self.service.intake.earliest(&self.people(), self.service.clock.moment());
            while let Ok(letter) = self.letters.try_recv() {
                self.waiting.push(letter);
            }
            // A gap that has come in between makes all of that out of date.
            if self.service.settled() == settled {
                self.settling = settled.filter(|&settled| settled > now);
                return (earliest, settled);
            }
        }
    }

    /// Does one letter, or what is due if there is none, and survives whatever comes of it.
    pub(super) async fn guarded(&mut self, letter: Option<Letter>) {
        let work = async {
            if self.live.is_none() && matches!(self.row.status, Status::Running | Status::Over) {
                self.reload().await?;
            }
            if let Some(letter) = letter {
                self.handle(letter).await?;
            } else if self.due() {
                self.unasked().await?;
            }
            self.play_built_in().await
        };
        let (trouble, strike) = match AssertUnwindSafe(work).catch_unwind().await {
            Ok(Ok(())) => {
                self.strikes = 0;
                self.retries = 0;
                return;
            }
            Ok(Err(Trouble::Store(error))) => (error.to_string(), false),
            Ok(Err(Trouble::Error(_))) => ("an entry of the dealer's was refused".to_owned(), true),
            Err(_) => ("a panic".to_owned(), true),
        };
        let id = FaultId::fresh();
        tracing::error!(fault = %id, match_id = %self.row.id, %trouble, "a match met a fault and is taken up again");
        self.live = None;
        if strike {
            self.strikes += 1;
            if self.strikes >= STRIKES {
                self.strikes = 0;
                self.halt(&format!("it met a fault again and again (fault {id})")).await;
                return;
            }
        } else if self.retries > 0 {
            tokio::time::sleep(Duration::from_millis(100 * u64::from(self.retries.min(50)))).await;
        }
        self.retries = if strike { 0 } else { self.retries + 1 };
        match AssertUnwindSafe(self.reload()).catch_unwind().await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => tracing::error!(match_id = %self.row.id, %error, "a match cannot be read"),
            Err(_) => self.halt(&format!("its record cannot be played through (fault {id})")).await,
        }
    }

    /// Takes the match up from the store.
    async fn reload(&mut self) -> Result<(), StoreError> {
        let id = self.row.id;
        self.live = None;
        let Some(row) = self.service.store.find_match(id).await? else { return Ok(()) };
        self.row = row;
        if !matches!(self.row.status, Status::Running | Status::Over) {
            return Ok(());
        }
        let lines = self.service.store.entries(id).await?;
        match Live::take_up(&self.row, &lines) {
            Ok(live) => self.live = Some(live),
            Err(why) => self.halt(&why).await,
        }
        Ok(())
    }

    /// Puts a match aside that cannot be played on.
    async fn halt(&mut self, why: &str) {
        tracing::error!(match_id = %self.row.id, why, "a match is halted");
        self.live = None;
        if self.row.status != Status::Running {
            return;
        }
        let words = format!("Match {} cannot be played on: {why}. A host can still have its record.", self.row.id);
        let notice = say::line(&self.row, words, vec![self.row.host]);
        let change = Change {
            status: Some(Status::Halted),
            halted: Some(why.to_owned()),
            deadline: Some(None),
            awaited: Some(BySeat::default()),
            ..Change::default()
        };
        let seq = match self.service.store.entries(self.row.id).await {
            Ok(lines) => u32::try_from(lines.len()).unwrap_or(u32::MAX),
            Err(error) => return tracing::error!(match_id = %self.row.id, %error, "a record cannot be read"),
        };
        let parcels = vec![say::parcel(Lane::Channel, &notice)];
        if let Err(error) = self.write(seq, Vec::new(), change, parcels, Vec::new()).await {
            tracing::error!(match_id = %self.row.id, %error, "a match cannot be halted in the store");
        }
    }

    /// Does what is due.
    async fn unasked(&mut self) -> Result<(), Trouble> {
        self.say_that_it_stands().await?;
        if self.past(self.reminder()) && !self.service.is_away() {
            self.remind().await?;
        }
        if !self.past(self.time_is_up()) {
            return Ok(());
        }
        match self.row.status {
            Status::Lobby => self.expire().await,
            Status::Running => self.fire().await,
            Status::Over | Status::Cancelled | Status::Halted => Ok(()),
        }
    }

    async fn fire(&mut self) -> Result<(), Trouble> {
        while self.row.status == Status::Running && self.past(self.time_is_up()) {
            let Some(live) = &self.live else { return Ok(()) };
            let entry = if let Some(deadline) = live.table.next_deadline() {
                let moment = live.moment(deadline).plus(millis(self.service.options.grace));
                let late_ms = self.service.clock.now().since(moment);
                vitals::fired(late_ms);
                tracing::debug!(match_id = %self.row.id, late_ms, "a deadline fires");
                Entry::new(deadline, Act::Time)
            } else {
                let Some(moment) = say::next(live, self.service.options.longest_pause) else { return Ok(()) };
                let mut entry = Entry::new(live.stamp(moment), Act::Host(HostAct::Resume));
                entry.by = Some("deathmatch".to_owned());
                entry.reason = Some("The pause has lasted as long as a pause may.".to_owned());
                self.service.release(Owed::Match(self.row.id)).await?;
                entry
            };
            self.enter(entry).await?;
            if !self.letters.is_empty() {
                break;
            }
        }
        Ok(())
    }

    /// Enters something, stores it with all that follows, and sends that on its way.
    pub(super) async fn enter(&mut self, entry: Entry) -> Result<Taken, Trouble> {
        self.enter_with(vec![entry], Beside::default()).await
    }

    /// Enters things that belong together, in one commit; what came of them is one answer.
    pub(super) async fn enter_with(&mut self, entries: Vec<Entry>, beside: Beside) -> Result<Taken, Trouble> {
        let closed = self.closed(beside.users.unwrap_or(self.row.users)).await?;
        // Whoever sends writes this one down too.
        if let Some(row) = self.service.store.find_match(self.row.id).await? {
            self.row.unreachable = row.unreachable;
        }
        let Some(live) = &mut self.live else { return Err(unplayed().into()) };
        let before = say::card_state(live);
        let taken = match live.take_all(entries) {
            Ok(taken) => taken,
            Err((fault, unchanged)) => {
                if !unchanged {
                    self.live = None;
                }
                return Err(fault.into());
            }
        };
        let written: Vec<String> = taken.entries.iter().map(Entry::write).collect();
        let acts: Vec<_> = taken.entries.iter().map(|entry| vitals::act(&entry.act)).collect();
        let Beside { carry, users, knowers, parcels, put_away } = beside;
        let row = MatchRow { users: users.unwrap_or(self.row.users), ..self.row.clone() };
        let longest_pause = self.service.options.longest_pause;
        let mut follows = say::entry(live, &row, &taken, closed, longest_pause, carry, before);
        follows.change.users = users;
        if let Some(users) = users {
            // Whoever takes a seat has pressed nothing yet.
            let stays = |seat: Seat| users[seat] == self.row.users[seat];
            let pressed = BySeat::from_fn(|seat| if stays(seat) { self.row.pressed[seat] } else { 0 });
            follows.change.pressed = Some(pressed);
        }
        follows.change.knowers = knowers;
        follows.parcels.extend(parcels);
        follows.clear_drafts.extend(put_away);
        let Follows { change, parcels, clear_drafts } = follows;
        let (seq, many) = (live.seq, acts.len());
        if let Err(error) = self.write(seq, written, change, parcels, clear_drafts).await {
            // The table is ahead of the store: only the store counts.
            self.live = None;
            return Err(error.into());
        }
        for act in acts {
            metrics::counter!("deathmatch_entries_total", "act" => act).increment(1);
        }
        if let Some(live) = &mut self.live {
            live.seq += u32::try_from(many).unwrap_or(u32::MAX);
        }
        Ok(taken)
    }

    /// Writes a commit and wakes whoever sends.
    pub(super) async fn write(
        &mut self,
        expected_seq: u32,
        entries: Vec<String>,
        change: Change,
        outbox: Vec<NewParcel>,
        clear_drafts: Vec<Seat>,
    ) -> Result<(), StoreError> {
        let lanes: Vec<Lane> = outbox.iter().map(|parcel| parcel.lane).collect();
        let commit = Commit {
            match_id: self.row.id,
            expected_seq,
            expected_status: self.row.status,
            entries,
            change,
            outbox,
            clear_drafts,
            now: self.service.clock.now(),
        };
        self.row = self.service.store.commit(commit).await?;
        for lane in lanes {
            self.service.kick(self.row.id, lane);
        }
        if self.row.mark.is_some() {
            self.service.look_over(self.row.id);
        }
        Ok(())
    }

    /// Which players take no direct messages.
    pub(super) async fn closed(&self, users: BySeat<UserId>) -> Result<BySeat<bool>, StoreError> {
        let store = &self.service.store;
        let ec = store.person(users.ec).await?.dm_closed;
        Ok(BySeat { ec, dmo: store.person(users.dmo).await?.dm_closed })
    }

    /// Lets built-in players answer what they are asked, at the moment they are asked.
    pub(super) async fn play_built_in(&mut self) -> Result<(), Trouble> {
        loop {
            let Some(live) = self.live.as_ref().filter(|_| self.row.status == Status::Running) else { return Ok(()) };
            let at = live.table.now();
            if live.table.paused() || live.table.next_deadline().is_some_and(|deadline| deadline <= at) {
                return Ok(());
            }
            let Some((seat, act)) = super::builtin::turn(live) else { return Ok(()) };
            let mut entry = Entry::new(at, act);
            put(&mut entry.meta, "by", format!("built-in {seat}").into());
            self.enter(entry).await?;
        }
    }
}

/// A time in whole ms.
pub fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// The service is going down.
pub fn closing() -> Refused {
    Refused::new(Code::Closing, "The service is restarting; try again in a minute.")
}

/// There is no table at this stage.
pub fn untabled(status: Status) -> Refused {
    let message = match status {
        Status::Lobby => "The match has not begun; both players press Ready on its card first.",
        Status::Cancelled => "This match was called off; open another one.",
        Status::Halted => "This match is halted; `/match record` is what is left of it.",
        Status::Running | Status::Over => return unplayed(),
    };
    Refused::new(Code::WrongStage, message)
}

/// There is no table yet, or none any more.
pub fn unplayed() -> Refused {
    Refused::new(Code::WrongStage, "This match is not being played; name a match that is.")
}
