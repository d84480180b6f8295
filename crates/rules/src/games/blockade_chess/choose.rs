//! The menus an order is put together from, word by word.
//!
//! - A placement is a piece and its square, twice where two are placed; a move is the piece, where it goes, where its pawn lands.
//! - Squares are listed by file, so that a long menu that is cut into parts has neighbours in each.

use super::board::Piece;
use super::notation;
use super::order::{Man, Order, Placement};
use super::position::{Phase, Position};
use super::square::{Square, Squares};
use super::view::View;
use crate::game::{Choice, Legal, Notation, Refusal};

impl Notation for View {
    type Order = Order;

    fn parse(&self, text: &str) -> Result<Order, Refusal> {
        if self.awaits_order() {
            notation::read(self.position(), text)
        } else {
            Err(Refusal::illegal("It is not your turn; wait until you are asked."))
        }
    }

    fn legal(&self) -> Legal<Order> {
        Legal::Listed(if self.awaits_order() { self.position().orders() } else { Vec::new() })
    }

    fn choices(&self, path: &[String]) -> Vec<Choice> {
        if !self.awaits_order() {
            return Vec::new();
        }
        match (self.position().phase(), Draft::read(self.position(), path)) {
            (Phase::Colours, Some(Draft::Nothing)) => colours(self.position()),
            (_, Some(draft)) => draft.next(self.position()),
            (_, None) => Vec::new(),
        }
    }

    fn hint(&self, path: &[String]) -> String {
        let position = self.position();
        match (position.phase(), Draft::read(position, path)) {
            (Phase::Colours, _) => "Choose a colour".to_owned(),
            (Phase::Play, Some(Draft::Nothing)) => "Choose a piece to move".to_owned(),
            (_, Some(Draft::Nothing)) if position.to_place() == 1 => "Choose a piece to place".to_owned(),
            (_, Some(Draft::Nothing)) => "Choose the first piece to place".to_owned(),
            (_, Some(Draft::Placed(_))) => "Choose the second piece to place".to_owned(),
            (_, Some(Draft::Held(_, piece))) => format!("Which square for the {}?", piece.name()),
            (_, Some(Draft::Moves(man))) => format!("Where does the {} on {} go?", man.piece.name(), man.square),
            (_, Some(Draft::Goes(..))) => format!("Where does its {} land?", position.setting().blocker()),
            (_, Some(Draft::AllPlaced(_) | Draft::Whole(..)) | None) => String::new(),
        }
    }

    fn group(&self, choice: &Choice) -> Option<String> {
        let square: Square = choice.word.parse().ok()?;
        Some(format!("File {}", square.to_string().chars().next()?))
    }
}

/// An order that is being put together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Draft {
    /// No word yet.
    Nothing,
    /// A piece in hand was named, perhaps after another was given its square.
    Held(Option<Man>, Piece),
    /// A piece was given its square, and another has to be named.
    Placed(Man),
    /// All pieces of the step have their squares.
    AllPlaced(Placement),
    /// A piece to move was named.
    Moves(Man),
    /// Where it goes was named.
    Goes(Man, Square),
    /// The move is whole.
    Whole(Man, Square, Square),
}

impl Draft {
    /// Reads words as the menus offer them; `None` where they lead nowhere.
    pub(super) fn read(position: &Position, path: &[String]) -> Option<Self> {
        path.iter().try_fold(Self::Nothing, |draft, word| draft.take(position, word))
    }

    fn take(self, position: &Position, word: &str) -> Option<Self> {
        match (position.phase(), self) {
            (Phase::Placement, Self::Nothing) => {
                held(position, None).find(|&piece| names(word, piece)).map(|piece| Self::Held(None, piece))
            }
            (_, Self::Placed(man)) => {
                held(position, Some(man)).find(|&piece| names(word, piece)).map(|piece| Self::Held(Some(man), piece))
            }
            (_, Self::Held(before, piece)) => {
                let square = word.parse().ok().filter(|&square| empty(position, before).has(square))?;
                let man = Man { piece, square };
                Some(match before {
                    Some(before) => Self::AllPlaced(Placement::two(before, man)),
                    None if position.to_place() == 1 => Self::AllPlaced(Placement::one(man)),
                    None => Self::Placed(man),
                })
            }
            (Phase::Play, Self::Nothing) => {
                movable(position).find(|man| man.to_string().eq_ignore_ascii_case(word)).map(Self::Moves)
            }
            (_, Self::Moves(man)) => {
                let to = word.parse().ok().filter(|&to| position.targets(man.piece, man.square).has(to))?;
                Some(Self::Goes(man, to))
            }
            (_, Self::Goes(man, to)) => {
                let lands = |&pawn: &Square| position.landings(man.piece, man.square, to).has(pawn);
                Some(Self::Whole(man, to, word.parse().ok().filter(lands)?))
            }
            (Phase::Colours, _) | (_, Self::AllPlaced(_) | Self::Whole(..)) => None,
        }
    }

    fn next(self, position: &Position) -> Vec<Choice> {
        match self {
            Self::Nothing if position.phase() == Phase::Play => {
                movable(position).map(|man| moves(position, man)).collect()
            }
            Self::Nothing => held(position, None).map(|piece| in_hand(position, None, piece)).collect(),
            Self::Placed(man) => held(position, Some(man)).map(|piece| in_hand(position, Some(man), piece)).collect(),
            Self::Held(before, piece) => {
                let ends = before.is_some() || position.to_place() == 1;
                by_file(empty(position, before), |square| format!("{} on {square}", capital(piece)), ends)
            }
            Self::Moves(man) => {
                by_file(position.targets(man.piece, man.square), |square| format!("to {square}"), false)
            }
            Self::Goes(man, to) => {
                let blocker = position.setting().blocker();
                let label = |square: Square| format!("{blocker} on {square}");
                by_file(position.landings(man.piece, man.square, to), label, true)
            }
            Self::AllPlaced(_) | Self::Whole(..) => Vec::new(),
        }
    }
}

fn names(word: &str, piece: Piece) -> bool {
    let mut letters = word.chars();
    letters.next().and_then(Piece::read) == Some(piece) && letters.next().is_none()
}

/// The kinds a side can still place in this step after one man.
fn held(position: &Position, before: Option<Man>) -> impl Iterator<Item = Piece> {
    Piece::ALL.into_iter().filter(move |&piece| left(position, before, piece) > 0)
}

fn left(position: &Position, before: Option<Man>, piece: Piece) -> u32 {
    let used = u32::from(before.is_some_and(|man| man.piece == piece));
    position.board().in_hand(position.to_move(), piece).saturating_sub(used)
}

fn empty(position: &Position, before: Option<Man>) -> Squares {
    let occupied = position.board().occupied();
    !before.map_or(occupied, |man| occupied.with(man.square))
}

/// The pieces of the side to move that can go anywhere.
fn movable(position: &Position) -> impl Iterator<Item = Man> {
    let own = position.board().all_pieces(position.to_move());
    own.filter(|&(piece, square)| !position.targets(piece, square).is_empty())
        .map(|(piece, square)| Man { piece, square })
}

fn colours(position: &Position) -> Vec<Choice> {
    let setting = position.setting();
    let notes = ["places the first piece and moves first", "places the last piece and moves second"];
    let choice = |(side, note): (_, &str)| Choice {
        word: setting.side_id(side).to_owned(),
        label: setting.side(side).to_owned(),
        note: note.to_owned(),
        ends: true,
    };
    super::board::Side::ALL.into_iter().zip(notes).map(choice).collect()
}

fn in_hand(position: &Position, before: Option<Man>, piece: Piece) -> Choice {
    let lines = match piece {
        Piece::Queen => "files, ranks and diagonals",
        Piece::Rook => "files and ranks",
        Piece::Bishop => "diagonals",
    };
    Choice {
        word: piece.letter().to_string(),
        label: capital(piece).to_owned(),
        note: format!("{} in hand, moves along {lines}", left(position, before, piece)),
        ends: false,
    }
}

fn moves(position: &Position, man: Man) -> Choice {
    let targets = position.targets(man.piece, man.square);
    let note = match targets.len() {
        1 => format!("can only go to {}", targets.listed()),
        many => format!("can go to {many} squares"),
    };
    Choice { word: man.to_string(), label: format!("{} {}", capital(man.piece), man.square), note, ends: false }
}

fn by_file(squares: Squares, label: impl Fn(Square) -> String, ends: bool) -> Vec<Choice> {
    let mut squares: Vec<_> = squares.into_iter().collect();
    squares.sort_unstable_by_key(|square| (square.file(), square.rank()));
    let choice = |square: Square| Choice { word: square.to_string(), label: label(square), note: String::new(), ends };
    squares.into_iter().map(choice).collect()
}

/// A kind's name at the beginning of a line.
pub(super) const fn capital(piece: Piece) -> &'static str {
    match piece {
        Piece::Queen => "Queen",
        Piece::Rook => "Rook",
        Piece::Bishop => "Bishop",
    }
}
