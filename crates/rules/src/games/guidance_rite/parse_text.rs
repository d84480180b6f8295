//! Step 1 of parsing: from text to a turn as written, without a board. Step 2 is `parse_in_position.rs`.
//!
//! - Case does not matter. In turns, a run of spaces, commas, semicolons and hyphens is one separator. No separator may stand at either
//!   end. Separators may be missing, except between two directions. A letter directly before a digit belongs to a square.
//! - Words that name pieces or join parts are left out: `Crow b2 to b4; give up the Rat on c4`.
//! - A colon may stand only between a square and its directions; it may be missing.
//! - A text that matches the grammar may still be illegal. Any other text is [`Unreadable`].

#[cfg(test)]
mod tests;
mod tokens;

use super::order::{How, ItemKind, Shape};
use super::piece::Character;
use super::square::{Direction, Square};
use tokens::{Token, Word, tokens};

/// The text does not match the grammar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Unreadable;

/// A turn as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Written {
    Pass,
    Turn { item: Option<WrittenItem>, act: Option<WrittenAct> },
}

/// An item as it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WrittenItem {
    Honour([(Square, Direction); 2]),
    Rotate(Square, u32),
    Swap([Square; 2]),
}

/// A move as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct WrittenAct {
    pub from: Square,
    pub to: Square,
    /// [`How::Plain`] if no way is written.
    pub how: How,
    pub power: Option<WrittenPower>,
}

/// A power as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum WrittenPower {
    Rat(Square),
    /// The Crow's square, and the arrows to restore, in sequence.
    Crow(Square, Vec<(Square, Direction)>),
    Lizard(Square, Direction),
    Monster(Square, Square, Direction),
}

impl WrittenItem {
    pub(super) const fn kind(self) -> ItemKind {
        match self {
            Self::Honour(_) => ItemKind::Honour,
            Self::Rotate(..) => ItemKind::Rotate,
            Self::Swap(_) => ItemKind::Swap,
        }
    }
}

/// The remaining tokens of a turn.
struct Reader<'a>(&'a [Token]);

impl Reader<'_> {
    fn word(&mut self, word: Word) -> bool {
        self.take(|token| (token == Token::Word(word)).then_some(())).is_some()
    }

    fn take<T>(&mut self, reads: impl Fn(Token) -> Option<T>) -> Option<T> {
        let (&first, rest) = self.0.split_first()?;
        let read = reads(first)?;
        self.0 = rest;
        Some(read)
    }

    fn square(&mut self) -> Option<Square> {
        self.take(|token| if let Token::Square(square) = token { Some(square) } else { None })
    }

    fn direction(&mut self) -> Option<Direction> {
        self.take(|token| if let Token::Direction(direction) = token { Some(direction) } else { None })
    }

    fn number(&mut self) -> Option<u32> {
        self.take(|token| if let Token::Number(number) = token { Some(number) } else { None })
    }

    fn colon(&mut self) -> bool {
        self.take(|token| (token == Token::Colon).then_some(())).is_some()
    }

    /// Parses a square and any directions after it. A colon is allowed only before directions.
    fn arrows(&mut self) -> Result<Option<(Square, Vec<Direction>)>, Unreadable> {
        let Some(square) = self.square() else { return Ok(None) };
        let colon = self.colon();
        let directions: Vec<_> = std::iter::from_fn(|| self.direction()).collect();
        if colon && directions.is_empty() { Err(Unreadable) } else { Ok(Some((square, directions))) }
    }

    fn arrow(&mut self) -> Result<(Square, Direction), Unreadable> {
        let square = self.square().ok_or(Unreadable)?;
        self.colon();
        Ok((square, self.direction().ok_or(Unreadable)?))
    }

    fn item(&mut self) -> Result<Option<WrittenItem>, Unreadable> {
        if !self.word(Word::Item) {
            return Ok(None);
        }
        let item = if self.word(Word::Honour) {
            WrittenItem::Honour([self.arrow()?, self.arrow()?])
        } else if self.word(Word::Rotate) {
            let before = self.number();
            let square = self.square().ok_or(Unreadable)?;
            WrittenItem::Rotate(square, before.or_else(|| self.number()).ok_or(Unreadable)?)
        } else if self.word(Word::Swap) {
            let mut square = || self.square().ok_or(Unreadable);
            WrittenItem::Swap([square()?, square()?])
        } else {
            return Err(Unreadable);
        };
        Ok(Some(item))
    }

    fn act(&mut self) -> Result<WrittenAct, Unreadable> {
        // The moving piece may be named.
        let _: Option<Word> = self.take(|token| match token {
            Token::Word(word @ (Word::Rat | Word::Crow | Word::Lizard | Word::Monster)) => Some(word),
            _ => None,
        });
        let from = self.square().ok_or(Unreadable)?;
        let to = self.square().ok_or(Unreadable)?;
        let how = if self.word(Word::Swap) {
            How::Swap
        } else if self.word(Word::X) {
            How::Capture
        } else if self.word(Word::Adopt) {
            How::Adopt
        } else {
            How::Plain
        };
        let power = if self.0.is_empty() { None } else { Some(self.power()?) };
        Ok(WrittenAct { from, to, how, power })
    }

    fn power(&mut self) -> Result<WrittenPower, Unreadable> {
        if self.word(Word::Rat) {
            return Ok(WrittenPower::Rat(self.square().ok_or(Unreadable)?));
        }
        if self.word(Word::Lizard) {
            let before = self.direction();
            let square = self.square().ok_or(Unreadable)?;
            return Ok(WrittenPower::Lizard(square, before.or_else(|| self.direction()).ok_or(Unreadable)?));
        }
        let crow = self.word(Word::Crow);
        if !crow && !self.word(Word::Monster) {
            return Err(Unreadable);
        }
        // The square without directions is the giver's; all others have arrows.
        let mut giver = None;
        let mut arrows = Vec::new();
        while let Some((square, directions)) = self.arrows()? {
            if directions.is_empty() {
                if giver.replace(square).is_some() {
                    return Err(Unreadable);
                }
            } else {
                arrows.extend(directions.into_iter().map(|direction| (square, direction)));
            }
        }
        let giver = giver.ok_or(Unreadable)?;
        match arrows[..] {
            _ if crow => Ok(WrittenPower::Crow(giver, arrows)),
            [(target, direction)] => Ok(WrittenPower::Monster(giver, target, direction)),
            _ => Err(Unreadable),
        }
    }
}

/// Parses a turn.
pub(super) fn turn(text: &str, rows: u8) -> Result<Written, Unreadable> {
    let tokens = tokens(text, rows)?;
    let mut reader = Reader(&tokens);
    let written = if reader.word(Word::Pass) {
        Written::Pass
    } else {
        let item = reader.item()?;
        let act = if item.is_some() && reader.0.is_empty() { None } else { Some(reader.act()?) };
        Written::Turn { item, act }
    };
    if reader.0.is_empty() { Ok(written) } else { Err(Unreadable) }
}

/// Parses a claim: squares with spaces, commas or nothing between them. Pieces may be named.
pub(super) fn claim(text: &str, rows: u8) -> Result<Vec<Square>, Unreadable> {
    let text = text.trim();
    if text.is_empty() || text.starts_with(',') || text.ends_with(',') {
        return Err(Unreadable);
    }
    let parts = text.split(',').flat_map(str::split_whitespace).filter(|part| !names_piece(part));
    let parts: Vec<Vec<char>> = parts.map(|part| part.chars().collect()).collect();
    // Separators must not split a square.
    let cut = parts.is_empty() || parts.iter().any(|part| part.len() % 2 == 1);
    let mut letters = parts.into_iter().flatten();
    let mut squares = Vec::new();
    while let Some(letter) = letters.next() {
        let square = letters.next().and_then(|digit| Square::read(letter, digit, rows));
        squares.push(square.filter(|_| !cut).ok_or(Unreadable)?);
    }
    if cut { Err(Unreadable) } else { Ok(squares) }
}

/// Whether a word of a claim only names the piece on a square: `Rat on b2`.
fn names_piece(word: &str) -> bool {
    let names = Character::ALL.map(Character::name);
    ["and", "on", "piece", "plain"].iter().chain(&names).any(|name| name.eq_ignore_ascii_case(word))
}

/// Parses a placement: a sign, optional spaces, a square; or `a new piece with arrows to the sides on b2`.
pub(super) fn place(text: &str, rows: u8) -> Result<(Shape, Square), Unreadable> {
    let text = text.to_ascii_lowercase();
    let text: String = text
        .split_whitespace()
        .map(|word| match word {
            "sides" => "+",
            "corners" => "x",
            "a" | "arrows" | "new" | "on" | "piece" | "the" | "to" | "with" => "",
            word => word,
        })
        .collect();
    let mut letters = text.chars();
    let shape = match letters.next() {
        Some('+') => Shape::Plus,
        Some('x') => Shape::Cross,
        _ => return Err(Unreadable),
    };
    let square = letters.next().zip(letters.next()).and_then(|(letter, digit)| Square::read(letter, digit, rows));
    if letters.next().is_some() { Err(Unreadable) } else { square.map(|square| (shape, square)).ok_or(Unreadable) }
}
