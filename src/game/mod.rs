//! The contract between a game and everything that plays, draws and stores it.
