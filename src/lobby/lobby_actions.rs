//! The lobby: presses of Ready and Decline, and its end.

use crate::game::{BySeat, Seat};
use crate::games;
use crate::hosting::ruling_author::Host;
use crate::hosting::{audit_log, ruling_author};
use crate::ids::{MessageId, Snowflake, UnixMs, UserId};
use crate::live::actor::MatchActor;
use crate::live::command_error::{CommandError, called_off};
use crate::live::error::{Code, Refused};
use crate::live::match_state::MatchState;
use crate::live::record_compatibility::check_known;
use crate::live::store::change::Change;
use crate::live::store::match_row::{CalledOff, MatchRow, Status, display_names};
use crate::lobby::host_secrets;
use crate::lobby::import_record::before;
use crate::messages::compose;
use crate::messages::compose::CommitEffects;
use crate::messages::spec::{Card, CardState, MessageSpec};
use crate::messages::store::post::{Lane, NewPost};
use crate::playing::prompt::{ReadyReply, StepId};
use crate::table::{Entry, Header, HostAct, Table};

impl MatchActor {
    fn seat_in_lobby(&self, user: UserId) -> Result<Seat, Refused> {
        self.lobby()?;
        self.row.seat_of(user).ok_or_else(|| {
            let message = if self.row.opener == user {
                format!(
                    "Only the two players can press this. You host this match: cancel it with `/match cancel match:{}`.",
                    self.row.id
                )
            } else {
                "Only the two players can press this. Ask a host for a match of your own.".to_owned()
            };
            Refused::new(Code::NotSeated, message)
        })
    }

    fn lobby(&self) -> Result<(), Refused> {
        let message = match self.row.status {
            Status::Lobby => return Ok(()),
            Status::Running => "The match has begun. Press **Order** in its channel.",
            Status::Over => "The match is over. Open another one.",
            Status::Cancelled => called_off(&self.row),
            Status::Halted => "This match is halted. Ask a host.",
        };
        Err(Refused::new(Code::WrongStage, message))
    }

    fn open_until(&self, stamp: Snowflake) -> Result<(), Refused> {
        if stamp.ms() < self.row.expires {
            return Ok(());
        }
        Err(Refused::new(Code::Late, "This lobby has expired. Open another match."))
    }

    /// Takes a press of Ready.
    pub(crate) async fn press_ready(
        &mut self,
        user: UserId,
        mark: Option<StepId>,
        on: Option<MessageId>,
        stamp: Snowflake,
    ) -> Result<ReadyReply, CommandError> {
        if self.live.is_some() && mark.is_some() {
            return self.ready(user, mark, on, stamp).await;
        }
        if self.row.status == Status::Running
            && let Ok(seat) = self.seat(user)
            && stamp.0 <= self.row.pressed[seat]
        {
            return Ok(ReadyReply::Started(Box::new(self.card())));
        }
        if let Some(live) = self.live.as_ref().filter(|_| self.row.status == Status::Running) {
            let seat = self.seat(user)?;
            if live.owes_order(seat) && live.applied(stamp).is_none() {
                // The press was meant for the start, which needed only the other player's press.
                let message = "The match has begun. Give your order in your prompt.";
                return Err(Refused::new(Code::WrongStage, message).into());
            }
            return self.ready(user, mark, on, stamp).await;
        }
        let seat = self.seat_in_lobby(user)?;
        self.open_until(stamp)?;
        if self.row.offers.is_some() {
            let message = "There is no start time yet. Choose the times that suit you in the card's menu.";
            return Err(Refused::new(Code::WrongStage, message).into());
        }
        if stamp.0 <= self.row.pressed[seat] {
            return Ok(ReadyReply::Card(Box::new(compose::card(&self.row, CardState::Open))));
        }
        if self.row.ready[seat] {
            return Ok(ReadyReply::Already(Box::new(compose::card(&self.row, CardState::Open))));
        }
        let row = self.readiness(seat, true, stamp);
        if row.ready.ec && row.ready.dmo {
            self.begin(stamp.ms(), row).await?;
            return Ok(ReadyReply::Started(Box::new(self.card())));
        }
        self.write(Vec::new(), row, Vec::new(), Vec::new()).await?;
        Ok(ReadyReply::Card(Box::new(compose::card(&self.row, CardState::Open))))
    }

    /// Takes a Ready back.
    pub(crate) async fn take_ready_back(&mut self, user: UserId, stamp: Snowflake) -> Result<Card, CommandError> {
        let seat = self.seat_in_lobby(user)?;
        self.open_until(stamp)?;
        if stamp.0 > self.row.pressed[seat] && self.row.ready[seat] {
            let row = self.readiness(seat, false, stamp);
            let card = compose::card(&row, CardState::Open);
            let card = compose::new_post(Lane::Channel, &MessageSpec::EditCard(card));
            self.write(Vec::new(), row, vec![card], Vec::new()).await?;
        }
        Ok(compose::card(&self.row, CardState::Open))
    }

    fn readiness(&self, seat: Seat, is_ready: bool, stamp: Snowflake) -> MatchRow {
        let mut row = self.row.clone();
        (row.ready[seat], row.pressed[seat]) = (is_ready, stamp.0);
        row
    }

    /// Records the offered times that suit a player. The first time that suits both players becomes the start.
    pub(crate) async fn choose_times(
        &mut self,
        user: UserId,
        numbers: Vec<u8>,
        stamp: Snowflake,
    ) -> Result<ReadyReply, CommandError> {
        let seat = self.seat_in_lobby(user)?;
        self.open_until(stamp)?;
        let Some(mut offers) = self.row.offers.clone() else {
            let message = "The start is set. A host can move it with `/host reschedule`.";
            return Err(Refused::new(Code::WrongStage, message).into());
        };
        if stamp.0 <= self.row.pressed[seat] {
            return Ok(ReadyReply::Card(Box::new(compose::card(&self.row, CardState::Open))));
        }
        if numbers.iter().any(|&number| usize::from(number) >= offers.times.len()) {
            return Err(Refused::new(Code::BadTerms, "Choose from the menu.").into());
        }
        let ahead = |&number: &u8| offers.times[usize::from(number)] > stamp.ms();
        let (ahead, past): (Vec<u8>, Vec<u8>) = numbers.into_iter().partition(ahead);
        if ahead.is_empty() && !past.is_empty() {
            return Err(Refused::new(Code::BadTerms, "That time has passed. Choose a later one.").into());
        }
        offers.suits[seat] = Some(ahead);
        let mut row = self.row.clone();
        row.pressed[seat] = stamp.0;
        let Some(starts) = offers.common(stamp.ms()) else {
            row.offers = Some(offers);
            self.write(Vec::new(), row, Vec::new(), Vec::new()).await?;
            return Ok(ReadyReply::Card(Box::new(compose::card(&self.row, CardState::Open))));
        };
        row.ready = BySeat { ec: true, dmo: true };
        (row.starts, row.expires, row.reminded) = (Some(starts), starts, stamp.ms());
        self.begin(stamp.ms(), row).await?;
        Ok(ReadyReply::Started(Box::new(self.card())))
    }

    /// Takes a press of Decline.
    pub(crate) async fn decline(&mut self, user: UserId, stamp: Snowflake) -> Result<Card, CommandError> {
        let seat = self.seat_in_lobby(user)?;
        self.open_until(stamp)?;
        let change = Change { called_off: Some(CalledOff::Player(seat)), ..self.row.clone().into() };
        self.call_off_with(change, Vec::new()).await?;
        Ok(compose::card(&self.row, CardState::Declined(seat)))
    }

    /// Checks that a host may start the match now; returns the names of the players who are not ready.
    pub(crate) fn may_start_without(&self, by: UserId, stamp: Snowflake) -> Result<String, Refused> {
        self.lobby()?;
        self.open_until(stamp)?;
        if self.seat_in_lobby(by).is_ok() {
            let message = "You play in this match, so you cannot start it for your opponent. Press **Ready**.";
            return Err(Refused::new(Code::Seated, message));
        }
        let absent = Seat::ALL.into_iter().filter(|&seat| !self.row.ready[seat]);
        let absent: Vec<_> = absent.map(|seat| self.row.names[seat].as_str()).collect();
        Ok(absent.join(" and "))
    }

    /// Begins the match by a host's ruling, without waiting for its players.
    pub(crate) async fn start_without(
        &mut self,
        by: Host,
        reason: Option<String>,
        stamp: Snowflake,
    ) -> Result<(), CommandError> {
        let absent = self.may_start_without(by.user, stamp)?;
        let said = format!("{} started the match without waiting for {absent}.", by.words());
        let carried = [said].into_iter().chain(reason.as_deref().and_then(ruling_author::because)).collect();
        self.begin(stamp.ms(), MatchRow { carried, ..self.row.clone() }).await?;
        self.log_host_action(&by, audit_log::STARTED).await
    }

    /// Replaces the terms that the host saw; players who had agreed to them are asked again.
    pub(crate) async fn change_terms(
        &mut self,
        by: Host,
        mut header: Header,
        seen: String,
        stamp: Snowflake,
    ) -> Result<Card, CommandError> {
        self.lobby()?;
        self.open_until(stamp)?;
        if self.row.origin.is_some() {
            let message = "This match continues a record and keeps its terms.";
            return Err(Refused::new(Code::BadTerms, message).into());
        }
        if self.row.header != seen {
            return Err(Refused::new(Code::Late, "The terms have changed. Open the form again.").into());
        }
        let seated = BySeat::from_fn(|seat| (!self.row.bots[seat]).then_some(self.row.users[seat]));
        let game = games::find(&header.game);
        let knowers = game.map(|game| host_secrets::seal(&mut header, &*game, by.user, seated)).transpose()?;
        self.service.set_time_of_day(&mut header, self.row.guild, self.row.opened).await?;
        let first = self.row.starts.or(self.row.offers.as_ref().and_then(|offers| offers.times.first().copied()));
        let mut tried = header.clone();
        tried.starts_at = first.map(|starts| starts.since(self.row.opened)).or(tried.starts_at);
        Table::open(tried).map_err(|fault| Refused::new(Code::BadTerms, fault.message))?;
        let written = header.write();
        if written == seen {
            return Ok(compose::card(&self.row, CardState::Open));
        }
        let people = |seat: Seat| !self.row.bots[seat];
        let mut offers = self.row.offers.clone();
        let said = |seat: Seat| offers.as_ref().is_some_and(|offers| offers.suits[seat].is_some());
        let agreed = Seat::ALL.into_iter().filter(|&seat| people(seat) && (self.row.ready[seat] || said(seat)));
        let agreed: Vec<UserId> = agreed.map(|seat| self.row.users[seat]).collect();
        if let Some(offers) = &mut offers {
            offers.suits = BySeat::from_fn(|seat| offers.suits[seat].clone().filter(|_| !people(seat)));
        }
        // Earlier presses were for other terms, even if they arrive later.
        let pressed = |seat| if people(seat) { self.row.pressed[seat].max(stamp.0) } else { self.row.pressed[seat] };
        let (ready, pressed) = (self.row.bots, BySeat::from_fn(pressed));
        let names = display_names(&written, &self.row.unmarked_names);
        let row = MatchRow { header: written, names, ready, pressed, offers, ..self.row.clone() };
        let card = compose::card(&row, CardState::Open);
        let mut items = vec![compose::new_post(Lane::Channel, &MessageSpec::EditCard(card))];
        if !agreed.is_empty() {
            let words = format!(
                "{} changed the terms of match {}. Read its card and press **Ready** again.",
                by.words(),
                row.id
            );
            items.push(compose::new_post(Lane::Channel, &compose::line(&row, words, agreed)));
        }
        let change = Change { knowers: knowers.unwrap_or_default(), ..row.into() };
        self.write(Vec::new(), change, items, Vec::new()).await?;
        self.log_host_action(&by, audit_log::TERMS).await?;
        Ok(compose::card(&self.row, CardState::Open))
    }

    /// Calls the match off.
    pub(crate) async fn cancel(
        &mut self,
        by: Host,
        reason: Option<String>,
        stamp: Snowflake,
    ) -> Result<(), CommandError> {
        if let Some(live) = self.live.as_ref().filter(|live| live.table.starts().is_some()) {
            if live.table.awaiting().iter().any(|(_, asked)| asked.as_ref().is_some_and(|asked| asked.submitted)) {
                let message = "This match has sealed orders, and its end reveals them. A host can end it with `/host void`, which asks \
                               for confirmation.";
                return Err(Refused::new(Code::WrongStage, message).into());
            }
            return self.enter_host_act(by, HostAct::Void, None, reason, stamp).await.map(drop);
        }
        if self.row.status == Status::Running {
            self.require_live()?;
            let plays = self.row.plays(by.user);
            let message = if plays {
                "The match has begun. Give it up with `/match resign`."
            } else {
                "The match has begun. A host can end it without a result with `/host void`."
            };
            return Err(Refused::new(Code::WrongStage, message).into());
        }
        self.lobby()?;
        // A player who opened the match cancels it as a player. A part of the service that acts in that player's name does not.
        let plays = self.seat_in_lobby(by.user).ok().filter(|_| by.is_person());
        let hosts = plays.is_none();
        let called_off = plays.map_or(CalledOff::Host, CalledOff::Player);
        let who = plays.map_or_else(|| by.words(), |seat| self.row.names[seat].clone());
        let counts = if hosts { None } else { compose::counts_as_absent(&self.row, &who) };
        let said = [format!("{who} cancelled the match.")].into_iter().chain(counts);
        let said = said.chain(reason.as_deref().and_then(ruling_author::because));
        let card = Card { said: said.collect(), ..compose::card(&self.row, CardState::Cancelled) };
        let change = Change { called_off: Some(called_off), ..self.row.clone().into() };
        self.call_off_with(change, vec![compose::new_post(Lane::Channel, &MessageSpec::EditCard(card))]).await?;
        if hosts { self.log_host_action(&by, audit_log::CANCELLED).await } else { Ok(()) }
    }

    /// Ends a lobby whose time is up.
    pub(crate) async fn expire(&mut self) -> Result<(), CommandError> {
        let card = compose::card(&self.row, CardState::Expired);
        self.call_off(vec![compose::new_post(Lane::Channel, &MessageSpec::EditCard(card))]).await
    }

    /// The card of a match that has begun.
    fn card(&self) -> Card {
        let begun = || compose::card(&self.row, CardState::Started);
        self.live.as_ref().map_or_else(begun, |live| compose::card_in_play(&self.row, live))
    }

    /// Ends the lobby, and queues posts about it.
    pub(crate) async fn call_off(&mut self, items: Vec<NewPost>) -> Result<(), CommandError> {
        self.call_off_with(self.row.clone().into(), items).await
    }

    /// Ends the lobby together with another change.
    pub(crate) async fn call_off_with(&mut self, mut change: Change, items: Vec<NewPost>) -> Result<(), CommandError> {
        change.row.ends_with(Status::Cancelled);
        Ok(self.write(Vec::new(), change, items, Vec::new()).await?)
    }

    /// Lays the table out; the record's time begins here.
    async fn begin(&mut self, started: UnixMs, mut row: MatchRow) -> Result<(), CommandError> {
        let mut header = Header::read(&self.row.header)?;
        if let Some(starts) = row.starts {
            header.starts_at = Some(starts.since(started));
        }
        self.service.set_time_of_day(&mut header, self.row.guild, started).await?;
        row.header = header.write();
        let lines = match self.row.origin {
            Some(_) => {
                // The record was read under the rules of that time.
                check_known(&self.row).map_err(|why| {
                    let message = format!("This match continues a record and cannot begin: {why}. Open another match.");
                    Refused::new(Code::BadTerms, message)
                })?;
                self.service.store.prefix(self.row.id).await?
            }
            None => Vec::new(),
        };
        // The record's time continues: its last entry is at this moment.
        let lasted = lines.last().map(|line| Entry::read(line)).transpose()?.map_or(0, |entry| entry.at);
        let started = before(started, lasted);
        (row.started, row.offers) = (Some(started), None);
        let mut live = MatchState::load(&row, &lines)?;
        live.guided = self.guided().await?;
        let reach = self.service.store.reach(self.row.by_button, self.row.users).await?;
        self.order_reminders.learn(&reach);
        let closed = reach.closed;
        // A match with a start time begins with its first round.
        let role = if compose::card_state(&live) == CardState::Started { self.notify_role().await? } else { None };
        let CommitEffects { mut row, mut items, clear_drafts } = compose::opening(&live, &row, closed, role);
        // The presses' own answers may cross on their way; this one comes after both.
        let card = MessageSpec::EditCard(compose::card_in_play(&row, &live));
        items.push(compose::new_post(Lane::Channel, &card));
        // The rules may have changed since the lobby was opened.
        row.version = live.table.game().version();
        self.write(lines, row, items, clear_drafts).await?;
        self.live = Some(live);
        Ok(())
    }
}
