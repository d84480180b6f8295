//! Search and game theory without any game of ours: a game implements [`World`], or passes numbers.
//!
//! - Nothing here reads a clock: what a search may spend is a [`Budget`], counted in work.
//! - The same input, the same generator and a budget nobody cuts short give the same result.

mod alpha_beta;
mod budget;
mod extensive;
mod informed_matrix;
mod matrix;
mod meetings;
mod quick;
mod simplex;
mod tree;
mod world;

pub use alpha_beta::{Deepened, Deepening, KNOWN, Turns, WON, deepen, value};
pub use budget::Budget;
pub use extensive::{Extensive, Leads, Mixes};
pub use informed_matrix::{Case, Mixed, solve_cases};
pub use matrix::{Solution, solve};
pub use meetings::{Meeting, Typed, gains, meet};
pub use quick::Quick;
pub use tree::{Found, Settings, search};
pub use world::World;
