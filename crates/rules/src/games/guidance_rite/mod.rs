//! Guidance Rite: three bouts, in which players secretly claim neutral pieces and then fight with them.
//!
//! **Source.** "Guidance Rite" by Zero, as featured in Zero's Guardians: Death Match 11 (`dm11`) and Final Match 3 (`final`).
//!
//! **Notation.** `b2 d4` claims, `+ c3` places, `first` chooses, `item rotate b2 90; b3-b4; monster c4 d4:ne` is a turn; see [`Order`].
//!
//! **House rulings.**
//! - R1: a move of two squares stays on the board. Losing a character by one's own move is not the turn's power.
//! - R2: only own pieces give up powers, and never with a move of a piece of the same character. A bite may take an arrow of any neighbour,
//!   the moved piece included, but not over the edge. In the final a Crow restores up to three arrows of own pieces.
//! - R3: a claim may name a single square. After two claim rounds without any order, the unclaimed pieces are removed.
//! - R4: each seat with fewer than three pieces is topped up to three, even if the other is not. We defined the squares where none fits,
//!   the result of a clash, and the default.
//! - R5: the conditions of a drawn board state, because the original's are lost, and that the DMO wins the last tie.
//! - R6: the course of a simultaneous turn, except two arrivals on one square.
//! - R7: with equal items the DMO chooses who goes first.
//!
//! **Hidden information.** A [`Position`] is public. The table keeps the orders of a running claim, top-up or simultaneous turn until they
//! resolve. Only the boards of later bouts are hidden; they are in the [`State`] alone.

mod board;
mod claim_round;
mod drawn_state;
mod effect;
mod effect_words;
pub mod generator;
mod item_menus;
pub mod items;
pub mod legal_turns;
mod manual;
mod moments;
pub mod movement;
mod notation;
mod order;
mod parse_text;
mod state;

pub mod extra_pieces;
mod parse_in_position;
mod phrases;
mod piece;
mod position;
mod powers;
pub mod ruleset;
mod scene;
pub mod setup;
mod square;
mod survey;
mod tell;
mod text;
pub mod turn;
mod view;

pub use board::Board;
pub use drawn_state::{Drawn, LONG_TURNS, TURNS};
pub use effect::{Effect, Lost};
pub use legal_turns::Ground;
pub use movement::Step;
pub use order::{Act, Brought, How, Idle, Item, ItemKind, Order, Power, Restored, Shape, Turn};
pub use piece::{Arrows, Character, Piece, UnknownPiece};
pub use position::{BOUTS, BOUTS_TO_WIN, BoutWon, Phase, Position, STRIKES};
pub use powers::{MANY_ARROWS, MOST_RESTORED};
pub use ruleset::{DrawnState, Ruleset, Variant};
pub use square::{COLUMNS, Direction, MOST_SQUARES, Square};
pub use state::State;
pub use tell::Event;
pub use turn::Made;
pub use view::View;

use crate::game::{About, Orders, Preset, Rules, SetupError, StartTerms, Survey};

/// The rules of Guidance Rite.
pub struct GuidanceRite;

impl Rules for GuidanceRite {
    const ABOUT: About<'static> = About {
        version: 2,
        keys: ruleset::KEYS,
        setup: &[("boards", "JSON without spaces: three boards, each a list of rows of pieces such as uRb.b.....")],
        items: &items::IDS,
        orders: Orders::Both,
        queries: text::QUERIES,
        ..About::new(
            "guidance-rite",
            "Guidance Rite",
            "Claim pieces in secret, then capture all of the enemy's; best of three bouts.",
        )
    };
    const SURVEY: Option<Survey<Ruleset>> = Some(survey::survey);

    type Ruleset = Ruleset;
    type State = State;

    fn presets() -> Vec<Preset<Ruleset>> {
        ruleset::presets()
    }

    fn blurb(preset: &str) -> &'static str {
        match preset {
            "final" => "6 rows; a grey arrow works once; capturing your own piece gains its arrows; maybe items.",
            _ => "Claim pieces in secret on 5 rows, then capture all of the enemy's; best of three bouts.",
        }
    }

    fn start(setup: &StartTerms<Ruleset>) -> Result<(State, Vec<Event>), SetupError> {
        let variant = setup.ruleset.variant;
        let items = setup::items(variant, &setup.items);
        let (items, mut boards) = SetupError::both(items, setup::boards(variant, &setup.setup, &setup.seed))?;
        let first = boards.remove(0);
        let state = State::new(Position::new(setup.ruleset.clone(), first, items), boards);
        let opening = state.opening();
        Ok((state, opening))
    }
}
