//! Search and game theory, independent of any game: a game implements [`World`], or passes numbers.
//!
//! - Nothing here reads a clock. The work of a search is limited by a [`Budget`].
//! - The same input, generator and budget give the same result, unless the search is stopped.

mod alpha_beta;
mod bayesian_matrix;
mod budget;
mod extensive_form;
mod informed_matrix;
mod matrix;
mod monte_carlo_tree;
mod quick_matrix;
mod simplex;
mod world;

pub use alpha_beta::{AlphaBetaResult, AlphaBetaSettings, AlternatingMoves, KNOWN, WON, iterative_deepening, value};
pub use bayesian_matrix::{Meeting, Typed, gains, meet};
pub use budget::Budget;
pub use extensive_form::{ExtensiveForm, Leads, Mixes};
pub use informed_matrix::{Case, Mixed, solve_cases};
pub use matrix::{Solution, solve};
pub use monte_carlo_tree::{Found, Settings, search};
pub use quick_matrix::Quick;
pub use world::World;
