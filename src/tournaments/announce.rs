//! A tournament's message: it is made to show how the tournament stands.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, PoisonError};

use crate::ids::{MatchId, MessageId, Snowflake, UnixMs};
use crate::live::error::Error;
use crate::live::error::fault;
use crate::live::service::Service;
use crate::messages::errand::Errand;
use crate::messages::notice::Terms;
use crate::messages::retry::{BESIDE, patience};
use crate::messages::say;
use crate::messages::transport::Undelivered;
use crate::platform::sqlite::error::StoreError;
use crate::table::Header;
use crate::tournaments::state::Tourney;
use crate::tournaments::store::tournaments::BoutRow;
use crate::uptime::clock::millis;

/// How long is waited before people are called again, in ms.
const CALL_AGAIN_MS: u64 = 5_000;

/// The message of a tournament that could not be posted.
const NOWHERE: MessageId = MessageId(0);

/// What a tournament's message is to show.
#[derive(Clone, Debug, PartialEq)]
pub struct Announcement {
    pub id: Snowflake,
    pub tourney: Tourney,
    /// How the matches of its pairings stand.
    pub matches: BTreeMap<MatchId, BoutRow>,
    /// The message, once it is posted.
    pub message: Option<MessageId>,
    /// When the first attempt began whose outcome is unknown.
    pub tried: Option<UnixMs>,
    /// What its matches are played by.
    pub terms: Terms,
}

impl Announcement {
    /// Everything that it shows, as text.
    fn text(&self) -> String {
        let matches: Vec<_> =
            self.matches.values().map(|row| (row.id, row.status.id(), row.channel, row.card)).collect();
        // The notified players and the suspension are shown nowhere.
        let tourney = Tourney { called: None, call: None, still: None, arrives: false, ..self.tourney.clone() };
        serde_json::to_string(&(&tourney, matches)).expect("it is plain data")
    }
}

impl Service {
    pub(crate) async fn announcement(&self, id: Snowflake) -> Result<Announcement, Error> {
        let (row, tourney) = self.tourney(id).await?;
        let current: Vec<MatchId> = tourney.matches();
        let rows = self.store.bouts(&current).await.map_err(fault)?;
        let matches = rows.into_iter().map(|row| (row.id, row)).collect();
        let terms = self.terms_of(id, &tourney).await.map_err(fault)?;
        Ok(Announcement { id, tourney, matches, message: row.message, tried: row.tried, terms })
    }

    /// What a tournament's matches are played by; quiet hours by the server's clock as it was opened.
    async fn terms_of(&self, id: Snowflake, tourney: &Tourney) -> Result<Terms, StoreError> {
        let Ok(mut header) = Header::read(&tourney.header) else { return Ok(Terms::default()) };
        self.tell_time(&mut header, tourney.guild, id.ms()).await?;
        Ok(say::terms(&header, id.ms(), false, true))
    }

    /// Has a tournament's message changed, where it shows something else than it is to.
    pub(crate) fn announce_soon(self: &Arc<Self>, id: Snowflake) {
        let mut announcing = self.announcing.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(again) = announcing.get_mut(&id) {
            *again = true;
            return;
        }
        announcing.insert(id, false);
        let service = Arc::clone(self);
        self.tasks.spawn(async move {
            loop {
                tokio::select! {
                    () = service.closing.cancelled() => {}
                    announced = service.announce(id) => if let Err(error) = announced {
                        tracing::error!(tournament = id.0, %error, "a tournament's message cannot be seen to");
                    },
                }
                let mut announcing = service.announcing.lock().unwrap_or_else(PoisonError::into_inner);
                match announcing.get_mut(&id) {
                    Some(again) if *again && !service.closing.is_cancelled() => *again = false,
                    _ => {
                        announcing.remove(&id);
                        return;
                    }
                }
            }
        });
    }

    async fn announce(&self, id: Snowflake) -> Result<(), Error> {
        let mut attempts = 0_u32;
        loop {
            let (row, _) = self.tourney(id).await?;
            let mut announcement = self.announcement(id).await?;
            self.tell_of_still(&announcement).await?;
            if !announcement.tourney.opens() {
                return Ok(());
            }
            let channel = announcement.tourney.channel;
            let shown = digest(&announcement.text());
            if row.shown.as_ref() == Some(&shown) || row.message == Some(NOWHERE) {
                return self.is_said(&announcement).await;
            }
            if announcement.message.is_none() && announcement.tried.is_none() {
                let now = self.clock.now();
                self.store.tournament_is_tried(id, now).await.map_err(fault)?;
            } else if announcement.message.is_some() {
                announcement.tried = None;
            }
            let message = announcement.message.unwrap_or(NOWHERE);
            match self.run(&Errand::Tournament(Box::new(announcement.clone()))).await {
                Ok(made) => {
                    let message = made.map_or(message, MessageId);
                    self.store.tournament_shows((id, channel), message, shown).await.map_err(fault)?;
                    return self.is_said(&announcement).await;
                }
                Err(Undelivered::Again { after }) => {
                    let wait = patience(attempts, BESIDE, after);
                    attempts += 1;
                    self.clock.until(self.clock.now().plus(millis(wait))).await;
                }
                Err(Undelivered::Gone { why } | Undelivered::NoChannel { why })
                    if announcement.tourney.has_to_say() =>
                {
                    return self.still(id, |tourney, now| tourney.stand_still(channel, &why, now)).await;
                }
                Err(why) => {
                    // Nobody sees it there; `/tournament show` still shows it.
                    tracing::warn!(tournament = id.0, ?why, "a tournament's message cannot be changed");
                    return self.store.tournament_shows((id, channel), message, shown).await.map_err(fault);
                }
            }
        }
    }
}

impl Service {
    /// Lets a tournament whose message shows how it stands go on, if it stood still, and calls whom there is to call.
    async fn is_said(&self, announcement: &Announcement) -> Result<(), Error> {
        let id = announcement.id;
        if announcement.tourney.still.is_some() {
            self.still(id, |tourney, _| tourney.take_up(&announcement.matches)).await?;
        }
        self.call_in(id).await
    }

    /// Calls people to check in, or to hear who has won, once each: a message that is changed calls nobody.
    async fn call_in(&self, id: Snowflake) -> Result<(), Error> {
        let mut announcement = self.announcement(id).await?;
        self.tell_of_arrival(&announcement).await?;
        let channel = announcement.tourney.channel;
        let known = announcement.tourney.called.clone();
        let of = known.filter(|of| announcement.tourney.calls().as_ref() != Some(of));
        if let (Some(of), Some(message)) = (of, announcement.tourney.call) {
            match self.run(&Errand::CallOver { announcement: Box::new(announcement.clone()), of, message }).await {
                Err(Undelivered::Again { .. }) => return self.call_later(id).await,
                Err(Undelivered::Gone { why }) if announcement.tourney.has_to_say() => {
                    return self.still(id, |tourney, now| tourney.stand_still(channel, &why, now)).await;
                }
                Err(why) => tracing::warn!(tournament = id.0, ?why, "a call cannot be changed"),
                Ok(_) => {}
            }
            let _turn = self.tourneys.lock().await;
            let (_, tourney) = self.tourney(id).await?;
            announcement.tourney = Tourney { called: None, call: None, ..tourney };
            self.keep_tourney(id, &announcement.tourney).await?;
        }
        let calls = announcement.tourney.calls().filter(|calls| announcement.tourney.called.as_ref() != Some(calls));
        let (Some(calls), Some(_)) = (calls, announcement.message) else { return Ok(()) };
        let call = match self.run(&Errand::Call(Box::new(announcement.clone()))).await {
            Ok(call) => call.map(MessageId),
            Err(Undelivered::Again { .. }) => {
                tracing::warn!(tournament = id.0, "nobody can be called just now");
                return self.call_later(id).await;
            }
            Err(Undelivered::Gone { why }) if announcement.tourney.has_to_say() => {
                return self.still(id, |tourney, now| tourney.stand_still(channel, &why, now)).await;
            }
            Err(why) => {
                tracing::warn!(tournament = id.0, ?why, "nobody can be called");
                None
            }
        };
        let turn = self.tourneys.lock().await;
        let (_, tourney) = self.tourney(id).await?;
        let again = tourney.calls().as_ref() != Some(&calls);
        self.keep_tourney(id, &Tourney { called: Some(calls), call, ..tourney }).await?;
        drop(turn);
        // It may have been over before it was there.
        if again { Box::pin(self.call_in(id)).await } else { Ok(()) }
    }
}

impl Service {
    /// Tries to call people once more after a while.
    async fn call_later(&self, id: Snowflake) -> Result<(), Error> {
        self.clock.until(self.clock.now().plus(CALL_AGAIN_MS)).await;
        Box::pin(self.call_in(id)).await
    }
}

/// A text in a few characters; the same for the same text.
fn digest(text: &str) -> String {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}
