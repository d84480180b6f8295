//! The components of a match's messages.

use parse_display::{Display, FromStr};

use crate::game::Seat;
use crate::hosting::ui::host_panel::PanelPress;
use crate::ids::Snowflake;
use crate::playing::prompt::StepId;
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

/// The shared part of a finished match.
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
    /// Withdraw Ready, in a lobby.
    #[display("unready")]
    NotReady,
    /// Choose the times that suit a player, from a lobby's menu.
    Times,
    /// A spectator's prediction that this seat wins.
    #[display("predict:{0}")]
    Predict(Seat),
    /// Decline, in a lobby.
    Decline,
    /// A lobby's terms as a form. The submitted form carries the mark of the terms that it showed.
    #[display("terms{0}")]
    Terms(#[display(":{}", opt)] Option<u64>),
    /// Start in a lobby, without waiting for the players.
    Start,
    /// The game's rules.
    Rules,
    /// Another sheet of rules, of the match or of a book.
    #[display("sheet:{number}{book}")]
    Sheet {
        /// The sheet's number, from 0.
        number: u8,
        /// The book, for rules outside a match.
        #[display(":{}", opt)]
        book: Option<Book>,
    },
    /// A section of rules, from a menu.
    #[display("section{0}")]
    Section(#[display(":{}", opt)] Option<Book>),
    /// The disclosed secrets of a finished match.
    Details,
    /// The board as the presser may see it; the nonce identifies the message.
    #[display("board:{0}")]
    Board(String),
    /// More time for the presser's own prompt.
    #[display("time:{0}")]
    MoreTime(StepId),
    /// A player's other actions: the rules, giving up, the way to the match's channel.
    More,
    /// Give up, before the confirmation.
    GiveUp,
    /// The record of a finished match.
    Record,
    /// The check of a finished match's receipts.
    Verify,
    /// The replay of a finished match.
    Replay,
    /// The turning points of a finished match.
    Review,
    /// Share the message's replay or review with everyone in the channel.
    #[display("share:{0}")]
    Share(Shared),
    /// The next match of a series, in place of one that nobody began.
    Next,
    /// A rematch of the same two players, with their seats once chosen.
    #[display("again{0}")]
    Again(#[display(":{}", opt)] Option<Seats>),
    /// Give up, confirmed.
    Resign,
    /// Play on instead of giving up.
    PlayOn,
    /// The presser's own prompt.
    Order,
    /// A word from a menu, after `depth` words.
    #[display("pick:{mark}:{depth}")]
    Pick {
        mark: StepId,
        /// The number of words before this one.
        depth: u8,
    },
    /// A part of a menu that is too long to show at once, after `depth` words.
    #[display("part:{mark}:{depth}")]
    Part {
        mark: StepId,
        /// The number of words before this one.
        depth: u8,
    },
    /// Show the presser's own prompt in this message.
    #[display("here:{0}")]
    Here(StepId),
    /// Begin the order again.
    #[display("over:{0}")]
    StartOver(StepId),
    /// Keep the first `depth` of the words chosen so far.
    #[display("back:{mark}:{depth}")]
    Back {
        mark: StepId,
        /// The number of words to keep.
        depth: u8,
    },
    /// Seal the words so far and this one.
    #[display("seal:{mark}:{depth}:{word}")]
    Seal {
        mark: StepId,
        /// The number of words before this one.
        depth: u8,
        /// The last word; empty if the words so far are the order.
        word: String,
    },
    /// Open a group of a form.
    #[display("tab:{mark}:{group}")]
    Tab { mark: StepId, group: u8 },
    /// Fill in a field of a form.
    #[display("fill:{mark}:{group}:{set}")]
    Fill {
        mark: StepId,
        /// The open group.
        group: u8,
        /// The field's key and, on a button, `=` and the word.
        set: String,
    },
    /// List the starting points of a form.
    #[display("starts:{0}")]
    Starts(StepId),
    /// Start a form from an entry of that list.
    #[display("from:{0}")]
    From(StepId),
    /// Seal the order that the message shows.
    #[display("send:{mark}:{order}")]
    Send { mark: StepId, order: String },
    /// A press in the host panel.
    #[display("desk:{0}")]
    HostPanel(PanelPress),
    /// Agree to the other player's proposal, named by its interaction.
    #[display("agree:{0}")]
    Agree(Snowflake),
    /// Refuse the other player's proposal, named by its interaction.
    #[display("refuse:{0}")]
    Refuse(Snowflake),
    /// Choose this match for a typed message, named by its id.
    #[display("typed:{0}")]
    Typed(u64),
}

impl Press {
    /// Whether the press counts by its timestamp.
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

    /// Whether the press is a step in composing an order.
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
