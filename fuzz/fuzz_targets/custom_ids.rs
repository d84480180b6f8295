//! A custom id is written in one way, and everything that can be pressed reads back.
#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../tests/laws/custom_ids.rs"]
mod custom_ids;

fuzz_target!(|data: &[u8]| custom_ids::law(data));
