//! Tests of the sandbox with a small real bot, made with serenity alone.

mod faults;
mod interactions;
mod kept;
mod refusals;
mod scenes;
mod stage;
