//! The rules for players, with the values in force; see `rules.md`.

use serde_json::Map;

use super::WarriorsDeath;
use super::ruleset::Ruleset;
use super::unit::Unit;
use crate::game::{Manual, Prompt, RulesPicture, SetupError, played};

impl Manual for WarriorsDeath {
    const RULES: &'static str = include_str!("rules.md");

    const GUIDE: &'static [(Prompt, &'static str)] = &[
        (
            "unit",
            "Send one unit. The stronger one wins the round, and then both normally die. A death is worth points, too: see **Rules**.",
        ),
        (
            "break",
            "The bout is over: 3 points for each round truly won, and the strength of each dead unit. The next one begins with all units back.",
        ),
    ];

    const LESSONS: &'static [(&'static str, &'static str)] = &[
        ("round", "Strengths and points stay hidden until the bout is over. Keep your own notes."),
        ("upset", "The lower number was announced as the winner: an ability can do that, or a Blue Mage in disguise."),
        ("alike", "Equal strengths win for nobody. Either unit may be a Blue Mage in disguise."),
        (
            "tie",
            "A tie is announced for equal strengths. A Blue Mage also hides who won: in round 1 behind a tie, later behind the last result.",
        ),
        ("tied-bout", "A tied bout counts for nobody."),
    ];

    fn words(_: &Ruleset) -> Vec<(&'static str, String)> {
        let line = |unit: Unit| format!("**{} {}** ({}): {}", unit.number(), unit.name(), unit.short(), unit.ability());
        vec![("units", Unit::ALL.map(line).join("\n"))]
    }

    fn example(ruleset: &Ruleset) -> Result<RulesPicture, SetupError> {
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
        Ok(RulesPicture::captioned(&view, words))
    }
}
