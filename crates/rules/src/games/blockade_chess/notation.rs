//! Parsing of orders against a view, the legal orders, and the menus for choosing one, word by word.
//!
//! - A placement has a word for each piece, `Qd4`. A move has the piece, its target square, and the pawn's square.
//! - Choices that do not fit into one menu are grouped by file; those of a placement also by kind of piece.

use super::mobility::Change;
use super::order::{Man, Order, Placement};
use super::order_parser;
use super::piece::Piece;
use super::position::{Phase, Position};
use super::square::{Square, Squares};
use super::tell::words;
use super::view::View;
use crate::game::{Choice, Legal, Notation, Refusal};

impl Notation for View {
    type Order = Order;

    fn parse(&self, text: &str) -> Result<Order, Refusal> {
        if self.awaits_order() {
            order_parser::read(self.position(), text)
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
            (_, Some(Draft::Moves(man))) => format!("Where does the {} on {} go?", man.piece.name(), man.square),
            (_, Some(Draft::Goes(..))) => format!("Where does its {} land?", position.theme().blocker()),
            (_, Some(Draft::AllPlaced(_) | Draft::Whole(..)) | None) => String::new(),
        }
    }

    fn in_words(&self, order: &Order) -> String {
        let man = |man: Man| format!("{} on {}", capital(man.piece), man.square);
        match order {
            Order::Colour(theme, side) => theme.side(*side).to_owned(),
            Order::Placement(placement) => placement.men().map(man).collect::<Vec<_>>().join(", "),
            Order::Move(played) => words(self.position().theme(), *played),
        }
    }

    /// A move that shuts in an own piece.
    fn harms(&self, order: &Order) -> bool {
        let Order::Move(played) = *order else { return false };
        let (side, mut position) = (self.position().to_move(), *self.position());
        position.play(played);
        Change::of_move(&position, side, played).shut_in.iter().any(|man| man.0 == side)
    }

    fn spelling(&self, word: &str) -> Option<&'static str> {
        match word {
            "queen" => Some("Q"),
            "rook" => Some("R"),
            "bishop" => Some("B"),
            blocker => (blocker == self.position().theme().blocker()).then_some(""),
        }
    }

    fn group(&self, choice: &Choice) -> Option<String> {
        let (piece, square) = match man(&choice.word) {
            Some(man) => (capital(man.piece).to_owned() + " in column ", man.square),
            None => ("Column ".to_owned(), choice.word.parse().ok()?),
        };
        Some(piece + &square.to_string()[..1])
    }
}

/// An unfinished order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Draft {
    /// No word yet.
    Nothing,
    /// The first of two pieces has its square.
    Placed(Man),
    /// All pieces of the step have their squares.
    AllPlaced(Placement),
    /// The piece to move is chosen.
    Moves(Man),
    /// The piece's target square is chosen.
    Goes(Man, Square),
    /// The move is complete.
    Whole(Man, Square, Square),
}

impl Draft {
    /// Parses words of the menus; `None` if no order begins like this.
    pub(super) fn read(position: &Position, path: &[String]) -> Option<Self> {
        path.iter().try_fold(Self::Nothing, |draft, word| draft.take(position, word))
    }

    fn take(self, position: &Position, word: &str) -> Option<Self> {
        match (position.phase(), self) {
            (Phase::Placement, Self::Nothing) => {
                let man = placeable(position, None, word)?;
                Some(if position.to_place() == 1 { Self::AllPlaced(Placement::one(man)) } else { Self::Placed(man) })
            }
            (_, Self::Placed(before)) => {
                let man = placeable(position, Some(before), word)?;
                Some(Self::AllPlaced(Placement::two(before, man)))
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
            Self::Nothing => placements(position, None),
            Self::Placed(man) => placements(position, Some(man)),
            Self::Moves(man) => by_file(position.targets(man.piece, man.square))
                .map(|square| choice(square.to_string(), format!("to {square}"), false))
                .collect(),
            Self::Goes(man, to) => {
                let blocker = position.theme().blocker();
                by_file(position.landings(man.piece, man.square, to))
                    .map(|square| choice(square.to_string(), format!("{blocker} on {square}"), true))
                    .collect()
            }
            Self::AllPlaced(_) | Self::Whole(..) => Vec::new(),
        }
    }
}

/// Parses the piece and the square of a word such as `Qd4`.
fn man(word: &str) -> Option<Man> {
    let piece = Piece::read(word.chars().next()?)?;
    Some(Man { piece, square: word.get(1..)?.parse().ok()? })
}

/// Parses a piece and its square, if it can be placed in this step after `before`.
fn placeable(position: &Position, before: Option<Man>, word: &str) -> Option<Man> {
    man(word).filter(|man| left(position, before, man.piece) > 0 && empty(position, before).has(man.square))
}

/// The placements possible in this step after `before`, by kind and file.
fn placements(position: &Position, before: Option<Man>) -> Vec<Choice> {
    let ends = before.is_some() || position.to_place() == 1;
    let kinds = Piece::ALL.into_iter().filter(|&piece| left(position, before, piece) > 0);
    let men = kinds.flat_map(|piece| by_file(empty(position, before)).map(move |square| Man { piece, square }));
    men.map(|man| choice(man.to_string(), format!("{} on {}", capital(man.piece), man.square), ends)).collect()
}

fn left(position: &Position, before: Option<Man>, piece: Piece) -> u32 {
    let used = u32::from(before.is_some_and(|man| man.piece == piece));
    position.board().in_hand(position.to_move(), piece).saturating_sub(used)
}

fn empty(position: &Position, before: Option<Man>) -> Squares {
    let occupied = position.board().occupied();
    !before.map_or(occupied, |man| occupied.with(man.square))
}

/// The pieces of the side to move that have a target square.
fn movable(position: &Position) -> impl Iterator<Item = Man> {
    let own = position.board().all_pieces(position.to_move());
    own.filter(|&(piece, square)| !position.targets(piece, square).is_empty())
        .map(|(piece, square)| Man { piece, square })
}

fn colours(position: &Position) -> Vec<Choice> {
    let theme = position.theme();
    let notes = ["places the first piece and moves first", "places the last piece and moves second"];
    let choice = |(side, note): (_, &str)| Choice {
        word: theme.side_id(side).to_owned(),
        label: theme.side(side).to_owned(),
        note: note.to_owned(),
        ends: true,
    };
    super::piece::Side::ALL.into_iter().zip(notes).map(choice).collect()
}

fn moves(position: &Position, man: Man) -> Choice {
    let targets = position.targets(man.piece, man.square);
    let note = match targets.len() {
        1 => format!("can only go to {}", targets.listed()),
        many => format!("can go to {many} squares"),
    };
    Choice { word: man.to_string(), label: format!("{} {}", capital(man.piece), man.square), note, ends: false }
}

fn by_file(squares: Squares) -> impl Iterator<Item = Square> {
    let mut squares: Vec<_> = squares.into_iter().collect();
    squares.sort_unstable_by_key(|square| (square.file(), square.rank()));
    squares.into_iter()
}

fn choice(word: String, label: String, ends: bool) -> Choice {
    Choice { word, label, note: String::new(), ends }
}

/// The name of a kind at the beginning of a line.
pub(super) const fn capital(piece: Piece) -> &'static str {
    match piece {
        Piece::Queen => "Queen",
        Piece::Rook => "Rook",
        Piece::Bishop => "Bishop",
    }
}
