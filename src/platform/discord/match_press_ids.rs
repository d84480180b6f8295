//! The custom ids of the buttons and menus on a match's messages.
//!
//! A press on a prompt carries the prompt's mark.

use parse_display::{Display, FromStr};

use crate::game::Seat;
use crate::hosting::ui::host_panel::PanelPress;
use crate::ids::{MatchId, Snowflake, StepId};
use crate::platform::discord::limits;

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
    /// Decline in a lobby, before the confirmation.
    Decline,
    /// Decline, confirmed.
    Declined,
    /// A lobby's terms. The form of all of them carries the mark of the terms that it showed.
    #[display("terms{0}")]
    Terms(#[display(":{}", opt)] Option<u64>),
    /// A term to change, from a menu; then its new value, from a menu or a form.
    #[display("term{0}")]
    Term(#[display(":{}", opt)] Option<String>),
    /// The form of all terms.
    TermsForm,
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
    /// Another match in place of one that nobody began.
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
    #[display("seal:{mark}:{draft}:{word}")]
    Seal {
        mark: StepId,
        /// The digest of the words before this one, so that an older message submits no newer draft.
        draft: String,
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
    /// A press in the host panel. Sent messages have ids with the older word `desk`.
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
                | Self::Declined
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
                | Self::Typed(_)
                | Self::Agree(_)
                | Self::Refuse(_)
                | Self::MoreTime(_)
        ) || matches!(self, Self::HostPanel(at) if at.is_timed())
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

/// A press on a component of a match.
#[derive(Clone, Debug, PartialEq, Eq, Display, FromStr)]
#[display("dm1:{match_id}:{press}")]
pub struct MatchPressId {
    pub match_id: MatchId,
    pub press: Press,
}

impl MatchPressId {
    pub const fn new(match_id: MatchId, press: Press) -> Self {
        Self { match_id, press }
    }

    /// Returns the id's text, if it fits Discord's limit.
    pub fn fitting(&self) -> Option<String> {
        Some(self.to_string()).filter(|id| id.encode_utf16().count() <= limits::CUSTOM_ID)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::discord::custom_id::read_back;

    #[test]
    fn ids_read_back_to_what_they_were_made_from() {
        let mark = StepId { step: u32::MAX, begun: u32::MAX };
        let presses = [
            Press::Ready(None),
            Press::NotReady,
            Press::Ready(Some(mark)),
            Press::Rest(mark),
            Press::Times,
            Press::Next,
            Press::Terms(None),
            Press::Terms(Some(u64::MAX)),
            Press::Term(None),
            Press::Term(Some("turn_s".to_owned())),
            Press::TermsForm,
            Press::Predict(Seat::Ec),
            Press::Predict(Seat::Dmo),
            Press::Decline,
            Press::Declined,
            Press::Start,
            Press::Rules,
            Press::Sheet { number: 3, book: None },
            Press::Sheet { number: 0, book: Some(Book { game: "a-game".to_owned(), preset: "a-preset".to_owned() }) },
            Press::Section(None),
            Press::Section(Some(Book { game: "a-game".to_owned(), preset: "a-preset".to_owned() })),
            Press::Details,
            Press::Back { mark, depth: 2 },
            Press::Board("0123456789012345678901234".to_owned()),
            Press::Board(String::new()),
            Press::Record,
            Press::Verify,
            Press::Replay,
            Press::Review,
            Press::Share(Shared::Replay),
            Press::Share(Shared::Review),
            Press::Again(None),
            Press::Again(Some(Seats::Same)),
            Press::Again(Some(Seats::Swapped)),
            Press::More,
            Press::GiveUp,
            Press::Resign,
            Press::PlayOn,
            Press::Order,
            Press::Pick { mark, depth: 255 },
            Press::Part { mark, depth: 0 },
            Press::Here(mark),
            Press::StartOver(mark),
            Press::MoreTime(mark),
            Press::Seal { mark, draft: "0123abcd".to_owned(), word: "a:b c".to_owned() },
            Press::Seal { mark, draft: "0123abcd".to_owned(), word: String::new() },
            Press::Tab { mark, group: 4 },
            Press::Fill { mark, group: 255, set: "twelve-chars=twelve-chars".to_owned() },
            Press::Starts(mark),
            Press::From(mark),
            Press::Send { mark, order: "A 4/2/1 B: 2".to_owned() },
            Press::Send { mark, order: String::new() },
            Press::Typed(u64::MAX),
            Press::Agree(Snowflake(u64::MAX)),
            Press::Refuse(Snowflake(1)),
        ];
        let presses = presses.into_iter().chain(PanelPress::one_of_each().into_iter().map(Press::HostPanel));
        let others = [
            "",
            "dm0:1:ready",
            "dm1:x:ready",
            "dm1:1:fly",
            "dm1:1:pick:1.2",
            "dm1:1:ready:1",
            "dm1:1:predict",
            "dm1:1:predict:EC",
            "dm1:1:predict:ec:1",
            "dm1:1:board",
            "dm1:1:meant:1.2:running:0:undo",
            "dm1:1:desk:ask:1.2.3.on:reschedule 60",
            "dm1:1:desk:ask:1.2.3.on:order ec samurai",
            "dm1:1:desk:ask:1.2.on:undo",
            "dm1:1:desk:form:1.2.3.on:order",
            "dm1:1:desk:log:01",
            "dm1:1:desk",
            "dm1:1:agree:",
            "dm1:+1:order",
            "dm1:01:order",
        ];
        read_back(presses.map(|press| MatchPressId::new(MatchId(i64::MAX), press)), &others);
    }
}
