//! The rules for players, with the values in force; see `rules.md`.

use super::ruleset::{Ruleset, Variant};
use super::{Character, GuidanceRite, scene};
use crate::game::{Manual, Prompt, Rules, RulesPicture, Seat, SetupError};

impl Manual for GuidanceRite {
    const RULES: &'static str = include_str!("rules.md");

    const GUIDE: &'static [(Prompt, &'static str)] = &[
        ("review", "Look at the board: each piece moves along its arrows. Nobody owns a piece yet."),
        (
            "claim",
            "The pieces that you claim are your army in the battle. More black arrows let a piece move in more directions.",
        ),
        (
            "claim",
            "A piece with a character, such as a Rat, moves in its own way: **Rules** and `/board query:a1` say how.",
        ),
        ("claim", "Claim in pairs as long as you can: who has more pieces has more moves, and a spare one to lose."),
        (
            "claim",
            "Look at both players' arrows: pieces that point at each other can capture each other in the battle.",
        ),
        (
            "claim",
            "Claiming ends when at most two unclaimed pieces are left; those are removed. Then the battle begins.",
        ),
        ("top-up", "You got fewer pieces, so you place a new one: choose its arrows and its square."),
        ("choose", "Say who takes the first turn of the bout."),
        ("turn", "Move one piece along one of its arrows. It captures any piece on its new square, your own too."),
        (
            "turn",
            "With a move, another piece of yours may give up its character for a one-time effect. It is a plain piece from then on.",
        ),
        ("turn", "A Rat turns all its arrows after its move. A Lizard loses the arrow that it used."),
        ("turn", "A Crow may jump two squares; that arrow is grey afterwards. A Monster may move two squares, too."),
        ("turn", "A move onto your own Guardian can swap both pieces, so that a piece gets further in one turn."),
        ("turn", "A missed turn is a strike; three lose the bout. The picture counts them at **Strikes**."),
        ("turn", "Before you move, look at which of your pieces the other player's arrows point at."),
    ];

    const LESSONS: &'static [(&'static str, &'static str)] = &[
        ("contested", "A piece that both name leaves the board. Think about which pieces the other player wants."),
        ("capture", "A captured piece is gone, with its character. A player without a piece loses the bout."),
        ("character", "A captured piece is gone, with its character. A player without a piece loses the bout."),
        ("own-capture", "A move captures any piece on its square, even one of your own."),
        ("over-the-edge", "A Guardian can move over the edge of the board to the other side."),
        ("strike", "A turn without an order is a strike. Three strikes in a bout lose it."),
        ("bout", "The next bout has a new board. Two bouts win the match."),
        ("last-piece", "The next bout has a new board. Two bouts win the match."),
        ("cleared", "The next bout has a new board. Two bouts win the match."),
        ("struck-out", "The next bout has a new board. Two bouts win the match."),
        ("level-bout", "The next bout has a new board. Two bouts win the match."),
        ("drawn-bout", "The next bout has a new board. Two bouts win the match."),
    ];

    fn words(ruleset: &Ruleset) -> Vec<(&'static str, String)> {
        let variant = ruleset.variant;
        let (name, contest) = (GuidanceRite::ABOUT.name, variant.contest());
        let (title, id) = match variant {
            Variant::Dm11 => (name.to_owned(), "dm11"),
            Variant::Final => (format!("{name} · {}", contest.name()), "final"),
        };
        let chooses = match (ruleset.chooser, variant) {
            (Some(seat), _) => format!("the {}", contest.seat(seat)),
            (None, Variant::Dm11) => format!("the {}", contest.seat(Seat::Dmo)),
            (None, Variant::Final) => "the player with fewer items".to_owned(),
        };
        vec![
            ("title", title),
            ("variant", id.to_owned()),
            ("rows", variant.rows().to_string()),
            ("few", variant.few().to_string()),
            ("last", contest.seat(Seat::Dmo).to_string()),
            ("chooses", chooses),
            ("characters", Character::ALL.map(|each| character(each, variant)).join("\n")),
        ]
    }

    fn example(ruleset: &Ruleset) -> Result<RulesPicture, SetupError> {
        Ok(scene::example(ruleset))
    }
}

/// The explanation of a character.
pub(super) fn character(character: Character, variant: Variant) -> String {
    let grown = if variant.is_final() {
        "As soon as it has no black arrow, it gets one in every direction that has no grey one."
    } else {
        "As soon as it has no arrow, it gets all eight."
    };
    let text = match character {
        Character::Rat => "moves one square; then all its arrows turn 45° clockwise".to_owned(),
        Character::Crow => {
            let grey = if variant.is_final() { "grey" } else { "grey, so it cannot be used" };
            format!("moves one square, or two along a black arrow onto an empty square, over anything; after two, that arrow is {grey}")
        }
        Character::Lizard => format!("moves one square; then the arrow it used is removed. {grown}"),
        Character::Guardian => {
            "moves one square and may leave the board over an edge to come back in over the opposite one; if it captures by such a move, it \
             is a Guardian no more"
                .to_owned()
        }
        Character::Monster => {
            "moves two squares if the one between is empty, or one; after moving one, it is a Monster no more".to_owned()
        }
    };
    let text = text.trim_end_matches('.');
    format!("A **{}** {text}.", character.name())
}
