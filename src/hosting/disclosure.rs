//! Hidden information that hosts look at.

use crate::game::Seat;

/// Hidden information that a host can see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Disclosure {
    /// The seats that have answered.
    Who,
    /// The whole record.
    Record,
    /// The whole truth.
    Truth,
    /// A seat's view.
    Hand(Seat),
}

impl Disclosure {
    const ALL: [Self; 5] = [Self::Who, Self::Record, Self::Truth, Self::Hand(Seat::Ec), Self::Hand(Seat::Dmo)];

    /// As the store records it.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Who => "who",
            Self::Record => "record",
            Self::Truth => "truth",
            Self::Hand(Seat::Ec) => "hand ec",
            Self::Hand(Seat::Dmo) => "hand dmo",
        }
    }

    #[must_use]
    pub fn read(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|looked| looked.id() == id)
    }

    /// The seat whose secrets a look reveals.
    #[must_use]
    pub fn knows(self) -> Vec<Seat> {
        match self {
            Self::Who | Self::Record | Self::Truth => Seat::ALL.to_vec(),
            Self::Hand(seat) => vec![seat],
        }
    }
}
