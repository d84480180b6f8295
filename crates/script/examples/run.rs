//! Runs a script and prints its output, its end, and its time, fuel and memory:
//! `cargo run --release -p deathmatch-script --example run FILE [FUEL]`.

use std::time::Instant;

use deathmatch_script::{Limits, Machine, Outcome, Program};

fn main() {
    let mut args = std::env::args().skip(1);
    let file = args.next().expect("usage: run FILE [FUEL]");
    let fuel = args.next().map_or(10_000_000, |fuel| fuel.parse().expect("FUEL is a number"));
    let source = std::fs::read_to_string(&file).expect("FILE can be read");
    let start = Instant::now();
    let program = match Program::compile(&file, &source) {
        Ok(program) => program,
        Err(error) => return println!("{error}"),
    };
    let compiled = start.elapsed();
    let start = Instant::now();
    let mut machine = Machine::new(&program, Limits::default(), [0; 32]).expect("there are no constants");
    let outcome = machine.run(fuel);
    let ran = start.elapsed();
    print!("{}", machine.take_output());
    match outcome {
        Outcome::Done(_) => println!("-- done"),
        Outcome::Asks(ask) => println!("-- asks {}", ask.name),
        Outcome::Fault(error) => println!("{error}"),
    }
    println!(
        "-- compiled in {compiled:?}, ran in {ran:?}, {} fuel, {} bytes",
        machine.fuel_used(),
        machine.memory_used()
    );
}
