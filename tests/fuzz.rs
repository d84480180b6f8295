//! The laws of `laws/` on mutated inputs of the corpus of `fuzz/`, the same ones every time.
//!
//! `FUZZ_ROUNDS` multiplies the number of inputs.

mod laws;

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::Path;

use deathmatch::game::Seed;
use rand::seq::IndexedRandom;
use rand::{Rng, RngExt};

/// The length of the longest input.
const LONGEST: usize = 4_096;
/// The largest number of mutations of an input.
const BENDS: u32 = 6;

/// Fragments that find faults more often than random bytes.
const PIECES: &[&[u8]] = &[
    b"\0",
    b"\n",
    b"\"",
    b"\\",
    b"{",
    b"}",
    b"[",
    b"]",
    b":",
    b",",
    b"=",
    b">",
    b".",
    b"-",
    b"0",
    b"1e999",
    b"-1",
    b"null",
    b"true",
    b"18446744073709551615",
    b"9223372036854775808",
    b"4294967296",
    b"\xff",
    b"\xe2\x80\xae",
    b"\xcc\x81",
    b"\xf0\x9f\x98\x80",
    b" as ",
    b"\"at\":",
    b"\"host\":\"undo\"",
    b"\"order\":",
    b"\"seat\":\"ec\"",
    b"dm1:",
    b":seal:",
    b"[defaults.",
    b"\xef\xbb\xbf",
];

fn corpus(target: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus").join(target);
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files.iter().map(|file| fs::read(file).unwrap()).collect()
}

/// Returns a mutated input of the corpus.
fn mutated(corpus: &[Vec<u8>], generator: &mut impl Rng) -> Vec<u8> {
    let mut input = corpus.choose(generator).expect("there is a corpus").clone();
    for _ in 0..generator.random_range(1..=BENDS) {
        let at = generator.random_range(0..=input.len());
        let end = (at + generator.random_range(0..16)).min(input.len());
        match generator.random_range(0..7) {
            0 if at < input.len() => input[at] ^= 1 << generator.random_range(0..8),
            1 if at < input.len() => input[at] = generator.random(),
            2 => drop(input.drain(at..end)),
            3 => drop(input.splice(at..at, PIECES.choose(generator).expect("there are pieces").iter().copied())),
            4 => {
                let again = input[at..end].to_vec();
                let times = generator.random_range(1..4);
                input.splice(at..at, again.repeat(times));
            }
            5 => {
                let other = corpus.choose(generator).expect("there is a corpus");
                let from = generator.random_range(0..=other.len());
                input.truncate(at);
                input.extend_from_slice(&other[from..]);
            }
            _ => input.splice(at..end, (at..end).map(|_| generator.random())).for_each(drop),
        }
    }
    input.truncate(LONGEST);
    input
}

fn keeps(target: &str, rounds: u32, law: fn(&[u8])) {
    let corpus = corpus(target);
    let times = std::env::var("FUZZ_ROUNDS").map_or(1, |times| times.parse().expect("a number"));
    let mut generator = Seed::new(target).generator("fuzz");
    let inputs = (0..rounds * times).map(|_| mutated(&corpus, &mut generator));
    for input in corpus.iter().cloned().chain(inputs) {
        if let Err(broken) = catch_unwind(AssertUnwindSafe(|| law(&input))) {
            eprintln!("the law `{target}` does not hold for b\"{}\"", input.escape_ascii());
            resume_unwind(broken);
        }
    }
}

#[test]
fn orders_are_read_or_refused() {
    keeps("notation", 1_000, laws::notation::law);
}

#[test]
fn records_are_answered_line_by_line() {
    keeps("records", 100, laws::records::law);
}

#[test]
fn custom_ids_read_back() {
    keeps("custom_ids", 20_000, laws::custom_ids::law);
}

#[test]
fn configurations_are_used_or_refused_by_key() {
    keeps("configuration", 5_000, laws::configuration::law);
}
