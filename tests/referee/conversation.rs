//! Lines in and out.

use std::io::Write;

use crate::{HEADER, Talk, run};

#[test]
fn every_line_is_answered_at_once_with_one_line() {
    let mut talk = Talk::begin();
    for at in 0..50 {
        assert_eq!(talk.time(at)["at"], at);
    }
    assert_eq!(talk.end(), 0);
}

#[test]
fn answer_has_its_keys_in_a_fixed_order() {
    let lines = format!("{HEADER}\n{{\"at\":5}}\n{{\"at\":4}}\n");
    let (answers, status) = run(lines.as_bytes(), &[]);
    assert_eq!((answers.len(), status), (3, 0));
    assert!(answers[1].starts_with(r#"{"ok":true,"at":5,"step":1,"events":[],"state":{"#), "{}", answers[1]);
    let end = concat!(
        r#","awaiting":{"ec":{"prompt":"unit","deadline":60000,"submitted":false},"#,
        r#""dmo":{"prompt":"unit","deadline":60000,"submitted":false}},"paused":false,"outcome":null}"#
    );
    assert!(answers[1].ends_with(end), "{}", answers[1]);
    assert!(answers[2].starts_with(r#"{"ok":false,"error":{"code":"time-runs-backwards","message":""#));
    assert_eq!(answers[1].split_once(r#""events""#).unwrap().1, answers[2].split_once(r#""events""#).unwrap().1);
}

#[test]
fn bad_lines_do_not_end_the_conversation() {
    let mut talk = Talk::begin();
    let before = talk.order(10, "ec", "samurai");
    let mut refused = Vec::new();
    for line in ["", "   ", "nonsense", "[]", "{}", "{", "\"x\"", "\u{feff}{\"at\":11}", r#"{"at":"11"}"#] {
        refused.push(talk.refused(line, "bad-json"));
    }
    refused.push(talk.refused(&"[".repeat(100_000), "bad-json"));
    for bytes in [&b"\xff\xfe"[..], b"{\"at\":11,\"seat\":\"\xc3\"}", b"\0", b"{\"at\":1\0}"] {
        let answer = talk.say_bytes(bytes);
        assert_eq!(answer["error"]["code"], "bad-json");
        refused.push(answer);
    }
    for answer in refused {
        for key in ["at", "step", "state", "awaiting", "paused", "outcome"] {
            assert_eq!(answer[key], before[key]);
        }
        assert_eq!(answer["events"].as_array().unwrap().len(), 0);
    }
    assert_eq!(talk.time(11)["ok"], true);
    assert_eq!(talk.end(), 0);
}

#[test]
fn very_long_line_is_read_like_any_other() {
    let mut talk = Talk::begin();
    let spaces = " ".repeat(1_000_000);
    talk.refused(&format!(r#"{{"at":1,"seat":"ec","order":"blu {}"}}"#, "as ".repeat(500_000)), "unreadable-order");
    talk.refused(&format!(r#"{{"at":1,"seat":"ec","order":"{}"}}"#, "x".repeat(3_000_000)), "unreadable-order");
    talk.ok(&format!(r#"{{"at":2,{spaces}"seat":"ec","order":"{spaces}samurai{spaces}"}}"#));
}

#[test]
fn lines_may_end_in_carriage_return_or_end_of_input() {
    let (answers, status) = run(format!("{HEADER}\r\n{{\"at\":5}}\r\n{{\"at\":6}}").as_bytes(), &[]);
    assert_eq!((answers.len(), status), (3, 0));
    assert!(answers.iter().all(|answer| answer.starts_with(r#"{"ok":true"#)));
}

#[test]
fn record_file_gives_the_same_answers_as_standard_input() {
    let record = format!("{HEADER}\n{}\n{}\n", r#"{"at":5,"seat":"ec","order":"sage"}"#, r#"{"at":60000}"#);
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(record.as_bytes()).unwrap();
    let path = file.path().to_str().unwrap();
    assert_eq!(run(b"", &[path]), run(record.as_bytes(), &[]));
}

#[test]
fn missing_file_is_an_error() {
    let output = crate::referee(&["no/such/file.jsonl"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty());
    assert!(String::from_utf8(output.stderr).unwrap().contains("no/such/file.jsonl cannot be read"));
}

#[test]
fn referee_needs_no_environment_and_writes_no_files() {
    let folder = tempfile::tempdir().unwrap();
    let mut child = crate::referee(&[]).env_clear().current_dir(folder.path()).spawn().unwrap();
    writeln!(child.stdin.take().unwrap(), "{HEADER}").unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success() && !output.stdout.is_empty());
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "it leaves nothing behind");
}
