//! The custom ids of the host panel's buttons, menus and forms.

use parse_display::{Display, FromStr};

use crate::hosting::disclosure::Disclosure;
use crate::hosting::offer::Offer;
use crate::hosting::ruling::Confirmation;
use crate::hosting::time_request::MOST_TIME;
use crate::ids::Snowflake;
use crate::live::revision::Revision;

/// The components of the host panel; their text is the end of a custom id.
#[derive(Clone, Debug, PartialEq, Eq, Display, FromStr)]
#[display(style = "lowercase")]
pub enum PanelPress {
    /// Shows the host panel.
    Show,
    /// Makes a ruling, asks for its confirmation, or asks for the part that it lacks.
    #[display("ask:{seen}:{offer}")]
    Ask { seen: Revision, offer: Offer },
    /// Makes a ruling on the clocks, chosen in a menu.
    #[display("more:{0}")]
    More(Revision),
    /// Makes a ruling on one player, chosen in a menu.
    #[display("player:{0}")]
    Player(Revision),
    /// Grants a player's request with so many seconds, or refuses it with 0.
    #[display("time:{request}:{more}")]
    #[from_str(new = (more <= MOST_TIME).then_some(Self::Time { request, more }))]
    Time { request: Snowflake, more: u64 },
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

impl PanelPress {
    /// Whether the press counts by its timestamp: it makes a ruling.
    pub const fn is_timed(&self) -> bool {
        match self {
            Self::Do(_) | Self::Time { .. } => true,
            Self::Ask { offer: Offer::Whole(ruling), .. } => {
                matches!(ruling.properties().confirmation, Confirmation::Never)
            }
            Self::Ask { .. }
            | Self::Show
            | Self::More(_)
            | Self::Player(_)
            | Self::Why(_)
            | Self::Who
            | Self::View
            | Self::Look(_)
            | Self::Log(_)
            | Self::Notes(_)
            | Self::Note => false,
        }
    }
}

#[cfg(test)]
impl PanelPress {
    /// The longest press of each kind.
    pub(crate) fn one_of_each() -> Vec<Self> {
        use crate::game::Seat;
        use crate::hosting::offer::Form;
        use crate::hosting::ruling::Ruling;
        use crate::ids::StepId;
        use crate::table::HostAct;
        let mark = StepId { step: u32::MAX, begun: u32::MAX };
        let seen = Revision { mark, rulings: u32::MAX, over: true };
        let acts = [HostAct::Pause, HostAct::Undo, HostAct::DrawState, HostAct::Forfeit(Seat::Dmo)];
        let forms = [Form::More, Form::Order(Seat::Dmo), Form::Start].map(Offer::Form);
        let others = [Ruling::Begin, Ruling::CallOff].map(Offer::Whole);
        let offers = acts.map(Offer::from).into_iter().chain(forms).chain(others).chain([Offer::Substitute(Seat::Dmo)]);
        let asked = offers.map(|offer| Self::Ask { seen, offer });
        let last = Snowflake(u64::MAX);
        let others = [
            Self::Show,
            Self::More(seen),
            Self::Time { request: last, more: MOST_TIME },
            Self::Player(seen),
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
        asked.chain(others).collect()
    }
}
