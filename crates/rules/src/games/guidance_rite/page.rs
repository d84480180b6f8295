//! The rules for players, in our own words and with the numbers in force.

use super::drawn::{LONG_TURNS, REPEATS, TURNS};
use super::items::PIECES_NEEDED;
use super::position::STRIKES;
use super::powers::{MANY_ARROWS, MOST_RESTORED};
use super::ruleset::{DrawnState, Ruleset, Variant};
use super::{Character, GuidanceRite, scene};
use crate::game::{Example, Line, Manual, Page, PrivateOrders, Rules, Seat, Section, SetupError};

impl Manual for GuidanceRite {
    fn page(ruleset: &Ruleset, private_orders: PrivateOrders) -> Page {
        let variant = ruleset.variant;
        let mut sections = vec![in_short(ruleset), pieces(variant), characters(variant), powers(variant)];
        if variant.is_final() {
            sections.extend([self_capture(), items()]);
        }
        sections.extend([
            claiming(ruleset),
            battle(ruleset),
            simultaneous(variant),
            drawn(ruleset),
            orders(ruleset, private_orders),
        ]);
        let title = match variant {
            Variant::Dm11 => GuidanceRite::ABOUT.name.to_owned(),
            Variant::Final => format!("{} · {}", GuidanceRite::ABOUT.name, variant.contest().name()),
        };
        Page { title, sections }
    }

    fn example(ruleset: &Ruleset) -> Result<Example, SetupError> {
        Ok(scene::example(ruleset))
    }
}

fn in_short(ruleset: &Ruleset) -> Section {
    let rows = ruleset.variant.rows();
    let mut lines = vec![
        Line::rule(format!(
            "Best of three bouts on a board of 5 columns and {rows} rows. At first every square holds a different piece that belongs to \
                 nobody. Both players claim pieces in secret, then the pieces fight; a player without pieces loses the bout."
        )),
        Line::rule("In bouts 1 and 2 the players move in turn, in bout 3 both move at the same time."),
        Line::rule(format!(
            "Columns are a to e from left to right, rows 1 to {rows} from top to bottom. Directions are the same for both players: `n` is \
                 towards row 1."
        )),
    ];
    if ruleset.variant.is_final() {
        lines.push(Line::ruling(
            "A Final Match has two finalists and no EC and DMO. Where a rule needs an order of the two, it is the one in which the host has \
             named them: the first finalist, then the second.",
        ));
    }
    Section::new("🎯", "In short", lines)
}

fn pieces(variant: Variant) -> Section {
    let grey = if variant.is_final() {
        Line::rule("A grey arrow can be used once: it is removed at the start of the move along it.")
    } else {
        Line::rule("A grey arrow, which only a Crow's jump makes, cannot be used.")
    };
    Section::new(
        "🧭",
        "Pieces",
        vec![
            Line::rule(
                "A piece has arrows in up to eight directions and at most one character. It moves one square along one of its arrows and \
                 captures whatever stands there, even a piece of the same side. No piece leaves the board but a Guardian.",
            ),
            grey,
        ],
    )
}

/// What a character does.
pub(super) fn character(character: Character, variant: Variant) -> String {
    let grown = if variant.is_final() {
        "As soon as it has no black arrow, it gets one in every direction that has no grey one."
    } else {
        "As soon as it has no arrow, it gets all eight."
    };
    let text = match character {
        Character::Rat => "moves one square; then all its arrows turn 45° clockwise".to_owned(),
        Character::Crow => {
            "moves one square, or two along a black arrow onto an empty square, over anything; after two, that arrow is grey".to_owned()
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

fn characters(variant: Variant) -> Section {
    let mut lines: Vec<_> = Character::ALL.map(|each| Line::rule(character(each, variant))).into();
    lines.push(Line::ruling("A move of two squares stays on the board; it never goes over an edge."));
    Section::new("🐀", "Characters", lines)
}

fn powers(variant: Variant) -> Section {
    let crow = if variant.is_final() {
        Line::ruling(format!(
            "**Crow**: one to {MOST_RESTORED} grey arrows of one piece of yours, or one each of two, become black. After a move along a \
             grey arrow, an arrow of the moved piece in that direction cannot be restored. `crow c4 d2:n,e`"
        ))
    } else {
        Line::rule("**Crow**: its own grey arrows become black. `crow c4`")
    };
    let grey = if variant.is_final() { "; it may replace a grey one" } else { "" };
    Section::new(
        "✨",
        "Giving up a character",
        vec![
            Line::rule(
                "Once per turn, together with a move, you may give up the character of another piece of yours. It happens after the move; a \
                 piece of the same character cannot be the one that moves.",
            ),
            Line::ruling(
                "Only your own pieces give up characters. A character that a Monster or Guardian loses by its own move does not count as \
                 given up.",
            ),
            Line::rule("**Rat**: its arrows turn by 180°. `rat c4`"),
            crow,
            Line::rule(format!(
                "**Lizard**: it gets a black arrow where it has no black one{grey}; not if it has {MANY_ARROWS} arrows or more. `lizard c4 ne`"
            )),
            Line::ruling(
                "**Monster**: one arrow is bitten off a piece orthogonally next to it, yours or the opponent's, the moved piece included. `monster c4 \
                 d4:ne`",
            ),
            Line::rule(
                "**Guardian**: your moved piece goes onto your Guardian's square and the Guardian to the square it came from. That is this \
                 turn's power. `b2-b3 swap`",
            ),
        ],
    )
}

fn self_capture() -> Section {
    Section::new(
        "♻️",
        "Capturing your own",
        vec![
            Line::rule(
                "A piece that captures one of the same side gets a grey arrow for each black arrow of the captured piece, in place of what it \
                 has there, and is marked. With `adopt` it also takes on the captured piece's character.",
            ),
            Line::rule("A marked piece cannot capture its own side, nor be captured by it. Some pieces begin marked."),
        ],
    )
}

fn items() -> Section {
    Section::new(
        "🎒",
        "Items",
        vec![
            Line::rule(format!(
                "Items come with the players. Each can be used once per match, at the start of your turn, one per turn, with at least \
                 {PIECES_NEEDED} pieces on the board. The piece of yours that it is used on cannot move in that turn. Everyone sees it."
            )),
            Line::rule(
                "**Point of Honour**: a piece of yours and one of theirs each get a black arrow where they have none. `item honour b2:ne d4:s`",
            ),
            Line::rule(
                "**Rotate**: the arrows of a piece of yours turn clockwise by a multiple of 45°. `item rotate b2 90`",
            ),
            Line::rule("**Swap**: two pieces of one owner exchange characters. `item swap b2 d4`"),
            Line::ruling(
                "If you have no legal move, you may use an item to get one, use it without a move if that gives none, or `pass`. If you have \
                 one, you may not use an item that would leave you none.",
            ),
        ],
    )
}

fn claiming(ruleset: &Ruleset) -> Section {
    let last = ruleset.variant.contest().seat(Seat::Dmo);
    Section::new(
        "📍",
        "Claiming",
        vec![
            Line::rule(format!(
                "You have {} s to look at the board. Then both players secretly name two unclaimed pieces each round, within {} s. A piece that one player named is theirs; one that both named is removed. This continues while more than two are \
                 unclaimed; the rest are removed.",
                ruleset.review_s, ruleset.claim_s
            )),
            Line::ruling("The look at the board ends early when both players are ready."),
            Line::ruling("You may name one piece instead of two."),
            Line::ruling("After two rounds in a row without any claim the rest are removed too."),
            Line::rule(
                "A player with fewer than three pieces places new ones, one at a time and in secret: `+` with arrows to the sides or `x` with \
                 arrows to the corners, on an empty square orthogonally next to an own piece and not next to an enemy one.",
            ),
            Line::ruling(format!(
                "Each has {} s for that. Either player is topped up, even if the other is not short. Where no square fits, one next to no enemy \
                 piece will do, and where there is none either, any empty one. If both choose one square, both choose again; the third time \
                 in a row the {last} gets it. Without an order you get a `+` on the first square that fits.",
                ruleset.top_up_s
            )),
        ],
    )
}

fn battle(ruleset: &Ruleset) -> Section {
    let named = |seat| format!("the {}", ruleset.variant.contest().seat(seat));
    let chooser = match (ruleset.chooser, ruleset.variant) {
        (Some(seat), _) => named(seat),
        (None, Variant::Dm11) => named(Seat::Dmo),
        (None, Variant::Final) => "the player with fewer items".to_owned(),
    };
    let items = if ruleset.variant.is_final() { " or use an item" } else { "" };
    let mut lines = vec![
        Line::rule(format!(
            "In bout 1 {chooser} chooses who goes first; in bout 2 the other player does. You have {} s for a turn, in bout 3 {} s.",
            ruleset.turn_s, ruleset.simultaneous_turn_s
        )),
        Line::rule(format!(
            "Who cannot move{items} passes. Whose time runs out passes and gets a strike; {STRIKES} strikes in a bout lose it."
        )),
        Line::rule(
            "A player without a piece loses the bout. Where both lose the last one at once, or both get the last strike, the board is drawn. \
             Two bouts win the match.",
        ),
    ];
    if ruleset.chooser.is_none() && ruleset.variant.is_final() {
        lines.push(Line::ruling(format!("With equal items {} chooses who goes first.", named(Seat::Dmo))));
    }
    Section::new("⚔️", "Battle", lines)
}

fn simultaneous(variant: Variant) -> Section {
    let mut lines = vec![
        Line::rule("Both moves happen at one moment. If two pieces arrive on one square, both are removed."),
        Line::ruling(
            "So is a piece that stood there and did not leave. A piece that arrives alone captures what did not leave; a piece that left is \
             not hit, and pieces that exchange squares both live. What enters a square that is passed over does not matter.",
        ),
        Line::ruling(
            "Then come the after-effects of the moves, then powers: all bites at one moment, then Rats, Crows and Lizards. A power whose piece \
             is gone, or that finds nothing to do, fails, and the piece keeps its character.",
        ),
    ];
    if variant.is_final() {
        lines.push(Line::ruling(
            "Items come first, the first finalist's before the second's. An item that has become impossible fails and is kept; a move that an item has made \
             impossible is not made.",
        ));
    }
    Section::new("⚡", "Bout 3", lines)
}

fn drawn(ruleset: &Ruleset) -> Section {
    let few = ruleset.variant.few();
    let last = ruleset.variant.contest().seat(Seat::Dmo);
    let who = match ruleset.drawn_state {
        DrawnState::Automatic => "It is declared",
        DrawnState::Host => "It is suggested to the host",
    };
    Section::new(
        "🤝",
        "Drawn board state",
        vec![
            Line::rule(format!(
                "In a drawn board state the player with more pieces wins the bout; if they have equally many, the player who last had more; if they \
                 always had equally many, the {last}."
            )),
            Line::ruling(format!(
                "{who} once both have taken {TURNS} turns since both were first down to {few} pieces or fewer, if the position stands for \
                 the {REPEATS}rd time or nothing was captured in the last {TURNS} turns of both."
            )),
            Line::ruling(format!(
                "It is always declared when neither player can do anything, and after {LONG_TURNS} turns of both without a capture. The host \
                 may declare it at any time in a battle."
            )),
        ],
    )
}

fn orders(ruleset: &Ruleset, private_orders: PrivateOrders) -> Section {
    let adopt = if ruleset.variant.is_final() { ", `x` or `adopt`" } else { " or `x`" };
    let change = Line::ruling(match private_orders {
        PrivateOrders::Editable => "A secret order may be changed until it resolves.",
        PrivateOrders::Final => "A secret order cannot be changed once it is sent.",
    });
    Section::new(
        "✍️",
        "Your order",
        vec![
            Line::rule("Claim with `b2 d4`; place with `+ c3` or `x c3`; choose with `first` or `second`."),
            Line::rule(format!(
                "Move with `b2-b3`. Onto your own Guardian say `swap`{adopt} (capture it); a power follows after `;`. Case does not matter, and \
                 spaces, commas, hyphens and semicolons are alike."
            )),
            change,
        ],
    )
}
