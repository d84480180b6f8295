//! The content of messages.
//!
//! Facts and names are final when a message is queued: it holds what its reader may see and nothing else. A prompt, an
//! external object and a tournament's message are composed when they are sent.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::external::object::Object;
use crate::game::{BySeat, Choice, Outcome, Picture, Seat, Stakes};
use crate::hosting::agreement::Agreement;
use crate::hosting::time_request::TimeRequest;
use crate::ids::{ChannelId, GuildId, MatchId, MessageId, RoleId, Snowflake, UnixMs, UserId};
use crate::messages::event_message::{ComposedTopic, Topic};
use crate::messages::store::post::External;
use crate::messages::store::shown::Shown;
use crate::playing::panel::{Panel, StepId};

pub(crate) mod card;

pub use card::{Card, CardState, Terms};

/// A message, before it is laid out for Discord.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MessageSpec {
    /// A lobby's card.
    Card(Card),
    /// What the lobby's card is to show from here on.
    EditCard(Card),
    /// To everyone, in the match's channel.
    Public(Box<Public>),
    /// A question to one seat, as it waits.
    Ask(Box<Ask>),
    /// [`Self::Ask`] as it is sent.
    #[serde(skip)]
    Prompt(Box<Prompt>),
    /// Words to one person.
    Private(Private),
    /// What one player puts to the other, in front of everyone.
    Proposal(Proposal),
    /// A player's request for more time, to a host.
    TimeRequest(Box<TimeRequest>),
    /// The picture of a message that went out without it.
    Picture(Box<LatePicture>),
    /// A thread under the match's card, in which it is played from here on.
    Thread(OpenThread),
    /// An external object as it waits.
    External {
        what: External,
        /// How many entries of the record there were when it was queued.
        entries: u32,
    },
    /// [`Self::External`] as it is sent.
    #[serde(skip)]
    Object(External, Box<Object>),
    /// A message of a tournament or game draft as it waits.
    Topic(Topic),
    /// [`Self::Topic`] as it is sent.
    #[serde(skip)]
    Told(Box<ComposedTopic>),
}

/// A match's thread.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenThread {
    pub name: String,
    /// Who is in it from the start.
    pub members: Vec<UserId>,
}

/// The boards of a message, drawn from the record when the message is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Boards {
    /// After how many entries of the record.
    pub entries: u32,
    /// Whether the board on which the last step ended comes first, where the match has another one by then.
    pub ended: bool,
    /// The end of the series that the match decides, whose poster stands there instead.
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

/// A match that is over with a winner, as its poster is made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finished {
    pub match_id: MatchId,
    pub record: String,
    pub stakes: Stakes,
    /// The players as they go by.
    pub plain: BySeat<String>,
    /// Discord's names for them, where they are known.
    pub usernames: BySeat<Option<String>>,
}

/// The boards of a message, and what is put together of them as it is sent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Attachment {
    #[serde(flatten)]
    pub boards: Boards,
    #[serde(skip)]
    pub drawn: Vec<Drawn>,
    /// The match whose poster they are.
    #[serde(skip)]
    pub finished: Option<Arc<Finished>>,
}

impl From<Boards> for Attachment {
    fn from(boards: Boards) -> Self {
        Self { boards, drawn: Vec::new(), finished: None }
    }
}

/// Pictures that follow their message.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LatePicture {
    pub message: MessageId,
    #[serde(rename = "boards")]
    pub attachment: Attachment,
}

impl MessageSpec {
    /// Its kind in the outbox.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Card(_) => "card",
            Self::EditCard(_) => "edit-card",
            Self::Public(_) => "public",
            Self::Ask(_) | Self::Prompt(_) => "prompt",
            Self::Private(_) => "private",
            Self::Proposal(_) => "proposal",
            Self::TimeRequest(_) => "time-request",
            Self::Picture(_) => "picture",
            Self::Thread(_) => "thread",
            Self::External { what, .. } | Self::Object(what, _) => what.id(),
            Self::Topic(topic) => topic.kind(),
            Self::Told(told) => told.topic.kind(),
        }
    }

    /// The boards of a match that go with it.
    pub fn attachment(&self) -> Option<&Attachment> {
        match self {
            Self::Public(words) => words.attachment.as_ref(),
            Self::Private(words) => words.attachment.as_ref(),
            Self::Picture(late) => Some(&late.attachment),
            _ => None,
        }
    }
}

/// What a message is about, which its accent shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Accent {
    #[default]
    Neutral,
    /// It is this player's moment.
    Seat(Seat),
    /// What a host or both players decided.
    Ruling,
    Warning,
}

/// Words for everyone: what a step came to, or what the host did. What it asks is put together as it is sent: see
/// `compose::refresh_ask`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Public {
    /// The server, for links.
    #[serde(skip)]
    pub guild: GuildId,
    /// The prompt that its controls belong to.
    pub mark: Option<StepId>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub accent: Accent,
    /// What happened, a line each; the first is the headline.
    #[serde(default, skip_serializing_if = "is_default")]
    pub lines: Vec<String>,
    /// The step that the match has gone back to with it.
    #[serde(default, skip_serializing_if = "is_default")]
    pub reverts: Option<u32>,
    /// The message that it answers as it is sent: the one with the result of that step.
    #[serde(skip)]
    pub answers: Option<MessageId>,
    /// What is awaited, as a heading: where the match stands.
    #[serde(default, skip_serializing_if = "is_default")]
    pub stage: String,
    /// The boards as everyone sees them, if any are shown.
    #[serde(rename = "boards", default, skip_serializing_if = "is_default")]
    pub attachment: Option<Attachment>,
    /// When the first round is to begin, while that lies ahead.
    #[serde(default, skip_serializing_if = "is_default")]
    pub starts: Option<UnixMs>,
    /// Whom to notify.
    #[serde(default, skip_serializing_if = "is_default")]
    pub mention: Vec<UserId>,
    /// Whether they are only told something, and asked for nothing by it.
    #[serde(rename = "tells", default, skip_serializing_if = "is_default")]
    pub informs: bool,
    /// The role to notify besides.
    #[serde(default, skip_serializing_if = "is_default")]
    pub called: Option<RoleId>,
    /// What can be pressed.
    pub controls: Controls,
    /// What each seat's order was sealed with, published with its resolution: lower-case hex SHA-256.
    #[serde(default, skip_serializing_if = "is_default")]
    pub commitments: BySeat<Option<String>>,
    /// Whether no order of the match can be secret, so that there are no receipts to check.
    #[serde(default, skip_serializing_if = "is_default")]
    pub open: bool,
    /// Whether it is the match's last word.
    #[serde(default, skip_serializing_if = "is_default")]
    pub over: bool,
    /// How the match ended.
    #[serde(default, skip_serializing_if = "is_default")]
    pub outcome: Option<Outcome>,
    /// The players when it was queued.
    pub names: BySeat<String>,
    /// What is asked with it now.
    #[serde(skip)]
    pub ask: Option<Box<CurrentAsk>>,
}

/// What the match asks as a message to everyone is composed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CurrentAsk {
    /// When time is up, or the free time where there is a reserve.
    pub deadline: Option<UnixMs>,
    /// When the reserve of the player on move ends.
    pub forfeits: Option<UnixMs>,
    /// How much of it that player had as the step began, in ms.
    pub reserve: Option<u64>,
    /// The hours in which no time runs out, where there are any: `22:00–08:00 UTC+1`.
    pub quiet_hours: Option<String>,
    /// Each player's reserve as the step began, in ms, in games that have one.
    pub reserves: BySeat<Option<u64>>,
    /// The turn that one player takes in front of everyone.
    pub turn: Option<OpenTurnMenu>,
    /// The seat to move, if no person plays it.
    pub moves: Option<Seat>,
    /// Who has pressed Ready already.
    pub ready: BySeat<bool>,
    /// The players who are asked.
    pub present: BySeat<String>,
}

/// Whether a payload can do without a value.
fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl Public {
    /// The part that can change.
    pub fn shown(&self) -> Shown {
        let ask = self.ask.as_deref();
        let (deadline, forfeits) = (ask.and_then(|ask| ask.deadline), ask.and_then(|ask| ask.forfeits));
        let ready = ask.map(|ask| ask.ready).unwrap_or_default();
        Shown::of(&(deadline, forfeits, self.starts, self.controls, ready))
    }

    /// The turn that one player takes in front of everyone.
    pub fn turn(&self) -> Option<&OpenTurnMenu> {
        self.ask.as_ref()?.turn.as_ref()
    }

    /// Whether it asks for something that can be pressed or given.
    pub fn asks(&self) -> bool {
        !self.over && self.mark.is_some() && self.controls.is_question()
    }

    /// Leaves the words alone: what was asked with them is over, or is asked again behind them.
    pub fn ask_no_more(&mut self) {
        if self.controls.is_question() && !self.informs {
            self.mention.clear();
        }
        (self.ask, self.starts, self.controls) = (None, None, Controls::None);
    }

    /// Names only those whose answer is still awaited, where it asks for one.
    pub fn await_only(&mut self, awaited: impl Fn(UserId) -> bool) {
        if !self.informs && self.controls == Controls::Ready {
            self.mention.retain(|&user| awaited(user));
        }
    }
}

/// A turn that one player takes in front of everyone: its menu stands under the public message. It holds what everyone may know and
/// nothing else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenTurnMenu {
    pub seat: Seat,
    /// The player; nobody else's choice counts.
    pub user: UserId,
    /// What is asked, in one or two sentences; nothing where the game posts only whose turn it is.
    pub question: Option<String>,
    /// See [`Panel::guide`].
    pub guide: Vec<String>,
    /// What an order may begin with; nothing where the game does not post it.
    pub choices: Vec<Choice>,
    /// What the menu of these chooses.
    pub hint: String,
    /// What each of them is listed under where they are too many for one menu.
    pub groups: Vec<String>,
}

/// What can be pressed under a public message.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Controls {
    #[default]
    None,
    Order,
    Ready,
    /// Continue, in a pause that any of the players ends.
    Continue,
}

impl Controls {
    /// Whether something is asked with them.
    pub const fn is_question(self) -> bool {
        matches!(self, Self::Order | Self::Ready)
    }
}

/// A question to one seat, as it waits: what is asked is put together as it is sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ask {
    pub user: UserId,
    pub seat: Seat,
    pub mark: StepId,
    /// What this seat was told of the last step; and as small print where the match stands.
    pub head: Vec<String>,
    /// The words that are chosen already.
    #[serde(default, skip_serializing_if = "is_default")]
    pub words: Vec<String>,
}

/// A question to one seat.
#[derive(Clone, Debug, PartialEq)]
pub struct Prompt {
    pub user: UserId,
    /// The server whose channel the match is played in; 0 where it is played in direct messages.
    pub guild: GuildId,
    /// The question, and what this seat was told of the last step.
    pub panel: Panel,
}

/// Words to one person.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Private {
    pub user: UserId,
    /// The server whose channel the match is played in; 0 where it is played in direct messages.
    pub guild: GuildId,
    /// The words, a line each.
    pub lines: Vec<String>,
    /// When the match starts, in a reminder of that.
    #[serde(default)]
    pub starts: Option<UnixMs>,
    /// The order that it reminds of, in a reminder of one.
    #[serde(default)]
    pub awaits: Option<OrderDue>,
    /// The boards that belong to the words, as everyone sees them.
    #[serde(rename = "boards", default, skip_serializing_if = "is_default")]
    pub attachment: Option<Attachment>,
    /// See [`Public::over`].
    #[serde(default, skip_serializing_if = "is_default")]
    pub over: bool,
    /// See [`Public::open`].
    #[serde(default, skip_serializing_if = "is_default")]
    pub open: bool,
}

/// An order that is awaited.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrderDue {
    /// The prompt.
    pub mark: StepId,
    /// When time is up, or the free time where there is a reserve.
    pub until: UnixMs,
    /// Reserve left when the step began, in ms.
    pub reserve: Option<u64>,
    /// When that would be gone.
    pub gone: Option<UnixMs>,
    /// The message that the prompt stands in, where there is one.
    pub prompt: Option<(ChannelId, MessageId)>,
}

/// What one player puts to the other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Proposal {
    /// The interaction it was put in.
    pub id: Snowflake,
    pub what: Agreement,
    /// The move that is to be taken back, and whose it is.
    #[serde(default)]
    pub moved: Option<String>,
    /// Whose proposal it is.
    pub seat: Seat,
    pub names: BySeat<String>,
    /// Who is to answer.
    pub to: UserId,
    /// Until when they can.
    pub until: UnixMs,
    /// The step that it dies with.
    pub mark: StepId,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As the migration to posts leaves what waited, and what was open, in the versions before it.
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
