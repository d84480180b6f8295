//! The rules for players, with the values in force; see `rules.md`.

use serde_json::Map;

use super::CastleSiege;
use super::battle_tables::BattleTable;
use super::ruleset::Ruleset;
use crate::game::{Manual, Prompt, RulesPicture, SetupError, played};

impl Manual for CastleSiege {
    const RULES: &'static str = include_str!("rules.md");

    const GUIDE: &'static [(Prompt, &'static str)] = &[
        (
            "allocation",
            "ATK (attack) wins battles and sieges, DEF (defence) holds the castle, HP (health) lets a unit recover.",
        ),
        (
            "actions",
            "If you send more attackers than the enemy, the extra ones besiege the castle. If nobody defends it, it falls. Fights cost EXH \
             (exhaustion); a unit with 3 cannot attack or defend. After the last round the higher total of ATK + DEF + HP − EXH wins.",
        ),
        ("actions", "Your highest ATK meets the enemy's highest. The lowest of the larger group besieges the castle."),
        ("actions", "Recover takes EXH away. Only a unit with at least 1 HP can recover."),
        (
            "actions",
            "A castle with a defender does not fall. If several units recover, all but one lose a point of HP.",
        ),
        ("break", "Both allocations are settled. The first round begins at the start time."),
    ];

    const LESSONS: &'static [(&'static str, &'static str)] = &[
        ("walls-hold", "Attackers who meet nobody besiege the castle: their ATK against the DEF of its defenders."),
        ("walls-even", "Attackers who meet nobody besiege the castle: their ATK against the DEF of its defenders."),
        ("walls-battered", "Attackers who meet nobody besiege the castle: their ATK against the DEF of its defenders."),
        (
            "walls-outweighed",
            "Attackers who meet nobody besiege the castle: their ATK against the DEF of its defenders.",
        ),
        ("open-gate", "Nobody defended there. An attacker who met nobody would have won the match."),
        ("open-gates", "Nobody defended there. An attacker who met nobody would have won the match."),
        ("great-battle", "Attackers meet in the order of their ATK. Those who meet nobody besiege the castle."),
        (
            "battle",
            "A battle can exhaust a unit. With 3 exhaustion a unit cannot attack or defend; **recover** takes 1 away.",
        ),
    ];

    const SHORT: &'static [(&'static str, u32)] = &[("rounds", 4)];

    fn words(ruleset: &Ruleset) -> Vec<(&'static str, String)> {
        let Ruleset { battle_table, siege_table, .. } = ruleset;
        vec![
            ("battle_ours", battle_table.is_ours().to_string()),
            ("battle_rows", row_texts("Battle table", battle_table).join("\n")),
            ("siege_ours", siege_table.is_ours().to_string()),
            ("siege_rows", row_texts("Siege table", siege_table).join("\n")),
        ]
    }

    fn example(ruleset: &Ruleset) -> Result<RulesPicture, SetupError> {
        let even = "A 2/2/2 B 2/2/2 C 2/2/2 D 2/2/2 E 2/2/2";
        let rounds = [("A 4/2/1 B 4/2/1 C 2/2/2 D 0/2/3 E 0/2/3", even), ("AANND", "ANNDD"), ("AAAND", "AADDN")];
        let view = played::<Self>(ruleset, Map::new(), &rounds)?;
        let words =
            "Middle: the units that met, with their ATK. Walls: defenders. Gate: besiegers. Below: the rounds so far.";
        Ok(RulesPicture::captioned(&view, words))
    }
}

fn row_texts(title: &str, table: &BattleTable) -> Vec<String> {
    let whose = if table.is_ours() {
        "the original is lost, so this is our reconstruction"
    } else {
        "as the host has given it"
    };
    let rows = (1..)
        .zip(table.rows())
        .map(|(number, row): (u32, _)| format!("{number}. {}: {}", table.condition(row), table.effect(row)));
    std::iter::once(format!("{title}, {whose}:")).chain(rows).collect()
}

/// The rows of both tables in force, at most `most` characters.
pub(super) fn table_lines(ruleset: &Ruleset, most: usize) -> Vec<String> {
    let battle = row_texts("Battle table", &ruleset.battle_table);
    let siege = row_texts("Siege table", &ruleset.siege_table);
    let mut room = most;
    let mut lines = Vec::new();
    for line in battle.into_iter().chain(siege) {
        let length = line.chars().count() + 1;
        if length > room {
            lines.push("The rest is in the rules.".to_owned());
            break;
        }
        room -= length;
        lines.push(line);
    }
    lines
}
