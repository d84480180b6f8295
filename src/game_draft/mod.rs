//! The service around choosings: what is chosen is stored before anybody hears of it, and their clocks run like matches'.
//!
//! - Every turn is a separate message, so that the next player is notified; older ones lose their menus.
//! - A turn that an absence of the service cuts short begins again, and so does one that its channel refused
//!   ([`asking`]).
//! - The match is opened under one stamp, however often that has to be tried.

pub(crate) mod store;
pub(crate) mod ui;

pub(crate) mod asking;
pub(crate) mod opened;
pub(crate) mod state;

use std::sync::Arc;

use crate::ids::{GuildId, MatchId, MessageId, Snowflake, UnixMs, UserId};
use crate::platform::sqlite::error::StoreError;
use crate::table::Header;

pub use state::{Banned, Choice, DraftOutcome, GameDraft, How, MOST};

use crate::live::api::Dealer;
use crate::live::error::fault;
use crate::live::error::{Code, Error, Refused};
use crate::live::service::Service;
use crate::live::tasks::waiting;
use crate::lobby::create_match::NewMatch;
use crate::messages::errand::Errand;

/// How long is waited before it is looked again whether a turn has been asked, in ms.
pub(crate) const LOOK_MS: u64 = 1_000;

/// A press on a choosing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choose {
    /// Ban a game, at a turn.
    Ban { turn: u8, game: u8 },
    /// Say what one would play.
    Wish(u8),
}

/// A game draft, and its newest message.
pub(crate) struct Kept {
    pub(crate) choosing: GameDraft,
    pub(crate) message: Option<MessageId>,
}

impl Dealer {
    /// Starts a game draft of two players; the same id starts no second one.
    ///
    /// # Errors
    /// There is too little or too much to choose from, both are one person, or the opener has no host's rights and a
    /// running draft.
    pub async fn choose(&self, id: Snowflake, choosing: GameDraft) -> Result<(), Error> {
        let (games, bans) = (choosing.games.len(), usize::from(choosing.bans));
        let bad = |message: String| Err(Refused::new(Code::BadTerms, message).into());
        if choosing.users.ec == choosing.users.dmo {
            return bad("The two players must be two people; name two.".to_owned());
        }
        if !(2..=MOST).contains(&games) {
            return bad(format!("There are {games} games to choose from; there must be 2 to {MOST}."));
        }
        if 2 * bans >= games {
            return bad(format!("Of {games} games each player can ban {} at most.", (games - 1) / 2));
        }
        let state = serde_json::to_string(&choosing).expect("a game draft is plain data");
        // One at a time, so that two at once cannot both be the only one.
        let _turn = self.0.choosing.lock().await;
        let others: Vec<_> = self.0.going().await?.into_iter().filter(|(other, _)| *other != id).collect();
        if choosing.friendly && others.iter().any(|(_, other)| other.friendly && other.host == choosing.host) {
            return bad("You have begun a game draft already; let it end, or call it off.".to_owned());
        }
        if others.iter().any(|(_, other)| other.channel == choosing.channel && other.is_between(&choosing.users)) {
            return bad("Those two choose in this channel already; let that end, or call it off.".to_owned());
        }
        if self.0.store.keep_choosing(id, state, true, true).await.map_err(fault)? {
            self.0.tasks.spawn(Arc::clone(&self.0).follow(id, true));
        }
        Ok(())
    }

    /// A choosing as it is.
    ///
    /// # Errors
    /// There is none.
    pub async fn choosing(&self, id: Snowflake) -> Result<GameDraft, Error> {
        Ok(self.0.chosen(id).await?.choosing)
    }

    /// Takes a player's press; what the choosing is then.
    ///
    /// # Errors
    /// They do not choose here, or it does not count.
    pub async fn press_choice(
        &self,
        id: Snowflake,
        user: UserId,
        choose: Choose,
        stamp: Snowflake,
    ) -> Result<GameDraft, Error> {
        let change = |choosing: &mut GameDraft| {
            let seat = choosing.seat_of(user)?;
            match choose {
                Choose::Ban { turn, game } => choosing.ban(seat, turn, game, stamp),
                Choose::Wish(game) => choosing.wish(seat, game, stamp),
            }
        };
        let (before, after) = self.0.change_choice(id, change).await?;
        if before.choosing.turn != after.turn && after.came.is_none() {
            // The message that was pressed on is changed by the answer.
            self.0.tasks.spawn(Arc::clone(&self.0).put_choice(id, None));
        }
        Ok(after)
    }

    /// Calls a choosing off; rights are checked by the caller. Its message is changed by the answer unless that was asked elsewhere.
    ///
    /// # Errors
    /// It is over.
    pub async fn call_off_choice(&self, id: Snowflake, by: UserId, elsewhere: bool) -> Result<GameDraft, Error> {
        let (before, after) = self.0.change_choice(id, |choosing| choosing.call_off(by)).await?;
        let (service, now) = (Arc::clone(&self.0), after.clone());
        self.0.tasks.spawn(async move {
            if elsewhere {
                service.show_choice(id, &now, before.message, false).await;
            } else {
                service.retract_notice(id).await;
            }
        });
        Ok(after)
    }
}

impl Service {
    /// The choosings that go on.
    pub(crate) async fn going(&self) -> Result<Vec<(Snowflake, GameDraft)>, Error> {
        let mut going = Vec::new();
        for id in self.store.open_choosings().await.map_err(fault)? {
            // One that cannot be read holds up no other.
            let Ok(Kept { choosing, .. }) = self.chosen(id).await else { continue };
            if choosing.came.is_none() {
                going.push((id, choosing));
            }
        }
        Ok(going)
    }

    pub(crate) async fn chosen(&self, id: Snowflake) -> Result<Kept, Error> {
        let row = self.store.choosing(id).await.map_err(fault)?;
        let gone = || Refused::new(Code::NoMatch, "That game draft is gone; begin another with `/match choose`.");
        let row = row.ok_or_else(gone)?;
        let choosing = serde_json::from_str(&row.state).map_err(|error| fault(StoreError::Row(error.to_string())))?;
        Ok(Kept { choosing, message: row.message })
    }

    /// Changes a choosing, one change at a time, and opens the match that was chosen.
    pub(crate) async fn change_choice(
        self: &Arc<Self>,
        id: Snowflake,
        change: impl FnOnce(&mut GameDraft) -> Result<(), Refused>,
    ) -> Result<(Kept, GameDraft), Error> {
        let _turn = self.choosing.lock().await;
        let before = self.chosen(id).await?;
        let mut after = before.choosing.clone();
        change(&mut after)?;
        let over = matches!(after.came, Some(DraftOutcome::CalledOff { .. } | DraftOutcome::Gone));
        self.keep_choice(id, &after, !over).await?;
        if let Some(DraftOutcome::Chosen { .. }) = after.came {
            self.open_chosen(id, &mut after).await?;
        }
        Ok((before, after))
    }

    pub(crate) async fn keep_choice(&self, id: Snowflake, choosing: &GameDraft, open: bool) -> Result<(), Error> {
        let state = serde_json::to_string(choosing).expect("a game draft is plain data");
        self.store.keep_choosing(id, state, open, false).await.map_err(fault)?;
        Ok(())
    }

    /// Opens the drafted match, if it is not open, and makes sure that its card is posted.
    pub(crate) async fn open_chosen(self: &Arc<Self>, id: Snowflake, choosing: &mut GameDraft) -> Result<(), Error> {
        let Some(DraftOutcome::Chosen { game, stamp, ref opened, .. }) = choosing.came else { return Ok(()) };
        if opened.is_none() {
            let opened = match self.open_game(choosing, game, stamp).await {
                Ok(m) => Ok(m),
                Err(Error::Refused(refused)) => Err(refused.message),
                Err(fault) => return Err(fault),
            };
            let shown = opened.is_err();
            if let Some(DraftOutcome::Chosen { opened: came, .. }) = &mut choosing.came {
                *came = Some(opened);
            }
            self.keep_choice(id, choosing, !shown).await?;
            if shown {
                return Ok(());
            }
        }
        self.tasks.spawn(Arc::clone(self).watch_opened(id));
        Ok(())
    }

    pub(crate) async fn open_game(
        self: &Arc<Self>,
        choosing: &GameDraft,
        game: u8,
        stamp: Snowflake,
    ) -> Result<MatchId, Error> {
        let unplayable = |_| Refused::new(Code::BadTerms, "This version cannot open that game.");
        let header = &choosing.games[usize::from(game)].header;
        let new = NewMatch {
            guild: choosing.guild,
            channel: choosing.channel,
            host: choosing.host,
            header: Header::read(header).map_err(unplayable)?,
            users: choosing.users,
            friendly: choosing.friendly,
            starts: None,
            offers: None,
            private: false,
            part: None,
        };
        Dealer(Arc::clone(self)).open(new, stamp).await
    }

    /// Takes up the choosings that an earlier life began.
    pub(crate) async fn take_up_choices(self: Arc<Self>) {
        match self.store.open_choosings().await {
            Ok(open) => {
                for id in open {
                    self.tasks.spawn(Arc::clone(&self).follow(id, false));
                }
            }
            Err(error) => tracing::error!(%error, "games that are being chosen cannot be taken up"),
        }
    }

    /// Runs a choosing's clock until it is over; asks for the first turn.
    pub(crate) async fn follow(self: Arc<Self>, id: Snowflake, first: bool) {
        let followed = async {
            if !first {
                self.present().await;
                self.take_up_choice(id).await?;
            }
            let Kept { choosing, message } = self.chosen(id).await?;
            if first || message.is_none() || choosing.unasked.is_some() {
                Arc::clone(&self).put_choice(id, None).await;
            }
            while self.wait_for_turn(id).await? {}
            Ok::<(), Error>(())
        };
        tokio::select! {
            followed = followed => {
                if let Err(error) = followed {
                    tracing::error!(choosing = id.0, %error, "a game that is being chosen is not followed any more");
                }
            }
            () = self.closing.cancelled() => {}
        }
    }

    /// Gives a turn that an absence has cut short its time again; opens what had been chosen.
    pub(crate) async fn take_up_choice(self: &Arc<Self>, id: Snowflake) -> Result<(), Error> {
        let _turn = self.choosing.lock().await;
        let Kept { mut choosing, message } = self.chosen(id).await?;
        if choosing.came.is_some() {
            self.open_chosen(id, &mut choosing).await?;
        } else {
            choosing.restart_turn(self.clock.now());
            self.keep_choice(id, &choosing, true).await?;
        }
        // After a refused turn the message belongs to the turn before.
        let message = message.filter(|_| choosing.unasked.is_none());
        self.show_choice(id, &choosing, message, false).await;
        Ok(())
    }

    /// Waits until the service is there.
    pub(crate) async fn present(&self) {
        let mut away = self.away.subscribe();
        while away.borrow_and_update().is_some() {
            if waiting(away.changed()).await.is_err() {
                return;
            }
        }
    }

    /// Waits until the service is there, and the server's shard with it.
    pub(crate) async fn present_in(&self, guild: GuildId) {
        let mut changes = self.intake.changes();
        loop {
            changes.mark_unchanged();
            self.present().await;
            if self.shards.away(guild).is_none() || waiting(changes.changed()).await.is_err() {
                return;
            }
        }
    }

    /// Waits for the end of a turn's time, and lets chance do what was not done; whether there is more to wait for.
    pub(crate) async fn wait_for_turn(self: &Arc<Self>, id: Snowflake) -> Result<bool, Error> {
        let Kept { choosing, .. } = self.chosen(id).await?;
        if choosing.came.is_some() {
            return Ok(false);
        }
        let due = choosing.until.plus(crate::uptime::clock::millis(self.options.grace));
        self.clock.until(due).await;
        if self.is_away() || self.shards.away(choosing.guild).is_some() {
            self.present_in(choosing.guild).await;
            return self.take_up_choice(id).await.map(|()| true);
        }
        let turn = self.choosing.lock().await;
        let Kept { mut choosing, message } = self.chosen(id).await?;
        let now = self.clock.now();
        if choosing.came.is_some() || now < choosing.until.plus(crate::uptime::clock::millis(self.options.grace)) {
            return Ok(choosing.came.is_none());
        }
        if choosing.unasked.is_some() {
            // The post sets its time.
            drop(turn);
            self.clock.until(now.plus(LOOK_MS)).await;
            return Ok(true);
        }
        choosing.time_up(&mut rand::rng(), stamp_at(now, id));
        self.keep_choice(id, &choosing, true).await?;
        self.open_chosen(id, &mut choosing).await?;
        drop(turn);
        if choosing.came.is_some() {
            self.show_choice(id, &choosing, message, false).await;
        } else {
            Arc::clone(self).put_choice(id, message).await;
        }
        Ok(choosing.came.is_none())
    }

    /// Shows in a message what its choosing has come to, or where it is not the newest any more what came of its turn.
    pub(crate) async fn show_choice(
        &self,
        id: Snowflake,
        choosing: &GameDraft,
        message: Option<MessageId>,
        passed: bool,
    ) {
        let Some(message) = message else { return };
        if let Err(why) = self.run(&Errand::Drafted { id, choosing: Box::new(choosing.clone()), message, passed }).await
        {
            tracing::warn!(choosing = id.0, ?why, "a game draft's message could not be changed");
        }
    }
}

/// A stamp of a moment that no other choosing has.
pub(crate) fn stamp_at(now: UnixMs, id: Snowflake) -> Snowflake {
    Snowflake(Snowflake::at(now).0 | (id.0 & 0x3f_ffff))
}
