//! The content of messages as they are sent, and as they are edited later.

use std::sync::Arc;

use crate::external::object::Object;
use crate::game::{BySeat, Choice, Picture, Seat, Stakes};
use crate::hosting::time_request::JudgedRequest;
use crate::ids::{GuildId, MatchId, MessageId, UnixMs, UserId};
use crate::messages::queued_message::{OpenThread, Private, Proposal, Public};
use crate::messages::store::content_digest::ContentDigest;
use crate::messages::topic_message::TopicMessage;
use crate::playing::prompt::PromptView;

pub(crate) mod match_card;

pub use match_card::{Card, CardState, Terms};

/// A message as it is sent, before it is laid out for Discord.
#[derive(Clone, Debug, PartialEq)]
pub enum ComposedMessage {
    Card(Box<Card>),
    Public(Box<ComposedPublic>),
    Prompt(Box<Prompt>),
    Private(Box<ComposedPrivate>),
    Proposal(Box<JudgedProposal>),
    TimeRequest(Box<JudgedRequest>),
    Picture(ComposedPicture),
    Thread(OpenThread),
    Object(Box<Object>),
    TopicMessage(Box<TopicMessage>),
}

impl ComposedMessage {
    /// Returns the digest of the content that can change.
    pub fn digest(&self) -> ContentDigest {
        match self {
            Self::Card(card) => card.digest(),
            Self::Public(public) => public.digest(),
            Self::Prompt(prompt) => prompt.view.digest(),
            Self::Private(private) => private.digest(),
            Self::TimeRequest(request) => request.digest(),
            Self::Object(object) => object.digest(),
            Self::TopicMessage(told) => told.digest(),
            Self::Proposal(proposal) => proposal.digest(),
            Self::Picture(_) | Self::Thread(_) => ContentDigest::Fixed,
        }
    }
}

impl From<Private> for ComposedMessage {
    fn from(words: Private) -> Self {
        Self::Private(Box::new(ComposedPrivate { words, reverted: None, pictures: Pictures::default() }))
    }
}

/// A proposal with its outcome.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JudgedProposal {
    pub proposal: Proposal,
    /// The sentence about its outcome; `None` while it can be answered.
    pub outcome: Option<String>,
}

impl JudgedProposal {
    fn digest(&self) -> ContentDigest {
        if self.outcome.is_none() { ContentDigest::of(&"proposal") } else { ContentDigest::Fixed }
    }
}

/// A picture and its alt text.
pub type Drawn = (Picture, String);

/// The pictures of a message.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pictures {
    pub drawn: Vec<Drawn>,
    /// The finished match, if its poster replaces them.
    pub finished: Option<Arc<Finished>>,
}

impl From<Vec<Drawn>> for Pictures {
    fn from(drawn: Vec<Drawn>) -> Self {
        Self { drawn, finished: None }
    }
}

/// A finished match with a winner, with the facts for its poster.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finished {
    pub match_id: MatchId,
    pub record: String,
    pub stakes: Stakes,
    /// The players' display names.
    pub plain_names: BySeat<String>,
    /// The players' Discord names, where they are known.
    pub usernames: BySeat<Option<String>>,
}

/// The pictures that follow a message by an edit.
#[derive(Clone, Debug, PartialEq)]
pub struct ComposedPicture {
    pub message: MessageId,
    pub pictures: Pictures,
}

/// A public message.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ComposedPublic {
    /// Its words, with the controls and mentions of this moment.
    pub words: Public,
    /// The current question.
    pub ask: Option<Box<CurrentAsk>>,
    /// The message to which this one replies: the result of the reverted step.
    pub replies_to: Option<MessageId>,
    /// How it was reverted since, in words.
    pub reverted: Option<String>,
    pub pictures: Pictures,
}

impl ComposedPublic {
    /// Returns the digest of the content that can change.
    pub fn digest(&self) -> ContentDigest {
        if let Some(end) = self.words.series_end() {
            return ContentDigest::of(&end);
        }
        if self.words.terms.is_some() {
            return ContentDigest::of(&self.words.lines);
        }
        if self.words.mark.is_none() {
            return ContentDigest::Fixed;
        }
        let ask = self.ask.as_deref();
        let (deadline, reserve_end) = (ask.and_then(|ask| ask.deadline), ask.and_then(|ask| ask.reserve_end));
        let ready = ask.map(|ask| ask.ready).unwrap_or_default();
        ContentDigest::of(&(deadline, reserve_end, self.words.starts, self.words.controls, ready))
    }

    /// Returns the public turn of one player.
    pub fn turn(&self) -> Option<&OpenTurnMenu> {
        self.ask.as_ref()?.turn.as_ref()
    }
}

/// The question of a public message.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CurrentAsk {
    /// The deadline, or the end of the free time if there is a reserve.
    pub deadline: Option<UnixMs>,
    /// The time at which the reserve of the player on move ends.
    pub reserve_end: Option<UnixMs>,
    /// The reserve of that player at the beginning of the step, in ms.
    pub reserve: Option<u64>,
    /// The hours in which no time runs out, if any: `22:00–08:00 UTC+1`.
    pub quiet_hours: Option<String>,
    /// Each player's reserve at the beginning of the step, in ms, in games that have one.
    pub reserves: BySeat<Option<u64>>,
    /// The public turn of one player.
    pub turn: Option<OpenTurnMenu>,
    /// The seat to move, if a built-in player or a program holds it.
    pub moves: Option<Seat>,
    /// Seats that have pressed Ready already.
    pub ready: BySeat<bool>,
    /// The names of the asked players.
    pub present: BySeat<String>,
    /// Whether the match is played in direct messages, which the bot reads; it reads no channel of a server.
    pub in_dms: bool,
    /// Whether no order of the match has been resolved yet.
    pub first: bool,
}

/// The menu of one player's public turn, shown under the public message. It holds only public information.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenTurnMenu {
    pub seat: Seat,
    /// The player; other people's choices do not count.
    pub user: UserId,
    /// The question, in one or two sentences; `None` if the game posts only whose turn it is.
    pub question: Option<String>,
    /// See [`PromptView::guide`].
    pub guide: Vec<String>,
    /// The first words of an order; empty if the game does not post them.
    pub choices: Vec<Choice>,
    /// The hint of the menu.
    pub hint: String,
    /// The group of each choice, if they are too many for one menu.
    pub groups: Vec<String>,
    /// An order as an example of what to type, if the guide explains the prompt.
    pub example: Option<String>,
}

/// A question to one seat.
#[derive(Clone, Debug, PartialEq)]
pub struct Prompt {
    pub user: UserId,
    /// The server of the match's channel; 0 in direct messages.
    pub guild: GuildId,
    /// The question, with the seat's account of the last step.
    pub view: PromptView,
}

/// A message to one person.
#[derive(Clone, Debug, PartialEq)]
pub struct ComposedPrivate {
    pub words: Private,
    /// See [`ComposedPublic::reverted`].
    pub reverted: Option<String>,
    pub pictures: Pictures,
}

impl ComposedPrivate {
    /// Returns the digest of the content that can change.
    pub fn digest(&self) -> ContentDigest {
        if self.words.end.is_some() { ContentDigest::of(&self.reverted) } else { ContentDigest::Fixed }
    }
}
