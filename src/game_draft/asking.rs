//! Asking a turn: none runs out that nobody was shown.
//!
//! - If the channel refuses it, the draft is suspended and its host is notified; the turn is tried again and then has
//!   its whole time.
//! - If the channel is gone, the draft is called off.

use std::sync::Arc;
use std::time::Duration;

use crate::game_draft::state::{DraftOutcome, GameDraft};
use crate::game_draft::{Code, Kept, Refused};
use crate::ids::{ChannelId, MessageId, Snowflake};
use crate::live::api::Dealer;
use crate::live::error::Error;
use crate::live::error::fault;
use crate::live::service::Service;
use crate::messages::errand::Errand;
use crate::messages::retry::{BESIDE, patience};
use crate::messages::transport::Undelivered;
use crate::uptime::clock::millis;

impl Dealer {
    /// The channels in which games are being chosen.
    pub(crate) async fn chosen_in(&self) -> Result<Vec<(Snowflake, ChannelId)>, Error> {
        Ok(self.0.going().await?.into_iter().map(|(id, choosing)| (id, choosing.channel)).collect())
    }
}

impl Service {
    /// Posts the present turn, and takes the menus from the message before it.
    pub(crate) async fn put_choice(self: Arc<Self>, id: Snowflake, before: Option<MessageId>) {
        tokio::select! {
            put = self.ask_turn(id, before) => if let Err(error) = put {
                tracing::error!(choosing = id.0, %error, "a turn to choose could not be posted");
            },
            () = self.closing.cancelled() => {}
        }
    }

    async fn ask_turn(self: &Arc<Self>, id: Snowflake, before: Option<MessageId>) -> Result<(), Error> {
        let Kept { mut choosing, .. } = self.chosen(id).await?;
        if before.is_some() {
            self.show_choice(id, &choosing, before, true).await;
        }
        let mut tries = 0_u32;
        loop {
            let why = match self.run(&Errand::Turn { id, choosing: Box::new(choosing.clone()) }).await {
                Ok(message) => {
                    let Some(message) = message.map(MessageId) else { return Ok(()) };
                    self.store.choosing_stands_in(id, message).await.map_err(fault)?;
                    if choosing.unasked.is_some() {
                        let asked = |now: &mut GameDraft| now.unasked = None;
                        let Some(now) = self.change_turn(id, choosing.turn, asked).await? else { return Ok(()) };
                        // It may have been posted before, with the time that it had then.
                        self.show_choice(id, &now, Some(message), false).await;
                        self.retract_notice(id).await;
                    }
                    return Ok(());
                }
                Err(Undelivered::NoChannel { .. }) => return self.cancel_channel_lost(id).await,
                Err(Undelivered::Gone { why } | Undelivered::Broken { why }) => why,
                Err(Undelivered::Again { .. } | Undelivered::Deleted | Undelivered::DmClosed | Undelivered::Unmet) => {
                    "Discord was busy or out of reach".to_owned()
                }
            };
            tracing::warn!(choosing = id.0, %why, "a turn to choose could not be posted");
            let untold = choosing.unasked.is_none();
            let stands = |now: &mut GameDraft| now.unasked = Some(why.clone());
            let Some(now) = self.change_turn(id, choosing.turn, stands).await? else { return Ok(()) };
            if untold && let Some(told) = self.notify_host(id, &now).await {
                self.change_turn(id, choosing.turn, |now| now.told = Some(told)).await?;
            }
            let wait = patience(tries, BESIDE, Duration::ZERO);
            self.clock.until(self.clock.now().plus(millis(wait))).await;
            tries += 1;
            self.present().await;
            let begun = self.clock.now();
            match self.change_turn(id, choosing.turn, |now| now.restart_turn(begun)).await? {
                Some(now) => choosing = now,
                None => return Ok(()),
            }
        }
    }

    /// Changes a choosing while it is at a turn; nothing once it is over or at another.
    async fn change_turn(
        self: &Arc<Self>,
        id: Snowflake,
        turn: u8,
        change: impl FnOnce(&mut GameDraft),
    ) -> Result<Option<GameDraft>, Error> {
        let _turn = self.choosing.lock().await;
        let Kept { mut choosing, .. } = self.chosen(id).await?;
        if choosing.came.is_some() || choosing.turn != turn {
            return Ok(None);
        }
        change(&mut choosing);
        self.keep_choice(id, &choosing, true).await?;
        Ok(Some(choosing))
    }

    /// Calls a choosing off whose channel is gone, and tells its host.
    pub(crate) async fn cancel_channel_lost(self: &Arc<Self>, id: Snowflake) -> Result<(), Error> {
        let gone = |choosing: &mut GameDraft| -> Result<(), Refused> {
            if choosing.came.is_some() {
                return Err(Refused::new(Code::WrongStage, "The game draft is over."));
            }
            choosing.came = Some(DraftOutcome::Gone);
            Ok(())
        };
        match self.change_choice(id, gone).await {
            Ok((_, after)) => {
                self.notify_host(id, &after).await;
                self.retract_notice(id).await;
                Ok(())
            }
            Err(Error::Refused(_)) => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// Notifies the host of a draft that it is suspended, or called off with its channel; gives the message.
    async fn notify_host(&self, id: Snowflake, choosing: &GameDraft) -> Option<MessageId> {
        let told = self.run(&Errand::DraftSuspended { id, choosing: Box::new(choosing.clone()) }).await;
        told.unwrap_or_else(|why| {
            tracing::warn!(choosing = id.0, ?why, "the host of a game draft cannot be told that it is suspended");
            None
        })
        .map(MessageId)
    }

    /// Updates that message, if there is one, once the draft is no longer suspended.
    pub(crate) async fn retract_notice(&self, id: Snowflake) {
        let told = async {
            let _turn = self.choosing.lock().await;
            let Kept { mut choosing, .. } = self.chosen(id).await?;
            let Some(told) = choosing.told.take() else { return Ok::<_, Error>(None) };
            let open = self.store.open_choosings().await.map_err(fault)?.contains(&id);
            self.keep_choice(id, &choosing, open).await?;
            Ok(Some((told, choosing)))
        };
        match told.await {
            Ok(None) => {}
            Ok(Some((told, choosing))) => {
                let errand = Errand::DraftResumed { choosing: Box::new(choosing), message: told };
                if let Err(why) = self.run(&errand).await {
                    tracing::warn!(choosing = id.0, ?why, "the host cannot be told that a game draft continues");
                }
            }
            Err(error) => {
                tracing::error!(choosing = id.0, %error, "it cannot be stored that a game draft continues");
            }
        }
    }
}
