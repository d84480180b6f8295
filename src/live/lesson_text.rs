//! The lessons of every game, for players in their first match of it.

/// For the first private orders that have resolved.
pub const SEALED: &str = "Orders count as they were sealed. After the match, **Verify** proves it.";
/// For a reserve that has begun to run.
pub const RESERVE: &str = "Your time was over, so your reserve ran. It is for the whole match.";
