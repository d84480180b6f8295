//! Trains the network with which the best built-in players of Knights judge positions: self-play, gradient descent on the results, and the
//! next generation with the new network.
//!
//! `cargo run --release -p deathmatch-players --example train_knights_network -- GENERATIONS MATCHES [ITERATIONS] > knights.weights`
//!
//! The first generation plays by the static judgement, each other one by the network before it. Each search of a turn has ITERATIONS
//! iterations. One match of 20 is held out. Each epoch prints the network's loss on these matches, as cross entropy. It also prints the
//! loss of the judgement used in the matches, and the least possible loss.
//!
//! Sources: Kingma and Ba, *Adam: a method for stochastic optimization* (2015); Loshchilov and Hutter, *SGDR: stochastic gradient descent
//! with warm restarts* (2017), for the cosine schedule.

#![allow(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    reason = "counts are small, and weights are rounded anyway"
)]

use std::f32::consts::PI;
use std::io::Write;

use deathmatch_players::games::knights::self_play::{OF_SQUARES, Sample, Study, VECTORS, WHOLE, WIDE};
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha12Rng;

/// Positions of the weights in the file: each vector with its direct contribution, then the constant vector, then the output.
const ROW: usize = WIDE + 1;
const CONSTANT: usize = VECTORS * ROW;
const OUT: usize = CONSTANT + WIDE;
const WEIGHTS: usize = OUT + WIDE;

/// One match out of this many is held out.
const HELD: usize = 20;
const EPOCHS: usize = 10;
const BATCH: usize = 256;
const RATE: f32 = 0.004;
/// The limit of every weight: 29 vectors and the constant one sum to at most 60, and two bytes hold at most 63.
const MOST: f32 = 2.0;
/// A vector in fewer samples starts at 0, so that it adds nothing that was not learned.
const SELDOM: usize = 20;

fn main() {
    let mut arguments = std::env::args().skip(1).map(|word| word.parse::<usize>().expect("a number"));
    let mut next = |default| arguments.next().unwrap_or(default);
    let (generations, matches, iterations) = (next(2), next(15_000), next(1_500));
    let mut random = ChaCha12Rng::seed_from_u64(1);
    let mut study = Study::with_static_judgement(iterations);
    let mut file = Vec::new();
    for generation in 1..=generations {
        let (mut samples, mut held) = (Vec::new(), Vec::new());
        for number in 0..matches {
            let kept = if number % HELD == 0 { &mut held } else { &mut samples };
            kept.extend(study.play_match(&mut random));
        }
        eprintln!("generation {generation}: {} positions to learn from, {} held out", samples.len(), held.len());
        let before = loss(&held, |sample| study.worth(sample));
        eprintln!("  loss before {before:.4}, at least {:.4}", loss(&held, |sample| sample.worth));
        let mut weights = beginning(&samples, &mut random);
        descend(&mut weights, &mut samples, &held, &mut random);
        file = written(&weights);
        study = Study::with_network(&file, iterations).expect("it has the size of the file that is read");
        eprintln!("  held {:.4} as written", loss(&held, |sample| study.worth(sample)));
    }
    std::io::stdout().write_all(&file).expect("standard output takes it");
}

/// The initial weights: noise where there are enough samples, so that the places of a vector differ.
fn beginning(samples: &[Sample], random: &mut ChaCha12Rng) -> Vec<f32> {
    let mut seen = [0; VECTORS];
    for sample in samples {
        for form in [*sample, sample.mirrored(), sample.changed(), sample.mirrored().changed()] {
            form.active().into_iter().for_each(|vector| seen[vector] += 1);
        }
    }
    let mut weights = vec![0.0; WEIGHTS];
    let mut noise = |weights: &mut [f32], wide: f32| {
        weights.fill_with(|| (random.random::<f32>() - 0.5) * wide);
    };
    for vector in (0..OF_SQUARES).filter(|&vector| seen[vector] >= SELDOM) {
        noise(&mut weights[vector * ROW..][..WIDE], 0.25);
    }
    weights[CONSTANT..OUT].fill(0.1);
    noise(&mut weights[OUT..], 0.3);
    weights
}

fn descend(weights: &mut [f32], samples: &mut [Sample], held: &[Sample], random: &mut ChaCha12Rng) {
    eprintln!("  held {:.4} at the beginning", loss(held, |sample| Sums::of(weights, sample).worth()));
    let (mut mean, mut square) = (vec![0.0_f32; WEIGHTS], vec![0.0_f32; WEIGHTS]);
    let mut slopes = vec![0.0_f32; WEIGHTS];
    let steps = EPOCHS * samples.len().div_ceil(BATCH);
    let mut step = 0;
    for epoch in 1..=EPOCHS {
        samples.shuffle(random);
        let mut lost = 0.0;
        for batch in samples.chunks(BATCH) {
            slopes.fill(0.0);
            for sample in batch {
                let sample = if random.random_bool(0.5) { sample.mirrored() } else { *sample };
                let sample = if random.random_bool(0.5) { sample.changed() } else { sample };
                lost += f64::from(slope(weights, &sample, &mut slopes));
            }
            step += 1;
            let rate = RATE * 0.5 * (1.0 + (PI * step as f32 / steps as f32).cos());
            let (fade, fade_square) = (1.0 - 0.9_f32.powi(step), 1.0 - 0.999_f32.powi(step));
            for at in 0..WEIGHTS {
                let each = slopes[at] / batch.len() as f32;
                mean[at] = 0.9 * mean[at] + 0.1 * each;
                square[at] = 0.999 * square[at] + 0.001 * each * each;
                let down = rate * (mean[at] / fade) / ((square[at] / fade_square).sqrt() + 1e-8);
                weights[at] = (weights[at] - down).clamp(-MOST, MOST);
            }
        }
        let held = loss(held, |sample| Sums::of(weights, sample).worth());
        eprintln!("  epoch {epoch}: loss {:.4}, held {held:.4}", lost / samples.len() as f64);
    }
}

/// The network's output for a sample.
struct Sums {
    /// The sum of the vectors, before the cut at 0.
    places: [f32; WIDE],
    /// The logarithm of the odds.
    odds: f32,
}

impl Sums {
    fn of(weights: &[f32], sample: &Sample) -> Self {
        let mut places = [0.0; WIDE];
        places.copy_from_slice(&weights[CONSTANT..OUT]);
        let mut odds = 0.0;
        for vector in sample.active() {
            let row = &weights[vector * ROW..][..ROW];
            places.iter_mut().zip(row).for_each(|(place, weight)| *place += weight);
            odds += row[WIDE];
        }
        odds += places.iter().zip(&weights[OUT..]).map(|(place, weight)| place.max(0.0) * weight).sum::<f32>();
        Self { places, odds }
    }

    fn worth(&self) -> f32 {
        1.0 / (1.0 + (-self.odds).exp())
    }
}

/// Adds one sample's gradient, and returns its cross entropy.
fn slope(weights: &[f32], sample: &Sample, slopes: &mut [f32]) -> f32 {
    let sums = Sums::of(weights, sample);
    let off = sums.worth() - sample.worth;
    let mut back = [0.0; ROW];
    back[WIDE] = off;
    for (place, &sum) in sums.places.iter().enumerate().filter(|(_, sum)| **sum > 0.0) {
        slopes[OUT + place] += off * sum;
        back[place] = off * weights[OUT + place];
        slopes[CONSTANT + place] += back[place];
    }
    for vector in sample.active() {
        slopes[vector * ROW..][..ROW].iter_mut().zip(&back).for_each(|(slope, back)| *slope += back);
    }
    entropy(sums.worth(), sample.worth)
}

/// The cross entropy of a prediction and its target.
fn entropy(said: f32, worth: f32) -> f32 {
    let said = said.clamp(1e-6, 1.0 - 1e-6);
    -(worth * said.ln() + (1.0 - worth) * (1.0 - said).ln())
}

/// The mean cross entropy.
fn loss(samples: &[Sample], worth: impl Fn(&Sample) -> f32) -> f64 {
    let sum: f64 = samples.iter().map(|sample| f64::from(entropy(worth(sample), sample.worth))).sum();
    sum / samples.len() as f64
}

/// The weights in the player's file format.
fn written(weights: &[f32]) -> Vec<u8> {
    weights.iter().flat_map(|weight| ((weight * WHOLE).round() as i16).to_le_bytes()).collect()
}
