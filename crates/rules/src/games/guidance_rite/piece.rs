//! Pieces: owner, character, arrows, mark, and the text code for all of them.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::square::Direction;
use crate::game::Seat;

/// A piece's special ability.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Character {
    /// Turns with every move.
    Rat,
    /// Jumps.
    Crow,
    /// Loses its arrows by moving, and regrows them.
    Lizard,
    /// Moves over the edge.
    Guardian,
    /// Moves two squares.
    Monster,
}

impl Character {
    /// All characters, in the order of the rules.
    pub const ALL: [Self; 5] = [Self::Rat, Self::Crow, Self::Lizard, Self::Guardian, Self::Monster];

    /// What the character does when its piece moves, in a few words.
    #[must_use]
    pub const fn ability(self) -> &'static str {
        match self {
            Self::Rat => "turns after each move",
            Self::Crow => "can jump two squares",
            Self::Lizard => "loses the arrow it moves along",
            Self::Guardian => "can move over the edge",
            Self::Monster => "can move two squares",
        }
    }

    /// The word in orders: `rat`.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Rat => "rat",
            Self::Crow => "crow",
            Self::Lizard => "lizard",
            Self::Guardian => "guardian",
            Self::Monster => "monster",
        }
    }

    /// The name as shown.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rat => "Rat",
            Self::Crow => "Crow",
            Self::Lizard => "Lizard",
            Self::Guardian => "Guardian",
            Self::Monster => "Monster",
        }
    }

    const fn letter(self) -> char {
        match self {
            Self::Rat => 'R',
            Self::Crow => 'C',
            Self::Lizard => 'L',
            Self::Guardian => 'G',
            Self::Monster => 'M',
        }
    }
}

/// A piece's arrows: a black one, a grey one or none in each direction. As data: eight letters, `b`, `g` or `.`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Arrows {
    black: u8,
    grey: u8,
}

impl Arrows {
    /// Black arrows in some directions.
    #[must_use]
    pub fn of_black(directions: impl IntoIterator<Item = Direction>) -> Self {
        let mut arrows = Self::default();
        for direction in directions {
            arrows.blacken(direction);
        }
        arrows
    }

    /// Arrows from a bit for each direction, north lowest. Black wins over grey.
    #[must_use]
    pub const fn from_bits(black: u8, grey: u8) -> Self {
        Self { black, grey: grey & !black }
    }

    /// Whether there is a black arrow in a direction.
    #[must_use]
    pub const fn is_black(self, direction: Direction) -> bool {
        self.black >> direction as u8 & 1 == 1
    }

    /// Whether there is a grey arrow in a direction.
    #[must_use]
    pub const fn is_grey(self, direction: Direction) -> bool {
        self.grey >> direction as u8 & 1 == 1
    }

    /// Whether there is an arrow of either colour in a direction.
    #[must_use]
    pub const fn has(self, direction: Direction) -> bool {
        (self.black | self.grey) >> direction as u8 & 1 == 1
    }

    /// The number of arrows of both colours.
    #[must_use]
    pub const fn count(self) -> u32 {
        (self.black | self.grey).count_ones()
    }

    /// A bit for each direction with a black arrow, north lowest.
    #[must_use]
    pub const fn black_bits(self) -> u8 {
        self.black
    }

    /// A bit for each direction with a grey arrow, north lowest.
    #[must_use]
    pub const fn grey_bits(self) -> u8 {
        self.grey
    }

    /// The directions of the black arrows, clockwise from north.
    pub fn black(self) -> impl Iterator<Item = Direction> {
        Direction::ALL.into_iter().filter(move |&direction| self.is_black(direction))
    }

    /// The directions of the grey arrows, clockwise from north.
    pub fn grey(self) -> impl Iterator<Item = Direction> {
        Direction::ALL.into_iter().filter(move |&direction| self.is_grey(direction))
    }

    /// The directions of all arrows, clockwise from north.
    pub fn all(self) -> impl Iterator<Item = Direction> {
        Direction::ALL.into_iter().filter(move |&direction| self.has(direction))
    }

    pub const fn blacken(&mut self, direction: Direction) {
        self.black |= 1 << direction as u8;
        self.grey &= !self.black;
    }

    pub const fn grey_out(&mut self, direction: Direction) {
        self.grey |= 1 << direction as u8;
        self.black &= !self.grey;
    }

    pub const fn remove(&mut self, direction: Direction) {
        self.black &= !(1 << direction as u8);
        self.grey &= !(1 << direction as u8);
    }

    /// Adds a black arrow in each direction without a grey one.
    pub(super) const fn fill(&mut self) {
        self.black = !self.grey;
    }

    /// The arrows turned clockwise by eighths of a circle.
    #[must_use]
    pub const fn turned(self, eighths: u8) -> Self {
        Self { black: self.black.rotate_left(eighths as u32 % 8), grey: self.grey.rotate_left(eighths as u32 % 8) }
    }
}

impl fmt::Display for Arrows {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for direction in Direction::ALL {
            f.write_str(match (self.is_black(direction), self.is_grey(direction)) {
                (true, _) => "b",
                (_, true) => "g",
                _ => ".",
            })?;
        }
        Ok(())
    }
}

impl From<Arrows> for String {
    fn from(arrows: Arrows) -> Self {
        arrows.to_string()
    }
}

impl TryFrom<String> for Arrows {
    type Error = UnknownPiece;

    fn try_from(text: String) -> Result<Self, UnknownPiece> {
        text.parse()
    }
}

impl FromStr for Arrows {
    type Err = UnknownPiece;

    fn from_str(text: &str) -> Result<Self, UnknownPiece> {
        let letters: [u8; 8] = text.as_bytes().try_into().map_err(|_| UnknownPiece)?;
        let mut arrows = Self::default();
        for (direction, letter) in Direction::ALL.into_iter().zip(letters) {
            match letter {
                b'b' => arrows.blacken(direction),
                b'g' => arrows.grey_out(direction),
                b'.' => {}
                _ => return Err(UnknownPiece),
            }
        }
        Ok(arrows)
    }
}

/// A piece on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Piece {
    /// The owner; `None` for an unclaimed piece.
    pub owner: Option<Seat>,
    /// Its character, if it has one.
    pub character: Option<Character>,
    pub arrows: Arrows,
    /// Whether the piece has captured an own piece, or began marked.
    pub marked: bool,
}

impl Piece {
    /// The piece's name: `Rat`, or `plain piece` without a character.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.character.map_or("plain piece", Character::name)
    }

    /// Whether the piece belongs to a seat.
    #[must_use]
    pub fn is_of(&self, seat: Seat) -> bool {
        self.owner == Some(seat)
    }

    /// Regrows the arrows of a Lizard without black ones, and returns whether it did.
    ///
    /// Without grey arrows in play, no black arrow means no arrow at all.
    pub fn regrow(&mut self) -> bool {
        let grows = self.character == Some(Character::Lizard) && self.arrows.black == 0 && self.arrows.grey != u8::MAX;
        if grows {
            self.arrows.fill();
        }
        grows
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let owner = match self.owner {
            Some(Seat::Ec) => 'e',
            Some(Seat::Dmo) => 'd',
            None => 'u',
        };
        let character = self.character.map_or('-', Character::letter);
        write!(f, "{owner}{character}{}{}", self.arrows, if self.marked { "*" } else { "" })
    }
}

impl From<Piece> for String {
    fn from(piece: Piece) -> Self {
        piece.to_string()
    }
}

/// The text is not a piece's code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "a piece is written like `uRb.b.....`: owner e, d or u, character R, C, L, G, M or -, eight of b, g and ., and * if marked"
)]
pub struct UnknownPiece;

impl TryFrom<String> for Piece {
    type Error = UnknownPiece;

    fn try_from(text: String) -> Result<Self, UnknownPiece> {
        text.parse()
    }
}

impl FromStr for Piece {
    type Err = UnknownPiece;

    fn from_str(text: &str) -> Result<Self, UnknownPiece> {
        let (text, marked) = text.strip_suffix('*').map_or((text, false), |text| (text, true));
        let mut letters = text.chars();
        let owner = match letters.next() {
            Some('e') => Some(Seat::Ec),
            Some('d') => Some(Seat::Dmo),
            Some('u') => None,
            _ => return Err(UnknownPiece),
        };
        let character = match letters.next() {
            Some('-') => None,
            letter => {
                let has = |character: &Character| Some(character.letter()) == letter;
                Some(Character::ALL.into_iter().find(has).ok_or(UnknownPiece)?)
            }
        };
        Ok(Self { owner, character, arrows: letters.as_str().parse()?, marked })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn piece_codes_round_trip() {
        for code in ["eRb.b...g.", "u-........", "dMgggggggg*", "uLbbbbbbbb", "eG.......b*"] {
            assert_eq!(code.parse::<Piece>().unwrap().to_string(), code);
        }
        let rat: Piece = "eRb.b...g.".parse().unwrap();
        assert_eq!((rat.owner, rat.character, rat.marked), (Some(Seat::Ec), Some(Character::Rat), false));
        assert!(
            rat.arrows.is_black(Direction::N) && rat.arrows.is_black(Direction::E) && rat.arrows.is_grey(Direction::W)
        );
        for wrong in [
            "",
            "uR",
            "xRb.b.....",
            "uXb.b.....",
            "uRb.b....x",
            "uRb.b......",
            "uRb.b.....**",
            "UR........",
            "ur........",
            "uRé.......",
        ] {
            assert!(wrong.parse::<Piece>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn arrows_turn_clockwise() {
        let rat: Piece = "eRb.b...g.".parse().unwrap();
        let turned = Piece { arrows: rat.arrows.turned(1), ..rat };
        assert_eq!(turned.to_string(), "eR.b.b...g");
        assert_eq!(rat.arrows.turned(5).turned(3), rat.arrows);
        assert_eq!((rat.arrows.turned(7).to_string(), rat.arrows.turned(8)), (".b...g.b".to_owned(), rat.arrows));
    }

    #[test]
    fn each_direction_holds_one_arrow() {
        assert_eq!(Arrows::from_bits(0b0000_0011, 0b1000_0110).to_string(), "bbg....g");
        let mut arrows = Arrows::default();
        for (change, after) in [
            (Arrows::blacken as fn(&mut Arrows, Direction), "..b....."),
            (Arrows::blacken, "..b....."),
            (Arrows::grey_out, "..g....."),
            (Arrows::grey_out, "..g....."),
            (Arrows::blacken, "..b....."),
            (Arrows::remove, "........"),
            (Arrows::remove, "........"),
            (Arrows::grey_out, "..g....."),
            (Arrows::remove, "........"),
        ] {
            change(&mut arrows, Direction::E);
            assert_eq!((arrows.to_string().as_str(), arrows.count()), (after, u32::from(after != "........")));
        }
    }

    #[test]
    fn lizard_regrows_in_directions_without_grey_arrows() {
        let mut lizard: Piece = "eL..g....g".parse().unwrap();
        assert!(lizard.regrow());
        assert_eq!(lizard.to_string(), "eLbbgbbbbg");
        assert!(!lizard.regrow());
        let mut full: Piece = "eLgggggggg".parse().unwrap();
        assert!(!full.regrow());
        let mut rat: Piece = "eR........".parse().unwrap();
        assert!(!rat.regrow());
    }
}
