//! The laws of `laws/` on inputs bent from the corpus of `fuzz/` and the hostile scripts, the same ones every time.
//!
//! `FUZZ_ROUNDS` multiplies how many are tried.

mod laws;

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::Path;

/// The longest input.
const LONGEST: usize = 4_096;
/// How often an input is bent at most.
const BENDS: usize = 5;
const STACK: usize = 2 << 20;

/// What is more likely than chance to find something.
const PIECES: &[&str] = &[
    "\n",
    "\n    ",
    " ",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ":",
    ",",
    ".",
    "=",
    "==",
    "'",
    "\"",
    "\"\"\"",
    "f'{",
    "}'",
    "#",
    "\\",
    ";",
    "+",
    "-",
    "*",
    "**",
    "//",
    "%",
    "<<",
    ">>",
    "~",
    "<",
    "in ",
    "not ",
    "is None",
    "and ",
    "or ",
    "if ",
    "else ",
    "for x in ",
    "while ",
    "def f(x):\n    ",
    "lambda: ",
    "lambda x: x",
    "return ",
    "break",
    "continue",
    "pass",
    "del ",
    "assert ",
    "x",
    "y",
    "xs",
    "d",
    "f",
    "x = ",
    "x += 1",
    "0",
    "1",
    "-1",
    "9223372036854775807",
    "True",
    "None",
    "''",
    "'é'",
    "[]",
    "{}",
    "()",
    "(1,)",
    "[x for x in xs]",
    "{x: x for x in xs}",
    "(x for x in xs)",
    "any(",
    "all(",
    "next(",
    "sorted(",
    "min(",
    "max(",
    "map(",
    "filter(",
    "range(",
    "len(",
    "str(",
    "list(",
    "dict(",
    "set(",
    "sum(",
    "zip(",
    "print(",
    "ask(",
    "ask(lambda v: v)",
    "key = ",
    ".append(",
    ".pop()",
    ".sort(",
    ".items()",
    ".join(",
    ".format(",
    ".x",
    ".copy()",
    "[0]",
    "[1:]",
    "[::-1]",
    "random.shuffled(",
    "grid.near(",
    "@",
    "!",
    "\0",
    "\t",
    "\r\n",
    "\u{202e}",
    "x.x = x",
    "xs.append(xs)",
];

/// Splitmix64.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((z ^ (z >> 31)) % n as u64).expect("below a usize")
    }
}

fn corpus(target: &str) -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = [root.join("../../fuzz/corpus").join(target), root.join("tests/hostile")];
    let mut files: Vec<_> =
        folders.iter().flat_map(|folder| fs::read_dir(folder).unwrap()).map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files.iter().map(|file| fs::read_to_string(file).unwrap()).collect()
}

fn boundary(text: &str, at: usize) -> usize {
    text.floor_char_boundary(at)
}

/// An input a little different from those of the corpus.
fn bent(corpus: &[String], random: &mut Random) -> String {
    let mut input = corpus[random.below(corpus.len())].clone();
    for _ in 0..=random.below(BENDS) {
        let at = boundary(&input, random.below(input.len() + 1));
        let end = boundary(&input, (at + random.below(12)).min(input.len())).max(at);
        match random.below(7) {
            0 => drop(input.drain(at..end)),
            1 | 2 => input.insert_str(at, PIECES[random.below(PIECES.len())]),
            3 => input.replace_range(at..end, PIECES[random.below(PIECES.len())]),
            4 => {
                let again = input[at..end].repeat(1 + random.below(3));
                input.insert_str(at, &again);
            }
            5 => {
                // Lines of another script.
                let other = &corpus[random.below(corpus.len())];
                let lines: Vec<&str> = other.lines().collect();
                let from = random.below(lines.len());
                let line = input[..at].rfind('\n').map_or(0, |end| end + 1);
                input.insert_str(line, &format!("{}\n", lines[from..(from + 3).min(lines.len())].join("\n")));
            }
            _ => {
                let mut lines: Vec<String> = input.lines().map(str::to_owned).collect();
                let (a, b) = (random.below(lines.len().max(1)), random.below(lines.len().max(1)));
                if !lines.is_empty() {
                    lines.swap(a, b);
                }
                input = lines.join("\n");
            }
        }
    }
    input.truncate(boundary(&input, LONGEST));
    input
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
fn programs_stop_alike() {
    keeps("script_run", 3_000, laws::run::law);
}
