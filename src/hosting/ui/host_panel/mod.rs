//! The host panel: one private message with the state of a match and every ruling.
//!
//! - A press only asks, with the exact effect of the ruling. Confirm makes it, if the match has not changed since the
//!   question. Rulings made since the panel was shown are listed with the question.
//! - A question is kept in the store under the interaction it was asked in; it is done once at most, by the host who was asked.
//! - Who has answered, and what players hide, needs a separate press, which is recorded first.

pub(crate) mod acts;
pub(crate) mod ask;
pub(crate) mod forms;
pub(crate) mod pages;
pub(crate) mod panel;

use parse_display::{Display, FromStr};

pub use acts::{PanelHost, Values, submitted, who};
pub use ask::{ask, asked_back};
pub use forms::{Modal, all_written, line, one_field, several, written};
pub use pages::{log, notes, seen};
pub use panel::shown;
pub(crate) use panel::{is_placeless, resume_elsewhere};

use crate::game::Seat;
use crate::hosting::disclosure::Disclosure;
use crate::ids::Snowflake;
use crate::live::revision::Revision;
use crate::table::HostAct;

/// The components of the host panel; their text is the end of a custom id.
#[derive(Clone, Debug, PartialEq, Eq, Display, FromStr)]
#[display(style = "lowercase")]
pub enum PanelPress {
    /// The host panel as it is.
    Show,
    /// Something that needs no more words.
    #[display("ask:{seen}:{act}")]
    #[from_str(new = needs_no_words(&act).then_some(Self::Ask { seen, act }))]
    Ask { seen: Revision, act: HostAct },
    /// Letting the match begin.
    #[display("begin:{0}")]
    Begin(Revision),
    /// Ending its lobby.
    #[display("off:{0}")]
    CallOff(Revision),
    /// More time, out of a menu.
    #[display("more:{0}")]
    More(Revision),
    /// Something about one player, out of a menu.
    #[display("player:{0}")]
    Player(Revision),
    /// The person who is to take a seat, out of a menu.
    #[display("sits:{seen}:{seat}")]
    Sits { seen: Revision, seat: Seat },
    /// Something that is written into a form, or the form itself.
    #[display("form:{seen}:{form}")]
    Form { seen: Revision, form: Form },
    /// The confirmation of a question.
    #[display("do:{0}")]
    Do(Snowflake),
    /// The reason for it, in a form.
    #[display("why:{0}")]
    Why(Snowflake),
    /// The seats that have answered.
    Who,
    /// The page of looks.
    View,
    /// A look at hidden information.
    #[display("look:{0}")]
    Look(Disclosure),
    /// A page of what hosts did.
    #[display("log:{0}")]
    Log(u16),
    /// A page of what hosts wrote down.
    #[display("notes:{0}")]
    Notes(u16),
    /// Something to write down, in a form.
    Note,
}

/// A form at the host panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Display, FromStr)]
#[display(style = "lowercase")]
pub enum Form {
    /// The amount of extra time.
    More,
    /// An order for a seat.
    #[display("order {0}")]
    Order(Seat),
    /// When the first round begins.
    Start,
}

/// Whether an act can be asked about by its words alone.
pub(crate) const fn needs_no_words(act: &HostAct) -> bool {
    matches!(
        act,
        HostAct::Pause
            | HostAct::Resume
            | HostAct::Undo
            | HostAct::DrawState
            | HostAct::Void
            | HostAct::Forfeit(_)
            | HostAct::Award(_)
    )
}

#[cfg(test)]
impl PanelPress {
    /// The longest of each kind.
    pub(crate) fn one_of_each() -> Vec<Self> {
        use crate::playing::panel::StepId;
        let mark = StepId { step: u32::MAX, begun: u32::MAX };
        let seen = Revision { mark, rulings: u32::MAX, over: true };
        let acts = [HostAct::Pause, HostAct::Undo, HostAct::DrawState, HostAct::Forfeit(Seat::Dmo)];
        let asked = acts.into_iter().map(|act| Self::Ask { seen, act });
        let forms = [Form::More, Form::Order(Seat::Dmo), Form::Start].map(|form| Self::Form { seen, form });
        let last = Snowflake(u64::MAX);
        let others = [
            Self::Show,
            Self::Begin(seen),
            Self::CallOff(seen),
            Self::More(seen),
            Self::Player(seen),
            Self::Sits { seen, seat: Seat::Dmo },
            Self::Do(last),
            Self::Why(last),
            Self::Who,
            Self::View,
            Self::Look(Disclosure::Truth),
            Self::Look(Disclosure::Hand(Seat::Dmo)),
            Self::Log(u16::MAX),
            Self::Notes(0),
            Self::Note,
        ];
        asked.chain(forms).chain(others).collect()
    }
}
