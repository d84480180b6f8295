//! The values a host may set.

use serde::{Deserialize, Serialize};

use super::battle_tables::{BattleTable, read_battle, read_siege};
use crate::game::{Contest, Key, Kind, Preset};

/// The values a host may set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ruleset {
    /// Time for the allocation, in seconds; with a start time, the shortest time.
    pub allocation_s: u64,
    /// Time for the actions of a round, in seconds.
    pub actions_s: u64,
    /// The last round.
    pub rounds: u32,
    /// The effects of a battle on its two units.
    #[serde(deserialize_with = "read_battle")]
    pub battle_table: BattleTable,
    /// The effects of a siege on both sides.
    #[serde(deserialize_with = "read_siege")]
    pub siege_table: BattleTable,
}

impl Default for Ruleset {
    fn default() -> Self {
        Self {
            allocation_s: 600,
            actions_s: 180,
            rounds: 40,
            battle_table: BattleTable::battle(),
            siege_table: BattleTable::siege(),
        }
    }
}
pub(super) fn presets() -> Vec<Preset<Ruleset>> {
    vec![Preset { id: "gauntlet", name: "Gauntlet", contest: Contest::DeathMatch, ruleset: Ruleset::default() }]
}

/// The keys of the ruleset.
pub(super) const KEYS: &[Key<'_>] = &[
    Key::timer("allocation_s", "Time to allocate statistics; with a start time, the least time for it")
        .said(&[("*", "* s for the allocation")]),
    Key::timer("actions_s", "Time to choose the five actions of a round")
        .said(&[("*", "* s for each round's actions")]),
    Key::new("rounds", Kind::Whole { min: 1, max: 1000, unit: "" }, "The last round")
        .said(&[("*", "* rounds at most")]),
    Key::new("battle_table", Kind::Data, "The battle table, a list of rows, in place of the reconstruction")
        .said(&[("*", "a battle table of the host's")]),
    Key::new("siege_table", Kind::Data, "The siege table, a list of rows, in place of the reconstruction")
        .said(&[("*", "a siege table of the host's")]),
];
