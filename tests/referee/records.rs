//! Whole matches and their expected ends.
//!
//! Each `NAME.jsonl` in `tests/records/<game>/` has a `NAME.end.json`: the keys of the last answer that are checked, with their values.
//! For `state` it may name some keys only.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::run;

fn records() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/records");
    let mut found = Vec::new();
    for game in fs::read_dir(root).unwrap() {
        for record in fs::read_dir(game.unwrap().path()).unwrap() {
            let path = record.unwrap().path();
            if path.extension().is_some_and(|ending| ending == "jsonl") {
                found.push(path);
            }
        }
    }
    found.sort();
    assert!(!found.is_empty());
    found
}

fn assert_holds(expected: &Value, found: &Value, place: &str) {
    match expected {
        Value::Object(keys) if !found.is_null() => {
            for (key, expected) in keys {
                assert_holds(expected, &found[key], &format!("{place}.{key}"));
            }
        }
        _ => assert_eq!(expected, found, "{place}"),
    }
}

#[test]
fn every_record_ends_as_expected() {
    for path in records() {
        let record = fs::read(&path).unwrap();
        let (answers, status) = run(&record, &[]);
        assert_eq!(status, 0, "{}", path.display());
        assert!(answers.iter().all(|answer| answer.starts_with(r#"{"ok":true"#)), "{}", path.display());
        let last: Value = serde_json::from_str(answers.last().unwrap()).unwrap();
        let expected = fs::read_to_string(path.with_extension("end.json")).unwrap();
        assert_holds(&serde_json::from_str(&expected).unwrap(), &last, &path.display().to_string());
    }
}

#[test]
fn every_record_has_the_same_answers_twice() {
    for path in records() {
        let file = path.to_str().unwrap();
        for arguments in [vec![file], vec![file, "--view", "ec"], vec![file, "--view", "public"]] {
            assert_eq!(run(b"", &arguments), run(b"", &arguments), "{file}");
        }
    }
}
