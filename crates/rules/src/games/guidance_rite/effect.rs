//! Every possible effect on a board, in small steps.
//!
//! The engine reports its changes as effects. Words, pictures and data are made from the effects alone.

use serde::{Deserialize, Serialize};

use super::order::{Idle, Item, Power, Shape};
use super::piece::{Arrows, Character, Piece};
use super::square::{Direction, Square};
use crate::game::Seat;

/// The reason for losing a character without giving it up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Lost {
    /// A Monster moved only one square.
    ShortMove,
    /// A Guardian captured over the edge.
    CaptureOverTheEdge,
}

/// One effect. As data: an object whose `effect` names the kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "effect", rename_all = "kebab-case")]
#[expect(missing_docs, reason = "each field is what its name says, and the variants say the rest")]
pub enum Effect {
    /// Only one seat claimed the square, and got the piece.
    Claimed { seat: Seat, square: Square, piece: Piece },
    /// Both seats claimed the square, and the piece was removed.
    Contested { square: Square, piece: Piece },
    /// Nobody claimed the piece in time, and it was removed.
    Cleared { square: Square, piece: Piece },
    /// A new piece was placed; `default` if the order was missing or lost a clash.
    Placed { seat: Seat, square: Square, shape: Shape, default: bool },
    /// Both seats chose the square for a new piece.
    Clashed { square: Square },
    /// A seat made no move.
    Passed { seat: Seat, why: Idle },
    /// A seat timed out; `strikes` counts its timeouts in the bout.
    Struck { seat: Seat, strikes: u8 },

    /// An item gave both pieces a black arrow.
    Honoured { seat: Seat, own: Square, own_direction: Direction, enemy: Square, enemy_direction: Direction },
    /// An item turned a piece.
    Rotated { seat: Seat, square: Square, character: Option<Character>, degrees: u16, arrows: Arrows },
    /// Two pieces exchanged characters; `one_has` and `two_has` are the new ones.
    Exchanged { seat: Seat, one: Square, one_has: Option<Character>, two: Square, two_has: Option<Character> },
    /// An item was no longer possible.
    ItemFailed { seat: Seat, item: Item },
    /// A move was no longer legal.
    MoveFailed { seat: Seat, from: Square, to: Square },
    /// A power was no longer possible, or had no effect.
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
    /// A Guardian exchanged places with a moved piece and lost its character.
    Displaced { seat: Seat, from: Square, to: Square },
    /// A piece was captured.
    Captured { by: Seat, square: Square, owner: Option<Seat>, character: Option<Character> },
    /// A piece was removed because two pieces arrived at once.
    Collided { square: Square, owner: Option<Seat>, character: Option<Character> },

    /// A Rat turned after its move.
    Turned { square: Square, arrows: Arrows },
    /// A Crow's arrow turned grey after a jump.
    Greyed { square: Square, direction: Direction },
    /// A Lizard lost the arrow that it moved along.
    Dropped { square: Square, direction: Direction },
    /// A Lizard grew new arrows.
    Regrew { square: Square, arrows: Arrows },
    /// A piece lost its character by its own move.
    CharacterLost { square: Square, character: Character, why: Lost },
    /// A piece captured an own piece, and got a grey arrow for each of its black ones.
    Absorbed { square: Square, arrows: Arrows },
    /// A piece took the character of the captured piece.
    Adopted { square: Square, before: Option<Character>, after: Option<Character> },
    /// A piece was marked.
    Marked { square: Square },

    /// A Rat was given up and turned by half a circle.
    TurnedBack { seat: Seat, square: Square, arrows: Arrows },
    /// A Crow was given up to restore this many arrows.
    CrowSpent { seat: Seat, square: Square, arrows: u8 },
    /// A grey arrow became black.
    Restored { square: Square, direction: Direction },
    /// A Lizard was given up for a black arrow.
    Gifted { seat: Seat, square: Square, direction: Direction },
    /// A Monster was given up to bite off an arrow.
    Bit { seat: Seat, square: Square, target: Square, character: Option<Character>, direction: Direction, grey: bool },
}

impl Effect {
    /// Whether the effect removed a piece by capture or collision.
    #[must_use]
    pub const fn removes(&self) -> bool {
        matches!(self, Self::Captured { .. } | Self::Collided { .. })
    }
}
