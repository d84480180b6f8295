//! A host's use of a machine: questions, answers, clones, values, coverage.

use deathmatch_script::{Error, ErrorKind, Host, Limits, Machine, Outcome, Program, Value};
use serde_json::{Value as Json, json};

const FUEL: u64 = 10_000_000;

fn host() -> Host {
    let functions = ["ask", "say"].map(str::to_owned).to_vec();
    Host {
        functions,
        constants: vec![("SEATS".to_owned(), json!(["ec", "dmo"])), ("LIMIT".to_owned(), json!(3))],
        ..Host::default()
    }
}

fn machine(source: &str) -> Machine {
    let program = Program::compile_for("t.py", source, &host()).unwrap_or_else(|error| panic!("{error}"));
    // Garbage is collected at every chance.
    let limits = Limits { garbage: 0, ..Limits::default() };
    let mut machine = Machine::new(&program, limits, [3; 32]).unwrap();
    assert!(matches!(machine.run(FUEL), Outcome::Done(Value::None)), "the module ends");
    machine
}

fn begin(machine: &mut Machine, function: &str, args: &[Json]) {
    let function = machine.global(function).expect("the function is there");
    let args: Vec<Value> = args.iter().map(|arg| machine.value(arg).unwrap()).collect();
    machine.call(function, &args).unwrap();
}

fn done(machine: &mut Machine) -> Json {
    match machine.run(FUEL) {
        Outcome::Done(value) => machine.json(value, FUEL).unwrap(),
        other => panic!("{other:?}"),
    }
}

fn fault(machine: &mut Machine) -> Error {
    match machine.run(FUEL) {
        Outcome::Fault(error) => error,
        other => panic!("{other:?}"),
    }
}

/// Answers questions with 1, 2, 3, … until the call ends. Returns the arguments of each question, and the result.
fn play(machine: &mut Machine) -> (Vec<Json>, Json) {
    let mut asked = Vec::new();
    loop {
        match machine.run(FUEL) {
            Outcome::Asks(ask) => {
                assert_eq!(&*ask.name, "ask");
                asked.push(Json::Array(ask.args.iter().map(|arg| machine.json(*arg, FUEL).unwrap()).collect()));
                let answer = machine.value(&json!(asked.len())).unwrap();
                machine.answer(answer);
            }
            Outcome::Done(value) => return (asked, machine.json(value, FUEL).unwrap()),
            Outcome::Fault(error) => panic!("{error}"),
        }
    }
}

#[test]
fn call_takes_and_returns_values() {
    let mut machine =
        machine("def add(a, b = [1]):\n    return {'sum': a + b, 'seats': SEATS, 'last': (None, True, LIMIT)}");
    begin(&mut machine, "add", &[json!([5])]);
    assert_eq!(done(&mut machine), json!({"sum": [5, 1], "seats": ["ec", "dmo"], "last": [null, true, 3]}));
}

/// The places are nested functions, comprehensions, sort keys, callbacks and defaults.
#[test]
fn script_can_ask_at_every_place() {
    let table = [
        ("return ask('a') + ask('b')", json!([["a"], ["b"]]), json!(3)),
        ("return [ask(x) * 10 for x in 'ab']", json!([["a"], ["b"]]), json!([10, 20])),
        (
            "return {x: [ask(x, y) for y in range(2)] for x in 'ab'}",
            json!([["a", 0], ["a", 1], ["b", 0], ["b", 1]]),
            json!({"a": [1, 2], "b": [3, 4]}),
        ),
        ("return sum(ask() for x in range(3))", json!([[], [], []]), json!(6)),
        ("return any(ask() > 2 for x in range(9))", json!([[], [], []]), json!(true)),
        ("return sorted('abc', key = lambda x: -ask(x))", json!([["a"], ["b"], ["c"]]), json!(["c", "b", "a"])),
        ("xs = [5, 6]\n    xs.sort(key = lambda x: -ask())\n    return xs", json!([[], []]), json!([6, 5])),
        ("return list(map(lambda x: ask(x) + x, [10]))", json!([[10]]), json!([11])),
        ("return max([4, 5], key = lambda x: ask(x))", json!([[4], [5]]), json!(5)),
        (
            "def inner(n):\n        return ask(n) if n == 0 else inner(n - 1) + 1\n    return inner(3)",
            json!([[0]]),
            json!(4),
        ),
        ("s = {'go': ask}\n    return s.go(7)", json!([[7]]), json!(1)),
        ("for x in ask, ask:\n        y = x(0)\n    return y", json!([[0], [0]]), json!(2)),
        ("a, b = ask(), ask()\n    return [b, a][ask() - 3]", json!([[], [], []]), json!(2)),
        ("return f'{ask()}-{ask():>3}'", json!([[], []]), json!("1-  2")),
        ("n = 0\n    while ask() < 3: n += 1\n    return n", json!([[], [], []]), json!(2)),
    ];
    for (body, asked, result) in table {
        let mut machine = machine(&format!("def play():\n    {body}"));
        begin(&mut machine, "play", &[]);
        assert_eq!(play(&mut machine), (asked.as_array().unwrap().clone(), result), "{body}");
    }
}

#[test]
fn question_has_named_arguments() {
    let mut machine = machine("def play():\n    return ask('ec', seconds = 40, orders = ['a'])");
    begin(&mut machine, "play", &[]);
    let Outcome::Asks(ask) = machine.run(FUEL) else { panic!("it asks") };
    assert_eq!(machine.text(ask.args[0]), Some("ec"));
    assert_eq!(ask.named("seconds"), Some(Value::Int(40)));
    let orders = machine.items(ask.named("orders").unwrap()).unwrap();
    assert_eq!(machine.text(orders[0]), Some("a"));
    // Without an answer, the question stays.
    assert!(matches!(machine.run(FUEL), Outcome::Asks(again) if again.args == ask.args));
}

/// The functions among a question's arguments are called while the script waits.
#[test]
fn calls_nest_while_a_script_waits() {
    let source = "def play(n):\n    got = ask(lambda v: 'you have %d of %d' % (v, n))\n    return [got, n]\ndef bad():\n    return ask(1) // 0";
    let mut machine = machine(source);
    begin(&mut machine, "play", &[json!(7)]);
    let Outcome::Asks(ask) = machine.run(FUEL) else { panic!("it asks") };
    machine.call(ask.args[0], &[Value::Int(2)]).unwrap();
    assert_eq!(done(&mut machine), json!("you have 2 of 7"));
    // A nested call may ask, and may fail; the first question is still open.
    begin(&mut machine, "bad", &[]);
    assert!(matches!(machine.run(FUEL), Outcome::Asks(_)));
    machine.answer(Value::Int(1));
    assert_eq!(fault(&mut machine).message, "division by 0");
    assert_eq!(machine.asks().unwrap().args, ask.args);
    machine.call(ask.args[0], &[Value::None]).unwrap();
    assert_eq!(fault(&mut machine).message, "`%d` is for numbers, not for None");
    machine.answer(Value::Int(4));
    assert_eq!(done(&mut machine), json!([4, 7]));
}

#[test]
fn clone_continues_from_the_same_place_and_shares_nothing() {
    let source = "log = []\ndef play(xs):\n    for i in range(3):\n        xs.append(ask(i))\n        log.append(random.below(1000))\n    return [xs, log]";
    let mut first = machine(source);
    begin(&mut first, "play", &[json!([0])]);
    assert!(matches!(first.run(FUEL), Outcome::Asks(_)));
    let second = first.clone();
    let mut results = Vec::new();
    for mut machine in [first, second.clone(), second] {
        let text = machine.value(&json!(["x"])).unwrap();
        machine.answer(text);
        assert!(matches!(machine.run(FUEL), Outcome::Asks(_)));
        machine.answer(Value::Int(8));
        assert!(matches!(machine.run(FUEL), Outcome::Asks(_)));
        machine.answer(Value::None);
        results.push((done(&mut machine), machine.fuel_used(), machine.memory_used()));
    }
    assert_eq!(results[0].0[0], json!([0, ["x"], 8, null]));
    assert!(results.iter().all(|result| *result == results[0]));
}

/// Garbage is collected while the script asks thousands of times.
#[test]
fn live_values_survive_collections() {
    let source = "def play():\n    kept = {}\n    for i in range(3000):\n        junk = [[i] * 20 for j in range(10)]\n        kept[str(i % 7)] = (i, [ask(lambda: [i, junk[3][0]])])\n    return kept";
    let mut machine = machine(source);
    begin(&mut machine, "play", &[]);
    let mut asked = 0;
    let pinned = machine.value(&json!({"a": ["b"]})).unwrap();
    machine.pin(pinned);
    let result = loop {
        match machine.run(FUEL) {
            Outcome::Asks(ask) => {
                machine.call(ask.args[0], &[]).unwrap();
                assert_eq!(done(&mut machine), json!([asked, asked]));
                let answer = machine.value(&json!(format!("answer {asked}"))).unwrap();
                machine.answer(answer);
                asked += 1;
            }
            Outcome::Done(value) => break machine.json(value, FUEL).unwrap(),
            Outcome::Fault(error) => panic!("{error}"),
        }
    };
    assert_eq!(asked, 3_000);
    assert_eq!(result["3"], json!([2999, ["answer 2999"]]));
    assert_eq!(machine.json(pinned, FUEL).unwrap(), json!({"a": ["b"]}));
    assert!(machine.memory_used() < 2 << 20, "{} bytes", machine.memory_used());
}

#[test]
fn fault_ends_only_its_call() {
    let mut machine = machine(
        "state = {'n': 0}\ndef play(by):\n    state.n += by\n    assert state.n < 3, 'too many'\n    return state.n",
    );
    for by in [1, 1] {
        begin(&mut machine, "play", &[json!(by)]);
        done(&mut machine);
    }
    begin(&mut machine, "play", &[json!(5)]);
    let error = fault(&mut machine);
    assert_eq!((error.kind, error.line), (ErrorKind::Fault, 4));
    begin(&mut machine, "play", &[json!(-6)]);
    assert_eq!(done(&mut machine), json!(1));
}

#[test]
fn fuel_is_exact() {
    let source = "def play():\n    return sorted([str(i) for i in range(100)], key = lambda s: s[::-1])";
    let used = {
        let mut machine = machine(source);
        let before = machine.fuel_used();
        begin(&mut machine, "play", &[]);
        done(&mut machine);
        machine.fuel_used() - before
    };
    for (fuel, enough) in [(used, true), (used - 1, false), (0, false)] {
        let mut machine = machine(source);
        begin(&mut machine, "play", &[]);
        match machine.run(fuel) {
            Outcome::Done(_) => assert!(enough),
            Outcome::Fault(error) => assert!(!enough && error.kind == ErrorKind::Fuel, "{error}"),
            Outcome::Asks(_) => unreachable!("it asks nothing"),
        }
    }
}

#[test]
fn wrong_calls_are_refused() {
    let mut machine = machine("def play(a):\n    return a\nnumber = 3");
    let (play, number) = (machine.global("play").unwrap(), machine.global("number").unwrap());
    assert_eq!(machine.call(number, &[]).unwrap_err().message, "an int cannot be called");
    assert_eq!(machine.call(play, &[]).unwrap_err().message, "the argument `a` of `play` is missing");
    assert!(machine.global("nothing").is_none());
    machine.call(play, &[number]).unwrap();
    assert_eq!(done(&mut machine), json!(3));
    // An answer that nobody asked for changes nothing.
    machine.answer(Value::None);
    assert!(matches!(machine.run(FUEL), Outcome::Done(Value::Int(3))));
}

#[test]
fn json_conversion_has_limits() {
    let mut machine = machine(
        "def play(): return {1: 2}\ndef loop():\n    xs = []\n    xs.append(xs)\n    return xs\ndef wide():\n    xs = [0]\n    for i in range(40): xs = [xs, xs]\n    return xs\ndef f(): return f",
    );
    let error = machine.value(&json!(1.5)).unwrap_err();
    assert_eq!(error.message, "1.5 is no whole number");
    let deep = (0..100).fold(json!(1), |inner, _| json!([inner]));
    assert_eq!(machine.value(&deep).unwrap_err().kind, ErrorKind::Nesting);
    let kinds = [
        ("play", ErrorKind::Fault),
        ("loop", ErrorKind::Nesting),
        ("wide", ErrorKind::Memory),
        ("f", ErrorKind::Fault),
    ];
    for (function, kind) in kinds {
        begin(&mut machine, function, &[]);
        let Outcome::Done(value) = machine.run(FUEL) else { panic!("{function} ends") };
        assert_eq!(machine.json(value, FUEL).unwrap_err().kind, kind, "{function}");
    }
}

#[test]
fn lines_that_ran_are_reported() {
    let source = "def play(n):\n    if n:\n        return 1\n    elif n == 0:\n        n = 2\n    return n\n";
    let program = Program::compile("t.py", source).unwrap();
    assert_eq!(program.statement_lines(), [1, 2, 3, 4, 5, 6]);
    let mut machine = Machine::new(&program, Limits::default(), [0; 32]).unwrap();
    let ran = |machine: &Machine| (0..=7).filter(|line| machine.lines_run()[0] >> line & 1 == 1).collect::<Vec<u32>>();
    machine.run(FUEL);
    assert_eq!(ran(&machine), [1]);
    begin(&mut machine, "play", &[json!(1)]);
    done(&mut machine);
    assert_eq!(ran(&machine), [1, 2, 3]);
    begin(&mut machine, "play", &[json!(0)]);
    done(&mut machine);
    assert_eq!(ran(&machine), [1, 2, 3, 4, 5, 6]);
}

#[test]
fn seed_determines_random() {
    let draw = |seed: [u8; 32]| {
        let mut machine = machine("def play(): return random.dice(20, 1000)");
        machine.seed(seed);
        begin(&mut machine, "play", &[]);
        done(&mut machine)
    };
    assert_eq!(draw([1; 32]), draw([1; 32]));
    assert_ne!(draw([1; 32]), draw([2; 32]));
}

#[test]
fn machines_can_move_between_threads() {
    fn travels<T: Send + Sync>() {}
    travels::<Machine>();
    travels::<Program>();
}
