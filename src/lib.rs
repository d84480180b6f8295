//! Deathmatch: a dealer for two-player Death Matches on Discord.

pub mod cli;
pub mod dealer;
pub mod discord;
pub mod ids;
pub mod ops;
pub mod ratings;
pub mod store;

pub use deathmatch_draw as draw;
pub use deathmatch_players as players;
pub use deathmatch_replay as replay;
pub use deathmatch_rules::{game, games, table};
pub use deathmatch_sandbox as sandbox;
pub use deathmatch_tournament as tournament;
