//! Laws for any input whatever, which `fuzz/` and `tests/fuzz.rs` try.

pub mod compile;
pub mod run;
