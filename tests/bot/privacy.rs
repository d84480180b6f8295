//! The stored data about a person, and its erasure.

use serde_json::{Value, json};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{Column, ConnectOptions, Row, TypeInfo, ValueRef};

use deathmatch::sandbox::{Person, Seen, Snowflake};

use crate::house::{House, confirmed, finished, order_panel, pick, record, replayed, run};

/// Returns everything in the database, one line for each value.
async fn everything(house: &House) -> Vec<String> {
    let mut sql = SqliteConnectOptions::new().filename(house.database()).read_only(true).connect().await.unwrap();
    let tables: Vec<String> =
        sqlx::query_scalar("SELECT name FROM sqlite_master WHERE type = 'table'").fetch_all(&mut sql).await.unwrap();
    let mut all = Vec::new();
    for table in tables {
        let rows =
            sqlx::query(sqlx::AssertSqlSafe(format!("SELECT * FROM \"{table}\""))).fetch_all(&mut sql).await.unwrap();
        for row in &rows {
            for column in row.columns() {
                let raw = row.try_get_raw(column.ordinal()).unwrap();
                let value = match (raw.is_null(), raw.type_info().name()) {
                    (true, _) | (_, "BLOB") => continue,
                    (_, "INTEGER") => row.get::<i64, _>(column.ordinal()).to_string(),
                    (_, "TEXT") => row.get::<String, _>(column.ordinal()),
                    (_, other) => panic!("{other}"),
                };
                all.push(format!("{table}.{}: {value}", column.name()));
            }
        }
    }
    all
}

/// Confirms a person's erasure, once the messages about that person's matches are sent.
async fn erase(person: &Person, asked: &Seen) -> Seen {
    loop {
        let answer = person.click(asked, "Erase").await.unwrap();
        let said = finished(person, asked.channel(), answer).await;
        if !said.says("press again in a moment") {
            return said;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn export_of_a_running_match_has_no_keys_of_another_player() {
    let house = House::open().await;
    let (channel, ec) = (house.channel(), house.ec());
    let first = house.begin(channel, "unit_s=600").await;
    // This order resolves the round, and its entry has both players' keys.
    let panel = order_panel(&house.dmo(), &first).await;
    let disguise = pick(&house.dmo(), &panel, "blue-mage").await;
    pick(&house.dmo(), &disguise, "samurai").await;
    let panel = order_panel(&ec, &first).await;
    pick(&ec, &panel, "bard").await;
    house.public_after(channel, first.id()).await;
    let kept = export(&ec, channel).await;
    assert_eq!(kept["entries"][0]["line"]["order"], "bard", "{kept}");
    assert!(!kept.to_string().contains("nonce") && !kept.to_string().contains("blue-mage"), "{kept}");
    // A host who gives the last order learns no more by it.
    let next = house.spectator().messages(channel).await.unwrap().last().unwrap().clone();
    let panel = order_panel(&house.dmo(), &next).await;
    pick(&house.dmo(), &panel, "sage").await;
    run(&house.host(), channel, "/host order", json!({"seat": "EC", "text": "reaper"})).await;
    house.public_after(channel, next.id()).await;
    let kept = export(&house.host(), channel).await;
    assert!(kept["entries"].to_string().contains("reaper") && !kept.to_string().contains("nonce"), "{kept}");
    confirmed(&house.host(), channel, "/host award", json!({"seat": "EC"})).await;
    assert!(export(&ec, channel).await.to_string().contains("nonce"), "once it is over it is there");
    house.stop().await;
}

/// Returns a person's export of stored data.
async fn export(person: &Person, channel: Snowflake) -> Value {
    let kept = run(person, channel, "/privacy export", json!({})).await;
    assert!(kept.is_ephemeral());
    serde_json::from_slice(&person.download(&kept.files()[0].url).await.unwrap()).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn player_of_a_running_match_cannot_be_erased() {
    let house = House::open().await;
    let (channel, ec) = (house.channel(), house.ec());
    house.begin(channel, "unit_s=600").await;
    let sam = house.sandbox.world().sam;
    run(&house.host(), channel, "/host substitute", json!({"seat": "EC", "user": sam})).await;
    let asked = run(&ec, channel, "/privacy erase", json!({})).await;
    let said = erase(&ec, &asked).await;
    assert!(said.says("Match 1 has not ended"), "what she knows is not forgotten: {}", said.text());
    let seated = json!({"seat": "DMO", "user": house.sandbox.world().ann});
    let seated = run(&house.host(), channel, "/host substitute", seated).await;
    assert!(seated.says("has played in the other seat"), "{}", seated.text());
    house.stop().await;
}

/// Whether a text has a name or an id at the end of a word: "Announced" does not name Ann.
fn names(text: &str, what: &str) -> bool {
    text.match_indices(what).any(|(at, _)| !text[at + what.len()..].starts_with(char::is_alphanumeric))
}

#[tokio::test(flavor = "multi_thread")]
async fn erased_person_is_in_no_stored_data_and_the_record_holds() {
    let house = House::open().await;
    let (channel, host, ec, dmo) = (house.channel(), house.host(), house.ec(), house.dmo());
    let ann = house.sandbox.world().ann;
    let first = house.begin(channel, "unit_s=600").await;
    let next = house.round(&first, "samurai", "bard").await;
    house.round(&next, "sage", "samurai").await;
    let busy = run(&ec, channel, "/privacy erase", json!({})).await;
    let busy = finished(&ec, channel, ec.click(&busy, "Erase").await.unwrap()).await;
    assert!(busy.says("Match 1 has not ended"), "{}", busy.text());
    confirmed(&host, channel, "/host award", json!({"seat": "EC", "reason": "it is late"})).await;
    run(&ec, channel, "/me remind", json!({"seconds": 20})).await;
    let before = everything(&house).await;
    let found = |all: &[String], what: &str| all.iter().filter(|value| names(value, what)).cloned().collect::<Vec<_>>();
    assert!(!found(&before, &ann.to_string()).is_empty() && !found(&before, "Ann").is_empty());
    let settings = before.iter().filter(|value| value.starts_with("people.")).count();

    let kept = export(&ec, channel).await;
    assert_eq!((&kept["matches"][0]["seat"], &kept["matches"][0]["name"]), (&json!("ec"), &json!("Ann")));
    assert!(kept["entries"].to_string().contains("samurai") && kept["people"][0]["remind_s"] == 20, "{kept}");
    assert!(!kept.to_string().contains(&house.sandbox.world().bob.to_string()), "nobody else's id: {kept}");

    let asked = run(&ec, channel, "/privacy erase", json!({})).await;
    assert!(asked.is_ephemeral() && asked.says("Erased player"), "{}", asked.text());
    let done = erase(&ec, &asked).await;
    assert!(done.says("also from the record of one match") && done.buttons().is_empty(), "{}", done.text());
    let after = everything(&house).await;
    assert_eq!(found(&after, &ann.to_string()), [] as [String; 0]);
    let named = found(&after, "Ann");
    assert_eq!(named, [] as [String; 0]);
    assert!(after.iter().filter(|value| value.starts_with("people.")).count() < settings, "settings are gone");

    let undone = run(&host, channel, "/host undo", json!({"match": 1})).await;
    assert!(undone.says("no longer known"), "{}", undone.text());
    let over =
        house.spectator().messages(channel).await.unwrap().into_iter().find(|one| one.button("Rematch").is_some());
    let again = finished(&dmo, channel, dmo.click(&over.unwrap(), "Rematch").await.unwrap()).await;
    assert!(again.says("no longer known"), "{}", again.text());

    let text = record(&house).await;
    assert!(text.contains("Erased player") && text.contains("Bob"), "{text}");
    assert!(replayed(&text).outcome().is_some());
    let verified = run(&dmo, channel, "/match verify", json!({"match": 1})).await;
    assert!(verified.says("hold") && !verified.says("Ann"), "{}", verified.text());
    let shown = run(&dmo, channel, "/match show", json!({"match": 1})).await;
    assert!(!shown.says("Ann"), "{}", shown.text());
    assert_eq!(export(&ec, channel).await["matches"], json!([]));
    // A host is in rulings, looks and notes.
    let hana = house.sandbox.world().hana.to_string();
    assert!(!found(&after, &hana).is_empty() && !found(&after, "Hana").is_empty());
    let asked = run(&host, channel, "/privacy erase", json!({})).await;
    erase(&host, &asked).await;
    let after = everything(&house).await;
    assert_eq!((found(&after, &hana), found(&after, "Hana")), (Vec::new(), Vec::new()));
    // An erased person can play again.
    house.lobby(channel, "unit_s=600").await;
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn erasing_the_replaced_player_keeps_the_substitute() {
    let house = House::open().await;
    let (channel, host, dmo, sam) = (house.channel(), house.host(), house.dmo(), house.spectator());
    let world = house.sandbox.world();
    let first = house.begin(channel, "unit_s=600").await;
    run(&host, channel, "/host substitute", json!({"seat": "ec", "user": world.sam})).await;
    confirmed(&host, channel, "/host award", json!({"seat": "ec"})).await;
    house.public_after(channel, first.id()).await;
    let history = run(&dmo, channel, "/history", json!({})).await;
    assert!(history.says("**Ann (Sam)** beat Bob"), "{}", history.text());
    let erased = async |person: &Person| {
        let asked = run(person, channel, "/privacy erase", json!({})).await;
        let done = erase(person, &asked).await;
        assert!(done.says("also from the record of one match"), "{}", done.text());
    };
    erased(&house.ec()).await;
    let left = async |name: &str| everything(&house).await.into_iter().filter(|value| names(value, name)).count();
    assert_eq!((left("Ann").await, left(&world.ann.to_string()).await), (0, 0));
    let told = async || {
        let shown = run(&dmo, channel, "/match show", json!({"match": 1})).await;
        shown.text() + &run(&dmo, channel, "/history", json!({})).await.text() + &record(&house).await
    };
    let said = told().await;
    assert!(said.contains("**Erased player (Sam)** beat Bob") && !names(&said, "Ann"), "{said}");
    erased(&sam).await;
    let said = told().await;
    assert!(said.contains("**Erased player** beat Bob") && !names(&said, "Sam"), "{said}");
    assert_eq!((left("Sam").await, left(&world.sam.to_string()).await), (0, 0));
    assert!(said.contains("Bob") && replayed(&record(&house).await).outcome().is_some());
    house.stop().await;
}
