//! The rules for players, in our own words and with the figures and tables in force.

use super::CastleSiege;
use super::budget::{BUDGET, MOST_STAT, MOST_UNIT};
use super::ruleset::{PrivateOrders, Ruleset};
use super::table::Table;
use crate::game::{Line, Page, Rules, Section};

/// The rules under a ruleset.
pub(super) fn page(ruleset: &Ruleset) -> Page {
    let sections = vec![
        in_short(ruleset),
        allocation(ruleset),
        actions(ruleset),
        orders(ruleset),
        battle(ruleset),
        siege(ruleset),
        rest(),
        shown(),
        end(ruleset),
    ];
    Page { title: CastleSiege::NAME.to_owned(), sections }
}

fn section(icon: &'static str, title: &str, lines: Vec<Line>) -> Section {
    Section { icon, title: title.to_owned(), lines }
}

fn rule(text: impl Into<String>) -> Line {
    Line { text: text.into(), house: false }
}

fn ruling(text: impl Into<String>) -> Line {
    Line { text: text.into(), house: true }
}

fn in_short(ruleset: &Ruleset) -> Section {
    let text = format!(
        "You command five units, A to E, with attack (ATK), defence (DEF), health (HP) and exhaustion (EXH). For up to {} rounds both \
         players secretly give every unit an action. Who brings attackers to the other's castle while nobody defends it wins.",
        ruleset.rounds
    );
    section("🎯", "In short", vec![rule(text)])
}

fn allocation(ruleset: &Ruleset) -> Section {
    section(
        "📊",
        "Allocation",
        vec![
            rule(format!(
                "Before round 1, give out exactly {BUDGET} ATK, {BUDGET} DEF and {BUDGET} HP. No unit has more than {MOST_STAT} of one or \
                 more than {MOST_UNIT} of all three. Every unit starts with 0 EXH."
            )),
            rule("The allocation stays secret until the end."),
            rule("In a match with a start time, allocations close one hour before it."),
            ruling(format!(
                "They are open for {} s at least. Without a start time that is all, and round 1 follows as soon as both are in.",
                ruleset.allocation_s
            )),
            ruling("Who sends none gets 2/2/2 for every unit."),
        ],
    )
}

fn actions(ruleset: &Ruleset) -> Section {
    section(
        "⚙️",
        "A round's actions",
        vec![
            rule("**Attack** (A): needs at least 1 ATK and less than 3 EXH."),
            rule("**Defend** (D): needs at least 1 DEF and less than 3 EXH."),
            rule("**Recover** (R): needs at least 1 HP and at least 1 EXH."),
            rule("**No action** (N): always possible."),
            rule(format!(
                "You have {} s. A unit you leave out does nothing. Without an order, none of your units does anything.",
                ruleset.actions_s
            )),
            ruling("A unit with 0 HP plays on; it only cannot recover."),
            ruling(
                "All phases read the statistics from before the round; all changes are made together at its end. EXH stays from 0 to 3, nothing falls below 0.",
            ),
        ],
    )
}

fn orders(ruleset: &Ruleset) -> Section {
    let change = match ruleset.private_orders {
        PrivateOrders::Editable => {
            "You may change an allocation until allocations close, and actions until the round resolves."
        }
        PrivateOrders::Final => "An order cannot be changed once it is sent.",
    };
    section(
        "✍️",
        "Your order",
        vec![
            rule("Allocation: ATK/DEF/HP after each letter, `A 4/2/1 B 2/2/2 C 0/2/4 D 4/0/2 E 0/4/1`."),
            rule("Actions: five letters for A to E, `ADRNA`, or pairs, `A atk, B def, C rec`."),
            ruling(change),
        ],
    )
}

fn battle(ruleset: &Ruleset) -> Section {
    let mut lines = vec![
        rule(
            "Each side's attackers are ranked: high ATK first, then high DEF, low EXH, high HP, letter. The first meets the first, the second the second, and so on.",
        ),
        rule("Where one side has more attackers, its lowest-ranked ones meet nobody and go on to the enemy's castle."),
        rule("In each pair each unit takes the first row that holds; AU is the unit itself, EU its enemy."),
    ];
    lines.extend(rows("Battle table", &ruleset.battle_table));
    section("⚔️", "Battle", lines)
}

fn siege(ruleset: &Ruleset) -> Section {
    let mut lines = vec![
        rule(
            "The attackers that met nobody besiege the castle; the units that defend hold it. **No defender there: the besieger wins the match.**",
        ),
        rule(
            "Otherwise the first row that holds counts. SA is the sum of the attackers' ATK, SD that of the defenders' DEF, NA and ND are their numbers.",
        ),
        rule(
            "Each side's top unit is found by high DEF, then low EXH, high HP, high ATK, letter. \"Each\" counts it in.",
        ),
    ];
    lines.extend(rows("Siege table", &ruleset.siege_table));
    section("🏰", "Siege", lines)
}

fn rest() -> Section {
    section(
        "💤",
        "Rest",
        vec![
            rule("Every unit that recovers loses 1 EXH."),
            rule(
                "Where several of a side recover, all but one also lose 1 HP. Spared is the first by high HP, then high ATK, high EXH, high DEF, letter.",
            ),
        ],
    )
}

fn shown() -> Section {
    section(
        "👁️",
        "What is shown",
        vec![
            rule(
                "Everyone sees who met whom with their ATK, who besieged, and in a siege both sums. Nobody is shown what it did to whom.",
            ),
            ruling(
                "Everyone also sees which units defended each castle, besieged or not. Pairs stand in the order of the EC's letters.",
            ),
            rule(
                "Recover and no action, DEF, HP and EXH of single units are never shown. You see your own units after every round, and everyone sees everything at the end.",
            ),
        ],
    )
}

fn end(ruleset: &Ruleset) -> Section {
    section(
        "🏁",
        "The end",
        vec![
            rule("A castle is stormed: the match ends with that round."),
            rule(format!(
                "After round {} the higher total of ATK + DEF + HP − EXH wins; then less EXH, then more HP, then the DMO.",
                ruleset.rounds
            )),
        ],
    )
}

/// A table's rows, marked as a house ruling where they are our reconstruction.
fn rows(title: &str, table: &Table) -> Vec<Line> {
    let line = if table.is_ours() { ruling as fn(String) -> Line } else { rule };
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
