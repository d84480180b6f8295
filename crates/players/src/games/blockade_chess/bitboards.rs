//! The position in the player's representation: a set of occupied squares, and the square of each piece.
//!
//! A side without a piece move has no complete move either: after any piece move, the vacated square can be closed.

use super::square_sets::{Bits, diagonal, squares, straight};

/// The number of a side's pieces; their indices are a queen, two rooks, two bishops.
pub const PIECES: usize = 5;
/// The square of a piece that is not on the board.
pub const IN_HAND: u8 = 64;

/// The rule for the pawn; see the ruleset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pawns {
    SamePiece,
    AnyOwnPiece,
    Anywhere,
}

/// A position during placement or play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bitboards {
    /// Each side's pieces, White's first.
    pub pieces: [[u8; PIECES]; 2],
    /// All occupied squares.
    pub taken: Bits,
    /// The side to move, 0 for White.
    pub side: usize,
    pub pawns: Pawns,
}

/// A complete move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Step {
    /// The index of the moving piece.
    pub piece: u8,
    pub to: u8,
    pub pawn: u8,
}

/// The squares that a piece, given by index, reaches from a square.
#[inline]
pub fn reach(piece: usize, from: u8, taken: Bits) -> Bits {
    let at = 1 << from;
    let all = match piece {
        0 => straight(at, !taken) | diagonal(at, !taken),
        1 | 2 => straight(at, !taken),
        _ => diagonal(at, !taken),
    };
    all & !at
}

impl Bitboards {
    /// A side's queen, rooks and bishops on the board.
    #[inline]
    pub fn sets(&self, side: usize) -> [Bits; 3] {
        let at = |place: usize| 1_u64.checked_shl(u32::from(self.pieces[side][place])).unwrap_or(0);
        [at(0), at(1) | at(2), at(3) | at(4)]
    }

    /// The squares for the pawn after a piece of the side to move has moved to `to`.
    #[inline]
    fn landings(&self, piece: usize, to: u8) -> Bits {
        let mine = &self.pieces[self.side];
        let without = self.taken & !(1 << mine[piece]);
        match self.pawns {
            Pawns::SamePiece => reach(piece, to, without),
            Pawns::AnyOwnPiece => {
                let taken = without | 1 << to;
                let others = (0..PIECES).filter(|&other| other != piece);
                others.fold(reach(piece, to, taken), |all, other| all | reach(other, mine[other], taken))
            }
            Pawns::Anywhere => !(without | 1 << to),
        }
    }

    /// Visits the moves of the side to move, until `each` returns `false`.
    #[inline]
    pub fn each_step(&self, mut each: impl FnMut(Step) -> bool) {
        for (piece, &from) in self.pieces[self.side].iter().enumerate() {
            for to in squares(reach(piece, from, self.taken)) {
                for pawn in squares(self.landings(piece, to)) {
                    if !each(Step { piece: place(piece), to, pawn }) {
                        return;
                    }
                }
            }
        }
    }

    /// Whether the side to move has this move.
    #[inline]
    pub fn allows(&self, step: Step) -> bool {
        let piece = usize::from(step.piece);
        let there = |set: Bits, square: u8| set >> square & 1 == 1;
        there(reach(piece, self.pieces[self.side][piece], self.taken), step.to)
            && there(self.landings(piece, step.to), step.pawn)
    }

    /// The position after a move.
    #[inline]
    #[must_use]
    pub fn after(&self, step: Step) -> Self {
        let mut next = *self;
        let piece = &mut next.pieces[self.side][usize::from(step.piece)];
        next.taken = (self.taken & !(1 << *piece)) | (1 << step.to) | (1 << step.pawn);
        *piece = step.to;
        next.side ^= 1;
        next
    }

    /// A hash of the position, equal for exchanged pieces of one kind.
    #[inline]
    pub fn key(&self) -> u64 {
        let mut key = mix(self.taken ^ (self.side as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        for side in 0..2 {
            for (kind, set) in self.sets(side).into_iter().enumerate() {
                key = mix(key ^ set.wrapping_mul(2 * (3 * side + kind) as u64 + 0x1_0001));
            }
        }
        key
    }
}

/// The index of a piece in the type of a move.
fn place(piece: usize) -> u8 {
    u8::try_from(piece).expect("there are five places")
}

/// Spreads every bit over all others (the finaliser of Steele, Lea and Flood's `SplitMix`, 2014).
#[inline]
const fn mix(mut key: u64) -> u64 {
    key = (key ^ (key >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    key = (key ^ (key >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    key ^ (key >> 31)
}
