//! The rules for players, with the values in force; see `rules.md`.

use serde_json::Map;

use super::Knights;
use super::ruleset::Ruleset;
use crate::game::{Manual, Prompt, RulesPicture, SetupError, played};

impl Manual for Knights {
    const RULES: &'static str = include_str!("rules.md");

    const GUIDE: &'static [(Prompt, &'static str)] = &[
        (
            "turn",
            "Choose two different actions: move a knight, claim its square for points, or spawn a knight on an empty home square. Both orders \
             are carried out together, so think of where the other will be.",
        ),
        ("turn", "Claims are worth more as the board fills: 1 point at first, 5 for the last square."),
        ("turn", "The two actions must differ, and the same pair may not come more than three turns in a row."),
        ("turn", "A square keeps its colour for good. Claim squares that the other could reach first."),
        ("turn", "A knight that moves away cannot be taken. One that stays can, if an enemy knight jumps there."),
    ];

    const LESSONS: &'static [(&'static str, &'static str)] = &[
        (
            "capture",
            "A knight that is taken is worth a point to its taker. The squares that it claimed keep their colour.",
        ),
        (
            "exchange",
            "A knight that is taken is worth a point to its taker. The squares that it claimed keep their colour.",
        ),
        ("fresh", "A new knight can be taken in the turn in which it appears."),
        ("collision", "Two knights that move to the same square are both removed, for a point each."),
        ("foiled", "Captures come before claims: a knight that is gone claims nothing."),
    ];

    fn example(ruleset: &Ruleset) -> Result<RulesPicture, SetupError> {
        let turns = [
            ("move b5-c3, claim c3", "move d1-e3, claim e3"),
            ("spawn b5, move e5-d3", "move b1-d2, claim d2"),
            ("move d3-e1, claim e1", "spawn b1, move d2-b3"),
            ("move c3-b1, claim b1", "spawn d1, move b3-a5"),
        ];
        let words = "The last turn: arrows are moves, a cross is a knight removed, +1 what a claim scored, “new” a knight spawned. A square's colour \
                     stays.";
        Ok(RulesPicture::captioned(&played::<Self>(ruleset, Map::new(), &turns)?, words))
    }
}
