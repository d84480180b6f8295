//! The position, which is the whole state of a match: this game has no hidden information.
//!
//! - A side to move without a complete move has lost as soon as the position arises. So a position in play always has a move.
//! - No square holds more than one piece or pawn.

use serde::{Deserialize, Serialize};

use super::board::Board;
use super::order::{Man, Move, Order, Placement};
use super::piece::{Piece, Side};
use super::ruleset::{PawnPlacement, Ruleset};
use super::square::{Square, Squares};
use super::theme::Theme;
use crate::game::{Outcome, Reason, Seat};

/// The placement steps: the side to place, and the number of pieces.
const SNAKE: [(Side, u32); 6] =
    [(Side::White, 1), (Side::Black, 2), (Side::White, 2), (Side::Black, 2), (Side::White, 2), (Side::Black, 1)];

/// The phases of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// The chooser chooses a colour.
    Colours,
    /// The sides place their pieces.
    Placement,
    /// The sides move pieces and add pawns.
    Play,
}

impl Phase {
    /// The id in the referee state.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Colours => "colours",
            Self::Placement => "placement",
            Self::Play => "play",
        }
    }
}

/// The last resolved order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Last {
    /// A side placed pieces.
    Placed(Side, Placement),
    /// A side moved a piece.
    Moved(Side, Move),
}

/// The whole state of a match, without its clocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Position {
    ruleset: Ruleset,
    chooser: Seat,
    phase: Phase,
    white: Option<Seat>,
    to_move: Side,
    board: Board,
    ply: u32,
    last: Option<Last>,
    outcome: Option<Outcome>,
}

impl Position {
    /// An empty board before the choice of colours.
    #[must_use]
    pub const fn new(ruleset: Ruleset, chooser: Seat, board: Board) -> Self {
        Self {
            ruleset,
            chooser,
            phase: Phase::Colours,
            white: None,
            to_move: Side::White,
            board,
            ply: 0,
            last: None,
            outcome: None,
        }
    }

    /// A position from which play starts.
    pub(super) fn in_play(ruleset: Ruleset, chooser: Seat, board: Board, to_move: Side, white: Seat) -> Self {
        let mut position = Self::new(ruleset, chooser, board);
        position.phase = Phase::Play;
        position.white = Some(white);
        position.to_move = to_move;
        position.settle();
        position
    }

    /// The ruleset in force.
    #[must_use]
    pub const fn ruleset(&self) -> &Ruleset {
        &self.ruleset
    }

    /// The theme: names and looks of the sides and pawns.
    #[must_use]
    pub const fn theme(&self) -> Theme {
        self.ruleset.theme
    }

    /// The seat that chooses the colours.
    #[must_use]
    pub const fn chooser(&self) -> Seat {
        self.chooser
    }

    /// The phase; after the end, the phase in which the match ended.
    #[must_use]
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// The seat that plays White, once the colours are chosen.
    #[must_use]
    pub const fn white(&self) -> Option<Seat> {
        self.white
    }

    /// The seat that plays a side, once the colours are chosen.
    #[must_use]
    pub fn seat_of(&self, side: Side) -> Option<Seat> {
        self.white.map(|white| if side == Side::White { white } else { !white })
    }

    /// The side that a seat plays, once the colours are chosen.
    #[must_use]
    pub fn side_of(&self, seat: Seat) -> Option<Side> {
        self.white.map(|white| if seat == white { Side::White } else { Side::Black })
    }

    /// The side to move, or to move when the match ended; White during the choice of colours.
    #[must_use]
    pub const fn to_move(&self) -> Side {
        self.to_move
    }

    /// The asked seat; `None` once the match is over.
    #[must_use]
    pub fn awaited(&self) -> Option<Seat> {
        match (self.outcome, self.phase) {
            (Some(_), _) => None,
            (None, Phase::Colours) => Some(self.chooser),
            (None, Phase::Placement | Phase::Play) => self.seat_of(self.to_move),
        }
    }

    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The number of complete moves in play.
    #[must_use]
    pub const fn ply(&self) -> u32 {
        self.ply
    }

    /// The last resolved order.
    #[must_use]
    pub const fn last(&self) -> Option<Last> {
        self.last
    }

    /// The newest pawn or statue, if the last order was a move. It belongs to the side not to move.
    #[must_use]
    pub fn last_blocker(&self) -> Option<Square> {
        match self.last {
            Some(Last::Moved(_, played)) => Some(played.pawn),
            _ => None,
        }
    }

    /// The result by play.
    #[must_use]
    pub const fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// The step of the placement, from 0; 6 once all pieces are placed.
    #[must_use]
    pub fn placement_step(&self) -> usize {
        let placed = self.board.side(Side::White).len() + self.board.side(Side::Black).len();
        let ends = SNAKE.iter().scan(0, |sum, &(_, many)| {
            *sum += many;
            Some(*sum)
        });
        ends.take_while(|&end| end <= placed).count()
    }

    /// The number of pieces that the side to move places in this step.
    #[must_use]
    pub fn to_place(&self) -> u32 {
        SNAKE.get(self.placement_step()).map_or(0, |&(_, many)| many)
    }

    /// The squares that a piece on a square can reach.
    #[must_use]
    pub fn targets(&self, piece: Piece, from: Square) -> Squares {
        piece.reach(from, self.board.occupied())
    }

    /// The squares on which the pawn may land after a move of a piece of the side to move.
    #[must_use]
    pub fn landings(&self, piece: Piece, from: Square, to: Square) -> Squares {
        let occupied = self.board.occupied().without(from).with(to);
        match self.ruleset.pawn_placement {
            PawnPlacement::SamePiece => piece.reach(to, occupied),
            PawnPlacement::AnyOwnPiece => self
                .board
                .all_pieces(self.to_move)
                .map(|(each, square)| each.reach(if square == from { to } else { square }, occupied))
                .fold(Squares::default(), |all, squares| all | squares),
            PawnPlacement::Anywhere => !occupied,
        }
    }

    /// Whether a side has a piece with a target square. The square that it leaves is then open to the pawn under every rule, so the move
    /// can be completed.
    #[must_use]
    pub fn can_move(&self, side: Side) -> bool {
        self.board.all_pieces(side).any(|(piece, from)| !self.targets(piece, from).is_empty())
    }

    /// Every legal order of the asked seat, in no particular sequence.
    #[must_use]
    pub fn orders(&self) -> Vec<Order> {
        match (self.outcome, self.phase) {
            (Some(_), _) => Vec::new(),
            (None, Phase::Colours) => Side::ALL.map(|side| Order::Colour(self.theme(), side)).to_vec(),
            (None, Phase::Placement) => self.placements(),
            (None, Phase::Play) => self.moves(),
        }
    }

    fn moves(&self) -> Vec<Order> {
        let mut orders = Vec::with_capacity(256);
        for (piece, from) in self.board.all_pieces(self.to_move) {
            for to in self.targets(piece, from) {
                let landings = self.landings(piece, from, to);
                orders.extend(landings.into_iter().map(|pawn| Order::Move(Move { piece, from, to, pawn })));
            }
        }
        orders
    }

    fn placements(&self) -> Vec<Order> {
        let empty = !self.board.occupied();
        let hand = |piece| self.board.in_hand(self.to_move, piece);
        let men: Vec<Man> = Piece::ALL
            .into_iter()
            .filter(|&piece| hand(piece) > 0)
            .flat_map(|piece| empty.into_iter().map(move |square| Man { piece, square }))
            .collect();
        if self.to_place() == 1 {
            return men.into_iter().map(|man| Order::Placement(Placement::one(man))).collect();
        }
        let mut orders = Vec::with_capacity(16_000);
        for (index, &one) in men.iter().enumerate() {
            let fits = |other: &&Man| other.square != one.square && (other.piece != one.piece || hand(one.piece) > 1);
            let others = men[index + 1..].iter().filter(fits);
            orders.extend(others.map(|&other| Order::Placement(Placement::two(one, other))));
        }
        orders
    }

    /// Assigns the chosen side to the chooser.
    pub fn choose(&mut self, side: Side) {
        self.white = Some(if side == Side::White { self.chooser } else { !self.chooser });
        self.phase = Phase::Placement;
    }

    /// Places the pieces of a step.
    pub fn place(&mut self, placement: Placement) {
        let side = self.to_move;
        for man in placement.men() {
            self.board.put(side, man.piece, man.square);
        }
        self.last = Some(Last::Placed(side, placement));
        if let Some(&(next, _)) = SNAKE.get(self.placement_step()) {
            self.to_move = next;
        } else {
            self.phase = Phase::Play;
            self.to_move = Side::White;
            self.settle();
        }
    }

    /// Makes a move.
    pub fn play(&mut self, played: Move) {
        let side = self.to_move;
        self.board.take(side, played.piece, played.from);
        self.board.put(side, played.piece, played.to);
        self.board.block(played.pawn);
        self.last = Some(Last::Moved(side, played));
        self.ply += 1;
        self.to_move = !side;
        self.settle();
    }

    /// Ends the match by a loss on the clock of the side to move.
    pub(super) fn run_out_of_time(&mut self) {
        self.lose(Reason::Clock);
    }

    fn settle(&mut self) {
        if !self.can_move(self.to_move) {
            self.lose(Reason::Rules);
        }
    }

    fn lose(&mut self, reason: Reason) {
        self.outcome = self.seat_of(!self.to_move).map(|winner| Outcome { winner: Some(winner), reason });
    }
}
