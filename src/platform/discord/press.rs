//! The components of a match's messages.

use parse_display::{Display, FromStr};

use crate::game::Seat;
use crate::hosting::ui::host_panel::PanelPress;
use crate::ids::Snowflake;
use crate::playing::panel::StepId;
use crate::table::HostAct;

/// A game's rules under a preset.
#[derive(Clone, Debug, PartialEq, Eq, Display, FromStr)]
#[display("{game}:{preset}")]
pub struct Book {
    pub game: String,
    /// The preset's id.
    pub preset: String,
}

/// The seats of a rematch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Display, FromStr)]
#[display(style = "lowercase")]
pub enum Seats {
    Same,
    Swapped,
}

/// What of a finished match is shared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Display, FromStr)]
#[display(style = "lowercase")]
pub enum Shared {
    Replay,
    Review,
}

/// A component; its text is the end of a custom id.
#[derive(Clone, Debug, PartialEq, Eq, Display, FromStr)]
#[display(style = "lowercase")]
pub enum Press {
    /// Ready: in a lobby without a mark, in a break with one.
    #[display("ready{0}")]
    Ready(#[display(":{}", opt)] Option<StepId>),
    /// Ready in a break, under the presser's own prompt.
    #[display("rest:{0}")]
    Rest(StepId),
    /// Not ready any more, in a lobby.
    #[display("unready")]
    NotReady,
    /// The times that suit a player, out of a lobby's menu.
    Times,
    /// A spectator's prediction that this seat wins.
    #[display("predict:{0}")]
    Predict(Seat),
    /// Decline, in a lobby.
    Decline,
    /// A lobby's terms, as a form; filled in, with the mark of the terms that it showed.
    #[display("terms{0}")]
    Terms(#[display(":{}", opt)] Option<u64>),
    /// Start without waiting for the players, in a lobby.
    Start,
    /// The game's rules.
    Rules,
    /// Another sheet of rules: of the match's, or of a book's.
    #[display("sheet:{number}{book}")]
    Sheet {
        /// The sheet's number, from 0.
        number: u8,
        /// The book; then no match is meant.
        #[display(":{}", opt)]
        book: Option<Book>,
    },
    /// A section of rules, out of a menu.
    #[display("section{0}")]
    Section(#[display(":{}", opt)] Option<Book>),
    /// The disclosed secrets of a finished match.
    Details,
    /// The board as the presser may see it; carries the message's nonce, by which the message can be found again.
    #[display("board:{0}")]
    Board(String),
    /// More time at the presser's own prompt.
    #[display("time:{0}")]
    MoreTime(StepId),
    /// What else a player can do: the rules, giving up, the way to the match's channel.
    More,
    /// Give up: asks whether it is meant.
    GiveUp,
    /// The record of a finished match.
    Record,
    /// Whether a finished match's receipts hold.
    Verify,
    /// A finished match shown again.
    Replay,
    /// The turning points of a finished match.
    Review,
    /// What the message shows of a finished match, put before everyone in the channel.
    #[display("share:{0}")]
    Share(Shared),
    /// The next match of a series, in the place of one that nobody began.
    Next,
    /// Another match of the same two; who sits where, once that is said.
    #[display("again{0}")]
    Again(#[display(":{}", opt)] Option<Seats>),
    /// Give up, as was asked whether it is meant.
    Resign,
    /// The presser's own prompt.
    Order,
    /// A word out of a menu, after so many words.
    #[display("pick:{mark}:{depth}")]
    Pick {
        mark: StepId,
        /// How many words came before it.
        depth: u8,
    },
    /// A part of a menu that is too long for one, after so many words.
    #[display("part:{mark}:{depth}")]
    Part {
        mark: StepId,
        /// How many words came before it.
        depth: u8,
    },
    /// The presser's own prompt, in this message.
    #[display("here:{0}")]
    Here(StepId),
    /// Begin the order again.
    #[display("over:{0}")]
    StartOver(StepId),
    /// Keep only so many of the words chosen so far.
    #[display("back:{mark}:{depth}")]
    Back {
        mark: StepId,
        /// How many words stay.
        depth: u8,
    },
    /// Seal the words so far and this one.
    #[display("seal:{mark}:{depth}:{word}")]
    Seal {
        mark: StepId,
        /// How many words came before it.
        depth: u8,
        /// The last word; empty if the words so far are the order.
        word: String,
    },
    /// Open a group of a form.
    #[display("tab:{mark}:{group}")]
    Tab {
        mark: StepId,
        /// The group's number.
        group: u8,
    },
    /// Fill in a field of a form.
    #[display("fill:{mark}:{group}:{set}")]
    Fill {
        mark: StepId,
        /// The group that is open.
        group: u8,
        /// The field's key and, on a button, `=` and the word.
        set: String,
    },
    /// List what a form can be started from.
    #[display("starts:{0}")]
    Starts(StepId),
    /// Start a form from a line of that list.
    #[display("from:{0}")]
    From(StepId),
    /// Seal the order that the message shows.
    #[display("send:{mark}:{order}")]
    Send { mark: StepId, order: String },
    /// Something at the host's desk.
    #[display("desk:{0}")]
    HostPanel(PanelPress),
    /// Agreement to a proposal of the other player, by the interaction that it was made in.
    #[display("agree:{0}")]
    Agree(Snowflake),
    /// The refusal of it.
    #[display("refuse:{0}")]
    Refuse(Snowflake),
    /// This match is the one that a typed message was meant for.
    #[display("typed:{0}")]
    Typed(u64),
}

impl Press {
    /// Whether it counts by when it was pressed.
    pub const fn is_timed(&self) -> bool {
        matches!(
            self,
            Self::Ready(_)
                | Self::Rest(_)
                | Self::NotReady
                | Self::Times
                | Self::Predict(_)
                | Self::Decline
                | Self::Terms(Some(_))
                | Self::Start
                | Self::Resign
                | Self::Again(_)
                | Self::Next
                | Self::Pick { .. }
                | Self::Seal { .. }
                | Self::Fill { .. }
                | Self::From(_)
                | Self::Send { .. }
                | Self::Agree(_)
                | Self::Refuse(_)
                | Self::MoreTime(_)
                | Self::HostPanel(
                    PanelPress::Do(_) | PanelPress::Time { .. } | PanelPress::Ask { act: HostAct::Pause, .. }
                )
        )
    }

    /// Whether it is a part of putting an order together.
    pub const fn chooses(&self) -> bool {
        matches!(
            self,
            Self::Pick { .. }
                | Self::Part { .. }
                | Self::Seal { .. }
                | Self::Here(_)
                | Self::StartOver(_)
                | Self::Back { .. }
                | Self::Tab { .. }
                | Self::Fill { .. }
                | Self::Starts(_)
                | Self::From(_)
                | Self::Send { .. }
        )
    }
}
