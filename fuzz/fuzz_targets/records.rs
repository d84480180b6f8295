//! Any bytes are refereed to their end: each line is answered with one, and a refusal says why.
#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../tests/laws/records.rs"]
mod records;

fuzz_target!(|data: &[u8]| records::law(data));
