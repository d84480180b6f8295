//! Rematches, by the button under a finished match.

use serde_json::json;

use deathmatch::sandbox::{Person, Seen};

use crate::house::{House, SOON, confirmed, finished, run};

/// Returns the last message of a match that a host has ended.
async fn over(house: &House, options: &str) -> Seen {
    let first = house.begin(house.channel(), options).await;
    confirmed(&house.host(), house.channel(), "/host award", json!({"seat": "EC"})).await;
    house.public_after(house.channel(), first.id()).await
}

#[tokio::test(flavor = "multi_thread")]
async fn rematch_keeps_the_terms_and_opens_once_despite_a_restart() {
    let mut house = House::open().await;
    let (channel, ec, dmo) = (house.channel(), house.ec(), house.dmo());
    let last = over(&house, "unit_s=777").await;
    let no = house.spectator().click(&last, "Rematch").await.unwrap();
    let no = finished(&house.spectator(), channel, no).await;
    assert!(
        no.is_ephemeral()
            && no.says("Only the two players and hosts can press this")
            && no.says("`/match open game:warriors-death ec: dmo:`"),
        "{}",
        no.text()
    );
    let asked = ec.click(&last, "Rematch").await.unwrap();
    let asked = finished(&ec, channel, asked).await;
    assert!(asked.is_ephemeral() && asked.button("Same seats").is_some(), "{}", asked.text());
    house.stop_bot().await;
    house.start_bot().await;
    let opened = ec.click(&asked, "Swap seats").await.unwrap();
    let opened = finished(&ec, channel, opened).await;
    assert!(opened.says("Opened match 2") && opened.button("Same seats").is_none(), "{}", opened.text());
    let card =
        dmo.wait_message(channel, SOON, |one| one.id() > last.id() && one.button("Ready").is_some()).await.unwrap();
    assert!(card.says("12 min 57 s"), "{}", card.text());
    let seats = card.text();
    let world = house.sandbox.world();
    let place = |user: deathmatch::sandbox::Snowflake| seats.find(&format!("DMO\n<@{user}>"));
    assert!(place(world.ann).is_some() && place(world.bob).is_none(), "{seats}");
    let twice = dmo.click(&last, "Rematch").await.unwrap();
    let twice = finished(&dmo, channel, twice).await;
    assert!(
        twice.says("Match 2 between the same players is open already") && twice.says("`/match cancel match:2`"),
        "{}",
        twice.text()
    );
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn declined_card_is_opened_again_on_its_terms() {
    let house = House::open().await;
    let (channel, ec, dmo) = (house.channel(), house.ec(), house.dmo());
    let declined = async |by: &Person| {
        let asked = json!({"game": "warriors-death", "ec": ec.id(), "dmo": dmo.id(), "options": "unit_s=777"});
        run(by, channel, "/match open", asked).await;
        let card = dmo.wait_message(channel, SOON, |one| one.button("Decline").is_some()).await.unwrap();
        let asked = finished(&dmo, channel, dmo.click(&card, "Decline").await.unwrap()).await;
        dmo.click(&asked, "Decline").await.unwrap();
        dmo.wait_change(&card, SOON, |one| one.says("Bob declined.") && one.button("Ready").is_none()).await.unwrap()
    };
    let press =
        async |by: &Person, card: &Seen, label: &str| finished(by, channel, by.click(card, label).await.unwrap()).await;
    // A host's match is opened again by hosts, and stays theirs.
    let hosted = declined(&house.host()).await;
    let refused = press(&ec, &hosted, "Open it again (host)").await;
    assert!(refused.is_ephemeral() && refused.says("Only hosts can press this."), "{}", refused.text());
    let opened = press(&house.host(), &hosted, "Open it again (host)").await;
    assert!(opened.is_ephemeral() && opened.says("Opened match 2"), "{}", opened.text());
    let again = ec.wait_message(channel, SOON, |one| one.id() > hosted.id() && one.button("Ready").is_some());
    let again = again.await.unwrap();
    assert!(again.says("12 min 57 s") && again.text().contains("Host\n"), "{}", again.text());
    run(&house.host(), channel, "/match cancel", json!({"match": 2})).await;
    // A friendly match is opened again by its players; the one who presses is ready.
    let friendly = declined(&ec).await;
    let opened = press(&ec, &friendly, "Open it again").await;
    assert!(opened.says("Opened match 4") && opened.says("You are ready."), "{}", opened.text());
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_end_in_a_direct_message_has_the_buttons_of_the_channels() {
    let house = House::open().await;
    let (channel, ec) = (house.channel(), house.ec());
    let first = house.begin(channel, "unit_s=600").await;
    let second = house.round(&first, "dragoon", "reaper").await;
    confirmed(&house.host(), channel, "/host award", json!({"seat": "EC"})).await;
    let last = house.public_after(channel, second.id()).await;
    let dm = ec.dm().await.unwrap();
    let end = ec.wait_message(dm, SOON, |one| one.button("Rematch").is_some()).await.unwrap();
    let labels = |one: &Seen| one.buttons().into_iter().map(|button| button.label).collect::<Vec<_>>();
    let more = ec.click(&end, "More").await.unwrap();
    let more = finished(&ec, dm, more).await;
    assert_eq!(labels(&end), ["Rematch", "Review", "Replay", "Board", "Details", "More"]);
    for label in labels(&last).iter().map(String::as_str).chain(["Rules"]) {
        assert!([&end, &more].iter().any(|one| one.button(label).is_some()), "{label}: {:?}", labels(&more));
    }
    let review = ec.click(&end, "Review").await.unwrap();
    let review = finished(&ec, dm, review).await;
    assert!(review.is_ephemeral() || review.says("Match 1"), "{}", review.text());
    let asked = ec.click(&end, "Rematch").await.unwrap();
    let asked = finished(&ec, dm, asked).await;
    let opened = ec.click(&asked, "Swap seats").await.unwrap();
    let opened = finished(&ec, dm, opened).await;
    assert!(opened.says(&format!("Opened match 2 in <#{channel}>")), "{}", opened.text());
    assert!(opened.says("You are ready") && opened.button("Go to channel").is_some(), "{}", opened.text());
    let waits = |one: &Seen| one.id() > last.id() && one.button("Ready").is_some();
    let card = house.dmo().wait_message(channel, SOON, waits).await.unwrap();
    let shown = |one: &Seen| one.text().matches("✅ ready").count() == 1 && one.says("not ready yet");
    house.dmo().wait_change(&card, SOON, shown).await.expect("the card shows who asked as ready");
    house.dmo().click(&card, "Ready").await.unwrap();
    let begun = |one: &Seen| one.id() > card.id() && one.says("Round 1");
    house.dmo().wait_message(channel, SOON, begun).await.unwrap();
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn rematch_of_practice_begins_at_once() {
    let house = House::open().await;
    let (channel, ec) = (house.channel(), house.ec());
    run(&ec, channel, "/practice", json!({"game": "warriors-death", "level": 1})).await;
    let first = ec.wait_message(channel, SOON, |one| one.button("Order").is_some()).await.unwrap();
    let asked = run(&ec, channel, "/match resign", json!({})).await;
    ec.click(&asked, "Resign").await.unwrap();
    let last =
        ec.wait_message(channel, SOON, |one| one.id() > first.id() && one.button("Rematch").is_some()).await.unwrap();
    let asked = ec.click(&last, "Rematch").await.unwrap();
    let asked = finished(&ec, channel, asked).await;
    ec.click(&asked, "Swap seats").await.unwrap();
    let begun = |one: &Seen| one.id() > last.id() && one.button("Order").is_some() && one.says("Round 1");
    ec.wait_message(channel, SOON, begun).await.unwrap();
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn rematch_is_refused_to_players_if_only_hosts_open_matches() {
    let house = House::open().await;
    let (channel, ec, host) = (house.channel(), house.ec(), house.host());
    let last = over(&house, "unit_s=600").await;
    run(&host, channel, "/setup friendly", json!({"allowed": false})).await;
    let no = ec.click(&last, "Rematch").await.unwrap();
    let no = finished(&ec, channel, no).await;
    assert!(no.says("Ask a host to press this button"), "{}", no.text());
    let yes = host.click(&last, "Rematch").await.unwrap();
    let yes = finished(&host, channel, yes).await;
    let opened = host.click(&yes, "Same seats").await.unwrap();
    assert!(finished(&host, channel, opened).await.says("Opened match 2"));
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn simultaneous_rematch_requests_open_one_match() {
    let house = House::open().await;
    let (channel, ec, dmo) = (house.channel(), house.ec(), house.dmo());
    let last = over(&house, "unit_s=600").await;
    let asked = async |player: &Person| {
        let asked = player.click(&last, "Rematch").await.unwrap();
        finished(player, channel, asked).await
    };
    let (of_ec, of_dmo) = (asked(&ec).await, asked(&dmo).await);
    let (one, other) = tokio::join!(ec.click(&of_ec, "Same seats"), dmo.click(&of_dmo, "Swap seats"));
    let said = [finished(&ec, channel, one.unwrap()).await, finished(&dmo, channel, other.unwrap()).await];
    let opened = said.iter().filter(|said| said.says("Opened match 2")).count();
    let told = said.iter().filter(|said| said.says("is open already")).count();
    assert_eq!((opened, told), (1, 1), "{:?}", said.map(|said| said.text()));
    house.stop().await;
}
