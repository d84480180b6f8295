//! Deathmatch: a dealer for two-player Death Matches on Discord.

pub mod cli;
pub mod dealer;
pub mod discord;
pub mod draw;
pub mod game;
pub mod games;
pub mod ops;
pub mod players;
pub mod sandbox;
pub mod store;
pub mod table;
