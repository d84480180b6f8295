//! A host's list of an evening: it shows the next step of each match, opens host panels, and can be refreshed.

use deathmatch::sandbox::Seen;
use serde_json::json;

use crate::host_panel::press;
use crate::house::{House, SOON, confirmed, finished, pick, run};

#[tokio::test(flavor = "multi_thread")]
async fn evening_list_shows_the_host_every_matchs_next_step() {
    let house = House::open().await;
    let (channel, host, world) = (house.channel(), house.host(), house.sandbox.world());
    for person in [house.ec(), house.spectator()] {
        let refused = run(&person, channel, "/host evening", json!({})).await;
        assert!(refused.is_ephemeral() && refused.says("Only hosts can do that"), "{}", refused.text());
    }
    let list = run(&host, channel, "/host evening", json!({})).await;
    assert!(list.is_ephemeral() && list.says("No match is open here"), "{}", list.text());
    let card = house.lobby(channel, "unit_s=600").await;
    let waits = |one: &Seen| one.says("Match 1 waits for Ann and Bob");
    let list = host.wait_change(&list, SOON, waits).await.unwrap();
    house.ec().click(&card, "Ready").await.unwrap();
    let list = host.wait_change(&list, SOON, |one| one.says("Match 1 waits for Bob")).await.unwrap();
    host.click(&list, "Host panel of match 1").await.unwrap();
    let panel = opened(&house, &list, "Start now").await;
    assert!(panel.says("Match 1 · A Warrior's Death"), "{}", panel.text());
    house.dmo().click(&card, "Ready").await.unwrap();
    house.public_after(channel, card.id()).await;
    let calm = |one: &Seen| one.says("Nothing waits for a host") && one.says("Bout 1 · Round 1");
    let list = host.wait_change(&list, SOON, calm).await.unwrap();

    // A sealed order changes nothing in the list: Refresh shows the same.
    let prompt = house.prompt_after(&house.ec(), card.id()).await;
    pick(&house.ec(), &prompt, "samurai").await;
    let same = finished(&host, channel, host.click(&list, "Refresh").await.unwrap()).await;
    assert_eq!(without_time(&same), without_time(&list));

    // A request is opened from the list, and answered in the panel.
    let dmo = house.dmo();
    let inbox = dmo.dm().await.unwrap();
    let prompt = dmo.wait_message(inbox, SOON, |one| one.button("More").is_some()).await.unwrap();
    let more = press(&dmo, &prompt, "More").await;
    press(&dmo, &more, "More time").await;
    let list = host.wait_change(&same, SOON, |one| one.says("Bob asks for more time in match 1")).await.unwrap();
    let menu = list.selects().first().unwrap().custom_id.clone();
    host.select(&list, &menu, &["1"]).await.unwrap();
    opened(&house, &list, "Refuse").await;
    confirmed(&host, channel, "/host award", json!({"seat": "EC"})).await;
    let over = |one: &Seen| one.says("**Over** (1)") && one.says("Ann won");
    let list = host.wait_change(&list, SOON, over).await.unwrap();
    assert!(list.says(&format!("{channel}/{})", card.id())), "the number links to the card: {}", list.text());

    // The list has a match of another channel that the host can read.
    house.lobby(world.lounge, "unit_s=600").await;
    let all = run(&host, channel, "/host evening", json!({})).await;
    assert!(all.says("Match 2 waits for Ann and Bob"), "{}", all.text());
    house.stop().await;
}

/// Waits for the host panel that a press opens below the list.
async fn opened(house: &House, list: &Seen, button: &str) -> Seen {
    let panel = |one: &Seen| one.id() > list.id() && one.is_ephemeral() && one.button(button).is_some();
    house.host().wait_message(house.channel(), SOON, panel).await.unwrap()
}

/// Returns the text without its time.
fn without_time(list: &Seen) -> String {
    list.text().lines().filter(|line| !line.contains("Updates itself until")).collect::<Vec<_>>().join("\n")
}
