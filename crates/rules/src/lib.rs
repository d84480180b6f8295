//! The rules of Death Match games, without the bot: the contract of a game, the games, and the table with its records.
//!
//! This crate has no async code, database, Discord, pixels, clock or files. All randomness comes from a seed.

pub mod game;
pub mod games;
pub mod table;
