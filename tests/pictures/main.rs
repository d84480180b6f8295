//! Every kind of picture against an expected one, and the laws of drawing.

mod compare;
mod knights;
mod laws;
mod warriors_death;
