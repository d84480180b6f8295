//! What the dealer wants sent.
//!
//! A notice is final when it is queued: names are in, and it holds what its reader may see and nothing else.

use serde::{Deserialize, Serialize};

use crate::game::{BySeat, Choice, Outcome, Picture, Seat};
use crate::ids::{ChannelId, GuildId, MessageId, RoleId, Snowflake, UnixMs, UserId};
use crate::store::{LAST_WORD, RESULT};

use super::agree::Accord;
use super::panel::{Mark, Panel};

mod card;

pub use card::{Card, CardState, Terms};

/// What begins that which messages about a match's start show: see [`Public::shown`] and [`Private::shown`].
pub const START: &str = "start";

/// A message, before it is laid out for Discord.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Notice {
    /// A lobby's card.
    Card(Card),
    /// What the lobby's card is to show from here on.
    EditCard(Card),
    /// To everyone, in the match's channel.
    Public(Box<Public>),
    /// A question to one seat.
    Prompt(Box<Prompt>),
    /// Words to one person.
    Private(Private),
    /// What one player puts to the other, in front of everyone.
    Proposal(Proposal),
    /// The picture of a message that went out without it.
    Picture(Box<Late>),
    /// A thread under the match's card, in which it is played from here on.
    Thread(Hang),
}

/// A match's thread.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hang {
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
}

/// A picture and its alt text.
pub type Drawn = (Picture, String);

/// Pictures that follow their message.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Late {
    pub message: MessageId,
    pub boards: Boards,
    /// The boards as they are sent.
    #[serde(skip)]
    pub drawn: Vec<Drawn>,
}

impl Notice {
    /// Its kind in the outbox.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Card(_) => "card",
            Self::EditCard(_) => "edit-card",
            Self::Public(_) => "public",
            Self::Prompt(_) => "prompt",
            Self::Private(_) => "private",
            Self::Proposal(_) => "proposal",
            Self::Picture(_) => "picture",
            Self::Thread(_) => "thread",
        }
    }
}

/// Words for everyone: what a step came to, or what the host did.
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Public {
    /// The server, for links.
    pub guild: GuildId,
    /// The prompt that its controls belong to.
    pub mark: Option<Mark>,
    /// What happened, a line each.
    pub lines: Vec<String>,
    /// Whether it says what a step came to, which an undo can take back.
    #[serde(default)]
    pub result: bool,
    /// What is awaited, as a heading: where the match stands.
    pub stage: String,
    /// The boards as everyone sees them, if any are shown.
    #[serde(default)]
    pub boards: Option<Boards>,
    /// The boards as they are sent.
    #[serde(skip)]
    pub drawn: Vec<Drawn>,
    /// When time is up, or the free time where there is a reserve.
    pub deadline: Option<UnixMs>,
    /// When the first round is to begin, while that lies ahead.
    #[serde(default)]
    pub starts: Option<UnixMs>,
    /// When the reserve of whoever is to move would be gone.
    #[serde(default)]
    pub forfeits: Option<UnixMs>,
    /// How much of it that player had as the step began, in ms.
    #[serde(default)]
    pub reserve: Option<u64>,
    /// The hours in which no time runs out, where there are any: `22:00–08:00 UTC+1`.
    #[serde(default)]
    pub quiet_hours: Option<String>,
    /// Each player's reserve as the step began, in ms, in games that have one.
    #[serde(default)]
    pub reserves: BySeat<Option<u64>>,
    /// The turn that one player takes in front of everyone.
    #[serde(default)]
    pub turn: Option<Box<Turn>>,
    /// Whose turn it is, where that is nobody's who could press anything.
    #[serde(default)]
    pub moves: Option<Seat>,
    /// Whom to notify.
    pub mention: Vec<UserId>,
    /// Whether they are only told something, and asked for nothing by it.
    #[serde(default)]
    pub tells: bool,
    /// The role to notify besides.
    #[serde(default)]
    pub called: Option<RoleId>,
    /// What can be pressed.
    pub controls: Controls,
    /// Who has pressed Ready already.
    #[serde(default)]
    pub ready: BySeat<bool>,
    /// What each seat's order was sealed with, published with its resolution: lower-case hex SHA-256.
    pub commitments: BySeat<Option<String>>,
    /// Whether no order of the match can be secret, so that there are no receipts to check.
    #[serde(default)]
    pub open: bool,
    /// Whether it is the match's last word.
    pub over: bool,
    /// How the match ended.
    pub outcome: Option<Outcome>,
    pub names: BySeat<String>,
}

impl Public {
    /// What of it can become untrue, in a word that two such messages share only if they show the same.
    #[must_use]
    pub fn shown(&self) -> String {
        if self.over {
            return LAST_WORD.to_owned();
        }
        if self.tells_of_start() {
            return format!("{START} {}", self.starts.map_or(0, |starts| starts.0));
        }
        let time = |time: Option<UnixMs>| time.map_or(String::new(), |time| time.0.to_string());
        let ready = match (self.controls, self.ready) {
            (Controls::Ready, BySeat { ec: true, dmo: true }) => " both ready",
            (Controls::Ready, BySeat { ec: true, .. }) => " ec ready",
            (Controls::Ready, BySeat { dmo: true, .. }) => " dmo ready",
            _ => "",
        };
        format!("until {} {}{ready}", time(self.deadline), time(self.forfeits))
    }

    /// Whether it is about the start alone, and belongs to no prompt.
    #[must_use]
    pub const fn tells_of_start(&self) -> bool {
        self.mark.is_none() && self.starts.is_some()
    }

    /// Names only those whose answer is still awaited, where it asks for one.
    pub fn await_only(&mut self, awaited: impl Fn(UserId) -> bool) {
        if !self.tells && self.controls == Controls::Ready {
            self.mention.retain(|&user| awaited(user));
        }
    }
}

/// A turn that one player takes in front of everyone: its menu stands under the public message. It holds what everyone may know and
/// nothing else.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Turn {
    pub seat: Seat,
    /// The player; nobody else's choice counts.
    pub user: UserId,
    /// What is asked, in one or two sentences; nothing where the game posts only whose turn it is.
    pub question: Option<String>,
    /// What an order may begin with; nothing where the game does not post it.
    pub choices: Vec<Choice>,
    /// What the menu of these chooses.
    #[serde(default)]
    pub hint: String,
    /// What each of them is listed under where they are too many for one menu.
    #[serde(default)]
    pub groups: Vec<String>,
}

/// What can be pressed under a public message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Controls {
    /// Nothing.
    None,
    /// Order.
    Order,
    /// Ready.
    Ready,
    /// Continue, in a pause that any of the players ends.
    Continue,
}

impl Controls {
    /// Whether something is asked with them.
    #[must_use]
    pub const fn ask(self) -> bool {
        matches!(self, Self::Order | Self::Ready)
    }
}

/// A question to one seat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Prompt {
    pub user: UserId,
    /// The server whose channel the match is played in; 0 where it is played in direct messages.
    pub guild: GuildId,
    /// The question, and what this seat was told of the last step.
    pub panel: Panel,
}

/// Words to one person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Private {
    pub user: UserId,
    /// The server whose channel the match is played in; 0 where it is played in direct messages.
    pub guild: GuildId,
    /// The words, a line each.
    pub lines: Vec<String>,
    /// When the match starts, in a reminder of that.
    #[serde(default)]
    pub starts: Option<UnixMs>,
    /// What they hold for, where that can come to an end.
    #[serde(default)]
    pub holds: Option<Holds>,
}

impl Private {
    /// What of it can become untrue, in a word that two such messages share only if they show the same.
    #[must_use]
    pub fn shown(&self) -> String {
        match self.holds {
            None => String::new(),
            Some(Holds::Result(_)) => RESULT.to_owned(),
            Some(Holds::End(_)) => LAST_WORD.to_owned(),
            Some(Holds::Waits { until, gone, .. }) => {
                let gone = gone.map_or(String::new(), |gone| gone.0.to_string());
                format!("waits until {} {gone}", until.0)
            }
            Some(Holds::Start) => {
                let at = self.starts.map_or(String::new(), |starts| starts.0.to_string());
                format!("{START} {at} {}", self.lines.join("\n"))
            }
        }
    }
}

/// What words to one person hold for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Holds {
    /// They say what came of the step before this prompt: as long as nobody goes back behind that.
    Result(Mark),
    /// They say how the match ended in this prompt: as long as it is over.
    End(Mark),
    /// They say that this prompt waits for an order: as long as it does.
    Waits {
        mark: Mark,
        /// When time is up, or the free time where there is a reserve.
        until: UnixMs,
        /// Reserve left when the step began, in ms.
        reserve: Option<u64>,
        /// When that would be gone.
        gone: Option<UnixMs>,
        /// The message that the prompt stands in, where there is one.
        prompt: Option<(ChannelId, MessageId)>,
    },
    /// They say when the match starts and what its reader is to do before: until it does.
    Start,
}

impl Holds {
    /// The prompt that it is about; the match's first one where it is about its start.
    #[must_use]
    pub const fn mark(self) -> Mark {
        match self {
            Self::Result(mark) | Self::End(mark) | Self::Waits { mark, .. } => mark,
            Self::Start => Mark { step: 0, begun: 0 },
        }
    }
}

/// What one player puts to the other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Proposal {
    /// The interaction it was put in.
    pub id: Snowflake,
    pub what: Accord,
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
    pub mark: Mark,
}
