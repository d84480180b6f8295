//! Replays of a finished match: for anyone who asks, and for nobody before the end.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use deathmatch::game::{Seat, Seed, Viewer, random_legal_order};
use deathmatch::sandbox::Seen;
use deathmatch::table::{Act, Entry, Header, HostAct, Table};
use serde_json::json;

use crate::house::{House, SOON, confirmed, finished, run};

#[tokio::test(flavor = "multi_thread")]
async fn replay_is_available_once_the_match_is_over() {
    let house = House::open().await;
    let channel = house.channel();
    let (ec, host, spectator) = (house.ec(), house.host(), house.spectator());
    let first = house.begin(channel, "unit_s=600").await;
    let early = run(&ec, channel, "/match replay", json!({})).await;
    assert!(early.is_ephemeral() && early.says("once the match is over"), "{}", early.text());
    assert!(early.files().is_empty());

    house.round(&first, "dragoon", "reaper").await;
    confirmed(&host, channel, "/host void", json!({})).await;
    let last = spectator.wait_message(channel, SOON, |message| message.button("Replay").is_some()).await.unwrap();
    let answer = spectator.click(&last, "Replay").await.unwrap();
    let moving = finished(&spectator, channel, answer).await;
    let page = spectator
        .wait_message(channel, SOON, |one| one.id() > moving.id() && one.says("open it in a browser"))
        .await
        .unwrap();
    assert!(moving.is_ephemeral() && page.is_ephemeral());
    let [gif, html] = [&moving, &page].map(|message| message.files().into_iter().next().expect("there is a file"));
    assert_eq!((gif.filename.as_str(), html.filename.as_str()), ("replay-1.gif", "replay-1.html"));
    let moving = spectator.download(&gif.url).await.unwrap();
    assert!(moving.starts_with(b"GIF89a") && moving.len() < 2_000_000, "{} bytes", moving.len());
    let page = String::from_utf8(spectator.download(&html.url).await.unwrap()).unwrap();
    assert!(page.contains("Match 1") && page.contains("dragoon") && page.contains("reaper"));
}

#[tokio::test(flavor = "multi_thread")]
async fn replay_follows_an_undo() {
    let house = House::open().await;
    let channel = house.channel();
    let (host, spectator) = (house.host(), house.spectator());
    let first = house.begin(channel, "unit_s=600").await;
    house.round(&first, "dragoon", "reaper").await;
    let replay = async |result: &'static str| {
        let moving = run(&spectator, channel, "/match replay", json!({"match": 1})).await;
        // Boards arrive late, and have files, too.
        let is_page = |one: &Seen| one.id() > moving.id() && one.says("open it in a browser");
        let page = spectator.wait_message(channel, SOON, is_page).await;
        let file = page.unwrap().files().into_iter().next().unwrap();
        let page = String::from_utf8(spectator.download(&file.url).await.unwrap()).unwrap();
        assert!(page.contains(result), "{result}");
    };
    confirmed(&host, channel, "/host void", json!({})).await;
    replay("without a result").await;
    confirmed(&host, channel, "/host undo", json!({})).await;
    let early = run(&spectator, channel, "/match replay", json!({"match": 1})).await;
    assert!(early.says("once the match is over") && early.files().is_empty(), "{}", early.text());
    confirmed(&host, channel, "/host award", json!({"seat": "EC"})).await;
    replay("by the host").await;
}

/// Imports a record as the host. Returns the match's number.
async fn import_record(house: &House, record: &str) -> u32 {
    let file = json!({"name": "match.jsonl", "content_base64": STANDARD.encode(record)});
    let kept = run(&house.host(), house.channel(), "/match import", json!({"file": file})).await;
    let words = kept.text();
    let number = words.split_once("Stored as match ").and_then(|(_, rest)| rest.split_once(':'));
    number.unwrap_or_else(|| panic!("{words}")).0.parse().unwrap()
}

/// Returns a match in which a host pauses and resumes so many times, and then ends the match.
fn paused_often(times: usize, preset: &str) -> String {
    let lines = ["pause", "resume"].into_iter().cycle().take(2 * times).chain(["void"]);
    let lines = lines.map(|act| format!("{{\"at\":0,\"host\":\"{act}\"}}\n"));
    format!("{{\"record\":1,\"game\":\"knights\",\"preset\":\"{preset}\"}}\n{}", lines.collect::<String>())
}

#[tokio::test(flavor = "multi_thread")]
async fn replay_of_too_long_a_record_is_refused_with_the_remedy() {
    let house = House::open().await;
    let (channel, sam) = (house.channel(), house.spectator());
    let long = import_record(&house, &paused_often(2_498, "tempo-up")).await;
    let refused = run(&sam, channel, "/match replay", json!({"match": long})).await;
    let words = ["too long to be shown again here", "more than 1000 moments", "`deathmatch replay FILE --out FOLDER`"];
    assert!(words.iter().all(|words| refused.says(words)) && refused.files().is_empty(), "{}", refused.text());
    let record = run(&sam, channel, "/match record", json!({"match": long})).await;
    assert_eq!(record.files().len(), 1, "the record can be had");
    let short = import_record(&house, &paused_often(10, "tempo-up")).await;
    let moving = run(&sam, channel, "/match replay", json!({"match": short})).await;
    assert_eq!(moving.files().len(), 1, "{}", moving.text());
    house.close().await;
}

/// Returns a match whose second turn is reverted so many times: a review evaluates each.
fn reverted_often(times: usize) -> String {
    let header = r#"{"record":1,"game":"knights","preset":"tempo-up"}"#;
    let mut table = Table::open(Header::read(header).unwrap()).unwrap();
    let mut random = Seed::new("some").generator("orders");
    let mut lines = vec![header.to_owned()];
    let mut enter = |table: &mut Table, act: Act| {
        let entry = Entry::new(0, act);
        assert_eq!(table.enter(&entry).error, None);
        lines.push(entry.write());
    };
    for turn in 0..=times {
        for seat in Seat::ALL {
            let order = random_legal_order(&*table.sight(Viewer::Seat(seat)), &mut random).unwrap();
            enter(&mut table, Act::Order { seat, text: order.text().to_owned() });
        }
        if turn > 0 {
            enter(&mut table, Act::Host(HostAct::Undo));
        }
    }
    enter(&mut table, Act::Host(HostAct::Award(Seat::Ec)));
    lines.join("\n")
}

#[tokio::test(flavor = "multi_thread")]
async fn long_work_for_one_person_delays_nobody_else() {
    let house = House::open().await;
    let (channel, host, sam) = (house.channel(), house.host(), house.spectator());
    let [longest, long] =
        [import_record(&house, &reverted_often(1_600)).await, import_record(&house, &reverted_often(1_590)).await];
    let short = import_record(&house, &paused_often(2, "tempo-up")).await;
    // Reviews are made one at a time.
    let before = house.ec().command(channel, "/match review", json!({"match": longest})).await.unwrap();
    assert!(before.message.unwrap().is_loading());
    let review = host.command(channel, "/match review", json!({"match": long})).await.unwrap().message.unwrap();
    assert!(review.is_loading(), "it takes long: {}", review.text());
    // The host's next request waits for the first one.
    let more = host.command(channel, "/match replay", json!({"match": short})).await.unwrap().message.unwrap();
    assert!(more.is_loading(), "{}", more.text());
    let verified = run(&sam, channel, "/match verify", json!({"match": short})).await;
    assert!(verified.says("no receipts to check"), "{}", verified.text());
    let moving = run(&sam, channel, "/match replay", json!({"match": short})).await;
    assert_eq!(moving.files().len(), 1, "{}", moving.text());
    let still = host.again(&review).await.unwrap().unwrap();
    assert!(still.is_loading(), "it was not waited for: {}", still.text());
    let reviewed = host.wait_change(&review, SOON, |one| one.says("in review")).await.unwrap();
    assert!(reviewed.says(&format!("Match {long} in review")), "{}", reviewed.text());
    house.close().await;
}
