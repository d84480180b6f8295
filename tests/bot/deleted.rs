//! Series and tournaments whose channel was deleted continue in the channel that a host chooses.

use deathmatch::sandbox::{Person, Seen};
use serde_json::json;

use crate::house::{House, SOON, confirmed, finished, run, until};
use crate::tournament::start;

#[tokio::test(flavor = "multi_thread")]
async fn series_continues_in_its_matchs_channel() {
    let house = House::open().await;
    let (world, channel, host) = (house.sandbox.world(), house.channel(), house.host());
    let asked = json!({"game": "warriors-death", "ec": world.ann, "dmo": world.bob, "best_of": 3, "swap": false});
    run(&host, channel, "/match series", asked).await;
    let card = host.wait_message(channel, SOON, |one| one.button("Ready").is_some()).await.unwrap();
    house.ready(&card).await;
    house.sandbox.fault(&json!({"delete_channel": channel})).unwrap();
    let dm = host.dm().await.unwrap();
    host.wait_message(dm, SOON, |one| one.says("Match 1 is suspended, because its channel has been deleted"))
        .await
        .unwrap();
    assert!(run(&host, world.lounge, "/host resume", json!({"match": 1})).await.says("The match continues here"));
    confirmed(&host, world.lounge, "/host award", json!({"seat": "Ann", "match": 1})).await;
    let next = |one: &Seen| one.says("match 2 (before it: 1–0 for Ann)") && one.button("Ready").is_some();
    let card = host.wait_message(world.lounge, SOON, next).await.unwrap();
    house.ready(&card).await;
    confirmed(&host, world.lounge, "/host award", json!({"seat": "Ann", "match": 2})).await;
    let won = |one: &Seen| one.says("2–0: Ann wins the best of 3 against Bob");
    host.wait_message(world.lounge, SOON, won).await.unwrap();
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn series_without_its_card_continues_where_a_host_asks() {
    let house = House::open().await;
    let (world, channel, host) = (house.sandbox.world(), house.channel(), house.host());
    let asked = json!({"game": "warriors-death", "ec": world.ann, "dmo": world.bob, "best_of": 3, "swap": false});
    run(&host, channel, "/match series", asked).await;
    let card = host.wait_message(channel, SOON, |one| one.button("Ready").is_some()).await.unwrap();
    house.ready(&card).await;
    confirmed(&host, channel, "/host award", json!({"seat": "Ann", "match": 1})).await;
    host.wait_message(channel, SOON, |one| one.says("1–0 for Ann")).await.unwrap();
    house.sandbox.fault(&json!({"delete_channel": channel})).unwrap();
    let dm = host.dm().await.unwrap();
    let told = |one: &Seen| {
        one.says("Match 2 is called off, because its channel has been deleted")
            && one.says("Run `/host resume match:2` in another channel: the next match of its series is opened there")
    };
    host.wait_message(dm, SOON, told).await.unwrap();
    let panel = run(&host, world.lounge, "/host panel", json!({"match": 2})).await;
    assert!(panel.says("`/host resume match:2` opens its series’ next match"), "{}", panel.text());
    let said = run(&host, world.lounge, "/host resume", json!({"match": 2})).await;
    assert!(said.says("The series continues with match 3"), "{}", said.text());
    let third = |one: &Seen| one.says("Match 3") && one.button("Ready").is_some();
    host.wait_message(world.lounge, SOON, third).await.unwrap();
    // The first result is reverted: once with another card open, and once with that card cancelled.
    run(&host, world.lounge, "/match cancel", json!({"match": 3})).await;
    let nowhere = run(&host, world.lounge, "/host undo", json!({"match": 1})).await;
    assert!(
        nowhere.says("continue it with `/host resume match:1` in another channel") && nowhere.says("then undo it"),
        "{}",
        nowhere.text()
    );
    run(&host, world.lounge, "/host resume", json!({"match": 1})).await;
    confirmed(&host, world.lounge, "/host undo", json!({"match": 1})).await;
    confirmed(&host, world.lounge, "/host award", json!({"seat": "Bob", "match": 1})).await;
    let next = |one: &Seen| one.says("1–0 for Bob") && one.button("Ready").is_some();
    host.wait_message(world.lounge, SOON, next).await.unwrap();
    house.stop().await;
}

/// Every direct message's button answers with the match's present channel, even if its channel was deleted after the message was sent.
#[tokio::test(flavor = "multi_thread")]
async fn older_direct_messages_link_to_the_matchs_present_channel() {
    let house = House::open().await;
    let (world, channel, host) = (house.sandbox.world(), house.channel(), house.host());
    let first = house.begin(channel, "unit_s=600").await;
    house.round(&first, "samurai", "bard").await;
    for person in [house.ec(), house.dmo()] {
        let second = |one: &Seen| one.says("Round 2") && one.button("More").is_some();
        person.wait_message(person.dm().await.unwrap(), SOON, second).await.unwrap();
    }
    // The greeting, the newest prompt, and the words of a prompt that was sent after its round have the button.
    let answers = async |person: &Person, says: &str, url: Option<&str>| {
        let dm = person.dm().await.unwrap();
        let all_answer = async || {
            let all = person.messages(dm).await.unwrap();
            let with: Vec<_> = all.iter().filter(|one| one.button("More").is_some() && !one.is_ephemeral()).collect();
            for one in &with {
                // The edit that closes a prompt takes its button.
                let Ok(pressed) = person.click(one, "More").await else { return false };
                let answer = finished(person, dm, pressed).await;
                let there = answer.buttons().into_iter().find_map(|button| button.url);
                assert!(answer.says(says), "{}", answer.text());
                assert_eq!(there.as_deref().map(|there| there.rsplit('/').next()), url.map(Some));
            }
            with.len() >= 2
        };
        until(says, all_answer).await;
    };
    let (there, lounge) = (channel.to_string(), world.lounge.to_string());
    for person in [house.ec(), house.dmo()] {
        answers(&person, "Match 1 is in", Some(&there)).await;
    }
    house.sandbox.fault(&json!({"delete_channel": channel})).unwrap();
    let dm = host.dm().await.unwrap();
    host.wait_message(dm, SOON, |one| one.says("its channel has been deleted")).await.unwrap();
    for person in [house.ec(), house.dmo()] {
        let told = |one: &Seen| one.says("so this match is suspended");
        person.wait_message(person.dm().await.unwrap(), SOON, told).await.unwrap();
        answers(
            &person,
            "The channel of match 1 was deleted. A host can continue it with `/host resume match:1`",
            None,
        )
        .await;
    }
    let panel = run(&host, world.lounge, "/host panel", json!({"match": 1})).await;
    assert!(panel.says("Its channel was deleted") && !panel.says("automatically"), "{}", panel.text());
    run(&host, world.lounge, "/host resume", json!({"match": 1})).await;
    for person in [house.ec(), house.dmo()] {
        answers(&person, "Match 1 is in", Some(&lounge)).await;
    }
    house.stop().await;
}

/// Opens a tournament that three players have joined.
async fn joined(house: &House, more: serde_json::Value) -> Seen {
    let mut asked = json!({"game": "warriors-death", "options": "unit_s=3600"});
    asked.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    run(&house.host(), house.channel(), "/tournament open", asked).await;
    let message = house.host().wait_message(house.channel(), SOON, |one| one.button("Join").is_some()).await.unwrap();
    for person in [house.ec(), house.dmo(), house.spectator()] {
        person.click(&message, "Join").await.unwrap();
    }
    message
}

#[tokio::test(flavor = "multi_thread")]
async fn tournament_continues_where_a_host_asks() {
    let house = House::open().await;
    let (world, channel, host) = (house.sandbox.world(), house.channel(), house.host());
    joined(&house, json!({"format": "round robin: everybody meets everybody"})).await;
    house.sandbox.fault(&json!({"delete_channel": channel})).unwrap();
    let dm = host.dm().await.unwrap();
    let told = |one: &Seen| one.says("is suspended. Continue it with");
    assert!(host.wait_message(dm, SOON, told).await.unwrap().says("`/tournament show` in another channel"));
    // A person without host rights moves nothing, but reads the remedy.
    for command in ["/tournament show", "/tournament leave"] {
        let none = run(&house.ec(), world.lounge, command, json!({})).await;
        assert!(none.says("A host can continue it with `/tournament show`"), "{}", none.text());
    }
    let asked = run(&host, world.lounge, "/tournament show", json!({})).await;
    assert!(asked.says("Continue it in this channel?"), "{}", asked.text());
    assert!(host.messages(world.lounge).await.unwrap().iter().all(|one| one.button("Join").is_none()), "only asked");
    host.click(&asked, "Continue here").await.unwrap();
    let there = |one: &Seen| one.button("Join").is_some() && one.says("Ann") && one.says("Sam");
    host.wait_message(world.lounge, SOON, there).await.unwrap();
    let said = |one: &Seen| one.says("continues here, because its channel was deleted");
    let said = host.wait_message(world.lounge, SOON, said).await.unwrap();
    assert!(said.says(&format!("<@{}>", world.ann)) && said.says("how it stands"), "{}", said.text());
    start(&host, world.lounge).await;
    host.wait_message(world.lounge, SOON, |one| one.button("Ready").is_some()).await.unwrap();
    assert_eq!(host.messages(dm).await.unwrap().into_iter().filter(told).count(), 1);
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn pairing_survives_the_deletion_of_its_cards_channel() {
    for restarts in [false, true] {
        let mut house = House::open().await;
        let (world, channel, host) = (house.sandbox.world(), house.channel(), house.host());
        let message = joined(&house, json!({})).await;
        start(&host, channel).await;
        host.wait_message(channel, SOON, |one| one.button("Ready").is_some()).await.unwrap();
        host.wait_change(&message, SOON, |one| one.says("Ready by") && one.files().len() == 1).await.unwrap();
        house.sandbox.fault(&json!({"delete_channel": channel})).unwrap();
        let dm = host.dm().await.unwrap();
        let told = |one: &Seen| one.says("is suspended. Continue it with");
        host.wait_message(dm, SOON, told).await.unwrap();
        if restarts {
            house.stop_bot().await;
            house.start_bot().await;
        }
        let asked = run(&host, world.lounge, "/tournament show", json!({})).await;
        host.click(&asked, "Continue here").await.unwrap();
        let card = host.wait_message(world.lounge, SOON, |one| one.button("Ready").is_some()).await.unwrap();
        assert!(card.says("Match 2"), "no other was opened in between: {}", card.text());
        let stands = |one: &Seen| one.says("Semifinals") && one.says("Ready by") && one.files().len() == 1;
        host.wait_message(world.lounge, SOON, stands).await.unwrap();
        let again = host.messages(dm).await.unwrap();
        assert_eq!(again.iter().filter(|one| told(one)).count(), 1);
        assert!(!again.iter().any(|one| one.says("is called off")), "the tournament alone speaks");
        house.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn pairing_survives_a_channel_that_refuses_its_card() {
    let house = House::open().await;
    let (channel, host) = (house.channel(), house.host());
    joined(&house, json!({})).await;
    let permission = json!({"channel": channel, "permission": "SEND_MESSAGES"});
    house.sandbox.fault(&json!({ "revoke": permission })).unwrap();
    start(&host, channel).await;
    let dm = host.dm().await.unwrap();
    let told = |one: &Seen| one.says("is suspended, because I cannot write to");
    host.wait_message(dm, SOON, told).await.unwrap();
    // The card is not sent again during that time.
    tokio::time::sleep(std::time::Duration::from_secs(2)).await;
    house.sandbox.fault(&json!({ "grant": permission })).unwrap();
    let card = host.wait_message(channel, SOON, |one| one.button("Ready").is_some()).await.unwrap();
    assert!(card.says("Match 2") || card.says("Match 3"), "{}", card.text());
    assert_eq!(host.messages(dm).await.unwrap().iter().filter(|one| told(one)).count(), 1);
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn end_in_a_deleted_channel_is_posted_where_a_host_asks() {
    let house = House::open().await;
    let (world, channel, host) = (house.sandbox.world(), house.channel(), house.host());
    house.begin(channel, "unit_s=3600").await;
    house.sandbox.fault(&json!({"delete_channel": channel})).unwrap();
    let dm = host.dm().await.unwrap();
    host.wait_message(dm, SOON, |one| one.says("Match 1 is suspended, because its channel")).await.unwrap();
    confirmed(&host, world.lounge, "/host award", json!({"seat": "Ann", "match": 1})).await;
    let says = "continue it with `/host resume match:1` in another channel";
    let helps = async || run(&host, world.lounge, "/host panel", json!({"match": 1})).await.says(says);
    until("the panel says what helps", helps).await;
    let said = run(&host, world.lounge, "/host resume", json!({"match": 1})).await;
    assert!(said.says("Its remaining messages are posted here."), "{}", said.text());
    let end = |one: &Seen| one.says("Ann wins the Death Match") && one.button("Rematch").is_some();
    let end = house.spectator().wait_message(world.lounge, SOON, end).await.unwrap();
    let above = |one: &Seen| one.says("what was still to be said of it stands above.") && one.id() > end.id();
    house.spectator().wait_message(world.lounge, SOON, above).await.unwrap();
    let shown = run(&house.spectator(), world.lounge, "/match show", json!({"match": 1})).await;
    assert!(shown.says("Ann won by the host's ruling."), "{}", shown.text());
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn message_in_flight_to_the_old_channel_blocks_nothing() {
    let house = House::open().await;
    let (world, channel, host) = (house.sandbox.world(), house.channel(), house.host());
    house.begin(channel, "unit_s=3600").await;
    let posts = format!("POST /channels/{channel}/messages");
    house.sandbox.fault(&json!({"hold": {"match": posts, "times": 1}})).unwrap();
    run(&host, channel, "/host extend", json!({"seconds": 60})).await;
    until("it is on its way", async || !house.sandbox.held().is_empty()).await;
    house.sandbox.fault(&json!({"delete_channel": channel})).unwrap();
    let dm = host.dm().await.unwrap();
    let paused = |one: &Seen| one.says("Match 1 is suspended, because its channel");
    host.wait_message(dm, SOON, paused).await.unwrap();
    run(&host, world.lounge, "/host resume", json!({"match": 1})).await;
    house.sandbox.fault(&json!({"release": "all"})).unwrap();
    let spectator = house.spectator();
    let resumed = |one: &Seen| one.says("resumed the match") && one.button("Order").is_some();
    spectator.wait_message(world.lounge, SOON, resumed).await.unwrap();
    let all: Vec<_> = spectator.messages(world.lounge).await.unwrap().iter().map(Seen::text).collect();
    assert!(all.iter().any(|text| text.contains("gave all clocks 60 s more")), "{all:?}");
    tokio::time::sleep(std::time::Duration::from_secs(1)).await;
    assert!(run(&house.ec(), world.lounge, "/order", json!({"text": "samurai"})).await.says("Sealed"));
    let told = host.messages(dm).await.unwrap().into_iter().filter(paused).count();
    assert_eq!(told, 1);
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn practice_player_reads_that_a_host_can_resume_the_match() {
    let house = House::open().await;
    let (world, channel, ec) = (house.sandbox.world(), house.channel(), house.ec());
    run(&ec, channel, "/practice", json!({"game": "warriors-death", "level": 1, "options": "unit_s=3600"})).await;
    house.host().wait_message(channel, SOON, |one| one.button("Order").is_some()).await.unwrap();
    house.sandbox.fault(&json!({"delete_channel": channel})).unwrap();
    let dm = ec.dm().await.unwrap();
    let told = |one: &Seen| one.says("Ask a host of the server to run `/host resume match:1` in another channel");
    ec.wait_message(dm, SOON, told).await.unwrap();
    let refused = run(&ec, world.lounge, "/host resume", json!({"match": 1})).await;
    assert!(refused.says("you have no host rights"), "{}", refused.text());
    let said = run(&house.host(), world.lounge, "/host resume", json!({"match": 1})).await;
    assert!(said.says("The match continues here"), "{}", said.text());
    house.stop().await;
}

/// A host who paused the match before reads the remedy, too, and nothing continues without a channel.
#[tokio::test(flavor = "multi_thread")]
async fn panel_of_a_paused_match_reports_its_deleted_channel() {
    let house = House::open().await;
    let (world, channel, host) = (house.sandbox.world(), house.channel(), house.host());
    house.begin(channel, "unit_s=3600").await;
    run(&host, channel, "/host pause", json!({})).await;
    house.spectator().wait_message(channel, SOON, |one| one.says("paused the match")).await.unwrap();
    let there = run(&host, world.lounge, "/host panel", json!({"match": 1})).await;
    assert!(!there.says("deleted"), "{}", there.text());
    house.sandbox.fault(&json!({"delete_channel": channel})).unwrap();
    let panel = run(&host, world.lounge, "/host panel", json!({"match": 1})).await;
    assert!(panel.says("Its channel was deleted: continue it with `/host resume match:1`"), "{}", panel.text());
    assert!(panel.button("Resume").is_none() && there.button("Resume").is_some());
    let refused = super::host_panel::press(&host, &there, "Resume").await;
    assert!(refused.says("continue it with `/host resume match:1` in another channel"), "{}", refused.text());
    run(&host, world.lounge, "/host resume", json!({"match": 1})).await;
    let resumed = |one: &Seen| one.says("resumed the match") && one.button("Order").is_some();
    house.spectator().wait_message(world.lounge, SOON, resumed).await.unwrap();
    let panel = run(&host, world.lounge, "/host panel", json!({"match": 1})).await;
    assert!(!panel.says("deleted") && panel.says("Being played"), "{}", panel.text());
    house.stop().await;
}
