//! The law: any program stops within its fuel and memory, in the same way every time, and its clones continue alike.

use deathmatch_script::{Host, Limits, Machine, Outcome, Program, Value};

const FUEL: u64 = 200_000;
const LIMITS: Limits =
    Limits { memory: 256 << 10, garbage: 0, depth: 50, nesting: 20, stack: 4 << 10, text: 32 << 10, output: 4 << 10 };

/// The most questions that are answered.
const ANSWERS: i64 = 12;

/// A run's end, output, fuel, memory and lines.
type Story = (String, String, u64, usize, Vec<u64>);

fn finish(mut machine: Machine, mut asked: i64, mut clones: Option<&mut Vec<(Machine, i64)>>) -> Story {
    let end = loop {
        let outcome = machine.run(FUEL);
        assert!(machine.memory_used() <= LIMITS.memory, "{} bytes", machine.memory_used());
        match outcome {
            Outcome::Asks(ask) if asked < ANSWERS => {
                if let Some(clones) = clones.as_mut() {
                    clones.push((machine.clone(), asked));
                }
                asked += 1;
                // Functions that come with a question are called while it is open.
                for arg in ask.args {
                    if matches!(arg, Value::Function(_)) && machine.call(arg, &[Value::Int(asked)]).is_ok() {
                        let nested = machine.run(FUEL / 4);
                        if matches!(nested, Outcome::Asks(_)) {
                            machine.answer(Value::None);
                            machine.run(FUEL / 4);
                        }
                    }
                }
                machine.answer(Value::Int(asked));
            }
            Outcome::Asks(ask) => break format!("asks {:?}", ask.args),
            Outcome::Fault(error) => break error.to_string(),
            Outcome::Done(value) => {
                let json = machine.json(value, FUEL);
                break format!("{json:?}");
            }
        }
    };
    let output = machine.take_output();
    assert!(output.len() <= LIMITS.output);
    (end, output, machine.fuel_used(), machine.memory_used(), machine.lines_run().to_vec())
}

pub fn law(data: &[u8]) {
    let Ok(source) = std::str::from_utf8(data) else { return };
    let host = Host { functions: vec!["ask".to_owned()], ..Host::default() };
    let Ok(program) = Program::compile_for("fuzz.py", source, &host) else { return };
    let machine = Machine::new(&program, LIMITS, [5; 32]).expect("there are no constants");
    let mut clones = Vec::new();
    let story = finish(machine.clone(), 0, Some(&mut clones));
    assert_eq!(story, finish(machine, 0, None), "the second run differs");
    for (clone, asked) in clones {
        assert_eq!(story, finish(clone, asked, None), "a clone differs from question {asked} on");
    }
}
