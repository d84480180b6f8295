//! The kinds of messages of tournaments and game drafts, and their content.

use serde::{Deserialize, Serialize};

use crate::game_draft::state::{DraftOutcome, GameDraft};
use crate::ids::{ChannelId, GuildId, Snowflake, UserId};
use crate::live::store::match_row::MatchRow;
use crate::messages::store::content_digest::ContentDigest;
use crate::messages::store::post::kinds;
use crate::tournament::PairingId;
use crate::tournaments::announcement::Announcement;
use crate::tournaments::server_tournament::PlayerNotice;

/// A message of a tournament or game draft, as queued.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Topic {
    /// A tournament's message, with its bracket or table.
    Bracket,
    /// A notice to a tournament's players: the check-in, or the winner.
    #[serde(rename = "call")]
    PlayerNotice(PlayerNotice),
    /// A notice in a tournament's new channel that it continues there.
    Arrival,
    /// A notice to a player of a pairing that was decided because somebody was absent.
    Absence(PairingId),
    /// A turn of a game draft.
    Turn(u8),
    /// A notice to the host that the channel takes no messages, or that it was deleted.
    Suspension { deleted: bool },
    /// A notice to the host that the results channel refuses the end of a tournament.
    ResultRefused { channel: ChannelId, why: String },
}

impl Topic {
    /// Returns the kind of the post.
    pub(crate) const fn kind(&self) -> &'static str {
        match self {
            Self::Bracket => kinds::BRACKET,
            Self::PlayerNotice(_) => "call",
            Self::Arrival => "arrival",
            Self::Turn(_) => "turn",
            Self::Absence(_) | Self::Suspension { .. } | Self::ResultRefused { .. } => "private",
        }
    }
}

/// The owner of messages, with the state that they show.
#[derive(Clone, Debug, PartialEq)]
pub enum Subject {
    Match(Box<MatchRow>),
    Tournament(Box<Announcement>),
    Draft {
        id: Snowflake,
        draft: Box<GameDraft>,
        /// Whether the draft can still change.
        open: bool,
        /// The newest turn that has a message.
        newest: Option<u8>,
    },
}

impl Subject {
    /// Returns the owner's server, channel and host.
    pub(crate) fn place(&self) -> (GuildId, ChannelId, UserId) {
        match self {
            Self::Match(row) => (row.guild, row.channel, row.opener),
            Self::Tournament(of) => (of.tourney.guild, of.tourney.channel, of.tourney.host),
            Self::Draft { draft, .. } => (draft.guild, draft.channel, draft.host),
        }
    }

    /// Returns the match, if the owner is one.
    pub(crate) fn row(&self) -> Option<&MatchRow> {
        if let Self::Match(row) = self { Some(row) } else { None }
    }

    /// Whether a message only shows that its event is over.
    pub(crate) fn is_over(&self, topic: &Topic) -> bool {
        match (topic, self) {
            (Topic::Absence(of), Self::Tournament(now)) => !now.tourney.absences().contains(of),
            (Topic::PlayerNotice(of), Self::Tournament(now)) => now.tourney.pending_notice().as_ref() != Some(of),
            (Topic::Suspension { deleted }, Self::Tournament(now)) => {
                now.tourney.suspension.as_ref().is_none_or(|suspension| *deleted && !suspension.is_channel_deleted())
            }
            (Topic::Turn(turn), Self::Draft { draft, newest, .. }) => {
                *newest > Some(*turn) || (draft.outcome.is_none() && *turn < draft.turn)
            }
            (Topic::Suspension { deleted: true }, Self::Draft { draft, .. }) => {
                draft.outcome != Some(DraftOutcome::ChannelLost)
            }
            (Topic::Suspension { deleted: false }, Self::Draft { draft, .. }) => {
                draft.outcome.is_some() || draft.undelivered.is_none()
            }
            _ => false,
        }
    }

    /// Whether a message can no longer change.
    pub(crate) fn is_final(&self, topic: &Topic) -> bool {
        match (topic, self) {
            (Topic::Bracket, Self::Tournament(of)) => !of.followed,
            (_, Self::Draft { draft, open, .. }) => draft.outcome.is_some() && !open,
            _ => false,
        }
    }
}

/// A message of a tournament or game draft, as sent.
#[derive(Clone, Debug, PartialEq)]
pub struct TopicMessage {
    pub topic: Topic,
    pub of: Subject,
    /// Whether the message only shows that its event is over.
    pub over: bool,
}

impl TopicMessage {
    /// Returns the content that can change.
    pub(crate) fn digest(&self) -> ContentDigest {
        match (&self.topic, &self.of) {
            // If no later message can be posted, this one shows the result of the draft.
            (Topic::Turn(turn), Subject::Draft { newest, .. }) if self.over && *newest <= Some(*turn) => {
                GameDraft::digest_passed(*turn)
            }
            _ if self.over => ContentDigest::Fixed,
            (Topic::Bracket, Subject::Tournament(of)) => ContentDigest::of(&of.text()),
            (Topic::Turn(_), Subject::Draft { draft, .. }) => draft.digest(),
            (Topic::Absence(_) | Topic::Arrival | Topic::ResultRefused { .. }, _) => ContentDigest::Fixed,
            // The poster names the winner, whose data may be erased.
            (Topic::PlayerNotice(PlayerNotice::End(Some(winner))), Subject::Tournament(of)) => {
                ContentDigest::of(&(&self.topic, &of.tourney.person(*winner).name))
            }
            (topic, _) => ContentDigest::of(topic),
        }
    }
}
