//! Limits on components: rows, buttons, selects, modals, and the choices of an autocomplete answer.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::refusal::Complaints;

const ROW: u64 = 1;
const BUTTON: u64 = 2;
const STRING_SELECT: u64 = 3;
const TEXT_INPUT: u64 = 4;

/// Checks the rows of a message.
pub(super) fn message_rows(complaints: &mut Complaints, path: &str, value: &Value) {
    let mut seen = BTreeSet::new();
    for (index, row) in complaints.list(path, value, 5).iter().enumerate() {
        let at = format!("{path}.{index}");
        if row["type"].as_u64() != Some(ROW) {
            choices(complaints, &format!("{at}.type"), "(1,)");
            continue;
        }
        let parts = row_parts(complaints, &format!("{at}.components"), &row["components"], 5);
        let mut width = 0;
        for (number, part) in parts.iter().enumerate() {
            let at = format!("{at}.components.{number}");
            match part["type"].as_u64() {
                Some(BUTTON) => {
                    width += 1;
                    button(complaints, &at, part, &mut seen);
                }
                Some(kind @ (STRING_SELECT | 5..=8)) => {
                    width += 5;
                    select(complaints, &at, part, kind, &mut seen);
                }
                _ => choices(complaints, &format!("{at}.type"), "(2, 3, 5, 6, 7, 8)"),
            }
        }
        if width > 5 {
            complaints.add(&at, "COMPONENT_LAYOUT_WIDTH_EXCEEDED", "The max width of the layout is 5");
        }
    }
}

/// Checks a modal, whose fields are under `path`.
pub(crate) fn modal(complaints: &mut Complaints, path: &str, body: &Value) {
    let mut seen = BTreeSet::new();
    complaints.required_text(&format!("{path}.title"), &body["title"], 1, 45);
    custom_id(complaints, &format!("{path}.custom_id"), &body["custom_id"], &mut BTreeSet::new());
    let rows = row_parts(complaints, &format!("{path}.components"), &body["components"], 5);
    for (index, row) in rows.iter().enumerate() {
        let at = format!("{path}.components.{index}");
        if row["type"].as_u64() != Some(ROW) {
            choices(complaints, &format!("{at}.type"), "(1,)");
            continue;
        }
        let parts = row_parts(complaints, &format!("{at}.components"), &row["components"], 1);
        for (number, part) in parts.iter().enumerate() {
            let at = format!("{at}.components.{number}");
            if part["type"].as_u64() != Some(TEXT_INPUT) {
                choices(complaints, &format!("{at}.type"), "(4,)");
                continue;
            }
            custom_id(complaints, &format!("{at}.custom_id"), &part["custom_id"], &mut seen);
            complaints.required_text(&format!("{at}.label"), &part["label"], 1, 45);
            if !matches!(part["style"].as_u64(), Some(1 | 2)) {
                choices(complaints, &format!("{at}.style"), "(1, 2)");
            }
            let least = complaints.whole(&format!("{at}.min_length"), &part["min_length"], 0, 4000);
            let most = complaints.whole(&format!("{at}.max_length"), &part["max_length"], 1, 4000);
            if least.zip(most).is_some_and(|(least, most)| least > most) {
                complaints.add(&format!("{at}.min_length"), "NUMBER_TYPE_MAX", "min_length is above max_length.");
            }
            complaints.text(&format!("{at}.value"), &part["value"], 0, most.map_or(4000, as_length));
            complaints.text(&format!("{at}.placeholder"), &part["placeholder"], 0, 100);
        }
    }
}

/// Checks the choices of an autocomplete answer.
pub(crate) fn autocomplete(complaints: &mut Complaints, path: &str, body: &Value) {
    let path = format!("{path}.choices");
    if body["choices"].is_null() {
        return complaints.required(&path);
    }
    for (index, choice) in complaints.list(&path, &body["choices"], 25).iter().enumerate() {
        complaints.required_text(&format!("{path}.{index}.name"), &choice["name"], 1, 100);
        match &choice["value"] {
            Value::Number(_) => {}
            value => complaints.required_text(&format!("{path}.{index}.value"), value, 1, 100),
        }
    }
}

fn as_length(number: i64) -> usize {
    usize::try_from(number).unwrap_or_default()
}

fn choices(complaints: &mut Complaints, path: &str, known: &str) {
    complaints.add(path, "BASE_TYPE_CHOICES", format!("Value must be one of {known}."));
}

fn row_parts<'a>(complaints: &mut Complaints, path: &str, value: &'a Value, most: usize) -> &'a [Value] {
    let parts = value.as_array().map_or(&[][..], Vec::as_slice);
    if parts.is_empty() || parts.len() > most {
        complaints.add(path, "BASE_TYPE_BAD_LENGTH", format!("Must be between 1 and {most} in length."));
        return &[];
    }
    parts
}

fn custom_id<'a>(complaints: &mut Complaints, path: &str, value: &'a Value, seen: &mut BTreeSet<&'a str>) {
    complaints.required_text(path, value, 1, 100);
    if value.as_str().is_some_and(|id| !seen.insert(id)) {
        complaints.add(path, "COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated");
    }
}

fn button<'a>(complaints: &mut Complaints, at: &str, part: &'a Value, seen: &mut BTreeSet<&'a str>) {
    complaints.text(&format!("{at}.label"), &part["label"], 0, 80);
    if part["label"].as_str().unwrap_or_default().is_empty() && part["emoji"].is_null() {
        complaints.add(at, "BUTTON_COMPONENT_INVALID_LABEL", "A button must have a label or an emoji");
    }
    match part["style"].as_u64() {
        Some(1..=4) => {
            custom_id(complaints, &format!("{at}.custom_id"), &part["custom_id"], seen);
            if !part["url"].is_null() {
                complaints.add(
                    at,
                    "BUTTON_COMPONENT_URL_AND_CUSTOM_ID",
                    "A custom id and url cannot both be specified",
                );
            }
        }
        Some(5) => {
            complaints.required_text(&format!("{at}.url"), &part["url"], 1, 512);
            if !part["custom_id"].is_null() {
                complaints.add(
                    at,
                    "BUTTON_COMPONENT_URL_AND_CUSTOM_ID",
                    "A custom id and url cannot both be specified",
                );
            }
        }
        _ => choices(complaints, &format!("{at}.style"), "(1, 2, 3, 4, 5)"),
    }
}

/// Checks the default values of a select of people, roles or channels.
fn defaults(complaints: &mut Complaints, path: &str, value: &Value, kind: u64, most: i64) {
    let known: &[&str] = match kind {
        5 => &["user"],
        6 => &["role"],
        7 => &["user", "role"],
        _ => &["channel"],
    };
    let chosen = complaints.list(path, value, usize::try_from(most).unwrap_or_default());
    for (index, one) in chosen.iter().enumerate() {
        if !one["type"].as_str().is_some_and(|kind| known.contains(&kind)) {
            choices(complaints, &format!("{path}.{index}.type"), &format!("{known:?}"));
        }
        complaints.required_text(&format!("{path}.{index}.id"), &one["id"], 1, 20);
    }
}

fn select<'a>(complaints: &mut Complaints, at: &str, part: &'a Value, kind: u64, seen: &mut BTreeSet<&'a str>) {
    custom_id(complaints, &format!("{at}.custom_id"), &part["custom_id"], seen);
    complaints.text(&format!("{at}.placeholder"), &part["placeholder"], 0, 150);
    let least = complaints.whole(&format!("{at}.min_values"), &part["min_values"], 0, 25).unwrap_or(1);
    let most = complaints.whole(&format!("{at}.max_values"), &part["max_values"], 1, 25).unwrap_or(1);
    if least > most {
        complaints.add(&format!("{at}.min_values"), "NUMBER_TYPE_MAX", "min_values is above max_values.");
    }
    if kind != STRING_SELECT {
        defaults(complaints, &format!("{at}.default_values"), &part["default_values"], kind, most);
        return;
    }
    let path = format!("{at}.options");
    let options = row_parts(complaints, &path, &part["options"], 25);
    if !options.is_empty() && least.max(most) > i64::try_from(options.len()).unwrap_or(i64::MAX) {
        complaints.add(&path, "BASE_TYPE_BAD_LENGTH", format!("Must be between {} and 25 in length.", least.max(most)));
    }
    let mut values = BTreeSet::new();
    let mut chosen = 0;
    for (index, option) in options.iter().enumerate() {
        let at = format!("{path}.{index}");
        complaints.required_text(&format!("{at}.label"), &option["label"], 1, 100);
        complaints.required_text(&format!("{at}.value"), &option["value"], 1, 100);
        complaints.text(&format!("{at}.description"), &option["description"], 0, 100);
        if option["value"].as_str().is_some_and(|value| !values.insert(value)) {
            complaints.add(
                &format!("{at}.value"),
                "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
                "The specified option value is already used",
            );
        }
        chosen += i64::from(option["default"] == true);
    }
    if chosen > most {
        complaints.add(at, "SELECT_COMPONENT_TOO_MANY_DEFAULT_OPTIONS", "Too many default options.");
    }
}
