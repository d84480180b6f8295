//! Scripts that try to exhaust time, memory or the host's stack: `hostile/*.py`, and families generated here.
//!
//! The first word of a file's name is the error that must stop it. Each runs on a thread with a stack of 2 MiB.
//! `cargo test --test hostile -- --nocapture` prints the cost of each.

use std::fs;
use std::path::Path;
use std::time::Instant;

use deathmatch_script::{Error, ErrorKind, Limits, Machine, Outcome, Program, SOURCE};

/// Fuel of a run: about the most that one move of a large game takes.
const FUEL: u64 = 5_000_000;
const STACK: usize = 2 << 20;

struct Hostile {
    name: String,
    source: String,
}

/// The error that stopped a script, the fuel that it used and the bytes that it held.
type Stopped = (Option<Error>, u64, usize);

fn stop(source: &str) -> Stopped {
    let program = match Program::compile("hostile.py", source) {
        Ok(program) => program,
        Err(error) => return (Some(error), 0, 0),
    };
    let mut machine = Machine::new(&program, Limits::default(), [7; 32]).expect("there are no constants");
    let outcome = machine.run(FUEL);
    let error = match outcome {
        Outcome::Fault(error) => Some(error),
        Outcome::Done(_) | Outcome::Asks(_) => None,
    };
    (error, machine.fuel_used(), machine.memory_used())
}

/// Joins the texts that `write` gives for the numbers below `count`.
fn each(count: usize, write: impl Fn(usize) -> String) -> String {
    (0..count).map(write).collect::<Vec<_>>().concat()
}

fn kind_of(name: &str) -> ErrorKind {
    match name.split('-').next().expect("a name") {
        "syntax" => ErrorKind::Syntax,
        "fault" => ErrorKind::Fault,
        "fuel" => ErrorKind::Fuel,
        "memory" => ErrorKind::Memory,
        "depth" => ErrorKind::Depth,
        "nesting" => ErrorKind::Nesting,
        "output" => ErrorKind::Output,
        other => panic!("`{other}` is no kind of error"),
    }
}

fn files() -> Vec<Hostile> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hostile");
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let hostile = |path: &std::path::PathBuf| Hostile {
        name: path.file_stem().unwrap().to_str().unwrap().to_owned(),
        source: fs::read_to_string(path).unwrap(),
    };
    files.iter().map(hostile).collect()
}

/// Returns syntax of every kind, nested or chained as far as a file allows.
fn deep() -> Vec<Hostile> {
    let kinds: &[(&str, &str, &str, &str)] = &[
        ("parentheses", "x = ", "(", "1"),
        ("closed-parentheses", "x = ", "(@)", "1"),
        ("lists", "x = ", "[@]", "1"),
        ("tuples", "x = ", "(@,)", "1"),
        ("dicts", "x = ", "{1: @}", "1"),
        ("dict-keys", "x = ", "{@: 1}", "1"),
        ("sets", "x = ", "{@}", "1"),
        ("calls", "x = ", "abs(@)", "1"),
        ("calls-of-calls", "x = ", "@()", "abs"),
        ("named-arguments", "x = ", "dict(a=@)", "1"),
        ("methods", "x = ", "@.copy()", "[]"),
        ("attributes", "x = ", "@.a", "[]"),
        ("indices", "x = ", "@[0]", "[]"),
        ("indices-inside", "x = ", "[][@]", "0"),
        ("slices", "x = ", "@[:]", "[]"),
        ("slices-inside", "x = ", "[][@:]", "0"),
        ("minus", "x = ", "-@", "1"),
        ("plus", "x = ", "+@", "1"),
        ("invert", "x = ", "~@", "1"),
        ("not", "x = ", "not @", "1"),
        ("sums", "x = ", "@+1", "1"),
        ("sums-right", "x = ", "1+(@)", "1"),
        ("products", "x = ", "@*1", "1"),
        ("powers", "x = ", "1**@", "1"),
        ("ors-of-bits", "x = ", "@|1", "1"),
        ("shifts", "x = ", "@>>1", "1"),
        ("mixed-operators", "x = ", "1|1^1&1<<1+1*@", "1"),
        ("ands-inside", "x = ", "1 and (@)", "1"),
        ("ors-inside", "x = ", "1 or (@)", "1"),
        ("comparisons-inside", "x = ", "1 < (@)", "1"),
        ("conditions", "x = ", "1 if @ else 2", "1"),
        ("conditions-true", "x = ", "@ if 1 else 2", "1"),
        ("conditions-false", "x = ", "1 if 1 else @", "1"),
        ("lambdas", "x = ", "lambda: @", "1"),
        ("lambda-defaults", "x = ", "lambda a=@: 1", "1"),
        ("comprehensions", "x = ", "[@ for a in []]", "1"),
        ("comprehension-values", "x = ", "[1 for a in @]", "[]"),
        ("comprehension-conditions", "x = ", "[1 for a in [] if @]", "1"),
        ("dict-comprehensions", "x = ", "{1: @ for a in []}", "1"),
        ("set-comprehensions", "x = ", "{@ for a in []}", "1"),
        ("generators", "x = ", "any(@ for a in [])", "1"),
        ("targets", "", "[@,]", "a"),
        ("for-targets", "for ", "(@,)", "a"),
        ("delete", "del ", "(@)", "a"),
        ("asserts", "assert ", "(@)", "a"),
        ("returns", "def f():\n    return ", "(@)", "1"),
    ];
    let mut deep = Vec::new();
    for (name, before, link, end) in kinds {
        for many in [201, 1_000, SOURCE] {
            let (left, right) = link.split_once('@').unwrap_or((link, ""));
            let times = many.min((SOURCE - 50) / (left.len() + right.len()));
            let source = format!("{before}{}{end}{}\n", left.repeat(times), right.repeat(times));
            deep.push(Hostile { name: format!("syntax-deep-{name}-{times}"), source });
        }
    }
    let indented = |head: &str, times: usize| {
        let line = |depth: usize| format!("{}{head}\n", " ".repeat(depth));
        (0..times).map(line).collect::<String>() + &" ".repeat(times) + "pass\n"
    };
    let heads = [("ifs", "if 1:"), ("fors", "for a in []:"), ("whiles", "while 1:"), ("functions", "def f():")];
    for (name, head) in heads {
        for times in [61, 300] {
            deep.push(Hostile { name: format!("syntax-deep-{name}-{times}"), source: indented(head, times) });
        }
    }
    deep.push(Hostile { name: "syntax-deep-indents".to_owned(), source: indented("", 300) + "x\n" });
    let format =
        |times: usize| (0..times).fold("1".to_owned(), |inner, _| format!("f\"{{({})}}\"", inner.replace('"', "'")));
    deep.push(Hostile { name: "syntax-format-in-format".to_owned(), source: format!("x = {}\n", format(3)) });
    deep.push(Hostile {
        name: "syntax-format-specs".to_owned(),
        source: format!("x = f'{}1{}'\n", "{1:".repeat(9_000), "}".repeat(9_000)),
    });
    deep.push(Hostile {
        name: "syntax-format-brackets".to_owned(),
        source: format!("x = f'{{{}'\n", "(".repeat(60_000)),
    });
    let clauses = " for a in [0]".repeat(4_000);
    deep.push(Hostile { name: "syntax-comprehension-clauses".to_owned(), source: format!("x = [1{clauses}]\n") });
    deep.push(Hostile { name: "syntax-too-long".to_owned(), source: "#".repeat(SOURCE + 1) });
    deep.push(Hostile {
        name: "syntax-many-arguments".to_owned(),
        source: format!("print({})\n", "1,".repeat(30_000)),
    });
    let params = each(8_000, |n| format!("a{n},"));
    deep.push(Hostile { name: "syntax-many-parameters".to_owned(), source: format!("def f({params}): pass\n") });
    deep.push(Hostile { name: "syntax-null".to_owned(), source: "x = 1\0\n".to_owned() });
    deep.push(Hostile { name: "syntax-carriage-return".to_owned(), source: "x = 1\rx = 2\n".to_owned() });
    deep.push(Hostile { name: "syntax-long-name".to_owned(), source: format!("print({})\n", "n".repeat(60_000)) });
    deep
}

/// Returns wide syntax. Width alone is no error, so each script ends with one.
fn wide() -> Vec<Hostile> {
    let hostile = |name: &str, source: String| Hostile { name: name.to_owned(), source };
    let names = each(7_000, |n| format!("a{n}=0\n"));
    let locals = each(6_000, |n| format!(" a{n}=0\n"));
    let functions = each(3_000, |n| format!("def f{n}(): return 0\n"));
    let texts = each(8_000, |n| format!("'{n}',"));
    let elifs = each(4_000, |n| format!("elif x=={n}:x\n"));
    let captured = each(2_000, |n| format!("  a{n}\n"));
    let assigned = each(2_000, |n| format!(" a{n}=0\n"));
    vec![
        hostile("fault-wide-list", format!("x = [{}]\nx[30000]\n", "0,".repeat(30_000))),
        hostile("fault-wide-tuple", format!("x = ({})\nx[30000]\n", "0,".repeat(30_000))),
        hostile("fault-wide-set", format!("x = {{{texts}}}\nx[0]\n")),
        hostile("fault-wide-sum-of-lists", format!("x = [{}]\nx + 1\n", "[],".repeat(20_000))),
        hostile("fault-wide-names", format!("{names}a0()\n")),
        hostile("depth-wide-locals", format!("def f():\n{locals} f()\nf()\n")),
        hostile("fault-wide-functions", format!("{functions}f0(1)\n")),
        hostile("fault-wide-elifs", format!("x = -1\nif x: x\n{elifs}x()\n")),
        hostile("fault-wide-ands", format!("x = {}1\nx()\n", "1 and ".repeat(10_000))),
        hostile("fault-wide-comparisons", format!("x = {}1\nx()\n", "1==".repeat(20_000))),
        hostile("fault-wide-targets", format!("{}x = 1\nx()\n", "x=".repeat(30_000))),
        hostile("fault-wide-unpack", format!("{}x = 1,2\n", "x,".repeat(30_000))),
        hostile("fault-wide-strings", format!("x = {}\nx()\n", "'a'".repeat(20_000))),
        hostile("fault-wide-format", format!("x = f'{}'\nx()\n", "{1}".repeat(20_000))),
        hostile("fault-wide-captures", format!("def f():\n{assigned} def g():\n{captured} return g\nf()(1)\n")),
        hostile("fault-wide-semicolons", format!("{}x = 1;x()\n", "x=1;".repeat(15_000))),
        hostile("fault-wide-lines", format!("{}None()\n", "\n".repeat(60_000))),
        hostile("fault-wide-line", format!("{}None()\n", "x=1;".repeat(16_000))),
        hostile("fuel-wide-garbage-locals", format!("def f():\n{locals}while True: f()\n")),
    ]
}

#[test]
fn hostile_scripts_are_stopped() {
    let hostile: Vec<Hostile> = files().into_iter().chain(deep()).chain(wide()).collect();
    assert!(hostile.len() >= 200);
    let limits = Limits::default();
    let (mut most, mut failed) = ((0, String::new()), Vec::new());
    for Hostile { name, source } in &hostile {
        let run = || {
            let source = source.clone();
            let thread = std::thread::Builder::new().stack_size(STACK).spawn(move || (stop(&source), stop(&source)));
            thread.expect("a thread starts").join()
        };
        let start = Instant::now();
        let Ok((first, second)) = run() else {
            failed.push(format!("{name}: panicked"));
            continue;
        };
        let took = start.elapsed() / 2;
        let (error, fuel, memory) = &first;
        let kind = error.as_ref().map(|error| error.kind);
        println!("{name}: {kind:?}, {fuel} fuel, {memory} bytes, {took:?}");
        if kind != Some(kind_of(name)) {
            let error = error.as_ref().map_or_else(|| "it ended".to_owned(), ToString::to_string);
            failed.push(format!("{name}: {error}"));
        }
        assert!(*fuel <= FUEL, "{name} used {fuel} fuel");
        assert!(*memory <= limits.memory, "{name} held {memory} bytes");
        if let Some(error) = error {
            assert!(error.to_string().len() < 1_000, "{name}: the error is long");
        }
        assert_eq!(first, second, "{name} is not the same every time");
        if *memory > most.0 {
            most = (*memory, name.clone());
        }
    }
    println!("{} hostile scripts; most memory: {most:?}", hostile.len());
    assert!(failed.is_empty(), "{} of {}:\n{}", failed.len(), hostile.len(), failed.join("\n"));
}
