//! The position as the shared alpha-beta search uses it.

use super::bitboards::{Bitboards, Step};
use super::evaluate::evaluate;
use super::separated_endgame::outlasts;
use crate::search::{AlternatingMoves, WON};

/// The value of a game won by counting, without the count: less than any win found by search.
const COUNTED: i32 = WON - 1_000;

impl AlternatingMoves for Bitboards {
    type Step = Step;

    fn key(&self) -> u64 {
        Self::key(self)
    }

    fn each_step(&self, each: impl FnMut(Step) -> bool) {
        Self::each_step(self, each);
    }

    fn allows(&self, step: Step) -> bool {
        Self::allows(self, step)
    }

    fn after(&self, step: Step) -> Self {
        Self::after(self, step)
    }

    fn worth(&self) -> i32 {
        evaluate(self)
    }

    fn known(&self, judged: &mut u64) -> Option<i32> {
        outlasts(self, judged).map(|by| if by > 0 { COUNTED + by } else { by - COUNTED })
    }
}
