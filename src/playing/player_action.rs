//! A player's actions at a prompt, and the replies to them.

use crate::game::{BySeat, Seat};
use crate::ids::{GuildId, Snowflake};
use crate::messages::composed::match_card::Card;
use crate::playing::prompt::PromptView;

pub use crate::ids::StepId;

/// The labels of the button that submits an order: a secret one, and one that everyone sees. They can be typed.
pub const SEND: [&str; 2] = ["Seal it", "Play it"];
/// The label of the button that empties a draft. It can be typed.
pub const START_OVER: &str = "Start over";

/// The prompt that an order is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// The prompt of the pressed button or menu.
    Marked(StepId),
    /// The newest prompt that the sender had been shown when typing it.
    Typed,
    /// The same, for a text typed at that moment whose match was chosen later. The choice gives the order its time.
    Chosen { typed: Snowflake },
}

impl When {
    /// Whether the order was typed in a direct message.
    #[must_use]
    pub const fn is_typed(self) -> bool {
        !matches!(self, Self::Marked(_))
    }
}

/// An order that was taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sealed {
    pub seat: Seat,
    /// The prompt that it answers.
    pub mark: StepId,
    /// Its canonical text.
    pub order: String,
    /// The order in words for people.
    pub words: String,
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
        /// The digest of the words chosen before.
        draft: String,
        /// The last word.
        word: Option<String>,
    },
    /// Submits a whole order, independently of the draft.
    Send(String),
    /// Begins an order with the words that a typed text spells, if it spells a part of one; **Start over** empties the draft.
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
    /// Whether the player gets a newer prompt, because the order resolved its step.
    pub followed: bool,
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
    /// The typed text is two orders, each with its words for people; its sender chooses.
    Either([(String, String); 2]),
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
