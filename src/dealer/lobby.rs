//! The lobby: presses of Ready and Decline, and what ends it.

use crate::game::{BySeat, Seat};
use crate::ids::{Snowflake, UnixMs, UserId};
use crate::store::{Change, Lane, NewItem, Status};
use crate::table::{Header, HostAct};

use super::actor::MatchActor;
use super::deeds::{self, By};
use super::live::Live;
use super::notice::{Card, CardState, Notice};
use super::panel::{Mark, ReadyReply};
use super::refused::{Code, Refused};
use super::say::{self, Follows};
use super::trail;
use super::trouble::Trouble;

impl MatchActor {
    fn seat_in_lobby(&self, user: UserId) -> Result<Seat, Refused> {
        self.lobby()?;
        Seat::ALL.into_iter().find(|&seat| self.row.users[seat] == user && !self.row.bots[seat]).ok_or_else(|| {
            Refused::new(Code::NotSeated, "This is for the two players; ask the host for a match of your own.")
        })
    }

    fn lobby(&self) -> Result<(), Refused> {
        let message = match self.row.status {
            Status::Lobby => return Ok(()),
            Status::Running => "The match has begun; press Order under its newest message.",
            Status::Over => "The match is over; open another one.",
            Status::Cancelled => "This match was called off; open another one.",
            Status::Halted => "This match is halted; ask a host.",
        };
        Err(Refused::new(Code::WrongStage, message))
    }

    fn open_until(&self, stamp: Snowflake) -> Result<(), Refused> {
        if stamp.ms() < self.row.expires {
            return Ok(());
        }
        Err(Refused::new(Code::Late, "The time for this lobby is up; open another match."))
    }

    /// Takes a press of Ready.
    pub(super) async fn press_ready(
        &mut self,
        user: UserId,
        mark: Option<Mark>,
        stamp: Snowflake,
    ) -> Result<ReadyReply, Trouble> {
        if self.live.is_some() && mark.is_some() {
            return self.ready(user, mark, stamp).await;
        }
        if self.row.status == Status::Running
            && let Ok(seat) = self.seat(user)
            && stamp.0 <= self.row.pressed[seat]
        {
            return Ok(ReadyReply::Started(Box::new(self.card())));
        }
        if self.live.is_some() && self.row.status == Status::Running {
            return self.ready(user, mark, stamp).await;
        }
        let seat = self.seat_in_lobby(user)?;
        self.open_until(stamp)?;
        if stamp.0 <= self.row.pressed[seat] {
            return Ok(ReadyReply::Card(Box::new(say::card(&self.row, CardState::Open))));
        }
        let mut change = Change::default();
        let mut ready = self.row.ready;
        let mut pressed = self.row.pressed;
        ready[seat] = !ready[seat];
        pressed[seat] = stamp.0;
        change.ready = Some(ready);
        change.pressed = Some(pressed);
        if ready.ec && ready.dmo {
            self.begin(stamp.ms(), change).await?;
            return Ok(ReadyReply::Started(Box::new(self.card())));
        }
        self.write(0, Vec::new(), change, Vec::new(), Vec::new()).await?;
        Ok(ReadyReply::Card(Box::new(say::card(&self.row, CardState::Open))))
    }

    /// Takes a press of Decline.
    pub(super) async fn decline(&mut self, user: UserId, stamp: Snowflake) -> Result<Card, Trouble> {
        let seat = self.seat_in_lobby(user)?;
        self.open_until(stamp)?;
        self.call_off(Vec::new()).await?;
        Ok(say::card(&self.row, CardState::Declined(seat)))
    }

    /// Begins the match on a host's word.
    pub(super) async fn start_without(&mut self, by: &By, stamp: Snowflake) -> Result<(), Trouble> {
        self.lobby()?;
        self.open_until(stamp)?;
        if self.seat_in_lobby(by.user).is_ok() {
            return Err(
                Refused::new(Code::Seated, "A player cannot start the match for the other; press Ready.").into()
            );
        }
        let absent = Seat::ALL.into_iter().filter(|&seat| !self.row.ready[seat]);
        let absent: Vec<_> = absent.map(|seat| self.row.names[seat].as_str()).collect();
        let said = format!("{} started the match without waiting for {}.", by.words(), absent.join(" and "));
        self.begin(stamp.ms(), Change { carried: Some(vec![said]), ..Change::default() }).await?;
        self.put_down(by, trail::STARTED).await
    }

    /// Calls the match off.
    pub(super) async fn cancel(&mut self, by: By, reason: Option<String>, stamp: Snowflake) -> Result<(), Trouble> {
        if self.live.as_ref().is_some_and(|live| live.table.starts().is_some()) {
            return self.host(by, HostAct::Void, None, reason, stamp).await.map(drop);
        }
        if self.row.status == Status::Running {
            let message = "The match has begun; a host can end it without a result with `/host void`.";
            return Err(Refused::new(Code::WrongStage, message).into());
        }
        let plays = self.seat_in_lobby(by.user);
        self.lobby()?;
        // Whoever opens a match to play in it takes it back as a player.
        let hosts = plays.is_err();
        let who = plays.map_or_else(|_| by.words(), |seat| self.row.names[seat].clone());
        let said =
            [format!("{who} cancelled the match.")].into_iter().chain(reason.as_deref().and_then(deeds::because));
        let card = Card { said: said.collect(), ..say::card(&self.row, CardState::Cancelled) };
        self.call_off(vec![say::item(Lane::Channel, &Notice::EditCard(card))]).await?;
        if hosts { self.put_down(&by, trail::CANCELLED).await } else { Ok(()) }
    }

    /// Ends a lobby whose time is up.
    pub(super) async fn expire(&mut self) -> Result<(), Trouble> {
        let card = say::card(&self.row, CardState::Expired);
        self.call_off(vec![say::item(Lane::Channel, &Notice::EditCard(card))]).await
    }

    /// The card of a match that has begun.
    fn card(&self) -> Card {
        say::card(&self.row, self.live.as_ref().map_or(CardState::Started, say::card_state))
    }

    /// Ends the lobby, with what is to be said of it.
    pub(super) async fn call_off(&mut self, items: Vec<NewItem>) -> Result<(), Trouble> {
        let change = Change {
            status: Some(Status::Cancelled),
            deadline: Some(None),
            awaited: Some(BySeat::default()),
            ..Change::default()
        };
        Ok(self.write(0, Vec::new(), change, items, Vec::new()).await?)
    }

    /// Lays the table out; the record's time begins here.
    async fn begin(&mut self, started: UnixMs, lobby: Change) -> Result<(), Trouble> {
        let mut header = Header::read(&self.row.header)?;
        if let Some(starts) = self.row.starts {
            header.starts_at = Some(starts.since(started));
        }
        let written = header.write();
        let live = Live::open(header, started, self.row.friendly)?;
        let mut row = lobby.clone().to(self.row.clone());
        row.started = Some(started);
        let reach = self.service.store.reach(self.row.id, self.row.users).await?;
        self.nudges.learn(&reach);
        let closed = reach.closed;
        // A match with a start time begins with its first round.
        let called = if say::card_state(&live) == CardState::Started { self.called().await? } else { None };
        let Follows { change, mut items, clear_drafts } = say::opening(&live, &row, closed, called);
        // The presses' own answers may cross on their way; this one comes after both.
        let card = Notice::EditCard(say::card(&row, say::card_state(&live)));
        items.push(say::item(Lane::Channel, &card));
        let change = Change {
            ready: lobby.ready,
            pressed: lobby.pressed,
            started: Some(started),
            header: Some(written),
            // The rules may have changed since the lobby was opened.
            version: Some(live.table.game().version()),
            ..change
        };
        self.write(0, Vec::new(), change, items, clear_drafts).await?;
        self.live = Some(live);
        Ok(())
    }
}
