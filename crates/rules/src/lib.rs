//! What a Death Match is, without the bot: the contract of a game, the games, and the table with its records.
//!
//! Nothing here knows async code, a database, Discord, a pixel, a clock or a file. Whatever is random comes from a seed.

pub mod game;
pub mod games;
pub mod table;
