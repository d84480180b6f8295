//! The parser of orders: first the text alone, then the text against a position.
//!
//! - A text that does not match the phase's notation is unreadable. One that matches but is impossible is illegal.
//! - Case does not matter, any white space is a space, and a run of separators counts as one. No separator may stand at either end.
//! - Colours: `white`, `black`, `red`, `blue`.
//! - Placement: `Qd4`, `Ra1 Bc3`; spaces, commas or nothing between pieces, and spaces allowed after a letter.
//! - Play: `Qd4-d7/f5`; spaces, `,`, `/`, `-` or nothing between squares. The letter may be left out, and spaces may follow it. If there
//!   are four squares, the third must repeat the second. The number of characters decides whether the first one is a letter.

use super::order::{Man, Move, Order, Placement};
use super::piece::{Piece, Side};
use super::position::{Phase, Position};
use super::square::{Square, Squares};
use crate::game::Refusal;

/// Parses an order of the asked seat.
pub(super) fn read(position: &Position, text: &str) -> Result<Order, Refusal> {
    let text = text.trim();
    match position.phase() {
        Phase::Colours => colour(position, text),
        Phase::Placement => placement(position, text),
        Phase::Play => play(position, text),
    }
}

fn colour(position: &Position, text: &str) -> Result<Order, Refusal> {
    let side = match text.to_ascii_lowercase().as_str() {
        "white" | "red" => Side::White,
        "black" | "blue" => Side::Black,
        _ => return Err(Refusal::unknown()),
    };
    Ok(Order::Colour(position.theme(), side))
}

/// The characters still to be parsed.
struct Rest<'a>(std::iter::Peekable<std::str::Chars<'a>>);

impl<'a> Rest<'a> {
    fn of(text: &'a str) -> Self {
        Self(text.chars().peekable())
    }

    fn is_empty(&mut self) -> bool {
        self.0.peek().is_none()
    }

    fn skip(&mut self, separators: &[char]) {
        while self.0.next_if(|&letter| separates(letter, separators)).is_some() {}
    }

    /// Parses the letter of a piece and the spaces after it.
    fn piece(&mut self) -> Option<Piece> {
        let piece = Piece::read(self.0.next()?)?;
        self.skip(&[]);
        Some(piece)
    }

    fn square(&mut self) -> Option<Square> {
        Square::read(self.0.next()?, self.0.next()?)
    }
}

/// Whether a character is white space or one of these separators.
fn separates(letter: char, separators: &[char]) -> bool {
    letter.is_whitespace() || separators.contains(&letter)
}

/// The pieces and squares of a placement, as written.
fn men(text: &str) -> Option<Vec<Man>> {
    let mut rest = Rest::of(text);
    let mut men = Vec::new();
    loop {
        men.push(Man { piece: rest.piece()?, square: rest.square()? });
        if rest.is_empty() {
            return Some(men);
        }
        rest.skip(&[',']);
    }
}

/// The letter and the two to four squares of a move, as written. Two squares lack the pawn's.
fn squares(text: &str) -> Option<(Option<Piece>, Vec<Square>)> {
    const BETWEEN: &[char] = &[',', '/', '-'];
    let letters = text.chars().filter(|&letter| !separates(letter, BETWEEN)).count();
    let mut rest = Rest::of(text);
    let piece = if letters % 2 == 1 { Some(rest.piece()?) } else { None };
    let mut squares = Vec::new();
    loop {
        squares.push(rest.square()?);
        if rest.is_empty() {
            break;
        }
        rest.skip(BETWEEN);
    }
    matches!(squares.len(), 2..=4).then_some((piece, squares))
}

fn placement(position: &Position, text: &str) -> Result<Order, Refusal> {
    let (side, many) = (position.to_move(), position.to_place());
    let hand = |piece| position.board().in_hand(side, piece);
    let men = men(text).ok_or_else(Refusal::unknown)?;
    if men.len() != many as usize {
        return Err(Refusal::illegal(wanted(position)));
    }
    for (index, man) in men.iter().enumerate() {
        let before = &men[..index];
        let used = before.iter().filter(|other| other.piece == man.piece).count();
        if used >= hand(man.piece) as usize {
            let name = man.piece.name();
            let more = if hand(man.piece) == 0 { format!("no {name}") } else { format!("only one {name}") };
            return Err(Refusal::illegal(format!(
                "You have {more} left to place; you hold {}.",
                in_hand(position, side)
            )));
        }
        if position.board().occupied().has(man.square) {
            return Err(Refusal::illegal(format!("{} is occupied; choose an empty square.", man.square)));
        }
        if before.iter().any(|other| other.square == man.square) {
            return Err(Refusal::illegal(format!("Both pieces cannot stand on {}; choose two squares.", man.square)));
        }
    }
    Ok(Order::Placement(match men[..] {
        [one, other] => Placement::two(one, other),
        _ => Placement::one(men[0]),
    }))
}

/// The pieces that the side to move must place: `Place two of queen, rook, rook.`
fn wanted(position: &Position) -> String {
    let many = if position.to_place() == 1 { "one piece" } else { "two pieces" };
    format!("Place {many} out of {}.", in_hand(position, position.to_move()))
}

/// The pieces that a side has yet to place: `queen, rook, rook`.
pub(super) fn in_hand(position: &Position, side: Side) -> String {
    let names = Piece::ALL
        .into_iter()
        .flat_map(|piece| std::iter::repeat_n(piece.name(), position.board().in_hand(side, piece) as usize));
    let names: Vec<_> = names.collect();
    if names.is_empty() { "nothing".to_owned() } else { names.join(", ") }
}

fn play(position: &Position, text: &str) -> Result<Order, Refusal> {
    let blocker = position.theme().blocker();
    let (letter, squares) = squares(text).ok_or_else(Refusal::unknown)?;
    let (from, to, pawn) = match squares[..] {
        [from, to] => {
            let piece = check_piece(position, letter, from, to).map_err(|why| Refusal::unreadable(why.message))?;
            let pawn = position.landings(piece, from, to).into_iter().next().ok_or_else(Refusal::unknown)?;
            let example = Move { piece, from, to, pawn };
            return Err(Refusal::unreadable(format!("Say where the {blocker} lands, too, such as `{example}`.")));
        }
        [from, to, pawn] => (from, to, pawn),
        [from, to, again, pawn] if again == to => (from, to, pawn),
        _ => {
            return Err(Refusal::illegal(format!("Name three squares: from, to, {blocker}, such as `Qe5-e3/e2`.")));
        }
    };
    let piece = check_piece(position, letter, from, to)?;
    let landings = position.landings(piece, from, to);
    if !landings.has(pawn) {
        let where_to = only(landings, "choose another square", "it can land on");
        return Err(Refusal::illegal(format!(
            "After {} {from} to {to} the {blocker} cannot land on {pawn}; {where_to}.",
            piece.name()
        )));
    }
    Ok(Order::Move(Move { piece, from, to, pawn }))
}

/// Checks the first part of a move, and returns the moving piece.
fn check_piece(position: &Position, letter: Option<Piece>, from: Square, to: Square) -> Result<Piece, Refusal> {
    let piece = match position.board().piece_at(from) {
        Some((side, piece)) if side == position.to_move() => piece,
        _ => {
            let own = position.board().all_pieces(position.to_move());
            let own: Vec<_> = own.map(|(piece, square)| Man { piece, square }.to_string()).collect();
            return Err(Refusal::illegal(format!(
                "None of your pieces stands on {from}; yours are {}.",
                own.join(", ")
            )));
        }
    };
    if letter.is_some_and(|letter| letter != piece) {
        let name = piece.name();
        return Err(Refusal::illegal(format!("Your piece on {from} is a {name}; write `{}{from}`.", piece.letter())));
    }
    let targets = position.targets(piece, from);
    if !targets.has(to) {
        let where_to = only(targets, "it has no square to go to, so move another piece", "it can go to");
        let occupied = if position.board().occupied().has(to) { format!("{to} is occupied. ") } else { String::new() };
        let name = piece.name();
        return Err(Refusal::illegal(format!("{occupied}Your {name} on {from} cannot go to {to}; {where_to}.")));
    }
    Ok(piece)
}

fn only(squares: Squares, none: &str, some: &str) -> String {
    if squares.is_empty() { none.to_owned() } else { format!("{some} {}", squares.listed()) }
}
