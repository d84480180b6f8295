//! The two seats of a match, and its viewers.

use std::fmt;
use std::ops::{Index, IndexMut, Not};
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// One of the two seats of a match. The Elimination Candidate is always first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Seat {
    /// The Elimination Candidate.
    Ec,
    /// The Death Match Opponent.
    Dmo,
}

impl Seat {
    /// Both seats, the Elimination Candidate first.
    pub const ALL: [Self; 2] = [Self::Ec, Self::Dmo];

    /// The seat's id in records and commands: `ec` or `dmo`.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Ec => "ec",
            Self::Dmo => "dmo",
        }
    }

    /// The seat's short name for people: `EC` or `DMO`.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Self::Ec => "EC",
            Self::Dmo => "DMO",
        }
    }
}

impl Not for Seat {
    type Output = Self;

    fn not(self) -> Self {
        match self {
            Self::Ec => Self::Dmo,
            Self::Dmo => Self::Ec,
        }
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

/// The text is neither `ec` nor `dmo`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a seat is `ec` or `dmo`")]
pub struct UnknownSeat;

impl FromStr for Seat {
    type Err = UnknownSeat;

    fn from_str(text: &str) -> Result<Self, UnknownSeat> {
        match text {
            "ec" => Ok(Self::Ec),
            "dmo" => Ok(Self::Dmo),
            _ => Err(UnknownSeat),
        }
    }
}

/// One value for each seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct BySeat<T> {
    /// The Elimination Candidate's value.
    pub ec: T,
    /// The Death Match Opponent's value.
    pub dmo: T,
}

impl<T> BySeat<T> {
    /// Computes both values from their seats.
    pub fn from_fn(mut make: impl FnMut(Seat) -> T) -> Self {
        let ec = make(Seat::Ec);
        Self { ec, dmo: make(Seat::Dmo) }
    }

    /// Returns the values with the seats exchanged.
    #[must_use]
    pub fn swapped(self) -> Self {
        Self { ec: self.dmo, dmo: self.ec }
    }

    /// Converts each value.
    pub fn map<U>(self, mut f: impl FnMut(T) -> U) -> BySeat<U> {
        let ec = f(self.ec);
        BySeat { ec, dmo: f(self.dmo) }
    }

    /// References to both values.
    pub const fn as_ref(&self) -> BySeat<&T> {
        BySeat { ec: &self.ec, dmo: &self.dmo }
    }

    /// Both values with their seats, the Elimination Candidate's first.
    pub fn iter(&self) -> impl Iterator<Item = (Seat, &T)> {
        [(Seat::Ec, &self.ec), (Seat::Dmo, &self.dmo)].into_iter()
    }
}

impl<T> Index<Seat> for BySeat<T> {
    type Output = T;

    fn index(&self, seat: Seat) -> &T {
        match seat {
            Seat::Ec => &self.ec,
            Seat::Dmo => &self.dmo,
        }
    }
}

impl<T> IndexMut<Seat> for BySeat<T> {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        match seat {
            Seat::Ec => &mut self.ec,
            Seat::Dmo => &mut self.dmo,
        }
    }
}

/// A viewer of a match, on whom the visible facts depend.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Viewer {
    /// A player.
    Seat(Seat),
    /// Everyone: the channel, spectators and their pictures.
    Public,
    /// A viewer of the whole state: the referee and finished records, never a message of a running match.
    Truth,
}

impl Viewer {
    /// The viewer's seat, if the viewer is a player.
    #[must_use]
    pub const fn seat(self) -> Option<Seat> {
        match self {
            Self::Seat(seat) => Some(seat),
            Self::Public | Self::Truth => None,
        }
    }
}
