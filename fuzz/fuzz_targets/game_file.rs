//! Any text is a game or an error, and a match of any game takes orders, whatever its file does.
#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../crates/gamefile/tests/robustness/mod.rs"]
mod robustness;

fuzz_target!(|data: &[u8]| robustness::law(data));
