//! Every kind of picture against an expected one, and the laws of drawing.

mod blockade_chess;
mod castle_siege;
mod compare;
mod ended;
mod film;
mod guidance_rite;
mod knights;
mod laws;
mod preset_examples;
mod warriors_death;
