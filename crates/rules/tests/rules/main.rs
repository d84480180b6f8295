//! Named cases for every game, in order notation; each names the section of its rules page.

mod blockade_chess;
mod castle_siege;
mod guidance_rite;
mod knights;
mod script;
mod warriors_death;
