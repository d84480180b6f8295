//! Knights: both seats spawn, move and claim at the same moment on a board of 25 squares, and colour it for points.
//!
//! **Source.** A Death Match by Zero, as featured in The Genius: Tempo Up; its title is lost.
//!
//! **Notation.** `spawn b5, move a5-b3`, `move a5-b3, claim b3`, or in short `sb5 ma5b3`; see [`Order`].
//!
//! **House rulings.**
//! - R1: the limit of three turns in a row counts the kinds of action in a pair, not the squares; it is lifted for a turn in which it
//!   alone would leave no order of two actions, and does not bind single actions.
//! - R2: the Elimination Candidate's home row is row 5, at the bottom. A spawn square must be empty, and a move's target free of own
//!   knights, as the turn begins; so no knight can follow another onto a square in the same turn.
//! - R3: a knight just spawned can be captured.
//! - R4: one action alone is an order only when no two are possible; a seat with none is not awaited.
//! - R5: the match ends by repetition: three turns in a row or more, each begun with at least 20 coloured squares, have coloured and
//!   removed nothing, and the knights of both seats stand on the same squares as two turns before.
//! - R6: turn 100 is the last. However a match ends, a tie goes to the DMO.
//!
//! **Who knows what.** Everything between turns is public. What a seat orders is known to the table alone until the turn resolves and
//! is never in the state; so a [`View`] holds the whole [`Position`] and hides nothing.

mod choose;
mod manual;
mod moments;
mod options;
mod order;

mod position;
mod resolve;
mod scene;
mod square;
mod tell;
mod text;
mod view;

pub use options::{Options, PAIRS};
pub use order::{Action, Kind, Order};
pub use position::{Ending, LATE, LIMIT, Position, Ruleset, SCALE, STILL, Streak, TURNS, worth};
pub use resolve::{Effect, Turn};
pub use square::{SIDE, SQUARES, Square, Squares, UnknownSquare};
pub use tell::Event;
pub use view::View;

use crate::game::{About, Contest, Key, Preset, Rules, Setup, SetupError};

/// The rules of Knights.
pub struct Knights;

const KEYS: &[Key<'_>] =
    &[Key::timer("turn_s", "Time to choose the two actions of a turn").said(&[("*", "* s for each turn")])];

impl Rules for Knights {
    const ABOUT: About<'static> = About {
        version: 2,
        keys: KEYS,
        queries: text::QUERIES,
        ..About::new(
            "knights",
            "Knights",
            "Spawn, move and claim at the same moment as your rival on a board that pays more as it fills.",
        )
    };

    type Ruleset = Ruleset;
    type State = Position;

    fn presets() -> Vec<Preset<Ruleset>> {
        vec![Preset { id: "tempo-up", name: "Tempo Up", contest: Contest::DeathMatch, ruleset: Ruleset::default() }]
    }

    fn start(setup: &Setup<Ruleset>) -> Result<(Position, Vec<Event>), SetupError> {
        Ok((Position::new(setup.ruleset.clone()), vec![Event::Begins]))
    }
}
