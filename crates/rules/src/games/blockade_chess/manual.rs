//! The rules for players, with the values in force; see `rules.md`.

use serde_json::json;

use super::BlockadeChess;
use super::piece::Side;
use super::ruleset::Ruleset;
use super::text::title;
use crate::game::{Manual, Prompt, RulesPicture, SetupError, played};

impl Manual for BlockadeChess {
    const RULES: &'static str = include_str!("rules.md");

    const GUIDE: &'static [(Prompt, &'static str)] = &[
        ("colour", "Choose your side. The first side places first and moves first; the other side places last."),
        (
            "placement",
            "Put your pieces on empty squares. They move as in chess, nothing is taken, and who cannot move loses.",
        ),
        (
            "move",
            "Move one piece. From there it sends a pawn along its lines, and that square is closed for good. Wall the other in.",
        ),
        ("move", "Count the free squares around each piece. Keep those of your queen open, and close the other's."),
        ("move", "A piece that cannot move now may be freed when another moves away. A closed square stays closed."),
        ("move", "The player who cannot move loses: towards the end, save moves in a part of your own."),
    ];

    const LESSONS: &'static [(&'static str, &'static str)] = &[
        (
            "shut-in",
            "A piece without a free square on its lines cannot move. A player whose pieces all cannot move loses.",
        ),
        (
            "own-shut-in",
            "A piece without a free square on its lines cannot move. A player whose pieces all cannot move loses.",
        ),
        (
            "last-free",
            "A piece without a free square on its lines cannot move. A player whose pieces all cannot move loses.",
        ),
        ("freed", "A piece that moves away leaves its square free, so that others can move again."),
    ];

    fn words(ruleset: &Ruleset) -> Vec<(&'static str, String)> {
        let Ruleset { theme, reserve_s, .. } = ruleset;
        let [first, second] = Side::ALL.map(|side| theme.side(side).to_owned());
        let [first_id, second_id] = Side::ALL.map(|side| theme.side_id(side).to_owned());
        vec![
            ("title", title(*theme).to_owned()),
            ("first", first),
            ("second", second),
            ("first_id", first_id),
            ("second_id", second_id),
            ("blocker", theme.blocker().to_owned()),
            ("reserve", format!("{}:{:02}", reserve_s / 60, reserve_s % 60)),
        ]
    }

    fn example(ruleset: &Ruleset) -> Result<RulesPicture, SetupError> {
        let setup = json!({ "fen": "1r1b2r1/8/2b2*2/4q3/1*4*1/5B2/3Q4/R1B3R1", "to_move": "white", "white": "dmo" });
        let setup = setup.as_object().cloned().unwrap_or_default();
        let view = played::<Self>(ruleset, setup, &[("", "Qd2-d7/f5")])?;
        let theme = view.position().theme();
        let (first, blocker) = (theme.side(Side::White), theme.blocker());
        let words = format!(
            "{first} moved its queen from d2 to d7 and from there sent a {blocker} to f5, which is closed for good. A player who cannot move loses."
        );
        Ok(RulesPicture::captioned(&view, words))
    }
}
