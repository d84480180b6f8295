//! Matches against the built-in player.

use serde_json::json;

use deathmatch::sandbox::{Seen, Snowflake};

use crate::house::{House, SOON, finished, newest, order_panel, pick, run, until};
use crate::intake::replied;

/// Begins a match of the EC's player against the bot. Returns the answer and the first public message.
async fn practice(house: &House, asked: serde_json::Value) -> (Seen, Seen) {
    let channel = house.channel();
    let before = newest(&house.ec().messages(channel).await.unwrap());
    let reply = house.ec().command(channel, "/practice", asked).await.unwrap();
    let reply = finished(&house.ec(), channel, reply).await;
    assert!(reply.is_ephemeral() && reply.says("begins in"), "{}", reply.text());
    // The match's card is edited as it begins.
    let begun = |message: &Seen| message.id() > before && message.button("Order").is_some();
    (reply, house.spectator().wait_message(channel, SOON, begun).await.unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn practice_begins_at_once_and_shows_the_bots_level() {
    let house = House::open().await;
    let (reply, first) = practice(&house, json!({"game": "warriors-death", "level": 2})).await;
    assert!(reply.says("Bot L2 (level 2 of 5)"), "{}", reply.text());
    let panel = order_panel(&house.ec(), &first).await;
    pick(&house.ec(), &panel, "samurai").await;
    let second = house.public_after(house.channel(), first.id()).await;
    assert!(second.says("Samurai"), "the bot has answered: {}", second.text());
    let asked = run(&house.ec(), house.channel(), "/match review", json!({})).await;
    assert!(asked.says("opens when the match is over"), "{}", asked.text());
    let asked = run(&house.ec(), house.channel(), "/match resign", json!({})).await;
    house.ec().click(&asked, "Resign").await.unwrap();
    let over = house
        .spectator()
        .wait_message(house.channel(), SOON, |message| message.id() > second.id() && message.button("Record").is_some())
        .await
        .unwrap();
    assert!(over.says("Bot L2"), "{}", over.text());
    let review = run(&house.ec(), house.channel(), "/match review", json!({})).await;
    assert!(review.says("in review") && review.says("Ann"), "{}", review.text());
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn level_is_refused_without_a_built_in_player() {
    let house = House::open().await;
    let world = house.sandbox.world();
    let asked = json!({"game": "knights", "ec": world.ann, "dmo": world.bob, "level": 4});
    let refused = run(&house.host(), house.channel(), "/match open", asked).await;
    assert!(refused.says("A level or an engine is for my seat"), "{}", refused.text());
    let asked = json!({"game": "knights", "ec": world.ann, "dmo": world.bot, "level": 4});
    let opened = run(&house.host(), house.channel(), "/match open", asked).await;
    assert!(opened.says("Opened match"), "{}", opened.text());
    let card =
        house.host().wait_message(house.channel(), SOON, |message| message.button("Ready").is_some()).await.unwrap();
    assert!(card.says("Bot L4"), "{}", card.text());
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn private_practice_is_played_only_in_direct_messages() {
    let house = House::open().await;
    let (ec, channel) = (house.ec(), house.channel());
    let asked = json!({"game": "warriors-death", "level": 1, "private": true});
    let reply = ec.command(channel, "/practice", asked).await.unwrap();
    let reply = finished(&ec, channel, reply).await;
    assert!(reply.says("in your direct messages"), "{}", reply.text());
    let prompt = house.prompt_after(&ec, Snowflake::new(1)).await;
    let dm = prompt.channel();
    assert!(prompt.button("Board").is_some());
    let more = finished(&ec, dm, ec.click(&prompt, "More").await.unwrap()).await;
    assert!(more.says("is played here") && more.button("Go to channel").is_none(), "{}", more.text());
    let asked = finished(&ec, dm, ec.click(&more, "Resign").await.unwrap()).await;
    let question = "Resign match 1 (A Warrior's Death) against Bot L1?";
    assert!(asked.says(question) && asked.button("Resign").is_some(), "{}", asked.text());
    let kept = finished(&ec, dm, ec.click(&asked, "Play on").await.unwrap()).await;
    assert!(kept.says("You play on") && kept.buttons().is_empty(), "{}", kept.text());
    let typed = ec.type_text(dm, "what now").await.unwrap();
    let refused = ec.wait_message(dm, SOON, |one| one.id() > typed.id() && one.from_bot()).await.unwrap();
    let labels: Vec<_> = refused.buttons().into_iter().map(|button| button.label).collect();
    assert_eq!(labels, ["Order", "Rules", "Board", "More"], "{}", refused.text());
    pick(&ec, &prompt, "samurai").await;
    // The next prompt has the result, the menu and the board.
    let prompt = house.prompt_after(&ec, refused.id()).await;
    assert!(
        ["Round 1", "Samurai", "Round 2", "Last receipts: "].iter().all(|words| prompt.says(words)),
        "{}",
        prompt.text()
    );
    ec.wait_change(&prompt, SOON, |one| one.files().len() == 1).await.unwrap();
    assert!(house.spectator().messages(channel).await.unwrap().is_empty(), "nothing of it in the server");
    let none = run(&house.host(), channel, "/match show", json!({"match": 1})).await;
    assert!(none.says("There is no match 1 here"), "{}", none.text());
    house.stop().await;
}

/// The built-in player may have answered, so that sealing resolves the round.
#[tokio::test(flavor = "multi_thread")]
async fn caution_precedes_an_order_against_a_built_in_player() {
    let house = House::open().await;
    let ec = house.ec();
    let asked = json!({"game": "warriors-death", "level": 1, "private": true});
    ec.command(house.channel(), "/practice", asked).await.unwrap();
    let dm = ec.dm().await.unwrap();
    let round = async |stage: &str| {
        ec.wait_message(dm, SOON, |one| one.says(stage) && !one.selects().is_empty()).await.unwrap()
    };
    let sealed = pick(&ec, &round("Round 1").await, "samurai").await;
    assert!(sealed.says("Sealed: **Samurai**"), "{}", sealed.text());
    let asked = pick(&ec, &round("Round 2").await, "samurai").await;
    assert!(asked.says("⚠️ You sent your Samurai in round 1") && asked.says("**Not sealed yet"), "{}", asked.text());
    let sealed = finished(&ec, dm, ec.click(&asked, "Seal it").await.unwrap()).await;
    assert!(sealed.says("Sealed: **Samurai**"), "{}", sealed.text());
    round("Round 3").await;
    let typed = async |text: &str| replied(&ec, &ec.type_text(dm, text).await.unwrap()).await;
    let asked = typed("samurai").await;
    assert!(
        asked.says("⚠️ You sent your Samurai in rounds 1, 2") && asked.says("**Not sealed yet"),
        "{}",
        asked.text()
    );
    let begun = typed("blue mage").await;
    assert!(begun.says("So far: **2 Blue Mage**"), "{}", begun.text());
    // Either order would be final, so its sender chooses. What was begun stays.
    for _twice in 0..2 {
        let asked = typed("bard").await;
        assert!(asked.says("**Blue Mage as Bard**, or **Bard**?"), "{}", asked.text());
        assert!(asked.says("So far: **2 Blue Mage**") && asked.buttons().len() == 5, "{}", asked.text());
    }
    let asked = typed("bard").await;
    let sealed = finished(&ec, dm, ec.click(&asked, "Blue Mage as Bard").await.unwrap()).await;
    assert!(sealed.says("Sealed: **Blue Mage as Bard**"), "{}", sealed.text());
    round("Round 4").await;
    assert!(typed("astrologian").await.says("So far: **1 Astrologian**"));
    let asked = typed("bard").await;
    let sealed = finished(&ec, dm, ec.click(&asked, "Bard").await.unwrap()).await;
    assert!(sealed.says("Sealed: **Bard**"), "{}", sealed.text());
    round("Round 5").await;
    for said in ["**Not sealed yet", "Sealed: **Bard**"] {
        let answer = typed("bard").await;
        assert!(answer.says(said), "{}", answer.text());
    }
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn practice_takes_all_options_of_a_match() {
    let house = House::open().await;
    let (ec, channel) = (house.ec(), house.channel());
    let with = |options: &str| json!({"game": "guidance-rite", "preset": "final", "level": 1, "options": options});
    let refused = run(&ec, channel, "/practice", with("items.ec=sword")).await;
    assert!(refused.says("the items are honour, rotate, swap"), "{}", refused.text());
    assert!(run(&ec, channel, "/practice", with("claim_s=900 items.ec=swap,rotate")).await.says("Match 1 against"));
    let card = |one: &Seen| one.says("Items of Ann: swap, rotate") && one.says("15 min for each claim");
    house.host().wait_message(channel, SOON, card).await.unwrap();
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn choosing_in_private_practice_keeps_the_public_words() {
    let house = House::open().await;
    let (ec, channel) = (house.ec(), house.channel());
    let asked = json!({"game": "blockade-chess", "level": 1, "private": true});
    ec.command(channel, "/practice", asked).await.unwrap();
    let dm = ec.dm().await.unwrap();
    let first = ec.wait_message(dm, SOON, |one| one.button("Order").is_some() && !one.selects().is_empty()).await;
    let first = first.unwrap();
    let menu = first.selects().remove(0);
    let chosen = ec.select(&first, &menu.custom_id, &[&menu.options[0].value]).await.unwrap();
    let chosen = finished(&ec, dm, chosen).await;
    assert_ne!(chosen.id(), first.id(), "it is answered by a separate message");
    assert_eq!(ec.again(&first).await.unwrap().unwrap().text(), first.text());
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn bots_turn_is_announced_without_an_order_button() {
    let house = House::open().await;
    let (ec, channel) = (house.ec(), house.channel());
    // The bot, as the DMO, chooses the colours.
    run(&ec, channel, "/practice", json!({"game": "blockade-chess", "engine": "silent"})).await;
    let turn = |one: &Seen| one.says("It is silent's turn.");
    let turn = house.spectator().wait_message(channel, SOON, turn).await.unwrap();
    assert!(turn.button("Order (Ann)").is_none() && turn.selects().is_empty(), "{}", turn.text());
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn private_practice_is_refused_if_direct_messages_are_closed() {
    let house = House::open().await;
    let ec = house.ec();
    house.sandbox.fault(&json!({"close_dms": "ann"})).unwrap();
    let asked = json!({"game": "knights", "private": true});
    let refused = run(&ec, house.channel(), "/practice", asked).await;
    assert!(refused.says("I cannot write to you"), "{}", refused.text());
    let list = run(&ec, house.channel(), "/match list", json!({})).await;
    assert!(!list.says("Knights"), "{}", list.text());
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn configured_engine_takes_the_bots_seat() {
    let house = House::open().await;
    let world = house.sandbox.world();
    let (host, channel) = (house.host(), house.channel());
    for (options, why) in [
        (
            json!({"game": "warriors-death", "ec": world.ann, "dmo": world.bot, "engine": "nobody"}),
            "no engine `nobody`",
        ),
        (json!({"game": "knights", "ec": world.ann, "dmo": world.bot, "engine": "steady"}), "no engine `steady`"),
        (
            json!({"game": "warriors-death", "ec": world.ann, "dmo": world.bot, "engine": "steady", "level": 2}),
            "no level",
        ),
        (json!({"game": "warriors-death", "ec": world.ann, "dmo": world.bob, "engine": "steady"}), "for my seat"),
    ] {
        let refused = run(&host, channel, "/match open", options).await;
        assert!(refused.says(why), "{}", refused.text());
    }
    let (reply, first) = practice(&house, json!({"game": "warriors-death", "engine": "steady"})).await;
    assert!(reply.says("against steady begins"), "{}", reply.text());
    let panel = order_panel(&house.ec(), &first).await;
    pick(&house.ec(), &panel, "sage").await;
    let second = house.public_after(channel, first.id()).await;
    assert!(second.says("Chocobo"), "{}", second.text());
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn strangers_match_receives_no_commands_of_a_hosted_match() {
    let house = House::open().await;
    let (channel, host, ec) = (house.channel(), house.host(), house.ec());
    house.begin(channel, "unit_s=600").await;
    let opened = run(&house.spectator(), channel, "/practice", json!({"game": "knights", "level": 1})).await;
    assert!(opened.is_ephemeral(), "{}", opened.text());
    until("it is there", async || {
        let listed = run(&host, channel, "/match list", json!({})).await;
        listed.says("Knights")
    })
    .await;
    run(&host, channel, "/host pause", json!({})).await;
    let shown = run(&host, channel, "/match show", json!({"match": 1})).await;
    assert!(shown.says("The match is paused"), "{}", shown.text());
    let theirs = run(&ec, channel, "/board", json!({})).await;
    assert!(theirs.says("Warrior") && !theirs.says("Knights"), "{}", theirs.text());
    let own = run(&house.spectator(), channel, "/match show", json!({})).await;
    assert!(own.says("Knights"), "players there see their own match: {}", own.text());
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn command_means_a_match_on_which_it_can_act() {
    let house = House::open().await;
    let world = house.sandbox.world();
    let (channel, host) = (house.channel(), house.host());
    house.begin(channel, "unit_s=600").await;
    for _ in 0..2 {
        let own =
            run(&host, channel, "/match open", json!({"game": "knights", "ec": world.hana, "dmo": world.bob})).await;
        assert!(own.says("Opened match"), "{}", own.text());
    }
    let paused = run(&host, channel, "/host pause", json!({})).await;
    assert!(paused.says("Match 1") && paused.says("The match is paused"), "{}", paused.text());
    // A practice is a friendly match, and the card of a hosted one waits.
    let practice = json!({"game": "warriors-death", "level": 1, "private": true});
    run(&host, channel, "/practice", practice).await;
    let dm = host.dm().await.unwrap();
    host.wait_message(dm, SOON, |one| one.says("A Warrior's Death")).await.unwrap();
    let board = run(&host, dm, "/board", json!({})).await;
    assert!(!board.says("Knights") && !board.says("not begun"), "{}", board.text());
    let given_up = run(&host, dm, "/match resign", json!({})).await;
    assert!(given_up.says("match 4"), "{}", given_up.text());
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn ruling_names_its_match_if_two_are_hosted() {
    let house = House::open().await;
    let (channel, host) = (house.channel(), house.host());
    house.begin(channel, "unit_s=600").await;
    house.begin(channel, "unit_s=600").await;
    let asked = run(&host, channel, "/host pause", json!({})).await;
    assert!(asked.says("Which match do you mean?") && asked.says("`/host pause`"), "{}", asked.text());
    let menu = asked.selects().remove(0);
    let answer = host.select(&asked, &menu.custom_id, &["1"]).await.unwrap();
    let done = finished(&host, channel, answer).await;
    assert!(done.says("Match 1") && done.says("The match is paused"), "{}", done.text());
    for (number, paused) in [(1, true), (2, false)] {
        let shown = run(&host, channel, "/match show", json!({"match": number})).await;
        assert_eq!(shown.says("The match is paused"), paused, "{}", shown.text());
    }
    house.stop().await;
}
