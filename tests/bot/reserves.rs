//! Reserve clocks by Discord's clock, to the millisecond: each expected reserve is computed from the timestamps of the messages.

use std::time::Duration;

use deathmatch::game::{BySeat, Outcome, Reason, Seat};
use deathmatch::sandbox::Seen;
use serde_json::{Value, json};

use crate::house::{House, SOON, confirmed, pick, record, replayed, run, until};
use crate::turns::{MIDDLE, asked};

const FREE_MS: i64 = 2_000;

/// Begins a match at a known time of Discord's clock, with the EC to move. Returns the time and the first public message.
async fn begin(house: &House, options: &str) -> (i64, Seen) {
    let card = house.lobby_of(house.channel(), asked(MIDDLE, options)).await;
    house.ec().click(&card, "Ready").await.unwrap();
    let start = house.sandbox.now_ms();
    house.dmo().at(start).click(&card, "Ready").await.unwrap();
    (start, house.public_after(house.channel(), card.id()).await)
}

async fn until_discord(house: &House, ms: i64) {
    let left = u64::try_from(ms - house.sandbox.now_ms()).unwrap_or(0);
    tokio::time::sleep(Duration::from_millis(left)).await;
}

/// Returns the reserves of the record's table, in ms.
async fn reserves(house: &House) -> (i64, i64) {
    let reserves = replayed(&record(house).await).reserves();
    let ms = |seat: Seat| i64::try_from(reserves[seat].expect("there are reserves")).unwrap();
    (ms(Seat::Ec), ms(Seat::Dmo))
}

/// Returns the record's entries that have this key.
fn entries(record: &str, key: &str) -> Vec<Value> {
    let lines = record.lines().skip(1).map(|line| serde_json::from_str::<Value>(line).unwrap());
    lines.filter(|line| !line[key].is_null()).collect()
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "long"]
async fn order_in_the_reserves_last_millisecond_counts_despite_lag() {
    let house = House::open_patiently().await;
    let (start, first) = begin(&house, "move_s=2 reserve_s=10").await;
    let (ec, dmo) = (house.ec(), house.dmo());
    let goes = pick(&ec, &first, "Qd4").await;
    let lands = pick(&ec, &goes, "d7").await;
    let gone = start + FREE_MS + 10_000;
    assert!(first.says("Without an order by <t:"), "{}", first.text());
    until_discord(&house, gone).await;
    let menu = lands.selects().remove(0).custom_id;
    ec.at(gone - 1).late(Duration::from_millis(1_500)).select(&lands, &menu, &["f5"]).await.unwrap();
    let second = house.public_after(house.channel(), first.id()).await;
    assert!(second.says("Ann (White): Queen d4 to d7, pawn on f5."), "{}", second.text());
    assert!(second.says("Reserve left: Ann 0:00, Bob 0:10"), "{}", second.text());
    assert_eq!(reserves(&house).await, (1, 10_000));

    // The other player's turn began with that timestamp: his free time and reserve run from it.
    let his_end = gone - 1 + FREE_MS + 10_000;
    let dm = dmo.dm().await.unwrap();
    until_discord(&house, his_end).await;
    let sent = dmo.at(his_end - 1).late(Duration::from_millis(1_500)).type_text(dm, "Ra8-a4/b4").await.unwrap();
    let says = |one: &Seen| one.says("Played: **Rook a8 to a4, pawn on b4**");
    dmo.wait_message(dm, SOON, |one| one.id() > sent.id() && says(one)).await.unwrap();
    house.public_after(house.channel(), second.id()).await;
    assert_eq!(reserves(&house).await, (1, 1));
    let orders = entries(&record(&house).await, "order");
    assert_eq!(orders.iter().map(|line| line["at"].as_i64().unwrap()).collect::<Vec<_>>(), [11_999, 23_998]);
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "long"]
async fn move_at_the_moment_of_forfeit_does_not_count() {
    let house = House::open_patiently().await;
    let (start, first) = begin(&house, "move_s=2 reserve_s=10").await;
    let ec = house.ec();
    let goes = pick(&ec, &first, "Qd4").await;
    let lands = pick(&ec, &goes, "d7").await;
    let gone = start + FREE_MS + 10_000;
    until_discord(&house, gone).await;
    let menu = lands.selects().remove(0).custom_id;
    let pressed = ec.at(gone).late(Duration::from_millis(1_000)).select(&lands, &menu, &["f5"]).await;
    let over = house
        .spectator()
        .wait_message(house.channel(), SOON, |message| message.button("Record").is_some())
        .await
        .unwrap();
    assert!(over.says("Bob wins the Death Match on time") && !over.says("pawn on f5"), "{}", over.text());
    if let Ok(answer) = pressed
        && let Some(message) = answer.message
    {
        assert!(!message.says("Played"), "{}", message.text());
    }
    let record = record(&house).await;
    assert!(entries(&record, "order").is_empty(), "{record}");
    let table = replayed(&record);
    assert_eq!(table.outcome(), Some(Outcome { winner: Some(Seat::Dmo), reason: Reason::Clock }));
    assert_eq!(table.reserves(), BySeat { ec: Some(0), dmo: Some(10_000) });
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn exhausted_reserve_loses_in_the_placement() {
    let house = House::open().await;
    let asked = json!({
        "game": "blockade-chess", "preset": "blockade", "options": "colour_s=600 placement_s=1 reserve_s=2",
    });
    let card = house.lobby_of(house.channel(), asked).await;
    let first = house.ready(&card).await;
    assert!(!first.says("Without an order by"), "the choice of colours uses no reserve: {}", first.text());
    let chosen = house.sandbox.now_ms();
    let menu = first.selects().remove(0).custom_id;
    house.dmo().at(chosen).select(&first, &menu, &["black"]).await.unwrap();
    let second = house.public_after(house.channel(), first.id()).await;
    assert!(
        second.says("Without an order by <t:") && second.says("Reserve left: Ann 0:02, Bob 0:02"),
        "{}",
        second.text()
    );
    let over = house
        .spectator()
        .wait_message(house.channel(), SOON, |message| message.button("Record").is_some())
        .await
        .unwrap();
    assert!(over.says("Bob wins the Death Match on time"), "{}", over.text());
    let table = replayed(&record(&house).await);
    assert_eq!(table.outcome(), Some(Outcome { winner: Some(Seat::Dmo), reason: Reason::Clock }));
    assert_eq!(table.reserves(), BySeat { ec: Some(0), dmo: Some(2_000) });
    assert_eq!(table.state_json()["phase"], "placement");
    house.stop().await;
}

/// Returns the credits for absences so far, in ms.
async fn credited(house: &House) -> i64 {
    let acts = entries(&record(house).await, "host");
    acts.iter().filter_map(|line| line["host"].as_str()?.strip_prefix("credit ")?.parse::<i64>().ok()).sum()
}

/// Formats a reserve as messages show it.
fn shown(ms: i64) -> String {
    format!("{}:{:02}", ms / 60_000, ms / 1_000 % 60)
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "long"]
async fn reserves_survive_restarts_an_outage_and_an_undo_exactly() {
    let mut house = House::open().await;
    let channel = house.channel();
    let full = 600_000;
    // The start is so long ago that the reserve has lost more than an outage's credit.
    let card = house.lobby_of(channel, asked(MIDDLE, "move_s=2 reserve_s=600")).await;
    let start = house.sandbox.now_ms() - 100_000;
    house.ec().at(start - 1).click(&card, "Ready").await.unwrap();
    house.dmo().at(start).click(&card, "Ready").await.unwrap();
    let first = house.public_after(channel, card.id()).await;
    let (ec, dmo) = (house.ec(), house.dmo());
    let (her_dm, his_dm) = (ec.dm().await.unwrap(), dmo.dm().await.unwrap());
    let moved = start + FREE_MS + 1_234;
    ec.at(moved).type_text(her_dm, "Qd4-d7/f5").await.unwrap();
    let second = house.public_after(channel, first.id()).await;
    let hers = full - 1_234;
    assert_eq!(reserves(&house).await, (hers, full));

    house.stop_bot().await;
    house.start_bot().await;
    assert_eq!(reserves(&house).await, (hers, full), "a restart takes nothing");
    house.stop_bot().await;
    tokio::time::sleep(Duration::from_millis(6_500)).await;
    house.start_bot().await;
    until("the outage is given back", async || credited(&house).await > 26_000).await;
    let gave = credited(&house).await;
    let answered = house.sandbox.now_ms();
    dmo.at(answered).type_text(his_dm, "Ra8-a4/b4").await.unwrap();
    let third = house
        .spectator()
        .wait_message(channel, SOON, |one| one.id() > second.id() && one.says("Rook a8 to a4"))
        .await
        .unwrap();
    let his = full - (answered - moved - FREE_MS - gave);
    assert!(his < full, "his reserve was running: {his}");
    assert_eq!(reserves(&house).await, (hers, his));
    assert!(third.says(&format!("Reserve left: Ann {}, Bob {}", shown(hers), shown(his))), "{}", third.text());

    // Her second turn costs reserve, and the host's undo restores exactly that.
    let late = answered + FREE_MS + 2_345;
    until_discord(&house, late).await;
    ec.at(late).type_text(her_dm, "Ra1-a2/a1").await.unwrap();
    let fourth = house.public_after(channel, third.id()).await;
    assert_eq!(reserves(&house).await, (hers - 2_345, his));
    assert!(
        fourth.says(&format!("Reserve left: Ann {}, Bob {}", shown(hers - 2_345), shown(his))),
        "{}",
        fourth.text()
    );
    confirmed(&house.host(), channel, "/host undo", json!({})).await;
    let fifth = house.public_after(channel, fourth.id()).await;
    assert!(fifth.says(&format!("Reserve left: Ann {}, Bob {}", shown(hers), shown(his))), "{}", fifth.text());
    assert_eq!(reserves(&house).await, (hers, his));

    house.stop_bot().await;
    house.start_bot().await;
    let clocks = run(&house.spectator(), channel, "/board", json!({ "query": "clocks" })).await;
    for reserve in [hers, his] {
        assert!(clocks.says(&shown(reserve)), "{}", clocks.text());
    }
    house.stop().await;
}
