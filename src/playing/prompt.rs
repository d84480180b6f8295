//! Displayed data and answers: prompts, looks and replies.
//!
//! A prompt holds only what its seat may see. A look holds one viewer's view: a seat's, or everyone's.

use serde::{Deserialize, Serialize};

use crate::game::{BySeat, Choice, Form, Frame, Heading, Outcome, Picture, Scene, Seat};
use crate::ids::{GuildId, MatchId, UnixMs};
use crate::live::pause::PauseCause;
use crate::messages::spec::lobby_card::Card;
use crate::messages::store::shown::Shown;

pub use crate::ids::StepId;

/// The prompt that an order is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// The prompt of the pressed button or menu.
    Marked(StepId),
    /// The newest prompt that the sender had been shown when typing it.
    Typed,
}

/// A seat's prompt and choices.
#[expect(clippy::struct_excessive_bools, reason = "each is a separate fact")]
#[derive(Clone, Debug, PartialEq)]
pub struct PromptView {
    pub match_id: MatchId,
    /// The seat of the prompt.
    pub seat: Seat,
    /// The prompt's mark.
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
    /// An explanation of this kind of prompt, a line each, for a player to whom it is new.
    pub guide: Vec<String>,
    /// The deadline, without the reserve; `None` if nothing is asked.
    pub deadline: Option<UnixMs>,
    /// The reserve left when the step began, in ms; it runs after the deadline.
    pub reserve: Option<u64>,
    /// The end of the reserve.
    pub gone: Option<UnixMs>,
    /// The start of the first round, while it lies ahead.
    pub start: Option<Start>,
    /// The hours in which no deadline passes, if there are any: `22:00–08:00 UTC+1`.
    pub quiet_hours: Option<String>,
    /// Whether the wanted Ready has been pressed.
    pub ready: bool,
    /// The sealed order.
    pub sealed: Option<String>,
    /// The commitment to the sealed order.
    pub receipt: Option<String>,
    /// A warning about the sealed order.
    pub caution: Option<String>,
    /// The words chosen so far; for a form, the steps filled in.
    pub words: Vec<String>,
    /// The labels of these words; none in a form.
    pub chosen: Vec<String>,
    /// The possible next words; none in a form.
    pub choices: Vec<Choice>,
    /// The hint of the choices' menu.
    pub hint: String,
    /// The group of each choice if they are too many for one menu; empty if they are listed in order.
    pub groups: Vec<String>,
    /// The order as a form, if the game has one and the order can still be given.
    pub form: Option<Form>,
    /// Whether the words chosen so far are a whole order.
    pub may_end: bool,
    /// Whether a sealed order can no longer be changed.
    pub final_orders: bool,
    /// Whether the order is public and played at once.
    pub public: bool,
    /// The state of the prompt's clock.
    pub clock: ClockState,
    /// Whether the player can ask for more time.
    pub more_time: bool,
    /// The answer to an order that is not awaited.
    pub not_asked_reply: Option<String>,
    /// The board as this seat sees it.
    pub picture: Board,
    pub names: BySeat<String>,
}

/// The state of a prompt's clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClockState {
    Running,
    /// The clock is stopped until the players' messages can be read.
    Unheard,
    Paused(PauseCause),
}

/// A board with its frame, which may be left undrawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Board {
    /// The frame around the board.
    pub frame: Frame,
    /// The board, and the board in words; none if it is not shown.
    pub drawn: Option<(Scene, String)>,
}

impl Board {
    /// The picture and its alt text, if the board is shown.
    #[must_use]
    pub fn picture(&self) -> Option<(Picture, String)> {
        let (scene, alt) = self.drawn.clone()?;
        Some((Picture { frame: self.frame.clone(), scene }, alt))
    }
}

impl PromptView {
    /// Whether the match is paused.
    #[must_use]
    pub const fn paused(&self) -> bool {
        matches!(self.clock, ClockState::Paused(_))
    }

    /// A digest of the changeable parts: two messages of a seat share it only if they show the same prompt in the same
    /// state.
    #[must_use]
    pub fn shown(&self) -> Shown {
        self.shown_with(self.sealed.as_deref(), self.receipt.as_deref())
    }

    /// The digest with another order sealed.
    #[must_use]
    pub fn shown_with(&self, sealed: Option<&str>, receipt: Option<&str>) -> Shown {
        let until = self.deadline.zip(Some(self.reserve));
        shown(self.mark, (self.wants, self.ready), until, self.paused(), sealed.zip(Some(receipt)))
    }

    /// The digest of what the message shows while the prompt is open in another place.
    #[must_use]
    pub fn shown_elsewhere(&self) -> Shown {
        elsewhere(self.sealed.is_some() || self.wants == Want::Ready, self.paused(), &self.shown())
    }

    /// Whether the draft differs from the sealed order, which can still be changed.
    #[must_use]
    pub fn changes(&self) -> bool {
        let filled = self.form.as_ref().and_then(|form| form.order.as_ref());
        !self.words.is_empty() && filled != self.sealed.as_ref() && !self.final_orders
    }

    /// This seat's account of the last step, and small print with match, game and stage.
    #[must_use]
    pub fn head(&self) -> Vec<String> {
        let frame = &self.picture.frame;
        let label = format!("-# {} · {} · {}", frame.label, frame.game, self.heading.stage);
        self.told.iter().cloned().chain([label]).collect()
    }
}

/// See [`PromptView::shown`].
pub(crate) fn shown(
    mark: StepId,
    (wants, ready): (Want, bool),
    until: Option<(UnixMs, Option<u64>)>,
    paused: bool,
    sealed: Option<(&str, Option<&str>)>,
) -> Shown {
    Shown::of(&(mark.step, mark.begun, wants, ready, until, paused, sealed))
}

/// See [`PromptView::shown_elsewhere`].
pub(crate) fn elsewhere(whole: bool, paused: bool, shown: &Shown) -> Shown {
    Shown::of(&("elsewhere", whole.then_some(shown.as_str()), !whole && paused))
}

/// The start of the first round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Start {
    At(UnixMs),
    /// This time after the end of a pause, in ms.
    After(u64),
}

/// The kind of answer to a prompt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Want {
    Order,
    /// A press of Ready.
    Ready,
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
    /// Sets fields in one step, each given by its key and word.
    Fields(Vec<(String, String)>),
    /// Sets the fields with these keys to a word. Other fields that had it get the word of the rest.
    Set {
        word: String,
        /// The fields' keys.
        keys: Vec<String>,
    },
    /// Fills the whole form from the start with this index.
    Start(usize),
}

/// A player's action at a prompt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Move {
    /// Shows the prompt.
    Look,
    /// Adds a word to the draft; the last word submits the order.
    Pick {
        /// The number of words before it.
        depth: usize,
        word: String,
        /// Whether the sender wants to confirm before the last word submits the order.
        asks: bool,
    },
    /// Submits the draft, with one more word if there is one.
    Seal {
        /// The number of words chosen before.
        depth: usize,
        /// The last word.
        word: Option<String>,
    },
    /// Submits a whole order, independently of the draft.
    Send(String),
    /// Begins an order with the words that a typed text spells, if it spells a part of one.
    Begin(String),
    /// Keeps so many words of the draft. A sealed order stays until another is sealed.
    Back(usize),
    /// Fills in a form.
    Fill(Fill),
}

impl Move {
    /// The move's name in metrics.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Look => "look",
            Self::Pick { .. } => "pick",
            Self::Seal { .. } | Self::Send(_) => "seal",
            Self::Begin(_) => "begin",
            Self::Back(_) => "back",
            Self::Fill(_) => "fill",
        }
    }

    /// Whether the move's timestamp decides if it counts.
    #[must_use]
    pub const fn is_timed(&self) -> bool {
        !matches!(self, Self::Look | Self::Begin(_) | Self::Back(_))
    }
}

/// The result of a move: the prompt and its state.
#[derive(Clone, Debug, PartialEq)]
pub struct Moved {
    /// The match's server.
    pub guild: GuildId,
    /// The prompt after the move; for a sealed order, the prompt before it.
    pub prompt: Box<PromptView>,
    /// The outcome.
    pub outcome: MoveOutcome,
}

/// See [`Moved`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveOutcome {
    /// The prompt as it is now; nothing was done.
    Shown,
    /// The pressed message showed an older draft, so the move had no effect.
    Overtaken,
    /// More words can follow, or the order waits for its sender's confirmation.
    More,
    /// The word would complete an order that cannot be changed, so its sender confirms it first.
    Final { word: String },
    /// Words were removed from the draft.
    Back {
        /// The last removed word.
        last: Option<String>,
    },
    /// The order was sealed.
    Sealed(Sealed),
}

/// The result of a press of Ready or Decline.
#[derive(Clone, Debug, PartialEq)]
pub enum ReadyReply {
    /// In a lobby, the press had its effect: the new card.
    Card(Box<Card>),
    /// In a lobby, the player was ready before: the card.
    Already(Box<Card>),
    /// In a lobby, both players are ready and the match begins: the new card.
    Started(Box<Card>),
    /// In a break or review: the players who are ready.
    Ready {
        ready: BySeat<bool>,
        /// Whether the press ended the break.
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
    pub paused: bool,
    /// Whether the clocks are stopped because the players' messages cannot be read.
    pub wait_is_announced: bool,
    /// The result of the match.
    pub outcome: Option<Outcome>,
    /// Its story, once it is over.
    pub story: Vec<String>,
    /// Each seat's public prompt.
    pub awaiting: BySeat<Option<Awaiting>>,
    /// The seats that have answered; for hosts without a seat only.
    pub submitted: BySeat<bool>,
    /// The start of the first round, while it lies ahead.
    pub start: Option<Start>,
    /// The hours in which no deadline passes, if there are any: `22:00–08:00 UTC+1`.
    pub quiet_hours: Option<String>,
    /// The awaited step.
    pub mark: StepId,
    /// The time of this view.
    pub at: UnixMs,
}

/// A seat's public prompt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Awaiting {
    /// The prompt's short name.
    pub prompt: String,
    /// The kind of answer.
    pub wants: Want,
    /// Whether the wanted Ready has been pressed; everyone sees that.
    pub ready: bool,
    /// The deadline, without the reserve.
    pub deadline: UnixMs,
    /// The reserve left when the step began, in ms.
    pub reserve: Option<u64>,
    /// The end of the reserve.
    pub gone: Option<UnixMs>,
}
