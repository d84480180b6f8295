//! Moving a match's start.

use crate::game::Seat;
use crate::hosting::ruling_author::Host;
use crate::hosting::{audit_log, ruling_author};
use crate::ids::{Snowflake, UnixMs, UserId};
use crate::live::actor::MatchActor;
use crate::live::applied_entries::CommitExtras;
use crate::live::command_error::{CommandError, unplayed};
use crate::live::duration_text::humanize;
use crate::live::error::{Code, Refused};
use crate::live::match_state::MatchState;
use crate::live::store::match_row::{MatchRow, Status};
use crate::messages::compose;
use crate::messages::store::post::Lane;
use crate::playing::prompt::Start;
use crate::table::HostAct;

/// The note on a start that cannot be as early as wanted.
const NO_SOONER: &str = " It cannot begin sooner: earlier prompts last until then.";

impl MatchActor {
    /// Checks that the start can be moved to this time; for a running match the table checks it.
    pub(crate) fn may_move_start(&self, starts: UnixMs, stamp: Snowflake) -> Result<(), Refused> {
        let refuse = |code, message: &str| Err(Refused::new(code, message));
        if starts <= stamp.ms() {
            return refuse(Code::BadHostAction, "That start is in the past. Name a later time.");
        }
        match self.row.status {
            Status::Lobby if stamp.ms() >= self.row.expires => {
                refuse(Code::Late, "This card has expired; the card says what follows.")
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
                let moved = format!("The start is moved to {} after the match is resumed.", humanize(ms));
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
        self.recent_rulings.refuse_unseen(by.user, &act, stamp)?;
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
        Start::After(ms) => (format!("{} after the match is resumed", humanize(ms)), wanted < now.plus(ms)),
    };
    let sooner = if sooner { NO_SOONER } else { "" };
    Err(Refused::new(Code::BadHostAction, format!("The match already begins {when}.{sooner}")))
}

/// The reply to a host who moved a start.
fn is_moved_to(starts: UnixMs) -> String {
    format!("The start is moved to <t:{0}:F> (<t:{0}:R>).", starts.seconds())
}
