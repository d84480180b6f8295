//! The text seed of a match, and its random generators.

use rand_chacha::ChaCha12Rng;
use rand_chacha::rand_core::SeedableRng;
use sha2::{Digest, Sha256};

/// A match's seed, as written in the header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seed(String);

impl Seed {
    /// Creates a seed from any text.
    #[must_use]
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// The text of the seed.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The generator for one purpose: `ChaCha12`, keyed with SHA-256 of the seed, a zero byte and the purpose's name. So the same seed
    /// gives the same set-up on every machine, and two purposes share no numbers.
    #[must_use]
    pub fn generator(&self, purpose: &str) -> ChaCha12Rng {
        let mut hash = Sha256::new();
        hash.update(self.0.as_bytes());
        hash.update([0]);
        hash.update(purpose.as_bytes());
        ChaCha12Rng::from_seed(hash.finalize().into())
    }
}

impl Default for Seed {
    fn default() -> Self {
        Self::new("0")
    }
}
