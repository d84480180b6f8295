//! The law: any text is a game or an error with a message, and a match of any game can be played, drawn and saved.
#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../crates/gamefile/tests/robustness/mod.rs"]
mod robustness;

fuzz_target!(|data: &[u8]| robustness::law(data));
