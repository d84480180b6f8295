//! Spectators and commentators: what a match is shown as in channels of their own.
//!
//! - What they are shown is made from the record, up to the entry that they have been shown last; there is no queue of it.
//! - Before something is posted, up to which entry it goes is put down: whether an earlier life has posted it is then looked up.
//! - It is in nobody's way. Where Discord refuses it, or a player could read it, nothing more is posted there and the host is told.

mod post;

use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError};

use crate::game::Seat;
use crate::ids::{ChannelId, GuildId, MatchId, UnixMs, UserId};
use crate::store::{Feed, FeedRow, Lane, MatchRow, Settings, Spectate, Status, StoreError};

pub use post::{Post, Sees, beyond};

use super::actor::millis;
use super::errand::Errand;
use super::handle::{Dealer, Substitute};
use super::lists::fault;
use super::refused::{Code, Error, Refused};
use super::retry::{BESIDE, patience};
use super::say;
use super::service::Service;
use super::surround::{Which, which};
use super::transport::{DELETED, Undelivered};

/// A message for spectators or commentators.
#[derive(Clone, Debug, PartialEq)]
pub struct Showing {
    pub of: Which,
    pub feed: Feed,
    pub sees: Sees,
    pub post: Post,
    /// Who must not read it.
    pub players: Vec<(UserId, String)>,
}

/// Where a feed of a server's goes, and what is shown there.
fn goes(feed: Feed, settings: &Settings) -> Option<(ChannelId, Sees)> {
    match feed {
        Feed::Spectators => {
            let sees = match settings.spectate {
                Spectate::Late => Sees::Late,
                Spectate::Ec => Sees::Seat(Seat::Ec),
                Spectate::Dmo => Sees::Seat(Seat::Dmo),
            };
            settings.spectators.map(|channel| (channel, sees))
        }
        Feed::Commentators => settings.commentators.map(|channel| (channel, Sees::All)),
    }
}

/// Whether a match is one that others are shown: what is opened without a host's rights, or played in direct messages, is not.
pub(super) const fn is_shown(row: &MatchRow) -> bool {
    !row.friendly && !row.private && row.started.is_some() && matches!(row.status, Status::Running | Status::Over)
}

impl Service {
    /// Shows what is to be shown of a match.
    pub(super) async fn show(self: &Arc<Self>, id: MatchId) -> Result<(), StoreError> {
        // Most servers show nothing, and what follows reads the whole record.
        let settings = self.store.settings_of(id).await?;
        for feed in Feed::ALL.into_iter().filter(|&feed| goes(feed, &settings).is_some()) {
            self.show_in(id, feed).await?;
        }
        Ok(())
    }

    async fn show_in(self: &Arc<Self>, id: MatchId, feed: Feed) -> Result<(), StoreError> {
        let mut attempts = 0_u32;
        loop {
            let Some(row) = self.store.find_match(id).await?.filter(is_shown) else { return Ok(()) };
            let settings = self.store.settings(row.guild).await?;
            let Some((channel, sees)) = goes(feed, &settings) else { return Ok(()) };
            let kept = self.store.feed(id, feed).await?;
            // In another channel it goes on where it was.
            let mut at = match kept {
                Some(kept) if kept.channel == channel => kept,
                Some(kept) => FeedRow { shown: kept.shown, ..FeedRow::new(channel) },
                None => FeedRow::new(channel),
            };
            if at.refused.is_some() {
                return Ok(());
            }
            let record = self.store.entries(id).await?;
            let upto = at.tried.map_or(record.len(), |(upto, _)| record.len().min(upto as usize));
            let post = match beyond(&row, &record[..upto], at.shown, sees) {
                Ok(Some(post)) => post,
                Ok(None) if at.tried.is_none() => return Ok(()),
                // What may have been posted was shown in another way.
                Ok(None) => {
                    self.store.keep_feed(id, feed, FeedRow { tried: None, ..at }).await?;
                    continue;
                }
                Err(why) => {
                    tracing::warn!(match_id = %id, %why, "a match cannot be shown to others");
                    return Ok(());
                }
            };
            let upto = post.upto;
            let before = at.tried.map(|(_, since)| since);
            if before.is_none() {
                at.tried = Some((upto, self.clock.now()));
                self.store.keep_feed(id, feed, at.clone()).await?;
            }
            let errand = showing(&row, feed, channel, sees, post, before);
            let rights = self.rights.load(Ordering::SeqCst);
            match self.run(&errand).await {
                Ok(_) => {
                    self.store.keep_feed(id, feed, FeedRow { shown: Some(upto), tried: None, ..at }).await?;
                    self.unshown.lock().unwrap_or_else(PoisonError::into_inner).remove(&(id, feed));
                    attempts = 0;
                }
                Err(Undelivered::Again { after }) => {
                    let wait = patience(attempts, BESIDE, after);
                    attempts += 1;
                    tokio::select! {
                        () = self.clock.until(self.clock.now().plus(millis(wait))) => {}
                        () = self.closing.cancelled() => return Ok(()),
                    }
                }
                Err(_) if self.rights.load(Ordering::SeqCst) != rights => {}
                Err(Undelivered::Gone { why } | Undelivered::NoChannel { why } | Undelivered::Broken { why }) => {
                    return self.not_shown(&row, feed, at, before, why).await;
                }
                Err(Undelivered::Deleted | Undelivered::DmClosed | Undelivered::Unmet) => {
                    return self.not_shown(&row, feed, at, before, "it was deleted".to_owned()).await;
                }
            }
        }
    }

    /// Leaves a match unshown that cannot be shown, and tells its host.
    async fn not_shown(
        self: &Arc<Self>,
        row: &MatchRow,
        feed: Feed,
        at: FeedRow,
        before: Option<UnixMs>,
        why: String,
    ) -> Result<(), StoreError> {
        tracing::warn!(match_id = %row.id, feed = feed.id(), %why, "a match is not shown to others");
        let then = if why == DELETED {
            "Choose another channel for them with `/setup panel`."
        } else {
            "It goes on there by itself once that is put right."
        };
        let words = format!("Match {} is not shown to {} in <#{}>: {why}. {then}", row.id, feed.id(), at.channel);
        // What was refused at its first attempt was not posted.
        let tried = at.tried.filter(|_| before.is_some());
        self.store.keep_feed(row.id, feed, FeedRow { refused: Some(why), tried, ..at }).await?;
        // Once a match, while it is played; rights that change try it again and again.
        let first = self.unshown.lock().unwrap_or_else(PoisonError::into_inner).insert((row.id, feed));
        if !first || row.status != Status::Running {
            return Ok(());
        }
        let item = say::item(Lane::Dm(row.host), &say::private_to(row, row.host, vec![words]));
        self.store.queue(row.id, vec![item], self.clock.now()).await?;
        self.kick(row.id, Lane::Dm(row.host));
        Ok(())
    }

    /// Shows what an earlier life has not.
    pub(super) async fn show_what_is_behind(self: &Arc<Self>) -> Result<(), StoreError> {
        for id in self.store.feeds_behind().await? {
            self.look_on(id);
        }
        Ok(())
    }

    /// Shows again what was refused in a server.
    pub(super) async fn show_again(self: &Arc<Self>, guild: GuildId) -> Result<(), StoreError> {
        for id in self.store.feeds_again(guild).await? {
            self.look_on(id);
        }
        Ok(())
    }
}

impl Dealer {
    /// Records what a substitute has been able to read of a match where it is shown with what its players hide, so that they are refused
    /// the seat, also once they can read it no more.
    pub(super) async fn learn_what_they_read(&self, m: MatchId, newcomer: &Substitute) -> Result<(), Error> {
        let row = self.row(m).await?;
        for channel in self.0.store.shown_in(m).await.map_err(fault)? {
            match self.0.transport.readers(row.guild, channel, &[newcomer.user]).await {
                Ok(readers) if readers.is_empty() => {}
                Ok(_) => self.has_read_what_is_hidden(m, newcomer.user).await?,
                Err(_) => {
                    let message = format!(
                        "Discord did not say whether {} can read <#{channel}>, where this match is shown; try again in a moment.",
                        newcomer.name
                    );
                    return Err(Refused::new(Code::Seated, message).into());
                }
            }
        }
        Ok(())
    }

    /// Records that somebody reads a channel, if a match is shown there with what its players hide.
    pub async fn reads_in(&self, m: MatchId, user: UserId, channel: ChannelId) -> Result<(), Error> {
        if self.0.store.shown_in(m).await.map_err(fault)?.contains(&channel) {
            self.has_read_what_is_hidden(m, user).await?;
        }
        Ok(())
    }

    async fn has_read_what_is_hidden(&self, m: MatchId, user: UserId) -> Result<(), Error> {
        self.0.store.learn(m, Seat::ALL.map(|seat| (user, seat)).to_vec()).await.map_err(fault)
    }
}

fn showing(row: &MatchRow, feed: Feed, channel: ChannelId, sees: Sees, post: Post, tried: Option<UnixMs>) -> Errand {
    let people = Seat::ALL.into_iter().filter(|&seat| !row.bots[seat]);
    let players = people.map(|seat| (row.users[seat], row.names[seat].clone())).collect();
    Errand::Show { channel, tried, showing: Box::new(Showing { of: which(row), feed, sees, post, players }) }
}
