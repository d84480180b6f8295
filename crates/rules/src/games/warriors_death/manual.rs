//! The rules for players, with the values in force; see `rules.md`.

use serde_json::Map;

use super::WarriorsDeath;
use super::position::Ruleset;
use super::unit::Unit;
use crate::game::{Example, Manual, Prompt, SetupError, played};

impl Manual for WarriorsDeath {
    const RULES: &'static str = include_str!("rules.md");

    const GUIDE: &'static [(Prompt, &'static str)] = &[
        (
            "unit",
            "Send one unit. The stronger one wins the round, and then both normally die. A death is worth points, too: see **Rules**.",
        ),
        ("break", "The bout is over. Read what became of it; the next one begins with all units back."),
    ];

    fn words(_: &Ruleset) -> Vec<(&'static str, String)> {
        let line = |unit: Unit| format!("**{} {}** ({}): {}", unit.number(), unit.name(), unit.short(), unit.ability());
        vec![("units", Unit::ALL.map(line).join("\n"))]
    }

    fn example(ruleset: &Ruleset) -> Result<Example, SetupError> {
        let rounds = [
            ("bard", "chocobo"),
            ("samurai", "sage"),
            ("reaper", "samurai"),
            ("blue-mage>dragoon", "reaper"),
            ("dark-knight", "dark-knight"),
            ("chocobo", "astrologian>black-mage"),
        ];
        let view = played::<Self>(ruleset, Map::new(), &rounds)?;
        let words = "A number points at the announced winner; bars are a tie. R5: shown in round 5. Nothing here says who is dead.";
        Ok(Example::captioned(&view, words))
    }
}
