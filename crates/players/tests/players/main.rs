//! Laws of the built-in players: their orders are legal, in every position and with any amount of thinking.

mod blockade_chess;
mod castle_siege;
mod chances;
mod guidance_rite;
mod knights;
#[path = "../../../rules/tests/rules/script.rs"]
#[allow(dead_code, reason = "the rules' tests use the rest")]
mod script;
mod thinking;
mod warriors_death;
