//! Everything that can happen on a board, one small thing at a time.
//!
//! The engine reports what it does as effects; words, pictures and data are made from them and from nothing else.

use serde::{Deserialize, Serialize};

use super::order::{Idle, Item, Power, Shape};
use super::piece::{Arrows, Character, Piece};
use super::square::{Direction, Square};
use crate::game::Seat;

/// Why a character was lost without giving it up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Lost {
    /// A Monster went only one square.
    ShortMove,
    /// A Guardian captured over the edge.
    CaptureOverTheEdge,
}

/// One thing that happened. As data: an object whose `effect` names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "effect", rename_all = "kebab-case")]
#[expect(missing_docs, reason = "each field is what its name says, and the variants say the rest")]
pub enum Effect {
    /// Only one seat named the square: the piece is its own.
    Claimed { seat: Seat, square: Square, piece: Piece },
    /// Both seats named the square: the piece is gone.
    Contested { square: Square, piece: Piece },
    /// Nobody claimed the piece in time: it is gone.
    Cleared { square: Square, piece: Piece },
    /// A new piece stands; by default where no order came or another was lost.
    Placed { seat: Seat, square: Square, shape: Shape, default: bool },
    /// Both seats chose the square for a new piece.
    Clashed { square: Square },
    /// A seat did not move.
    Passed { seat: Seat, why: Idle },
    /// A seat let its time run out for the so many-th time in the bout.
    Struck { seat: Seat, strikes: u8 },

    /// Both pieces got a black arrow.
    Honoured { seat: Seat, own: Square, own_direction: Direction, enemy: Square, enemy_direction: Direction },
    /// A piece was turned by an item.
    Rotated { seat: Seat, square: Square, character: Option<Character>, degrees: u16, arrows: Arrows },
    /// Two pieces exchanged characters; the characters are those they have after it.
    Exchanged { seat: Seat, one: Square, one_has: Option<Character>, two: Square, two_has: Option<Character> },
    /// An item could no longer be used.
    ItemFailed { seat: Seat, item: Item },
    /// A move was no longer legal.
    MoveFailed { seat: Seat, from: Square, to: Square },
    /// A power could no longer be used, or found nothing.
    PowerFailed { seat: Seat, power: Power },

    /// A grey arrow was used up.
    UsedUp { seat: Seat, square: Square, direction: Direction },
    /// A piece moved.
    Moved {
        seat: Seat,
        character: Option<Character>,
        from: Square,
        to: Square,
        direction: Direction,
        far: bool,
        wraps: bool,
    },
    /// A Guardian changed places with a moved piece and lost its character.
    Displaced { seat: Seat, from: Square, to: Square },
    /// A piece was captured.
    Captured { by: Seat, square: Square, owner: Option<Seat>, character: Option<Character> },
    /// A piece was removed where two arrived at once.
    Collided { square: Square, owner: Option<Seat>, character: Option<Character> },

    /// A Rat turned after its move.
    Turned { square: Square, arrows: Arrows },
    /// A Crow's arrow became grey after it jumped.
    Greyed { square: Square, direction: Direction },
    /// A Lizard lost the arrow it had used.
    Dropped { square: Square, direction: Direction },
    /// A Lizard grew new arrows.
    Regrew { square: Square, arrows: Arrows },
    /// A piece lost its character by its own move.
    CharacterLost { square: Square, character: Character, why: Lost },
    /// A piece got a grey arrow for each black one of the captured piece, which was on the same side.
    Absorbed { square: Square, arrows: Arrows },
    /// A piece took on the character of the piece that it captured.
    Adopted { square: Square, before: Option<Character>, after: Option<Character> },
    /// A piece was marked.
    Marked { square: Square },

    /// A Rat was given up and turned by half a circle.
    TurnedBack { seat: Seat, square: Square, arrows: Arrows },
    /// A Crow was given up for so many arrows.
    CrowSpent { seat: Seat, square: Square, arrows: u8 },
    /// A grey arrow became black.
    Restored { square: Square, direction: Direction },
    /// A Lizard was given up for a black arrow.
    Gifted { seat: Seat, square: Square, direction: Direction },
    /// A Monster was given up and bit an arrow off.
    Bit { seat: Seat, square: Square, target: Square, character: Option<Character>, direction: Direction, grey: bool },
}

impl Effect {
    /// Whether a piece left the board.
    #[must_use]
    pub const fn removes(&self) -> bool {
        matches!(self, Self::Captured { .. } | Self::Collided { .. })
    }
}
