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

use std::fmt;
use std::str::FromStr;

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
use crate::platform::discord::components::UnknownId;
use crate::table::HostAct;

/// The components of the host panel; `Display` and `FromStr` are their part of a custom id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PanelPress {
    /// The host panel as it is.
    Show,
    /// Something that needs no more words.
    Ask { seen: Revision, act: HostAct },
    /// Letting the match begin.
    Begin(Revision),
    /// Ending its lobby.
    CallOff(Revision),
    /// More time, out of a menu.
    More(Revision),
    /// Something about one player, out of a menu.
    Player(Revision),
    /// The person who is to take a seat, out of a menu.
    Sits { seen: Revision, seat: Seat },
    /// Something that is written into a form, or the form itself.
    Form { seen: Revision, form: Form },
    /// The confirmation of a question.
    Do(Snowflake),
    /// The reason for it, in a form.
    Why(Snowflake),
    /// The seats that have answered.
    Who,
    /// The page of looks.
    View,
    /// A look at hidden information.
    Look(Disclosure),
    /// A page of what hosts did.
    Log(u16),
    /// A page of what hosts wrote down.
    Notes(u16),
    /// Something to write down, in a form.
    Note,
}

/// A form at the host panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// The amount of extra time.
    More,
    /// An order for a seat.
    Order(Seat),
    /// When the first round begins.
    Start,
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::More => f.write_str("more"),
            Self::Order(seat) => write!(f, "order {seat}"),
            Self::Start => f.write_str("start"),
        }
    }
}

impl fmt::Display for PanelPress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Show => f.write_str("show"),
            Self::Ask { seen, act } => write!(f, "ask:{seen}:{act}"),
            Self::Begin(seen) => write!(f, "begin:{seen}"),
            Self::CallOff(seen) => write!(f, "off:{seen}"),
            Self::More(seen) => write!(f, "more:{seen}"),
            Self::Player(seen) => write!(f, "player:{seen}"),
            Self::Sits { seen, seat } => write!(f, "sits:{seen}:{seat}"),
            Self::Form { seen, form } => write!(f, "form:{seen}:{form}"),
            Self::Do(intent) => write!(f, "do:{intent}"),
            Self::Why(intent) => write!(f, "why:{intent}"),
            Self::Who => f.write_str("who"),
            Self::View => f.write_str("view"),
            Self::Look(looked) => write!(f, "look:{}", looked.id()),
            Self::Log(page) => write!(f, "log:{page}"),
            Self::Notes(page) => write!(f, "notes:{page}"),
            Self::Note => f.write_str("note"),
        }
    }
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

impl FromStr for PanelPress {
    type Err = UnknownId;

    fn from_str(text: &str) -> Result<Self, UnknownId> {
        let mut parts = text.splitn(3, ':');
        let verb = parts.next().ok_or(UnknownId)?;
        let (first, second) = (parts.next(), parts.next());
        let seen = || first.and_then(|seen| seen.parse::<Revision>().ok()).ok_or(UnknownId);
        let id = || first.and_then(|id| id.parse().ok()).map(Snowflake).ok_or(UnknownId);
        let page = || first.and_then(|page| page.parse().ok()).ok_or(UnknownId);
        let seat = |text: Option<&str>| text.and_then(|seat| seat.parse::<Seat>().ok()).ok_or(UnknownId);
        Ok(match (verb, first, second) {
            ("show", None, None) => Self::Show,
            ("ask", Some(_), Some(act)) => {
                let act = act.parse().ok().filter(needs_no_words).ok_or(UnknownId)?;
                Self::Ask { seen: seen()?, act }
            }
            ("begin", Some(_), None) => Self::Begin(seen()?),
            ("off", Some(_), None) => Self::CallOff(seen()?),
            ("more", Some(_), None) => Self::More(seen()?),
            ("player", Some(_), None) => Self::Player(seen()?),
            ("sits", Some(_), whose) => Self::Sits { seen: seen()?, seat: seat(whose)? },
            ("form", Some(_), Some(form)) => {
                let form = match form.split_once(' ') {
                    None if form == "more" => Form::More,
                    None if form == "start" => Form::Start,
                    Some(("order", whose)) => Form::Order(seat(Some(whose))?),
                    _ => return Err(UnknownId),
                };
                Self::Form { seen: seen()?, form }
            }
            ("do", Some(_), None) => Self::Do(id()?),
            ("why", Some(_), None) => Self::Why(id()?),
            ("who", None, None) => Self::Who,
            ("view", None, None) => Self::View,
            ("look", Some(looked), None) => Self::Look(Disclosure::read(looked).ok_or(UnknownId)?),
            ("log", Some(_), None) => Self::Log(page()?),
            ("notes", Some(_), None) => Self::Notes(page()?),
            ("note", None, None) => Self::Note,
            _ => return Err(UnknownId),
        })
    }
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
