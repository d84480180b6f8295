//! Matches with a start time, and cards of tournaments: reminders. Moving a start.
//!
//! - A reminder is queued in the transaction that records it as sent, so a restart neither repeats nor loses it.
//! - Reminders that were due during an absence are sent as one.

use crate::game::{Seat, Wants};
use crate::hosting::ruling_author::Host;
use crate::hosting::{audit_log, ruling_author, ruling_text};
use crate::ids::{Snowflake, UnixMs, UserId};
use crate::live::actor::MatchActor;
use crate::live::applied_entries::CommitExtras;
use crate::live::command_error::{CommandError, unplayed};
use crate::live::error::{Code, Refused};
use crate::live::match_state::MatchState;
use crate::live::record_compatibility;
use crate::live::store::match_row::{MatchRow, Status};
use crate::messages::compose;
use crate::messages::store::post::{Lane, NewPost};
use crate::playing::prompt::Start;
use crate::table::HostAct;

/// The leads of the reminders before the start, in ms.
const LEADS: [i64; 3] = [24 * 60 * 60 * 1000, 60 * 60 * 1000, 10 * 60 * 1000];

/// The note on a start that cannot be as early as wanted.
const NO_SOONER: &str = " It cannot begin sooner: earlier prompts last until then.";

impl MatchActor {
    /// The start of the first round, while it lies ahead.
    pub(crate) fn starts(&self) -> Option<UnixMs> {
        match self.row.status {
            Status::Lobby => self.row.starts,
            Status::Running => {
                let live = self.live.as_ref().filter(|live| !live.table.paused())?;
                live.table.starts().map(|time| live.moment(time))
            }
            Status::Over | Status::Cancelled | Status::Halted => None,
        }
    }

    /// The start, or the end of a tournament's card.
    fn leads_to(&self) -> Option<UnixMs> {
        let card = self.row.status == Status::Lobby && self.row.is_of_tournament();
        self.starts().or(card.then_some(self.row.expires))
    }

    /// The time of the next reminder.
    pub(crate) fn start_reminder_at(&self) -> Option<UnixMs> {
        let until = self.leads_to()?;
        let due = LEADS.iter().map(|lead| UnixMs(until.0.saturating_sub(*lead)));
        due.filter(|&moment| moment > self.row.start_reminded_until).min()
    }

    /// Sends the reminder that is due.
    pub(crate) async fn remind_of_start(&mut self) -> Result<(), CommandError> {
        let now = self.service.clock.now();
        let Some(until) = self.leads_to() else { return Ok(()) };
        let items = if until > now { self.reminders(self.starts()).await? } else { Vec::new() };
        let row = MatchRow { start_reminded_until: now, ..self.row.clone() };
        Ok(self.write(Vec::new(), row, items, Vec::new()).await?)
    }

    /// Messages to both players and the host; players who cannot be written to are pinged in the channel. Without a start, only players
    /// who are not ready are reminded.
    async fn reminders(&self, starts: Option<UnixMs>) -> Result<Vec<NewPost>, CommandError> {
        let row = &self.row;
        let closed = self.dms_closed(self.row.users).await?;
        let awaited = self.live.is_some();
        let mut items = Vec::new();
        let mut named = Vec::new();
        let game = record_compatibility::title_of(row);
        let head = format!("**Match {} · {game}** · {} against {}", row.id, row.names.ec, row.names.dmo);
        let mut reminded: Vec<UserId> = Vec::new();
        for seat in Seat::ALL.into_iter().filter(|&seat| !row.bots[seat] && (starts.is_some() || !row.ready[seat])) {
            let user = row.users[seat];
            reminded.push(user);
            let next = self.to_do(seat);
            // The bot does not write to people who have never used it.
            let known = awaited || row.pressed[seat] != 0 || row.is_of_tournament();
            if closed[seat] || !known {
                named.push(user);
            } else {
                let spec = compose::start_reminder(row, user, vec![head.clone(), next], starts);
                items.push(compose::new_post(Lane::Dm(user), &spec));
            }
        }
        if starts.is_some() && !reminded.contains(&row.opener) {
            let spec = compose::start_reminder(row, row.opener, vec![head, self.missing()], starts);
            items.push(compose::new_post(Lane::Dm(row.opener), &spec));
        }
        if !named.is_empty() {
            let words = if awaited {
                format!("A reminder of the start of match {}.", row.id)
            } else {
                self.with_least(format!("Press **Ready** on the card of match {}.", row.id))
            };
            let spec = compose::starting(row, vec![words], named, starts, awaited);
            items.push(compose::new_post(Lane::Channel, &spec));
        }
        Ok(items)
    }

    /// A player's task before the start.
    fn to_do(&self, seat: Seat) -> String {
        let Some(live) = &self.live else {
            let next = if self.row.ready[seat] {
                "You are ready.".to_owned()
            } else if self.row.is_of_tournament() {
                let until = self.row.expires.seconds();
                format!("Press **Ready** on its card by <t:{until}:t> (<t:{until}:R>). Otherwise you count as absent.")
            } else {
                "Press **Ready** on its card in the match channel. Otherwise the match is called off.".to_owned()
            };
            return self.with_least(next);
        };
        match &live.table.awaiting()[seat] {
            Some(asked) if asked.wants == Wants::Order && !asked.submitted => {
                format!("Your {} is missing. Press **Order** in the match channel.", asked.prompt)
            }
            _ => "You have nothing left to do before the start.".to_owned(),
        }
    }

    /// A sentence for the opener on the players who have yet to press Ready.
    fn missing(&self) -> String {
        let row = &self.row;
        let missing: Vec<_> = self.unready().map(|seat| row.names[seat].as_str()).collect();
        if missing.is_empty() {
            return "It starts automatically.".to_owned();
        }
        self.with_least(format!("Not ready yet: {}.", missing.join(", ")))
    }

    /// A sentence about a lobby's start, followed by the earliest beginning.
    fn with_least(&self, words: String) -> String {
        [Some(words), compose::at_least(&self.row)].into_iter().flatten().collect::<Vec<_>>().join(" ")
    }

    /// The players who have yet to press Ready in a lobby.
    fn unready(&self) -> impl Iterator<Item = Seat> {
        let lobby = self.live.is_none();
        Seat::ALL.into_iter().filter(move |&seat| lobby && !self.row.ready[seat])
    }

    /// Checks that the start can be moved to this time; for a running match the table checks it.
    pub(crate) fn may_move_start(&self, starts: UnixMs, stamp: Snowflake) -> Result<(), Refused> {
        let refuse = |code, message: &str| Err(Refused::new(code, message));
        if starts <= stamp.ms() {
            return refuse(Code::BadHostAction, "That start is in the past. Name a later time.");
        }
        match self.row.status {
            Status::Lobby if stamp.ms() >= self.row.expires => {
                refuse(Code::Late, "This lobby has expired. Open another match.")
            }
            Status::Lobby if self.row.starts.is_none() && self.row.offers.is_none() => {
                refuse(Code::BadHostAction, "This match has no start time that could be moved.")
            }
            Status::Lobby if self.row.starts == Some(starts) && self.row.offers.is_none() => {
                refuse(Code::BadHostAction, "The match already begins at that time. Name another time.")
            }
            Status::Running | Status::Lobby => Ok(()),
            _ => refuse(Code::WrongStage, "That match is not running. See `/match list`."),
        }
    }

    /// Refuses an act that would leave the start of a running match unchanged.
    pub(crate) async fn must_move(&self, act: &HostAct, wanted: UnixMs, stamp: Snowflake) -> Result<(), CommandError> {
        let live = self.live.as_ref().ok_or_else(unplayed)?;
        // A repeated delivery gets the same answer.
        if live.applied(stamp).is_none() {
            let lines = self.service.store.entries(self.row.id).await?;
            let (after, answer) = self.tried(&lines, act, stamp)?;
            if answer.error.is_none() {
                must_differ(live, &after, wanted, stamp.ms())?;
            }
        }
        Ok(())
    }

    /// Moves the start.
    pub(crate) async fn reschedule(
        &mut self,
        by: Host,
        starts: UnixMs,
        reason: Option<String>,
        stamp: Snowflake,
    ) -> Result<String, CommandError> {
        self.may_move_start(starts, stamp)?;
        if self.row.status == Status::Running {
            self.reschedule_running(by, starts, reason, stamp).await
        } else {
            self.reschedule_lobby(by, starts, reason, stamp).await
        }
    }

    /// Moves the start of a running match that waits for its first round.
    async fn reschedule_running(
        &mut self,
        by: Host,
        starts: UnixMs,
        reason: Option<String>,
        stamp: Snowflake,
    ) -> Result<String, CommandError> {
        let live = self.live.as_ref().ok_or_else(unplayed)?;
        let act = HostAct::Reschedule(live.stamp(starts));
        self.must_move(&act, starts, stamp).await?;
        let done = self.enter_host_act(by, act, CommitExtras::default(), reason, stamp).await?;
        let Some(live) = self.live.as_ref() else { return Ok(done) };
        Ok(match compose::start(live) {
            Some(Start::After(ms)) => {
                let moved = format!("The start is moved to {} after the match is resumed.", ruling_text::humanize(ms));
                moved + if stamp.ms().plus(ms) > starts { NO_SOONER } else { "" }
            }
            Some(Start::At(at)) => is_moved_to(at) + if at > starts { NO_SOONER } else { "" },
            None => done,
        })
    }

    /// Moves the start of a lobby.
    async fn reschedule_lobby(
        &mut self,
        by: Host,
        starts: UnixMs,
        reason: Option<String>,
        stamp: Snowflake,
    ) -> Result<String, CommandError> {
        // In a lobby the record's time has not begun; only the kind of the act matters here.
        let act = HostAct::Reschedule(0);
        self.reject_if_stale(by.user, &act, stamp)?;
        let chosen = self.row.offers.is_some();
        let row = MatchRow {
            starts: Some(starts),
            offers: None,
            expires: starts,
            deadline: Some(starts),
            start_reminded_until: stamp.ms(),
            ..self.row.clone()
        };
        let players: Vec<UserId> =
            Seat::ALL.into_iter().filter(|&seat| !row.bots[seat]).map(|seat| row.users[seat]).collect();
        // An opener without a host's rights must not ping people repeatedly.
        let mention = if row.friendly { Vec::new() } else { players };
        let moved = format!("{} moved the start of match {}.", by.words(), row.id);
        let again = "The offered times no longer count. Press **Ready** on the card if you can play then.";
        let because = reason.as_deref().and_then(ruling_author::because);
        let lines =
            [moved].into_iter().chain(because).chain(chosen.then(|| again.to_owned())).chain(compose::at_least(&row));
        let said = compose::starting(&row, lines.collect(), mention, Some(starts), true);
        self.write(Vec::new(), row, vec![compose::new_post(Lane::Channel, &said)], Vec::new()).await?;
        self.recent_rulings.note(&by, &act, "moved the start", stamp);
        self.log_host_action(&by, audit_log::RESCHEDULED).await?;
        Ok(self.with_least(is_moved_to(starts)))
    }
}

/// Refuses to move a start that would stay the same; `wanted` is the requested time.
pub fn must_differ(live: &MatchState, after: &MatchState, wanted: UnixMs, now: UnixMs) -> Result<(), Refused> {
    let Some(present) = compose::start(live).filter(|present| compose::start(after) == Some(*present)) else {
        return Ok(());
    };
    let (when, sooner) = match present {
        Start::At(present) => (format!("<t:{0}:F> (<t:{0}:R>)", present.seconds()), wanted < present),
        Start::After(ms) => {
            (format!("{} after the match is resumed", ruling_text::humanize(ms)), wanted < now.plus(ms))
        }
    };
    let sooner = if sooner { NO_SOONER } else { "" };
    Err(Refused::new(Code::BadHostAction, format!("The match already begins {when}.{sooner}")))
}

/// The reply to a host who moved a start.
fn is_moved_to(starts: UnixMs) -> String {
    format!("The start is moved to <t:{0}:F> (<t:{0}:R>).", starts.seconds())
}
