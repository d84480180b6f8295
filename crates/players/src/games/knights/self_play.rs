//! Self-play for the program that trains the network.

use rand::RngExt;
use rand_chacha::ChaCha12Rng;

use super::JUDGEMENT;
use super::choose_deed::{look_ahead, mixed};
use super::evaluate::Judgement;
use super::fast_position::{Deed, Fast};
use super::joint_deed_tree::{Arm, Settings, Tree};
use super::static_judgement_weights;
use super::value_network;
use super::value_network::Net;
use deathmatch_rules::games::knights::{Position, Ruleset, SIDE, SQUARES};

/// The length of a vector.
pub const WIDE: usize = value_network::WIDE;
/// The number of vectors.
pub const VECTORS: usize = value_network::VECTORS;
/// The number of vectors for squares, which come first; the others are for the lead, the streaks and the quiet turns.
pub const OF_SQUARES: usize = value_network::BY_LEAD;
/// The number of active vectors of a position.
pub const ACTIVE: usize = value_network::ACTIVE;
/// The number that represents 1 in a file.
pub const WHOLE: f32 = value_network::WHOLE;

/// The most deeds of each side in the matrix of a turn.
const BEST: usize = 6;
/// The greatest share of random deeds in a match; half of these are drawn by their static appeal.
const ASTRAY: f64 = 0.25;
/// The least number of visits of a search's position that may become a sample, and the share of those used.
const OFTEN: u32 = 16;
const MET: f64 = 0.3;
/// The weight of the match's result in a sample's target, against the search's value.
const END: f32 = 0.25;

const SETTINGS: Settings = Settings { explore: 1.4, doubt: 0.1, depth: super::LEARNS, width: [20, 64] };

/// A position from a match or its searches.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    at: Fast,
    /// The target value for the Elimination Candidate, from 0 lost to 1 won.
    pub worth: f32,
}

impl Sample {
    /// The sample with left and right exchanged.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        let set = |set| turned(set, |column, row| (SIDE - 1 - column, row));
        let at = Fast { knights: self.at.knights.map(set), coloured: set(self.at.coloured), ..self.at };
        Self { at, ..*self }
    }

    /// The sample with the seats exchanged.
    #[must_use]
    pub fn changed(&self) -> Self {
        let set = |set| turned(set, |column, row| (column, SIDE - 1 - row));
        let ([ec, dmo], [ec_run, dmo_run]) = (self.at.knights, self.at.runs);
        let at = Fast {
            knights: [set(dmo), set(ec)],
            coloured: set(self.at.coloured),
            // For the Elimination Candidate, a tie is as bad as a lead of one is good.
            lead: 1 - self.at.lead,
            runs: [dmo_run, ec_run],
            ..self.at
        };
        Self { at, worth: 1.0 - self.worth }
    }

    /// The indices of its active vectors.
    #[must_use]
    pub fn active(&self) -> [usize; ACTIVE] {
        value_network::active(&self.at)
    }
}

/// A set of squares with each square's column and row mapped.
fn turned(set: u32, to: impl Fn(u8, u8) -> (u8, u8)) -> u32 {
    (0..SQUARES as u8).filter(|at| set >> at & 1 == 1).fold(0, |set, at| {
        let (column, row) = to(at % SIDE, at / SIDE);
        set | 1 << (row * SIDE + column)
    })
}

/// The settings of self-play.
pub struct Study {
    judgement: Judgement,
    /// The number of iterations of each turn's search.
    iterations: usize,
}

impl Study {
    /// Self-play with the static judgement, as below level 5.
    #[must_use]
    pub fn with_static_judgement(iterations: usize) -> Self {
        Self { judgement: Judgement::of(&static_judgement_weights::VALUE, &static_judgement_weights::DEED), iterations }
    }

    /// Self-play with the network in a file, which stays in memory until the program ends; `None` if the size is wrong.
    #[must_use]
    pub fn with_network(file: &[u8], iterations: usize) -> Option<Self> {
        let net = Box::leak(Box::new(Net::read(file)?));
        let with_static = Self::with_static_judgement(iterations);
        Some(Self { judgement: with_static.judgement.by(net), iterations })
    }

    /// The static value of a position for the Elimination Candidate, from 0 lost to 1 won.
    #[must_use]
    pub fn worth(&self, sample: &Sample) -> f32 {
        self.judgement.worth(&sample.at)
    }

    /// Plays a match. Returns its positions, and some of those visited by its searches.
    pub fn play_match(&self, random: &mut ChaCha12Rng) -> Vec<Sample> {
        let mut at = super::fast(&Position::new(Ruleset::default()));
        let mut samples = Vec::new();
        let astray = random.random::<f64>() * ASTRAY;
        while !at.over {
            let mut tree = Tree::new(at, SETTINGS, &self.judgement);
            let mut left = self.iterations;
            let tops = look_ahead(&mut tree, BEST, None, |_| {
                left = left.saturating_sub(1);
                left > 0
            });
            let mut deeds = [Deed::NOTHING; 2];
            let mut worth = None;
            for side in (0..2).filter(|&side| !tops[side].is_empty()) {
                let arms = tree.root_arms(side);
                let (weights, chance) = mixed(&tree, side, &tops, None);
                worth = worth.or(Some(if side == 0 { chance } else { 1.0 - chance } as f32));
                deeds[side] = if random.random_bool(astray) {
                    any(arms, random)
                } else {
                    arms[tops[side][drawn(&weights, random)]].deed
                };
            }
            if let Some(worth) = worth {
                samples.push(Sample { at, worth });
            }
            let met = tree.below(OFTEN).into_iter().filter(|_| random.random_bool(MET));
            samples.extend(met.map(|(at, worth)| Sample { at, worth }));
            at.play(deeds);
        }
        let won = JUDGEMENT.worth(&at);
        for sample in &mut samples {
            sample.worth = END * won + (1.0 - END) * sample.worth;
        }
        samples
    }
}

/// A random deed, or one drawn by static appeal.
fn any(arms: &[Arm], random: &mut ChaCha12Rng) -> Deed {
    let at = if random.random_bool(0.5) {
        random.random_range(0..arms.len())
    } else {
        drawn(&arms.iter().map(|arm| f64::from(arm.prior)).collect::<Vec<_>>(), random)
    };
    arms[at].deed
}

fn drawn(weights: &[f64], random: &mut ChaCha12Rng) -> usize {
    let mut left = random.random::<f64>() * weights.iter().sum::<f64>();
    let at = weights.iter().position(|weight| {
        left -= weight;
        left < 0.0
    });
    at.unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_chacha::ChaCha12Rng;

    use super::super::value_network::KINDS;
    use super::{OF_SQUARES, SQUARES, Sample, Study};

    /// The kinds of a position's squares, in sequence.
    fn kinds(sample: &Sample) -> Vec<usize> {
        let mut kinds: Vec<usize> = sample.active()[..SQUARES].iter().map(|place| place % KINDS).collect();
        kinds.sort_unstable();
        kinds
    }

    #[test]
    fn mirrored_and_exchanged_samples_are_equivalent() {
        let samples = Study::with_static_judgement(40).play_match(&mut ChaCha12Rng::seed_from_u64(1));
        assert!(samples.len() > 10);
        // The kind of a square with the seats exchanged.
        let other = [0, 2, 1, 3, 4, 6, 5, 7];
        for sample in &samples {
            let (mirrored, changed) = (sample.mirrored(), sample.changed());
            assert_eq!(kinds(&mirrored), kinds(sample));
            assert_eq!(mirrored.active()[SQUARES..], sample.active()[SQUARES..]);
            let mut expected: Vec<usize> =
                kinds(sample).into_iter().map(|kind| [0, 2, 1][kind / 8] * 8 + other[kind % 8]).collect();
            expected.sort_unstable();
            assert_eq!(kinds(&changed), expected);
            assert!((changed.worth - (1.0 - sample.worth)).abs() < 1e-6);
            assert_eq!(mirrored.mirrored().active(), sample.active());
            assert_eq!(changed.changed().active(), sample.active());
        }
        assert!(samples.iter().all(|sample| sample.active()[SQUARES] >= OF_SQUARES));
        assert!(samples.iter().any(|sample| sample.mirrored().active() != sample.active()));
    }
}
