//! The rules for players, in our own words and with the numbers in force.

use serde_json::Map;

use super::Knights;
use super::position::{LATE, LIMIT, Ruleset, STILL, TURNS};
use crate::game::{Example, Line, Manual, Page, PrivateOrders, Rules, Section, SetupError, played};

impl Manual for Knights {
    fn page(ruleset: &Ruleset, private_orders: PrivateOrders) -> Page {
        let sections = vec![in_short(ruleset), actions(), limits(), order(private_orders), resolution(), end()];
        Page { title: Knights::ABOUT.name.to_owned(), sections }
    }

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

fn in_short(ruleset: &Ruleset) -> Section {
    Section::new(
        "🎯",
        "In short",
        vec![
            Line::rule(
                "The board has columns a–e and rows 1–5, row 1 on top. Both players begin with five knights, one on every square of their \
                 home row, and may come to have any number.",
            ),
            Line::ruling("The EC's home row is row 5, the DMO's is row 1."),
            Line::rule(format!(
                "Each turn both players secretly order two actions, within {} s, and both orders are carried out together. You score by \
                 colouring squares and by taking knights; more points win.",
                ruleset.turn_s
            )),
            Line::rule("After each turn both orders, the board and the points are public."),
        ],
    )
}

fn actions() -> Section {
    Section::new(
        "⚙️",
        "The three actions",
        vec![
            Line::rule("**Spawn** (S): put a new knight on an empty square of your home row."),
            Line::rule(
                "**Move** (M): one of your knights jumps as in chess, to a square that is empty or holds an enemy knight.",
            ),
            Line::rule(
                "**Claim** (C): one of your knights colours the square it stands on after the moves. It may be the one that has just moved. \
                 A coloured square keeps its colour; claiming it does nothing.",
            ),
            Line::rule("The knight you spawn can neither move nor claim in the same turn."),
            Line::ruling(
                "Whether a spawn square is empty, and whether your own knight is in the way of a move, is judged as the turn begins. You \
                 cannot move onto the square you spawn on.",
            ),
        ],
    )
}

fn limits() -> Section {
    Section::new(
        "✌️",
        "Which two",
        vec![
            Line::rule("Your two actions must be of different types: SM, SC or MC."),
            Line::rule(format!("You may not order the same pair more than {LIMIT} turns in a row.")),
            Line::ruling(
                "Only the types count for that, not the squares. A turn without an order starts the count again.",
            ),
            Line::ruling("If this limit alone would leave you no pair, it does not hold for that turn."),
            Line::ruling(
                "One action alone is accepted only when no pair is possible at all, and has no limit. If you can do nothing, you are not \
                 waited for.",
            ),
        ],
    )
}

fn order(private_orders: PrivateOrders) -> Section {
    let change = private_orders.ruling("You may change your order until the turn resolves.");
    Section::new(
        "✍️",
        "Your order",
        vec![
            Line::rule(
                "Write `spawn c5, move b5-a3` or `move b5-c3, claim c3`. Initials, another order of the actions and any spaces, commas, \
                 semicolons or hyphens between words and squares will do: `sc5 mb5a3`.",
            ),
            Line::rule("If you send nothing in time, you do nothing."),
            change,
        ],
    )
}

fn resolution() -> Section {
    Section::new(
        "🔄",
        "How a turn is carried out",
        vec![
            Line::rule("1. Both spawns."),
            Line::rule(
                "2. Both moves, at the same moment. If both knights jump to one square, both are gone and each player gets 1 point. A knight \
                 that jumps onto an enemy knight that did not move takes it off the board, for 1 point. If the other knight has moved \
                 away, nothing is taken; two knights that trade places both live.",
            ),
            Line::ruling("A knight that was only just spawned can be taken."),
            Line::rule(
                "3. Both claims, by knights that are still there. A square without colour takes its claimant's for good.",
            ),
            Line::rule(
                "A claim scores by how many squares were coloured before the turn: 0–8: **1**, 9–15: **2**, 16–20: **3**, 21–23: **4**, \
                 24: **5**. Two claims in one turn score alike.",
            ),
        ],
    )
}

fn end() -> Section {
    Section::new(
        "🏁",
        "The end",
        vec![
            Line::rule("The match ends when all 25 squares are coloured. More points win; a tie goes to the DMO."),
            Line::ruling(format!(
                "It also ends by repetition: after {STILL} turns in a row or more, each begun with at least {LATE} coloured squares, in which \
                 nothing was coloured or taken, as soon as all knights stand on the same squares as two turns before."
            )),
            Line::ruling(format!("Turn {TURNS} is the last.")),
        ],
    )
}
