//! Fairness between people: a host who has seen hidden information does not play, and every ruling is announced or confirmed.

use deathmatch::sandbox::{Seen, Snowflake};
use serde_json::json;

use crate::host_panel::{confirm, press};
use crate::house::{House, confirmed, finished, record, run};

#[tokio::test(flavor = "multi_thread")]
async fn host_who_has_read_the_record_is_refused_as_substitute() {
    let house = House::open().await;
    let (channel, world, host) = (house.channel(), house.sandbox.world(), house.host());
    let first = house.begin(channel, "unit_s=600").await;
    let itself = json!({"seat": "DMO", "user": world.hana});
    record(&house).await;
    let refused = run(&host, channel, "/host substitute", itself.clone()).await;
    assert!(
        refused.is_ephemeral() && refused.says("has looked at the hidden information as a host"),
        "{}",
        refused.text()
    );
    let seen = house.spectator().messages(channel).await.unwrap();
    assert_eq!(seen.last().unwrap().id(), first.id(), "that somebody has looked is told to nobody");

    // The list of players who have answered is hidden information, too.
    let lounge = world.lounge;
    house.begin(lounge, "unit_s=600").await;
    run(&host, lounge, "/host who", json!({})).await;
    let refused = run(&host, lounge, "/host substitute", itself.clone()).await;
    assert!(refused.says("has looked at the hidden information as a host"), "{}", refused.text());

    // A person who has not looked can become a substitute.
    house.close().await;
    let house = House::open().await;
    let first = house.begin(house.channel(), "unit_s=600").await;
    run(&house.host(), house.channel(), "/host substitute", itself).await;
    let changed = house.public_after(house.channel(), first.id()).await;
    assert!(
        changed.says("(host) put") && changed.says("in Bob's place; the result still counts for Bob."),
        "{}",
        changed.text()
    );
    let refused = run(&house.host(), house.channel(), "/match record", json!({})).await;
    assert!(refused.files().is_empty() && refused.says("once the match is over"), "{}", refused.text());
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn serious_rulings_need_a_confirmation() {
    let mut house = House::open().await;
    let (channel, host) = (house.channel(), house.host());
    let first = house.begin(channel, "unit_s=600").await;
    let second = house.round(&first, "samurai", "sage").await;
    let why = "Bob had to leave for the airport and will not be back tonight";
    let undo = run(&host, channel, "/host undo", json!({"reason": why})).await;
    assert!(undo.says("Reverts Bout 1 · Round 1: both players order again, with 10 min."), "{}", undo.text());
    assert!(undo.says(why) && undo.is_ephemeral(), "{}", undo.text());
    let void = run(&host, channel, "/host void", json!({})).await;
    assert!(void.says("Ends match 1 without a result."), "{}", void.text());
    let forfeit = run(&host, channel, "/host forfeit", json!({"seat": "DMO", "reason": why})).await;
    assert!(forfeit.says("Bob loses match 1 at once; Ann wins."), "{}", forfeit.text());
    let newest = house.spectator().messages(channel).await.unwrap();
    assert_eq!(newest.last().unwrap().id(), second.id(), "nothing is done yet");

    // A question outlives a restart, with its reason.
    house.stop_bot().await;
    house.start_bot().await;
    let press = async |question: &Seen| {
        let answer = host.click(question, "Confirm").await.unwrap();
        finished(&host, channel, answer).await
    };
    let done = press(&undo).await;
    assert!(done.button("Confirm").is_none(), "{}", done.text());
    let again = house.public_after(channel, second.id()).await;
    assert!(again.says("(host) reverted the last step") && again.says(why), "{}", again.text());

    // The other two questions are outdated: nothing is done, and they are asked again.
    let moved = press(&forfeit).await;
    assert!(
        moved.says("moved on, so nothing was done") && moved.says("The question now:") && moved.says("Bob loses"),
        "{}",
        moved.text()
    );
    assert!(moved.says(why), "{}", moved.text());
    press(&moved).await;
    let over = house.public_after(channel, again.id()).await;
    assert!(over.says("(host) made Bob forfeit.") && over.says(why), "{}", over.text());
    let moved = press(&void).await;
    assert!(moved.says("nothing was done. The match is over") && moved.button("Confirm").is_none(), "{}", moved.text());
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn lobby_ended_or_started_by_a_host_names_that_host() {
    let house = House::open().await;
    let (channel, host) = (house.channel(), house.host());
    let card = house.lobby(channel, "").await;
    run(&host, channel, "/match cancel", json!({"reason": "the wrong *game*"})).await;
    let ended = host.wait_change(&card, crate::house::SOON, |one| one.says("cancelled")).await.unwrap();
    assert!(ended.says("(host) cancelled the match. Reason: the wrong ∗game∗"), "{}", ended.text());
    let card = house.lobby(channel, "").await;
    house.ec().click(&card, "Ready").await.unwrap();
    confirm(&host, &press(&host, &card, "Start now (host)").await).await;
    let first = house.public_after(channel, card.id()).await;
    assert!(first.says("(host) started the match without waiting for Bob."), "{}", first.text());
    let refused = run(&host, channel, "/match cancel", json!({})).await;
    assert!(refused.says("`/host void`"), "{}", refused.text());
    confirmed(&host, channel, "/host void", json!({})).await;
    house.close().await;
}

fn deny(house: &House, channel: Snowflake, permission: &str) {
    let fault = json!({"revoke": {"channel": channel, "permission": permission, "user": "sam"}});
    house.sandbox.fault(&fault).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn channel_permissions_limit_opening_and_viewing_matches() {
    let house = House::open().await;
    let (channel, world) = (house.channel(), house.sandbox.world());
    let (spectator, lounge) = (house.spectator(), world.lounge);
    house.begin(lounge, "unit_s=600").await;
    let open = |there| json!({"game": "knights", "ec": world.ann, "dmo": world.bob, "channel": there});
    for permission in ["SEND_MESSAGES", "VIEW_CHANNEL"] {
        deny(&house, lounge, permission);
        let before = house.host().messages(lounge).await.unwrap().len();
        let refused = run(&spectator, channel, "/match open", open(lounge)).await;
        assert!(refused.says("You cannot read and write in that channel"), "{permission}: {}", refused.text());
        assert_eq!(house.host().messages(lounge).await.unwrap().len(), before);
    }
    for command in ["/board", "/match show", "/match record", "/match verify", "/match resign", "/match cancel"] {
        let refused = run(&spectator, channel, command, json!({"match": 1})).await;
        assert!(refused.says("There is no match 1 here"), "{command}: {}", refused.text());
        assert!(refused.files().is_empty());
    }
    // Players see their own match from any channel, and so do readers of its channel.
    for person in [house.ec(), house.host()] {
        let shown = run(&person, channel, "/match show", json!({"match": 1})).await;
        assert!(shown.says("Match 1"), "{}", shown.text());
    }
    // A person cannot open a match in a channel where that person may not write.
    deny(&house, channel, "SEND_MESSAGES");
    let here = json!({"game": "knights", "ec": world.ann, "dmo": world.bob});
    let refused = run(&spectator, channel, "/match open", here).await;
    assert!(refused.says("You cannot read and write in that channel"), "{}", refused.text());
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn channel_errors_name_their_cause() {
    let house = House::open().await;
    let (channel, world, host) = (house.channel(), house.sandbox.world(), house.host());
    let asked = json!({"game": "knights", "ec": world.ann, "dmo": world.bob, "channel": world.lounge});
    let look = format!("GET /channels/{}", world.lounge);
    for (fault, words) in [
        (json!({"rest": {"match": look, "status": 403, "code": 50001}}), "Let me into it first"),
        (json!({"rest": {"match": look, "status": 500}}), "Something went wrong on my side"),
        (json!({"hang": {"match": look, "ms": 12_000}}), "Discord did not answer in time"),
    ] {
        house.sandbox.fault(&fault).unwrap();
        let answer = host.command(channel, "/match open", asked.clone()).await.unwrap();
        let id = answer.message.expect("it is put off or answered").id();
        let said = host
            .wait_message(channel, 2 * crate::house::SOON, |one| one.id() == id && !one.is_loading())
            .await
            .unwrap();
        assert!(said.says(words), "{fault}: {}", said.text());
    }
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn lobbies_by_non_hosts_are_limited_and_ping_a_player_once() {
    let house = House::open().await;
    let (channel, world, spectator) = (house.channel(), house.sandbox.world(), house.spectator());
    let asked = |ec| json!({"game": "knights", "ec": ec, "dmo": world.bob});
    let mut before = Snowflake::new(0);
    let mut calls = Vec::new();
    for number in 1..=3 {
        let ec = if number < 3 { world.ann } else { world.hana };
        let opened = run(&spectator, channel, "/match open", asked(ec)).await;
        assert!(opened.says(&format!("Opened match {number}")), "{}", opened.text());
        assert_eq!(opened.says("this one does not. Tell them yourself"), number > 1, "{}", opened.text());
        let card = spectator
            .wait_message(channel, crate::house::SOON, |one| one.id() > before && one.button("Ready").is_some())
            .await
            .unwrap();
        before = card.id();
        calls.push(card.mentions());
    }
    assert_eq!(calls, [vec![world.ann, world.bob], vec![], vec![world.hana]]);
    let refused = run(&spectator, channel, "/match open", asked(world.ann)).await;
    assert!(refused.says("You have 3 open matches that have not begun"), "{}", refused.text());
    run(&spectator, channel, "/match cancel", json!({"match": 2})).await;
    let opened = run(&spectator, channel, "/match open", asked(world.ann)).await;
    assert!(opened.says("Opened match 4"), "{}", opened.text());
    let fourth = |one: &Seen| one.button("Ready").is_some() && one.says("Match 4 ");
    spectator.wait_message(channel, crate::house::SOON, fourth).await.unwrap();
    // Others may ping a player, a host may open as many lobbies as there may be matches, and only hosts start one on their own.
    let card = house.lobby(channel, "").await;
    assert_eq!(card.mentions(), [world.ann, world.bob]);
    house.lobby(channel, "").await;
    house.lobby(channel, "").await;
    house.lobby(channel, "").await;
    let cards = spectator.messages(channel).await.unwrap();
    let theirs = cards.iter().find(|one| one.says("Match 1 ")).expect("its card");
    let refused = spectator.click(theirs, "Start now (host)").await.unwrap().message.unwrap();
    assert!(refused.says("Only hosts of this server"), "{}", refused.text());
    house.close().await;
}

/// A seed determines everything that a game draws.
#[tokio::test(flavor = "multi_thread")]
async fn players_cannot_choose_the_seed() {
    let house = House::open().await;
    let (channel, world) = (house.channel(), house.sandbox.world());
    let asked = json!({"game": "warriors-death", "ec": world.ann, "dmo": world.bob, "options": "seed=7"});
    let refused = run(&house.ec(), channel, "/match open", asked.clone()).await;
    assert!(refused.is_ephemeral() && refused.says("Leave `seed` out"), "{}", refused.text());
    let opened = run(&house.host(), channel, "/match open", asked).await;
    assert!(opened.says("Opened match"), "{}", opened.text());
    house.close().await;
}
