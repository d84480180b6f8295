//! The law: any program stops within its fuel and memory, in the same way every time, and its clones continue alike.
#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../crates/script/tests/laws/run.rs"]
mod law;

fuzz_target!(|data: &[u8]| law::law(data));
