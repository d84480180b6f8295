//! The service for game drafts. Each change is stored before it is shown.
//!
//! - Every turn has a separate message, so that the next player is notified. Older messages lose their menus.
//! - A turn ends only after its message was posted. A turn restarts if the service was away or its message was late.
//! - If the channel refuses a turn's message, the draft is suspended. If the channel is deleted, the draft is called off.
//! - All attempts to open the match use the same stamp, so it is opened once.

pub(crate) mod store;
pub(crate) mod ui;

pub(crate) mod state;

use std::sync::Arc;

use crate::ids::{MatchId, MessageId, Snowflake, UnixMs, UserId};
use crate::platform::sqlite::error::StoreError;
use crate::platform::sqlite::query::as_json;
use crate::table::Header;
use crate::uptime::clock::millis;

pub use state::{Banned, Choice, ChosenBy, DraftOutcome, GameDraft, MOST};

use crate::live::api::Dealer;
use crate::live::busy_tasks::waiting;
use crate::live::error::{Code, Error, Refused};
use crate::live::service::Service;
use crate::live::store::match_row::Status;
use crate::lobby::create_match::NewMatch;
use crate::messages::store::post::{Owner, Post, RetryScope};
use crate::messages::topic_message::Topic;
use crate::messages::topic_posts::topic_post;

/// A press on a game draft.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameDraftAction {
    /// Ban a game, at a turn.
    Ban { turn: u8, game: u8 },
    /// Name the game that the player wants to play.
    Prefer(u8),
}

/// A stored game draft.
pub(crate) struct Kept {
    pub(crate) draft: GameDraft,
    pub(crate) open: bool,
    /// The newest turn whose message was posted.
    pub(crate) newest: Option<u8>,
}

impl Dealer {
    /// Starts a game draft of two players. An id that was used before starts none.
    pub async fn start_draft(&self, id: Snowflake, draft: GameDraft) -> Result<(), Error> {
        let (games, bans) = (draft.games.len(), usize::from(draft.bans));
        let bad = |message: String| Err(Refused::new(Code::BadTerms, message).into());
        if draft.users.ec == draft.users.dmo {
            return bad("The two players must be two people; name two.".to_owned());
        }
        if !(2..=MOST).contains(&games) {
            return bad(format!("There are {games} games to choose from; there must be 2 to {MOST}."));
        }
        if 2 * bans >= games {
            return bad(format!("Of {games} games each player can ban {} at most.", (games - 1) / 2));
        }
        // Starts take turns, so that two at once cannot both pass the checks below.
        let _turn = self.0.game_drafts.lock().await;
        let others: Vec<_> = self.0.running_drafts().await?.into_iter().filter(|(other, _)| *other != id).collect();
        if draft.friendly && others.iter().any(|(_, other)| other.friendly && other.host == draft.host) {
            return bad("You have begun a game draft already; let it end, or call it off.".to_owned());
        }
        if others.iter().any(|(_, other)| other.channel == draft.channel && other.is_between(&draft.users)) {
            return bad("Those two choose in this channel already; let that end, or call it off.".to_owned());
        }
        if self.0.store.keep_game_draft(id, as_json(&draft), true, true).await? {
            self.0.ask_turn(id, &draft).await?;
            self.0.wake_loops.send_replace(());
        }
        Ok(())
    }

    /// Returns a game draft's current state.
    pub async fn game_draft(&self, id: Snowflake) -> Result<GameDraft, Error> {
        Ok(self.0.load_draft(id).await?.draft)
    }

    /// Applies a player's press on the message `on`, which the answer edits. Returns the new state.
    pub async fn press_draft(
        &self,
        id: Snowflake,
        user: UserId,
        choose: GameDraftAction,
        stamp: Snowflake,
        on: Option<MessageId>,
    ) -> Result<GameDraft, Error> {
        let change = |draft: &mut GameDraft| {
            let seat = draft.seat_of(user)?;
            match choose {
                GameDraftAction::Ban { turn, game } => draft.ban(seat, turn, game, stamp),
                GameDraftAction::Prefer(game) => draft.prefer(seat, game, stamp),
            }
        };
        self.0.change_draft(id, on, change).await
    }

    /// Calls off a game draft by a press on the message `on`, which the answer edits. The caller checks rights.
    pub async fn call_off_draft(&self, id: Snowflake, by: UserId, on: Option<MessageId>) -> Result<GameDraft, Error> {
        self.0.change_draft(id, on, |draft| draft.call_off(by)).await
    }
}

impl Service {
    /// Returns the running game drafts.
    pub(crate) async fn running_drafts(&self) -> Result<Vec<(Snowflake, GameDraft)>, Error> {
        let mut going = Vec::new();
        for id in self.store.open_game_drafts().await? {
            // An unreadable draft must not block the others.
            let Ok(Kept { draft, .. }) = self.load_draft(id).await else { continue };
            if draft.outcome.is_none() {
                going.push((id, draft));
            }
        }
        Ok(going)
    }

    pub(crate) async fn load_draft(&self, id: Snowflake) -> Result<Kept, Error> {
        let row = self.store.game_draft(id).await?;
        let gone = || Refused::new(Code::NoMatch, "That game draft is gone; begin another with `/match choose`.");
        let row = row.ok_or_else(gone)?;
        let mut draft: GameDraft = serde_json::from_str(&row.state).map_err(StoreError::from)?;
        let topics = self.topics(Owner::GameDraft(id)).await?;
        let mut newest = None;
        for (post, topic) in topics {
            if let Topic::Turn(turn) = topic {
                newest = newest.max(post.at.map(|_| turn));
                draft.undelivered = post.held;
            }
        }
        Ok(Kept { draft, open: row.open, newest })
    }

    /// Changes a game draft, one change at a time, and opens the match once a game is chosen.
    pub(crate) async fn change_draft(
        self: &Arc<Self>,
        id: Snowflake,
        on: Option<MessageId>,
        change: impl FnOnce(&mut GameDraft) -> Result<(), Refused>,
    ) -> Result<GameDraft, Error> {
        let _turn = self.game_drafts.lock().await;
        let before = self.load_draft(id).await?.draft;
        let mut after = before.clone();
        change(&mut after)?;
        self.store_draft(id, &after, false).await?;
        self.open_drafted_match(id, &mut after).await?;
        if let Some(message) = on {
            // An older edit in flight may overtake the answer: the message stays open until it shows the newest state.
            // The answer has no picture of the chosen game, so the digest of a past turn forces an edit that adds it.
            let undrawn = after.turn != before.turn || matches!(after.outcome, Some(DraftOutcome::Chosen { .. }));
            let shown = if undrawn { GameDraft::digest_passed(before.turn) } else { after.digest() };
            self.store.message_shows(Owner::GameDraft(id), message, shown);
        }
        self.follow(id, &after).await?;
        Ok(after)
    }

    /// Stores a draft. It stays open until its match's card is posted.
    async fn store_draft(&self, id: Snowflake, draft: &GameDraft, opened: bool) -> Result<(), Error> {
        let open = matches!(draft.outcome, None | Some(DraftOutcome::Chosen { opened: None | Some(Ok(_)), .. }));
        self.store.keep_game_draft(id, as_json(draft), open && !opened, false).await?;
        Ok(())
    }

    /// Updates a draft's messages, queues the message of its current turn, and schedules the turn's end.
    async fn follow(self: &Arc<Self>, id: Snowflake, draft: &GameDraft) -> Result<(), Error> {
        if draft.outcome.is_none() {
            self.ask_turn(id, draft).await?;
        } else {
            self.retry_refused(RetryScope::Of(Owner::GameDraft(id))).await?;
        }
        self.schedule_reconcile(Owner::GameDraft(id));
        self.wake_loops.send_replace(());
        Ok(())
    }

    /// Queues the message of the current turn, unless there is one.
    async fn ask_turn(self: &Arc<Self>, id: Snowflake, draft: &GameDraft) -> Result<(), Error> {
        let (owner, turn) = (Owner::GameDraft(id), Topic::Turn(draft.turn));
        if self.turn_post(id, draft).await?.is_none() {
            self.say(owner, topic_post(turn, draft.host)).await?;
        }
        Ok(())
    }

    /// Returns the message of the current turn.
    async fn turn_post(&self, id: Snowflake, draft: &GameDraft) -> Result<Option<Post>, Error> {
        let topics = self.topics(Owner::GameDraft(id)).await?;
        let of = |(post, topic)| (topic == Topic::Turn(draft.turn)).then_some(post);
        Ok(topics.into_iter().find_map(of))
    }

    /// Opens the chosen match, unless it is open.
    async fn open_drafted_match(self: &Arc<Self>, id: Snowflake, draft: &mut GameDraft) -> Result<(), Error> {
        let Some(DraftOutcome::Chosen { game, stamp, opened: None, .. }) = draft.outcome else { return Ok(()) };
        let result = match self.open_game(draft, game, stamp).await {
            Ok(m) => Ok(m),
            Err(Error::Refused(refused)) => Err(refused.message),
            Err(fault) => return Err(fault),
        };
        if let Some(DraftOutcome::Chosen { opened, .. }) = &mut draft.outcome {
            *opened = Some(result);
        }
        self.store_draft(id, draft, false).await
    }

    pub(crate) async fn open_game(
        self: &Arc<Self>,
        draft: &GameDraft,
        game: u8,
        stamp: Snowflake,
    ) -> Result<MatchId, Error> {
        let unplayable = |_| Refused::new(Code::BadTerms, "This version cannot open that game.");
        let header = Header::read(&draft.games[usize::from(game)].header).map_err(unplayable)?;
        let GameDraft { guild, channel, host, users, friendly, .. } = *draft;
        let new = NewMatch { friendly, ..NewMatch::new(guild, channel, host, header, users) };
        Dealer(Arc::clone(self)).open(new, stamp).await
    }

    /// Advances a draft: ends an expired turn, opens the chosen match, and follows it until its card is posted.
    /// Returns the time of the next scheduled pass.
    pub(crate) async fn advance_draft(self: &Arc<Self>, id: Snowflake, back: bool) -> Result<Option<UnixMs>, Error> {
        let _turn = self.game_drafts.lock().await;
        let before = self.load_draft(id).await?.draft;
        let (mut draft, now) = (before.clone(), self.clock.now());
        if draft.outcome.is_none() {
            let stands = self.turn_post(id, &draft).await?.is_some_and(|post| post.at.is_some());
            let is_due = draft.until.plus(millis(self.options.grace)) <= now;
            if back || (is_due && self.shards.away(draft.guild).is_some()) {
                draft.restart_turn(now);
            } else if is_due && stands {
                draft.time_up(&mut rand::rng(), stamp_at(now, id));
            }
            if draft != before {
                self.store_draft(id, &draft, false).await?;
            }
        }
        self.open_drafted_match(id, &mut draft).await?;
        if let Some(DraftOutcome::Chosen { opened: Some(Ok(m)), .. }) = draft.outcome {
            self.follow_opened(id, &mut draft, m).await?;
        }
        if draft != before || back {
            self.follow(id, &draft).await?;
        } else if draft.outcome.is_none() {
            self.ask_turn(id, &draft).await?;
        }
        let due = draft.until.plus(millis(self.options.grace));
        Ok((draft.outcome.is_none() && due > now).then_some(due))
    }

    /// Closes the draft once the match's card is posted. If the channel refused the card, the draft reports that.
    async fn follow_opened(self: &Arc<Self>, id: Snowflake, draft: &mut GameDraft, m: MatchId) -> Result<(), Error> {
        let row = self.store.find_match(m).await?;
        let row = row.filter(|row| row.card.is_none());
        let why = match row.map(|row| (row.status, row.channel_refusal)) {
            Some((Status::Lobby, _)) => return Ok(()),
            Some((Status::Cancelled, why)) => why,
            _ => None,
        };
        if let (Some(why), Some(DraftOutcome::Chosen { opened, .. })) = (why, &mut draft.outcome) {
            *opened = Some(Err(format!(
                "match {m} is called off, because its card could not be posted here ({why}). Anyone who may open matches here can open the \
                 game with `/match open`."
            )));
        }
        self.store_draft(id, draft, true).await?;
        self.schedule_reconcile(Owner::GameDraft(id));
        Ok(())
    }

    /// Restarts the time of the current turn.
    pub(crate) async fn restart_turn(&self, id: Snowflake) -> Result<(), StoreError> {
        let restarted = async {
            let _turn = self.game_drafts.lock().await;
            let mut draft = self.load_draft(id).await?.draft;
            if draft.outcome.is_none() {
                draft.restart_turn(self.clock.now());
                self.store_draft(id, &draft, false).await?;
            }
            Ok::<_, Error>(())
        };
        restarted.await.map_err(|error| StoreError::NotKept(error.to_string()))
    }

    /// Calls off a draft whose channel was deleted, and notifies its host.
    pub(crate) async fn cancel_channel_lost(self: &Arc<Self>, id: Snowflake) -> Result<(), Error> {
        let gone = |draft: &mut GameDraft| -> Result<(), Refused> {
            if draft.outcome.is_some() {
                return Err(Refused::new(Code::WrongStage, "The game draft is over."));
            }
            draft.outcome = Some(DraftOutcome::ChannelLost);
            Ok(())
        };
        match self.change_draft(id, None, gone).await {
            Ok(_) => self.notify_host(Owner::GameDraft(id), true).await,
            Err(Error::Refused(_)) => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// Waits until the service is back from an absence.
    pub(crate) async fn present(&self) {
        let mut away = self.away.subscribe();
        while away.borrow_and_update().is_some() {
            if waiting(away.changed()).await.is_err() {
                return;
            }
        }
    }
}

/// Returns a stamp for a moment that differs from other drafts' stamps.
pub(crate) fn stamp_at(now: UnixMs, id: Snowflake) -> Snowflake {
    Snowflake(Snowflake::at(now).0 | (id.0 & 0x3f_ffff))
}
