//! Messages of tournaments and game drafts: which there are, and what each shows.

use serde::{Deserialize, Serialize};

use crate::game_draft::state::{DraftOutcome, GameDraft};
use crate::ids::{ChannelId, GuildId, Snowflake, UserId};
use crate::live::store::rows::MatchRow;
use crate::messages::store::shown::Shown;
use crate::tournaments::announcement::Announcement;
use crate::tournaments::state::Called;

/// A message of a tournament or game draft, as it waits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Topic {
    /// A tournament's message, with its bracket or table.
    Bracket,
    /// Notifies a tournament's players: to check in, or who has won.
    Call(Called),
    /// Tells the channel that a tournament has moved to that it continues there.
    Arrival,
    /// Asks for a turn of a game draft.
    Turn(u8),
    /// Tells the host that the channel takes no messages, or that it was deleted.
    Suspension { deleted: bool },
}

impl Topic {
    /// Its kind among posts.
    pub(crate) const fn kind(&self) -> &'static str {
        match self {
            Self::Bracket => "tournament",
            Self::Call(_) => "call",
            Self::Arrival => "arrival",
            Self::Turn(_) => "turn",
            Self::Suspension { .. } => "private",
        }
    }
}

/// The owner of messages as they show it.
#[derive(Clone, Debug, PartialEq)]
pub enum Subject {
    Match(Box<MatchRow>),
    Tournament(Box<Announcement>),
    Draft {
        id: Snowflake,
        draft: Box<GameDraft>,
        /// Whether something can still happen in it.
        open: bool,
        /// The newest turn whose message stands.
        newest: Option<u8>,
    },
}

impl Subject {
    /// Its server, its channel and its host.
    pub(crate) fn place(&self) -> (GuildId, ChannelId, UserId) {
        match self {
            Self::Match(row) => (row.guild, row.channel, row.host),
            Self::Tournament(of) => (of.tourney.guild, of.tourney.channel, of.tourney.host),
            Self::Draft { draft, .. } => (draft.guild, draft.channel, draft.host),
        }
    }

    /// The match, if it is one.
    pub(crate) fn row(&self) -> Option<&MatchRow> {
        if let Self::Match(row) = self { Some(row) } else { None }
    }

    /// Whether a message only shows that it is over.
    pub(crate) fn is_over(&self, topic: &Topic) -> bool {
        match (topic, self) {
            (Topic::Call(of), Self::Tournament(now)) => now.tourney.calls().as_ref() != Some(of),
            (Topic::Suspension { deleted }, Self::Tournament(now)) => {
                now.tourney.still.as_ref().is_none_or(|still| *deleted && !still.is_stranded())
            }
            (Topic::Turn(turn), Self::Draft { draft, newest, .. }) => {
                *newest > Some(*turn) || (draft.came.is_none() && *turn < draft.turn)
            }
            (Topic::Suspension { deleted: true }, Self::Draft { draft, .. }) => draft.came != Some(DraftOutcome::Gone),
            (Topic::Suspension { deleted: false }, Self::Draft { draft, .. }) => {
                draft.came.is_some() || draft.undelivered.is_none()
            }
            _ => false,
        }
    }

    /// Whether a message stays as it is from here on.
    pub(crate) fn rests(&self, topic: &Topic) -> bool {
        match (topic, self) {
            (Topic::Bracket, Self::Tournament(of)) => !of.followed,
            (_, Self::Draft { draft, open, .. }) => draft.came.is_some() && !open,
            _ => false,
        }
    }
}

/// A message of a tournament or game draft, as it is sent.
#[derive(Clone, Debug, PartialEq)]
pub struct ComposedTopic {
    pub topic: Topic,
    pub of: Subject,
    /// Whether it only shows that it is over.
    pub over: bool,
}

impl ComposedTopic {
    /// What of it can change.
    pub(crate) fn shown(&self) -> Shown {
        match (&self.topic, &self.of) {
            // If no later one can be posted, it shows the result of the draft.
            (Topic::Turn(turn), Subject::Draft { newest, .. }) if self.over && *newest <= Some(*turn) => {
                GameDraft::shown_passed(*turn)
            }
            _ if self.over => Shown::Fixed,
            (Topic::Bracket, Subject::Tournament(of)) => Shown::of(&of.text()),
            (Topic::Turn(_), Subject::Draft { draft, .. }) => draft.shown(),
            (Topic::Arrival, _) => Shown::Fixed,
            // Its poster names the winner, who may be erased.
            (Topic::Call(Called::End(Some(winner))), Subject::Tournament(of)) => {
                Shown::of(&(&self.topic, &of.tourney.person(*winner).name))
            }
            (topic, _) => Shown::of(topic),
        }
    }
}
