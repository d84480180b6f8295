//! Enters the rulings of hosts.

use serde_json::json;

use crate::game::{Seat, Viewer};
use crate::hosting::ruling::{Ruling, Substitute};
use crate::hosting::ruling_author::{self, Author, Host};
use crate::hosting::ruling_text;
use crate::hosting::ruling_text::clause;
use crate::hosting::store::proposals::OVER;
use crate::ids::Snowflake;
use crate::live::actor::MatchActor;
use crate::live::applied_entries::{CommitExtras, PriorReply};
use crate::live::command_error::CommandError;
use crate::live::entry_meta::{HOST_NAME, REPLACED_PLAYER, put};
use crate::live::error::{Code, Refused};
use crate::live::match_state::MatchState;
use crate::live::service_entry::by_service;
use crate::live::store::match_row::Status;
use crate::messages::compose;
use crate::messages::store::post::{Lane, RetryScope};
use crate::playing::player_action::Sealed;
use crate::table::{Act, Entry, HostAct};

/// The note to a host who resumes a match while its channel owes refused posts.
const OWES: &str = "Refused messages are tried first. If the channel refuses them again, the match is suspended again and its host is notified.";

impl MatchActor {
    /// Enters a host's act into the record, with other changes stored in the same commit; returns the reply to the host.
    pub(crate) async fn enter_host_act(
        &mut self,
        by: Host,
        act: HostAct,
        mut extras: CommitExtras,
        reason: Option<String>,
        stamp: Snowflake,
    ) -> Result<String, CommandError> {
        if self.ends_unreadable(by.user, &act)? {
            self.halt(ruling_text::ENDED_UNREAD).await;
            return Ok(format!("Match {} is ended.", self.row.id));
        }
        let live = self.require_live()?;
        match live.applied(stamp) {
            Some(PriorReply::Other(said)) => return Ok(said.clone()),
            Some(PriorReply::Sealed(sealed)) => return Ok(on_behalf(live, sealed)),
            None => {}
        }
        self.may_rule(&by).await?;
        self.recent_rulings.refuse_unseen(by.user, &act, stamp)?;
        self.admit(&by, &act, &mut extras, stamp).await?;
        let owes = self.retry_refused(&act).await?;
        // Under the corrected file the match may already end in the step that met the fault.
        let ends = self.take_over(&act, &mut extras).await?;
        let mut entry = self.require_live()?.ruled(act.clone(), by.user, stamp);
        if ends {
            entry.act = Act::Time;
        }
        entry.reason = reason.filter(|reason| !reason.trim().is_empty());
        put(&mut entry.meta, HOST_NAME, json!(by.words()));
        let mut full_time = None;
        if let HostAct::Substitute { seat, name } = &act {
            self.replace_player(&by, *seat, name, &mut entry, &mut extras).await?;
            full_time = self.full_step(*seat, entry.at)?;
        }
        let entries = [entry].into_iter().chain(full_time).collect();
        let applied = self.enter_with(entries, extras).await?;
        if matches!(act, HostAct::Substitute { .. }) {
            let guided = self.guided().await?;
            self.live.iter_mut().for_each(|live| live.guided = guided);
        }
        let live = self.require_live()?;
        let author = Author::Host(by.words());
        let clause = clause(&act, &author, &live.table.concerned(), &applied.answer.happened, Some(&live.table));
        let said = match &applied.sealed {
            Some(sealed) => on_behalf(live, sealed),
            None if owes => format!("{} {OWES}", live.result_line(&applied.answer)),
            None => live.result_line(&applied.answer),
        };
        self.recent_rulings.note(&by, &act, &clause, stamp);
        Ok(said)
    }

    /// Tries the messages again that the channel refused: the host may have removed the cause. Returns whether a resumed match owes some.
    async fn retry_refused(&mut self, act: &HostAct) -> Result<bool, CommandError> {
        let resumes = *act == HostAct::Resume;
        // Even a finished match may have its last posts pending.
        let owes = resumes && self.service.store.refused_backlog(self.row.id).await?.is_some();
        self.service.retry_refused(RetryScope::Of(self.row.id.into())).await?;
        self.moved_awaiting_resume &= !resumes;
        Ok(owes)
    }

    /// Continues a resumed match with the corrected file of its game, if there is one. Returns whether the match ends in its last step.
    async fn take_over(&mut self, act: &HostAct, extras: &mut CommitExtras) -> Result<bool, CommandError> {
        let takeover = if *act == HostAct::Resume { self.find_takeover().await? } else { None };
        let Some((takeover, live)) = takeover else { return Ok(false) };
        let ends = live.table.outcome().is_some();
        (extras.takeover, self.live) = (Some(takeover), Some(live));
        Ok(ends)
    }

    /// Adds what follows for the player whom a substitute replaces: the draft and the requests end, and a person is notified.
    async fn replace_player(
        &self,
        by: &Host,
        seat: Seat,
        name: &str,
        entry: &mut Entry,
        extras: &mut CommitExtras,
    ) -> Result<(), CommandError> {
        extras.drop_draft_of = Some(seat);
        extras.settles.extend(self.open_request(seat).await?.map(|request| (request, OVER)));
        if self.row.bots[seat] {
            return Ok(());
        }
        let leaves = self.row.users[seat];
        put(&mut entry.meta, REPLACED_PLAYER, json!(leaves.to_string()));
        let stage = compose::stage(self.require_live()?, &self.row, Viewer::Public);
        let words = format!("{} put {name} in your place in match {} ({stage}).", by.words(), self.row.id);
        let reason = entry.reason.as_deref().and_then(ruling_author::because);
        let counts_for = &self.require_live()?.table.began()[seat];
        let then = Some(format!("You have nothing more to do in it. The result still counts for {counts_for}."));
        let note = compose::private_to(&self.row, leaves, [Some(words), reason, then].into_iter().flatten().collect());
        extras.items.push(compose::new_post(Lane::Dm(leaves), &note));
        Ok(())
    }

    /// Returns the extension that gives a substitute the full time of the current step; none if nothing is missing.
    fn full_step(&self, seat: Seat, at: u64) -> Result<Option<Entry>, Refused> {
        let live = self.require_live()?;
        let seconds = live.table.full_time(seat, at).map_or(0, |(_, lacks)| lacks.div_ceil(1000));
        if !live.owes_order(seat) || live.table.starts().is_some() || seconds == 0 {
            return Ok(None);
        }
        Ok(Some(by_service(at, HostAct::Extend(seconds), None)))
    }

    /// Makes a ruling on a lobby or a match; returns the reply to its host.
    pub(crate) async fn rule(
        &mut self,
        by: Host,
        ruling: Ruling,
        reason: Option<String>,
        stamp: Snowflake,
    ) -> Result<String, CommandError> {
        let extras = self.extras_of(&ruling);
        match ruling {
            Ruling::Act(act) => self.enter_host_act(by, act, extras, reason, stamp).await,
            Ruling::Substitute(Substitute { seat, name, .. }) => {
                self.enter_host_act(by, HostAct::Substitute { seat, name }, extras, reason, stamp).await
            }
            Ruling::Start(starts) => self.reschedule(by, starts, reason, stamp).await,
            Ruling::Begin if self.row.status == Status::Lobby => {
                self.start_without(by, reason, stamp).await?;
                let what = if self.row.starts.is_some() { "is set" } else { "begins" };
                Ok(format!("Match {} {what}.", self.row.id))
            }
            Ruling::Begin => {
                if self.require_live()?.applied(stamp).is_none() {
                    let act = begins_now(self.require_live()?, stamp)?;
                    self.must_move(&act, stamp.ms(), stamp).await?;
                    self.enter_host_act(by, act, extras, reason, stamp).await?;
                }
                let waits = self.require_live()?.table.starts().is_some();
                let when = if waits { " as soon as what is asked is over" } else { "" };
                Ok(format!("Match {} begins{when}.", self.row.id))
            }
            Ruling::CallOff => {
                self.cancel(by, reason, stamp).await?;
                Ok(format!("Match {} is called off.", self.row.id))
            }
        }
    }

    /// The changes that belong to a ruling: the players from now on, if one of them is replaced.
    pub(crate) fn extras_of(&self, ruling: &Ruling) -> CommitExtras {
        let mut extras = CommitExtras::default();
        if let Ruling::Substitute(Substitute { seat, user, .. }) = ruling {
            extras.users.insert(self.row.users)[*seat] = *user;
        }
        extras
    }
}

/// The act that starts a scheduled match now.
pub(crate) fn begins_now(live: &MatchState, stamp: Snowflake) -> Result<HostAct, Refused> {
    if live.table.starts().is_none() {
        return Err(Refused::new(Code::WrongStage, "The match has begun."));
    }
    if live.table.paused() {
        let message = "The match is paused: resume it, then let it begin.";
        return Err(Refused::new(Code::BadHostAction, message));
    }
    Ok(HostAct::Reschedule(live.stamp(stamp.ms())))
}

fn on_behalf(live: &MatchState, sealed: &Sealed) -> String {
    format!("The order **{}** is in for {}.", sealed.words, live.table.names()[sealed.seat])
}
