//! Tournaments: who meets whom, who sits where, who stands where.
//!
//! - A [`Tournament`] is a plain value that can be stored; it knows no match, clock, channel or name. Lots are drawn once, when it begins, by
//!   the generator it is given; the same entrants, lots and verdicts give the same tournament.
//! - It has rounds: the next one is drawn when every pairing so far is decided. Every tournament ends, even if every
//!   player stays away.
//! - A changed verdict draws the rounds after it again, where nothing has begun yet; what has begun stands.

mod bracket;

mod entrant;
mod format;
mod later_rounds;
mod matching;
mod pairing;
mod round_robin;
mod rounds;
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
