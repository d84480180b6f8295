//! Receipts: short for their owner, whole under each round, and checked for anyone once the match is over.

use deathmatch::sandbox::Seen;
use serde_json::json;

use crate::house::{House, SOON, confirmed, order_panel, pick, run};

/// Every receipt that a message shows whole.
fn whole(message: &Seen) -> Vec<String> {
    let text = message.text();
    let words = text.split(|c: char| !c.is_ascii_alphanumeric());
    let digits = |word: &&str| word.len() == 64 && word.bytes().all(|c| matches!(c, b'0'..=b'9' | b'a'..=b'f'));
    words.filter(digits).map(str::to_owned).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn receipts_are_given_published_and_verified() {
    let house = House::open().await;
    let channel = house.channel();
    let (ec, dmo, host, spectator) = (house.ec(), house.dmo(), house.host(), house.spectator());
    let first = house.begin(channel, "unit_s=600").await;
    assert!(whole(&first).is_empty(), "{}", first.text());

    let panel = order_panel(&ec, &first).await;
    let sealed = pick(&ec, &panel, "samurai").await;
    let given = whole(&sealed);
    assert_eq!(given.len(), 1, "{}", sealed.text());
    assert!(sealed.content().contains(&format!("Receipt `{}…`", &given[0][..16])), "{}", sealed.text());
    assert!(!sealed.content().contains(&given[0]), "{}", sealed.text());
    let asked = ec.click(&sealed, "Change").await.unwrap().message.unwrap();
    assert!(whole(&asked).is_empty(), "the question has no receipt: {}", asked.text());
    let again = pick(&ec, &asked, "bard").await;
    let given = whole(&again);

    let early = run(&ec, channel, "/match verify", json!({})).await;
    assert!(early.says("once a match is over") && early.says("What is a receipt?"), "{}", early.text());

    let dm = house.prompt_after(&dmo, channel).await.channel();
    let typed = dmo.type_text(dm, "sage").await.unwrap();
    let answer = dmo.wait_message(dm, SOON, |one| one.id() > typed.id() && one.says("Sealed")).await.unwrap();
    let second = house.public_after(channel, first.id()).await;
    assert_eq!(whole(&second), [given[0].clone(), whole(&answer)[0].clone()], "{}", second.text());
    assert!(whole(&second).iter().all(|receipt| !second.content().contains(receipt)), "not among the words");

    house.round(&second, "dragoon", "reaper").await;
    confirmed(&host, channel, "/host void", json!({})).await;
    let last =
        spectator.wait_message(channel, SOON, |message| message.button("Verify receipts").is_some()).await.unwrap();
    let told = spectator.click(&last, "Verify receipts").await.unwrap();
    let told = crate::house::finished(&spectator, channel, told).await;
    assert!(told.is_ephemeral() && told.says("All 4 receipts of match 1 hold"), "{}", told.text());
    assert!(told.says("What is a receipt?") && told.button("Record").is_some(), "{}", told.text());
    let command = run(&house.ec(), channel, "/match verify", json!({"match": 1})).await;
    assert!(command.says("All 4 receipts of match 1 hold"), "{}", command.text());
    house.close().await;
}
