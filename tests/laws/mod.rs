//! Laws for any input; `fuzz/` tries the same laws with libFuzzer.

pub mod configuration;
pub mod custom_ids;
pub mod notation;
pub mod records;
