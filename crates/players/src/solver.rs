//! What a game can work out about its own play, away from any table.

use deathmatch_rules::game::Seed;

use crate::Strength;

/// What can be worked out of a game as a whole: it takes minutes, and says how far it is.
pub trait Solver: Sync {
    /// The values that the game's player comes with, as the bytes of their file.
    fn solve(&self, said: &mut dyn FnMut(&str)) -> Vec<u8>;

    /// The value of the best answer to each policy, from 0 lost to 1 won, where nothing is hidden; between equals it is a half.
    /// `None` where one of them has a best answer that cannot be worked out.
    fn exploit(&self, policies: &[Policy], said: &mut dyn FnMut(&str)) -> Option<Vec<f64>>;

    /// What searches for the best answer come to, with all orders allowed, over so many plays each; or else what another player does.
    /// `None` for policies that cannot be answered so.
    fn search(
        &self,
        policy: Policy,
        by: Option<Policy>,
        seed: &Seed,
        plays: u32,
        said: &mut dyn FnMut(&str),
    ) -> Option<Vec<Estimate>>;
}

/// Somebody who is answered.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Policy {
    /// Does anything that can be done openly alike often.
    Uniform,
    /// The game's own player.
    Player(Strength),
}

/// What a way to answer came to.
#[derive(Clone, Debug, PartialEq)]
pub struct Estimate {
    pub name: String,
    /// From 0 lost to 1 won, on average.
    pub mean: f64,
    /// By how much it may be off either way, at 95 %.
    pub off: f64,
}

impl Estimate {
    /// From what each play came to.
    #[must_use]
    pub fn of(name: String, plays: &[f64]) -> Self {
        let count = f64::from(u32::try_from(plays.len()).unwrap_or(u32::MAX));
        let mean = plays.iter().sum::<f64>() / count;
        let spread = plays.iter().map(|play| (play - mean).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
        Self { name, mean, off: 1.96 * (spread / count).sqrt() }
    }
}
