//! A small real bot, made with serenity alone, against the sandbox.

mod faults;
mod interactions;
mod kept;
mod refusals;
mod scenes;
mod stage;
