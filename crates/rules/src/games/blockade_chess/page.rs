//! The rules for players, in our own words and with the numbers in force.

use serde_json::json;

use super::BlockadeChess;
use super::board::Side;
use super::position::{PawnPlacement, Ruleset};
use super::setting::Setting;
use super::text::title;
use crate::game::{Example, Line, Manual, Page, PrivateOrders, Section, SetupError, played};

impl Manual for BlockadeChess {
    fn page(ruleset: &Ruleset, _: PrivateOrders) -> Page {
        let words = Words::of(ruleset);
        let sections =
            vec![in_short(&words), placement(&words), moves(&words), orders(&words), time(ruleset), rulings(&words)];
        Page { title: title(ruleset.setting).to_owned(), sections }
    }

    fn example(ruleset: &Ruleset) -> Result<Example, SetupError> {
        let setup = json!({ "fen": "1r1b2r1/8/2b2*2/4q3/1*4*1/5B2/3Q4/R1B3R1", "to_move": "white", "white": "dmo" });
        let setup = setup.as_object().cloned().unwrap_or_default();
        let view = played::<Self>(ruleset, setup, &[("", "Qd2-d7/f5")])?;
        let setting = view.position().setting();
        let (first, blocker) = (setting.side(Side::White), setting.blocker());
        let words = format!(
            "{first} moved its queen from d2 to d7 and from there sent a {blocker} to f5, which is closed for good. A player who cannot move loses."
        );
        Ok(Example::captioned(&view, words))
    }
}

struct Words<'a> {
    ruleset: &'a Ruleset,
    first: &'static str,
    second: &'static str,
    blocker: &'static str,
}

impl<'a> Words<'a> {
    const fn of(ruleset: &'a Ruleset) -> Self {
        let setting = ruleset.setting;
        Self {
            ruleset,
            first: setting.side(Side::White),
            second: setting.side(Side::Black),
            blocker: setting.blocker(),
        }
    }
}

fn in_short(words: &Words<'_>) -> Section {
    let Words { first, second, blocker, .. } = words;
    let end = match words.ruleset.setting {
        Setting::Blockade => "loses",
        Setting::Garden => "is turned to stone and loses",
    };
    Section::new(
        "🎯",
        "In short",
        vec![
            Line::rule(format!(
                "A duel on an 8×8 chess board. Each side has a queen, two rooks and two bishops, which go as they do in chess. \
                 Nothing is ever captured; every move closes one more square with a {blocker}."
            )),
            Line::rule(format!("A player on move without a legal move {end}. There are no draws.")),
            Line::rule(format!(
                "The player with the Advantage chooses a colour: {first} begins, both when placing and when moving, and {second} follows. \
                 All of it is open to both players."
            )),
        ],
    )
}

fn placement(words: &Words<'_>) -> Section {
    let Words { first, second, .. } = words;
    Section::new(
        "📍",
        "Placing the pieces",
        vec![
            Line::rule(format!(
                "The board is empty at first. {first} places one piece, then {second} two, {first} two, {second} two, {first} two, and \
                 {second} the last one."
            )),
            Line::rule("Any of your pieces may go on any empty square; both bishops may stand on one colour."),
        ],
    )
}

fn moves(words: &Words<'_>) -> Section {
    let Words { first, blocker, ruleset, .. } = words;
    let lands = match ruleset.pawn_placement {
        PawnPlacement::SamePiece => format!(
            "Second, the same piece sends a {blocker} along its own lines from where it now stands, at least one square and again not \
             through or onto anything. The square the piece came from is free by then."
        ),
        PawnPlacement::AnyOwnPiece => format!(
            "Second, put a {blocker} on a square on the lines of any of your pieces as they then stand, again not through or onto \
             anything. The square the piece came from is free by then."
        ),
        PawnPlacement::Anywhere => format!("Second, put a {blocker} on any empty square."),
    };
    Section::new(
        "♟️",
        "A move",
        vec![
            Line::rule(format!("{first} moves first. A move has two parts, and both must be made.")),
            Line::rule(
                "First, one of your pieces goes at least one square along its lines: queen along files, ranks and diagonals, rook along \
                 files and ranks, bishop along diagonals. It cannot pass through anything or land on anything.",
            ),
            Line::ruling(lands),
            Line::rule(format!("A {blocker} stays where it is for the rest of the match and blocks both sides alike.")),
        ],
    )
}

fn orders(words: &Words<'_>) -> Section {
    let Words { blocker, ruleset, .. } = words;
    let [first, second] = Side::ALL.map(|side| ruleset.setting.side_id(side));
    Section::new(
        "✍️",
        "Your order",
        vec![
            Line::rule(format!("Colour: `{first}` or `{second}`.")),
            Line::rule(
                "Placing: letter and square for each piece of the step, `Qd4` or `Ra1 Bc3`. Commas or nothing between them work too.",
            ),
            Line::rule(format!(
                "Moving: piece, where it goes, where the {blocker} lands: `Qd4-d7/f5`. The letter may be left out, and spaces, commas, \
                 dashes, slashes or nothing at all may stand between the squares: `d4 d7 f5`, `d4d7f5`. Capitals do not matter."
            )),
        ],
    )
}

fn time(ruleset: &Ruleset) -> Section {
    let Ruleset { colour_s, placement_s, move_s, reserve_s, .. } = ruleset;
    Section::new(
        "⏱️",
        "Time",
        vec![
            Line::rule(format!(
                "{move_s} s for a move and {placement_s} s for a step of the placement, for all of it together. After that your reserve of \
                 {}:{:02} for the whole match runs, and it is never filled up again.",
                reserve_s / 60,
                reserve_s % 60
            )),
            Line::rule("With the reserve gone you have lost at once."),
            Line::ruling(format!(
                "{colour_s} s for the choice of colours, without reserve; a chooser who names none is {}.",
                ruleset.setting.side(Side::White)
            )),
        ],
    )
}

fn rulings(words: &Words<'_>) -> Section {
    let Words { first, blocker, .. } = words;
    let mut lines = vec![
        Line::ruling(format!(
            "What the two parts of a move are, in which order they come and what sends the {blocker} is decided as above; the original's \
             list of them is lost. A host may set `pawn_placement` to `any-own-piece` or `anywhere` instead."
        )),
        Line::ruling(format!(
            "A player who cannot move has lost even if the other could not move either, and even before the first move: {first} loses if \
             the placement leaves it no move."
        )),
        Line::ruling(
            "A host's extension lengthens the free time of the running turn; reserve it covers counts as unused. An undo gives back the reserves too.",
        ),
    ];
    if words.ruleset.pawn_placement == PawnPlacement::Anywhere {
        lines.push(Line::ruling(format!(
            "In this match a {blocker} may land on any empty square, which departs from the original."
        )));
    }
    Section::new("🏠", "House rulings", lines)
}
