//! A player's request for more time: granted once by the match's terms, then by a host, or by the opponent in a match without a host.
//!
//! - A request names its player and step, and says nothing of an order. Only its player and the hosts read it.
//! - A seat has one open request in a step, and none after a refusal. A request ends with its step, and with a substitution.
//! - A grant is a host's `extend` entry. Time from the terms is the same entry by the player.

use futures::FutureExt;
use serde_json::json;

use crate::game::{Seat, Viewer};
use crate::hosting::agreement_kind::Agreement;
use crate::hosting::proposals::step_seconds;
use crate::hosting::ruling_author::Host;
use crate::hosting::store::proposals::{AGREED, MORE_TIME, OPEN, ProposalRow, REFUSED};
use crate::hosting::time_request::{DAILY, JudgedRequest, RequestOutcome, TimeRequest, offers};
use crate::ids::{MatchId, Snowflake, StepId, UnixMs, UserId};
use crate::live::actor::MatchActor;
use crate::live::admission::Admission::{ByStamp, HostByStamp};
use crate::live::api::Dealer;
use crate::live::applied_entries::{CommitExtras, PriorReply};
use crate::live::command_error::CommandError;
use crate::live::duration_text::humanize;
use crate::live::entry_meta::{TAKES_EXTRA_TIME, put};
use crate::live::error::{Code, Error, Refused};
use crate::live::match_state::MatchState;
use crate::live::store::match_row::Status;
use crate::live::store::match_writes::Change;
use crate::messages::compose;
use crate::messages::queued_message::QueuedMessage;
use crate::messages::store::post::{Lane, NewPost};
use crate::table::HostAct;

impl MatchActor {
    /// Gives a player the extra time of the terms, or asks a host for more.
    pub(crate) async fn more_time(
        &mut self,
        user: UserId,
        mark: StepId,
        stamp: Snowflake,
    ) -> Result<String, CommandError> {
        let seat = self.seat(user)?;
        let live = self.require_live()?;
        if let Some(PriorReply::Other(said)) = live.applied(stamp) {
            return Ok(said.clone());
        }
        self.require_current(mark)?;
        if !live.owes_order(seat) {
            return Err(
                Refused::new(Code::NotAwaited, "You are asked for no order now, so no time of yours runs.").into()
            );
        }
        step_seconds(live)?;
        if let Some(seconds) = live.more_time(seat) {
            let mut entry = live.ruled(HostAct::Extend(seconds), user, stamp);
            put(&mut entry.meta, TAKES_EXTRA_TIME, json!(seat.id()));
            let applied = self.enter_with(vec![entry], CommitExtras::default()).await?;
            let said = self.require_live()?.result_line(&applied.answer);
            return Ok(format!("{said} That was your extra time of this match."));
        }
        if !self.row.has_host() {
            return self.propose(user, Agreement::MoreTime, stamp).await;
        }
        self.ask_host(seat, stamp).await
    }

    async fn ask_host(&mut self, seat: Seat, stamp: Snowflake) -> Result<String, CommandError> {
        let (live, seen, host) = (self.require_live()?, self.revision(), self.row.opener);
        let request = self.request(live, stamp, seat);
        // A host who plays in the match or in its tournament does not decide on it.
        let reachable = !self.row.plays(host) && !self.plays_another(&Host::from(host)).await?;
        let post = reachable.then(|| compose::new_post(Lane::Dm(host), &QueuedMessage::TimeRequest(Box::new(request))));
        let row = ProposalRow {
            match_id: self.row.id,
            seat,
            what: MORE_TIME.to_owned(),
            mark: seen.mark,
            rulings: seen.rulings,
            // A request has no deadline.
            until: UnixMs(0),
            state: OPEN.to_owned(),
        };
        let store = &self.service.store;
        if store.proposal(stamp).await?.is_none() {
            if self.open_request(seat).await?.is_some() {
                let message = "A host has your request and has not answered it yet.";
                return Err(Refused::new(Code::BadHostAction, message).into());
            }
            if !store.propose(stamp, row, post.into_iter().collect(), self.service.clock.now()).await? {
                let message = "A host has refused more time in this step.";
                return Err(Refused::new(Code::BadHostAction, message).into());
            }
        }
        self.service.wake_lane(self.row.id, Lane::Dm(host));
        Ok(if reachable {
            "A host is asked for more time. Until one gives it, your deadline stays.".to_owned()
        } else {
            "Your request is in the host panel of this match. Until a host gives more time, your deadline stays."
                .to_owned()
        })
    }

    /// The open request of a seat in the awaited step.
    pub(crate) async fn open_request(&self, seat: Seat) -> Result<Option<Snowflake>, CommandError> {
        Ok(self.open_requests().await?.into_iter().find(|request| request.seat == seat).map(|request| request.id))
    }

    /// The open requests of the awaited step.
    pub(crate) async fn open_requests(&self) -> Result<Vec<TimeRequest>, CommandError> {
        let live = self.require_live()?;
        if self.row.status != Status::Running || live.table.outcome().is_some() {
            return Ok(Vec::new());
        }
        let open = self.service.store.open_requests(self.row.id, live.mark()).await?;
        Ok(open.into_iter().map(|(id, seat)| self.request(live, id, seat)).collect())
    }

    fn request(&self, live: &MatchState, id: Snowflake, seat: Seat) -> TimeRequest {
        let full = live.table.full_time(seat, live.table.now()).map_or(0, |(full, _)| full);
        TimeRequest {
            id,
            seat,
            user: self.row.users[seat],
            name: live.table.names()[seat].clone(),
            mark: live.mark(),
            stage: compose::stage(live, &self.row, Viewer::Public),
            offers: if live.table.header().closes().is_some() { DAILY.to_vec() } else { offers(full) },
        }
    }

    /// A request with its deadline and outcome.
    pub(crate) async fn judged(&self, request: TimeRequest) -> Result<JudgedRequest, CommandError> {
        let found = self.service.store.proposal(request.id).await?;
        let current = self.row.status == Status::Running
            && self.row.mark == Some(request.mark)
            && self.row.users[request.seat] == request.user;
        let outcome = match found.as_ref().map(|found| found.state.as_str()) {
            Some(AGREED) => RequestOutcome::Granted,
            Some(REFUSED) => RequestOutcome::Refused,
            Some(OPEN) if current => RequestOutcome::Open,
            _ => RequestOutcome::Over,
        };
        let live = self.live.as_ref().filter(|live| !live.clocks_stopped());
        let asked = live.and_then(|live| Some((live, live.table.awaiting()[request.seat].clone()?)));
        let deadline = asked.map(|(live, asked)| live.moment(asked.deadline));
        Ok(JudgedRequest { request, deadline, outcome })
    }

    /// Grants a request with so many seconds, or refuses it with 0.
    pub(crate) async fn answer_request(
        &mut self,
        by: Host,
        request: Snowflake,
        more: u64,
        stamp: Snowflake,
    ) -> Result<String, CommandError> {
        let found = self.service.store.proposal(request).await?;
        let found = found.filter(|found| found.match_id == self.row.id && found.what == MORE_TIME);
        let late = |message: &str| Refused::new(Code::Late, message);
        let found = found.ok_or_else(|| late("That request is no longer kept."))?;
        self.may_rule(&by).await?;
        let live = self.require_live()?;
        if let Some(PriorReply::Other(said)) = live.applied(stamp) {
            return Ok(said.clone());
        }
        match found.state.as_str() {
            AGREED => return Err(late("A host has given more time already.").into()),
            REFUSED => return Err(late("A host has refused that already.").into()),
            OPEN if live.table.outcome().is_none() && found.mark == live.mark() => {}
            _ => return Err(late("That step is over, so nothing was done.").into()),
        }
        let name = live.table.names()[found.seat].clone();
        let notice = if more == 0 {
            format!("{} gives no more time in this step.", by.words())
        } else {
            let lines = self.service.store.entries(self.row.id).await?;
            let (after, _) = self.tried(&lines, &HostAct::Extend(more), stamp)?;
            let deadline = after.table.awaiting()[found.seat].as_ref().map(|asked| after.moment(asked.deadline));
            let until = deadline.map_or_else(String::new, |until| format!(", until <t:{}:T>", until.seconds()));
            let more = humanize(more.saturating_mul(1000));
            format!("{} gave you more time: all clocks get {more} more{until}.", by.words())
        };
        let items = self.message_to_player(found.seat, notice).await?;
        if more > 0 {
            let beside = CommitExtras { items, settles: vec![(request, AGREED)], ..CommitExtras::default() };
            return self.enter_host_act(by, HostAct::Extend(more), beside, None, stamp).await;
        }
        let change = Change { settles: vec![(request, REFUSED)], ..self.row.clone().into() };
        self.write(Vec::new(), change, items, Vec::new()).await?;
        self.log_host_action(&by, &format!("refused {name} more time")).await?;
        Ok(format!("{name} gets no more time in this step, and is told so."))
    }

    /// A private message with these words; none for a player who takes no direct messages, who reads them at the next press.
    async fn message_to_player(&self, seat: Seat, words: String) -> Result<Vec<NewPost>, CommandError> {
        let closed = self.dms_closed(self.row.users).await?[seat];
        let user = self.row.users[seat];
        let stage = compose::stage(self.require_live()?, &self.row, Viewer::Seat(seat));
        let label = format!("-# Match {} · {stage}", self.row.id);
        let queued = compose::private_to(&self.row, user, vec![words, label]);
        Ok((!closed).then(|| compose::new_post(Lane::Dm(user), &queued)).into_iter().collect())
    }
}

impl Dealer {
    /// Gives a player the extra time of the terms, or asks a host for more; returns the reply.
    ///
    /// # Errors
    /// The prompt is over, no clock runs, or the player has asked before.
    pub async fn more_time(&self, m: MatchId, user: UserId, mark: StepId, stamp: Snowflake) -> Result<String, Error> {
        self.ask(m, "more-time", ByStamp(stamp), move |actor| actor.more_time(user, mark, stamp).boxed()).await
    }

    /// Grants a request with so many seconds, or refuses it with 0. The caller checks rights.
    ///
    /// # Errors
    /// The sender is seated, or the request is over.
    pub async fn answer_request(
        &self,
        m: MatchId,
        by: impl Into<Host>,
        request: Snowflake,
        more: u64,
        stamp: Snowflake,
    ) -> Result<String, Error> {
        let by = by.into();
        self.ask_as(by.clone(), m, "answer-request", HostByStamp(stamp), move |actor| {
            actor.answer_request(by, request, more, stamp).boxed()
        })
        .await
    }
}
