//! Computations about a game's play, outside of any match.

use deathmatch_rules::game::Seed;

use crate::Strength;

/// The solver of a whole game. It takes minutes and reports its progress.
pub trait Solver: Sync {
    /// Computes the data of the game's player, as the bytes of its file.
    fn solve(&self, said: &mut dyn FnMut(&str)) -> Vec<u8>;

    /// The value of the best response to each policy without hidden information, from 0 lost to 1 won; a half between equals. `None` if a
    /// best response cannot be computed.
    fn exploit(&self, policies: &[Policy], said: &mut dyn FnMut(&str)) -> Option<Vec<f64>>;

    /// The estimated results of searches for the best response, with all orders allowed, over this many plays each; or those of another
    /// player. `None` for policies without such a search.
    fn search(
        &self,
        policy: Policy,
        by: Option<Policy>,
        seed: &Seed,
        plays: u32,
        said: &mut dyn FnMut(&str),
    ) -> Option<Vec<Estimate>>;
}

/// The policy that is responded to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Policy {
    /// Plays every open order equally often.
    Uniform,
    /// The game's own player.
    Player(Strength),
}

/// The result of one way to respond.
#[derive(Clone, Debug, PartialEq)]
pub struct Estimate {
    pub name: String,
    /// The mean value, from 0 lost to 1 won.
    pub mean: f64,
    /// The error bound in both directions, at 95 %.
    pub off: f64,
}

impl Estimate {
    /// The estimate from the results of all plays.
    #[must_use]
    pub fn of(name: String, plays: &[f64]) -> Self {
        let count = f64::from(u32::try_from(plays.len()).unwrap_or(u32::MAX));
        let mean = plays.iter().sum::<f64>() / count;
        let spread = plays.iter().map(|play| (play - mean).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
        Self { name, mean, off: 1.96 * (spread / count).sqrt() }
    }
}
