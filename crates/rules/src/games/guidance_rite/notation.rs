//! From text to words to what the grammar makes of them, without looking at a board.
//!
//! - Case does not matter. In turns, spaces, commas, semicolons and hyphens are alike, any run of them is read, none at the ends, and they
//!   may be missing, but not between two directions. A letter right in front of a digit belongs to a square.
//! - A colon stands only between a square and its directions, and may be missing there.
//! - What fits the grammar may still be illegal; what does not fit is [`Unreadable`].

use super::order::{How, ItemKind, Shape};
use super::square::{Direction, Square};

/// The text does not fit the grammar.
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
    /// [`How::Plain`] where nothing is said.
    pub how: How,
    pub power: Option<WrittenPower>,
}

/// A power as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum WrittenPower {
    Rat(Square),
    /// The Crow's square and the arrows to restore, one after the other.
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

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Token {
    Square(Square),
    Direction(Direction),
    Number(u32),
    Colon,
    Word(Word),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Word {
    Item,
    Honour,
    Rotate,
    Swap,
    X,
    Adopt,
    Rat,
    Crow,
    Lizard,
    Monster,
    Pass,
}

/// No word is the beginning of another one.
const WORDS: [(&str, Word); 12] = [
    ("item", Word::Item),
    ("honour", Word::Honour),
    ("honor", Word::Honour),
    ("rotate", Word::Rotate),
    ("swap", Word::Swap),
    ("x", Word::X),
    ("adopt", Word::Adopt),
    ("rat", Word::Rat),
    ("crow", Word::Crow),
    ("lizard", Word::Lizard),
    ("monster", Word::Monster),
    ("pass", Word::Pass),
];

fn separates(letter: char) -> bool {
    letter.is_whitespace() || matches!(letter, ',' | ';' | '-')
}

/// Cuts a turn's text into tokens.
fn tokens(text: &str, rows: u8) -> Result<Vec<Token>, Unreadable> {
    let letters: Vec<char> = text.trim().chars().map(|letter| letter.to_ascii_lowercase()).collect();
    match letters[..] {
        [] => return Err(Unreadable),
        [first, .., last] if separates(first) || separates(last) => return Err(Unreadable),
        _ => {}
    }
    let mut tokens = Vec::new();
    let mut rest = &letters[..];
    while let Some(&letter) = rest.first() {
        if separates(letter) {
            rest = &rest[1..];
        } else if letter == ':' {
            tokens.push(Token::Colon);
            rest = &rest[1..];
        } else if letter.is_ascii_digit() {
            let length = rest.iter().take_while(|letter| letter.is_ascii_digit()).count();
            let digits: String = rest[..length].iter().collect();
            tokens.push(Token::Number(digits.parse().unwrap_or(u32::MAX)));
            rest = &rest[length..];
        } else if letter.is_ascii_lowercase() {
            let length = rest.iter().take_while(|letter| letter.is_ascii_lowercase()).count();
            let (run, behind) = rest.split_at(length);
            match behind.first() {
                Some(&digit) if digit.is_ascii_digit() => {
                    words(&run[..length - 1], &mut tokens)?;
                    tokens.push(Token::Square(Square::read(run[length - 1], digit, rows).ok_or(Unreadable)?));
                    rest = &behind[1..];
                }
                _ => {
                    words(run, &mut tokens)?;
                    rest = behind;
                }
            }
        } else {
            return Err(Unreadable);
        }
    }
    Ok(tokens)
}

/// Cuts letters without anything between them into words and directions, never two directions in a row.
fn words(run: &[char], tokens: &mut Vec<Token>) -> Result<(), Unreadable> {
    let run: String = run.iter().collect();
    let mut rest = run.as_str();
    let mut after_direction = false;
    while !rest.is_empty() {
        if let Some((word, token)) = WORDS.iter().find(|(word, _)| rest.starts_with(word)) {
            tokens.push(Token::Word(*token));
            rest = &rest[word.len()..];
            after_direction = false;
            continue;
        }
        let longest = (1..=rest.len().min(2)).rev().find_map(|length| Direction::read(&rest[..length]));
        let direction = longest.filter(|_| !after_direction).ok_or(Unreadable)?;
        tokens.push(Token::Direction(direction));
        rest = &rest[direction.id().len()..];
        after_direction = true;
    }
    Ok(())
}

/// What is left of a turn's tokens.
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

    /// A square and the directions behind it, perhaps none; a colon only in front of directions.
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
        // One square without directions is the giver's, every other one names arrows.
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

/// Reads a turn.
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

/// Reads a claim: squares with spaces, commas or nothing between them.
pub(super) fn claim(text: &str, rows: u8) -> Result<Vec<Square>, Unreadable> {
    let text = text.trim();
    if text.is_empty() || text.starts_with(',') || text.ends_with(',') {
        return Err(Unreadable);
    }
    let mut letters = text.chars().filter(|&letter| !(letter.is_whitespace() || letter == ',')).peekable();
    // A square is never cut in two by what may stand between squares.
    let cut = text.split([',']).flat_map(str::split_whitespace).any(|part| part.chars().count() % 2 == 1);
    let mut squares = Vec::new();
    while let Some(letter) = letters.next() {
        let square = letters.next().and_then(|digit| Square::read(letter, digit, rows));
        squares.push(square.filter(|_| !cut).ok_or(Unreadable)?);
    }
    Ok(squares)
}

/// Reads a placing: a sign, perhaps spaces, a square.
pub(super) fn place(text: &str, rows: u8) -> Result<(Shape, Square), Unreadable> {
    let text = text.trim().to_ascii_lowercase();
    let mut letters = text.chars();
    let shape = match letters.next() {
        Some('+') => Shape::Plus,
        Some('x') => Shape::Cross,
        _ => return Err(Unreadable),
    };
    let mut letters = letters.as_str().trim_start().chars();
    let square = letters.next().zip(letters.next()).and_then(|(letter, digit)| Square::read(letter, digit, rows));
    if letters.next().is_some() { Err(Unreadable) } else { square.map(|square| (shape, square)).ok_or(Unreadable) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reads(text: &str) -> String {
        match turn(text, 6) {
            Err(Unreadable) => "unreadable".to_owned(),
            Ok(written) => format!("{written:?}"),
        }
    }

    #[test]
    fn separators_may_be_alike_or_missing() {
        for (canonical, others) in [
            (
                "b2-b3; monster c4 d4:ne",
                &[
                    "b2b3monsterc4d4ne",
                    "B2,B3,,Monster;c4-d4 : ne",
                    "b2 b3 monster d4:ne c4",
                    "\tb2\u{a0}b3 monsterc4d4:ne ",
                ][..],
            ),
            ("b2-b3; rat e1", &["b2b3rate1", "b2-b3 rat-e1"]),
            ("b2-b3 x; rat e1", &["b2b3xrate1"]),
            (
                "b2-b3; crow c4 d2:n e5:sw",
                &["b2b3crowc4d2ne5sw", "b2 b3 crow d2:n c4 e5 sw", "b2 b3 crow d2 n e5 sw c4"],
            ),
            (
                "b2-b3; crow c4 d2:n,e,s",
                &["b2-b3 crow c4 d2 n e s", "b2-b3 crow d2:n,e-s;c4", "b2 b3 crow c4 d2:n d2:e d2:s"],
            ),
            ("b2-b3; lizard c4 ne", &["b2b3lizardnec4", "b2b3lizardc4ne", "b2-b3;lizard ne;c4"]),
            (
                "item rotate b2 90; c3-c4; rat e1",
                &[
                    "itemrotateb290c3c4rate1",
                    "item rotate 90 b2 c3 c4 rat e1",
                    "item-rotate-b2--90 c3-c4 rat e1",
                    "item rotate b2 090 c3c4 rate1",
                ],
            ),
            ("item honour b2:ne d4:s; c3-c4", &["item honor b2ne d4s c3c4", "itemhonorb2ned4sc3c4"]),
            ("item swap b2 d4; c3-c4 swap", &["itemswapb2d4c3c4swap"]),
            ("pass", &["PASS", " pass "]),
        ] {
            for other in others {
                assert_eq!(reads(other), reads(canonical), "{other}");
                assert_ne!(reads(other), "unreadable", "{other}");
            }
        }
    }

    #[test]
    fn what_does_not_fit_is_unreadable() {
        for text in [
            "",
            " ",
            "-",
            "b2",
            "b2-",
            "-b2-b3",
            "b2-b3;",
            "b2-b3 c4",
            "b2-b7",
            "b2-f3",
            "b2-b0",
            "b2-b33",
            "b2:b3",
            "b 2-b3",
            "b2-b3 rat",
            "b2-b3; rat c4 d4",
            "b2-b3; guardian c4",
            "b2-b3; lizard c4",
            "b2-b3; lizard c4 n e",
            "b2-b3; lizard c4:ne",
            "b2-b3; lizard ne",
            "b2-b3; monster c4",
            "b2-b3; monster d4:ne",
            "b2-b3; monster c4 d4:n,e",
            "b2-b3; monster c4 d4 ne b2",
            "b2-b3; monster c4 d4::ne",
            "b2-b3; monster c4: d4:ne",
            "b2-b3; monster c4:ne",
            "b2-b3; crow c4 d2",
            "b2-b3; crow c4:n",
            "b2-b3; crow c4 d2:nes",
            "b2-b3; rat c4; rat d4",
            "b2-b3 swap x",
            "b2-b3; rat c4 swap",
            "rat c4; b2-b3",
            "item rotate b2; c3-c4",
            "item rotate b2 90 90 c3-c4",
            "item rotate45b2; c3-c4",
            "item b2 rotate 90; c3-c4",
            "item honour b2:ne; c3-c4",
            "item honour b2:n,e d4:s; c3-c4",
            "item swap b2; c3-c4",
            "item swap b2 c3; pass",
            "item",
            "pass b2",
            "b2-b3; pass",
            "90",
            "b2-b3 90",
            "+ c3",
            "b2—b3",
            "b2-b3; rat c4 é",
        ] {
            assert_eq!(reads(text), "unreadable", "{text}");
        }
        assert_eq!(turn("b5-b6", 5), Err(Unreadable));
    }

    #[test]
    fn claims_and_placings_are_read() {
        let squares = |text: &str| {
            claim(text, 5).map(|squares| squares.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "))
        };
        for text in ["b2 d4", "B2,D4", "b2d4", " b2 , ,d4 "] {
            assert_eq!(squares(text).as_deref(), Ok("b2 d4"), "{text}");
        }
        assert_eq!(squares("d4 b2 a1").as_deref(), Ok("d4 b2 a1"));
        for text in ["", ",b2", "b2,", "b", "b6", "f1", "b2-d4", "b 2", "b2 d", "b2;d4", "2b", "b22"] {
            assert_eq!(squares(text), Err(Unreadable), "{text}");
        }
        for (text, shape) in [("+ c3", "+"), ("+c3", "+"), ("x c3", "x"), ("XC3", "x"), (" +  C3 ", "+")] {
            assert_eq!(
                place(text, 5).map(|(shape, square)| (shape.id(), square.to_string())),
                Ok((shape, "c3".to_owned()))
            );
        }
        for text in ["c3", "+", "+ c6", "+ c33", "* c3", "x", "+-c3", "+ c3 d4", "x,c3"] {
            assert_eq!(place(text, 5), Err(Unreadable), "{text}");
        }
    }
}
