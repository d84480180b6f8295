//! The content of messages.
//!
//! Facts and names are final when a message is queued: a spec holds only what its reader may see. A prompt, an
//! external object and a tournament's message are composed when they are sent.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::external::object::Object;
use crate::game::{BySeat, Choice, Outcome, Picture, Seat, Stakes};
use crate::hosting::agreement_kind::Agreement;
use crate::hosting::time_request::TimeRequest;
use crate::ids::{ChannelId, GuildId, MatchId, MessageId, RoleId, Snowflake, UnixMs, UserId};
use crate::messages::event_message::{EventMessage, Topic};
use crate::messages::store::post::{External, kinds};
use crate::messages::store::shown::Shown;
use crate::playing::prompt::{PromptView, StepId};

pub(crate) mod lobby_card;

pub use lobby_card::{Card, CardState, Terms};

/// A message, before it is laid out for Discord.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MessageSpec {
    /// A lobby's card.
    Card(Card),
    /// An edit of the lobby's card.
    EditCard(Card),
    /// A public message in the match's channel.
    Public(Box<Public>),
    /// A question to one seat, as queued.
    Ask(Box<Ask>),
    /// [`Self::Ask`] as sent.
    #[serde(skip)]
    Prompt(Box<Prompt>),
    /// A message to one person.
    Private(Private),
    /// A player's proposal to the other player, in public.
    Proposal(Proposal),
    /// A player's request for more time, to a host.
    TimeRequest(Box<TimeRequest>),
    /// The picture of a message that was sent without it.
    Picture(Box<LatePicture>),
    /// A thread under the match's card, in which the match continues.
    Thread(OpenThread),
    /// An external object, as queued.
    External {
        what: External,
        /// The number of the record's entries at the queueing.
        entries: u32,
    },
    /// [`Self::External`] as sent.
    #[serde(skip)]
    Object(External, Box<Object>),
    /// A message of a tournament or game draft, as queued.
    Topic(Topic),
    /// [`Self::Topic`] as sent.
    #[serde(skip)]
    EventMessage(Box<EventMessage>),
}

/// A match's thread.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenThread {
    pub name: String,
    /// The first members.
    pub members: Vec<UserId>,
}

/// The boards of a message, drawn from the record when the message is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Boards {
    /// The number of entries after which the boards are drawn.
    pub entries: u32,
    /// Whether the last step's final board comes first, if the match has another one by then.
    pub ended: bool,
    /// The end of the series that the match decides; its poster replaces the boards.
    #[serde(default, skip_serializing_if = "is_default")]
    pub series: Option<SeriesEnd>,
}

/// The end of a series; seats are those of its last match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeriesEnd {
    pub winner: Seat,
    pub won: BySeat<u8>,
    pub best_of: u8,
}

/// A picture and its alt text.
pub type Drawn = (Picture, String);

/// A finished match with a winner, with the facts for its poster.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finished {
    pub match_id: MatchId,
    pub record: String,
    pub stakes: Stakes,
    /// The players' display names.
    pub unmarked_names: BySeat<String>,
    /// The players' Discord names, where they are known.
    pub usernames: BySeat<Option<String>>,
}

/// The boards of a message, with what is drawn from them as it is sent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Attachment {
    #[serde(flatten)]
    pub boards: Boards,
    #[serde(skip)]
    pub drawn: Vec<Drawn>,
    /// The finished match, if its poster replaces the boards.
    #[serde(skip)]
    pub finished: Option<Arc<Finished>>,
}

impl From<Boards> for Attachment {
    fn from(boards: Boards) -> Self {
        Self { boards, drawn: Vec::new(), finished: None }
    }
}

/// Pictures that follow their message by an edit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LatePicture {
    pub message: MessageId,
    #[serde(rename = "boards")]
    pub attachment: Attachment,
}

impl MessageSpec {
    /// Returns the kind of the post.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Card(_) => "card",
            Self::EditCard(_) => kinds::EDIT_CARD,
            Self::Public(_) => kinds::PUBLIC,
            Self::Ask(_) | Self::Prompt(_) => "prompt",
            Self::Private(_) => "private",
            Self::Proposal(_) => "proposal",
            Self::TimeRequest(_) => "time-request",
            Self::Picture(_) => kinds::PICTURE,
            Self::Thread(_) => kinds::THREAD,
            Self::External { what, .. } | Self::Object(what, _) => what.id(),
            Self::Topic(topic) => topic.kind(),
            Self::EventMessage(told) => told.topic.kind(),
        }
    }

    /// Whether the message shows a prompt.
    pub fn shows_prompt(&self) -> bool {
        match self {
            Self::Prompt(_) => true,
            Self::Public(public) => public.mark.is_some(),
            Self::Card(_)
            | Self::EditCard(_)
            | Self::Ask(_)
            | Self::Private(_)
            | Self::Proposal(_)
            | Self::TimeRequest(_)
            | Self::Picture(_)
            | Self::Thread(_)
            | Self::External { .. }
            | Self::Object(..)
            | Self::Topic(_)
            | Self::EventMessage(_) => false,
        }
    }

    /// Returns the boards of the message.
    pub fn attachment(&self) -> Option<&Attachment> {
        match self {
            Self::Public(words) => words.attachment.as_ref(),
            Self::Private(words) => words.attachment.as_ref(),
            Self::Picture(late) => Some(&late.attachment),
            _ => None,
        }
    }
}

/// The subject of a message, which its accent shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Accent {
    #[default]
    Neutral,
    /// An event in favour of this player.
    Seat(Seat),
    /// A decision of a host or of both players.
    Ruling,
    Warning,
}

/// A public message: the result of a step, or a ruling. Its question is composed as it is sent; see
/// `compose::refresh_ask`.
#[expect(clippy::struct_excessive_bools, reason = "each is a separate fact")]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Public {
    /// The server, for links.
    #[serde(skip)]
    pub guild: GuildId,
    /// The prompt of its controls.
    pub mark: Option<StepId>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub accent: Accent,
    /// The events, one a line; the first is the headline.
    #[serde(default, skip_serializing_if = "is_default")]
    pub lines: Vec<String>,
    /// The step to which the match is reverted.
    #[serde(default, skip_serializing_if = "is_default")]
    pub reverts: Option<u32>,
    /// The message to which this one replies: the result of the reverted step.
    #[serde(skip)]
    pub answers: Option<MessageId>,
    /// The stage of the match, as a heading.
    #[serde(default, skip_serializing_if = "is_default")]
    pub stage: String,
    /// The public boards, if any are shown.
    #[serde(rename = "boards", default, skip_serializing_if = "is_default")]
    pub attachment: Option<Attachment>,
    /// The start of the first round, if it lies ahead.
    #[serde(default, skip_serializing_if = "is_default")]
    pub starts: Option<UnixMs>,
    /// People to notify.
    #[serde(default, skip_serializing_if = "is_default")]
    pub mention: Vec<UserId>,
    /// Whether the message only informs these people and asks them nothing.
    #[serde(rename = "tells", default, skip_serializing_if = "is_default")]
    pub informs: bool,
    /// A role to notify, too.
    #[serde(rename = "called", default, skip_serializing_if = "is_default")]
    pub notify_role: Option<RoleId>,
    /// The controls under the message.
    pub controls: Controls,
    /// Each seat's commitment to its order, published with the step's resolution: lower-case hex SHA-256.
    #[serde(default, skip_serializing_if = "is_default")]
    pub commitments: BySeat<Option<String>>,
    /// Whether all orders of the match are public, so that there are no receipts to check.
    #[serde(default, skip_serializing_if = "is_default")]
    pub open: bool,
    /// Whether no order of the match was resolved, so that there is nothing to verify or review.
    #[serde(default, skip_serializing_if = "is_default")]
    pub unplayed: bool,
    /// Whether the match belongs to a series, whose end offers the rematch.
    #[serde(rename = "series", default, skip_serializing_if = "is_default")]
    pub of_series: bool,
    /// Who has reverted it since.
    #[serde(skip)]
    pub reverted: Option<String>,
    /// Whether it is the match's last message.
    #[serde(default, skip_serializing_if = "is_default")]
    pub over: bool,
    /// The result of the match.
    #[serde(default, skip_serializing_if = "is_default")]
    pub outcome: Option<Outcome>,
    /// The players' names at the queueing.
    pub names: BySeat<String>,
    /// The current question.
    #[serde(skip)]
    pub ask: Option<Box<CurrentAsk>>,
}

/// The question of a public message, as composed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CurrentAsk {
    /// The deadline, or the end of the free time if there is a reserve.
    pub deadline: Option<UnixMs>,
    /// The time at which the reserve of the player on move ends.
    pub forfeits: Option<UnixMs>,
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
}

/// Whether a payload can omit a value.
fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl Public {
    /// Returns the content that can change.
    pub fn shown(&self) -> Shown {
        let ask = self.ask.as_deref();
        let (deadline, forfeits) = (ask.and_then(|ask| ask.deadline), ask.and_then(|ask| ask.forfeits));
        let ready = ask.map(|ask| ask.ready).unwrap_or_default();
        Shown::of(&(deadline, forfeits, self.starts, self.controls, ready))
    }

    /// Returns the public turn of one player.
    pub fn turn(&self) -> Option<&OpenTurnMenu> {
        self.ask.as_ref()?.turn.as_ref()
    }

    /// Whether the message asks for a press or an order.
    pub fn asks(&self) -> bool {
        !self.over && self.mark.is_some() && self.controls.is_question()
    }

    /// Removes the question, which is over or asked again in a later message.
    pub fn remove_question(&mut self) {
        if self.controls.is_question() && !self.informs {
            self.mention.clear();
        }
        (self.ask, self.starts, self.controls) = (None, None, Controls::None);
    }

    /// Keeps only mentions of players whose answer is awaited, in a question.
    pub fn await_only(&mut self, awaited: impl Fn(UserId) -> bool) {
        if !self.informs && self.controls == Controls::Ready {
            self.mention.retain(|&user| awaited(user));
        }
    }
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
}

/// The buttons under a public message.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Controls {
    #[default]
    None,
    Order,
    Ready,
    /// Continue, in a pause that either player can end.
    Continue,
}

impl Controls {
    /// Whether the controls belong to a question.
    pub const fn is_question(self) -> bool {
        matches!(self, Self::Order | Self::Ready)
    }
}

/// A question to one seat, as queued; its prompt is composed as it is sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ask {
    pub user: UserId,
    pub seat: Seat,
    pub mark: StepId,
    /// The seat's account of the last step, and the match's stage in small print.
    pub head: Vec<String>,
    /// The words chosen already.
    #[serde(default, skip_serializing_if = "is_default")]
    pub words: Vec<String>,
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
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[expect(clippy::struct_excessive_bools, reason = "each is a separate fact")]
pub struct Private {
    pub user: UserId,
    /// The server of the match's channel; 0 in direct messages.
    pub guild: GuildId,
    pub lines: Vec<String>,
    /// The match's start, in a reminder of it.
    #[serde(default)]
    pub starts: Option<UnixMs>,
    /// The awaited order, in a reminder of it.
    #[serde(default)]
    pub awaits: Option<OrderDue>,
    /// The public boards that belong to the message.
    #[serde(rename = "boards", default, skip_serializing_if = "is_default")]
    pub attachment: Option<Attachment>,
    /// See [`Public::over`].
    #[serde(default, skip_serializing_if = "is_default")]
    pub over: bool,
    /// See [`Public::open`].
    #[serde(default, skip_serializing_if = "is_default")]
    pub open: bool,
    /// See [`Public::unplayed`].
    #[serde(default, skip_serializing_if = "is_default")]
    pub unplayed: bool,
    /// See [`Public::of_series`].
    #[serde(rename = "series", default, skip_serializing_if = "is_default")]
    pub of_series: bool,
    /// The last prompt of the match, if the message tells its end.
    #[serde(default, skip_serializing_if = "is_default")]
    pub end: Option<StepId>,
    /// See [`Public::reverted`].
    #[serde(skip)]
    pub reverted: Option<String>,
}

impl Private {
    /// Returns the content that can change.
    pub fn shown(&self) -> Shown {
        if self.end.is_some() { Shown::of(&self.reverted) } else { Shown::Fixed }
    }
}

/// An awaited order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrderDue {
    /// The prompt.
    pub mark: StepId,
    /// The deadline, or the end of the free time if there is a reserve.
    pub until: UnixMs,
    /// The reserve at the beginning of the step, in ms.
    pub reserve: Option<u64>,
    /// The time at which the reserve ends.
    pub gone: Option<UnixMs>,
    /// The message with the prompt, if there is one.
    pub prompt: Option<(ChannelId, MessageId)>,
}

/// A player's proposal to the other player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Proposal {
    /// The interaction in which it was made.
    pub id: Snowflake,
    pub what: Agreement,
    /// The move to take back, and its player.
    #[serde(default)]
    pub moved: Option<String>,
    /// The proposing seat.
    pub seat: Seat,
    pub names: BySeat<String>,
    /// The person to answer.
    pub to: UserId,
    /// The time until which they can answer.
    pub until: UnixMs,
    /// The step with which the proposal ends.
    pub mark: StepId,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Payloads of pending and open posts, as the migration to posts leaves them.
    #[test]
    fn payloads_of_before_are_read() {
        let ask = r#"{"ask":{"user":22,"seat":"dmo","mark":{"step":2,"begun":3},"head":["**Match 7**","You won."]}}"#;
        let Ok(MessageSpec::Ask(ask)) = serde_json::from_str(ask) else { panic!("no prompt") };
        assert_eq!((ask.seat, ask.mark.step, ask.words.len()), (Seat::Dmo, 2, 0));
        let public = r#"{"public":{"guild":1,"mark":{"step":2,"begun":3},"lines":["So."],"result":true,"stage":"Round 2","boards":null,
            "deadline":5,"starts":null,"forfeits":null,"reserve":null,"quiet_hours":null,"reserves":{"ec":null,"dmo":null},"turn":null,
            "moves":null,"mention":[11],"tells":false,"called":null,"controls":"order","ready":{"ec":false,"dmo":false},
            "commitments":{"ec":null,"dmo":null},"open":false,"over":false,"outcome":null,"names":{"ec":"Ann","dmo":"Bob"}}}"#;
        let Ok(MessageSpec::Public(public)) = serde_json::from_str(public) else { panic!("no words") };
        assert_eq!((public.controls, public.ask, public.mention.len()), (Controls::Order, None, 1));
    }
}
