//! Knights: both seats secretly spawn, move and claim on a board of 25 squares, and colour squares for points.
//!
//! **Source.** A Death Match by Zero, as featured in The Genius: Tempo Up; its title is lost.
//!
//! **Notation.** `spawn b5, move a5-b3`, `move a5-b3, claim b3`, or in short `sb5 ma5b3`; see [`Order`].
//!
//! **House rulings.**
//! - R1: the limit of three turns in a row counts the kinds of action in a pair, not the squares. It does not apply in a turn in which it
//!   alone would leave no order of two actions, and it does not bind single actions.
//! - R2: the Elimination Candidate's home row is row 5, at the bottom. When the turn begins, a spawn square must be empty, and a move's
//!   target free of own knights. So no knight can follow another onto a square in the same turn.
//! - R3: a knight just spawned can be captured.
//! - R4: a single action is an order only if no two actions are possible. A seat without any order is not asked.
//! - R5: the match ends by repetition after three quiet turns in a row, if both seats' knights stand as two turns before. A turn is quiet
//!   if it begins with at least 20 coloured squares, and colours and removes nothing.
//! - R6: turn 100 is the last. A tie always goes to the DMO.
//!
//! **Hidden information.** Everything between turns is public. A seat's order is known to the table alone until the turn resolves, and is
//! never in the state. So a [`View`] holds the whole [`Position`].

mod legal_orders;
mod manual;
mod moments;
mod notation;
mod order;

mod position;
mod resolve;
mod ruleset;
mod scene;
mod square;
mod tell;
mod text;
mod view;

pub use legal_orders::{PAIRS, PossibleActions};
pub use order::{Action, Kind, Order};
pub use position::{Ending, LATE, LIMIT, Position, SCALE, STILL, Streak, TURNS, worth};
pub use resolve::{Effect, Turn};
pub use ruleset::Ruleset;
pub use square::{SIDE, SQUARES, Square, Squares, UnknownSquare};
pub use tell::Event;
pub use view::View;

use crate::game::{About, Contest, Key, Preset, Rules, SetupError, StartTerms};

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

    fn start(setup: &StartTerms<Ruleset>) -> Result<(Position, Vec<Event>), SetupError> {
        Ok((Position::new(setup.ruleset.clone()), vec![Event::Begins]))
    }
}
