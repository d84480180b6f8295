//! The built-in player.
