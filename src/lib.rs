//! Deathmatch: a dealer for two-player Death Matches on Discord.

#![deny(clippy::print_stdout, reason = "`cli::print` ends quietly on a closed pipe")]
#![allow(
    clippy::must_use_candidate,
    clippy::return_self_not_must_use,
    reason = "its only users are its own programs and tests"
)]

pub mod cli;
pub mod dealer;
pub mod discord;
pub(crate) mod external;
pub(crate) mod game_draft;
pub(crate) mod history;
pub(crate) mod hosting;
pub mod ids;
pub(crate) mod live;
pub(crate) mod lobby;
pub(crate) mod messages;
pub mod ops;
pub(crate) mod own_games;
pub(crate) mod people;
pub(crate) mod platform;
pub(crate) mod playing;
pub(crate) mod predictions;
pub mod ratings;
pub(crate) mod series;
pub(crate) mod setup;
pub(crate) mod spectators;
pub mod store;
pub(crate) mod tournaments;
pub(crate) mod uptime;

pub use deathmatch_draw as draw;
pub use deathmatch_players as players;
pub use deathmatch_replay as replay;
pub use deathmatch_rules::{game, games, table};
pub use deathmatch_sandbox as sandbox;
pub use deathmatch_tournament as tournament;
