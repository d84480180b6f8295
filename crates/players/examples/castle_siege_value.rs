//! Trains the weights with which the built-in player of Castle Siege values positions: self-play, gradient descent on the results, and the
//! next generation with the new weights.
//!
//! `cargo run --release -p deathmatch-players --example castle_siege_value -- GENERATIONS MATCHES [ORDERS [FROM]] > value.txt`, where
//! ORDERS is the number of orders considered for each side, and FROM a file of initial weights. `-- compare MATCHES ONE OTHER` plays
//! matches between two files of weights.
//!
//! Source of the optimiser: Kingma and Ba, *Adam: a method for stochastic optimization* (2015).

#![allow(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    reason = "counts are small, and weights are rounded anyway"
)]

use deathmatch_players::games::castle_siege::self_play::{Step, Study};
use deathmatch_players::games::castle_siege::value_network::{
    FACTS, INPUTS, NODES, Values, WEIGHTS, WIDE, facts, inputs,
};
use deathmatch_rules::games::castle_siege::Ruleset;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha12Rng;

/// A position from one side's view, 0 being the EC's, and its target value.
struct Sample {
    me: usize,
    sides: [[[i32; 4]; 5]; 2],
    left: u32,
    worth: f32,
}

const SIDES: usize = (INPUTS + 1) * WIDE;
const FACT: usize = SIDES + 2 * WIDE * NODES;
const BASE: usize = FACT + FACTS * NODES;
const OUT: usize = BASE + NODES;

/// The weight of a match's result against the values of its rounds' matrices.
const TRACE: f64 = 0.8;
const BATCH: usize = 128;
const EPOCHS: usize = 4;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [compare, matches, files @ ..] = &arguments[..]
        && compare == "compare"
    {
        return compared(matches.parse().expect("a number"), &[0, 1].map(|at| read(&files[at])));
    }
    let number = |at: usize, usual| arguments.get(at).map_or(usual, |word| word.parse::<usize>().expect("a number"));
    let (generations, matches) = (number(0, 3), number(1, 2_000));
    let mut random = ChaCha12Rng::seed_from_u64(1);
    let mut study = Study::new(&Ruleset::default());
    (study.orders, study.scripted) = (number(2, 20), 0.3);
    let mut weights: Vec<f32> = (0..WEIGHTS).map(|_| (random.random::<f32>() - 0.5) * 0.4).collect();
    let mut values: Option<Values> = None;
    if let Some(file) = arguments.get(3) {
        weights = read(file);
        values = Some(Values::new(&weights));
    }
    let mut samples = Vec::new();
    for generation in 0..generations {
        // Samples of a worse network are dropped.
        if generation > 1 {
            samples.drain(..samples.len() / 2);
        }
        let (mut stormed, mut rounds) = (0, 0);
        for _ in 0..matches {
            // Both good and random allocations are used, so that the network learns the value of either.
            let allocated = [0, 1].map(|_| match random.random_range(0..10) {
                0..4 => Study::known(&mut random),
                4..7 => Study::of_style(&mut random),
                _ => Study::any(&mut random),
            });
            let (steps, end) = study.play_match([values.as_ref(); 2], allocated, &mut random);
            stormed += usize::from(steps.len() < 40);
            rounds += steps.len();
            learn_from(&steps, end, &mut samples);
        }
        // Intermediate results are saved, because the run takes long.
        if let Ok(file) = std::env::var("KEPT") {
            std::fs::write(file, written(&weights)).expect("a file to write to");
        }
        eprintln!("generation {generation}: {stormed} of {matches} stormed, {} rounds on average", rounds / matches);
        descend(&mut weights, &mut samples, &mut random);
        values = Some(Values::new(&rounded(&weights)));
    }
    print!("{}", written(&weights));
}

fn read(file: &str) -> Vec<f32> {
    let text = std::fs::read_to_string(file).expect("a file of weights");
    text.split_whitespace().map(|word| word.parse::<f32>().expect("a number") / 1_000.0).collect()
}

/// Plays `matches` matches between two networks from each seat, with the same allocations.
fn compared(matches: usize, weights: &[Vec<f32>; 2]) {
    let [a, b] = weights.each_ref().map(|weights| Values::new(weights));
    let mut random = ChaCha12Rng::seed_from_u64(2);
    let mut study = Study::new(&Ruleset::default());
    (study.orders, study.astray) = (20, 0.0);
    let mut won = [0.0; 2];
    for _ in 0..matches {
        let allocated = [0, 1]
            .map(|_| if random.random_bool(0.5) { Study::known(&mut random) } else { Study::of_style(&mut random) });
        won[0] += study.play_match([Some(&a), Some(&b)], allocated, &mut random).1;
        won[1] += 1.0 - study.play_match([Some(&b), Some(&a)], allocated, &mut random).1;
    }
    println!("the first won {} of {matches} as the EC and {} as the DMO", won[0], won[1]);
}

fn written(weights: &[f32]) -> String {
    let line = |line: &[f32]| {
        let words: Vec<String> = line.iter().map(|weight| format!("{:.0}", weight * 1_000.0)).collect();
        words.join(" ") + "\n"
    };
    rounded(weights).chunks(24).map(line).collect()
}

fn rounded(weights: &[f32]) -> Vec<f32> {
    weights.iter().map(|weight| (weight * 1_000.0).round() / 1_000.0).collect()
}

fn learn_from(steps: &[Step], end: f64, samples: &mut Vec<Sample>) {
    let mut worth = end;
    for step in steps.iter().rev() {
        // The result after an order that nobody should give says nothing about the position before it.
        worth = if step.strayed { step.value } else { TRACE * worth + (1.0 - TRACE) * step.value };
        let [own, enemy] = step.sides;
        samples.push(Sample { me: 0, sides: [own, enemy], left: step.left, worth: worth as f32 });
        samples.push(Sample { me: 1, sides: [enemy, own], left: step.left, worth: 1.0 - worth as f32 });
    }
}

fn descend(weights: &mut [f32], samples: &mut [Sample], random: &mut ChaCha12Rng) {
    let (mut mean, mut square) = (vec![0.0_f32; WEIGHTS], vec![0.0_f32; WEIGHTS]);
    let mut time = 0;
    for epoch in 0..EPOCHS {
        samples.shuffle(random);
        let rate = 0.004 / (1 << epoch) as f32;
        let mut loss = 0.0;
        for batch in samples.chunks(BATCH) {
            let mut slopes = vec![0.0_f32; WEIGHTS];
            for sample in batch {
                loss += f64::from(slope(weights, sample, &mut slopes));
            }
            time += 1;
            let (fade, fade_square) = (1.0 - 0.9_f32.powi(time), 1.0 - 0.999_f32.powi(time));
            for at in 0..WEIGHTS {
                let each = slopes[at] / batch.len() as f32;
                mean[at] = 0.9 * mean[at] + 0.1 * each;
                square[at] = 0.999 * square[at] + 0.001 * each * each;
                weights[at] -= rate * (mean[at] / fade) / ((square[at] / fade_square).sqrt() + 1e-8);
            }
        }
        eprintln!("  loss {:.4} over {} positions", loss / samples.len() as f64, samples.len());
    }
}

/// Adds one sample's gradient, and returns its cross entropy.
fn slope(weights: &[f32], sample: &Sample, slopes: &mut [f32]) -> f32 {
    let mut vectors = [[[0.0_f32; WIDE]; 5]; 2];
    let mut sums = [[0.0_f32; WIDE]; 2];
    let mut nodes = [0.0_f32; NODES];
    nodes.copy_from_slice(&weights[BASE..OUT]);
    for side in 0..2 {
        for (vector, &unit) in vectors[side].iter_mut().zip(&sample.sides[side]) {
            vector.copy_from_slice(&weights[INPUTS * WIDE..SIDES]);
            for input in inputs(unit) {
                let row = &weights[input * WIDE..(input + 1) * WIDE];
                vector.iter_mut().zip(row).for_each(|(value, weight)| *value += weight);
            }
            sums[side].iter_mut().zip(vector.iter()).for_each(|(sum, value)| *sum += value.max(0.0));
        }
        for (wide, &sum) in sums[side].iter().enumerate() {
            let at = SIDES + (side * WIDE + wide) * NODES;
            nodes.iter_mut().zip(&weights[at..at + NODES]).for_each(|(node, weight)| *node += sum * weight);
        }
    }
    let facts = facts(sample.me, &sample.sides[0], &sample.sides[1], sample.left);
    for (number, fact) in facts.iter().enumerate() {
        let at = FACT + number * NODES;
        nodes.iter_mut().zip(&weights[at..at + NODES]).for_each(|(node, weight)| *node += fact * weight);
    }
    let out = &weights[OUT..OUT + NODES];
    let sum: f32 = nodes.iter().zip(out).map(|(node, weight)| node.max(0.0) * weight).sum();
    let worth = (1.0 / (1.0 + (-(sum + weights[OUT + NODES])).exp())).clamp(1e-6, 1.0 - 1e-6);
    let off = worth - sample.worth;
    slopes[OUT + NODES] += off;
    let mut back = [0.0_f32; NODES];
    for node in 0..NODES {
        slopes[OUT + node] += off * nodes[node].max(0.0);
        back[node] = if nodes[node] > 0.0 { off * out[node] } else { 0.0 };
        slopes[BASE + node] += back[node];
        for (number, fact) in facts.iter().enumerate() {
            slopes[FACT + number * NODES + node] += back[node] * fact;
        }
    }
    for side in 0..2 {
        let mut into = [0.0_f32; WIDE];
        for wide in 0..WIDE {
            let at = SIDES + (side * WIDE + wide) * NODES;
            for node in 0..NODES {
                slopes[at + node] += back[node] * sums[side][wide];
                into[wide] += back[node] * weights[at + node];
            }
        }
        for (vector, &unit) in vectors[side].iter().zip(&sample.sides[side]) {
            for wide in (0..WIDE).filter(|&wide| vector[wide] > 0.0) {
                slopes[INPUTS * WIDE + wide] += into[wide];
                for input in inputs(unit) {
                    slopes[input * WIDE + wide] += into[wide];
                }
            }
        }
    }
    -(sample.worth * worth.ln() + (1.0 - sample.worth) * (1.0 - worth).ln())
}
