//! The two themes of the game: White and Black with pawns, or Red and Blue among statues.

use serde::{Deserialize, Serialize};

use super::piece::Side;

/// The theme: names and looks of the sides and of the pawns. The rules are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Theme {
    /// White and Black, with pawns.
    Blockade,
    /// Red and Blue, with statues.
    Garden,
}

impl Theme {
    /// A side's name as shown.
    #[must_use]
    pub const fn side(self, side: Side) -> &'static str {
        match (self, side) {
            (Self::Blockade, Side::White) => "White",
            (Self::Blockade, Side::Black) => "Black",
            (Self::Garden, Side::White) => "Red",
            (Self::Garden, Side::Black) => "Blue",
        }
    }

    /// A side's name in orders.
    #[must_use]
    pub const fn side_id(self, side: Side) -> &'static str {
        match (self, side) {
            (Self::Blockade, side) => side.id(),
            (Self::Garden, Side::White) => "red",
            (Self::Garden, Side::Black) => "blue",
        }
    }

    /// Whether the sides are named by colours that the picture has.
    #[must_use]
    pub const fn is_coloured(self) -> bool {
        matches!(self, Self::Garden)
    }

    /// The name of a blocker: `pawn`.
    #[must_use]
    pub const fn blocker(self) -> &'static str {
        match self {
            Self::Blockade => "pawn",
            Self::Garden => "statue",
        }
    }
}
