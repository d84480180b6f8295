//! Random programs run by this crate and by `python3`, which must print the same.
//!
//! `DIFFERENTIAL_PROGRAMS` sets the number of programs, `DIFFERENTIAL_SEED` their seed, `DIFFERENTIAL_BENT` the number of mutated scripts.
//! A program that ends here must end in Python with the same output. A program that fails in Python must fail here at the
//! same place. A program that fails only here must have reached a limit that Python lacks, such as the size of numbers.

#[path = "../bend/mod.rs"]
mod bend;
#[path = "../cases.rs"]
mod cases;
mod generate;

use std::io::Write;
use std::process::{Command, Stdio};

use deathmatch_script::{ErrorKind, Limits, Machine, Outcome, Program};
use serde_json::{Value as Json, json};

use generate::Generator;

/// Enough for every generated program.
const FUEL: u64 = 50_000_000;

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |value| value.parse().expect("a number"))
}

/// Returns the output of `python3` for each source text, and its exception; `None` without `python3`.
fn cpython(sources: &[String]) -> Option<Vec<(String, Option<String>)>> {
    let runner = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/differential/runner.py");
    let child =
        Command::new("python3").args(["-W", "ignore", runner]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let Ok(mut child) = child else { return None };
    let mut stdin = child.stdin.take().expect("piped");
    let input = json!(sources).to_string();
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output().expect("python3 ran");
    writer.join().expect("no panic").expect("python3 read its input");
    assert!(output.status.success(), "the runner failed");
    let results: Vec<Json> = serde_json::from_slice(&output.stdout).expect("the runner writes JSON");
    let result = |result: Json| {
        let error = result[1].as_str().map(str::to_owned);
        (result[0].as_str().expect("text").to_owned(), error)
    };
    Some(results.into_iter().map(result).collect())
}

fn ours(source: &str, garbage: usize) -> (String, Option<deathmatch_script::Error>) {
    let program = match Program::compile("program.py", source) {
        Ok(program) => program,
        Err(error) => return (String::new(), Some(error)),
    };
    let mut machine =
        Machine::new(&program, Limits { garbage, ..Limits::default() }, [1; 32]).expect("there are no constants");
    let outcome = machine.run(FUEL);
    let output = machine.take_output();
    match outcome {
        Outcome::Done(_) => (output, None),
        Outcome::Fault(error) => (output, Some(error)),
        Outcome::Asks(_) => unreachable!("there is no host"),
    }
}

#[test]
fn programs_do_what_python_does() {
    compare(setting("DIFFERENTIAL_PROGRAMS", 300), setting("DIFFERENTIAL_SEED", 1));
}

#[test]
#[ignore = "long"]
fn thousands_of_programs_do_what_python_does() {
    compare(5_000, 2);
}

#[test]
fn cases_print_the_same_in_python() {
    let expressions = cases::EXPRESSIONS.iter().map(|(expression, wanted)| (format!("print({expression})"), *wanted));
    let scripts = cases::SCRIPTS.iter().map(|(source, wanted)| ((*source).to_owned(), *wanted));
    let (sources, wanted): (Vec<String>, Vec<&str>) = expressions.chain(scripts).unzip();
    let Some(theirs) = cpython(&sources) else {
        println!("skipped: there is no python3 to compare with");
        return;
    };
    for ((source, wanted), (printed, error)) in sources.iter().zip(wanted).zip(theirs) {
        assert_eq!(error, None, "{source}");
        assert_eq!(printed.trim_end(), wanted, "{source}");
    }
}

/// Functions that return an iterator or a view in Python and a list here, or differ in another documented way.
const DIFFERENT: &[&str] = &[
    "map",
    "filter",
    "zip",
    "enumerate",
    "reversed",
    "items",
    "keys",
    "values",
    ".add(",
    "set(",
    "random",
    "grid",
    "hex",
    "cards",
];

/// Mutated scripts that end here must do the same in Python. This finds syntax that only one of the two accepts.
#[test]
fn mutated_scripts_that_end_do_the_same_in_python() {
    let corpus: Vec<String> = cases::SCRIPTS.iter().map(|(source, _)| (*source).to_owned()).collect();
    let expressions = cases::EXPRESSIONS.iter().map(|(expression, _)| format!("print({expression})"));
    let corpus: Vec<String> = corpus.into_iter().chain(expressions).collect();
    let mut random = bend::Random(setting("DIFFERENTIAL_SEED", 1));
    let mut scripts = Vec::new();
    for _ in 0..setting("DIFFERENTIAL_BENT", 3_000) {
        let source = bend::bent(&corpus, &mut random);
        if let (output, None) = ours(&source, 0) {
            scripts.push((source, output));
        }
    }
    let sources: Vec<String> = scripts.iter().map(|(source, _)| source.clone()).collect();
    let Some(theirs) = cpython(&sources) else {
        println!("skipped: there is no python3 to compare with");
        return;
    };
    let mut broken = Vec::new();
    for ((source, output), (printed, error)) in scripts.iter().zip(theirs) {
        let different = output.contains("<function>") || DIFFERENT.iter().any(|word| source.contains(word));
        if (error.is_some() || printed != *output) && !different {
            broken.push(format!("{source}\n-- here\n{output}-- Python\n{printed}{error:?}"));
        }
    }
    println!("{} bent scripts ended", scripts.len());
    assert!(broken.is_empty(), "{} differ:\n{}", broken.len(), broken.join("\n\n"));
}

fn compare(programs: u64, seed: u64) {
    let (mut ended, mut raised, mut limited) = (0, 0, 0);
    for batch in 0..programs.div_ceil(1_000) {
        let numbers = batch * 1_000..programs.min((batch + 1) * 1_000);
        let sources: Vec<String> = numbers.map(|number| Generator::new(seed << 32 | number).program()).collect();
        let Some(theirs) = cpython(&sources) else {
            println!("skipped: there is no python3 to compare with");
            return;
        };
        for (number, (source, (printed, error))) in sources.iter().zip(theirs).enumerate() {
            // Half of the runs collect garbage at every chance.
            let (output, fault) = ours(source, number % 2 * Limits::default().garbage);
            let fail = |what: &str| {
                let fault = fault.as_ref().map(ToString::to_string);
                panic!("{what}\n{source}\n-- here\n{output}{fault:?}\n-- CPython\n{printed}{error:?}");
            };
            match (&fault, &error) {
                // Neither finished: what was printed by then is not comparable.
                (_, Some(error)) if error == "too long" => {
                    limited += 1;
                    continue;
                }
                (None, None) => ended += 1,
                (Some(fault), _) if limit(fault) => {
                    limited += 1;
                    if !printed.starts_with(&output) {
                        fail("the output differs before a limit");
                    }
                    continue;
                }
                (Some(_), Some(_)) => raised += 1,
                (Some(_), None) => fail("this fails here alone"),
                (None, Some(_)) => fail("CPython refuses this"),
            }
            if output != printed {
                fail("the output differs");
            }
        }
    }
    println!("{programs} programs: {ended} ended, {raised} raised, {limited} reached a limit of ours");
    assert!(ended * 3 > programs, "most programs should end");
}

fn limit(error: &deathmatch_script::Error) -> bool {
    error.kind != ErrorKind::Fault && error.kind != ErrorKind::Syntax || error.message.contains("too large")
}
