//! The law: any text compiles, or is refused with a position in the text.
#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../crates/script/tests/laws/compile.rs"]
mod law;

fuzz_target!(|data: &[u8]| law::law(data));
