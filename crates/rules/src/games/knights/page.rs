//! The rules for players, in our own words and with the numbers in force.

use super::Knights;
use super::position::{LATE, LIMIT, PrivateOrders, Ruleset, STILL, TURNS};
use crate::game::{Line, Page, Rules, Section};

/// The rules under a ruleset.
pub(super) fn page(ruleset: &Ruleset) -> Page {
    let sections = vec![in_short(ruleset), actions(), limits(), order(ruleset), resolution(), end()];
    Page { title: Knights::NAME.to_owned(), sections }
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
    section(
        "🎯",
        "In short",
        vec![
            rule(
                "The board has columns a–e and rows 1–5, row 1 on top. Both players begin with five knights, one on every square of their \
                 home row, and may come to have any number.",
            ),
            ruling("The EC's home row is row 5, the DMO's is row 1."),
            rule(format!(
                "Each turn both players secretly order two actions, within {} s, and both orders are carried out together. You score by \
                 colouring squares and by taking knights; more points win.",
                ruleset.turn_s
            )),
            rule("After each turn both orders, the board and the points are public."),
        ],
    )
}

fn actions() -> Section {
    section(
        "⚙️",
        "The three actions",
        vec![
            rule("**Spawn** (S): put a new knight on an empty square of your home row."),
            rule(
                "**Move** (M): one of your knights jumps as in chess, to a square that is empty or holds an enemy knight.",
            ),
            rule(
                "**Claim** (C): one of your knights colours the square it stands on after the moves. It may be the one that has just moved. \
                 A coloured square keeps its colour; claiming it does nothing.",
            ),
            rule("The knight you spawn can neither move nor claim in the same turn."),
            ruling(
                "Whether a spawn square is empty, and whether your own knight is in the way of a move, is judged as the turn begins. You \
                 cannot move onto the square you spawn on.",
            ),
        ],
    )
}

fn limits() -> Section {
    section(
        "✌️",
        "Which two",
        vec![
            rule("Your two actions must be of different types: SM, SC or MC."),
            rule(format!("You may not order the same pair more than {LIMIT} turns in a row.")),
            ruling("Only the types count for that, not the squares. A turn without an order starts the count again."),
            ruling("If this limit alone would leave you no pair, it does not hold for that turn."),
            ruling(
                "One action alone is accepted only when no pair is possible at all, and has no limit. If you can do nothing, you are not \
                 waited for.",
            ),
        ],
    )
}

fn order(ruleset: &Ruleset) -> Section {
    let change = match ruleset.private_orders {
        PrivateOrders::Editable => "You may change your order until the turn resolves.",
        PrivateOrders::Final => "An order cannot be changed once it is sent.",
    };
    section(
        "✍️",
        "Your order",
        vec![
            rule(
                "Write `spawn c5, move b5-a3` or `move b5-c3, claim c3`. Initials, another order of the actions and any spaces, commas, \
                 semicolons or hyphens between words and squares will do: `sc5 mb5a3`.",
            ),
            rule("If you send nothing in time, you do nothing."),
            ruling(change),
        ],
    )
}

fn resolution() -> Section {
    section(
        "🔄",
        "How a turn is carried out",
        vec![
            rule("1. Both spawns."),
            rule(
                "2. Both moves, at the same moment. If both knights jump to one square, both are gone and each player gets 1 point. A knight \
                 that jumps onto an enemy knight that did not move takes it off the board, for 1 point. If the other knight has moved \
                 away, nothing is taken; two knights that trade places both live.",
            ),
            ruling("A knight that was only just spawned can be taken."),
            rule(
                "3. Both claims, by knights that are still there. A square without colour takes its claimant's for good.",
            ),
            rule(
                "A claim scores by how many squares were coloured before the turn: 0–8: **1**, 9–15: **2**, 16–20: **3**, 21–23: **4**, \
                 24: **5**. Two claims in one turn score alike.",
            ),
        ],
    )
}

fn end() -> Section {
    section(
        "🏁",
        "The end",
        vec![
            rule("The match ends when all 25 squares are coloured. More points win; a tie goes to the DMO."),
            ruling(format!(
                "It also ends by repetition: after {STILL} turns in a row or more, each begun with at least {LATE} coloured squares, in which \
                 nothing was coloured or taken, as soon as all knights stand on the same squares as two turns before."
            )),
            ruling(format!("Turn {TURNS} is the last.")),
        ],
    )
}
