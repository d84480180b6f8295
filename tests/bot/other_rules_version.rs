//! A finished match of other rules than the program's: its stored results are shown, and nothing is derived.

use deathmatch::sandbox::{Person, Seen};
use serde_json::json;
use sqlx::ConnectOptions;
use sqlx::sqlite::SqliteConnectOptions;

use crate::house::{House, SOON, confirmed, finished, record, run, until};

/// Changes the database without the bot's knowledge.
async fn behind(house: &House, sql: &'static str) {
    let mut database = SqliteConnectOptions::new().filename(house.database()).connect().await.unwrap();
    sqlx::query(sql).execute(&mut database).await.unwrap();
}

/// Waits until the match's last board is stored.
async fn kept(house: &House) {
    let mut database = SqliteConnectOptions::new().filename(house.database()).connect().await.unwrap();
    until("the last board is kept", async || {
        let query = sqlx::query_scalar::<_, i64>("SELECT count(*) FROM final_boards WHERE board IS NOT NULL");
        query.fetch_one(&mut database).await.unwrap() == 1
    })
    .await;
}

async fn button(person: &Person, message: &Seen, label: &str) -> Seen {
    let answer = person.click(message, label).await.unwrap();
    finished(person, message.channel(), answer).await
}

#[tokio::test(flavor = "multi_thread")]
async fn finished_match_of_other_rules_shows_only_stored_results() {
    let mut house = House::open().await;
    let (channel, host, spectator) = (house.channel(), house.host(), house.spectator());
    let card = house.lobby(channel, "unit_s=600").await;
    let first = house.ready(&card).await;
    house.round(&first, "dragoon", "reaper").await;
    confirmed(&host, channel, "/host award", json!({"seat": "EC"})).await;
    let last = spectator.wait_message(channel, SOON, |message| message.button("Replay").is_some()).await.unwrap();
    assert!(record(&house).await.starts_with(r#"{"record":1,"game":"warriors-death","version":2,"#));
    let published = run(&spectator, channel, "/match verify", json!({"match": 1})).await;
    let published = spectator.download(&published.files()[0].url).await.unwrap();
    let log = run(&host, channel, "/host log", json!({"match": 1})).await;
    assert!(log.says("Hana"), "{}", log.text());
    kept(&house).await;
    house.stop_bot().await;
    behind(&house, "UPDATE matches SET version = 1").await;
    house.start_bot().await;

    let why = "it began under version 1 of its rules, and these are version 2";
    let ann = house.ec();
    for (person, command) in [(&spectator, "/match show"), (&ann, "/board")] {
        let shown = run(person, channel, command, json!({"match": 1})).await;
        assert!(shown.says("Ann won by the host's ruling.") && shown.says(why), "{command}: {}", shown.text());
        let board = &shown.files()[0];
        let alt = board.description.clone().unwrap();
        assert!(alt.contains("Ann") && alt.contains("Dragoon"), "{command}: {alt}");
    }
    let history = run(&spectator, channel, "/history", json!({})).await;
    assert!(history.says("**Ann** beat Bob by the host's ruling"), "{}", history.text());
    // The receipts are shown as published; nothing says that they hold.
    let receipts = run(&spectator, channel, "/match verify", json!({"match": 1})).await;
    assert!(receipts.says("Here are all 2 receipts of match 1"), "{}", receipts.text());
    assert!(receipts.says("not checked") && receipts.says(why), "{}", receipts.text());
    let stored = spectator.download(&receipts.files()[0].url).await.unwrap();
    let codes = |file: Vec<u8>| -> Vec<String> {
        let text = String::from_utf8(file).unwrap();
        text.split_whitespace().filter(|word| word.len() == 64).map(str::to_owned).collect()
    };
    assert_eq!(codes(stored), codes(published));
    for command in ["/match replay", "/match review"] {
        let refused = run(&spectator, channel, command, json!({"match": 1})).await;
        assert!(refused.says(why) && refused.files().is_empty(), "{command}: {}", refused.text());
    }
    for label in ["Replay", "Details"] {
        let refused = button(&spectator, &last, label).await;
        assert!(refused.says(why) && refused.files().is_empty(), "{label}: {}", refused.text());
    }
    let rules = button(&spectator, &card, "Rules").await;
    assert!(rules.says(why) && rules.says("the rules there are now"), "{}", rules.text());
    let undone = run(&host, channel, "/host undo", json!({"match": 1})).await;
    assert!(undone.says(why), "{}", undone.text());
    let same = run(&host, channel, "/host log", json!({"match": 1})).await;
    assert_eq!(same.text(), log.text());
    let exported = record(&house).await;
    assert!(exported.starts_with(r#"{"record":1,"game":"warriors-death","version":1,"#), "{exported}");
    house.stop().await;
}
