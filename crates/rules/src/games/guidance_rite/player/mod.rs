//! The built-in player.

use rand::Rng;
use rand_chacha::ChaCha12Rng;

use super::flow::State;
use super::generator;
use super::position::BOUTS;
use super::view::View;
use crate::game::{Player, Seat, Seed};

impl Player for View {
    type Game = super::GuidanceRite;

    fn seat(&self) -> Option<Seat> {
        Self::seat(self)
    }

    /// Boards to come are dealt; earlier positions that the drawn board state counts are forgotten.
    fn imagine(&self, random: &mut ChaCha12Rng) -> Option<State> {
        Self::seat(self)?;
        let position = self.position().clone();
        let seed = Seed::new(random.next_u64().to_string());
        let variant = position.ruleset().variant;
        let upcoming = (position.bout() + 1..=BOUTS).map(|bout| {
            let mut board = generator::board(variant, &seed, bout);
            board.regrow_all();
            board
        });
        Some(State::new(position, upcoming.collect()))
    }
}
