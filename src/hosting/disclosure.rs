//! Hidden information that hosts can look at.

use parse_display::{Display, FromStr};

use crate::game::Seat;

/// A part of the hidden information; its text is what the store records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Display, FromStr)]
#[display(style = "lowercase")]
pub enum Disclosure {
    /// The seats that have answered.
    Who,
    /// The whole record.
    Record,
    /// The whole truth.
    Truth,
    /// A seat's view.
    #[display("hand {0}")]
    Hand(Seat),
}

impl Disclosure {
    /// The seats whose secrets a look reveals.
    #[must_use]
    pub fn knows(self) -> Vec<Seat> {
        match self {
            Self::Who | Self::Record | Self::Truth => Seat::ALL.to_vec(),
            Self::Hand(seat) => vec![seat],
        }
    }
}
