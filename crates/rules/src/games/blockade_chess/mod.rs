//! Blockade Chess and Garden of Statues: queens, rooks and bishops block each other until one side cannot move.
//!
//! **Source.** "Blockade Chess" by elara, as featured in The Choice is Yours, Squeaky Genius: Legends Untold and The Genius Puzzler.
//! "Garden of Statues" is the same game with another theme; see [`Theme`].
//!
//! **Notation.** `white` or `black`, `Ra1 Bc3`, `Qd4-d7/f5`; see [`Order`] and the module `notation`.
//!
//! **House rulings.**
//! - The original's list of a move's parts is lost. A piece moves, then the same piece sends a pawn along its lines from its new square.
//!   `pawn_placement` has two other readings; `anywhere` departs from the original.
//! - A chooser who names no colour in time plays White, and the choice uses no reserve.
//! - A side to move without a complete move loses, even before the first move, and whatever the other side could do.
//! - An extension covers reserve that was already running, and undo restores reserves.
//!
//! **Everything is public.** A [`View`] is the whole [`Position`], seen from one side of the board.

mod board;
mod manual;
mod mobility;
mod moments;
mod notation;
mod order;
mod order_parser;
mod piece;

mod position;
mod resolve;
mod ruleset;
mod scene;
mod setup;
mod square;
mod tell;
mod text;
mod theme;
mod view;

pub use board::{Board, UnreadableBoard};
pub use order::{Man, Move, Order, Placement};
pub use piece::{BySide, Piece, Side};
pub use position::{Last, Phase, Position};
pub use ruleset::{PawnPlacement, Ruleset};
pub use square::{Square, Squares, UnknownSquare};
pub use tell::{Event, What};
pub use theme::Theme;
pub use view::View;

use crate::game::{About, Contest, Key, Kind, Orders, Preset, Rules, SetupError, StartTerms};

/// The rules of Blockade Chess.
pub struct BlockadeChess;

const KEYS: &[Key<'_>] = &[
    Key::timer("colour_s", "Time for the choice of colours").said(&[("*", "* s for the choice of colours")]),
    Key::timer("placement_s", "Free time for each step of the placement")
        .said(&[("*", "* s for each step of the placement")]),
    Key::timer("move_s", "Free time for each move").said(&[("*", "* s for each move")]),
    Key::reserve("Each player's reserve for the whole match; it runs after the free time")
        .said(&[("*", "* s of reserve each")]),
    Key::new(
        "pawn_placement",
        Kind::Word(&["same-piece", "any-own-piece", "anywhere"]),
        "From where a move's pawn or statue is sent: the moved piece, any own piece, or nowhere in particular",
    )
    .said(&[
        ("any-own-piece", "what blocks a square is sent by any own piece"),
        ("anywhere", "what blocks a square may be put on any empty one"),
        ("*", "what blocks a square is sent by the piece that moved"),
    ]),
];

impl Rules for BlockadeChess {
    const ABOUT: About<'static> = About {
        keys: KEYS,
        setup: &setup::KEYS,
        orders: Orders::Open,
        advantage: Some("chooses the colours"),
        queries: text::QUERIES,
        most_counted: 200_000_000,
        ..About::new(
            "blockade-chess",
            "Blockade Chess",
            "Queens, rooks and bishops close the board square by square. The player who cannot move loses.",
        )
    };

    type Ruleset = Ruleset;
    type State = Position;

    fn presets() -> Vec<Preset<Ruleset>> {
        let preset = |id, name, theme| {
            let ruleset = Ruleset::new(theme);
            Preset { id, name, contest: Contest::DeathMatch, ruleset }
        };
        vec![
            preset("blockade", "Blockade Chess", Theme::Blockade),
            preset("garden-of-statues", "Garden of Statues", Theme::Garden),
        ]
    }

    fn blurb(preset: &str) -> &'static str {
        match preset {
            "garden-of-statues" => "Red against Blue: each move puts up a statue; who cannot move has lost.",
            _ => "White against Black: each move puts up a pawn; who cannot move has lost.",
        }
    }

    fn start(setup: &StartTerms<Ruleset>) -> Result<(Position, Vec<Event>), SetupError> {
        let position = setup::position(setup.ruleset, setup.advantage, &setup.setup)?;
        Ok((position, resolve::events(What::Opens, &position)))
    }
}
