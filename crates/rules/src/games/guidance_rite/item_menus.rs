//! The menus for choosing an item and its targets.

use super::legal_turns::{Ground, uses};
use super::notation::{Followed, Next, square, word};
use super::order::{Item, ItemKind};
use super::phrases::{arrows_words, unnamed};
use super::position::Position;
use super::square::{Direction, Square};
use crate::game::{Choice, Seat};

/// Follows the words of an item. The error holds the next words.
pub(super) fn item<'a>(
    position: &Position,
    seat: Seat,
    stuck: bool,
    words: &mut impl Iterator<Item = &'a str>,
) -> Followed<Item> {
    let lost = Next::nothing;
    let usable = position.usable_items(seat);
    let Some(kind) = words.next() else {
        let note = |kind| match kind {
            ItemKind::Honour => "a black arrow for one of yours and one of theirs",
            ItemKind::Rotate => "turn one of yours",
            ItemKind::Swap => "two pieces of one owner exchange characters",
        };
        let usable = usable.iter().filter(|&&kind| uses(position, seat, kind).next().is_some());
        return Err(Next("Choose an item", usable.map(|&kind| word(kind.id(), kind.name(), note(kind))).collect()));
    };
    let kind = usable.iter().copied().find(|item| item.id() == kind).ok_or_else(lost)?;
    let mut chosen = Vec::new();
    loop {
        let fits = |item: &Item| chosen.iter().enumerate().all(|(at, &part)| part_of(*item, at) == Some(part));
        let mut left = uses(position, seat, kind).filter(fits);
        let first = left.next().ok_or_else(lost)?;
        if part_of(first, chosen.len()).is_none() {
            return Ok(first);
        }
        match words.next() {
            None => {
                let left = std::iter::once(first).chain(left);
                let hint = part_hint(kind, chosen.len());
                return Err(Next(hint, item_parts(position, seat, stuck, left, chosen.len())));
            }
            Some(text) => {
                drop(left);
                chosen.push(Part::read(text).ok_or_else(lost)?);
            }
        }
    }
}

/// The distinct words at a place of the remaining items.
fn item_parts(
    position: &Position,
    seat: Seat,
    stuck: bool,
    left: impl Iterator<Item = Item>,
    at: usize,
) -> Vec<Choice> {
    let mut seen = Vec::new();
    let mut choices = Vec::new();
    for item in left {
        let Some(part) = part_of(item, at).filter(|part| !seen.contains(part)) else { continue };
        seen.push(part);
        let last = part_of(item, at + 1).is_none();
        let ends = last && stuck && !Ground::after(position, seat, item).has_move(position, seat);
        let (mut label, note) = part_words(position, item, part);
        // Both pieces of a swap have one owner, but the hint does not name the owner.
        if let (Item::Swap(..), Part::Square(square)) = (item, part)
            && let Some(piece) = position.board.at(square)
        {
            label.push_str(if piece.is_of(seat) { ", yours" } else { ", theirs" });
        }
        choices.push(Choice { ends, ..word(part.text(), label, note) });
    }
    choices
}

/// The hint for a place after an item's name.
const fn part_hint(kind: ItemKind, at: usize) -> &'static str {
    match (kind, at) {
        (ItemKind::Honour, 0) => "Which piece of yours gets an arrow?",
        (ItemKind::Honour, 2) => "Which piece of theirs gets an arrow?",
        (ItemKind::Honour, _) => "Which arrow does it get?",
        (ItemKind::Rotate, 0) => "Which piece of yours turns?",
        (ItemKind::Rotate, _) => "How far does it turn, clockwise?",
        (ItemKind::Swap, 0) => "Which piece swaps its character?",
        (ItemKind::Swap, _) => "With which piece?",
    }
}

/// A word after an item's name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Square(Square),
    Direction(Direction),
    Degrees(u16),
}

impl Part {
    fn read(text: &str) -> Option<Self> {
        square(text)
            .map(Self::Square)
            .or_else(|| Direction::read(text).map(Self::Direction))
            .or_else(|| text.parse().ok().map(Self::Degrees))
    }

    fn text(self) -> String {
        match self {
            Self::Square(square) => square.to_string(),
            Self::Direction(direction) => direction.to_string(),
            Self::Degrees(degrees) => degrees.to_string(),
        }
    }
}

/// The word at a place after an item's name, from 0.
fn part_of(item: Item, at: usize) -> Option<Part> {
    Some(match (item, at) {
        (Item::Honour((square, _), _) | Item::Rotate(square, _) | Item::Swap(square, _), 0)
        | (Item::Honour(_, (square, _)), 2)
        | (Item::Swap(_, square), 1) => Part::Square(square),
        (Item::Honour((_, direction), _), 1) | (Item::Honour(_, (_, direction)), 3) => Part::Direction(direction),
        (Item::Rotate(_, eighths), 1) => Part::Degrees(u16::from(eighths) * 45),
        _ => return None,
    })
}

/// The label and the note of an item's word.
fn part_words(position: &Position, item: Item, part: Part) -> (String, String) {
    match (part, item) {
        (Part::Square(at), _) => {
            let piece = position.board.at(at);
            (format!("{at} {}", piece.map_or("", super::Piece::name)), piece.map_or(String::new(), unnamed))
        }
        (Part::Degrees(degrees), Item::Rotate(at, eighths)) => {
            let arrows = position.board.at(at).map(|piece| piece.arrows.turned(eighths)).unwrap_or_default();
            (format!("{degrees}°"), format!("arrows then {}", arrows_words(arrows)))
        }
        (part, _) => (format!("an arrow to the {}", part.text()), String::new()),
    }
}
