//! `--verify` and `replay`: the records that they accept, and their output.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use deathmatch::table::{Nonce, commitment};
use serde_json::json;
use tempfile::TempDir;

const NO_VERSION: &str = "The record names no version of the rules of A Warrior's Death; it is read under version 2";

/// Returns a finished match with the commitments of its only round.
fn played(header: &str) -> String {
    let nonce = |seat: u8| Nonce::new([seat; 16]);
    let receipt = |seat: u8, order: &str| json!({ "nonce": nonce(seat).to_string(), "commitment": commitment(&nonce(seat), order) });
    let sealed = json!({ "at": 1, "seat": "ec", "order": "samurai", "meta": { "nonce": nonce(1).to_string() } });
    let receipts = json!({ "step": 1, "ec": receipt(1, "samurai"), "dmo": receipt(2, "bard") });
    let meta = json!({ "nonce": nonce(2).to_string(), "receipts": receipts });
    let resolved = json!({ "at": 2, "seat": "dmo", "order": "bard", "meta": meta });
    format!("{header}\n{sealed}\n{resolved}\n{}\n", json!({ "at": 3, "host": "award ec" }))
}

fn header(version: &str) -> String {
    format!(r#"{{"record":1,"game":"warriors-death",{version}"seats":{{"ec":"Ann","dmo":"Bob"}}}}"#)
}

fn file(folder: &TempDir, text: &str) -> PathBuf {
    let path = folder.path().join("record.jsonl");
    fs::write(&path, text).unwrap();
    path
}

/// Returns the program's output and its exit status.
fn says(arguments: &[&str], path: &Path, more: &[&str]) -> (String, i32) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_deathmatch"));
    let output = command.args(arguments).arg(path).args(more).output().unwrap();
    let said = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
    (said, output.status.code().unwrap())
}

fn verify(text: &str) -> (String, i32) {
    let folder = TempDir::new().unwrap();
    says(&["referee", "--verify"], &file(&folder, text), &[])
}

#[test]
fn record_of_other_rules_is_refused_naming_both_versions() {
    let record = played(&header(r#""version":1,"#));
    let both = "version 1 of the rules of A Warrior's Death, and this program has version 2";
    let (said, status) = verify(&record);
    assert!(status == 2 && said.contains(both) && said.lines().count() == 1, "{said}");
    let folder = TempDir::new().unwrap();
    let out = folder.path().join("out");
    let (said, status) = says(&["replay"], &file(&folder, &record), &["--out", out.to_str().unwrap()]);
    assert!(status == 2 && said.contains(both) && !out.exists(), "{said}");
}

#[test]
fn record_without_a_version_is_read_with_a_note() {
    let (said, status) = verify(&played(&header(r#""version":2,"#)));
    assert_eq!((said.as_str(), status), ("2 receipts checked, 0 failed.\n", 0));
    let (said, status) = verify(&played(&header("")));
    assert!(status == 0 && said.contains(NO_VERSION), "{said}");
    let folder = TempDir::new().unwrap();
    let out = folder.path().join("out");
    for (version, is_said) in [(r#""version":2,"#, false), ("", true)] {
        let record = file(&folder, &played(&header(version)));
        let (said, status) = says(&["replay"], &record, &["--out", out.to_str().unwrap()]);
        let page = fs::read_to_string(out.join("replay.html")).unwrap();
        assert_eq!((status, said.contains(NO_VERSION)), (0, is_said), "{said}");
        assert_eq!(page.contains("names no version of the rules"), is_said);
    }
}

#[test]
fn byte_order_mark_is_ignored_and_no_commitments_fail() {
    let whole = header(r#""version":2,"#);
    assert_eq!(verify(&format!("\u{feff}{}", played(&whole))).1, 0);
    let (said, status) = verify(&format!("{whole}\n{}\n", json!({ "at": 3, "host": "award ec" })));
    assert!(status == 1 && said.starts_with("0 receipts checked") && said.contains("no receipts"), "{said}");
}
