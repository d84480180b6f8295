//! A whole game as a plain script: `ask` returns the answer, and the host searches with clones.

use deathmatch_script::{Host, Limits, Machine, Outcome, Program, Value};
use serde_json::{Value as Json, json};

const FUEL: u64 = 1_000_000;

/// Splitmix64.
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % n
    }
}

fn program() -> Program {
    let functions = ["ask", "say", "story"].map(str::to_owned).to_vec();
    let host = Host { functions, constants: vec![("SEATS".to_owned(), json!(["ec", "dmo"]))], ..Host::default() };
    let source = include_str!("games/forehead.py");
    Program::compile_for("forehead.py", source, &host).unwrap_or_else(|error| panic!("{error}"))
}

fn begin(program: &Program, seed: u8) -> Machine {
    let mut machine = Machine::new(program, Limits::default(), [seed; 32]).unwrap();
    assert!(matches!(machine.run(FUEL), Outcome::Done(_)));
    let options = machine.value(&json!({"chips": 20, "rounds": 20, "turn_s": 60})).unwrap();
    let play = machine.global("match").unwrap();
    machine.call(play, &[options]).unwrap();
    machine
}

/// Plays to the end with random orders. Returns the texts, the number of questions, and the chips at the end.
fn finish(machine: &mut Machine, random: &mut Random) -> (Vec<String>, usize, Json) {
    let (mut said, mut asked) = (Vec::new(), 0);
    loop {
        match machine.run(FUEL) {
            Outcome::Done(value) => return (said, asked, machine.json(value, FUEL).unwrap()),
            Outcome::Fault(error) => panic!("{error}"),
            Outcome::Asks(ask) if &*ask.name == "ask" => {
                asked += 1;
                // A view with both cards, of which the text names the other seat's.
                let view = machine
                    .value(&json!({"card": {"ec": 3, "dmo": 8}, "stake": {"ec": 1, "dmo": 1}, "carried": 0}))
                    .unwrap();
                let question = ask.named("question").unwrap();
                machine.call(question, &[view]).unwrap();
                let Outcome::Done(text) = machine.run(FUEL) else { panic!("the question is a text") };
                assert!(machine.text(text).unwrap().contains("The pot holds 2"));
                let orders = ask.named("orders").unwrap();
                let orders = machine.json(orders, FUEL).unwrap();
                let order = match random.below(4) {
                    0 => json!({"word": "fold", "n": 0}),
                    1 | 2 => json!({"word": "call", "n": 0}),
                    _ => match orders[2]["most"].as_u64() {
                        Some(most @ 1..) => json!({"word": "raise", "n": 1 + random.below(most)}),
                        _ => json!({"word": "call", "n": 0}),
                    },
                };
                let order = machine.value(&order).unwrap();
                machine.answer(order);
            }
            Outcome::Asks(ask) => {
                let text = ask.args.iter().rev().find_map(|arg| machine.text(*arg)).unwrap_or_default();
                said.push(text.to_owned());
                machine.answer(Value::None);
            }
        }
    }
}

#[test]
fn matches_end_with_all_chips() {
    let program = program();
    let mut most = 0;
    for seed in 0..50 {
        let mut machine = begin(&program, seed);
        let (said, asked, chips) = finish(&mut machine, &mut Random(u64::from(seed)));
        assert!(said[0].starts_with("Round 1: both put in a chip. EC begins."), "{said:?}");
        assert!(asked > 0);
        let (ec, dmo) = (chips["ec"].as_i64().unwrap(), chips["dmo"].as_i64().unwrap());
        assert!(ec >= 0 && dmo >= 0 && ec + dmo <= 40, "{chips}");
        most = most.max(machine.fuel_used());
    }
    println!("a match takes {most} fuel at most");
}

#[test]
fn clones_of_a_suspended_game_continue_independently() {
    let program = program();
    let mut machine = begin(&program, 9);
    while !matches!(machine.run(FUEL), Outcome::Asks(ask) if &*ask.name == "ask") {
        machine.answer(Value::None);
    }
    let before = finish(&mut machine.clone(), &mut Random(1));
    for seed in 2..20 {
        finish(&mut machine.clone(), &mut Random(seed));
    }
    assert_eq!(finish(&mut machine, &mut Random(1)), before);
}
