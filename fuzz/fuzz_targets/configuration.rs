//! Any configuration is used or refused, and a refusal names one of its keys.
#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../tests/laws/configuration.rs"]
mod configuration;

fuzz_target!(|data: &[u8]| configuration::law(data));
