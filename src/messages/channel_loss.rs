//! Suspension of a match, tournament or game draft whose channel is lost: deleted, or refusing messages.
//!
//! The owner is suspended until its host continues it or the channel takes messages again. Its host is notified once. Refused posts wait.
//! A game draft whose channel is deleted is called off.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use futures::FutureExt;

use crate::game::Seat;
use crate::ids::{ChannelId, GuildId, MatchId, Snowflake, UserId};
use crate::live::actor::MatchActor;
use crate::live::admission::Admission::{ChannelLost, ChannelMoved, Now};
use crate::live::api::Dealer;
use crate::live::applied_entries::CommitExtras;
use crate::live::command_error::CommandError;
use crate::live::error::Error;
use crate::live::pause_cause::GONE;
use crate::live::service::Service;
use crate::live::service_entry::by_service;
use crate::live::store::match_row::{MatchRow, Status};
use crate::messages::compose;
use crate::messages::store::post::{Lane, NewPost, Owner, Post, PostState, RetryScope, kinds};
use crate::messages::topic_message::Topic;
use crate::messages::topic_posts::topic_post;
use crate::messages::transport::DELETED;
use crate::messages::undelivered::lost_place_notice;
use crate::platform::sqlite::error::StoreError;
use crate::table::HostAct;

/// The time before a host is notified again that a channel is lost, in ms.
const AGAIN_MS: u64 = 60_000;

/// The words on the card of a lobby whose channel refused a message.
const CALLED_OFF: &str = "The match was called off, because I could not write in this channel.";

impl MatchActor {
    /// Handles a channel that refuses a message: calls a lobby off, pauses a match, and notifies the host.
    async fn channel_lost(&mut self, why: &str) -> Result<(), CommandError> {
        let (deleted, now) = (why == DELETED, self.service.clock.now());
        let was_notified = self.host_told_at.is_some_and(|told| now.since(told) < AGAIN_MS);
        let paused = self.live.as_ref().is_none_or(|live| live.table.paused());
        let told = self.to_host(suspension_text(&self.row, why, paused), !deleted);
        match self.row.status {
            Status::Lobby => {
                // A suspended tournament notifies its host separately.
                let mut items = if self.row.is_of_tournament() { Vec::new() } else { vec![told] };
                if deleted && !self.row.is_of_tournament() {
                    items.extend(self.cancellation_notices());
                }
                let row = self.row.cancelled(None, vec![CALLED_OFF.to_owned()]);
                let row = MatchRow { channel_refusal: Some(why.to_owned()), ..row };
                Ok(self.write(Vec::new(), row, items, Vec::new()).await?)
            }
            Status::Running if !paused => {
                let reason = if deleted { GONE } else { "Discord refused a message in this channel." };
                let mut items = vec![told];
                if deleted {
                    items.extend(self.pause_notices());
                }
                self.pause_for_service(reason, items).await?;
                self.host_told_at = Some(now);
                Ok(())
            }
            // The message that the match is paused is refused for the same reason.
            Status::Running if was_notified => Ok(()),
            Status::Over | Status::Halted if deleted && was_notified => Ok(()),
            Status::Running | Status::Over | Status::Halted => {
                self.host_told_at = Some(now);
                Ok(self.service.say(self.row.id, told).await?)
            }
            Status::Cancelled => Ok(()),
        }
    }

    /// Handles a refused message, unless the match has left that channel: then its posts are retried in the new one.
    pub(crate) async fn channel_refused(&mut self, channel: ChannelId, why: String) -> Result<(), CommandError> {
        if self.lost_channels.contains(&channel) {
            return Ok(self.service.retry_refused(RetryScope::Of(self.row.id.into())).await?);
        }
        self.channel_lost(&why).await
    }

    /// Continues in the thread's parent channel, with the current prompt.
    pub(crate) async fn thread_deleted(&mut self) -> Result<(), CommandError> {
        // The thread may have been opened after the row was read.
        self.reload().await?;
        let Some(parent) = self.row.parent else { return Ok(()) };
        tracing::warn!(match_id = %self.row.id, "a match's thread is gone");
        let row = MatchRow { channel: parent, parent: None, ..self.row.clone() };
        let told = match &self.live {
            Some(live) if row.status == Status::Running => {
                vec![compose::relocated(
                    live,
                    &row,
                    format!("The thread of match {} is gone; it continues here.", row.id),
                )]
            }
            None if row.status.is_open() => return Ok(()),
            // Links to the thread become links to the channel.
            _ => self.gone_place_notice(&row, "thread").await?,
        };
        self.move_to_channel(row, told).await
    }

    /// Continues in a channel that a host names, because the match's channel is gone. Returns whether anything is posted there.
    pub(crate) async fn replace_channel(&mut self, to: ChannelId) -> Result<bool, CommandError> {
        self.reload().await?;
        if self.row.in_dms || self.row.channel == to {
            return Ok(false);
        }
        tracing::warn!(match_id = %self.row.id, channel = %to, "a match whose channel is gone moves to another one");
        if self.live.as_ref().is_some_and(|live| self.row.status == Status::Running && !live.table.paused()) {
            // No message since the deletion has been refused yet, so the match still runs.
            self.pause_for_service(GONE, self.pause_notices()).await?;
        }
        self.lost_channels.extend([Some(self.row.channel), self.row.parent].into_iter().flatten());
        self.lost_channels.retain(|&left| left != to);
        self.host_told_at = None;
        self.moved_awaiting_resume = self.row.status == Status::Running;
        let row = MatchRow { channel: to, parent: None, ..self.row.clone() };
        // The match is paused there; its resumption posts the question.
        let told = if row.status == Status::Running {
            let words = format!("Match {} continues here, because its channel was deleted.", row.id);
            vec![compose::new_post(Lane::Channel, &compose::line(&row, words, Vec::new()))]
        } else {
            self.gone_place_notice(&row, "channel").await?
        };
        let posts = !told.is_empty();
        self.move_to_channel(row, told).await?;
        Ok(posts)
    }

    /// Returns a reference to the last messages of a finished match whose place is gone before they were posted.
    async fn gone_place_notice(&self, row: &MatchRow, gone: &str) -> Result<Vec<NewPost>, CommandError> {
        let has_words = |post: &Post| ![kinds::PICTURE, kinds::THREAD].contains(&&*post.kind);
        let owes = self.service.store.waiting(row.id).await?.iter().any(has_words);
        let told = owes.then(|| {
            compose::new_post(Lane::Channel, &compose::line(row, lost_place_notice(row.id, gone), Vec::new()))
        });
        Ok(told.into_iter().collect())
    }

    async fn move_to_channel(&mut self, row: MatchRow, told: Vec<NewPost>) -> Result<(), CommandError> {
        self.service.store.move_to_channel(row.id, row.channel, told, self.service.clock.now()).await?;
        self.reload().await?;
        self.service.wake_loops.send_replace(());
        self.service.retry_refused(RetryScope::Of(self.row.id.into())).await?;
        self.service.wake_lane(self.row.id, Lane::Channel);
        self.service.schedule_reconcile(self.row.id);
        Ok(())
    }

    /// Notifies the host that refused posts have arrived, if the match is still suspended.
    pub(crate) async fn channel_restored(&mut self) -> Result<(), CommandError> {
        if self.row.status != Status::Running || self.live.as_ref().is_none_or(|live| !live.table.paused()) {
            return Ok(());
        }
        // The host who moves the match to another channel resumes it with the same command.
        if std::mem::take(&mut self.moved_awaiting_resume) {
            return Ok(());
        }
        let words = format!(
            "Match {m} can post again, and its delayed messages follow. It is still suspended; continue it with `/host resume match:{m}`.",
            m = self.row.id
        );
        Ok(self.service.say(self.row.id, self.to_host(words, true)).await?)
    }

    /// Pauses the match on the service's own account.
    async fn pause_for_service(&mut self, reason: &str, items: Vec<NewPost>) -> Result<(), CommandError> {
        let now = self.service.clock.now();
        let live = self.require_live()?;
        let latest = live.table.next_deadline().map_or(u64::MAX, |deadline| deadline.saturating_sub(1));
        let at = live.time(now).min(latest).max(live.table.now());
        let entry = by_service(at, HostAct::Pause, Some(reason));
        self.enter_with(vec![entry], CommitExtras { items, ..CommitExtras::default() }).await.map(drop)
    }

    /// Returns notices for the players who hear of the pause in no other way: without a channel, nothing asks for their order.
    fn pause_notices(&self) -> Vec<NewPost> {
        let Some(live) = &self.live else { return Vec::new() };
        let words = format!(
            "Match {} is suspended, because its channel has been deleted. No time runs until a host continues it in another.",
            self.row.id
        );
        self.to_players(&words, |seat| !live.owes_order(seat))
    }

    /// Returns notices for the players of a lobby called off with its channel, whose card is gone too.
    fn cancellation_notices(&self) -> Vec<NewPost> {
        let then =
            if self.row.series().is_some() { " Its series continues once a host names another channel." } else { "" };
        let words = format!("Match {} is called off, because its channel has been deleted.{then}", self.row.id);
        self.to_players(&words, |seat| self.row.users[seat] != self.row.opener)
    }

    /// Returns a message to each of these seats' people.
    fn to_players(&self, words: &str, wanted: impl Fn(Seat) -> bool) -> Vec<NewPost> {
        let seats = Seat::ALL.into_iter().filter(|&seat| !self.row.bots[seat] && wanted(seat));
        seats.map(|seat| self.to_one(self.row.users[seat], words.to_owned(), false)).collect()
    }

    /// Returns a message to the host, with a link to the channel if `linked`.
    fn to_host(&self, words: String, linked: bool) -> NewPost {
        self.to_one(self.row.opener, words, linked)
    }

    /// Returns a message to one person, with a link to the channel if `linked`.
    fn to_one(&self, user: UserId, words: String, linked: bool) -> NewPost {
        let row = MatchRow { in_dms: self.row.in_dms || !linked, ..self.row.clone() };
        compose::new_post(Lane::Dm(user), &compose::private_to(&row, user, vec![words]))
    }
}

/// Returns the notice to the host about a lost channel; `paused` if the match was paused before.
fn suspension_text(row: &MatchRow, why: &str, paused: bool) -> String {
    let (m, deleted) = (row.id, why == DELETED);
    // A host who plays has no host's rights, nor has the opener of a friendly match.
    let run = if row.host_plays() || row.friendly { "Ask a host of the server to run" } else { "Run" };
    let elsewhere = |then: &str| format!("{run} `/host resume match:{m}` in another channel: {then}");
    let back = |then: &str| format!("Restore the channel and my permissions, then {then}");
    let suspended = if paused { "stays suspended" } else { "is suspended" };
    let (done, then) = match (row.status, deleted) {
        (Status::Over | Status::Halted, true) => {
            let then = elsewhere("its end is posted there.");
            return format!("Match {m} is over, and its channel has been deleted. {then}");
        }
        (Status::Over | Status::Halted, false) => {
            let then = "Restore the channel and my permissions: its delayed messages are then posted.";
            ("has delayed messages", then.to_owned())
        }
        (Status::Lobby, true) if row.series().is_some() => {
            ("is called off", elsewhere("the next match of its series is opened there."))
        }
        (Status::Lobby, false) if row.series().is_some() => {
            ("is called off", back(&format!("open its series' next match with `/host resume match:{m}`.")))
        }
        (Status::Lobby, true) => ("is called off", "Open another elsewhere.".to_owned()),
        (Status::Lobby, false) => ("is called off", back("open another.")),
        (_, true) => (suspended, elsewhere("it continues there, and its delayed messages come first.")),
        (_, false) => (suspended, back("resume it with `/host resume`: its delayed messages come first.")),
    };
    let cause = if deleted {
        "its channel has been deleted".to_owned()
    } else {
        format!("its channel cannot be written to ({why})")
    };
    format!("Match {m} {done}, because {cause}. {then}")
}

impl Service {
    /// Suspends the owner of messages that a channel refuses.
    pub(crate) async fn channel_refused(
        self: &Arc<Self>,
        owner: Owner,
        channel: ChannelId,
        why: &str,
    ) -> Result<(), StoreError> {
        let suspended = match owner {
            Owner::Match(id) => {
                let (now, why) = (ChannelLost(Snowflake::at(self.clock.now())), why.to_owned());
                self.enqueue(id, "channel", now, move |actor| actor.channel_refused(channel, why).boxed()).await;
                Ok(())
            }
            Owner::Tournament(id) => {
                self.change_suspension(id, |tourney, _, now| tourney.suspend(channel, why, now)).await
            }
            Owner::GameDraft(id) if why == DELETED => self.cancel_channel_lost(id).await,
            Owner::GameDraft(_) => self.notify_host(owner, false).await,
        };
        suspended.map_err(|error| StoreError::NotKept(error.to_string()))
    }

    /// Notifies the host of a tournament or game draft that it is suspended, or called off with its channel.
    pub(crate) async fn notify_host(self: &Arc<Self>, owner: Owner, deleted: bool) -> Result<(), Error> {
        let Some((.., host)) = self.subject(owner).await?.map(|of| of.place()) else { return Ok(()) };
        Ok(self.say(owner, topic_post(Topic::Suspension { deleted }, host)).await?)
    }
}

impl Dealer {
    /// Records that a channel or thread was deleted. Its matches continue in the parent channel if there is one, and
    /// are suspended otherwise.
    pub async fn channel_deleted(&self, channel: ChannelId) {
        let (live, over) = tokio::join!(self.0.store.live_in(channel), self.0.store.over_in(channel));
        let rows = match live.and_then(|live| Ok([live, over?].concat())) {
            Ok(rows) => rows,
            Err(error) => return tracing::error!(%error, "the matches of a deleted channel cannot be read"),
        };
        // Tournaments are suspended before their cards are called off, so that they count nobody as absent.
        match self.0.tournaments_and_drafts().await {
            Ok(events) => {
                for (owner, _) in events.into_iter().filter(|&(_, there)| there == channel) {
                    if let Err(error) = self.0.channel_refused(owner, channel, DELETED).await {
                        tracing::error!(%owner, %error, "the loss of a channel cannot be stored");
                    }
                }
            }
            Err(error) => tracing::error!(%error, "the events of a deleted channel cannot be read"),
        }
        for row in rows {
            // A thread is deleted with its parent channel.
            if row.parent.is_some_and(|parent| parent != channel) {
                self.0.enqueue(row.id, "channel", Now, |actor| actor.thread_deleted().boxed()).await;
            } else if let Err(error) = self.0.channel_refused(row.id.into(), channel, DELETED).await {
                tracing::error!(match_id = %row.id, %error, "the loss of a channel cannot be stored");
            }
        }
    }

    /// Continues a match in another channel, because its own was deleted; the caller checks rights. Returns whether anything is posted
    /// there: a finished match may have nothing left to say.
    pub async fn move_to_channel(&self, m: MatchId, to: ChannelId, stamp: Snowflake) -> Result<bool, Error> {
        self.ask(m, "channel", ChannelMoved(stamp), move |actor| actor.replace_channel(to).boxed()).await
    }

    /// Records that the bot's rights in a server may have changed, and retries refused posts.
    pub async fn rights_changed(&self, guild: GuildId) {
        self.0.rights.fetch_add(1, Ordering::SeqCst);
        if let Err(error) = self.0.retry_refused(RetryScope::Server(guild)).await {
            tracing::error!(%error, "refused posts cannot be retried");
        }
        if let Err(error) = self.0.retry_tourneys(guild).await {
            tracing::error!(%error, "the matches of suspended tournaments cannot be retried");
        }
        match self.0.store.owners(PostState::Open, Some(guild)).await {
            Ok(owners) => owners.into_iter().for_each(|owner| self.0.schedule_reconcile(owner)),
            Err(error) => tracing::error!(%error, "refused edits cannot be retried"),
        }
    }
}
