//! Orders and their notation.
//!
//! - `spawn b5, move a5-b3` is canonical: actions in the sequence spawn, move, claim, joined by `, `.
//! - Parsing depends on the text alone and keeps the actions as written. The position decides whether they are a legal order.

use std::fmt;

use super::square::Square;
use crate::game::Refusal;

/// The kind of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Puts a new knight on the home row.
    Spawn,
    /// Jumps with a knight.
    Move,
    /// Colours a square.
    Claim,
}

impl Kind {
    /// All kinds, in the sequence in which they are carried out.
    pub const ALL: [Self; 3] = [Self::Spawn, Self::Move, Self::Claim];

    /// The word in orders.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Spawn => "spawn",
            Self::Move => "move",
            Self::Claim => "claim",
        }
    }

    /// The initial: `s`.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Spawn => 's',
            Self::Move => 'm',
            Self::Claim => 'c',
        }
    }
}

/// One action of a seat in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// Places a new knight on a square of the home row.
    Spawn(Square),
    /// Jumps with a knight from one square to another.
    Move(Square, Square),
    /// Colours a square with the knight that stands there after the moves.
    Claim(Square),
}

impl Action {
    #[must_use]
    pub const fn kind(self) -> Kind {
        match self {
            Self::Spawn(_) => Kind::Spawn,
            Self::Move(..) => Kind::Move,
            Self::Claim(_) => Kind::Claim,
        }
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Spawn(at) => write!(f, "spawn {at}"),
            Self::Move(from, to) => write!(f, "move {from}-{to}"),
            Self::Claim(at) => write!(f, "claim {at}"),
        }
    }
}

/// A seat's order for a turn: at most one action of each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Order {
    /// The square of the new knight.
    pub spawn: Option<Square>,
    /// The start and the target of the jump.
    pub jump: Option<(Square, Square)>,
    /// The claimed square.
    pub claim: Option<Square>,
}

impl Order {
    /// Combines actions into an order. The error is a kind that occurs twice.
    pub(super) fn of(actions: &[Action]) -> Result<Self, Kind> {
        let mut order = Self::default();
        for &action in actions {
            let twice = match action {
                Action::Spawn(at) => order.spawn.replace(at).is_some(),
                Action::Move(from, to) => order.jump.replace((from, to)).is_some(),
                Action::Claim(at) => order.claim.replace(at).is_some(),
            };
            if twice {
                return Err(action.kind());
            }
        }
        Ok(order)
    }

    /// The actions, in the sequence in which they are carried out.
    pub fn actions(self) -> impl Iterator<Item = Action> {
        let spawn = self.spawn.map(Action::Spawn);
        let jump = self.jump.map(|(from, to)| Action::Move(from, to));
        [spawn, jump, self.claim.map(Action::Claim)].into_iter().flatten()
    }

    /// The initials of the order's kinds: `sm`.
    #[must_use]
    pub fn letters(self) -> String {
        self.actions().map(|action| action.kind().letter()).collect()
    }
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, action) in self.actions().enumerate() {
            if index > 0 {
                f.write_str(", ")?;
            }
            write!(f, "{action}")?;
        }
        Ok(())
    }
}

/// A token of an order's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Token {
    Word(Kind),
    Place(Square),
}

/// Parses actions, in the sequence in which they are written. Refusals have examples from `legal`, which change nothing else, and say
/// why no knight can `start` on a square.
pub(super) fn read(
    text: &str,
    legal: &[Order],
    start: impl Fn(Square) -> Result<(), Refusal>,
) -> Result<Vec<Action>, Refusal> {
    let mut tokens = tokens(text.trim(), legal)?.into_iter().peekable();
    let mut actions = Vec::new();
    while let Some(token) = tokens.next() {
        let kind = match token {
            Token::Word(kind) => kind,
            Token::Place(at) => {
                return Err(Refusal::unreadable(format!("Write spawn, move or claim before {at}, or take it out.")));
            }
        };
        let mut place = || match tokens.next_if(|token| matches!(token, Token::Place(_))) {
            Some(Token::Place(at)) => Ok(at),
            _ => Err(lacking(kind, legal)),
        };
        actions.push(match kind {
            Kind::Spawn => Action::Spawn(place()?),
            Kind::Move => {
                let from = place()?;
                let reason =
                    |lacking| start(from).err().map_or(lacking, |no_start| Refusal::unreadable(no_start.message));
                Action::Move(from, place().map_err(reason)?)
            }
            Kind::Claim => Action::Claim(place()?),
        });
    }
    Ok(actions)
}

fn lacking(kind: Kind, legal: &[Order]) -> Refusal {
    let says = match kind {
        Kind::Spawn => "Name a square after spawn",
        Kind::Move => "Name two squares after move, from where and to where",
        Kind::Claim => "Name a square after claim",
    };
    Refusal::unreadable(format!("{says}{}.", example(legal, kind)))
}

/// An example of a legal order, with an action of this kind if there is one: ``, such as `spawn c4, move b5-c3` ``.
fn example(legal: &[Order], kind: Kind) -> String {
    let has = |order: &&Order| order.actions().any(|action| action.kind() == kind);
    legal.iter().find(has).or(legal.first()).map_or_else(String::new, |order| format!(", such as `{order}`"))
}

/// Splits a text without white space at its ends into tokens.
fn tokens(text: &str, legal: &[Order]) -> Result<Vec<Token>, Refusal> {
    let separates = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | '-');
    if text.starts_with(separates) || text.ends_with(separates) {
        return Err(Refusal::unreadable(
            "Take out the comma, semicolon or hyphen at the beginning or end of your order.",
        ));
    }
    if text.is_empty() {
        return Err(Refusal::unknown());
    }
    let mut tokens = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let (token, length) = first_token(rest).ok_or_else(|| unknown(text, text.len() - rest.len(), legal))?;
        tokens.push(token);
        rest = rest[length..].trim_start_matches(separates);
    }
    Ok(tokens)
}

/// The first token of a text, and its length.
fn first_token(text: &str) -> Option<(Token, usize)> {
    let mut letters = text.chars();
    let (first, second) = (letters.next()?, letters.next());
    if let Some(square) = second.and_then(|second| Square::read(first, second)) {
        return Some((Token::Place(square), 2));
    }
    Kind::ALL.into_iter().find_map(|kind| {
        let word = kind.word();
        let whole = text.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word));
        let initial = first.eq_ignore_ascii_case(&kind.letter());
        let length = if whole { word.len() } else { 1 };
        (whole || initial).then_some((Token::Word(kind), length))
    })
}

/// The refusal of a text because of the word at `from`.
fn unknown(text: &str, from: usize, legal: &[Order]) -> Refusal {
    let is_end = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | '-');
    let begins = text[..from].char_indices().rev().find(|&(_, c)| is_end(c)).map_or(0, |(at, c)| at + c.len_utf8());
    if begins == 0 {
        return Refusal::unknown();
    }
    let word = text[begins..].split(is_end).next().unwrap_or_default();
    // The kind of action that the word belongs to.
    let kind = text[..begins].split(is_end).rev().find_map(|word| first_token(word).map(|(token, _)| token));
    let kind = if let Some(Token::Word(kind)) = kind { kind } else { Kind::Move };
    let says =
        if word.chars().count() == 2 { "is not on the board: squares are a1 to e5" } else { "is no action or square" };
    Refusal::about(text, word, &format!("{says}. Write spawn, move or claim with its squares{}.", example(legal, kind)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joined_words_are_split() {
        let read =
            |text: &str| read(text, &[], |_| Ok(())).map(|actions| Order::of(&actions).unwrap().to_string()).unwrap();
        assert_eq!(read("cc3sc5"), "spawn c5, claim c3");
        assert_eq!(read("mc3b5claimb5"), "move c3-b5, claim b5");
        let read_alone = |text: &str| super::read(text, &[], |_| Ok(()));
        assert_eq!(read_alone("samurai"), Err(Refusal::unknown()));
        let refused = read_alone("spawn c5, match").unwrap_err().message;
        assert!(refused.starts_with("`match` is no action or square. Write"), "{refused}");
        assert_eq!(read("Claim\u{a0}C3;-, S - a1"), "spawn a1, claim c3");
    }

    #[test]
    fn foreign_letters_are_refused_without_panic() {
        for text in ["ſ a1", "spawn á1", "é", "s a1 🐴", "spawn a１"] {
            assert!(read(text, &[], |_| Ok(())).is_err(), "{text}");
        }
    }
}
