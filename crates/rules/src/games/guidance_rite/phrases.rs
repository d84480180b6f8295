//! Phrases for pieces, squares and directions, which several texts use.

use super::board::Board;
use super::order::{Act, How, Item, Order, Power, Restored};
use super::piece::{Arrows, Character, Piece};
use super::square::Square;
use crate::game::Seat;

/// A list `a, b and c`, with the given word before the last element.
pub(super) fn list<S: AsRef<str>>(parts: &[S], joiner: &str) -> String {
    match parts {
        [] => "none".to_owned(),
        [one] => one.as_ref().to_owned(),
        [before @ .., last] => {
            let before: Vec<_> = before.iter().map(AsRef::as_ref).collect();
            format!("{} {joiner} {}", before.join(", "), last.as_ref())
        }
    }
}

/// `b2, c3 and d4`.
pub(super) fn squares_words(squares: &[Square]) -> String {
    list(&squares.iter().map(ToString::to_string).collect::<Vec<_>>(), "and")
}

/// `n, e and grey sw`, or `no arrows`.
pub(super) fn arrows_words(arrows: Arrows) -> String {
    let black = arrows.black().map(|direction| direction.id().to_owned());
    let grey = arrows.grey().map(|direction| format!("grey {direction}"));
    let all: Vec<_> = black.chain(grey).collect();
    if all.is_empty() { "no arrows".to_owned() } else { list(&all, "and") }
}

/// `its arrows now point north and east`, or `it has no arrows`.
pub(super) fn pointing(arrows: Arrows) -> String {
    if arrows.count() == 0 {
        "it has no arrows".to_owned()
    } else {
        let black = arrows.black().map(|direction| direction.name().to_owned());
        let all: Vec<_> = black.chain(arrows.grey().map(|direction| format!("{} (grey)", direction.name()))).collect();
        format!("its arrows now point {}", list(&all, "and"))
    }
}

/// `Rat`, or `plain piece` without a character.
pub(super) fn name(character: Option<Character>) -> &'static str {
    character.map_or("plain piece", Character::name)
}

/// `no character`, or `the character of a Rat`.
pub(super) fn character_words(character: Option<Character>) -> &'static str {
    match character {
        None => "no character",
        Some(Character::Rat) => "the Rat",
        Some(Character::Crow) => "the Crow",
        Some(Character::Lizard) => "the Lizard",
        Some(Character::Guardian) => "the Guardian",
        Some(Character::Monster) => "the Monster",
    }
}

/// An order for people: `Rat on b2, plain piece on d3`, `Crow b2 to b4; give up the Rat on c4`.
pub(super) fn order_words(board: &Board, order: &Order) -> String {
    let character = |at: Square| name(board.at(at).and_then(|piece| piece.character));
    let on = |at: Square| format!("{} on {at}", character(at));
    match order {
        Order::Claim(one, two) => [Some(*one), *two].into_iter().flatten().map(on).collect::<Vec<_>>().join(", "),
        Order::Place(shape, square) => format!("a new piece with arrows {} on {square}", shape.words()),
        Order::First => "go first".to_owned(),
        Order::Second => "go second".to_owned(),
        Order::Turn(turn) => {
            let act = turn.act.map(|act| act_words(act, character(act.from)));
            let parts: Vec<_> = turn.item.map(item_words).into_iter().chain(act).collect();
            if parts.is_empty() { "pass".to_owned() } else { parts.join("; ") }
        }
    }
}

fn act_words(Act { from, to, how, power }: Act, mover: &str) -> String {
    let how = match how {
        How::Plain => "",
        How::Swap => ", swapping with a Guardian",
        How::Capture => ", capturing an own Guardian",
        How::Adopt => ", capturing an own piece for its character",
    };
    let power = power.map_or_else(String::new, |power| {
        let effect = match power {
            Power::Rat(_) | Power::Crow(_, Restored::Own) => String::new(),
            Power::Crow(_, restored) => format!(" for{restored}"),
            Power::Lizard(_, direction) => format!(" for a {direction:#} arrow"),
            Power::Monster(_, target, direction) => {
                format!(" to bite the {direction:#} arrow off the piece on {target}")
            }
        };
        format!("; give up the {} on {}{effect}", power.character().name(), power.square())
    });
    format!("{mover} {from} to {to}{how}{power}")
}

fn item_words(item: Item) -> String {
    let name = item.kind().name();
    match item {
        Item::Honour((own, first), (enemy, second)) => format!("use {name}: {first:#} on {own}, {second:#} on {enemy}"),
        Item::Rotate(square, eighths) => format!("use {name}: {square} by {}°", u16::from(eighths) * 45),
        Item::Swap(one, two) => format!("use {name}: {one} and {two}"),
    }
}

/// A piece in a few letters: `b2 Rat n,e,~w*`, with grey arrows after a tilde.
pub(super) fn short(square: Square, piece: &Piece) -> String {
    let black = piece.arrows.black().map(|direction| direction.id().to_owned());
    let grey = piece.arrows.grey().map(|direction| format!("~{direction}"));
    let arrows: Vec<_> = black.chain(grey).collect();
    let arrows = if arrows.is_empty() { "–".to_owned() } else { arrows.join(",") };
    let character = piece.character.map_or(String::new(), |character| format!("{} ", character.name()));
    format!("{square} {character}{arrows}{}", if piece.marked { "*" } else { "" })
}

/// A piece in a sentence: `Rat, arrows n, e and grey w, marked`.
pub(super) fn long(piece: &Piece) -> String {
    let name = piece.character.map_or("no character", Character::name);
    format!("{name}, {}", unnamed(piece))
}

/// A piece below its name: `arrows n, e and grey w, marked`.
pub(super) fn unnamed(piece: &Piece) -> String {
    let marked = if piece.marked { ", marked" } else { "" };
    let arrows = arrows_words(piece.arrows);
    format!("arrows {}{marked}", if arrows == "no arrows" { "none" } else { &arrows })
}

/// The selected pieces of a board, in a few letters each.
pub(super) fn short_list(board: &Board, which: impl Fn(&Piece) -> bool) -> String {
    let pieces: Vec<_> = board.pieces().filter(|(_, piece)| which(piece)).map(|(at, piece)| short(at, piece)).collect();
    if pieces.is_empty() { "none".to_owned() } else { pieces.join("; ") }
}

/// An owner's pieces in words for screen readers: `a Rat on b2 pointing north and east, a marked piece on c3 without arrows`.
pub(super) fn spoken(board: &Board, owner: Option<Seat>) -> String {
    let pieces = board.pieces().filter(|(_, piece)| piece.owner == owner);
    let pieces: Vec<_> = pieces
        .map(|(square, piece)| {
            let black = piece.arrows.black().map(|direction| direction.name().to_owned());
            let grey = piece.arrows.grey().map(|direction| format!("grey {}", direction.name()));
            let arrows: Vec<_> = black.chain(grey).collect();
            let arrows = if arrows.is_empty() {
                "without arrows".to_owned()
            } else {
                format!("pointing {}", list(&arrows, "and"))
            };
            let marked = if piece.marked { "marked " } else { "" };
            format!("a {marked}{} on {square} {arrows}", name(piece.character))
        })
        .collect();
    if pieces.is_empty() { "no pieces".to_owned() } else { pieces.join("; ") }
}

/// An owner's pieces by character, without arrows: `3 pieces: Rat on b2 and c4, plain piece on d1`.
pub(super) fn spoken_short(board: &Board, owner: Option<Seat>) -> String {
    let on = |test: &dyn Fn(&Piece) -> bool| {
        let squares = board.pieces().filter(|(_, piece)| piece.owner == owner && test(piece));
        squares.map(|(square, _)| square).collect::<Vec<_>>()
    };
    let of_kind = |character: Option<Character>| {
        let squares = on(&|piece| piece.character == character);
        (!squares.is_empty()).then(|| format!("{} on {}", name(character), squares_words(&squares)))
    };
    let kinds: Vec<_> = Character::ALL.map(Some).into_iter().chain([None]).filter_map(of_kind).collect();
    let count = on(&|_| true).len();
    let marked = on(&|piece| piece.marked);
    let marked = if marked.is_empty() { String::new() } else { format!("; marked: {}", squares_words(&marked)) };
    match count {
        0 => "no pieces".to_owned(),
        1 => format!("1 piece: {}{marked}", kinds.join(", ")),
        _ => format!("{count} pieces: {}{marked}", kinds.join(", ")),
    }
}
