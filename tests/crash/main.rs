//! `deathmatch serve` is killed, again and again, and started on the file it left; the players notice nothing but a late answer.
//!
//! - The bot is the released binary as it is, without hooks: it is killed from outside by SIGKILL, at moments found in what it asks of
//!   the sandbox and in what stands in its database.
//! - The same orders come to the same end and the same public messages as in a run that nobody disturbs.

mod away;
mod laws;
mod players;
mod points;
mod process;
mod random;
mod room;
mod start;

use room::Plan;

/// The matches that are played: each game with options under which nobody's time runs out.
pub const PLANS: &[Plan] = &[Plan { game: "warriors-death", options: "unit_s=3600 break_s=3600" }];
