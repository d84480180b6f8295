//! The ruleset values, and the differences between the two presets.

use serde::{Deserialize, Serialize};

use super::square::COLUMNS;
use crate::game::{Contest, Key, Kind, Preset, Seat};

/// The variant of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Variant {
    /// The eleventh Death Match: five rows.
    Dm11,
    /// The third Final Match: six rows, grey arrows, marks and items.
    Final,
}

impl Variant {
    /// The preset's id.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Dm11 => "dm11",
            Self::Final => "final",
        }
    }

    /// The number of rows of its boards.
    #[must_use]
    pub const fn rows(self) -> u8 {
        match self {
            Self::Dm11 => 5,
            Self::Final => 6,
        }
    }

    /// The number of squares of its boards.
    #[must_use]
    pub const fn squares(self) -> u8 {
        self.rows() * COLUMNS
    }

    /// Whether this is the variant in which grey arrows can be used for moves, captures of own pieces upgrade, and pieces have marks and
    /// items.
    #[must_use]
    pub const fn is_final(self) -> bool {
        matches!(self, Self::Final)
    }

    /// The kind of its matches.
    #[must_use]
    pub const fn contest(self) -> Contest {
        match self {
            Self::Dm11 => Contest::DeathMatch,
            Self::Final => Contest::FinalMatch,
        }
    }

    /// The number of pieces of each seat at which a bout may become drawn.
    #[must_use]
    pub const fn few(self) -> u8 {
        match self {
            Self::Dm11 => 3,
            Self::Final => 4,
        }
    }
}

/// The authority that declares a board state drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DrawnState {
    /// The dealer, automatically.
    Automatic,
    /// The host, on the dealer's suggestion.
    Host,
}

/// The ruleset values, and their preset.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ruleset {
    /// The preset's variant, which is not a ruleset value.
    pub variant: Variant,
    /// Longest review of a new board, in seconds.
    pub review_s: u64,
    /// Time for a claim, in seconds.
    pub claim_s: u64,
    /// Time to place a piece, in seconds.
    pub top_up_s: u64,
    /// Time to choose who goes first, in seconds.
    pub choose_s: u64,
    /// Time for a turn in bouts 1 and 2, in seconds.
    pub turn_s: u64,
    /// Time for a turn in bout 3, in seconds.
    pub simultaneous_turn_s: u64,
    /// The authority that declares a board state drawn.
    pub drawn_state: DrawnState,
    /// The seat that chooses who goes first in bout 1; `None` for the preset's own rule.
    pub chooser: Option<Seat>,
}

impl Ruleset {
    const fn new(variant: Variant) -> Self {
        Self {
            variant,
            review_s: 120,
            claim_s: 60,
            top_up_s: 60,
            choose_s: 60,
            turn_s: 90,
            simultaneous_turn_s: 120,
            drawn_state: DrawnState::Automatic,
            chooser: None,
        }
    }
}
#[must_use]
pub fn presets() -> Vec<Preset<Ruleset>> {
    vec![preset(Variant::Dm11, "Death Match 11"), preset(Variant::Final, "Final Match 3")]
}

fn preset(variant: Variant, name: &'static str) -> Preset<Ruleset> {
    Preset { id: variant.id(), name, contest: variant.contest(), ruleset: Ruleset::new(variant) }
}

pub(super) const KEYS: &[Key<'_>] = &[
    Key::timer("review_s", "Longest look at a new board; over early when both players are ready")
        .said(&[("*", "* s to look at a new board")]),
    Key::timer("claim_s", "Time for each claim round").said(&[("*", "* s for each claim")]),
    Key::timer("top_up_s", "Time to place each piece of the top-up").said(&[("*", "* s to place a piece")]),
    Key::timer("choose_s", "Time to choose who goes first in bout 1").said(&[("*", "* s to choose who goes first")]),
    Key::timer("turn_s", "Time for each turn of bouts 1 and 2").said(&[("*", "* s for each turn of bouts 1 and 2")]),
    Key::timer("simultaneous_turn_s", "Time for each simultaneous turn of bout 3")
        .said(&[("*", "* s for each turn of bout 3")]),
    Key::new(
        "drawn_state",
        Kind::Word(&["automatic", "host"]),
        "Whether a drawn board state is declared automatically or only suggested to the host",
    )
    .said(&[("host", "the host declares drawn board states"), ("*", "drawn board states are declared automatically")]),
    Key::new(
        "chooser",
        Kind::OptionalWord(&["ec", "dmo"]),
        "Who chooses who goes first in bout 1: ec, named first; dmo, named second; usual: as in the preset",
    )
    .said(&[("ec", "{ec} chooses who goes first in bout 1"), ("dmo", "{dmo} chooses who goes first in bout 1")]),
];
