//! Rulings of hosts, and their limits after a look at hidden information.
//!
//! - A look at a seat's hidden information, or sitting there, is recorded first. That person cannot take the other seat.
//! - A confirmed ruling is made only if the match has not changed since the question.

use serde_json::json;

use crate::game::{Seat, Secrecy, Viewer, Wants};
use crate::history::store::origin::Origin;
use crate::hosting::author::Host;
use crate::hosting::disclosure::Disclosure;
use crate::hosting::pending_ruling::{Confirmed, Preview, Ruling, Substitute};
use crate::hosting::ruling_text::forecast;
use crate::hosting::store::host_knowledge::AuditRow;
use crate::hosting::{audit_log, more_time, ruling_text};
use crate::ids::{Snowflake, UserId};
use crate::live::actor::MatchActor;
use crate::live::applied::{CommitExtras, PriorReply, put};
use crate::live::command_error::CommandError;
use crate::live::error::{Code, Error, Refused};
use crate::live::match_state::MatchState;
use crate::live::pause::by_service;
use crate::live::revision::Revision;
use crate::live::store::rows::Status;
use crate::lobby::start_time::must_differ;
use crate::messages::compose;
use crate::messages::store::post::{Lane, RetryScope};
use crate::platform::sqlite::error::StoreError;
use crate::playing::orders::note;
use crate::playing::prompt::{Sealed, StepId};
use crate::table::{Act, Answer, Entry, HostAct};

/// The key of the replaced player's id in an entry's metadata.
pub(crate) const LEFT: &str = "left";

/// The note to a host who resumes a match while its channel owes refused posts.
const OWES: &str = "Refused messages are tried first. If the channel refuses them again, the match is suspended again and its host is notified.";

impl MatchActor {
    /// Enters a host's act into the record; returns the reply to the host.
    pub(crate) async fn enter_host_act(
        &mut self,
        by: Host,
        act: HostAct,
        sits: Option<UserId>,
        reason: Option<String>,
        stamp: Snowflake,
    ) -> Result<String, CommandError> {
        self.enter_host_act_with(by, act, CommitExtras::default(), sits, reason, stamp).await
    }

    /// Enters a host's act, with other changes stored in the same commit.
    pub(crate) async fn enter_host_act_with(
        &mut self,
        by: Host,
        act: HostAct,
        extras: CommitExtras,
        sits: Option<UserId>,
        reason: Option<String>,
        stamp: Snowflake,
    ) -> Result<String, CommandError> {
        if self.ends_unreadable(by.user, &act)? {
            self.halt(ruling_text::ENDED_UNREAD).await;
            return Ok(format!("Match {} is ended.", self.row.id));
        }
        let live = self.table()?;
        match live.applied(stamp) {
            Some(PriorReply::Other(said)) => return Ok(said.clone()),
            Some(PriorReply::Sealed(sealed)) => return Ok(on_behalf(live, sealed)),
            None => {}
        }
        self.refuse_imported()?;
        self.may_rule(&by).await?;
        self.reject_if_stale(by.user, &act, stamp)?;
        self.can_continue(&act)?;
        // The host may have removed the cause of a refusal. Even a finished match may have its last posts pending.
        let owes = act == HostAct::Resume && self.service.store.refused_backlog(self.row.id).await?.is_some();
        self.service.retry_refused(RetryScope::Of(self.row.id.into())).await?;
        self.moved_awaiting_resume &= act != HostAct::Resume;
        let over = self.table()?.table.outcome().is_some();
        let mut beside = match (&act, sits) {
            // The table itself refuses a substitution in a finished match.
            (HostAct::Substitute { .. }, _) if over => extras,
            (HostAct::Substitute { seat, name }, Some(user)) => self.may_sit(*seat, user, name).await?,
            (HostAct::Substitute { .. }, None) => {
                return Err(Refused::new(Code::BadHostAction, "Say who is to take the seat.").into());
            }
            (HostAct::Order { seat, .. }, _) => {
                self.record_look(&by, *seat, stamp).await?;
                extras
            }
            _ => extras,
        };
        let takeover = if act == HostAct::Resume { self.find_takeover().await? } else { None };
        if let Some((takeover, live)) = takeover {
            (beside.takeover, self.live) = (Some(takeover), Some(live));
        }
        let at = self.table()?.stamp(stamp.ms());
        // Under the corrected file the match may already end in the step that met the fault.
        let ends = beside.takeover.is_some() && self.table()?.table.outcome().is_some();
        let mut entries = Vec::new();
        if let HostAct::Substitute { seat, name } = &act {
            let seat = *seat;
            beside.put_away = Some(seat);
            beside.settles.extend(self.open_request(seat).await?.map(|request| (request, more_time::OVER)));
            if !self.row.bots[seat] {
                let (leaves, live) = (self.row.users[seat], self.table()?);
                let stage = compose::stage(live, &self.row, Viewer::Public);
                let words = format!("{} put {name} in your place in match {} ({stage}).", by.words(), self.row.id);
                let then = "You have nothing more to do in it.".to_owned();
                beside
                    .items
                    .push(compose::item(Lane::Dm(leaves), &compose::private_to(&self.row, leaves, vec![words, then])));
            }
            entries.extend(self.full_step(seat, at)?);
        }
        let mut entry = Entry::new(at, if ends { Act::Time } else { Act::Host(act.clone()) });
        entry.by = Some(by.user.to_string());
        entry.reason = reason.filter(|reason| !reason.trim().is_empty());
        note(&mut entry, by.user, stamp);
        put(&mut entry.meta, "host", json!(by.words()));
        if let HostAct::Substitute { seat, .. } = &act
            && !self.row.bots[*seat]
        {
            put(&mut entry.meta, LEFT, json!(self.row.users[*seat].to_string()));
        }
        entries.insert(0, entry);
        let taken = self.enter_with(entries, beside).await?;
        let names = self.table()?.table.names();
        self.recent_rulings.note(&by, &act, &names, stamp);
        let live = self.table()?;
        Ok(match &taken.sealed {
            Some(sealed) => on_behalf(live, sealed),
            None if owes => format!("{} {OWES}", live.result_line(&taken.answer)),
            None => live.result_line(&taken.answer),
        })
    }

    /// Returns the extension that gives a substitute the full time of the current step; none if nothing is missing.
    fn full_step(&self, seat: Seat, at: u64) -> Result<Option<Entry>, Refused> {
        let live = self.table()?;
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
        if self.row.origin == Some(Origin::Kept) {
            let message = "This match was imported and stays as it is; `/match import` can go on with its record.";
            return Err(Refused::new(Code::BadHostAction, message));
        }
        Ok(())
    }

    /// Whether a host plays in this match's tournament, but not in this match.
    pub(crate) async fn plays_another(&self, by: &Host) -> Result<bool, StoreError> {
        Ok(by.is_person() && !self.row.plays(by.user) && self.service.is_entrant(&self.row, by.user).await?)
    }

    /// Refuses rulings by a player of the match, also by a first player whom a substitute replaced.
    pub(crate) async fn may_rule(&self, by: &Host) -> Result<(), CommandError> {
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
        self.table()?;
        if self.row.plays(user) {
            return Err(seated());
        }
        Ok(())
    }

    /// Checks that a substitute may take a seat; returns the new users, and the replaced player's knowledge to store.
    async fn may_sit(&self, seat: Seat, user: UserId, name: &str) -> Result<CommitExtras, CommandError> {
        self.table()?;
        if self.row.plays(user) {
            let message = "That person is seated in this match; name someone else.";
            return Err(Refused::new(Code::Seated, message).into());
        }
        if self.service.store.knows(self.row.id, user).await?[!seat] {
            let (other, how) = (&self.row.names[!seat], self.how_known(user, !seat).await?);
            let message = format!("{name} {how}, so {name} knows what {other} hides. Choose somebody else.");
            return Err(Refused::new(Code::Seated, message).into());
        }
        let mut users = self.row.users;
        let leaves = std::mem::replace(&mut users[seat], user);
        let knowers = if self.row.bots[seat] { Vec::new() } else { vec![(leaves, seat)] };
        Ok(CommitExtras { users: Some(users), knowers, ..CommitExtras::default() })
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
            let left = entry.meta.as_ref().and_then(|meta| meta[LEFT].as_str());
            match &entry.act {
                Act::Host(HostAct::Substitute { seat: of, .. }) if *of == seat && left == Some(&*id) => {
                    return Ok("has played in the other seat");
                }
                Act::Host(HostAct::Order { seat: of, .. }) if *of == seat && entry.by.as_deref() == Some(&*id) => {
                    return Ok("has given an order for the other player as a host");
                }
                _ => {}
            }
        }
        Ok(
            "has seen more of this match than players see: in a channel for spectators, in its record, or in secret data",
        )
    }

    /// Records that a host who gives a secret order for a seat knows its secrets. Where orders are final, trying reveals whether
    /// the seat has answered, so it is also recorded as a look at that.
    async fn record_look(&self, by: &Host, seat: Seat, stamp: Snowflake) -> Result<(), CommandError> {
        let table = &self.table()?.table;
        let asked = table.awaiting()[seat].clone();
        let Some(asked) = asked.filter(|asked| asked.secrecy == Secrecy::Private) else { return Ok(()) };
        self.service.store.learn(self.row.id, vec![(by.user, seat)]).await?;
        if asked.wants != Wants::Order || table.editable() {
            return Ok(());
        }
        self.disclose(by, Disclosure::Who, stamp.ms()).await?;
        if asked.submitted {
            let message = format!(
                "{}'s order is sealed and final. It is recorded that you looked at who has answered.",
                table.names()[seat]
            );
            return Err(Refused::new(Code::NotAwaited, message).into());
        }
        Ok(())
    }

    /// Tries a ruling on a copy of the match: its effect, and the newer rulings since the host's revision.
    pub(crate) async fn preview(
        &self,
        by: &Host,
        ruling: &Ruling,
        since: Option<Revision>,
        stamp: Snowflake,
    ) -> Result<Preview, CommandError> {
        if let Some(words) = self.of_lobby(by.user, ruling, stamp)? {
            return Ok(Preview { words, seen: self.revision(), newer: Vec::new() });
        }
        if let Ruling::Act(act) = ruling
            && self.ends_unreadable(by.user, act)?
        {
            let words = format!("Ends match {} without a result; its record is kept.", self.row.id);
            return Ok(Preview { words, seen: self.revision(), newer: Vec::new() });
        }
        let live = self.table()?;
        self.refuse_imported()?;
        self.may_rule(by).await?;
        let act = match ruling {
            Ruling::Act(act) => act.clone(),
            Ruling::Start(starts) => HostAct::Reschedule(live.stamp(*starts)),
            Ruling::Begin => begins_now(live, stamp)?,
            Ruling::CallOff => HostAct::Void,
            Ruling::Seat(Substitute { seat, user, name }) => {
                self.may_sit(*seat, *user, name).await?;
                HostAct::Substitute { seat: *seat, name: name.clone() }
            }
        };
        self.can_continue(&act)?;
        if let HostAct::Order { seat, .. } = &act {
            self.record_look(by, *seat, stamp).await?;
        }
        let live = self.table()?;
        let lines = self.service.store.entries(self.row.id).await?;
        let (after, answer) = self.tried(&lines, &act, stamp)?;
        let wanted = match ruling {
            Ruling::Start(starts) => Some(*starts),
            Ruling::Begin => Some(stamp.ms()),
            Ruling::Act(_) | Ruling::Seat(_) | Ruling::CallOff => None,
        };
        if let Some(wanted) = wanted.filter(|_| answer.error.is_none()) {
            must_differ(live, &after, wanted, stamp.ms())?;
        }
        match answer.error {
            Some(fault) => Err(fault.into()),
            None => Ok(Preview {
                words: forecast(live, &after, &self.row, &act, &answer) + &self.beyond_the_match(&act).await?,
                seen: live.revision(),
                newer: since.map_or_else(Vec::new, |since| audit_log::since(&self.row, &lines, since, &act, by.user)),
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
            Ruling::Act(_) | Ruling::Seat(_) => return Ok(None),
        }))
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

    /// Makes a ruling on a lobby or a match; returns the reply to its host.
    pub(crate) async fn rule(
        &mut self,
        by: Host,
        ruling: Ruling,
        reason: Option<String>,
        stamp: Snowflake,
    ) -> Result<String, CommandError> {
        match ruling {
            Ruling::Act(act) => self.enter_host_act(by, act, None, reason, stamp).await,
            Ruling::Seat(Substitute { seat, user, name }) => {
                self.enter_host_act(by, HostAct::Substitute { seat, name }, Some(user), reason, stamp).await
            }
            Ruling::Start(starts) => self.reschedule(by, starts, reason, stamp).await,
            Ruling::Begin if self.row.status == Status::Lobby => {
                self.start_without(by, reason, stamp).await?;
                let what = if self.row.starts.is_some() { "is set" } else { "begins" };
                Ok(format!("Match {} {what}.", self.row.id))
            }
            Ruling::Begin => {
                if self.table()?.applied(stamp).is_none() {
                    let act = begins_now(self.table()?, stamp)?;
                    self.must_move(&act, stamp.ms(), stamp).await?;
                    self.enter_host_act(by, act, None, reason, stamp).await?;
                }
                let waits = self.table()?.table.starts().is_some();
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
        let newer = if applied || seen == from {
            Vec::new()
        } else {
            let lines = self.service.store.entries(self.row.id).await?;
            let act = match &ruling {
                Ruling::Act(act) => act,
                Ruling::Seat(_) | Ruling::Start(_) | Ruling::Begin | Ruling::CallOff => &HostAct::Void,
            };
            audit_log::since(&self.row, &lines, from, act, by.user)
        };
        // Rulings that are hidden from this host do not count as newer.
        let stands = seen.mark == from.mark && seen.over == from.over && newer.is_empty();
        if applied || stands {
            self.acknowledge_revision(by.user);
            return self.rule(by, ruling, reason, stamp).await.map(Confirmed::Done);
        }
        let now = match self.preview(&by, &ruling, None, stamp).await {
            Ok(preview) => Ok(preview),
            Err(CommandError::Error(Error::Refused(refused))) => Err(refused.message),
            Err(other) => return Err(other),
        };
        Ok(Confirmed::Moved { newer, now })
    }
}

fn seated() -> Refused {
    let message = "You are seated in this match: ask another host, or use `/match agree` or `/match resign`.";
    Refused::new(Code::Seated, message)
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
