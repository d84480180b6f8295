//! Every refusal of the sandbox: the status, the code and the field that Discord names.

mod answers;
mod commands;
mod messages;
mod routes;

use serde_json::{Value, json};

/// A body, the field with the error, and the error's code.
pub type Case = (Value, &'static str, &'static str);

pub fn complained((status, answer): &(u16, Value), pointer: &str, code: &str) {
    assert_eq!((*status, &answer["code"]), (400, &json!(50035)), "{pointer}: {answer}");
    let errors = answer["errors"].pointer(pointer).unwrap_or_else(|| panic!("{pointer} in {answer}"));
    let codes: Vec<_> = errors["_errors"].as_array().into_iter().flatten().map(|error| &error["code"]).collect();
    assert!(codes.contains(&&json!(code)), "{code} at {pointer} in {answer}");
}

pub fn refused((status, answer): &(u16, Value), wanted: u16, code: u32) {
    assert_eq!((*status, &answer["code"]), (wanted, &json!(code)), "{answer}");
}

pub fn long(length: usize) -> String {
    "x".repeat(length)
}
