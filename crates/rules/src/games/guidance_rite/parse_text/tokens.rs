//! The tokens of a turn's text.

use super::super::square::{Direction, Square};
use super::Unreadable;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token {
    Square(Square),
    Direction(Direction),
    Number(u32),
    Colon,
    Word(Word),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Word {
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

/// No word is a prefix of another one.
const WORDS: [(&str, Word); 14] = [
    ("item", Word::Item),
    ("use", Word::Item),
    ("honour", Word::Honour),
    ("honor", Word::Honour),
    ("rotate", Word::Rotate),
    ("swap", Word::Swap),
    ("x", Word::X),
    ("capture", Word::X),
    ("adopt", Word::Adopt),
    ("rat", Word::Rat),
    ("crow", Word::Crow),
    ("lizard", Word::Lizard),
    ("monster", Word::Monster),
    ("pass", Word::Pass),
];

/// Words of a turn for people, each alone, that add nothing to it.
const FILLERS: [&str; 22] = [
    "a",
    "an",
    "and",
    "arrow",
    "bite",
    "by",
    "character",
    "degrees",
    "for",
    "give",
    "guardian",
    "its",
    "of",
    "on",
    "piece",
    "plain",
    "point",
    "the",
    "to",
    "up",
    "with",
    "your",
];

fn separates(letter: char) -> bool {
    letter.is_whitespace() || matches!(letter, ',' | ';' | '-')
}

/// Splits a turn's text into tokens.
pub(super) fn tokens(text: &str, rows: u8) -> Result<Vec<Token>, Unreadable> {
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
                    let is_filler = |filler: &&str| run.iter().copied().eq(filler.chars());
                    if !FILLERS.iter().any(is_filler) {
                        words(run, &mut tokens)?;
                    }
                    rest = behind;
                }
            }
        } else {
            return Err(Unreadable);
        }
    }
    Ok(tokens)
}

/// Splits a run of letters into words and directions, never two directions in a row.
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
