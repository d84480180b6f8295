//! `--view`: everything that one viewer may see, and nothing else.

use serde_json::{Value, json};

use crate::{HEADER, Talk, run};

/// Returns the answers to a record as a viewer sees them, without the lines' acceptance.
fn seen(entries: &[&str], view: &str) -> Vec<Value> {
    let record = format!("{HEADER}\n{}\n", entries.join("\n"));
    let (answers, status) = run(record.as_bytes(), &["--view", view]);
    assert_eq!((answers.len(), status), (entries.len() + 1, 0));
    let strip = |answer: &String| {
        let mut answer: Value = serde_json::from_str(answer).unwrap();
        let map = answer.as_object_mut().unwrap();
        map.remove("ok");
        map.remove("error");
        answer
    };
    answers.iter().map(strip).collect()
}

#[test]
fn private_order_changes_nothing_for_others() {
    let time = r#"{"at":5}"#;
    for entry in [
        r#"{"at":5,"seat":"ec","order":"samurai"}"#,
        r#"{"at":5,"seat":"ec","order":"blu as sam"}"#,
        r#"{"at":5,"seat":"ec","order":"paladin"}"#,
        r#"{"at":5,"host":"order ec samurai"}"#,
    ] {
        for view in ["dmo", "public"] {
            assert_eq!(seen(&[entry], view), seen(&[time], view), "{entry} for {view}");
        }
    }
    assert_ne!(seen(&[r#"{"at":5,"seat":"ec","order":"samurai"}"#], "ec"), seen(&[time], "ec"));
}

#[test]
fn submitted_is_shown_only_for_the_viewers_seat() {
    let order = r#"{"at":5,"seat":"ec","order":"samurai"}"#;
    let hidden = json!({ "prompt": "unit", "deadline": 60_000 });
    let own = json!({ "prompt": "unit", "deadline": 60_000, "submitted": true });
    assert_eq!(seen(&[order], "ec")[1]["awaiting"], json!({ "ec": own, "dmo": hidden }));
    assert_eq!(seen(&[order], "public")[1]["awaiting"], json!({ "ec": hidden, "dmo": hidden }));
    let open = json!({ "prompt": "unit", "deadline": 60_000, "submitted": false });
    assert_eq!(seen(&[order], "dmo")[1]["awaiting"], json!({ "ec": hidden, "dmo": open }));
}

#[test]
fn missing_order_looks_like_a_chocobo() {
    let sage = r#"{"at":6,"seat":"dmo","order":"sage"}"#;
    let chosen = seen(&[r#"{"at":5,"seat":"ec","order":"chocobo"}"#, sage, r#"{"at":60000}"#], "dmo");
    let missed = seen(&[r#"{"at":5}"#, sage, r#"{"at":60000}"#], "dmo");
    let words = |answers: &[Value]| answers[2]["events"].clone().to_string() + &answers[3]["events"].to_string();
    let without_times = |text: String| text.replace("\"at\":60000", "\"at\":6");
    assert!(without_times(words(&missed)).contains("Sage"));
    assert!(!words(&missed).contains("missed"));
    assert_eq!(chosen[3]["state"]["shown"], missed[3]["state"]["shown"]);
}

#[test]
fn truth_is_in_no_view() {
    let entries = [r#"{"at":5,"seat":"ec","order":"blu as sam"}"#, r#"{"at":6,"seat":"dmo","order":"sage"}"#];
    for view in ["dmo", "public"] {
        let answer = &seen(&entries, view)[2];
        assert!(!answer["events"].to_string().contains("lue"), "{answer}");
        assert!(!answer.to_string().contains("strength"), "{answer}");
    }
    assert!(seen(&entries, "ec")[2]["events"].to_string().contains("blue-mage>samurai"));
}

#[test]
fn view_answers_no_question_about_the_other_seat() {
    let mut talk = Talk::with(HEADER, &["--view", "dmo"]);
    talk.ok(r#"{"legal":"dmo"}"#);
    talk.refused(r#"{"legal":"ec"}"#, "not-awaited");
    talk.refused(r#"{"advise":"ec"}"#, "not-awaited");
    let mut talk = Talk::with(HEADER, &["--view", "public"]);
    talk.refused(r#"{"legal":"dmo"}"#, "not-awaited");
}

#[test]
fn unknown_view_is_refused() {
    let output = crate::referee(&["--view", "host"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty());
}

#[test]
fn view_does_not_show_another_seats_acceptance() {
    let order = |text: &str| format!(r#"{{"at":5,"seat":"dmo","order":"{text}"}}"#);
    let lines = [
        order("samurai"),
        order("dr"),
        order("ast 1"),
        order("nonsense"),
        r#"{"at":5,"seat":"dmo","order":"bard","step":2}"#.to_owned(),
        r#"{"at":5,"seat":"dmo","ready":true}"#.to_owned(),
        r#"{"at":5,"host":"order dmo nonsense"}"#.to_owned(),
        r#"{"at":5,"host":"order dmo samurai"}"#.to_owned(),
    ];
    for view in ["ec", "public"] {
        let answers = lines.each_ref().map(|line| {
            let answer = Talk::with(HEADER, &["--view", view]).ok(line);
            assert_eq!(answer["events"], json!([]), "{line}");
            answer
        });
        assert!(answers.iter().all(|answer| *answer == answers[0]), "{view}");
    }
    // A second final order, an order in a pause and an order stamped too early are not shown either.
    let header = HEADER.replace(r#""game""#, r#""ruleset":{"private_orders":"final"},"game""#);
    let mut talk = Talk::with(&header, &["--view", "ec"]);
    for line in [order("samurai"), order("bard"), r#"{"at":4,"seat":"dmo","order":"sage"}"#.to_owned()] {
        talk.ok(&line);
    }
    talk.host(6, "pause");
    talk.ok(r#"{"at":7,"seat":"dmo","order":"sage"}"#);
    talk.refused(r#"{"at":8,"seat":"ec","order":"sage"}"#, "not-awaited");
    let mut own = Talk::with(HEADER, &["--view", "dmo"]);
    let answer = own.refused(r#"{"at":1,"seat":"dmo","order":"dr"}"#, "ambiguous-order");
    assert!(answer["error"]["message"].as_str().unwrap().contains("dragoon"), "{answer}");
}

#[test]
fn verdict_reveals_everything_and_undo_hides_it_again() {
    let entries = [
        r#"{"at":1,"seat":"ec","order":"blu as dragoon"}"#,
        r#"{"at":2,"seat":"dmo","order":"bard"}"#,
        r#"{"at":3,"host":"forfeit dmo"}"#,
        r#"{"at":4,"host":"undo"}"#,
    ];
    for view in ["ec", "dmo", "public"] {
        let answers = seen(&entries, view);
        let over = answers.iter().find(|answer| answer["at"] == 3).unwrap();
        let revealed = over["events"].as_array().unwrap().iter().find(|event| event["kind"] == "revealed").unwrap();
        assert_eq!(revealed["true"][0]["rounds"][0]["ec"], 2, "{revealed}");
        assert!(revealed["text"].as_str().unwrap().contains("Blue Mage (as Dragoon)"), "{revealed}");
        assert_eq!(over["state"]["truth"][0]["rounds"][0]["ec"], 2, "{over}");
        let undone = answers.iter().find(|answer| answer["at"] == 4).unwrap();
        assert!(undone["state"]["truth"].is_null(), "{undone}");
    }
}
