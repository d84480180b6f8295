//! Every kind of picture against an expected one, and the laws of drawing.

mod blockade_chess;
mod castle_siege;
mod compare;
mod ended;
mod preset_examples;
mod film;
mod guidance_rite;
mod knights;
mod laws;
mod warriors_death;
