//! The actor of one match, which handles all its events one at a time.
//!
//! - Commands are sorted by timestamp before any is handled; [`crate::live::admission`] decides which of them wait.
//! - A fault costs the request in which it happened, and the match is loaded from the store again. If that fails too, the match is halted.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use futures::FutureExt;
use tokio::sync::mpsc;

use crate::game::{BySeat, Seat, family};
use crate::games;
use crate::hosting::concurrent_rulings::RecentRulings;
use crate::ids::{ChannelId, MatchId, Snowflake, StepId, UnixMs};
use crate::live::actor_command::Command;
use crate::live::admission::Admission;
use crate::live::applied_entries::CommitExtras;
use crate::live::command_error::{CommandError, closing};
use crate::live::error::{Error, FaultId, not_stored};
use crate::live::match_state::MatchState;
use crate::live::record_compatibility;
use crate::live::service::Service;
use crate::live::service_entry::by_service;
use crate::live::store::match_row::{MatchRow, Status};
use crate::messages::compose;
use crate::messages::store::post::{Lane, RetryScope};
use crate::platform::sqlite::error::StoreError;
use crate::playing::external_program::Processes;
use crate::playing::order_reminder_state::OrderReminders;
use crate::playing::pending_reply::PendingReply;
use crate::table::{Act, Entry, HostAct};
use crate::uptime::clock::millis;
use crate::uptime::health;

/// The time after which an actor that waits for nothing ends, in real time.
const IDLE: Duration = Duration::from_mins(1);
/// The interval at which an actor that waits for events in flight checks them again, in real time.
const LOOK_AGAIN: Duration = Duration::from_millis(500);
/// The time by which a deadline is held until the prompt has reached its player, in ms.
const HELD_MS: u64 = 1_000;
/// The number of retries of a request after conflicts with another writer, before that is a fault.
const CONFLICTS: u32 = 3;
/// The number of faults in a row after which a match is halted.
const STRIKES: u32 = 3;

/// Each seat's draft: its prompt and its words. Only the match's actor writes drafts, so it keeps them in memory.
pub type Drafts = BySeat<Option<(StepId, Vec<String>)>>;

/// Lost time, credited once every earlier event has arrived.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Outage {
    pub since: UnixMs,
    /// Whether the match's next message announces it.
    pub carry: bool,
    /// Whether presses in that time were lost.
    pub presses_lost: bool,
}

/// The actor's next step.
pub(crate) enum NextStep {
    Command(Command),
    Credit,
}

/// A timed action of a match's actor.
#[derive(Clone, Copy)]
pub(crate) enum Timer {
    /// Announces that the match waits.
    WaitAnnouncement,
    /// Reminds the players of the start.
    StartReminder,
    /// Ends the lobby, the step or the pause.
    Deadline,
    /// Reminds players of their order, if they want reminders.
    OrderReminder,
    /// Enters a built-in player's answer.
    BuiltIn,
}

/// A match's actor.
pub struct MatchActor {
    pub(crate) service: Arc<Service>,
    pub(crate) row: MatchRow,
    pub(crate) live: Option<MatchState>,
    requests: mpsc::Receiver<Command>,
    pub(crate) waiting: Vec<Command>,
    /// The credit for running clocks, entered once every earlier event has arrived.
    pub(crate) pending_credit: Option<Outage>,
    /// Until this time, events stamped earlier may still arrive; commands wait.
    pub(crate) settling: Option<UnixMs>,
    /// The newest gateway session known to the actor.
    pub(crate) session: u64,
    /// The time since which the match waits for its players' direct messages to be read back.
    pub(crate) unread_since: Option<UnixMs>,
    /// Whether that wait has been announced.
    pub(crate) wait_announced: bool,
    /// Until this time a deadline is held, because its prompt has not reached its player.
    pub(crate) deadline_held_until: Option<UnixMs>,
    /// The unfinished orders.
    pub(crate) drafts: Drafts,
    /// The messages from which they are; none for a draft from menus, or from before a restart.
    pub(crate) draft_from: BySeat<Option<Snowflake>>,
    /// The latest rulings.
    pub(crate) recent_rulings: RecentRulings,
    /// The built-in players' replies to their open prompts.
    pub(crate) pending_replies: BySeat<Option<PendingReply>>,
    /// The settings for order reminders, and the last ones sent.
    pub(crate) order_reminders: OrderReminders,
    /// Programs that play seats of the match.
    pub(crate) processes: Processes,
    /// The time of the last notice to the host that the channel is lost.
    pub(crate) host_told_at: Option<UnixMs>,
    /// Earlier channels of the match that are gone.
    pub(crate) lost_channels: Vec<ChannelId>,
    /// Whether a host has moved the match to another channel and has yet to resume it there.
    pub(crate) moved_awaiting_resume: bool,
    strikes: u32,
    retries: u32,
    /// The number of conflicts in a row.
    conflicts: u32,
}

impl MatchActor {
    /// Runs a match's actor until it waits for nothing more, or the service stops.
    pub async fn run(service: Arc<Service>, id: MatchId, requests: mpsc::Receiver<Command>) {
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
        let (guild, is_file) = (row.guild, games::is_file(&row.game));
        let mut actor = Self::new(Arc::clone(&service), row, requests);
        let life = async {
            actor.run_guarded(None).await;
            actor.work().await;
        };
        if is_file { service.turns.of(guild, life).await } else { life.await }
    }

    pub(crate) fn new(service: Arc<Service>, row: MatchRow, requests: mpsc::Receiver<Command>) -> Self {
        let (session, _) = service.pending_events.newest_session();
        Self {
            service,
            row,
            live: None,
            requests,
            waiting: Vec::new(),
            pending_credit: None,
            settling: None,
            session,
            unread_since: None,
            wait_announced: false,
            deadline_held_until: None,
            drafts: Drafts::default(),
            draft_from: BySeat::default(),
            recent_rulings: RecentRulings::default(),
            pending_replies: BySeat::default(),
            order_reminders: OrderReminders::default(),
            processes: Processes::default(),
            host_told_at: None,
            lost_channels: Vec::new(),
            moved_awaiting_resume: false,
            strikes: 0,
            retries: 0,
            conflicts: 0,
        }
    }

    async fn work(&mut self) {
        let service = Arc::clone(&self.service);
        let mut away = service.away.subscribe();
        let mut pending_events = service.pending_events.changes();
        loop {
            away.mark_unchanged();
            pending_events.mark_unchanged();
            let (earliest, settles_until) = self.receive_commands();
            self.update_unread();
            if !service.closing.is_cancelled() {
                let next = self.take_next(earliest);
                if next.is_some() {
                    self.run_guarded(next).await;
                    continue;
                }
            }
            service.signals.expect(self.row.id, self.wakes_at());
            if service.closing.is_cancelled() {
                break;
            }
            let coming = self.is_awaiting(earliest);
            if self.due_timer().is_some() && !coming {
                // Commands that have arrived by now may be in time for the deadline.
                let earliest = service.pending_events.earliest(&self.people(), service.clock.moment());
                if self.requests.is_empty() && !self.is_awaiting(earliest) && self.settles_until() == settles_until {
                    self.run_guarded(None).await;
                }
                continue;
            }
            let wake = [self.wakes_at().filter(|_| !coming), self.settles_at()].into_iter().flatten().min();
            // The wait for an event in flight is bounded.
            let given_up = async {
                if earliest.is_some() { tokio::time::sleep(LOOK_AGAIN).await } else { std::future::pending().await }
            };
            let idle = async {
                if self.row.status.is_open() { std::future::pending().await } else { tokio::time::sleep(IDLE).await }
            };
            tokio::select! {
                biased;
                command = self.requests.recv() => match command {
                    Some(command) => self.waiting.push(command),
                    None => break,
                },
                () = service.closing.cancelled() => {}
                _ = away.changed() => {}
                _ = pending_events.changed() => {}
                () = service.clock.until_some(wake) => {}
                () = given_up => {}
                () = idle => self.requests.close(),
            }
        }
        service.signals.expect(self.row.id, None);
        self.requests.close();
        self.drain_inbox();
        for command in self.waiting.drain(..) {
            command.refuse(closing().into());
        }
    }

    /// Receives the commands that are here, to be sorted.
    fn drain_inbox(&mut self) {
        while let Ok(command) = self.requests.try_recv() {
            self.waiting.push(command);
        }
    }

    /// Receives the commands that are here. Returns the earliest id still in flight, and until when earlier events may arrive.
    fn receive_commands(&mut self) -> (Option<u64>, Option<UnixMs>) {
        loop {
            let (settles_until, now) = (self.settles_until(), self.service.clock.now());
            // Events in flight are read before the received commands, so that none is missed in between.
            let earliest = self.service.pending_events.earliest(&self.people(), self.service.clock.moment());
            self.drain_inbox();
            // A gap in between makes both results outdated.
            if self.settles_until() == settles_until {
                self.settling = settles_until.filter(|&settles_until| settles_until > now);
                return (earliest, settles_until);
            }
        }
    }

    /// Does the next step, or what is due without one, and recovers from any fault. A request that meets a conflict
    /// is queued again, because the other write may have changed which commands must wait.
    pub(crate) async fn run_guarded(&mut self, mut next: Option<NextStep>) {
        let done = AssertUnwindSafe(self.attempt(&mut next)).catch_unwind().await;
        let id = FaultId::fresh();
        let (trouble, answer, strike) = match done {
            Ok(Ok(())) => {
                (self.strikes, self.retries, self.conflicts) = (0, 0, 0);
                return;
            }
            Ok(Err(CommandError::Early)) => {
                if let Some(NextStep::Command(command)) = next {
                    self.waiting.push(command.after_grace());
                }
                return;
            }
            Ok(Err(CommandError::Store(StoreError::Conflict))) if self.conflicts < CONFLICTS => {
                tracing::debug!(match_id = %self.row.id, "another writer has changed a match, which is reloaded");
                self.conflicts += 1;
                if let Some(NextStep::Command(command)) = next {
                    self.waiting.push(command);
                }
                return self.reload_or_halt(id).await;
            }
            Ok(Err(CommandError::Store(error))) => {
                if !matches!(error, StoreError::Conflict | StoreError::Row(_)) {
                    self.service.cannot_store(self.service.clock.now());
                }
                (error.to_string(), not_stored(&error, id.clone()), false)
            }
            Ok(Err(CommandError::Error(_))) => {
                ("one of the dealer's own entries was refused".to_owned(), Error::Internal(id.clone()), true)
            }
            Err(_) => ("a panic".to_owned(), Error::Internal(id.clone()), true),
        };
        tracing::error!(fault = %id, match_id = %self.row.id, %trouble, "a fault in a match, which is reloaded");
        if let Some(NextStep::Command(command)) = next {
            command.refuse(answer);
        }
        self.live = None;
        self.conflicts = 0;
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
        self.reload_or_halt(id).await;
    }

    /// Does the next step; it is left in `next` if it was not done.
    async fn attempt(&mut self, next: &mut Option<NextStep>) -> Result<(), CommandError> {
        if self.live.is_none() && matches!(self.row.status, Status::Running | Status::Over) {
            self.reload().await?;
        }
        match next {
            Some(NextStep::Command(command)) => command.run(self).await?,
            Some(NextStep::Credit) => {
                if let Err(trouble @ CommandError::Store(_)) = self.enter_credit().await {
                    return Err(trouble);
                }
            }
            None => {
                if let Some(timer) = self.due_timer() {
                    self.on_timer(timer).await?;
                }
            }
        }
        *next = None;
        self.play_built_in().await
    }

    /// Reloads the match; halts it if its record cannot be replayed.
    async fn reload_or_halt(&mut self, id: FaultId) {
        match AssertUnwindSafe(self.reload()).catch_unwind().await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => tracing::error!(match_id = %self.row.id, %error, "a match cannot be read"),
            Err(_) => self.halt(&format!("its record cannot be played through (fault {id})")).await,
        }
    }

    /// Loads the match from the store.
    pub(crate) async fn reload(&mut self) -> Result<(), StoreError> {
        let id = self.row.id;
        self.live = None;
        self.drafts = Drafts::default();
        let Some(row) = self.service.store.find_match(id).await? else { return Ok(()) };
        self.row = row;
        if !matches!(self.row.status, Status::Running | Status::Over) {
            return Ok(());
        }
        if self.row.status == Status::Over && record_compatibility::other_rules(&self.row).is_some() {
            // Such a match is shown from the store, without a table.
            return Ok(());
        }
        let reach = self.service.store.reach(self.row.by_button, self.row.users).await?;
        self.order_reminders.learn(&reach);
        let lines = self.service.store.entries(id).await?;
        match MatchState::load_playable(&self.row, &lines) {
            Ok(mut live) => {
                live.guided = self.guided().await?;
                self.order_reminders.last_sent = self.reminded(live.mark()).await?;
                self.live = Some(live);
            }
            Err(why) => match games::unreadable(&self.row.game) {
                Some(fault) if self.row.status == Status::Running => self.suspend_unreadable(&fault, &lines).await,
                _ => self.halt(&why).await,
            },
        }
        self.ask_built_in();
        Ok(())
    }

    /// The seats whose players play this game for the first time: in private, or else in a channel.
    pub(crate) async fn guided(&self) -> Result<BySeat<bool>, StoreError> {
        let (row, mut guided) = (&self.row, BySeat::default());
        for (seat, &user) in row.users.iter() {
            let game = family(&row.game);
            guided[seat] = !row.bots[seat] && !self.service.store.has_played(user, game, row.in_dms, row.id).await?;
        }
        Ok(guided)
    }

    /// Halts a match that cannot be continued.
    pub(crate) async fn halt(&mut self, why: &str) {
        tracing::error!(match_id = %self.row.id, why, "a match is halted");
        self.live = None;
        match self.service.store.find_match(self.row.id).await {
            Ok(Some(row)) => self.row = row,
            Ok(None) => return,
            Err(error) => return tracing::error!(match_id = %self.row.id, %error, "a match cannot be read"),
        }
        if self.row.status != Status::Running {
            return;
        }
        let words = format!("Match {} cannot be played on: {why}. A host can still have its record.", self.row.id);
        let queued = compose::line(&self.row, words, vec![self.row.opener]);
        let mut row = MatchRow { halted: Some(why.to_owned()), ..self.row.clone() };
        row.ends_with(Status::Halted);
        let items = vec![compose::new_post(Lane::Channel, &queued)];
        if let Err(error) = self.write(Vec::new(), row, items, Vec::new()).await {
            tracing::error!(match_id = %self.row.id, %error, "a match cannot be halted in the store");
        }
    }

    /// Handles a timer that is due.
    async fn on_timer(&mut self, timer: Timer) -> Result<(), CommandError> {
        match timer {
            Timer::WaitAnnouncement => self.announce_wait().await,
            Timer::StartReminder => self.remind_of_start().await,
            Timer::Deadline if self.row.status == Status::Lobby => self.expire().await,
            Timer::Deadline => self.fire_deadline().await,
            Timer::OrderReminder => self.remind_of_order().await,
            // Built-in players' answers are entered after every step of the actor.
            Timer::BuiltIn => Ok(()),
        }
    }

    /// Enters the deadlines that have passed, and the end of a pause that has lasted as long as it may.
    async fn fire_deadline(&mut self) -> Result<(), CommandError> {
        while self.row.status == Status::Running && self.past(self.time_is_up_at()) {
            let Some(live) = &self.live else { return Ok(()) };
            let deadline = live.table.next_deadline();
            if deadline.is_some() && self.prompt_undelivered().await? {
                // The delivery credits the time when it arrives.
                self.deadline_held_until = Some(self.service.clock.now().plus(HELD_MS));
                return Ok(());
            }
            // A late delivery has asked for its credit before it was recorded.
            self.drain_inbox();
            if self.waiting.iter().any(|command| command.admission == Admission::Credit) {
                return Ok(());
            }
            match deadline {
                Some(deadline) => self.pass_deadline(deadline).await?,
                None => self.end_longest_pause().await?,
            }
            // Commands sent before the next deadline go first.
            if !self.requests.is_empty() || !self.waiting.is_empty() {
                break;
            }
        }
        Ok(())
    }

    async fn pass_deadline(&mut self, deadline: u64) -> Result<(), CommandError> {
        let Some(live) = &self.live else { return Ok(()) };
        let moment = live.moment(deadline).plus(millis(self.service.options.grace));
        let late_ms = self.service.clock.now().since(moment);
        tracing::debug!(match_id = %self.row.id, late_ms, "a deadline fires");
        if self.enter_whole_draft(deadline).await? {
            return Ok(());
        }
        let pauses_if_idle = self.pauses_if_idle().await?;
        let extras = CommitExtras { pauses_if_idle, ..CommitExtras::default() };
        self.enter_with(vec![Entry::new(deadline, Act::Time)], extras).await?;
        health::fired(late_ms);
        Ok(())
    }

    async fn end_longest_pause(&mut self) -> Result<(), CommandError> {
        let Some(live) = &self.live else { return Ok(()) };
        let Some(moment) = compose::next_automatic_event(live, self.service.options.longest_pause) else {
            return Ok(());
        };
        let why = "The pause has lasted as long as a pause may.";
        let entry = by_service(live.stamp(moment), HostAct::Resume, Some(why));
        self.service.retry_refused(RetryScope::Of(self.row.id.into())).await?;
        self.enter_with(vec![entry], CommitExtras::default()).await?;
        Ok(())
    }

    /// Returns the words that a seat has chosen for a prompt.
    pub(crate) async fn draft(&mut self, mark: StepId, seat: Seat) -> Result<Vec<String>, StoreError> {
        if let Some((of, words)) = &self.drafts[seat]
            && *of == mark
        {
            return Ok(words.clone());
        }
        let words = self.service.store.draft(self.row.id, mark, seat).await?;
        self.drafts[seat] = Some((mark, words.clone()));
        Ok(words)
    }

    /// Keeps the words that a seat has chosen.
    pub(crate) fn keep_draft(&mut self, mark: StepId, seat: Seat, words: &[String]) {
        self.service.store.keep_draft(self.row.id, mark, seat, words);
        self.drafts[seat] = Some((mark, words.to_vec()));
    }

    /// Records that a seat's draft is deleted.
    pub(crate) fn drop_draft(&mut self, seat: Seat) {
        self.drafts[seat] = self.row.mark.map(|mark| (mark, Vec::new()));
    }
}
