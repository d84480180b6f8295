//! The rules for players, in our own words and with the figures and tables in force.

use serde_json::Map;

use super::CastleSiege;
use super::budget::{BUDGET, MOST_STAT, MOST_UNIT};
use super::ruleset::Ruleset;
use super::table::Table;
use crate::game::{Example, Line, Manual, Page, PrivateOrders, Rules, Section, SetupError, played};

impl Manual for CastleSiege {
    fn page(ruleset: &Ruleset, private_orders: PrivateOrders) -> Page {
        let sections = vec![
            in_short(ruleset),
            allocation(ruleset),
            actions(ruleset),
            orders(private_orders),
            battle(ruleset),
            siege(ruleset),
            rest(),
            shown(),
            end(ruleset),
        ];
        Page { title: CastleSiege::ABOUT.name.to_owned(), sections }
    }

    fn example(ruleset: &Ruleset) -> Result<Example, SetupError> {
        let even = "A 2/2/2 B 2/2/2 C 2/2/2 D 2/2/2 E 2/2/2";
        let rounds = [("A 4/2/1 B 4/2/1 C 2/2/2 D 0/2/3 E 0/2/3", even), ("AANND", "ANNDD"), ("AAAND", "AADDN")];
        let view = played::<Self>(ruleset, Map::new(), &rounds)?;
        let words =
            "Middle: the units that met, with their ATK. Walls: defenders. Gate: besiegers. Below: the rounds so far.";
        Ok(Example::captioned(&view, words))
    }
}

fn in_short(ruleset: &Ruleset) -> Section {
    let text = format!(
        "You command five units, A to E, with attack (ATK), defence (DEF), health (HP) and exhaustion (EXH). For up to {} rounds both \
         players secretly give every unit an action. Who brings attackers to the other's castle while nobody defends it wins.",
        ruleset.rounds
    );
    Section::new("🎯", "In short", vec![Line::rule(text)])
}

fn allocation(ruleset: &Ruleset) -> Section {
    Section::new(
        "📊",
        "Allocation",
        vec![
            Line::rule(format!(
                "Before round 1, give out exactly {BUDGET} ATK, {BUDGET} DEF and {BUDGET} HP. No unit has more than {MOST_STAT} of one or \
                 more than {MOST_UNIT} of all three. Every unit starts with 0 EXH."
            )),
            Line::rule("The allocation stays secret until the end."),
            Line::rule("In a match with a start time, allocations close one hour before it."),
            Line::ruling(format!(
                "They are open for {} s at least. Without a start time that is all, and round 1 follows as soon as both are in.",
                ruleset.allocation_s
            )),
            Line::ruling("Who sends none gets 2/2/2 for every unit."),
        ],
    )
}

fn actions(ruleset: &Ruleset) -> Section {
    Section::new(
        "⚙️",
        "A round's actions",
        vec![
            Line::rule("**Attack** (A): needs at least 1 ATK and less than 3 EXH."),
            Line::rule("**Defend** (D): needs at least 1 DEF and less than 3 EXH."),
            Line::rule("**Recover** (R): needs at least 1 HP and at least 1 EXH."),
            Line::rule("**No action** (N): always possible."),
            Line::rule(format!(
                "You have {} s. A unit you leave out does nothing. Without an order, none of your units does anything.",
                ruleset.actions_s
            )),
            Line::ruling("A unit with 0 HP plays on; it only cannot recover."),
            Line::ruling(
                "All phases read the statistics from before the round; all changes are made together at its end. EXH stays from 0 to 3, nothing falls below 0.",
            ),
        ],
    )
}

fn orders(private_orders: PrivateOrders) -> Section {
    let change = private_orders
        .ruling("You may change an allocation until allocations close, and actions until the round resolves.");
    Section::new(
        "✍️",
        "Your order",
        vec![
            Line::rule("Allocation: ATK/DEF/HP after each letter, `A 4/2/1 B 2/2/2 C 0/2/4 D 4/0/2 E 0/4/1`."),
            Line::rule("Actions: five letters for A to E, `ADRNA`, or pairs, `A atk, B def, C rec`."),
            change,
        ],
    )
}

fn battle(ruleset: &Ruleset) -> Section {
    let mut lines = vec![
        Line::rule(
            "Each side's attackers are ranked: high ATK first, then high DEF, low EXH, high HP, letter. The first meets the first, the second the second, and so on.",
        ),
        Line::rule(
            "Where one side has more attackers, its lowest-ranked ones meet nobody and go on to the enemy's castle.",
        ),
        Line::rule("In each pair each unit takes the first row that holds; AU is the unit itself, EU its enemy."),
    ];
    lines.extend(rows("Battle table", &ruleset.battle_table));
    Section::new("⚔️", "Battle", lines)
}

fn siege(ruleset: &Ruleset) -> Section {
    let mut lines = vec![
        Line::rule(
            "The attackers that met nobody besiege the castle; the units that defend hold it. **No defender there: the besieger wins the match.**",
        ),
        Line::rule(
            "Otherwise the first row that holds counts. SA is the sum of the attackers' ATK, SD that of the defenders' DEF, NA and ND are their numbers.",
        ),
        Line::rule(
            "Each side's top unit is found by high DEF, then low EXH, high HP, high ATK, letter. \"Each\" counts it in.",
        ),
    ];
    lines.extend(rows("Siege table", &ruleset.siege_table));
    Section::new("🏰", "Siege", lines)
}

fn rest() -> Section {
    Section::new(
        "💤",
        "Rest",
        vec![
            Line::rule("Every unit that recovers loses 1 EXH."),
            Line::rule(
                "Where several of a side recover, all but one also lose 1 HP. Spared is the first by high HP, then high ATK, high EXH, high DEF, letter.",
            ),
        ],
    )
}

fn shown() -> Section {
    Section::new(
        "👁️",
        "What is shown",
        vec![
            Line::rule(
                "Everyone sees who met whom with their ATK, who besieged, and in a siege both sums. Nobody is shown what it did to whom.",
            ),
            Line::ruling(
                "Everyone also sees which units defended each castle, besieged or not. Pairs stand in the order of the EC's letters.",
            ),
            Line::rule(
                "Recover and no action, DEF, HP and EXH of single units are never shown. You see your own units after every round, and everyone sees everything at the end.",
            ),
        ],
    )
}

fn end(ruleset: &Ruleset) -> Section {
    Section::new(
        "🏁",
        "The end",
        vec![
            Line::rule("A castle is stormed: the match ends with that round."),
            Line::rule(format!(
                "After round {} the higher total of ATK + DEF + HP − EXH wins; then less EXH, then more HP, then the DMO.",
                ruleset.rounds
            )),
        ],
    )
}

/// A table's rows, marked as a house ruling where they are our reconstruction.
fn rows(title: &str, table: &Table) -> Vec<Line> {
    let line = if table.is_ours() { Line::ruling as fn(String) -> Line } else { Line::rule };
    row_texts(title, table).into_iter().map(line).collect()
}

fn row_texts(title: &str, table: &Table) -> Vec<String> {
    let whose = if table.is_ours() {
        "the original is lost, so this is our reconstruction"
    } else {
        "as the host has given it"
    };
    let rows = (1..)
        .zip(table.rows())
        .map(|(number, row): (u32, _)| format!("{number}. `{}`: {}", row.when, table.effect(row)));
    std::iter::once(format!("{title}, {whose}:")).chain(rows).collect()
}

/// Both tables in force, as many of the rows as fit into so many characters.
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
