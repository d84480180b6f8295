//! Feeds of a match for spectators and commentators, in channels that none of its players can read.
//!
//! Each message is made from the record: from the last entry that the feed has shown to the entry that it was queued with.

pub(crate) mod compose_feed;
pub(crate) mod feed_post;
pub(crate) mod ui;

use crate::external::object::match_label;
use crate::game::Seat;
use crate::hosting::ruling::Substitute;
use crate::ids::{ChannelId, MatchId, UserId};
use crate::live::actor::MatchActor;
use crate::live::api::Dealer;
use crate::live::command_error::CommandError;
use crate::live::error::{Code, Error, Refused};
use crate::live::store::match_row::{MatchRow, Status};
use crate::messages::store::post::External;
use crate::people::store::server_settings::{Settings, Spectate};
use crate::spectators::feed_post::{Sees, Showing};

pub use compose_feed::next_feed_post;

/// The channel of a feed, and the view that is shown there.
pub(crate) fn place(what: External, settings: &Settings) -> Option<(ChannelId, Sees)> {
    let sees = match settings.spectate {
        Spectate::Late => Sees::Late,
        Spectate::Ec => Sees::Seat(Seat::Ec),
        Spectate::Dmo => Sees::Seat(Seat::Dmo),
    };
    match what {
        External::Spectators => settings.spectators.map(|channel| (channel, sees)),
        External::Commentators => settings.commentators.map(|channel| (channel, Sees::All)),
        External::Result | External::Event | External::ArchivedThread => None,
    }
}

/// Whether a match has feeds: not if it was opened without a host's rights or is played in direct messages.
pub(crate) const fn is_shown(row: &MatchRow) -> bool {
    !row.friendly && !row.in_dms && row.started.is_some() && matches!(row.status, Status::Running | Status::Over)
}

impl MatchActor {
    /// The next message of a feed, up to so many entries of the record; none if there is nothing new to show.
    pub(crate) async fn showing(&self, what: External, entries: u32) -> Result<Option<Showing>, CommandError> {
        let (row, store) = (&self.row, &self.service.store);
        let settings = store.settings(row.guild).await?;
        let Some((_, sees)) = place(what, &settings).filter(|_| is_shown(row)) else { return Ok(None) };
        let record = store.entries(row.id).await?;
        let upto = record.len().min(entries as usize);
        let (shown, _) = store.feed_progress(row.id, what).await?;
        match next_feed_post(row, &record[..upto], shown, sees) {
            Ok(post) => Ok(post.map(|post| {
                let people = Seat::ALL.into_iter().filter(|&seat| !row.bots[seat]);
                let players = people.map(|seat| (row.users[seat], row.names[seat].clone())).collect();
                Showing { of: match_label(row), sees, post, players }
            })),
            Err(why) => {
                tracing::warn!(match_id = %row.id, %why, "cannot show a match in a feed");
                Ok(None)
            }
        }
    }
}

impl Dealer {
    /// The channels in which a match is, was or may have been shown to others.
    pub(crate) async fn shown_in(&self, row: &MatchRow) -> Result<Vec<ChannelId>, Error> {
        let store = &self.0.store;
        let settings = store.settings(row.guild).await?;
        let mut channels = Vec::new();
        for what in External::FEEDS {
            channels.extend(store.feed_progress(row.id, what).await?.1);
            let coming = store.external(row.id, what).await?.is_some();
            channels.extend(place(what, &settings).filter(|_| coming).map(|(channel, _)| channel));
        }
        channels.sort_unstable();
        channels.dedup();
        Ok(channels)
    }

    /// Records the hidden information that a substitute could read in the match's feeds. It keeps that person from the seat, even
    /// once the channel can no longer be read.
    pub(crate) async fn learn_what_they_read(&self, m: MatchId, substitute: &Substitute) -> Result<(), Error> {
        let row = self.row(m).await?;
        for channel in self.shown_in(&row).await? {
            match self.0.transport.readers(row.guild, channel, &[substitute.user]).await {
                Ok(readers) if readers.is_empty() => {}
                Ok(_) => self.has_read_what_is_hidden(m, substitute.user).await?,
                Err(_) => {
                    let message = format!(
                        "Discord did not say whether {} can read <#{channel}>, where this match is shown. Try again in a moment.",
                        substitute.name
                    );
                    return Err(Refused::new(Code::Seated, message).into());
                }
            }
        }
        Ok(())
    }

    /// Records that a person reads a channel, if the match's hidden information is shown there.
    pub async fn reads_in(&self, m: MatchId, user: UserId, channel: ChannelId) -> Result<(), Error> {
        if self.shown_in(&self.row(m).await?).await?.contains(&channel) {
            self.has_read_what_is_hidden(m, user).await?;
        }
        Ok(())
    }

    pub(crate) async fn has_read_what_is_hidden(&self, m: MatchId, user: UserId) -> Result<(), Error> {
        Ok(self.0.store.learn(m, Seat::ALL.map(|seat| (user, seat)).to_vec()).await?)
    }
}
