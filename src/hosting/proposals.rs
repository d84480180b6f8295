//! Agreements of two players: one proposes, the other agrees or refuses.
//!
//! - Only what the match's ruleset allows, and only between two people.
//! - A proposal ends with its step, with any ruling of a host, and at its deadline. A seat has one proposal of a kind in a step.
//! - A move is reverted only if everyone saw it made, and nothing was hidden before it or is hidden now: nobody learns anything.
//! - A pause that a host made is ended by a host.

use futures::FutureExt;
use serde_json::json;

use crate::game::{Seat, Secrecy, Viewer, Wants};
use crate::hosting::agreement_kind::Agreement;
use crate::hosting::store::proposals::{AGREED, OPEN, OVER, ProposalRow, REFUSED, WITHDRAWN};
use crate::hosting::time_request::MOST_TIME;
use crate::ids::{MatchId, Snowflake, UserId};
use crate::live::actor::MatchActor;
use crate::live::admission::Admission::{ByStamp, Now};
use crate::live::api::Dealer;
use crate::live::applied_entries::CommitExtras;
use crate::live::command_error::CommandError;
use crate::live::duration_text::humanize;
use crate::live::entry_meta::{AGREED_BY, put};
use crate::live::error::{Code, Error, Refused};
use crate::live::match_state::MatchState;
use crate::live::pause_cause::PauseCause;
use crate::live::store::match_writes::Change;
use crate::messages::compose;
use crate::messages::composed::JudgedProposal;
use crate::messages::queued_message::{Proposal, QueuedMessage};
use crate::messages::store::post::Lane;
use crate::table::{Act, Awaited, Entry, HostAct};

/// The time to answer a proposal, in ms.
const OPEN_MS: u64 = 120_000;
/// The answers to an outdated proposal and to an expired one.
const MOVED_ON: &str = "It has lapsed: the match has moved on.";
const TOO_LATE: &str = "It was not answered in time.";

/// The result of an answer to a proposal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProposalOutcome {
    /// The agreement took effect; the text that replaces the proposal.
    Agreed(String),
    /// The proposal was refused or withdrawn; the text that replaces it.
    Dropped(String),
    /// The proposal was over already: the text that replaces it, and the reply to the presser.
    Over { instead: String, why: String },
}

impl MatchActor {
    /// The advice to ask a host, if the match has one.
    fn or_a_host(&self) -> &'static str {
        if self.row.has_host() { "; ask a host" } else { "" }
    }

    /// Returns the user's seat, if the two players can make this agreement now.
    fn agreeing(&self, user: UserId, what: Agreement) -> Result<Seat, Refused> {
        let seat = self.seat(user)?;
        let live = self.require_live()?;
        if live.table.outcome().is_some() {
            return Err(Refused::new(Code::WrongStage, format!("Match {} is over.", self.row.id)));
        }
        if live.is_bot(!seat) {
            let message = "Only two people can agree on something; a built-in player cannot.";
            return Err(Refused::new(Code::BadHostAction, message));
        }
        let allowed = live.agreements(&self.row);
        if !what.is_allowed(allowed) {
            let message = match allowed.words(live.table.game().about().orders) {
                None => format!("In this match nothing is done by agreement{}.", self.or_a_host()),
                Some(words) => format!("By agreement you can only {words}{}.", self.or_a_host()),
            };
            return Err(Refused::new(Code::BadHostAction, message));
        }
        match what {
            Agreement::Pause if live.table.paused() => {
                Err(Refused::new(Code::BadHostAction, "The match is paused already."))
            }
            Agreement::Resume if !live.table.paused() => {
                Err(Refused::new(Code::BadHostAction, "The match is not paused."))
            }
            Agreement::Resume if live.is_idle() => {
                let message = "One of you is enough: press **Continue** under the match's newest message.";
                Err(Refused::new(Code::BadHostAction, message))
            }
            Agreement::Resume if live.pausing != PauseCause::Players => {
                Err(Refused::new(Code::BadHostAction, "You did not pause the match; a host resumes it."))
            }
            _ => Ok(seat),
        }
    }

    /// Returns the time that an agreement adds, or the move that it reverts, with its player's name if that is not the `asker`; none for
    /// a step without an order, or another agreement. Refuses a move that was not made in front of everyone, or with something hidden
    /// before or after it.
    async fn detail(&self, what: Agreement, asker: Seat) -> Result<Option<String>, CommandError> {
        match what {
            Agreement::MoreTime => return Ok(Some(humanize(step_seconds(self.require_live()?)?.saturating_mul(1000)))),
            Agreement::TakeBack => {}
            Agreement::Pause | Agreement::Resume | Agreement::CallOff => return Ok(None),
        }
        let closed = || {
            let message = format!("Only an open move can be undone, where nothing was hidden{}.", self.or_a_host());
            Refused::new(Code::BadHostAction, message)
        };
        let live = self.require_live()?;
        let lines = self.service.store.entries(self.row.id).await?;
        let mut before = MatchState::load(&self.row, &lines)?;
        if !is_open(live) {
            return Err(closed().into());
        }
        let undo = Entry::new(before.table.now(), Act::Host(HostAct::Undo));
        match before.table.enter(&undo).error {
            Some(fault) => Err(fault.into()),
            None if is_open(&before) => Ok(last_move(&before, &lines, asker)),
            None => Err(closed().into()),
        }
    }

    /// The agreements that the user can propose now.
    pub(crate) async fn possible_agreements(&self, user: UserId) -> Result<Vec<Agreement>, CommandError> {
        let mut possible = Vec::new();
        for what in Agreement::ALL {
            if let Ok(seat) = self.agreeing(user, what)
                && self.detail(what, seat).await.is_ok()
            {
                possible.push(what);
            }
        }
        Ok(possible)
    }

    /// Asks the other player to agree to something.
    pub(crate) async fn propose(
        &mut self,
        user: UserId,
        what: Agreement,
        stamp: Snowflake,
    ) -> Result<String, CommandError> {
        let seat = self.agreeing(user, what)?;
        let detail = self.detail(what, seat).await?;
        let (live, seen) = (self.require_live()?, self.revision());
        let until = stamp.ms().plus(OPEN_MS);
        // The proposal ends with its round.
        let until = self.row.deadline.filter(|&end| end > stamp.ms()).map_or(until, |end| end.min(until));
        let other = self.row.users[!seat];
        let (names, mark) = (live.table.names(), seen.mark);
        let proposal = Proposal { id: stamp, what, detail, seat, names, to: other, until, mark };
        let queued = QueuedMessage::Proposal(proposal);
        // A player who orders by direct message is asked there, too.
        let writes = !self.row.in_dms && live.by_dm[!seat] && !self.dms_closed(self.row.users).await?[!seat];
        let lanes = [Some(Lane::Channel), writes.then_some(Lane::Dm(other))].into_iter().flatten();
        let items = lanes.clone().map(|lane| compose::new_post(lane, &queued)).collect();
        let row = ProposalRow {
            match_id: self.row.id,
            seat,
            what: what.to_string(),
            mark: seen.mark,
            rulings: seen.rulings,
            until,
            state: OPEN.to_owned(),
        };
        let name = live.table.names()[!seat].clone();
        if self.service.store.proposal(stamp).await?.is_none()
            && !self.service.store.propose(stamp, row, items, self.service.clock.now()).await?
        {
            let message = if self.service.store.awaits_answer(self.row.id, seat, stamp.ms()).await? {
                "The other player has not answered what you asked before; wait for that answer."
            } else {
                "You have asked that in this round already and had your answer; ask again in the next one."
            };
            return Err(Refused::new(Code::BadHostAction, message).into());
        }
        for lane in lanes {
            self.service.wake_lane(self.row.id, lane);
        }
        // Where the other player is asked depends on that player's private messages.
        Ok(format!(
            "Match {}: {name} is asked, and can agree until <t:{}:T>, or until something else happens in the match.",
            self.row.id,
            until.seconds()
        ))
    }

    /// A proposal with its outcome.
    pub(crate) async fn judged_proposal(&self, proposal: Proposal) -> Result<JudgedProposal, CommandError> {
        let found = self.service.store.proposal(proposal.id).await?;
        let seen = self.live.as_ref().map(|_| self.revision());
        let is_current = |found: &ProposalRow| {
            seen.as_ref().is_some_and(|seen| !seen.over && seen.mark == found.mark && seen.rulings == found.rulings)
        };
        let current = found.as_ref().is_some_and(is_current);
        let (asker, other) = (&proposal.names[proposal.seat], &proposal.names[!proposal.seat]);
        let outcome = match found.as_ref().map(|found| found.state.as_str()) {
            Some(OPEN) if current => None,
            Some(AGREED) => Some(format!("{other} agreed.")),
            Some(REFUSED) => Some(format!("{other} refused.")),
            Some(WITHDRAWN) => Some(format!("{asker} withdrew it.")),
            Some(OVER) if current => Some(TOO_LATE.to_owned()),
            _ => Some(MOVED_ON.to_owned()),
        };
        Ok(JudgedProposal { proposal, outcome })
    }

    /// Records that a proposal was refused or withdrawn, and closes its messages.
    async fn drop_proposal(&mut self, proposal: Snowflake, state: &'static str) -> Result<(), CommandError> {
        let change = Change { settles: vec![(proposal, state)], ..self.row.clone().into() };
        Ok(self.write(Vec::new(), change, Vec::new(), Vec::new()).await?)
    }

    /// Applies an answer to a proposal: the other player agrees or refuses, or the proposer withdraws it.
    pub(crate) async fn settle(
        &mut self,
        user: UserId,
        proposal: Snowflake,
        agrees: bool,
        stamp: Snowflake,
    ) -> Result<ProposalOutcome, CommandError> {
        let found = self.service.store.proposal(proposal).await?.filter(|found| found.match_id == self.row.id);
        let gone = || Refused::new(Code::Late, "That proposal is no longer kept.");
        let found = found.ok_or_else(gone)?;
        let what: Agreement = found.what.parse().map_err(|_| gone())?;
        let seat = self.seat(user)?;
        let names = self.require_live()?.table.names();
        let (asker, other) = (names[found.seat].clone(), names[!found.seat].clone());
        let mut asked = asked_line(self.row.id, &asker, &what.words(None));
        if self.require_live()?.applied(stamp).is_some() {
            return Ok(ProposalOutcome::Agreed(format!("{asked} {other} agreed.")));
        }
        let over = |instead: &str, why: &str| ProposalOutcome::Over {
            instead: format!("{asked} {instead}"),
            why: why.to_owned(),
        };
        match found.state.as_str() {
            OPEN | OVER => {}
            AGREED => return Ok(over(&format!("{other} agreed."), "That is agreed on already.")),
            REFUSED => return Ok(over(&format!("{other} refused."), "That was refused already.")),
            WITHDRAWN => return Ok(over(&format!("{asker} withdrew it."), "That was withdrawn already.")),
            other => tracing::warn!(state = other, "a proposal's state is unknown"),
        }
        let seen = self.revision();
        let store = self.service.store.clone();
        if seen.over || seen.rulings != found.rulings || found.mark != seen.mark {
            store.proposal_is(proposal, OVER).await?;
            return Ok(over(MOVED_ON, "The match has moved on, so nothing was done; propose it again."));
        }
        if stamp.ms() >= found.until {
            store.proposal_is(proposal, OVER).await?;
            return Ok(over(TOO_LATE, "Its time is up, so nothing was done; propose it again."));
        }
        if found.state != OPEN {
            return Ok(over("Nothing came of it.", "That proposal is over."));
        }
        let detail = self.detail(what, found.seat).await?;
        asked = asked_line(self.row.id, &asker, &what.words(detail.as_deref()));
        if seat == found.seat {
            if agrees {
                return Err(Refused::new(Code::NotAwaited, "The other player has to agree; you have.").into());
            }
            self.drop_proposal(proposal, WITHDRAWN).await?;
            return Ok(ProposalOutcome::Dropped(format!("{asked} {asker} withdrew it.")));
        }
        if !agrees {
            self.drop_proposal(proposal, REFUSED).await?;
            return Ok(ProposalOutcome::Dropped(format!("{asked} {other} refused.")));
        }
        self.agreeing(user, what)?;
        let live = self.require_live()?;
        let mut entry = live.ruled(what.act(step_seconds(live).unwrap_or(0)), user, stamp);
        let users = self.row.users;
        entry.by = Some(format!("{} and {}", users[found.seat], users[!found.seat]));
        put(&mut entry.meta, AGREED_BY, json!(format!("{asker} and {other}")));
        let beside = CommitExtras { settles: vec![(proposal, AGREED)], ..CommitExtras::default() };
        self.enter_with(vec![entry], beside).await?;
        Ok(ProposalOutcome::Agreed(format!("{asked} {other} agreed.")))
    }
}

/// The line about a proposal that was made.
pub(crate) fn asked_line(m: MatchId, asker: &str, what: &str) -> String {
    format!("Match {m}: {asker} asked to {what}.")
}

/// The newest order, in words, in the record for the step that the match returned to, with its player's name if that is not the `asker`.
fn last_move(before: &MatchState, lines: &[String], asker: Seat) -> Option<String> {
    let entries = lines.iter().rev().filter_map(|line| Entry::read(line).ok());
    let awaited = before.table.awaiting();
    let order = entries.filter(|entry| entry.step == Some(before.table.step())).find_map(|entry| match entry.act {
        Act::Order { seat, text } if awaited[seat].is_some() => Some((seat, text)),
        _ => None,
    });
    let (seat, text) = order?;
    let read = before.table.sight(Viewer::Seat(seat)).parse(&text).ok()?;
    let whose = if seat == asker { "their own".to_owned() } else { format!("{}'s", before.table.names()[seat]) };
    Some(format!("{whose} move **{}**", read.words()))
}

/// The whole time of the present step, in seconds.
pub(crate) fn step_seconds(live: &MatchState) -> Result<u64, Refused> {
    let full = |seat| live.table.full_time(seat, live.table.now()).map(|(full, _)| full);
    let full = Seat::ALL.into_iter().filter_map(full).max().filter(|_| !live.clocks_stopped());
    let stopped = || Refused::new(Code::WrongStage, "No time runs now. Ask again when the match continues.");
    Ok((full.ok_or_else(stopped)? / 1000).clamp(1, MOST_TIME))
}

/// Whether an open order is awaited and nobody hides anything: the public view equals the whole truth.
fn is_open(live: &MatchState) -> bool {
    let awaiting = live.table.awaiting();
    let asked: Vec<&Awaited> = awaiting.iter().filter_map(|(_, asked)| asked.as_ref()).collect();
    let open = |asked: &&Awaited| asked.wants == Wants::Order && asked.secrecy == Secrecy::Public;
    let seen = |viewer| live.table.sight(viewer).json();
    !asked.is_empty() && asked.iter().all(open) && seen(Viewer::Public) == seen(Viewer::Truth)
}

impl Dealer {
    /// The agreements that a user can propose in a match now.
    pub async fn agreements(&self, m: MatchId, user: UserId) -> Vec<Agreement> {
        self.ask(m, "agreements", Now, move |actor| actor.possible_agreements(user).boxed()).await.unwrap_or_default()
    }

    /// Asks the other player of a match to agree to something; returns the reply to the proposer.
    pub async fn propose(&self, m: MatchId, user: UserId, what: Agreement, stamp: Snowflake) -> Result<String, Error> {
        self.ask(m, "propose", ByStamp(stamp), move |actor| actor.propose(user, what, stamp).boxed()).await
    }

    /// Applies an answer to a proposal.
    pub async fn settle(
        &self,
        m: MatchId,
        user: UserId,
        proposal: Snowflake,
        agrees: bool,
        stamp: Snowflake,
    ) -> Result<ProposalOutcome, Error> {
        self.ask(m, "settle", ByStamp(stamp), move |actor| actor.settle(user, proposal, agrees, stamp).boxed()).await
    }
}
