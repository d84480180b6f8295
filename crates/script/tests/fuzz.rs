//! Tests the laws of `laws/` on mutated inputs of the corpus of `fuzz/` and the hostile scripts, the same ones every time.
//!
//! `FUZZ_ROUNDS` multiplies their number.

mod bend;
#[path = "differential/generate.rs"]
mod generate;
mod laws;

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::Path;

use bend::{Random, bent};

const STACK: usize = 2 << 20;

fn corpus(target: &str) -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = [root.join("../../fuzz/corpus").join(target), root.join("tests/hostile")];
    let mut files: Vec<_> =
        folders.iter().flat_map(|folder| fs::read_dir(folder).unwrap()).map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files.iter().map(|file| fs::read_to_string(file).unwrap()).collect()
}

fn keeps(target: &'static str, rounds: usize, law: fn(&[u8])) {
    let corpus = corpus(target);
    let times: usize = std::env::var("FUZZ_ROUNDS").map_or(1, |times| times.parse().expect("a number"));
    let work = move || {
        let mut random = Random(target.len() as u64);
        let inputs: Vec<String> = corpus.clone();
        let more = (0..rounds * times).map(|_| bent(&corpus, &mut random));
        for input in inputs.into_iter().chain(more) {
            if let Err(broken) = catch_unwind(AssertUnwindSafe(|| law(input.as_bytes()))) {
                eprintln!("the law `{target}` does not hold for:\n{input}");
                resume_unwind(broken);
            }
        }
    };
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(work).expect("a thread starts");
    if let Err(broken) = thread.join() {
        resume_unwind(broken);
    }
}

#[test]
fn texts_are_compiled_or_refused() {
    keeps("script_compile", 20_000, laws::compile::law);
}

#[test]
fn programs_stop_alike_each_time() {
    keeps("script_run", 3_000, laws::run::law);
}

/// Generated programs with `ask` in place of `abs`, so that they ask in loops, comprehensions, sort keys and callbacks.
#[test]
fn generated_programs_run_alike_each_time() {
    let times: u64 = std::env::var("FUZZ_ROUNDS").map_or(1, |times| times.parse().expect("a number"));
    for seed in 0..300 * times {
        let source = generate::Generator::new(seed << 20).program().replace("abs", "ask");
        if let Err(broken) = catch_unwind(AssertUnwindSafe(|| laws::run::law(source.as_bytes()))) {
            eprintln!("the law does not hold for:\n{source}");
            resume_unwind(broken);
        }
    }
}
