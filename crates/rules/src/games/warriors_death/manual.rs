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
            "A bout scores 3 for each round won, plus the strength of each dead unit. The stronger unit wins a round; then both normally die.",
        ),
        ("unit", "A Samurai that wins lives on. A Reaper that loses counts 8 among the dead, whatever it was before."),
        (
            "unit",
            "An Astrologian names the unit that you expect. If that is right, it adds that unit's strength to its own.",
        ),
        (
            "unit",
            "A dead unit can be ordered: a Chocobo goes out instead. You only see what you have sent, not who is dead.",
        ),
        ("unit", "A Sage borrows the ability of the unit that it meets. A Bard gives your next two units +1 each."),
        (
            "unit",
            "A Black Mage that wins counts the enemy's strength among the dead. So it does best against strong units.",
        ),
        ("unit", "A Dark Knight may be sent once more, but only in the round right after its death."),
        ("unit", "A Dragoon that is 6 or more stronger than the enemy counts 3 more among the dead."),
        ("unit", "All units are ready again in the next bout. A unit alive at the end of a bout scores nothing."),
        (
            "break",
            "The bout is over: 3 points for each round truly won, and the strength of each dead unit. The next one begins with all units back.",
        ),
    ];

    const LESSONS: &'static [(&'static str, &'static str)] = &[
        (
            "round",
            "Both units normally die, and each dead unit scores its strength. Points stay hidden until the bout is over.",
        ),
        (
            "lower-number",
            "The lower number was announced as the winner: an ability can do that, or a Blue Mage in disguise.",
        ),
        ("upset", "The lower number was announced as the winner: an ability can do that, or a Blue Mage in disguise."),
        ("alike", "Equal strengths win for nobody. Either unit may be a Blue Mage in disguise."),
        (
            "tie",
            "Equal strengths are a tie. With a Blue Mage in play, the winner of the round before is announced instead, and in round 1 a tie.",
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
