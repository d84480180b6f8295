//! Enters the rulings of hosts: their checks and confirmation, and limits after a look at hidden information.
//!
//! - The bot records a look, or a seat taken, before it shows anything. That person cannot take the other seat.
//! - A confirmed ruling is made only if the match has not changed since the question.

use serde_json::json;

use crate::game::{Seat, Secrecy, Viewer, Wants};
use crate::history::store::import_kind::ImportKind;
use crate::hosting::disclosure::Disclosure;
use crate::hosting::ruling::{Confirmed, Preview, Ruling, Substitute};
use crate::hosting::ruling_author::{Author, Host};
use crate::hosting::ruling_text::{clause, forecast};
use crate::hosting::store::audit_log::AuditRow;
use crate::hosting::store::proposals::OVER;
use crate::hosting::{audit_log, ruling_text};
use crate::ids::{Snowflake, StepId, UserId};
use crate::live::actor::MatchActor;
use crate::live::applied_entries::{CommitExtras, PriorReply};
use crate::live::command_error::CommandError;
use crate::live::entry_meta::{HOST_NAME, REPLACED_PLAYER, put};
use crate::live::error::{Code, Error, Refused};
use crate::live::match_state::MatchState;
use crate::live::revision::Revision;
use crate::live::service_entry::by_service;
use crate::live::store::match_row::Status;
use crate::lobby::reschedule::must_differ;
use crate::messages::compose;
use crate::messages::store::post::{Lane, RetryScope};
use crate::platform::sqlite::error::StoreError;
use crate::playing::player_action::Sealed;
use crate::table::{Act, Answer, Entry, HostAct};

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
        self.reject_if_stale(by.user, &act, stamp)?;
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
        let taken = self.enter_with(entries, extras).await?;
        if matches!(act, HostAct::Substitute { .. }) {
            let guided = self.guided().await?;
            self.live.iter_mut().for_each(|live| live.guided = guided);
        }
        let live = self.require_live()?;
        let author = Author::Host(by.words());
        let clause = clause(&act, &author, &live.table.concerned(), &taken.answer.happened, Some(&live.table));
        let said = match &taken.sealed {
            Some(sealed) => on_behalf(live, sealed),
            None if owes => format!("{} {OWES}", live.result_line(&taken.answer)),
            None => live.result_line(&taken.answer),
        };
        self.recent_rulings.note(&by, &act, &clause, stamp);
        Ok(said)
    }

    /// Checks an act against the match and its players. Stores a look first, if trying the act reveals something. Adds what a substitution
    /// stores with the act.
    async fn admit(
        &self,
        by: &Host,
        act: &HostAct,
        extras: &mut CommitExtras,
        stamp: Snowflake,
    ) -> Result<(), CommandError> {
        self.can_continue(act)?;
        if let Some(seat) = act.order_for() {
            self.record_look(by, seat, stamp).await?;
            self.refuse_sealed_final(seat)?;
        }
        match act {
            // The table itself refuses a substitution in a finished match.
            HostAct::Substitute { seat, name } if self.require_live()?.table.outcome().is_none() => {
                self.may_sit(*seat, name, extras).await
            }
            _ => Ok(()),
        }
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
        let then = "You have nothing more to do in it.".to_owned();
        let note = compose::private_to(&self.row, leaves, vec![words, then]);
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

    /// Refuses to revert the end of a match that lacks a player by now.
    fn can_continue(&self, act: &HostAct) -> Result<(), Refused> {
        if *act == HostAct::Undo && self.row.lacks_a_player() {
            let message = "One of the players is no longer known here, so the match cannot go on; its result stays.";
            return Err(Refused::new(Code::BadHostAction, message));
        }
        Ok(())
    }

    /// Refuses rulings in an imported match.
    fn refuse_imported(&self) -> Result<(), Refused> {
        if self.row.origin == Some(ImportKind::Finished) {
            let message = "This match was imported and stays as it is; `/match import` can go on with its record.";
            return Err(Refused::new(Code::BadHostAction, message));
        }
        Ok(())
    }

    /// Whether a host plays in this match's tournament, but not in this match.
    pub(crate) async fn plays_another(&self, by: &Host) -> Result<bool, StoreError> {
        Ok(by.is_person() && !self.row.plays(by.user) && self.service.is_entrant(&self.row, by.user).await?)
    }

    /// Refuses rulings in an imported match, and by its players, also by a first player whom a substitute replaced.
    pub(crate) async fn may_rule(&self, by: &Host) -> Result<(), CommandError> {
        self.refuse_imported()?;
        if !by.is_person() {
            return Ok(());
        }
        self.refuse_seated(by.user)?;
        if self.replaced_first_players().await?.contains(&by.user) {
            let message = "You began this match as a player, so you have no host rights in it: ask another host.";
            return Err(Refused::new(Code::Seated, message).into());
        }
        Ok(())
    }

    pub(crate) fn refuse_seated(&self, user: UserId) -> Result<(), Refused> {
        self.require_live()?;
        if self.row.plays(user) {
            return Err(seated());
        }
        Ok(())
    }

    /// Checks that a substitute may take a seat; adds the replaced player's knowledge to store.
    async fn may_sit(&self, seat: Seat, name: &str, extras: &mut CommitExtras) -> Result<(), CommandError> {
        let nobody = || Refused::new(Code::BadHostAction, "Say who is to take the seat.");
        let user = extras.users.ok_or_else(nobody)?[seat];
        if self.row.plays(user) {
            let message = "That person is seated in this match; name someone else.";
            return Err(Refused::new(Code::Seated, message).into());
        }
        if self.service.store.knows(self.row.id, user).await?[!seat] {
            let (other, how) = (&self.row.names[!seat], self.how_known(user, !seat).await?);
            let message = format!("{name} {how}, so {name} knows what {other} hides. Choose somebody else.");
            return Err(Refused::new(Code::Seated, message).into());
        }
        extras.knowers.extend((!self.row.bots[seat]).then_some((self.row.users[seat], seat)));
        Ok(())
    }

    /// How a person has come to know what a seat hides.
    async fn how_known(&self, user: UserId, seat: Seat) -> Result<&'static str, CommandError> {
        let store = &self.service.store;
        let saw = |row: &AuditRow| {
            let looked = row.action.parse::<Disclosure>();
            row.user == user && looked.is_ok_and(|looked| looked.knows().contains(&seat))
        };
        if store.audited(self.row.id).await?.iter().any(saw) {
            return Ok("has looked at the hidden information as a host");
        }
        let id = user.0.to_string();
        for line in store.entries(self.row.id).await? {
            let entry = Entry::read(&line)?;
            let left = entry.meta.as_ref().and_then(|meta| meta[REPLACED_PLAYER].as_str());
            let Act::Host(act) = &entry.act else { continue };
            if act.seat() == Some(seat) && left == Some(&*id) {
                return Ok("has played in the other seat");
            }
            if act.order_for() == Some(seat) && entry.by.as_deref() == Some(&*id) {
                return Ok("has given an order for the other player as a host");
            }
        }
        Ok(
            "has seen more of this match than players see: in a channel for spectators, in its record, or in secret data",
        )
    }

    /// Records that a host who gives a secret order for a seat knows its secrets. Where orders are final, trying reveals whether
    /// the seat has answered, so it is also recorded as a look at that.
    async fn record_look(&self, by: &Host, seat: Seat, stamp: Snowflake) -> Result<(), CommandError> {
        let table = &self.require_live()?.table;
        let asked = table.awaiting()[seat].clone();
        let Some(asked) = asked.filter(|asked| asked.secrecy == Secrecy::Private) else { return Ok(()) };
        self.service.store.learn(self.row.id, vec![(by.user, seat)]).await?;
        if asked.wants != Wants::Order || table.editable() {
            return Ok(());
        }
        self.disclose(by, Disclosure::Who, stamp.ms()).await
    }

    /// Refuses a host's secret order for a seat whose order is sealed and final.
    fn refuse_sealed_final(&self, seat: Seat) -> Result<(), CommandError> {
        let table = &self.require_live()?.table;
        let sealed = table.awaiting()[seat]
            .as_ref()
            .is_some_and(|asked| asked.secrecy == Secrecy::Private && asked.wants == Wants::Order && asked.submitted);
        if sealed && !table.editable() {
            let message = format!(
                "{}'s order is sealed and final. It is recorded that you looked at who has answered.",
                table.names()[seat]
            );
            return Err(Refused::new(Code::NotAwaited, message).into());
        }
        Ok(())
    }

    /// Tries a ruling on a copy of the match; for a secret order it stores a look first. Returns its effect, and the newer rulings since the host's revision.
    pub(crate) async fn preview(
        &self,
        by: &Host,
        ruling: &Ruling,
        since: Option<Revision>,
        stamp: Snowflake,
    ) -> Result<Preview, CommandError> {
        if let Some(words) = self.of_lobby(by.user, ruling, stamp)?.or(self.of_unreadable(by.user, ruling)?) {
            return Ok(Preview { words, seen: self.revision(), newer: Vec::new() });
        }
        self.may_rule(by).await?;
        let live = self.require_live()?;
        let act = act_of(live, ruling, stamp)?;
        self.admit(by, &act, &mut self.extras_of(ruling), stamp).await?;
        let lines = self.service.store.entries(self.row.id).await?;
        let (after, answer) = self.tried(&lines, &act, stamp)?;
        let wanted = match ruling {
            Ruling::Start(starts) => Some(*starts),
            Ruling::Begin => Some(stamp.ms()),
            Ruling::Act(_) | Ruling::Substitute(_) | Ruling::CallOff => None,
        };
        if let Some(wanted) = wanted.filter(|_| answer.error.is_none()) {
            must_differ(live, &after, wanted, stamp.ms())?;
        }
        match answer.error {
            Some(fault) => Err(fault.into()),
            None => Ok(Preview {
                words: forecast(live, &after, &self.row, &act, &answer) + &self.beyond_the_match(&act).await?,
                seen: live.revision(),
                newer: since.map_or_else(Vec::new, |since| {
                    audit_log::since(&self.row, &lines, since, ruling.order_for(), by.user)
                }),
            }),
        }
    }

    /// The effects on the match's series or tournament if its end is reverted, as sentences; empty if there are none.
    async fn beyond_the_match(&self, act: &HostAct) -> Result<String, StoreError> {
        if self.row.status != Status::Over || !matches!(act, HostAct::Undo) {
            return Ok(String::new());
        }
        let sentences = match self.row.series() {
            Some(series) => self.service.reverted_in_series(series, self.row.id).await?,
            None => self.service.reverted_in_tournament(self.row.guild, self.row.id).await?.into_iter().collect(),
        };
        Ok(sentences.iter().fold(String::new(), |all, sentence| all + " " + sentence))
    }

    /// A copy of the match, from its record's lines, after an act.
    pub(crate) fn tried(
        &self,
        lines: &[String],
        act: &HostAct,
        stamp: Snowflake,
    ) -> Result<(MatchState, Answer), CommandError> {
        let mut after = MatchState::load(&self.row, lines)?;
        let answer = after.table.enter(&Entry::new(after.stamp(stamp.ms()), Act::Host(act.clone())));
        Ok((after, answer))
    }

    /// A ruling's effect in a lobby; none if the match is past its lobby, or if the ruling needs a table.
    fn of_lobby(&self, by: UserId, ruling: &Ruling, stamp: Snowflake) -> Result<Option<String>, Refused> {
        if self.row.status != Status::Lobby {
            return Ok(None);
        }
        let m = self.row.id;
        Ok(Some(match ruling {
            Ruling::Start(starts) => {
                self.may_move_start(*starts, stamp)?;
                ruling_text::moved_to(*starts)
            }
            Ruling::Begin => {
                let absent = self.may_start_without(by, stamp)?;
                let what = match self.row.starts {
                    Some(starts) => format!("Sets match {m} for <t:{}:F>", starts.seconds()),
                    None => format!("Begins match {m} at once"),
                };
                format!("{what}, without waiting for {absent}.")
            }
            Ruling::CallOff => format!("Calls match {m} off; its card is closed."),
            Ruling::Act(_) | Ruling::Substitute(_) => return Ok(None),
        }))
    }

    /// The effect of a ruling that ends a match whose game's file cannot be read; none for other rulings.
    fn of_unreadable(&self, by: UserId, ruling: &Ruling) -> Result<Option<String>, Refused> {
        let Ruling::Act(act) = ruling else { return Ok(None) };
        let ends = self.ends_unreadable(by, act)?;
        Ok(ends.then(|| format!("Ends match {} without a result; its record is kept.", self.row.id)))
    }

    /// Whether an act ends a match whose game's file cannot be read. Such a match takes no other ruling.
    fn ends_unreadable(&self, by: UserId, act: &HostAct) -> Result<bool, Refused> {
        let ends = self.is_unreadable() && *act == HostAct::Void;
        let sits = self.row.users.iter().any(|(seat, user)| *user == by && !self.row.bots[seat]);
        if ends && sits { Err(seated()) } else { Ok(ends) }
    }

    /// The match's revision. In a lobby it is the start time, the only part that a ruling can change.
    pub(crate) fn revision(&self) -> Revision {
        let starts = self.row.starts.map_or(0, |starts| u32::try_from(starts.seconds()).unwrap_or(0));
        let lobby = Revision { mark: StepId { step: 0, begun: starts }, rulings: 0, over: false };
        self.live.as_ref().map_or(lobby, MatchState::revision)
    }

    /// The changes that belong to a ruling: the players from now on, if one of them is replaced.
    fn extras_of(&self, ruling: &Ruling) -> CommitExtras {
        let mut extras = CommitExtras::default();
        if let Ruling::Substitute(Substitute { seat, user, .. }) = ruling {
            extras.users.insert(self.row.users)[*seat] = *user;
        }
        extras
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

    /// Makes a confirmed ruling, if the match has not changed since the host's revision.
    pub(crate) async fn confirm(
        &mut self,
        by: Host,
        ruling: Ruling,
        from: Revision,
        reason: Option<String>,
        stamp: Snowflake,
    ) -> Result<Confirmed, CommandError> {
        let applied = self.live.as_ref().is_some_and(|live| live.applied(stamp).is_some());
        let seen = self.revision();
        let newer_rulings = if applied || seen == from {
            Vec::new()
        } else {
            let lines = self.service.store.entries(self.row.id).await?;
            audit_log::since(&self.row, &lines, from, ruling.order_for(), by.user)
        };
        // Rulings that are hidden from this host do not count as newer.
        let stands = seen.mark == from.mark && seen.over == from.over && newer_rulings.is_empty();
        if applied || stands {
            self.acknowledge_revision(by.user);
            return self.rule(by, ruling, reason, stamp).await.map(Confirmed::Done);
        }
        let preview = match self.preview(&by, &ruling, None, stamp).await {
            Ok(preview) => Ok(preview),
            Err(CommandError::Error(Error::Refused(refused))) => Err(refused.message),
            Err(other) => return Err(other),
        };
        Ok(Confirmed::Stale { newer_rulings, preview })
    }
}

fn seated() -> Refused {
    let message = "You are seated in this match: ask another host, or use `/match agree` or `/match resign`.";
    Refused::new(Code::Seated, message)
}

/// The act of a ruling on a match with a table.
fn act_of(live: &MatchState, ruling: &Ruling, stamp: Snowflake) -> Result<HostAct, Refused> {
    Ok(match ruling {
        Ruling::Act(act) => act.clone(),
        Ruling::Start(starts) => HostAct::Reschedule(live.stamp(*starts)),
        Ruling::Begin => begins_now(live, stamp)?,
        Ruling::CallOff => HostAct::Void,
        Ruling::Substitute(Substitute { seat, name, .. }) => HostAct::Substitute { seat: *seat, name: name.clone() },
    })
}

/// The act that starts a scheduled match now.
fn begins_now(live: &MatchState, stamp: Snowflake) -> Result<HostAct, Refused> {
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
    format!("The order {} is in for {}.", sealed.order, live.table.names()[sealed.seat])
}

impl MatchActor {
    /// Refuses a command sent before its host could see another host's ruling of the kind, or the awaited step.
    pub(crate) fn reject_if_stale(&mut self, by: UserId, act: &HostAct, stamp: Snowflake) -> Result<(), Refused> {
        self.recent_rulings.refuse_unseen(by, act, stamp)
    }

    /// Records that a host has seen all rulings so far.
    pub(crate) fn acknowledge_revision(&mut self, by: UserId) {
        self.recent_rulings.has_read(by);
    }
}
