//! The rulings that the host panel offers, and their text in its buttons and menus.

use parse_display::{Display, FromStr};

use crate::game::Seat;
use crate::hosting::ruling::Ruling;
use crate::table::HostAct;

/// A ruling that a host can make now, whole or without a part that the host adds.
#[derive(Clone, Debug, PartialEq, Eq, Display, FromStr)]
#[display(style = "lowercase")]
pub enum Offer {
    /// A ruling with a part that is typed in a form.
    #[display("form {0}")]
    Form(Form),
    /// A substitution whose substitute is chosen in a menu.
    #[display("sits {0}")]
    Substitute(Seat),
    /// A ruling that needs no input.
    #[display("{0}")]
    #[from_str(new = Self::whole(_0))]
    Whole(Ruling),
}

impl Offer {
    /// Offers a ruling that needs no input; none for other rulings.
    fn whole(ruling: Ruling) -> Option<Self> {
        let whole = match &ruling {
            Ruling::Act(HostAct::Extend(_)) | Ruling::Begin | Ruling::CallOff => true,
            Ruling::Act(act) => HostAct::without_input().contains(act),
            Ruling::Substitute(_) | Ruling::Start(_) => false,
        };
        whole.then_some(Self::Whole(ruling))
    }
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

impl From<HostAct> for Offer {
    fn from(act: HostAct) -> Self {
        Self::Whole(act.into())
    }
}
