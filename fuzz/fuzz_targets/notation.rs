//! Whatever is typed as an order is read or refused in a sentence, and what is read reads again from its canonical text.
#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../tests/laws/notation.rs"]
mod notation;

fuzz_target!(|data: &[u8]| notation::law(data));
