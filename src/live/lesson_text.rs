//! The lessons of every game, for players in their first match of it.

/// For a seat that gave no order in time.
pub const MISSED: &str = "Without an order in time, the rules decide what counts: see **Rules**.";
/// For the first private orders that have resolved.
pub const SEALED: &str = "Your order counted as you had sealed it. After the match, **Verify** proves it.";
/// For a reserve that has begun to run.
pub const RESERVE: &str = "Your time was over, so your reserve ran. It is for the whole match.";
