//! The lobby: presses of Ready and Decline, and its end.

use std::collections::BTreeSet;

use crate::game::{BySeat, Seat};
use crate::games;
use crate::hosting::ruling_author::Host;
use crate::hosting::{audit_log, ruling_author};
use crate::ids::{ChannelId, MessageId, Snowflake, StepId, UnixMs, UserId};
use crate::live::actor::MatchActor;
use crate::live::applied_entries::CommitExtras;
use crate::live::command_error::{CommandError, called_off};
use crate::live::error::{Code, Refused};
use crate::live::match_state::MatchState;
use crate::live::record_compatibility::check_known;
use crate::live::store::match_row::{CalledOff, MatchRow, Status, display_names};
use crate::live::store::match_writes::Change;
use crate::lobby::import_record::before;
use crate::lobby::{host_secrets, mistake_list};
use crate::messages::compose;
use crate::messages::compose::CommitEffects;
use crate::messages::composed::{Card, CardState};
use crate::messages::queued_message::{Public, QueuedMessage};
use crate::messages::store::post::Lane;
use crate::playing::player_action::ReadyReply;
use crate::table::{Entry, Header, HostAct, Rejection, Table};

/// The most characters of changed terms in the audit log.
const MOST_LOGGED: usize = 300;

/// Terms for a lobby, with the mistakes in what could not be read of them.
#[derive(Clone, Debug)]
pub struct NewTerms {
    pub header: Header,
    pub mistakes: Vec<String>,
}

impl From<Header> for NewTerms {
    fn from(header: Header) -> Self {
        Self { header, mistakes: Vec::new() }
    }
}

impl MatchActor {
    fn seat_in_lobby(&self, user: UserId) -> Result<Seat, Refused> {
        self.lobby()?;
        self.row.seat_of(user).ok_or_else(|| {
            let message = if self.row.opener == user {
                format!(
                    "Only the two players can press this. You host this match: **Start now (host)** begins it without them, `/match \
                     cancel match:{}` calls it off.",
                    self.row.id
                )
            } else {
                "Only the two players can press this. `/practice` and `/match open` begin a match of your own.".to_owned()
            };
            Refused::new(Code::NotSeated, message)
        })
    }

    fn lobby(&self) -> Result<(), Refused> {
        let message = match self.row.status {
            Status::Lobby => return Ok(()),
            Status::Running => "The match has begun. Press **Order** in its channel.",
            Status::Over => "The match is over. Open another one.",
            Status::Cancelled => return Err(Refused::new(Code::WrongStage, called_off(&self.row))),
            Status::Halted => "This match is halted. Ask a host.",
        };
        Err(Refused::new(Code::WrongStage, message))
    }

    fn open_until(&self, stamp: Snowflake) -> Result<(), Refused> {
        if stamp.ms() < self.row.expires {
            return Ok(());
        }
        Err(Refused::new(Code::Late, "This card has expired; the card says what follows."))
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
            return Ok(ReadyReply::Card(Box::new(self.card())));
        }
        if self.row.ready[seat] {
            return Ok(ReadyReply::Already(Box::new(self.card())));
        }
        let row = self.readiness(seat, true, stamp);
        if row.ready.ec && row.ready.dmo {
            self.begin(stamp.ms(), row).await?;
            return Ok(ReadyReply::Started(Box::new(self.card())));
        }
        Ok(ReadyReply::Card(Box::new(self.store_press(row, on.and(self.row.card)).await?)))
    }

    /// Stores a press. Its answer shows the returned card, in the message of `card` if there is one.
    async fn store_press(&mut self, row: MatchRow, card: Option<(ChannelId, MessageId)>) -> Result<Card, CommandError> {
        let shown = card.map(|(_, message)| (message, compose::card(&row, None).digest()));
        self.write(Vec::new(), Change { shown, ..row.into() }, Vec::new(), Vec::new()).await?;
        Ok(self.card())
    }

    /// Takes a Ready back.
    pub(crate) async fn take_ready_back(&mut self, user: UserId, stamp: Snowflake) -> Result<Card, CommandError> {
        let seat = self.seat_in_lobby(user)?;
        self.open_until(stamp)?;
        if stamp.0 > self.row.pressed[seat] && self.row.ready[seat] {
            return self.store_press(self.readiness(seat, false, stamp), None).await;
        }
        Ok(self.card())
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
            return Ok(ReadyReply::Card(Box::new(self.card())));
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
            return Ok(ReadyReply::Card(Box::new(self.store_press(row, self.row.card).await?)));
        };
        row.ready = BySeat { ec: true, dmo: true };
        (row.starts, row.expires, row.start_reminded_until) = (Some(starts), starts, stamp.ms());
        self.begin(stamp.ms(), row).await?;
        Ok(ReadyReply::Started(Box::new(self.card())))
    }

    /// Checks that a player may decline; returns the consequences.
    pub(crate) fn may_decline(&self, user: UserId, stamp: Snowflake) -> Result<String, Refused> {
        self.seat_in_lobby(user)?;
        self.open_until(stamp)?;
        Ok(compose::declined(&self.row))
    }

    /// Declines for a player, and notifies the other player and the person who opened the match.
    pub(crate) async fn decline(&mut self, user: UserId, stamp: Snowflake) -> Result<Card, CommandError> {
        let seat = self.seat_in_lobby(user)?;
        self.open_until(stamp)?;
        let row = self.row.cancelled(Some(CalledOff::Player(seat)), Vec::new());
        let other = Some(row.users[!seat]).filter(|_| !row.bots[!seat]);
        let notified: BTreeSet<_> = other.into_iter().chain([row.opener]).filter(|&one| one != user).collect();
        let name = &row.names[seat];
        let then = compose::counts_as_absent(&row, name).or_else(|| compose::opens_again(&row));
        let words = format!("**{name} declined match {}.**\n{}", row.id, then.unwrap_or_default());
        let post = compose::new_post(Lane::Channel, &compose::line(&row, words, notified.into_iter().collect()));
        self.write(Vec::new(), row, vec![post], Vec::new()).await?;
        Ok(self.card())
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
        NewTerms { mut header, mut mistakes }: NewTerms,
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
        mistakes.extend(Table::open(tried).err().into_iter().flat_map(Rejection::messages));
        if !mistakes.is_empty() {
            return Err(Refused::new(Code::BadTerms, mistake_list::mistakes(&mistakes)).into());
        }
        let written = header.write();
        if written == seen {
            return Ok(self.card());
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
        let names = display_names(&written, &self.row.plain_names);
        // The log outlives the players' names.
        let seats = BySeat::from_fn(|seat: Seat| seat.label().to_owned());
        let changes = Header::read(&seen).map(|before| compose::changed_terms(&before, &header, &seats));
        let row = MatchRow { header: written, names, ready, pressed, offers, ..self.row.clone() };
        let mut items = Vec::new();
        if !agreed.is_empty() {
            let card = compose::its_card(&row);
            let words =
                format!("{} changed the terms of match {}: press **Ready** again on {card}.", by.words(), row.id);
            let told = Public { lines: vec![words], terms: Some(seen), ..compose::words_to_all(&row, agreed) };
            items.push(compose::new_post(Lane::Channel, &QueuedMessage::Public(Box::new(told))));
        }
        let change = Change { knowers: knowers.unwrap_or_default(), ..row.into() };
        self.write(Vec::new(), change, items, Vec::new()).await?;
        let changes: String = changes.unwrap_or_default().join("; ").chars().take(MOST_LOGGED).collect();
        let logged = [audit_log::TERMS, &changes].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>();
        self.log_host_action(&by, &logged.join(": ")).await?;
        Ok(self.card())
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
            return self.enter_host_act(by, HostAct::Void, CommitExtras::default(), reason, stamp).await.map(drop);
        }
        if self.row.status == Status::Running {
            self.require_live()?;
            let plays = self.row.plays(by.user);
            let then = if plays {
                "Give it up with `/match resign`."
            } else {
                "A host can end it without a result with `/host void`."
            };
            let message = format!("Match {} has begun. {then}", self.row.id);
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
        let row = self.row.cancelled(Some(called_off), said.collect());
        self.write(Vec::new(), row, Vec::new(), Vec::new()).await?;
        if hosts { self.log_host_action(&by, audit_log::CANCELLED).await } else { Ok(()) }
    }

    /// Ends a lobby whose time is up.
    pub(crate) async fn expire(&mut self) -> Result<(), CommandError> {
        let row = self.row.cancelled(None, Vec::new());
        // A tournament decides who counts as absent, and says so itself.
        let told = compose::unready(&row).filter(|_| !row.is_of_tournament());
        let posts = told.map(|unready| {
            let again = compose::opens_again(&row).map_or_else(String::new, |again| format!(" {again}"));
            let words = format!("**Match {} did not begin.**\n{unready}{again}", row.id);
            let were_ready = compose::were_ready(&row);
            let ready = Seat::ALL.into_iter().filter(|&seat| were_ready[seat] && !row.bots[seat]);
            let notified: BTreeSet<_> = ready.map(|seat| row.users[seat]).chain([row.opener]).collect();
            compose::new_post(Lane::Channel, &compose::line(&row, words, notified.into_iter().collect()))
        });
        Ok(self.write(Vec::new(), row, posts.into_iter().collect(), Vec::new()).await?)
    }

    /// The match's card as it is now.
    pub(crate) fn card(&self) -> Card {
        compose::card(&self.row, self.live.as_ref())
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
        let CommitEffects { mut row, posts, clear_drafts } = compose::opening(&live, &row, closed, role);
        // The rules may have changed since the lobby was opened.
        row.version = live.table.game().version();
        // The answers to both presses may cross on their way. The card's edit waits for both, so the commit records no answer.
        self.write(lines, row, posts, clear_drafts).await?;
        self.live = Some(live);
        Ok(())
    }
}
