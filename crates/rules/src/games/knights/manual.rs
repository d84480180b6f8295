//! The rules for players, with the values in force; see `rules.md`.

use serde_json::Map;

use super::Knights;
use super::position::Ruleset;
use crate::game::{Example, Manual, Prompt, SetupError, played};

impl Manual for Knights {
    const RULES: &'static str = include_str!("rules.md");

    const GUIDE: &'static [(Prompt, &'static str)] = &[(
        "turn",
        "Choose two actions: spawn a knight, move one, or claim a square for points. Both orders are carried out together, so think of where \
         the other will be.",
    )];

    fn example(ruleset: &Ruleset) -> Result<Example, SetupError> {
        let turns = [
            ("move b5-c3, claim c3", "move d1-e3, claim e3"),
            ("spawn b5, move e5-d3", "move b1-d2, claim d2"),
            ("move d3-e1, claim e1", "spawn b1, move d2-b3"),
            ("move c3-b1, claim b1", "spawn d1, move b3-a5"),
        ];
        let words = "The last turn: arrows are moves, a cross is a knight removed, +1 what a claim scored, “new” a knight spawned. A square's colour \
                     stays.";
        Ok(Example::captioned(&played::<Self>(ruleset, Map::new(), &turns)?, words))
    }
}
