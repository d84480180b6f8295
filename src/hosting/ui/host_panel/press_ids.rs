//! The custom ids of the host panel's buttons, menus and forms.

use parse_display::{Display, FromStr};

use crate::game::Seat;
use crate::hosting::disclosure::Disclosure;
use crate::hosting::ruling_properties::RulingProperties;
use crate::hosting::time_request::MOST_TIME;
use crate::ids::Snowflake;
use crate::live::revision::Revision;
use crate::table::HostAct;

/// The components of the host panel; their text is the end of a custom id.
#[derive(Clone, Debug, PartialEq, Eq, Display, FromStr)]
#[display(style = "lowercase")]
pub enum PanelPress {
    /// Shows the host panel.
    Show,
    /// An act that needs no input.
    #[display("ask:{seen}:{act}")]
    #[from_str(new = RulingProperties::of(&act).fits_button.then_some(Self::Ask { seen, act }))]
    Ask { seen: Revision, act: HostAct },
    /// Begins the match.
    #[display("begin:{0}")]
    Begin(Revision),
    /// Calls off the lobby.
    #[display("off:{0}")]
    CallOff(Revision),
    /// Gives more time, chosen in a menu.
    #[display("more:{0}")]
    More(Revision),
    /// Grants a player's request with so many seconds, or refuses it with 0.
    #[display("time:{request}:{more}")]
    #[from_str(new = (more <= MOST_TIME).then_some(Self::Time { request, more }))]
    Time { request: Snowflake, more: u64 },
    /// A ruling on one player, chosen in a menu.
    #[display("player:{0}")]
    Player(Revision),
    /// Puts a person, chosen in a menu, in a player's seat.
    #[display("sits:{seen}:{seat}")]
    Sits { seen: Revision, seat: Seat },
    /// Opens a form, or sends its input.
    #[display("form:{seen}:{form}")]
    Form { seen: Revision, form: Form },
    /// Confirms a question.
    #[display("do:{0}")]
    Do(Snowflake),
    /// Changes a question's reason, in a form.
    #[display("why:{0}")]
    Why(Snowflake),
    /// Shows the seats that have answered.
    Who,
    /// Shows the possible looks.
    View,
    /// Looks at hidden information.
    #[display("look:{0}")]
    Look(Disclosure),
    /// Shows a page of the audit log.
    #[display("log:{0}")]
    Log(u16),
    /// Shows a page of the hosts' notes.
    #[display("notes:{0}")]
    Notes(u16),
    /// Writes a note, in a form.
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
    /// The start of the first round.
    Start,
}

#[cfg(test)]
impl PanelPress {
    /// The longest press of each kind.
    pub(crate) fn one_of_each() -> Vec<Self> {
        use crate::playing::prompt::StepId;
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
            Self::Time { request: last, more: MOST_TIME },
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
