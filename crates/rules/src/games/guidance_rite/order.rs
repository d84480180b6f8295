//! Orders and their canonical text.
//!
//! - `b2 d4` claims, `+ c3` and `x c3` place a piece, `first` and `second` choose, everything else is a turn.
//! - A turn is `pass`, an item, or a move with an optional item before it and an optional power after it: `item rotate b2 90; c3-c4;
//!   monster c4 d4:ne`.
//! - An order's parts must be in canonical sequence; the builder ensures this.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::piece::Character;
use super::square::{Direction, Square};

/// A seat's answer to a prompt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Order {
    /// One or two squares, in reading order.
    Claim(Square, Option<Square>),
    /// A new piece.
    Place(Shape, Square),
    /// Go first.
    First,
    /// Go second.
    Second,
    Turn(Turn),
}

/// The shape of a placed piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Shape {
    /// Black arrows to the sides.
    #[serde(rename = "+")]
    Plus,
    /// Black arrows to the corners.
    #[serde(rename = "x")]
    Cross,
}

impl Shape {
    /// Both shapes, in the order in which people are offered them.
    pub const ALL: [Self; 2] = [Self::Plus, Self::Cross];

    /// The sign in orders.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Plus => "+",
            Self::Cross => "x",
        }
    }

    /// The directions of its arrows in words.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Plus => "to the sides",
            Self::Cross => "to the corners",
        }
    }
}

/// A turn in the battle. Without item and move, it is a pass.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Turn {
    /// The item used first.
    pub item: Option<Item>,
    /// The move.
    pub act: Option<Act>,
}

/// A move, and the power given up with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Act {
    /// The piece's square.
    pub from: Square,
    /// The target square.
    pub to: Square,
    /// The way to arrive there.
    pub how: How,
    /// The character given up with the move.
    pub power: Option<Power>,
}

/// The way in which a moved piece arrives on its square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum How {
    /// Captures any piece except an own Guardian.
    Plain,
    /// Exchanges places with an own Guardian.
    Swap,
    /// Captures an own Guardian.
    Capture,
    /// Captures an own piece and takes its character.
    Adopt,
}

impl How {
    /// The word after the squares; empty for a plain move.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Plain => "",
            Self::Swap => "swap",
            Self::Capture => "x",
            Self::Adopt => "adopt",
        }
    }
}

/// A character given up for an effect. A Guardian's power is [`How::Swap`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Power {
    /// The Rat on this square turns by half a circle.
    Rat(Square),
    /// The Crow on this square restores grey arrows.
    Crow(Square, Restored),
    /// The Lizard on this square gets a black arrow.
    Lizard(Square, Direction),
    /// The Monster on the first square bites an arrow off the piece on the second.
    Monster(Square, Square, Direction),
}

/// The grey arrows that a Crow restores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Restored {
    /// All of the Crow's own arrows; the only form in matches whose grey arrows cannot be used for moves.
    Own,
    /// One to three arrows of one piece: a bit for each direction, north lowest.
    One(Square, u8),
    /// One arrow each of two pieces, in reading order.
    Two((Square, Direction), (Square, Direction)),
}

impl Restored {
    /// The named arrows; empty for all of the Crow's own.
    pub fn arrows(self) -> impl Iterator<Item = (Square, Direction)> {
        let (one, bits, two) = match self {
            Self::Own => (None, 0, None),
            Self::One(square, bits) => (Some(square), bits, None),
            Self::Two(one, two) => (None, 0, Some([one, two])),
        };
        let of_one = Direction::ALL.into_iter().filter(move |&direction| bits >> direction as u8 & 1 == 1);
        one.into_iter()
            .flat_map(move |square| of_one.clone().map(move |direction| (square, direction)))
            .chain(two.into_iter().flatten())
    }
}

impl Power {
    /// The character given up.
    #[must_use]
    pub const fn character(self) -> Character {
        match self {
            Self::Rat(_) => Character::Rat,
            Self::Crow(..) => Character::Crow,
            Self::Lizard(..) => Character::Lizard,
            Self::Monster(..) => Character::Monster,
        }
    }

    /// The square of the piece that gives up its character.
    #[must_use]
    pub const fn square(self) -> Square {
        match self {
            Self::Rat(square) | Self::Crow(square, _) | Self::Lizard(square, _) | Self::Monster(square, ..) => square,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ItemKind {
    /// Point of Honour.
    Honour,
    Rotate,
    Swap,
}

impl ItemKind {
    /// All kinds, in the order of the rules.
    pub const ALL: [Self; 3] = [Self::Honour, Self::Rotate, Self::Swap];

    /// The word in headers and orders.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Honour => "honour",
            Self::Rotate => "rotate",
            Self::Swap => "swap",
        }
    }

    /// The name as shown.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Honour => "Point of Honour",
            Self::Rotate => "Rotate",
            Self::Swap => "Swap",
        }
    }
}

/// An item and its targets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Item {
    /// A black arrow for an own piece and one for an enemy piece.
    Honour((Square, Direction), (Square, Direction)),
    /// An own piece turns clockwise by this many eighths of a circle, 1 to 7.
    Rotate(Square, u8),
    /// Two pieces of one owner exchange characters; the squares are in reading order.
    Swap(Square, Square),
}

impl Item {
    #[must_use]
    pub const fn kind(self) -> ItemKind {
        match self {
            Self::Honour(..) => ItemKind::Honour,
            Self::Rotate(..) => ItemKind::Rotate,
            Self::Swap(..) => ItemKind::Swap,
        }
    }

    /// Whether the item forbids its user to move the piece on a square in the same turn.
    #[must_use]
    pub fn holds(self, square: Square) -> bool {
        match self {
            Self::Honour((own, _), _) => own == square,
            Self::Rotate(held, _) => held == square,
            Self::Swap(one, two) => one == square || two == square,
        }
    }
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Claim(one, None) => write!(f, "{one}"),
            Self::Claim(one, Some(two)) => write!(f, "{one} {two}"),
            Self::Place(shape, square) => write!(f, "{} {square}", shape.id()),
            Self::First => f.write_str("first"),
            Self::Second => f.write_str("second"),
            Self::Turn(turn) => turn.fmt(f),
        }
    }
}

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.item, self.act) {
            (None, None) => f.write_str("pass"),
            (Some(item), None) => item.fmt(f),
            (None, Some(act)) => act.fmt(f),
            (Some(item), Some(act)) => write!(f, "{item}; {act}"),
        }
    }
}

impl fmt::Display for Act {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.from, self.to)?;
        if self.how != How::Plain {
            write!(f, " {}", self.how.id())?;
        }
        self.power.map_or(Ok(()), |power| write!(f, "; {power}"))
    }
}

impl fmt::Display for Power {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.character().id(), self.square())?;
        match *self {
            Self::Rat(_) => Ok(()),
            Self::Crow(_, restored) => restored.fmt(f),
            Self::Lizard(_, direction) => write!(f, " {direction}"),
            Self::Monster(_, target, direction) => write!(f, " {target}:{direction}"),
        }
    }
}

/// Writes each square with a space before it.
impl fmt::Display for Restored {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Own => Ok(()),
            Self::One(square, _) => {
                let words: Vec<_> = self.arrows().map(|(_, direction)| direction.id()).collect();
                write!(f, " {square}:{}", words.join(","))
            }
            Self::Two((one, first), (two, second)) => write!(f, " {one}:{first} {two}:{second}"),
        }
    }
}

impl fmt::Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "item {}", self.kind().id())?;
        match *self {
            Self::Honour((own, first), (enemy, second)) => write!(f, " {own}:{first} {enemy}:{second}"),
            Self::Rotate(square, eighths) => write!(f, " {square} {}", u16::from(eighths) * 45),
            Self::Swap(one, two) => write!(f, " {one} {two}"),
        }
    }
}

/// The reason for a turn without an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Idle {
    /// The seat timed out.
    TimedOut,
    /// The seat had no legal move, so it was not asked.
    NoMove,
    /// The seat had no legal move, and used no item.
    Passed,
}

/// A seat's part in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Brought {
    /// An order.
    Turn(Turn),
    /// No action.
    Idle(Idle),
    /// The seat is not on move.
    Waits,
}

impl Brought {
    /// The turn, if there is one.
    #[must_use]
    pub const fn turn(&self) -> Option<&Turn> {
        match self {
            Self::Turn(turn) => Some(turn),
            Self::Idle(_) | Self::Waits => None,
        }
    }
}
