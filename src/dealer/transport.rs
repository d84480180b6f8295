//! Who sends what the dealer wants sent, and what comes of it.

use std::time::Duration;

use async_trait::async_trait;

use crate::ids::{ChannelId, GuildId, MatchId, MessageId, Snowflake, UnixMs, UserId};

use super::amend::{Amend, Known};
use super::choosing::Choosing;
use super::notice::Notice;
use super::surround::Errand;
use super::tourney::{Announcement, Called};

/// Whoever delivers items.
#[async_trait]
pub trait Transport: Send + Sync {
    /// Waits until something can be sent there without breaking a limit; each [`Transport::deliver`] comes after one of these.
    async fn turn(&self, to: Address) {
        let _anytime = to;
    }

    /// What answers to presses have put before a match's players, once none is on its way.
    async fn known(&self, of: MatchId) -> Vec<Known> {
        let _nothing = of;
        Vec::new()
    }

    /// Changes what something shows.
    async fn amend(&self, amend: &Amend) -> Result<(), Undelivered> {
        let _nothing = amend;
        Ok(())
    }

    /// Does something outside a match's own messages; the id of what stands at Discord then, if it has one. May be called again for what
    /// may be done already.
    async fn run(&self, errand: &Errand) -> Result<Option<u64>, Undelivered> {
        let _nothing = errand;
        Ok(None)
    }

    /// Those of some people who may read a channel of a server; nobody where it is there no more.
    async fn readers(&self, guild: GuildId, channel: ChannelId, people: &[UserId]) -> Result<Vec<UserId>, Undelivered> {
        let _nobody = (guild, channel, people);
        Ok(Vec::new())
    }

    /// Posts the present turn of a choosing, once however often that is tried.
    async fn ask_choice(&self, id: Snowflake, choosing: &Choosing) -> Result<MessageId, Undelivered> {
        let _nobody = (id, choosing);
        Ok(MessageId(0))
    }

    /// Shows in a message what its choosing has come to, or in one that has passed what came of its turn.
    async fn show_choice(
        &self,
        id: Snowflake,
        choosing: &Choosing,
        message: MessageId,
        passed: bool,
    ) -> Result<(), Undelivered> {
        let _nobody = (id, choosing, message, passed);
        Ok(())
    }

    /// Tells whoever asked for a choosing that it stands still or is called off because of its channel, and what helps.
    async fn choice_stands_still(&self, id: Snowflake, choosing: &Choosing) -> Result<Option<MessageId>, Undelivered> {
        let _nobody = (id, choosing);
        Ok(None)
    }

    /// Makes the message that told so say what has become of the choosing.
    async fn choice_stood_still(&self, choosing: &Choosing, message: MessageId) -> Result<(), Undelivered> {
        let _nobody = (choosing, message);
        Ok(())
    }

    /// Makes a tournament's message show how it stands, or posts it, once however often that is tried; the message.
    async fn announce(&self, announcement: &Announcement) -> Result<MessageId, Undelivered> {
        Ok(announcement.message.unwrap_or(MessageId(0)))
    }

    /// Calls the people of a tournament to what it calls them to, once however often that is tried.
    async fn call_in(&self, announcement: &Announcement) -> Result<Option<MessageId>, Undelivered> {
        let _nobody = announcement;
        Ok(None)
    }

    /// Changes a call that was sent to say that what it called people to is over, or is not so any more.
    async fn call_is_over(
        &self,
        announcement: &Announcement,
        of: Called,
        message: MessageId,
    ) -> Result<(), Undelivered> {
        let _nobody = (announcement, of, message);
        Ok(())
    }

    /// Tells the host of a tournament that it stands still, why, and what helps.
    async fn stands_still(&self, announcement: &Announcement) -> Result<(), Undelivered> {
        let _nobody = announcement;
        Ok(())
    }

    /// Says in the channel to which a tournament was taken that it goes on there, once however often that is tried.
    async fn goes_on_here(&self, announcement: &Announcement) -> Result<(), Undelivered> {
        let _nobody = announcement;
        Ok(())
    }

    /// Where an item has arrived that was tried before without an answer, if it has.
    async fn find(&self, item: &OutboxItem) -> Result<Option<Delivered>, Undelivered> {
        let _nowhere = item;
        Ok(None)
    }

    /// Delivers one item. May be called again with the same nonce if it is not known whether it arrived.
    async fn deliver(&self, item: &OutboxItem) -> Result<Delivered, Undelivered>;
}

/// One message to be sent.
#[derive(Clone, Debug, PartialEq)]
pub struct OutboxItem {
    /// Its number in the outbox.
    pub id: i64,
    /// The match it is about.
    pub match_id: MatchId,
    /// The same at every attempt, at most 25 characters.
    pub nonce: String,
    /// Where to.
    pub to: Address,
    /// Whether it may have been sent before and Discord may no longer know its nonce: the channel is to be read back first.
    pub retry_after_restart: bool,
    /// Whether its reader has acted in this match, so that they may be written to.
    pub acted: bool,
    /// When it was queued.
    pub created: UnixMs,
    /// By when it was last tried, where it has been.
    pub tried: UnixMs,
    /// The lobby card's message, for a [`Notice::EditCard`] and a [`Notice::Thread`].
    pub card: Option<(ChannelId, MessageId)>,
    pub notice: Notice,
}

/// Where an item goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Address {
    /// A channel of a server.
    Channel(ChannelId),
    /// A person's direct messages.
    Dm(UserId),
    /// Messages in a channel of a server that are still without their picture.
    Pictures(ChannelId),
}

/// Where an item ended up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Delivered {
    pub channel: ChannelId,
    pub message: MessageId,
    /// Whether nothing has to follow: its picture is there, or it has none.
    pub pictured: bool,
}

/// Why a channel takes nothing that is there no more, in words.
pub const DELETED: &str = "it has been deleted";

/// Why an item was not delivered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Undelivered {
    /// Discord is busy or out of reach: try again, not before so long.
    Again {
        /// At least so long; the dealer adds its own patience.
        after: Duration,
    },
    /// The person takes no direct messages.
    DmClosed,
    /// The person has not acted yet, and is not written to before.
    Unmet,
    /// The channel is gone, or the bot may not write there.
    Gone {
        /// For the log and the host.
        why: String,
    },
    /// There is no such channel any more.
    NoChannel {
        /// For the log and the host.
        why: String,
    },
    /// Somebody has deleted the message that was to be changed.
    Deleted,
    /// Discord refuses the message as it is.
    Broken {
        /// For the log and the host.
        why: String,
    },
}
