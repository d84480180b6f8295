//! The rulings of a host, and who is a host.

use deathmatch::sandbox::Snowflake;
use serde_json::json;

use crate::host_panel::{confirm, press};
use crate::house::{House, SOON, confirmed, finished, newest, order_panel, pick, pick_late, run};

#[tokio::test(flavor = "multi_thread")]
async fn undo_voids_later_prompts() {
    undo(House::open().await).await;
}

pub async fn undo(house: House) {
    let channel = house.channel();
    let (ec, host) = (house.ec(), house.host());
    let first = house.begin(channel, "unit_s=600").await;
    let second = house.round(&first, "samurai", "sage").await;
    let old = order_panel(&ec, &second).await;
    let undone = confirmed(&host, channel, "/host undo", json!({"reason": "a slip"})).await;
    assert!(undone.is_ephemeral(), "{}", undone.text());
    let again = house.public_after(channel, second.id()).await;
    assert!(
        again.says("reverted the last step.") && again.says("Bout 1 · Round 1 starts over") && again.says("a slip"),
        "{}",
        again.text()
    );
    assert_eq!(again.mentions(), [ec.id(), house.dmo().id()]);
    let late = pick_late(&ec, &old, "bard").await;
    assert!(late.says("That prompt is over"), "{}", late.text());
    let fresh = order_panel(&ec, &again).await;
    assert!(!fresh.says("Sealed"), "the order is asked again: {}", fresh.text());
    house.round(&again, "bard", "sage").await;
    house.stop_forged().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_hosts_without_a_seat_can_rule() {
    let house = House::open().await;
    let (channel, lounge, world) = (house.channel(), house.sandbox.world().lounge, house.sandbox.world());
    let (ec, host, spectator) = (house.ec(), house.host(), house.spectator());
    let first = house.begin(channel, "unit_s=600").await;
    for person in [&ec, &spectator] {
        for command in ["/host pause", "/host who", "/host undo"] {
            let refused = run(person, channel, command, json!({})).await;
            assert!(refused.is_ephemeral() && refused.says("host"), "{}", refused.text());
        }
    }
    run(&host, channel, "/host pause", json!({})).await;
    let paused = house.public_after(channel, first.id()).await;
    assert!(paused.says("paused"), "{}", paused.text());
    assert!(paused.button("Order").is_none() && paused.button("Board").is_some(), "nothing can be ordered");
    run(&host, channel, "/host resume", json!({})).await;
    let resumed = house.public_after(channel, paused.id()).await;
    let order = json!({"seat": "EC", "text": "samurai"});
    let done = run(&host, channel, "/host order", order).await;
    assert!(done.is_ephemeral(), "{}", done.text());
    let who = run(&host, channel, "/host who", json!({})).await;
    assert!(who.says("Ann (EC): yes") && !who.text().contains("samurai"), "{}", who.text());
    run(&host, channel, "/host substitute", json!({"seat": "DMO", "user": world.sam})).await;
    let changed = house.public_after(channel, resumed.id()).await;
    assert!(changed.says("Sam"), "{}", changed.text());
    let panel = order_panel(&spectator, &changed).await;
    pick(&spectator, &panel, "sage").await;
    house.public_after(channel, changed.id()).await;

    let asked = json!({"game": "warriors-death", "ec": world.hana, "dmo": world.bob});
    let before = newest(&host.messages(lounge).await.unwrap());
    run(&host, lounge, "/match open", asked).await;
    let card = host.wait_message(lounge, SOON, |one| one.id() > before && one.button("Ready").is_some()).await.unwrap();
    assert!(card.button("Start now (host)").is_none() && card.json().to_string().contains("plays in this match"));
    host.click(&card, "Ready").await.unwrap();
    house.dmo().click(&card, "Ready").await.unwrap();
    house.public_after(lounge, card.id()).await;
    let refused = run(&host, lounge, "/host pause", json!({})).await;
    assert!(refused.says("no host rights"), "{}", refused.text());
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn people_who_have_not_acted_get_no_direct_message() {
    let house = House::open().await;
    let channel = house.channel();
    let (ec, dmo, host) = (house.ec(), house.dmo(), house.host());
    let card = house.lobby(channel, "unit_s=600").await;
    ec.click(&card, "Ready").await.unwrap();
    let question = press(&host, &card, "Start now (host)").await;
    assert!(question.is_ephemeral() && question.says("without waiting for Bob"), "{}", question.text());
    confirm(&host, &question).await;
    let first = house.public_after(channel, card.id()).await;
    house.prompt_after(&ec, card.id()).await;
    assert!(dmo.dms().await.unwrap().is_empty());
    let panel = order_panel(&dmo, &first).await;
    pick(&dmo, &panel, "sage").await;
    dmo.wait_message(dmo.dm().await.unwrap(), SOON, |message| message.says("the DMO")).await.unwrap();
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn verdict_reveals_the_match_but_no_order_it_cuts_off() {
    let house = House::open().await;
    let channel = house.channel();
    let first = house.begin(channel, "unit_s=600").await;
    for (player, text) in [(house.ec(), "blu as dragoon"), (house.dmo(), "bard")] {
        house.prompt_after(&player, Snowflake::new(0)).await;
        player.type_text(player.dm().await.unwrap(), text).await.unwrap();
    }
    let round = house.public_after(channel, first.id()).await;
    assert!(round.says("Dragoon") && !round.says("BLU"), "{}", round.text());
    let story = |line: &str| {
        line.starts_with("- Bout 1 · Round 1: ") && line.contains("Ann's Blue Mage") && line.contains("Dragoon")
    };
    let shown = run(&house.spectator(), channel, "/match show", json!({})).await;
    assert!(!shown.says("Blue Mage") && !round.says("Blue Mage"), "{}", shown.text());
    // The verdict cuts this order off, and can be reverted.
    let dm = house.ec().dm().await.unwrap();
    house.ec().type_text(dm, "reaper").await.unwrap();
    house.ec().wait_message(dm, SOON, |one| one.says("Sealed: **Reaper**")).await.unwrap();
    confirmed(&house.host(), channel, "/host award", json!({"seat": "Ann"})).await;
    let over = house.public_after(channel, round.id()).await;
    assert!(over.says("Ann wins the Death Match by the host's ruling and survives"), "{}", over.text());
    assert!(!over.says("Blue Mage (as Dragoon)"), "{}", over.text());
    assert!(over.text().lines().any(story), "{}", over.text());
    let shown = run(&house.spectator(), channel, "/match show", json!({})).await;
    assert!(shown.text().lines().any(story), "{}", shown.text());
    let details = house.spectator().click(&over, "Details").await.unwrap();
    let details = finished(&house.spectator(), channel, details).await;
    assert!(details.is_ephemeral() && details.says("Blue Mage (as Dragoon)"), "{}", details.text());
    assert!(over.button("Record").is_some() && over.button("Order").is_none());
    let record = house.spectator().click(&over, "Record").await.unwrap();
    let record = finished(&house.spectator(), channel, record).await;
    let record = house.spectator().download(&record.files()[0].url).await.unwrap();
    let record = String::from_utf8(record).unwrap();
    assert!(record.contains("dragoon") && !record.contains("reaper"), "{record}");
    let over = house.spectator().wait_change(&over, SOON, |message| !message.files().is_empty()).await.unwrap();
    let alt = over.files()[0].description.clone().unwrap();
    assert!(alt.starts_with("Ann wins the Death Match by the host's ruling and survives"), "{alt}");
    house.stop().await;
}
