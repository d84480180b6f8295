//! Any program stops within its fuel and memory, in the same way every time, and a clone of it continues alike.
#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../crates/script/tests/laws/run.rs"]
mod law;

fuzz_target!(|data: &[u8]| law::law(data));
