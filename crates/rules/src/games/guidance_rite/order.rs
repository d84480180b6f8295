//! Orders and their canonical text.
//!
//! - `b2 d4` claims, `+ c3` and `x c3` place a piece, `first` and `second` choose, everything else is a turn.
//! - A turn is `pass`, an item, or a move that an item may stand before and a power behind:
//!   `item rotate b2 90; c3-c4; monster c4 d4:ne`.
//! - An order holds its parts in canonical order; its builder keeps to that.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::piece::Character;
use super::square::{Direction, Square};

/// One seat's answer to one prompt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Order {
    /// One square or two, the earlier first.
    Claim(Square, Option<Square>),
    /// A new piece.
    Place(Shape, Square),
    /// Go first.
    First,
    /// Go second.
    Second,
    /// A turn.
    Turn(Turn),
}

/// What a placed piece looks like.
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
    /// Both, in the order people are offered them.
    pub const ALL: [Self; 2] = [Self::Plus, Self::Cross];

    /// The sign in orders.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Plus => "+",
            Self::Cross => "x",
        }
    }
}

/// A turn in the battle; without item and move it is a pass.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Turn {
    /// The item used first.
    pub item: Option<Item>,
    /// The move.
    pub act: Option<Act>,
}

/// A move and the power that goes with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Act {
    /// The piece's square.
    pub from: Square,
    /// Where it goes.
    pub to: Square,
    /// What it does there.
    pub how: How,
    /// A character given up with it.
    pub power: Option<Power>,
}

/// What a moved piece does on the square it goes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum How {
    /// Whatever is there but an own Guardian is captured.
    Plain,
    /// Changes places with an own Guardian.
    Swap,
    /// Captures an own Guardian.
    Capture,
    /// Captures an own piece and takes on its character.
    Adopt,
}

impl How {
    /// The word behind the squares; empty for a plain move.
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

/// A character given up for an effect; a Guardian's is [`How::Swap`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Power {
    /// The Rat on a square turns by half a circle.
    Rat(Square),
    /// The Crow on a square restores grey arrows.
    Crow(Square, Restored),
    /// The Lizard on a square gets a black arrow.
    Lizard(Square, Direction),
    /// The Monster on a square bites an arrow off the piece on another.
    Monster(Square, Square, Direction),
}

/// The grey arrows a Crow restores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Restored {
    /// The Crow's own, all of them; the only way where grey arrows cannot be walked along.
    Own,
    /// One to three of one piece: a bit for each direction, north lowest.
    One(Square, u8),
    /// One each of two pieces, the earlier square first.
    Two((Square, Direction), (Square, Direction)),
}

impl Restored {
    /// The arrows by name; none where all of the Crow's own are meant.
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
    /// Which character is given up.
    #[must_use]
    pub const fn character(self) -> Character {
        match self {
            Self::Rat(_) => Character::Rat,
            Self::Crow(..) => Character::Crow,
            Self::Lizard(..) => Character::Lizard,
            Self::Monster(..) => Character::Monster,
        }
    }

    /// The square of the piece that gives it up.
    #[must_use]
    pub const fn square(self) -> Square {
        match self {
            Self::Rat(square) | Self::Crow(square, _) | Self::Lizard(square, _) | Self::Monster(square, ..) => square,
        }
    }
}

/// A kind of item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ItemKind {
    /// Point of Honour.
    Honour,
    /// Rotate.
    Rotate,
    /// Swap.
    Swap,
}

impl ItemKind {
    /// All, in the order of the rules.
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

    /// The name for people.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Honour => "Point of Honour",
            Self::Rotate => "Rotate",
            Self::Swap => "Swap",
        }
    }
}

/// An item and what it is used on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Item {
    /// A black arrow for an own piece and one for an enemy piece.
    Honour((Square, Direction), (Square, Direction)),
    /// An own piece turns clockwise by so many eighths of a circle, 1 to 7.
    Rotate(Square, u8),
    /// Two pieces of one owner exchange characters; the earlier square first.
    Swap(Square, Square),
}

impl Item {
    /// Which item it is.
    #[must_use]
    pub const fn kind(self) -> ItemKind {
        match self {
            Self::Honour(..) => ItemKind::Honour,
            Self::Rotate(..) => ItemKind::Rotate,
            Self::Swap(..) => ItemKind::Swap,
        }
    }

    /// Whether the piece on a square may not be moved in the turn of the item, if it belongs to the item's user.
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

/// With a space in front of each square.
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

/// A turn that does nothing, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Idle {
    /// Time ran out.
    TimedOut,
    /// There was no legal move, so nothing was asked.
    NoMove,
    /// There was no legal move, and no item was used in its place.
    Passed,
}

/// What one seat brings to a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Brought {
    /// An order.
    Turn(Turn),
    /// Nothing.
    Idle(Idle),
    /// It is not its turn.
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
