//! The values a host may set, and what the two presets do differently.

use serde::{Deserialize, Serialize};

use super::square::COLUMNS;
use crate::game::{Contest, Key, Kind, Preset, Seat};

/// Which of the two games is played.
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

    /// Rows of its boards.
    #[must_use]
    pub const fn rows(self) -> u8 {
        match self {
            Self::Dm11 => 5,
            Self::Final => 6,
        }
    }

    /// Squares of its boards.
    #[must_use]
    pub const fn squares(self) -> u8 {
        self.rows() * COLUMNS
    }

    /// Whether it is the one with grey arrows to walk along, self-captures that upgrade, marks and items.
    #[must_use]
    pub const fn is_final(self) -> bool {
        matches!(self, Self::Final)
    }

    /// What its matches are played for.
    #[must_use]
    pub const fn contest(self) -> Contest {
        match self {
            Self::Dm11 => Contest::DeathMatch,
            Self::Final => Contest::FinalMatch,
        }
    }

    /// From how few pieces of a seat on a bout may become a drawn board state.
    #[must_use]
    pub const fn few(self) -> u8 {
        match self {
            Self::Dm11 => 3,
            Self::Final => 4,
        }
    }
}

/// Who says that a board state is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DrawnState {
    /// The dealer.
    Automatic,
    /// The host, on the dealer's suggestion.
    Host,
}

/// The values a host may set, and the preset they began with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ruleset {
    /// The preset; it is not a value.
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
    /// Who says that a board state is drawn.
    pub drawn_state: DrawnState,
    /// Who chooses who goes first in bout 1; `None` for the preset's own way.
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

/// The keys a host may set.
pub(super) const KEYS: &[Key<'_>] = &[
    Key::timer("review_s", "Longest review of a new board; over early when both players are ready")
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
        "Who chooses who goes first in bout 1: ec, named first; dmo, named second; null: as the preset has it",
    )
    .said(&[("ec", "{ec} chooses who goes first in bout 1"), ("dmo", "{dmo} chooses who goes first in bout 1")]),
];
