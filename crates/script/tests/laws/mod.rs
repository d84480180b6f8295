//! Laws for any input, which `fuzz/` and `tests/fuzz.rs` test.

pub mod compile;
pub mod run;
