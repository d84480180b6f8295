//! Conversions between the rules' position and the player's.

use super::bitboards::{Bitboards, IN_HAND, PIECES, Pawns, Step};
use super::placement::{self, Put};
use deathmatch_rules::games::blockade_chess::{Man, Move, PawnPlacement, Piece, Placement, Position, Side, Square};

/// The kind of the piece with an index.
const fn kind(place: u8) -> Piece {
    match place {
        0 => Piece::Queen,
        1 | 2 => Piece::Rook,
        _ => Piece::Bishop,
    }
}

const fn number(square: Square) -> u8 {
    square.rank() * 8 + square.file()
}

fn square(number: u8) -> Square {
    Square::new(number % 8, number / 8).expect("a number below 64")
}

impl Bitboards {
    /// Converts a position of the rules.
    pub fn of(position: &Position) -> Self {
        let board = position.board();
        let pieces = Side::ALL.map(|side| {
            let mut places = [IN_HAND; PIECES];
            for (kind, first) in [(Piece::Queen, 0), (Piece::Rook, 1), (Piece::Bishop, 3)] {
                for (place, square) in places[first..].iter_mut().zip(board.pieces(side, kind)) {
                    *place = number(square);
                }
            }
            places
        });
        let pawns = match position.ruleset().pawn_placement {
            PawnPlacement::SamePiece => Pawns::SamePiece,
            PawnPlacement::AnyOwnPiece => Pawns::AnyOwnPiece,
            PawnPlacement::Anywhere => Pawns::Anywhere,
        };
        let taken = board.occupied().into_iter().fold(0, |set, square| set | 1 << number(square));
        Self { pieces, taken, side: position.to_move() as usize, pawns }
    }

    /// Converts a move of the side to move to the rules' type.
    pub fn order(&self, step: Step) -> Move {
        let from = self.pieces[self.side][usize::from(step.piece)];
        Move { piece: kind(step.piece), from: square(from), to: square(step.to), pawn: square(step.pawn) }
    }
}

impl Put {
    /// Converts a placement to the rules' type.
    pub fn placement(self) -> Placement {
        let man = |(place, at): placement::Man| Man { piece: kind(place), square: square(at) };
        match self.second {
            None => Placement::one(man(self.first)),
            Some(second) => Placement::two(man(self.first), man(second)),
        }
    }

    /// The placement on a board turned or reflected in one of eight ways.
    pub fn turned(self, way: u8) -> Self {
        let turn = |(place, at): placement::Man| {
            let (file, rank) = (at % 8, at / 8);
            let (file, rank) = if way & 4 == 0 { (file, rank) } else { (rank, file) };
            let file = if way & 1 == 0 { file } else { 7 - file };
            let rank = if way & 2 == 0 { rank } else { 7 - rank };
            (place, rank * 8 + file)
        };
        Self { first: turn(self.first), second: self.second.map(turn) }
    }
}

#[cfg(test)]
mod tests {
    use rand::RngExt;

    use super::*;
    use deathmatch_rules::game::{Seat, Seed};
    use deathmatch_rules::games::blockade_chess::{Board, Order, Phase, Ruleset, Theme};

    #[test]
    fn moves_and_results_match_the_rules() {
        for pawn_placement in [PawnPlacement::SamePiece, PawnPlacement::AnyOwnPiece, PawnPlacement::Anywhere] {
            for number in 0..3 {
                let mut random = Seed::new(number.to_string()).generator("moves");
                let ruleset = Ruleset { pawn_placement, ..Ruleset::new(Theme::Blockade) };
                let mut position = Position::new(ruleset, Seat::Ec, Board::default());
                position.choose(Side::White);
                while position.outcome().is_none() {
                    let orders = position.orders();
                    let order = orders[random.random_range(0..orders.len())];
                    let board = Bitboards::of(&position);
                    let mut steps = Vec::new();
                    if position.phase() == Phase::Play {
                        board.each_step(|step| {
                            assert!(board.allows(step), "{step:?}");
                            steps.push(step);
                            true
                        });
                        let mut found: Vec<_> = steps.iter().map(|&step| board.order(step).to_string()).collect();
                        let mut expected: Vec<_> = orders.iter().map(ToString::to_string).collect();
                        found.sort();
                        expected.sort();
                        assert_eq!(found, expected, "{}", position.board());
                    }
                    match order {
                        Order::Placement(placement) => position.place(placement),
                        Order::Move(played) => {
                            let step = steps.into_iter().find(|&step| board.order(step) == played).expect("a move");
                            position.play(played);
                            let (made, next) = (board.after(step), Bitboards::of(&position));
                            assert_eq!((made.key(), made.taken, made.side), (next.key(), next.taken, next.side));
                        }
                        Order::Colour(..) => unreachable!("the colours are chosen"),
                    }
                }
                let mut moves = 0;
                Bitboards::of(&position).each_step(|_| {
                    moves += 1;
                    true
                });
                assert_eq!(moves, 0, "who has lost has no move");
            }
        }
    }

    #[test]
    fn placement_has_eight_symmetric_images() {
        let put = Put { first: (0, 1), second: None };
        let mut all: Vec<_> = (0..8).map(|way| put.turned(way).first.1).collect();
        all.sort_unstable();
        assert_eq!(all, [1, 6, 8, 15, 48, 55, 57, 62]);
    }
}
