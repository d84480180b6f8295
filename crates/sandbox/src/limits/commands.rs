//! Limits on application commands.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::refusal::{Complaints, Refused};

const SUBCOMMAND: u64 = 1;
const GROUP: u64 = 2;

/// Checks a list of commands.
pub(crate) fn commands(body: &Value) -> Result<(), Refused> {
    let mut complaints = Complaints::default();
    let mut names = BTreeSet::new();
    for (index, command) in complaints.list("", body, 100).iter().enumerate() {
        let at = index.to_string();
        one(&mut complaints, &at, command, true);
        let kind = command["type"].as_u64().unwrap_or(1);
        if command["name"].as_str().is_some_and(|name| !names.insert((kind, name))) {
            complaints.add(&at, "APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique");
        }
    }
    if !body.is_array() {
        complaints.add("", "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType");
    }
    complaints.verdict()
}

/// Checks one command. With `whole` false, name and description may be missing, as in an edit.
pub(crate) fn command(body: &Value, whole: bool) -> Result<(), Refused> {
    let mut complaints = Complaints::default();
    one(&mut complaints, "", body, whole);
    complaints.verdict()
}

fn under(path: &str, name: &str) -> String {
    if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") }
}

fn one(complaints: &mut Complaints, at: &str, body: &Value, whole: bool) {
    let chat = body["type"].as_u64().unwrap_or(1) == 1;
    if whole || !body["name"].is_null() {
        if chat {
            name(complaints, &under(at, "name"), &body["name"]);
        } else {
            complaints.required_text(&under(at, "name"), &body["name"], 1, 32);
        }
    }
    if chat && (whole || !body["description"].is_null()) {
        complaints.required_text(&under(at, "description"), &body["description"], 1, 100);
    }
    options(complaints, &under(at, "options"), &body["options"], 0);
    let size = length(body);
    if size > 8000 {
        complaints.add(at, "APPLICATION_COMMAND_TOO_LARGE", "Command exceeds maximum size (8000)");
    }
}

/// Returns the number of characters in all names, descriptions and values.
fn length(body: &Value) -> usize {
    let text = |value: &Value| value.as_str().map_or(0, |text| text.chars().count());
    let list = |value: &Value| value.as_array().map_or(0, |items| items.iter().map(length).sum());
    text(&body["name"])
        + text(&body["description"])
        + text(&body["value"])
        + list(&body["options"])
        + list(&body["choices"])
}

fn name(complaints: &mut Complaints, path: &str, value: &Value) {
    complaints.required_text(path, value, 1, 32);
    let valid = |c: char| matches!(c, '-' | '_' | '\'') || (c.is_alphanumeric() && !c.is_uppercase());
    if value.as_str().is_some_and(|name| !name.chars().all(valid)) {
        complaints.add(path, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid");
    }
}

fn options(complaints: &mut Complaints, path: &str, value: &Value, depth: usize) {
    let mut names = BTreeSet::new();
    let mut optional = false;
    let list = complaints.list(path, value, 25);
    let nested = list.iter().filter(|option| matches!(option["type"].as_u64(), Some(SUBCOMMAND | GROUP))).count();
    if nested > 0 && nested < list.len() {
        complaints.add(
            path,
            "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
            "Sub-command and sub-command group option types are mutually exclusive to all other types",
        );
    }
    for (index, option) in list.iter().enumerate() {
        let at = format!("{path}.{index}");
        name(complaints, &format!("{at}.name"), &option["name"]);
        complaints.required_text(&format!("{at}.description"), &option["description"], 1, 100);
        if option["name"].as_str().is_some_and(|name| !names.insert(name)) {
            complaints.add(
                &format!("{at}.name"),
                "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS",
                "Option name already exists",
            );
        }
        match option["type"].as_u64() {
            Some(SUBCOMMAND) if depth < 2 => options(complaints, &format!("{at}.options"), &option["options"], 2),
            Some(GROUP) if depth < 1 => options(complaints, &format!("{at}.options"), &option["options"], 1),
            Some(3..=11) => {
                if option["required"] == true && optional {
                    complaints.add(
                        &at,
                        "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
                        "Required options must be placed before non-required options",
                    );
                }
                optional |= option["required"] != true;
                leaf(complaints, &at, option);
            }
            _ => complaints.add(
                &format!("{at}.type"),
                "BASE_TYPE_CHOICES",
                "This type of option is unknown or not allowed at this depth.",
            ),
        }
    }
}

fn leaf(complaints: &mut Complaints, at: &str, option: &Value) {
    let choices = complaints.list(&format!("{at}.choices"), &option["choices"], 25);
    for (index, choice) in choices.iter().enumerate() {
        complaints.required_text(&format!("{at}.choices.{index}.name"), &choice["name"], 1, 100);
        if let Value::String(_) | Value::Null = &choice["value"] {
            complaints.required_text(&format!("{at}.choices.{index}.value"), &choice["value"], 1, 100);
        }
    }
    if option["autocomplete"] == true && !choices.is_empty() {
        complaints.add(
            at,
            "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_CHOICES",
            "Autocomplete and choices are mutually exclusive",
        );
    }
    complaints.whole(&format!("{at}.min_length"), &option["min_length"], 0, 6000);
    complaints.whole(&format!("{at}.max_length"), &option["max_length"], 1, 6000);
}
