//! The values a host may set.

use serde::{Deserialize, Serialize};

use super::theme::Theme;

/// The ruleset values, and the preset's theme.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ruleset {
    /// Time for the choice of colours, in seconds.
    pub colour_s: u64,
    /// Free time for a step of the placement, in seconds.
    pub placement_s: u64,
    /// Free time for a move, in seconds.
    pub move_s: u64,
    /// Each player's reserve for the match, in seconds.
    pub reserve_s: u64,
    /// The rule for the pawn's square.
    pub pawn_placement: PawnPlacement,
    /// The theme of the preset.
    pub theme: Theme,
}

impl Ruleset {
    /// A preset's values.
    #[must_use]
    pub const fn new(theme: Theme) -> Self {
        Self {
            colour_s: 60,
            placement_s: 60,
            move_s: 60,
            reserve_s: 300,
            pawn_placement: PawnPlacement::SamePiece,
            theme,
        }
    }
}

/// The squares on which a move's pawn may land.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PawnPlacement {
    /// Squares on the lines of the moved piece, from its new square.
    SamePiece,
    /// Squares on the lines of any own piece after the move.
    AnyOwnPiece,
    /// Any empty square.
    Anywhere,
}
