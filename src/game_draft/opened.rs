//! The match that was chosen: its choosing's message says that there is none where nobody was ever shown its card.

use std::sync::Arc;
use std::time::Duration;

use crate::game_draft::state::DraftOutcome;
use crate::game_draft::{Kept, LOOK_MS};
use crate::ids::{MatchId, Snowflake};
use crate::live::error::Error;
use crate::live::error::fault;
use crate::live::service::Service;
use crate::live::store::rows::Status;
use crate::messages::errand::Errand;
use crate::messages::retry::{BESIDE, patience};
use crate::messages::transport::Undelivered;
use crate::uptime::clock::millis;

/// How often it is tried to say that there is no match: for about two hours.
const TRIES: u32 = 30;

impl Service {
    /// Follows a choosing's match until its card stands, behind everything else.
    pub(crate) async fn watch_opened(self: Arc<Self>, id: Snowflake) {
        tokio::select! {
            seen = self.see_opened(id) => if let Err(error) = seen {
                tracing::error!(choosing = id.0, %error, "what has become of a match that was chosen cannot be seen");
            },
            () = self.closing.cancelled() => {}
        }
    }

    async fn see_opened(self: &Arc<Self>, id: Snowflake) -> Result<(), Error> {
        let Kept { mut choosing, message } = self.chosen(id).await?;
        let Some(DraftOutcome::Chosen { opened: Some(opened), .. }) = &mut choosing.came else { return Ok(()) };
        if let Ok(m) = *opened {
            let why = self.never_shown(m).await?;
            // The opener of the match shows that first.
            let _turn = self.choosing.lock().await;
            let Some(why) = why else { return self.keep_choice(id, &choosing, false).await };
            *opened = Err(format!(
                "match {m} is called off, because its card could not be posted here ({why}). Anyone who may open matches here can open the \
                 game with `/match open`."
            ));
            self.keep_choice(id, &choosing, true).await?;
        }
        if let Some(message) = message {
            for tries in 0..TRIES {
                let shown = Errand::Drafted { id, choosing: Box::new(choosing.clone()), message, passed: false };
                match self.run(&shown).await {
                    Ok(_) | Err(Undelivered::Deleted | Undelivered::NoChannel { .. }) => break,
                    Err(_) => {
                        self.clock.until(self.clock.now().plus(millis(patience(tries, BESIDE, Duration::ZERO)))).await;
                    }
                }
                self.present().await;
            }
        }
        self.keep_choice(id, &choosing, false).await
    }

    /// Waits until a match's card stands; why it was called off instead, if it was for its channel.
    async fn never_shown(&self, m: MatchId) -> Result<Option<String>, Error> {
        loop {
            let row = self.store.bouts(&[m]).await.map_err(fault)?.into_iter().next();
            match row {
                Some(row) if row.card.is_none() && row.status == Status::Cancelled => return Ok(row.lost),
                Some(row) if row.card.is_none() && row.status == Status::Lobby => {}
                _ => return Ok(None),
            }
            self.clock.until(self.clock.now().plus(LOOK_MS)).await;
        }
    }
}
