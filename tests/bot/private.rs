//! Play by direct message, and with closed direct messages.

use deathmatch::sandbox::{Seen, Snowflake};
use serde_json::json;

use crate::house::{House, SOON, confirmed, order_panel, pick, run};
use crate::intake::replied;

#[tokio::test(flavor = "multi_thread")]
async fn closed_direct_messages_block_nothing() {
    play_with_closed_dms(House::open().await).await;
}

pub async fn play_with_closed_dms(house: House) {
    let channel = house.channel();
    let (ec, dmo) = (house.ec(), house.dmo());
    house.sandbox.fault(&json!({"close_dms": "ann"})).unwrap();
    let card = house.lobby(channel, "unit_s=600").await;
    let answer = ec.click(&card, "Ready").await.unwrap();
    let told = ec
        .wait_message(channel, SOON, |message| {
            message.is_ephemeral() && message.interaction() == Some(answer.interaction)
        })
        .await
        .unwrap();
    assert!(told.says("I cannot send you direct messages") && told.says("Order"), "{}", told.text());
    dmo.click(&card, "Ready").await.unwrap();
    let mut last = house.public_after(channel, card.id()).await;
    let mut prompt = house.prompt_after(&dmo, card.id()).await;
    for _ in 0..3 {
        let panel = order_panel(&ec, &last).await;
        let sealed = pick(&ec, &panel, "samurai").await;
        assert!(sealed.is_ephemeral() && sealed.says("Sealed"), "{}", sealed.text());
        pick(&dmo, &prompt, "sage").await;
        last = house.public_after(channel, last.id()).await;
        prompt = house.prompt_after(&dmo, prompt.id()).await;
    }
    let lines = house.spectator().messages(channel).await.unwrap();
    let said = lines.iter().filter(|message| message.says("direct messages are closed")).count();
    assert_eq!(said, 0, "the player was told by the answer to Ready, and nobody else need be");
    assert!(ec.dms().await.unwrap().is_empty());
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn typed_order_is_sealed_and_can_be_replaced() {
    type_orders(House::open().await).await;
}

pub async fn type_orders(house: House) {
    let channel = house.channel();
    let ec = house.ec();
    let first = house.begin(channel, "unit_s=600").await;
    let prompt = house.prompt_after(&ec, house.sandbox.world().channel).await;
    let dm = prompt.channel();
    for (typed, words) in [
        ("blu as sam", "Sealed: **Blue Mage as Samurai**"),
        ("hello there", "`hello there` is no order here; write, for example, `bard` or `"),
        ("d", "dark-knight"),
        ("2 0", "Sealed: **Blue Mage as Chocobo**"),
    ] {
        let sent = ec.type_text(dm, typed).await.unwrap();
        let answer = ec.wait_message(dm, SOON, |message| message.id() > sent.id() && message.from_bot()).await.unwrap();
        assert!(answer.says(words), "{typed}: {}", answer.text());
    }
    let panel = order_panel(&ec, &first).await;
    assert!(panel.says("Blue Mage as Chocobo"), "{}", panel.text());
    let other = order_panel(&house.dmo(), &first).await;
    assert!(!other.text().contains("Blue Mage as"), "{}", other.text());
    let foreign = house.spectator().click(&first, "Order").await.unwrap().message.unwrap();
    assert!(foreign.is_ephemeral() && foreign.says("Only the players"), "{}", foreign.text());
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn typed_order_is_answered_after_an_error() {
    answer_after_an_error(House::open().await).await;
}

pub async fn answer_after_an_error(house: House) {
    let ec = house.ec();
    house.begin(house.channel(), "unit_s=600").await;
    let prompt = house.prompt_after(&ec, house.sandbox.world().channel).await;
    let path = format!("POST /channels/{}/messages", prompt.channel());
    house.sandbox.fault(&json!({"rest": {"match": path, "status": 500, "times": 2, "after_apply": true}})).unwrap();
    let sent = ec.type_text(prompt.channel(), "samurai").await.unwrap();
    let answered = |one: &deathmatch::sandbox::Seen| one.id() > sent.id() && one.from_bot();
    let answer = ec.wait_message(prompt.channel(), SOON, answered).await.unwrap();
    assert!(answer.says("Sealed: **Samurai**"), "{}", answer.text());
    let asked = |house: &House| {
        house.sandbox.recorded().iter().filter(|one| one.body["nonce"] == format!("t{}", sent.id())).count()
    };
    crate::house::until("it is tried until Discord says yes", async || asked(&house) == 3).await;
    let said = ec.dms().await.unwrap();
    assert_eq!(said.iter().filter(|one| answered(one)).count(), 1, "and said once");
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn typed_order_with_two_matches_asks_which_is_meant() {
    let house = House::open().await;
    let (channel, lounge) = (house.channel(), house.sandbox.world().lounge);
    let (ec, host) = (house.ec(), house.host());
    house.begin(channel, "unit_s=600").await;
    house.begin(lounge, "unit_s=600").await;
    let dm = ec.dm().await.unwrap();
    ec.wait_for(dm, SOON, |messages| {
        (messages.iter().filter(|one| !one.selects().is_empty()).count() == 2).then_some(())
    })
    .await
    .unwrap();
    let sent = ec.type_text(dm, "samurai").await.unwrap();
    let asked = ec.wait_message(dm, SOON, |message| message.id() > sent.id() && message.from_bot()).await.unwrap();
    assert!(asked.says("Which match"), "{}", asked.text());
    let answer = ec.click(&asked, "A Warrior's Death: match 1 against Bob").await.unwrap();
    let sealed = crate::house::finished(&ec, dm, answer).await;
    assert!(sealed.says("Samurai") && sealed.says("Match 1"), "{}", sealed.text());
    assert!(
        sealed.id() == asked.id() && sealed.button("match 2").is_none(),
        "the question is closed: {}",
        sealed.text()
    );
    assert!(sealed.button("Change").is_some(), "{}", sealed.text());
    let one = run(&host, channel, "/host who", json!({})).await;
    assert!(one.says("Ann (EC): yes") && one.says("Bob (DMO): not yet"), "{}", one.text());
    let two = run(&host, lounge, "/host who", json!({})).await;
    assert!(two.says("Ann (EC): not yet"), "{}", two.text());
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn question_which_match_is_meant_omits_closed_prompts() {
    let house = House::open().await;
    let (channel, lounge) = (house.channel(), house.sandbox.world().lounge);
    let (ec, dm, host) = (house.ec(), house.ec().dm().await.unwrap(), house.host());
    house.begin(channel, "unit_s=600").await;
    house.begin(lounge, "unit_s=600").await;
    let both = |messages: &[Seen]| (messages.iter().filter(|one| !one.selects().is_empty()).count() == 2).then_some(());
    ec.wait_for(dm, SOON, both).await.unwrap();
    let sent = ec.type_text(dm, "samurai").await.unwrap();
    let asked = ec.wait_message(dm, SOON, |message| message.id() > sent.id() && message.from_bot()).await.unwrap();
    for place in [channel, lounge] {
        confirmed(&host, place, "/host award", json!({"seat": "DMO"})).await;
    }
    let answer = ec.click(&asked, "A Warrior's Death: match 1 against Bob").await.unwrap();
    let left = crate::house::finished(&ec, dm, answer).await;
    assert!(left.says("Match 1") && left.says("is over") && left.says("Which match"), "{}", left.text());
    assert!(left.button("match 1").is_none() && left.button("match 2").is_some(), "{}", left.text());
    let answer = ec.click(&left, "A Warrior's Death: match 2 against Bob").await.unwrap();
    let closed = crate::house::finished(&ec, dm, answer).await;
    assert!(closed.id() == asked.id() && closed.buttons().is_empty(), "{}", closed.text());
    assert!(closed.says("Match 2") && closed.says("is over") && !closed.says("Which"), "{}", closed.text());
    house.close().await;
}

/// A text that names its match is for no other, whatever it says; the number of a match that its sender does not play in is refused.
#[tokio::test(flavor = "multi_thread")]
async fn named_match_takes_words_pages_and_refuses_orders_out_of_turn() {
    let house = House::open().await;
    let (channel, lounge) = (house.channel(), house.sandbox.world().lounge);
    let (ec, dm, host) = (house.ec(), house.ec().dm().await.unwrap(), house.host());
    house.begin(lounge, "unit_s=600").await;
    house.prompt_after(&ec, Snowflake::new(0)).await;
    // It begins with a break, so it has no open question.
    let asked = json!({"game": "guidance-rite", "preset": "dm11", "options": "claim_s=600 review_s=600"});
    house.ready(&house.lobby_of(channel, asked).await).await;
    let answered = async |text: &str| replied(&ec, &ec.type_text(dm, text).await.unwrap()).await;
    let out_of_turn = answered("match 2: samurai").await;
    assert!(out_of_turn.says("Match 2") && !out_of_turn.says("Sealed"), "{}", out_of_turn.text());
    for (text, says) in [
        ("match 3: samurai", "You play in no match 3 now"),
        ("match: samurai", "is no order here"),
        ("match 1:", "**Match 1 · "),
        ("match 1", "**Match 1 · "),
        ("match 2", "press **Ready**"),
    ] {
        let unknown = answered(text).await;
        assert!(!unknown.says("Sealed") && unknown.says(says), "{text}: {}", unknown.text());
    }
    let who = run(&host, lounge, "/host who", json!({})).await;
    assert!(who.says("Ann (EC): not yet"), "{}", who.text());
    for (page, shows) in [("board", "Match 2"), ("Rules", "**Match 2**"), ("resign", "Resign match 2")] {
        let answer = answered(&format!("match 2: {page}")).await;
        assert!(answer.says(shows), "{page}: {}", answer.text());
    }
    let ready = answered("match 2: ready").await;
    assert!(ready.says("**Match 2**: You have pressed"), "{}", ready.text());
    let sealed = answered("Match 1, samurai").await;
    assert!(sealed.says("Sealed: **Samurai**"), "{}", sealed.text());
    house.close().await;
}

/// The answer about a typed order names the match's present state.
#[tokio::test(flavor = "multi_thread")]
async fn match_chosen_too_late_is_answered_with_the_reason() {
    let house = House::open().await;
    let (channel, lounge) = (house.channel(), house.sandbox.world().lounge);
    let (ec, dm) = (house.ec(), house.ec().dm().await.unwrap());
    let one = house.begin(channel, "unit_s=600").await;
    house.begin(lounge, "unit_s=600").await;
    let both = |messages: &[Seen]| (messages.iter().filter(|one| !one.selects().is_empty()).count() == 2).then_some(());
    ec.wait_for(dm, SOON, both).await.unwrap();
    let asked = async |order: &str| {
        let sent = ec.type_text(dm, order).await.unwrap();
        ec.wait_message(dm, SOON, |message| message.id() > sent.id() && message.says("Which match")).await.unwrap()
    };
    let chosen = async |question: &Seen| {
        let answer = ec.click(question, "A Warrior's Death: match 1 against Bob").await.unwrap();
        crate::house::finished(&ec, dm, answer).await
    };
    let question = asked("dragoon").await;
    let panel = order_panel(&ec, &one).await;
    pick(&ec, &panel, "samurai").await;
    let older = chosen(&question).await;
    assert!(older.says("sent after this one is in already and stands"), "{}", older.text());
    let question = asked("reaper").await;
    house.dmo().click(&one, "Order").await.unwrap();
    let panel = order_panel(&house.dmo(), &one).await;
    pick(&house.dmo(), &panel, "bard").await;
    house.public_after(channel, one.id()).await;
    let late = chosen(&question).await;
    assert!(late.says("**Match 1**") && late.says("**Too late**"), "{}", late.text());
    assert!(!late.says("Round") && late.button("match 2").is_some(), "{}", late.text());
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn order_readable_in_one_match_reaches_that_match() {
    let house = House::open().await;
    let (channel, lounge) = (house.channel(), house.sandbox.world().lounge);
    let (ec, dm) = (house.ec(), house.ec().dm().await.unwrap());
    let one = house.begin(channel, "unit_s=600").await;
    let card = house.lobby_of(lounge, json!({"game": "knights", "options": "turn_s=600"})).await;
    house.ready(&card).await;
    let both = |messages: &[Seen]| (messages.iter().filter(|one| !one.selects().is_empty()).count() == 2).then_some(());
    ec.wait_for(dm, SOON, both).await.unwrap();
    let answered = async |text: &str| {
        let sent = ec.type_text(dm, text).await.unwrap();
        ec.wait_message(dm, SOON, |one| one.id() > sent.id() && one.from_bot()).await.unwrap()
    };
    let sealed = answered("samurai").await;
    assert!(sealed.says("Sealed: **Samurai**"), "{}", sealed.text());
    let neither = answered("hello there").await;
    assert!(neither.says("Press a match") && neither.button("Knights: match 2").is_some(), "{}", neither.text());
    for (page, shows) in
        [("board", "Match 2"), ("/order", "**Match 2 · "), ("Rules", "In short"), ("resign", "Resign match 2")]
    {
        let asked = answered(page).await;
        assert!(
            asked.says(&format!("Which match is **{}** for?", page.trim_start_matches('/').to_lowercase())),
            "{page}: {}",
            asked.text()
        );
        let answer = ec.click(&asked, "Knights: match 2 against Bob").await.unwrap();
        let answer = crate::house::finished(&ec, dm, answer).await;
        assert!(answer.says(shows), "{page}: {}", answer.text());
    }
    let sealed = run(&ec, dm, "/order", json!({"text": "bard"})).await;
    assert!(sealed.says("Sealed: **Bard**"), "{}", sealed.text());
    // A message about a round's end or a refusal names its match.
    pick(&house.dmo(), &order_panel(&house.dmo(), &one).await, "sage").await;
    let two = house.public_after(channel, one.id()).await;
    pick(&house.dmo(), &order_panel(&house.dmo(), &two).await, "bard").await;
    // Before the own prompt is there, a text is for the round before.
    let second = |one: &Seen| one.says("Round 2") && !one.selects().is_empty();
    ec.wait_message(dm, SOON, second).await.unwrap();
    let sent = ec.type_text(dm, "samurai").await.unwrap();
    let sealed = ec.wait_message(dm, SOON, |one| one.id() > sent.id() && one.says("Sealed")).await.unwrap();
    assert!(sealed.says("Sealed: **Samurai**") && sealed.says("-# Match 1 · "), "{}", sealed.text());
    let third = |one: &Seen| one.says("Round 3") && !one.selects().is_empty();
    ec.wait_message(dm, SOON, third).await.unwrap();
    for place in [channel, lounge] {
        run(&house.host(), place, "/host pause", json!({})).await;
    }
    let sent = ec.type_text(dm, "sage").await.unwrap();
    let asked = |one: &Seen| one.id() > sent.id() && one.says("is paused, so nothing was stored");
    let refused = ec.wait_message(dm, SOON, asked).await.unwrap();
    assert!(refused.says("**Match 1 · Bout 1 · Round 3**\nThe match is paused"), "{}", refused.text());
    house.close().await;
}

/// A paused match that cannot read the text does not answer for the match that can.
#[tokio::test(flavor = "multi_thread")]
async fn order_typed_out_of_turn_is_answered_for_the_match_that_reads_it() {
    let house = House::open().await;
    let (channel, lounge) = (house.channel(), house.sandbox.world().lounge);
    house.begin(channel, "unit_s=600").await;
    run(&house.host(), channel, "/host pause", json!({})).await;
    let card = house.lobby_of(lounge, json!({"game": "blockade-chess"})).await;
    house.ready(&card).await;
    house.host().wait_message(lounge, SOON, |one| one.button("Order").is_some()).await.unwrap();
    let players = [house.ec(), house.dmo()];
    let mut turns = 0;
    for player in players {
        let dm = player.dm().await.unwrap();
        let sent = player.type_text(dm, "white").await.unwrap();
        let answer = player.wait_message(dm, SOON, |one| one.id() > sent.id() && one.from_bot()).await.unwrap();
        assert!(!answer.says("paused"), "{}", answer.text());
        turns += usize::from(answer.says("turn"));
    }
    assert!(turns > 0, "one of them is not asked");
    house.close().await;
}

/// A text that was sent before its match ended is answered for that match, although another match could read it.
#[tokio::test(flavor = "multi_thread")]
async fn late_order_is_given_to_no_other_match() {
    let house = House::open().await;
    let (channel, lounge) = (house.channel(), house.sandbox.world().lounge);
    let (ec, dm) = (house.ec(), house.ec().dm().await.unwrap());
    let prompts = async |count: usize| {
        let asked = |messages: &[Seen]| {
            (messages.iter().filter(|one| !one.selects().is_empty()).count() == count).then_some(())
        };
        ec.wait_for(dm, SOON, asked).await.unwrap();
    };
    house.begin(lounge, "unit_s=600").await;
    prompts(1).await;
    house.begin(channel, "unit_s=600").await;
    prompts(2).await;
    let sent_at = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_millis();
    confirmed(&house.host(), channel, "/host award", json!({"seat": "DMO"})).await;
    house.host().wait_message(channel, SOON, |one| one.says("is eliminated")).await.unwrap();
    let sent = ec.at(i64::try_from(sent_at).unwrap()).type_text(dm, "samurai").await.unwrap();
    let answers = |one: &Seen| one.json()["message_reference"]["message_id"] == sent.id().to_string();
    let answer = ec.wait_message(dm, SOON, answers).await.unwrap();
    assert!(answer.says("Match 2 is over") && !answer.says("Sealed"), "{}", answer.text());
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn part_typed_for_a_chosen_match_begins_an_order() {
    let house = House::open().await;
    let (channel, lounge) = (house.channel(), house.sandbox.world().lounge);
    let (ec, dm) = (house.ec(), house.ec().dm().await.unwrap());
    house.begin(channel, "unit_s=600").await;
    house.begin(lounge, "unit_s=600").await;
    let both = |messages: &[Seen]| (messages.iter().filter(|one| !one.selects().is_empty()).count() == 2).then_some(());
    ec.wait_for(dm, SOON, both).await.unwrap();
    let sent = ec.type_text(dm, "1").await.unwrap();
    let asked = ec.wait_message(dm, SOON, |one| one.id() > sent.id() && one.from_bot()).await.unwrap();
    assert!(asked.says("Which match"), "{}", asked.text());
    let answer = ec.click(&asked, "A Warrior's Death: match 2 against Bob").await.unwrap();
    let begun = crate::house::finished(&ec, dm, answer).await;
    assert!(begun.says("Match 2") && begun.says("So far: **1 Astrologian** …"), "{}", begun.text());
    assert!(begun.id() == asked.id() && begun.button("Order").is_some(), "{}", begun.text());
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn parts_readable_in_one_match_complete_its_form() {
    let house = House::open().await;
    let (channel, lounge) = (house.channel(), house.sandbox.world().lounge);
    let (ec, dm) = (house.ec(), house.ec().dm().await.unwrap());
    house.begin(channel, "unit_s=600").await;
    let card = house.lobby_of(lounge, json!({"game": "castle-siege"})).await;
    house.ready(&card).await;
    let both = |messages: &[Seen]| (messages.iter().filter(|one| !one.selects().is_empty()).count() == 2).then_some(());
    ec.wait_for(dm, SOON, both).await.unwrap();
    let answered = async |text: &str| {
        let sent = ec.type_text(dm, text).await.unwrap();
        ec.wait_message(dm, SOON, |one| one.id() > sent.id() && one.from_bot()).await.unwrap()
    };
    let first = answered("A 4/2/1").await;
    assert!(first.says("**Match 2 · ") && first.says("So far: `A` 4/2/1 · `B` 0/0/0"), "{}", first.text());
    assert!(first.says("Left to give: 6 ATK, 8 DEF, 9 HP."), "{}", first.text());
    let more = answered("B 2/2/2").await;
    assert!(more.says("So far: `A` 4/2/1 · `B` 2/2/2"), "{}", more.text());
    let sealed = answered("C 0/2/4, D 4/0/2, E 0/4/1").await;
    assert!(sealed.says("Sealed: **A 4/2/1, B 2/2/2, C 0/2/4, D 4/0/2, E 0/4/1 (ATK/DEF/HP)**"), "{}", sealed.text());
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn reminder_links_to_its_prompt() {
    let house = House::open().await;
    let (channel, ec) = (house.channel(), house.ec());
    // The reminder is due a second after the beginning.
    assert!(run(&ec, channel, "/me remind", json!({"seconds": 3_599})).await.says("3599"));
    house.begin(channel, "unit_s=3600").await;
    let dm = ec.dm().await.unwrap();
    let reminder = ec.wait_message(dm, SOON, |one| one.says("A reminder, as you asked")).await.unwrap();
    let prompt = house.prompt_after(&ec, Snowflake::new(1)).await;
    assert!(reminder.says("Deadline <t:") && reminder.says("Type it here"), "{}", reminder.text());
    let link = reminder.button("Your prompt").and_then(|button| button.url).unwrap();
    assert_eq!(link, format!("https://discord.com/channels/@me/{dm}/{}", prompt.id()));
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn missed_deadline_is_reported_only_to_its_player() {
    let house = House::open().await;
    let channel = house.channel();
    let (ec, dmo) = (house.ec(), house.dmo());
    let first = house.begin(channel, "unit_s=3").await;
    let panel = order_panel(&ec, &first).await;
    pick(&ec, &panel, "dragoon").await;
    let next = house.public_after(channel, first.id()).await;
    assert!(!next.says("Time ran out"), "{}", next.text());
    let mine =
        dmo.wait_message(dmo.dm().await.unwrap(), SOON, |message| message.says("Your time ran out")).await.unwrap();
    assert!(!mine.selects().is_empty(), "it stands in the next prompt");
    assert!(ec.dms().await.unwrap().iter().all(|message| !message.says("Bob: no") && !message.says("ran out for Bob")));
    let stale = panel.selects()[0].custom_id.clone();
    let refused = ec.select(&panel, &stale, &["bard"]).await;
    assert!(refused.is_err() || refused.unwrap().message.unwrap().says("over"));
    house.close().await;
}
