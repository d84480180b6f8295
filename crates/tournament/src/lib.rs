//! Tournaments: pairings, seats and standings.
//!
//! - A [`Tournament`] is a plain value that can be stored. It knows no matches, clocks, channels or names. Lots are drawn once, at the
//!   start, from the given generator. The same entrants, lots and verdicts give the same tournament.
//! - A tournament has rounds. The next one is drawn when every pairing so far is decided. Every tournament ends, even if every player stays
//!   away.
//! - A changed verdict redraws the later rounds. Pairings that have begun are kept.

mod bracket;

mod entrant;
mod format;
mod graph_matching;
mod next_round;
mod pairing;
mod redraw_rounds;
mod round_robin;
mod seats;
mod standings;
mod swiss;
mod tournament;

pub use bracket::{Node, Source, nodes};
pub use entrant::{Entrant, EntrantId};
pub use format::Format;
pub use pairing::{Attempt, Card, MOST_ATTEMPTS, MOST_CARDS, Pairing, PairingId, Place, Round, Verdict};
pub use standings::{Points, Standing, TieBreak};
pub use tournament::{Refusal, Tournament};
