//! Displayed data and answers: prompts, looks and replies.
//!
//! A panel holds what its seat may see and nothing else; a look holds what everyone may see, or one seat.

use serde::{Deserialize, Serialize};

use crate::game::{BySeat, Choice, Form, Frame, Heading, Outcome, Picture, Scene, Seat};
use crate::ids::{GuildId, MatchId, UnixMs};
use crate::live::pause::PauseCause;
use crate::messages::spec::card::Card;
use crate::messages::store::shown::Shown;

pub use crate::ids::StepId;

/// Which prompt an order is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// The one its button or menu belongs to.
    Marked(StepId),
    /// The newest its sender had been shown when typing it.
    Typed,
}

/// A seat's prompt and choices.
#[expect(clippy::struct_excessive_bools, reason = "each is a separate fact")]
#[derive(Clone, Debug, PartialEq)]
pub struct Panel {
    pub match_id: MatchId,
    /// The seat of the prompt.
    pub seat: Seat,
    /// The prompt it belongs to.
    pub mark: StepId,
    /// The prompt's short name; empty if the seat is asked nothing.
    pub prompt: String,
    /// The kind of answer.
    pub wants: Want,
    /// The question, in one or two sentences.
    pub question: Option<String>,
    /// The stage of the match.
    pub heading: Heading,
    /// This seat's account of the last step, a line each.
    pub told: Vec<String>,
    /// What a prompt of this kind asks and how it is answered, a line each, for somebody to whom it is new.
    pub guide: Vec<String>,
    /// When its time is up; `None` if nothing is asked.
    pub deadline: Option<UnixMs>,
    /// Reserve left when the step began, in ms, which runs after the deadline.
    pub reserve: Option<u64>,
    /// When that would be gone.
    pub gone: Option<UnixMs>,
    /// When the first round begins, while that lies ahead.
    pub start: Option<Start>,
    /// The hours in which no time runs out, where there are any: `22:00–08:00 UTC+1`.
    pub quiet_hours: Option<String>,
    /// Whether a Ready that it wants has been pressed.
    pub ready: bool,
    /// The order that stands sealed.
    pub sealed: Option<String>,
    /// The commitment to it.
    pub receipt: Option<String>,
    /// A warning about it.
    pub caution: Option<String>,
    /// The words chosen so far; of a form, what was filled in.
    pub words: Vec<String>,
    /// The possible next words; none in a form.
    pub choices: Vec<Choice>,
    /// The hint of their menu.
    pub hint: String,
    /// The group of each choice if they are too many for one menu; empty if they are listed in order.
    pub groups: Vec<String>,
    /// The order as fields, where the game has it so and it can still be given.
    pub form: Option<Form>,
    /// Whether the words chosen so far are a whole order.
    pub may_end: bool,
    /// Whether a sealed order can no longer be changed.
    pub final_orders: bool,
    /// Whether the order is played in front of everyone, at once.
    pub public: bool,
    /// Whether its time runs.
    pub clock: ClockState,
    /// Whether the player can have more time by asking for it.
    pub more_time: bool,
    /// The answer to an order that is not awaited.
    pub not_asked_reply: Option<String>,
    /// The board as this seat sees it.
    pub picture: Board,
    pub names: BySeat<String>,
}

/// Whether a prompt's time runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClockState {
    Running,
    /// No time runs for now, because what the players wrote cannot be read.
    Unheard,
    Paused(PauseCause),
}

/// A board that may be drawn: what stands around it, and where it is wanted the board itself.
#[derive(Clone, Debug, PartialEq)]
pub struct Board {
    /// The frame around the board.
    pub frame: Frame,
    /// The board, and in words; nothing where nobody is to see it.
    pub drawn: Option<(Scene, String)>,
}

impl Board {
    /// The picture and its alt text, where it is wanted.
    #[must_use]
    pub fn picture(&self) -> Option<(Picture, String)> {
        let (scene, alt) = self.drawn.clone()?;
        Some((Picture { frame: self.frame.clone(), scene }, alt))
    }
}

impl Panel {
    /// Whether the match is paused.
    #[must_use]
    pub const fn paused(&self) -> bool {
        matches!(self.clock, ClockState::Paused(_))
    }

    /// A digest of the changeable parts: two panels of a seat share it only if they show the same prompt in the same
    /// state.
    #[must_use]
    pub fn shown(&self) -> Shown {
        self.shown_with(self.sealed.as_deref(), self.receipt.as_deref())
    }

    /// The same with another order sealed.
    #[must_use]
    pub fn shown_with(&self, sealed: Option<&str>, receipt: Option<&str>) -> Shown {
        let until = self.deadline.zip(Some(self.reserve));
        shown(self.mark, (self.wants, self.ready), until, self.paused(), sealed.zip(Some(receipt)))
    }

    /// The same of what is shown of it where it is open in another place.
    #[must_use]
    pub fn shown_elsewhere(&self) -> Shown {
        elsewhere(self.sealed.is_some() || self.wants == Want::Ready, self.paused(), &self.shown())
    }

    /// Whether another order than the sealed one is being put together.
    #[must_use]
    pub fn changes(&self) -> bool {
        let filled = self.form.as_ref().and_then(|form| form.order.as_ref());
        !self.words.is_empty() && filled != self.sealed.as_ref() && !self.final_orders
    }

    /// This seat's account of the last step; and as small print which match it is of, and where that stands.
    #[must_use]
    pub fn head(&self) -> Vec<String> {
        let frame = &self.picture.frame;
        let label = format!("-# {} · {} · {}", frame.label, frame.game, self.heading.stage);
        self.told.iter().cloned().chain([label]).collect()
    }
}

/// See [`Panel::shown`].
pub(crate) fn shown(
    mark: StepId,
    (wants, ready): (Want, bool),
    until: Option<(UnixMs, Option<u64>)>,
    paused: bool,
    sealed: Option<(&str, Option<&str>)>,
) -> Shown {
    Shown::of(&(mark.step, mark.begun, wants, ready, until, paused, sealed))
}

/// See [`Panel::shown_elsewhere`].
pub(crate) fn elsewhere(whole: bool, paused: bool, shown: &Shown) -> Shown {
    Shown::of(&("elsewhere", whole.then_some(shown.as_str()), !whole && paused))
}

/// When the first round begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Start {
    At(UnixMs),
    /// So many ms after the end of a pause.
    After(u64),
}

/// The kind of answer to a prompt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Want {
    /// An order.
    Order,
    /// A press of Ready.
    Ready,
    /// Nothing.
    Nothing,
}

/// An order that was taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sealed {
    pub seat: Seat,
    /// The prompt that it answers.
    pub mark: StepId,
    /// Its canonical text.
    pub order: String,
    /// A warning for its sender alone.
    pub caution: Option<String>,
    /// The commitment to it that is published with the resolution; `None` for a public order.
    pub commitment: Option<String>,
    /// Whether it replaced an earlier one.
    pub replaced: bool,
    /// Whether the step resolved with it.
    pub resolved: bool,
    /// Whether it can no longer be changed.
    pub final_order: bool,
    /// The stage after it, in its sender's view.
    pub stage: String,
}

/// A form's input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fill {
    /// Fields in one step: each one's key and its word.
    Fields(Vec<(String, String)>),
    /// The fields that take a word, by their keys; those that had it and are not named take the word of the rest.
    Set {
        word: String,
        /// The fields' keys.
        keys: Vec<String>,
    },
    /// All of it, from the start of this number.
    Start(usize),
}

/// A player's action at a prompt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Move {
    /// Looks at it.
    Look,
    /// Adds a word to so many; the last word submits the order.
    Pick {
        /// How many words stand before it.
        depth: usize,
        word: String,
        /// Whether its sender wants to be asked before the last word submits the order.
        asks: bool,
    },
    /// Submits so many words, and one more if there is one.
    Seal {
        /// How many words were chosen before.
        depth: usize,
        /// The last word.
        word: Option<String>,
    },
    /// Submits a whole order, whatever was chosen so far.
    Send(String),
    /// Keeps so many of the words chosen so far; a sealed order stands until another is sealed.
    Back(usize),
    /// Fills in a form.
    Fill(Fill),
}

impl Move {
    /// Its name in metrics.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Look => "look",
            Self::Pick { .. } => "pick",
            Self::Seal { .. } | Self::Send(_) => "seal",
            Self::Back(_) => "back",
            Self::Fill(_) => "fill",
        }
    }

    /// Whether it counts by when it was made.
    #[must_use]
    pub const fn is_timed(&self) -> bool {
        !matches!(self, Self::Look | Self::Back(_))
    }
}

/// The result of a move: the prompt and its state.
#[derive(Clone, Debug, PartialEq)]
pub struct Moved {
    /// The match's server.
    pub guild: GuildId,
    /// The prompt as it is with that; with an order that was sealed, as it was before.
    pub panel: Box<Panel>,
    /// The outcome.
    pub came: Came,
}

/// See [`Moved`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Came {
    /// It is as the panel shows it.
    Shown,
    /// Nothing: it was made on an older state of the prompt than the panel's.
    Overtaken,
    /// The sentence can continue, or waits for its sender's confirmation that it is complete.
    More,
    /// The word would end an order that cannot be changed: nothing is done before its sender has seen that.
    Final { word: String },
    /// Words were taken back.
    Back {
        /// The last of them.
        last: Option<String>,
    },
    /// The order is taken.
    Sealed(Sealed),
}

/// The result of a press of Ready or Decline.
#[derive(Clone, Debug, PartialEq)]
pub enum ReadyReply {
    /// In the lobby: the card as it is with that.
    Card(Box<Card>),
    /// In the lobby: they were ready before; the card as it is.
    Already(Box<Card>),
    /// Both are ready: the match begins; the card as it is with that.
    Started(Box<Card>),
    /// In a break or review: who is ready.
    Ready {
        ready: BySeat<bool>,
        /// Whether the break ended with it.
        resolved: bool,
    },
}

/// A match as one viewer sees it.
#[derive(Clone, Debug, PartialEq)]
pub struct Look {
    pub match_id: MatchId,
    /// The stage of the match.
    pub heading: Heading,
    /// The picture in words.
    pub describe: String,
    pub picture: Picture,
    pub names: BySeat<String>,
    /// Whether it is paused.
    pub paused: bool,
    /// Whether no time runs for now because what its players wrote cannot be read.
    pub unheard: bool,
    /// The result of the match.
    pub outcome: Option<Outcome>,
    /// Its story, once it is over.
    pub story: Vec<String>,
    /// Each seat's public prompt.
    pub awaiting: BySeat<Option<Awaiting>>,
    /// The seats that have answered; for hosts without a seat only.
    pub submitted: BySeat<bool>,
    /// When the first round begins, while that lies ahead.
    pub start: Option<Start>,
    /// The hours in which no time runs out, where there are any: `22:00–08:00 UTC+1`.
    pub quiet_hours: Option<String>,
    /// The awaited step.
    pub mark: StepId,
    /// When this was so.
    pub at: UnixMs,
}

/// A seat's public prompt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Awaiting {
    /// The prompt's short name.
    pub prompt: String,
    /// The kind of answer.
    pub wants: Want,
    /// Whether a Ready that it wants has been pressed, which everyone sees.
    pub ready: bool,
    /// When its time is up.
    pub deadline: UnixMs,
    /// Reserve left when the step began, in ms.
    pub reserve: Option<u64>,
    /// When that would be gone.
    pub gone: Option<UnixMs>,
}
