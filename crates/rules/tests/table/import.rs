//! Imported records.

use deathmatch_rules::game::{Reason, Seat, Viewer, Wants};
use deathmatch_rules::table::{
    Act, BadRecord, Code, Entry, Header, Imported, NoSuchStep, Nonce, Table, commitment, played_from, verify,
};
use serde_json::json;

use crate::story::laws::stored;

fn plain(name: &str) -> Option<String> {
    let kept: String = name.chars().filter(|letter| letter.is_alphanumeric() || *letter == ' ').collect();
    (!kept.trim().is_empty()).then_some(kept)
}

fn read(text: &str) -> Result<Imported, BadRecord> {
    Imported::read(text, plain, plain)
}

const HEADER: &str = r#"{"record":1,"game":"warriors-death","seats":{"ec":"Ann","dmo":"Bob"}}"#;

/// Returns a record of A Warrior's Death with these lines.
fn record(lines: &[&str]) -> String {
    [&[HEADER], lines].concat().join("\n") + "\n"
}

fn order(at: u64, seat: &str, order: &str) -> String {
    json!({ "at": at, "seat": seat, "order": order }).to_string()
}

fn played(imported: &Imported, entries: &[Entry]) -> Table {
    Table::replay(imported.header.clone(), entries).unwrap()
}

#[test]
fn stored_matches_can_be_continued_from_each_step() {
    for (name, watched) in stored() {
        let text: Vec<_> = [watched.table.header().write()].into_iter().chain(watched.lines.clone()).collect();
        let imported = read(&text.join("\n")).unwrap_or_else(|error| panic!("{name}: {error}"));
        let whole = played(&imported, &imported.entries);
        assert_eq!(
            (whole.outcome(), whole.state_json()),
            (watched.table.outcome(), watched.table.state_json()),
            "{name}"
        );
        // Play and the clock end a match with a resolution; hosts end it without one.
        let resolved = |reason: Reason| reason.by_play() || reason == Reason::Clock;
        let last = whole.step() - u32::from(whole.outcome().is_some_and(|outcome| resolved(outcome.reason)));
        for step in 1..=last {
            let prefix = match imported.prefix(Some(step)) {
                Err(NoSuchStep::Waits(waits)) => {
                    assert_eq!(waits, step);
                    assert!(imported.header.starts_at.is_some(), "{name}");
                    continue;
                }
                prefix => prefix.unwrap_or_else(|error| panic!("{name}: {error}")),
            };
            let table = played(&imported, &prefix.entries);
            assert_eq!((table.step(), table.outcome(), table.paused()), (step, None, false), "{name}");
            assert_eq!(table.sight(Viewer::Public).heading().stage, prefix.stage);
            assert_eq!(played_from(&prefix.entries), if prefix.entries.is_empty() { 1 } else { step });
            // No prompt has an answer yet.
            assert!(table.awaiting().iter().all(|(_, asked)| asked.as_ref().is_none_or(|asked| !asked.submitted)));
            // The position is the match's position at that time.
            if let (Some(before), false) = (watched.steps.get(step as usize - 1), watched.undone) {
                assert_eq!(before.stage, prefix.stage, "{name} at {step}");
                let state = step.checked_sub(2).map(|at| &watched.steps[at as usize].state);
                assert!(state.is_none_or(|state| *state == table.state_json()), "{name} at {step}");
            }
        }
        assert!(matches!(imported.prefix(Some(last + 2)), Err(NoSuchStep::Missing { .. })), "{name}");
    }
}

#[test]
fn default_step_is_the_last_that_asked_for_an_order() {
    let lines = [order(1_000, "ec", "samurai"), order(2_000, "dmo", "bard"), order(3_000, "ec", "sage")];
    let lines: Vec<_> = lines.iter().map(String::as_str).collect();
    let imported = read(&record(&lines)).unwrap();
    assert_eq!((imported.outcome, imported.lasted), (None, 3_000));
    let prefix = imported.prefix(None).unwrap();
    assert_eq!((prefix.step, prefix.stage.as_str(), prefix.entries.len()), (2, "Bout 1 · Round 2", 2));
    let table = played(&imported, &prefix.entries);
    let asked = table.awaiting()[Seat::Ec].clone().unwrap();
    assert_eq!((asked.wants, asked.deadline, asked.submitted), (Wants::Order, 62_000, false), "with all its time");
    assert_eq!(imported.prefix(Some(1)).unwrap().entries, []);
    assert_eq!(imported.prefix(Some(3)), Err(NoSuchStep::Missing { step: 3, last: 2 }));
    let over = read(&record(&[r#"{"at":5,"host":"award ec"}"#])).unwrap();
    assert_eq!(over.prefix(None).unwrap().step, 1, "before the verdict");
}

#[test]
fn record_of_other_rules_is_refused_and_no_version_is_noted() {
    let of = |version: u32| HEADER.replacen("\"seats\"", &format!("\"version\":{version},\"seats\""), 1);
    let Err(BadRecord::Line { line: 1, why }) = read(&of(1)) else { panic!("it is of other rules") };
    assert_eq!(why.code, Code::BadHeader);
    assert!(why.message.contains("by version 1 of") && why.message.contains("has version 2"), "{}", why.message);
    let own = read(&of(2)).unwrap();
    assert_eq!((own.assumption, own.header.write()), (None, Header::exported(HEADER, 2)));
    assert!(read(HEADER).unwrap().assumption.unwrap().contains("under version 2"));
}

#[test]
fn each_deadline_gets_an_entry_with_its_receipts() {
    let nonce = Nonce::new([7; 16]);
    let receipt = json!({ "nonce": nonce.to_string(), "commitment": commitment(&nonce, "") });
    let meta = json!({ "receipts": { "step": 1, "ec": receipt, "dmo": receipt } });
    let late = json!({ "at": 70_000, "seat": "ec", "order": "bard", "meta": meta }).to_string();
    let imported = read(&record(&[&late])).unwrap();
    let times: Vec<_> = imported.entries.iter().map(|entry| (entry.at, entry.act == Act::Time)).collect();
    assert_eq!(times, [(60_000, true), (70_000, false)]);
    let verified = verify(imported.header.clone(), &imported.entries).unwrap();
    assert_eq!((verified.checked, verified.failed), (2, Vec::new()));
    assert_eq!(imported.fingerprints.len(), 4);
    let prefix = imported.prefix(None).unwrap();
    assert_eq!((prefix.step, prefix.entries.len()), (2, 1));
    let verified = verify(imported.header, &prefix.entries).unwrap();
    assert_eq!((verified.checked, verified.failed), (2, Vec::new()));
}

#[test]
fn missing_receipts_of_imported_steps_are_no_fault() {
    let lines = [order(1_000, "ec", "samurai"), order(2_000, "dmo", "bard")];
    let imported = read(&record(&[&lines[0], &lines[1]])).unwrap();
    let mut entries = imported.prefix(None).unwrap().entries;
    let nonce = Nonce::new([7; 16]);
    let receipt = json!({ "nonce": nonce.to_string(), "commitment": commitment(&nonce, "") });
    let mut time = Entry::new(62_000, Act::Time);
    time.meta = Some(json!({ "receipts": { "step": 2, "ec": receipt, "dmo": receipt } }));
    entries.push(time);
    let verified = verify(imported.header.clone(), &entries).unwrap();
    assert_eq!((verified.checked, verified.failed), (2, Vec::new()));
    // In a match that was played here from the start it is a fault.
    entries[1].meta = None;
    assert_eq!(verify(imported.header, &entries).unwrap().failed.len(), 2);
}

#[test]
fn record_cannot_inject_metadata_or_markup() {
    let lines = [
        r#"{"at":1,"seat":"ec","order":"sage","meta":{"id":"5","by":"6","nonce":"00","agreed":true}}"#,
        r#"{"at":2,"host":"substitute dmo **@everyone**","by":"<@1>","reason":"[x](y)","meta":{"until":9}}"#,
        r#"{"at":3,"host":"pause","by":"***"}"#,
        r#"{"at":4,"host":"undo"}"#,
    ];
    assert!(matches!(read(&record(&lines)), Err(BadRecord::Line { line: 5, .. })), "nothing was resolved");
    let text = record(&lines[..3]).replace("\"Ann\"", "\"*_`A`\"");
    let imported = read(&text).unwrap();
    assert_eq!((imported.header.seats.ec.name.as_str(), imported.header.seats.dmo.name.as_str()), ("A", "Bob"));
    let written: Vec<_> = imported.entries.iter().map(Entry::write).collect();
    assert_eq!(
        written,
        [
            r#"{"at":1,"seat":"ec","order":"sage","meta":{"nonce":"00"}}"#,
            r#"{"at":2,"host":"substitute dmo everyone","reason":"xy"}"#,
            r#"{"at":3,"host":"pause"}"#,
        ]
    );
    assert_eq!(imported.fingerprints, ["00"]);
}

#[test]
fn continued_record_ends_pauses_and_seats_no_substitutes() {
    let lines = [
        order(1_000, "ec", "samurai"),
        r#"{"at":1500,"host":"substitute ec Cleo","reason":"Ann left"}"#.to_owned(),
        r#"{"at":1600,"host":"pause"}"#.to_owned(),
        r#"{"at":1700,"host":"resume"}"#.to_owned(),
        order(2_000, "dmo", "bard"),
        r#"{"at":3000,"host":"pause"}"#.to_owned(),
        r#"{"at":4000,"host":"undo"}"#.to_owned(),
    ];
    let lines: Vec<_> = lines.iter().map(String::as_str).collect();
    let imported = read(&record(&lines)).unwrap();
    let prefix = imported.prefix(None).unwrap();
    assert_eq!(prefix.step, 1);
    let table = played(&imported, &prefix.entries);
    assert!(!table.paused() && table.names().ec == "Ann");
    assert!(prefix.entries.iter().all(|entry| entry.reason.is_none()));
    assert_eq!(table.awaiting()[Seat::Dmo].as_ref().unwrap().deadline, 64_000);
    assert_eq!(imported.prefix(Some(2)), Err(NoSuchStep::Missing { step: 2, last: 1 }), "it was taken back");
}

#[test]
fn fault_is_reported_with_its_line() {
    let line = |text: &str| match read(text).err().unwrap() {
        BadRecord::Line { line, why } => (line, why.code),
        other => panic!("{other}"),
    };
    assert_eq!(line(""), (1, Code::BadJson));
    assert_eq!(line("PNG\r\n"), (1, Code::BadJson));
    assert_eq!(line(&format!("{}1{}", "[".repeat(10_000), "]".repeat(10_000))), (1, Code::BadJson));
    assert_eq!(line(r#"{"record":2,"game":"knights"}"#), (1, Code::BadHeader));
    assert_eq!(line(r#"{"record":1,"game":"chess"}"#), (1, Code::UnknownGame));
    assert_eq!(line(&record(&[r#"{"at":1,"seat":"ec","order":"nobody"}"#])), (2, Code::UnreadableOrder));
    assert_eq!(line(&record(&[r#"{"at":1}"#, "", r#"{"at":2}"#])), (3, Code::BadJson));
    assert_eq!(line(&record(&[r#"{"at":1}"#, r#"{"at":0}"#])), (3, Code::TimeRunsBackwards));
    assert_eq!(line(&record(&[r#"{"at":1e400}"#])), (2, Code::BadJson));
    assert_eq!(line(&record(&["{\"at\":1,\"seat\":\"ec\0\"}"])), (2, Code::BadJson));
    assert_eq!(
        line(&record(&[r#"{"at":1,"host":"award ec"}"#, r#"{"at":2,"seat":"ec","order":"bard"}"#])),
        (3, Code::Over)
    );
    assert_eq!(line(&record(&[r#"{"legal":"ec"}"#])), (2, Code::BadJson));
    assert_eq!(read(&record(&[r#"{"at":99999999999999}"#])).err(), Some(BadRecord::TooLate(2)));
    assert_eq!(read(&record(&[r#"{"at":1,"host":"extend 99999999999"}"#])).err(), Some(BadRecord::TooLate(2)));
    assert_eq!(read(&record(&vec![r#"{"at":1}"#; 5_000])).err(), Some(BadRecord::TooManyLines));
    assert_eq!(read(&record(&[&"x".repeat(70_000)])).err(), Some(BadRecord::LongLine(2)));
    for said in [read("").err().unwrap(), read(&record(&[r#"{"at":1}"#, "x"])).err().unwrap()] {
        assert!(said.to_string().starts_with("Line ") && said.to_string().ends_with('.'), "{said}");
    }
}
