//! The built-in player.

use rand_chacha::ChaCha12Rng;

use super::state::State;
use super::view::View;
use crate::game::{Player, Seat};

impl Player for View {
    type Game = super::CastleSiege;

    fn seat(&self) -> Option<Seat> {
        Self::seat(self)
    }

    fn imagine(&self, _: &mut ChaCha12Rng) -> Option<State> {
        None
    }
}
