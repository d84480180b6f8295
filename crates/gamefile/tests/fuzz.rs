//! Tests the law of `robustness/` on mutated files of the corpus of `fuzz/`, the same ones every time.
//!
//! `FUZZ_ROUNDS` multiplies their number.

#[path = "../../script/tests/bend/mod.rs"]
mod bend;
mod robustness;

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::Path;

use bend::{Random, bent};

const ROUNDS: usize = 400;

#[test]
fn any_text_is_a_game_or_an_error() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus/game_file");
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let corpus: Vec<String> = files.iter().map(|file| fs::read_to_string(file).unwrap()).collect();
    let times: usize = std::env::var("FUZZ_ROUNDS").map_or(1, |times| times.parse().expect("a number"));
    let mut random = Random(7);
    let more: Vec<String> = (0..ROUNDS * times).map(|_| bent(&corpus, &mut random)).collect();
    for input in corpus.iter().chain(&more) {
        if let Err(broken) = catch_unwind(AssertUnwindSafe(|| robustness::law(input.as_bytes()))) {
            eprintln!("the law does not hold for:\n{input}");
            resume_unwind(broken);
        }
    }
}
