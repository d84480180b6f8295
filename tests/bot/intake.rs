//! Messages and presses that arrive during an absence, too fast, twice, or for matches that do not await them.

use std::time::Duration;

use deathmatch::discord::Pace;
use deathmatch::sandbox::{Crowd, Hand, Options, Person, Seen, Snowflake};
use futures::future::join_all;
use serde_json::{Value, json};

use crate::house::{House, SOON, confirmed, finished, order_panel, pick, record, run, until};
use crate::turns;

/// The time limit for anything that waits for Discord's limits.
const LATER: Duration = Duration::from_secs(60);

/// Returns the bot's replies to a message, in the order of arrival.
async fn replies(person: &Person, to: Snowflake) -> Vec<Seen> {
    let all = person.dms().await.unwrap();
    let answers = |one: &Seen| one.from_bot() && one.json()["message_reference"]["message_id"] == to.to_string();
    all.into_iter().filter(answers).collect()
}

pub async fn replied(person: &Person, to: &Seen) -> Seen {
    let dm = to.channel();
    let to = to.id();
    person
        .wait_message(dm, LATER, |one| {
            one.from_bot() && one.json()["message_reference"]["message_id"] == to.to_string()
        })
        .await
        .unwrap()
}

/// Returns the orders of a record, as seat and text.
fn orders(record: &str) -> Vec<(String, String)> {
    let lines = record.lines().skip(1).map(|line| serde_json::from_str::<Value>(line).unwrap());
    let order = |line: Value| Some((line["seat"].as_str()?.to_owned(), line["order"].as_str()?.to_owned()));
    lines.filter_map(order).collect()
}

/// Begins a match between two people of the crowd.
async fn crowded(crowd: &mut Crowd, hand: &Hand, number: u32) {
    let channel = Crowd::channel(number);
    let asked = json!({"game": "warriors-death", "options": "unit_s=3600", "ec": Crowd::person(number * 2),
        "dmo": Crowd::person(number * 2 + 1)});
    let said = hand.command(channel, "/match open", asked).await.unwrap().unwrap();
    let said = if said.is_loading() { finished_by(hand, &said).await } else { said };
    assert!(said.says("Opened match"), "{}", said.text());
    let card = loop {
        let posted = tokio::time::timeout(SOON, crowd.next()).await.unwrap().unwrap();
        if posted.message.channel() == channel && posted.message.button("Ready").is_some() {
            break posted.message;
        }
    };
    for person in [number * 2, number * 2 + 1] {
        hand.press(person, &card, &card.button("Ready").unwrap().custom_id.unwrap(), &[]).await.unwrap();
    }
    for _ in 0..2 {
        loop {
            let posted = tokio::time::timeout(SOON, crowd.next()).await.unwrap().unwrap();
            if posted.to.is_some() && !posted.message.selects().is_empty() {
                break;
            }
        }
    }
}

async fn finished_by(hand: &Hand, said: &Seen) -> Seen {
    for _ in 0..500 {
        match hand.again(said) {
            Some(done) if !done.is_loading() => return done,
            _ => tokio::time::sleep(Duration::from_millis(20)).await,
        }
    }
    panic!("it is never answered: {}", said.text());
}

/// Twelve players play six matches; one of them writes without pause while the bot is down.
#[tokio::test(flavor = "multi_thread")]
async fn flood_by_one_person_loses_no_order_of_others() {
    let mut house = House::open().await;
    house.stop_bot().await;
    let mut crowd = house.sandbox.crowd(5);
    house.start_bot().await;
    let hand = crowd.hand();
    house.begin(house.channel(), "unit_s=3600").await;
    let (ec, dmo) = (house.ec(), house.dmo());
    for player in [&ec, &dmo] {
        house.prompt_after(player, Snowflake::new(1)).await;
    }
    for number in 0..5 {
        crowded(&mut crowd, &hand, number).await;
    }
    house.stop_bot().await;
    let dm = ec.dm().await.unwrap();
    join_all((0..150).map(|number| ec.type_text(dm, if number % 2 == 0 { "samurai" } else { "bard" }))).await;
    for person in 0..10 {
        hand.type_text(person, "sage").unwrap();
    }
    let typed = dmo.type_text(dmo.dm().await.unwrap(), "sage").await.unwrap();
    house.start_bot().await;
    let answers = async {
        let mut left: Vec<u32> = (0..10).collect();
        while !left.is_empty() {
            let posted = crowd.next().await.unwrap();
            if posted.message.says("Sealed: **Sage**") {
                left.retain(|person| Some(*person) != posted.to);
            }
        }
    };
    // The answers to the flood take some minutes: Discord accepts one a second.
    tokio::time::timeout(Duration::from_secs(45), answers).await.expect("everyone's order is taken");
    assert!(replied(&dmo, &typed).await.says("Sealed: **Sage**"));
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn long_conversation_is_read_back_to_its_beginning() {
    let mut house = House::open_with(Options { rate_limits: true, ..Options::default() }).await;
    house.begin(house.channel(), "unit_s=600").await;
    let ec = house.ec();
    let dm = house.prompt_after(&ec, Snowflake::new(1)).await.channel();
    house.stop_bot().await;
    let typed = ec.type_text(dm, "samurai").await.unwrap();
    for number in 0..620 {
        ec.type_text(dm, &format!("hello {number}")).await.unwrap();
    }
    house.start_bot().await;
    let read = async {
        while replies(&ec, typed.id()).await.is_empty() {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(45), read).await.expect("it is read");
    assert_eq!(orders(&record(&house).await), [("ec".to_owned(), "samurai".to_owned())]);
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn reply_to_an_own_message_hides_no_order() {
    let mut house = House::open().await;
    house.begin(house.channel(), "unit_s=600").await;
    let ec = house.ec();
    let dm = house.prompt_after(&ec, Snowflake::new(1)).await.channel();
    house.stop_bot().await;
    let typed = ec.type_text(dm, "samurai").await.unwrap();
    ec.reply(&typed, "that one").await.unwrap();
    house.start_bot().await;
    assert!(replied(&ec, &typed).await.says("Sealed: **Samurai**"));
    assert_eq!(orders(&record(&house).await), [("ec".to_owned(), "samurai".to_owned())]);
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn edited_unread_message_is_no_order() {
    let mut house = House::open().await;
    house.begin(house.channel(), "unit_s=600").await;
    let ec = house.ec();
    let dm = house.prompt_after(&ec, Snowflake::new(1)).await.channel();
    house.stop_bot().await;
    let typed = ec.type_text(dm, "samurai").await.unwrap();
    ec.edit(&typed, "bard").await.unwrap();
    house.start_bot().await;
    let said = replied(&ec, &typed).await;
    assert!(said.says("Type your order again"), "{}", said.text());
    assert!(orders(&record(&house).await).is_empty());
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn author_of_an_edited_order_reads_that_the_original_counts() {
    let house = House::open().await;
    house.begin(house.channel(), "unit_s=600").await;
    let ec = house.ec();
    let dm = house.prompt_after(&ec, Snowflake::new(1)).await.channel();
    let typed = ec.type_text(dm, "samurai").await.unwrap();
    let said = replied(&ec, &typed).await;
    // An undo does not change the answer, so it says when the order was sealed.
    assert!(said.says("Sealed: **Samurai**") && said.says("Bout 1 · Round 1 · sealed at <t:"), "{}", said.text());
    for changed in ["bard", "sage", "bard"] {
        ec.edit(&typed, changed).await.unwrap();
    }
    let told = |one: &Seen| one.says("type it in a new message");
    ec.wait_message(dm, SOON, told).await.unwrap();
    let again = ec.type_text(dm, "sage").await.unwrap();
    assert!(replied(&ec, &again).await.says("Sealed: **Sage**"));
    assert_eq!(ec.messages(dm).await.unwrap().into_iter().filter(told).count(), 1, "it is said once in a while");
    assert_eq!(
        orders(&record(&house).await),
        [("ec".to_owned(), "samurai".to_owned()), ("ec".to_owned(), "sage".to_owned())]
    );
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn messages_skipped_for_their_rate_stay_skipped_after_a_restart() {
    // Two messages at once, and then one every 50 s.
    let mut house = House::open_at(Pace { burst: 6, every: Duration::from_secs(10) }).await;
    house.begin(house.channel(), "unit_s=3600").await;
    let ec = house.ec();
    let dm = house.prompt_after(&ec, Snowflake::new(1)).await.channel();
    // Discord delivers them in order, and the bot may handle them in another order.
    for (unit, says) in [("samurai", "**Samurai**"), ("bard", "**Bard**")] {
        let said = replied(&ec, &ec.type_text(dm, unit).await.unwrap()).await;
        assert!(said.says(says), "{}", said.text());
    }
    let skipped = ec.type_text(dm, "sage").await.unwrap();
    let last = ec.type_text(dm, "reaper").await.unwrap();
    house.stop_bot().await;
    house.start_bot().await;
    // The newest message still waited.
    assert!(replied(&ec, &last).await.says("Sealed: **Reaper**"));
    assert!(replied(&ec, &skipped).await.says("faster than I read"));
    // All messages that were read back have been handled before this.
    let dmo = house.dmo();
    let public = house.spectator().messages(house.channel()).await.unwrap();
    let public = public.iter().rfind(|one| one.button("Order").is_some()).unwrap();
    let panel = order_panel(&dmo, public).await;
    pick(&dmo, &panel, "dragoon").await;
    let record = record(&house).await;
    let found: Vec<_> = orders(&record).into_iter().map(|(_, order)| order).collect();
    assert_eq!(found, ["samurai", "bard", "reaper", "dragoon"], "{record}");
    assert_eq!(replies(&ec, skipped.id()).await.len(), 1);
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn event_delivered_twice_takes_effect_and_is_answered_once() {
    let house = House::open().await;
    let (channel, ec) = (house.channel(), house.ec());
    let card = house.lobby(channel, "unit_s=600").await;
    // Both the command and its results.
    house.sandbox.fault(&json!({"again": 3})).unwrap();
    house.ready(&card).await;
    let cards = house.spectator().messages(channel).await.unwrap();
    assert_eq!(cards.iter().filter(|one| one.says("Match 2")).count(), 0, "one match is opened");
    let dm = house.prompt_after(&ec, Snowflake::new(1)).await.channel();
    let typed = ec.type_text(dm, "samurai").await.unwrap();
    house.sandbox.fault(&json!({"again": 2})).unwrap();
    replied(&ec, &typed).await;
    house.sandbox.fault(&json!({"again": 50})).unwrap();
    let next = ec.type_text(dm, "bard").await.unwrap();
    replied(&ec, &next).await;
    assert_eq!(replies(&ec, typed.id()).await.len(), 1);
    assert_eq!(orders(&record(&house).await).len(), 2);
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn reopened_direct_messages_receive_the_next_prompt() {
    let house = House::open().await;
    let (channel, ec, dmo) = (house.channel(), house.ec(), house.dmo());
    house.sandbox.fault(&json!({"close_dms": "ann"})).unwrap();
    let first = house.begin(channel, "unit_s=600").await;
    let second = house.round(&first, "samurai", "sage").await;
    assert!(ec.dms().await.unwrap().is_empty());
    house.sandbox.fault(&json!({"open_dms": "ann"})).unwrap();
    house.round(&second, "bard", "reaper").await;
    let prompt = house.prompt_after(&ec, Snowflake::new(1)).await;
    assert!(prompt.id() > second.id());
    drop(dmo);
    let said = house.spectator().messages(channel).await.unwrap();
    assert!(!said.iter().any(|one| one.says("direct messages are closed")));
    house.stop().await;
}

/// A person's first message to the bot counts as well.
#[tokio::test(flavor = "multi_thread")]
async fn first_direct_message_during_an_absence_counts() {
    let house = House::open().await;
    let (ec, dmo) = (house.ec(), house.dmo());
    house.sandbox.fault(&json!({"close_dms": "ann"})).unwrap();
    let first = house.begin(house.channel(), "unit_s=600").await;
    house.sandbox.fault(&json!({"open_dms": "ann"})).unwrap();
    let panel = order_panel(&dmo, &first).await;
    pick(&dmo, &panel, "bard").await;
    house.sandbox.fault(&json!({"refuse_gateway_ms": 4_000})).unwrap();
    house.sandbox.fault(&json!({"gateway": "drop"})).unwrap();
    until("the connection is gone", async || house.sandbox.bots_connected() == 0).await;
    let typed = ec.type_text(ec.dm().await.unwrap(), "samurai").await.unwrap();
    assert!(replied(&ec, &typed).await.says("Sealed: **Samurai**"));
    let result = |one: &Seen| one.says("Samurai") && one.says("Bard");
    house.spectator().wait_message(house.channel(), LATER, result).await.unwrap();
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn lost_session_asks_everyone_to_press_again() {
    let house = House::open().await;
    let first = house.begin(house.channel(), "unit_s=3600").await;
    house.prompt_after(&house.dmo(), Snowflake::new(1)).await;
    house.sandbox.fault(&json!({"refuse_gateway_ms": 3_000})).unwrap();
    house.sandbox.fault(&json!({"gateway": "drop"})).unwrap();
    until("the connection is gone", async || house.sandbox.bots_connected() == 0).await;
    let told = |one: &Seen| one.id() > first.id() && one.says("Press again what you pressed");
    house.spectator().wait_message(house.channel(), LATER, told).await.unwrap();
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn resumed_session_delivers_missed_presses_silently() {
    let house = House::open().await;
    let channel = house.channel();
    let first = house.begin(channel, "unit_s=3600").await;
    let dm = house.prompt_after(&house.ec(), Snowflake::new(1)).await.channel();
    house.sandbox.fault(&json!({"gateway": "drop"})).unwrap();
    let typed = house.ec().type_text(dm, "samurai").await.unwrap();
    assert!(replied(&house.ec(), &typed).await.says("Sealed: **Samurai**"));
    let panel = order_panel(&house.dmo(), &first).await;
    pick(&house.dmo(), &panel, "bard").await;
    house.public_after(channel, first.id()).await;
    let said = house.spectator().messages(channel).await.unwrap();
    assert!(!said.iter().any(|one| one.says("Press again what you pressed")));
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn order_out_of_turn_is_told_whose_turn_it_is() {
    let house = House::open().await;
    let (ec, dmo) = (house.ec(), house.dmo());
    let public = turns::from(&house, turns::MIDDLE, "").await;
    let dm = dmo.dm().await.unwrap();
    let typed = dmo.type_text(dm, "Qd4 Ba1").await.unwrap();
    let said = replied(&dmo, &typed).await;
    assert!(said.says("It is Ann's turn in match 1"), "{}", said.text());
    for (text, button) in [("resign", "Play on"), ("Rules", "Next ▶")] {
        let typed = dmo.type_text(dm, text).await.unwrap();
        let said = replied(&dmo, &typed).await;
        assert!(said.button(button).is_some(), "{text}: {}", said.text());
    }
    let said = run(&dmo, house.channel(), "/order", json!({"text": "Qd4"})).await;
    assert!(said.says("It is Ann's turn in match 1"), "{}", said.text());
    let menu = public.selects()[0].clone();
    let pressed = dmo.select(&public, &menu.custom_id, &[&menu.options[0].value]).await.unwrap();
    let said = finished(&dmo, house.channel(), pressed).await;
    assert!(said.says("It is Ann's turn in match 1"), "{}", said.text());
    confirmed(&house.host(), house.channel(), "/host void", json!({})).await;
    let typed = ec.type_text(ec.dm().await.unwrap(), "Qd5").await.unwrap();
    let said = replied(&ec, &typed).await;
    assert!(said.says("over") || said.says("no match now"), "{}", said.text());
    house.stop().await;
}

/// An order that is readable only in a paused match of the player is meant for that match, and the answer is about it.
#[tokio::test(flavor = "multi_thread")]
async fn order_for_a_paused_match_is_answered_about_that_match() {
    let house = House::open().await;
    let (channel, dmo) = (house.channel(), house.dmo());
    house.begin(channel, "unit_s=600").await;
    run(&house.host(), channel, "/host pause", json!({})).await;
    let card = house.lobby_of(channel, json!({"game": "castle-siege", "options": "allocation_s=600"})).await;
    for person in [house.ec(), house.dmo()] {
        person.click(&card, "Ready").await.unwrap();
    }
    let dm = dmo.dm().await.unwrap();
    dmo.wait_message(dm, SOON, |one| one.says("Match 2") && one.says("Give out")).await.unwrap();
    for (text, words) in [("sage", "The match is paused"), ("a 1/1/1", "Match 2")] {
        let typed = dmo.type_text(dm, text).await.unwrap();
        let answer = dmo.wait_message(dm, SOON, |one| one.id() > typed.id() && one.from_bot()).await.unwrap();
        assert!(answer.says(words), "{text}: {}", answer.text());
    }
    assert!(!run(&house.host(), channel, "/match show", json!({"match": 1})).await.says("sage"));
    house.stop().await;
}

/// A line of a menu begins an order, and a typed text completes it.
#[tokio::test(flavor = "multi_thread")]
async fn typed_part_of_an_order_begins_it() {
    let house = House::open().await;
    let (channel, ec) = (house.channel(), house.ec());
    let card = house.lobby_of(channel, json!({"game": "knights", "options": "turn_s=600"})).await;
    for person in [house.ec(), house.dmo()] {
        person.click(&card, "Ready").await.unwrap();
    }
    let dm = ec.dm().await.unwrap();
    let prompt = ec.wait_message(dm, SOON, |one| one.says("Turn 1") && !one.selects().is_empty()).await.unwrap();
    assert!(prompt.says("More points win."), "{}", prompt.text());
    let typed = ec.type_text(dm, "move b5-c3").await.unwrap();
    let said = replied(&ec, &typed).await;
    assert!(said.says("So far: **Move b5 · to c3** …\nChoose the second action."), "{}", said.text());
    let typed = ec.type_text(dm, "Claim c3 on landing").await.unwrap();
    let said = replied(&ec, &typed).await;
    assert!(said.says("Sealed: **move b5 to c3, claim c3**"), "{}", said.text());
    for (text, button) in [("resign", "Play on"), ("Rules", "Next ▶")] {
        let typed = ec.type_text(dm, text).await.unwrap();
        let said = replied(&ec, &typed).await;
        assert!(said.button(button).is_some(), "{text}: {}", said.text());
    }
    let said = run(&ec, channel, "/order", json!({"text": "move d5-e3"})).await;
    assert!(said.says("So far: **Move d5 · to e3**") && !said.selects().is_empty(), "{}", said.text());
    house.stop().await;
}

/// A typed order to which more can be added is begun. Another message with the same order seals it, and so does the button, as long as
/// its message shows what is begun.
#[tokio::test(flavor = "multi_thread")]
async fn typed_order_that_can_continue_is_begun_and_confirmed() {
    let house = House::open().await;
    let (channel, ec) = (house.channel(), house.ec());
    let asked = json!({"game": "guidance-rite", "preset": "dm11", "options": "claim_s=600 review_s=600"});
    let review = house.ready(&house.lobby_of(channel, asked).await).await;
    for player in [house.ec(), house.dmo()] {
        player.click(&review, "Ready").await.unwrap();
    }
    let prompt = house.prompt_after(&ec, Snowflake::new(1)).await;
    let dm = ec.dm().await.unwrap();
    // A message that is delivered twice confirms nothing.
    house.sandbox.fault(&json!({"again": 50})).unwrap();
    let begun = replied(&ec, &ec.type_text(dm, "a5").await.unwrap()).await;
    assert!(begun.says("So far: **a5") && begun.says("Choose a second piece"), "{}", begun.text());
    assert!(begun.says("**Not sealed yet, but it counts if time runs out.**"), "{}", begun.text());
    let menu = prompt.selects().into_iter().next().unwrap();
    let other = menu.options.iter().map(|option| option.value.as_str()).find(|word| *word != "a5").unwrap();
    ec.select(&prompt, &menu.custom_id, &[other]).await.unwrap();
    let stale = finished(&ec, dm, ec.click(&begun, "Seal it").await.unwrap()).await;
    assert!(!stale.says("Sealed:") && stale.says(&format!("So far: **{other}")), "{}", stale.text());
    let sealed = finished(&ec, dm, ec.click(&stale, "Seal it").await.unwrap()).await;
    assert!(sealed.says("Sealed: **") && sealed.says(&format!(" on {other}**")), "{}", sealed.text());
    let begun = replied(&ec, &ec.type_text(dm, "a5").await.unwrap()).await;
    assert!(begun.says(&format!(" on {other}** stays sealed.")), "{}", begun.text());
    let sealed = replied(&ec, &ec.type_text(dm, "a5").await.unwrap()).await;
    assert!(sealed.says("Sealed: **") && sealed.says(" on a5**"), "{}", sealed.text());
    assert!(replied(&ec, &ec.type_text(dm, "a4").await.unwrap()).await.says("So far: **a4"));
    let sealed = replied(&ec, &ec.type_text(dm, "seal it").await.unwrap()).await;
    assert!(sealed.says("Sealed: **") && sealed.says(" on a4**"), "{}", sealed.text());
    let named = replied(&ec, &ec.type_text(dm, "match 1: a5 b2").await.unwrap()).await;
    assert!(named.says("Sealed: **") && named.says(" on b2, ") && named.says(" on a5**"), "{}", named.text());
    house.stop().await;
}

/// The bot asked for the rest of an order, so a text that completes it is the rest, even if it is an order alone.
#[tokio::test(flavor = "multi_thread")]
async fn text_that_completes_a_begun_order_is_its_rest() {
    let house = House::open().await;
    let (channel, ec) = (house.channel(), house.ec());
    house.begin(channel, "unit_s=600").await;
    let dm = ec.dm().await.unwrap();
    let begun = replied(&ec, &ec.type_text(dm, "blue mage").await.unwrap()).await;
    assert!(begun.says("So far: **2 Blue Mage**"), "{}", begun.text());
    let sealed = replied(&ec, &ec.type_text(dm, "bard").await.unwrap()).await;
    assert!(sealed.says("Sealed: **Blue Mage as Bard**"), "{}", sealed.text());
    let replaced = replied(&ec, &ec.type_text(dm, "bard").await.unwrap()).await;
    assert!(replaced.says("Sealed: **Bard**"), "a sealed order ends the draft: {}", replaced.text());
    // The rest may be in the notation, too: units have numbers.
    let begun = replied(&ec, &ec.type_text(dm, "astrologian").await.unwrap()).await;
    assert!(begun.says("So far: **1 Astrologian**"), "{}", begun.text());
    let sealed = replied(&ec, &ec.type_text(dm, "9").await.unwrap()).await;
    assert!(sealed.says("Sealed: **Astrologian"), "{}", sealed.text());
    // The labels of the buttons can be typed.
    let typed = async |text: &str| replied(&ec, &ec.type_text(dm, text).await.unwrap()).await;
    assert!(typed("blue mage").await.says("So far: **2 Blue Mage**"));
    let missing = typed("seal it").await;
    assert!(missing.says("your order is not complete") && missing.says("stays"), "{}", missing.text());
    let emptied = typed("Start over.").await;
    assert!(emptied.says("**You start over.**") && emptied.says("stays sealed"), "{}", emptied.text());
    let sealed = typed("bard").await;
    assert!(sealed.says("Sealed: **Bard**"), "nothing is begun any more: {}", sealed.text());
    let doors = replied(&ec, &ec.type_text(dm, "hello").await.unwrap()).await;
    assert!(doors.button("Learn").is_some(), "{}", doors.text());
    house.stop().await;
}

/// A text that no match can read is answered for the match that awaits an order.
#[tokio::test(flavor = "multi_thread")]
async fn unreadable_order_is_answered_for_the_awaiting_match() {
    let house = House::open().await;
    let (channel, dmo) = (house.channel(), house.dmo());
    house.begin(channel, "unit_s=600").await;
    let card = house.lobby_of(channel, json!({"game": "guidance-rite"})).await;
    for person in [house.ec(), house.dmo()] {
        person.click(&card, "Ready").await.unwrap();
    }
    let dm = dmo.dm().await.unwrap();
    dmo.wait_message(dm, SOON, |one| one.says("Match 2") && one.button("Ready").is_some()).await.unwrap();
    let typed = dmo.type_text(dm, "hello there").await.unwrap();
    let said = replied(&dmo, &typed).await;
    assert!(said.says("Match 1") && !said.says("asks for no order"), "{}", said.text());
    // A text that no match can read may name a button of the help, or a command.
    let doors = [("play", "Which game do you want to play?"), ("My matches", "Your matches")];
    let others = [("guide for spectators", "/match list"), ("practice", "in the server's channels")];
    for (text, words) in doors.into_iter().chain(others) {
        let said = replied(&dmo, &dmo.type_text(dm, text).await.unwrap()).await;
        assert!(said.says(words), "{text}: {}", said.text());
    }
    let spectator = house.spectator();
    for (text, words) in [("hello", "You play in no match now."), ("/rehearse knights", "in the server's channels")] {
        let typed = spectator.type_text(spectator.dm().await.unwrap(), text).await.unwrap();
        let said = replied(&spectator, &typed).await;
        assert!(said.says(words), "{}", said.text());
    }
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn greeting_opens_the_door_to_a_rehearsal() {
    let house = House::open().await;
    let spectator = house.spectator();
    let dm = spectator.dm().await.unwrap();
    let hello = replied(&spectator, &spectator.type_text(dm, "hello").await.unwrap()).await;
    let none = finished(&spectator, dm, spectator.click(&hello, "My matches").await.unwrap()).await;
    assert!(none.says("You have played no match yet"), "{}", none.text());
    let games = finished(&spectator, dm, spectator.click(&none, "Learn").await.unwrap()).await;
    let menu = games.selects().remove(0);
    let begun = spectator.select(&games, &menu.custom_id, &["knights"]).await.unwrap();
    let begun = finished(&spectator, dm, begun).await;
    assert!(begun.says("begins in your direct messages") && begun.buttons().is_empty(), "{}", begun.text());
    spectator.wait_message(dm, SOON, |one| one.says("Your move")).await.unwrap();
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn newcomer_meets_the_first_level_and_others_the_one_they_last_played() {
    let house = House::open().await;
    let spectator = house.spectator();
    let dm = spectator.dm().await.unwrap();
    let press =
        async |on: &Seen, label: &str| finished(&spectator, dm, spectator.click(on, label).await.unwrap()).await;
    let hello = replied(&spectator, &spectator.type_text(dm, "hello").await.unwrap()).await;
    let games = press(&hello, "Play").await;
    assert!(games.says("I play at level 1 of 5."), "{}", games.text());
    let games = press(&games, "Level 4").await;
    assert!(games.says("I play at level 4 of 5."), "{}", games.text());
    let begun = spectator.select(&games, &games.selects().remove(0).custom_id, &["knights"]).await.unwrap();
    let begun = finished(&spectator, dm, begun).await;
    assert!(begun.says("L4 (level 4 of 5) begins in your direct messages"), "{}", begun.text());
    spectator.wait_message(dm, SOON, |one| one.says("Your move")).await.unwrap();
    let doors = replied(&spectator, &spectator.type_text(dm, "help").await.unwrap()).await;
    let games = press(&doors, "Play").await;
    assert!(games.says("I play at level 4 of 5."), "{}", games.text());
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn mistaken_commands_are_edited_and_sent_again() {
    let house = House::open().await;
    let (channel, host, dmo) = (house.channel(), house.host(), house.dmo());
    let open =
        json!({"game": "warriors-death", "ec": house.ec().id(), "dmo": dmo.id(), "options": "unit_s=soon xyzzy=1"});
    let refused = run(&host, channel, "/match open", open).await;
    assert!(refused.says("2 mistakes") && refused.says("`soon` cannot be used. `unit_s` takes"), "{}", refused.text());
    let form = host.click(&refused, "Edit and send again").await.unwrap().modal.unwrap();
    assert!(form.json().to_string().contains("unit_s=soon xyzzy=1"), "{}", form.json());
    let answer = host.submit_modal(&form, &[("options", "unit_s=600")]).await.unwrap();
    let opened = finished(&host, channel, answer).await;
    assert!(opened.says("Opened match 1"), "{}", opened.text());
    let card = host.wait_message(channel, SOON, |one| one.button("Ready").is_some()).await.unwrap();
    house.ready(&card).await;
    let unknown =
        run(&dmo, channel, "/match open", json!({"game": "guidance", "ec": house.ec().id(), "dmo": dmo.id()})).await;
    assert!(unknown.says("There is no game `guidance`; did you mean `guidance-rite`?"), "{}", unknown.text());
    let form = dmo.click(&unknown, "Edit and send again").await.unwrap().modal.unwrap();
    let answer = dmo.submit_modal(&form, &[("game", "guidance-rite")]).await.unwrap();
    let opened = finished(&dmo, channel, answer).await;
    assert!(opened.says("Opened match 2"), "{}", opened.text());
    let wrong = run(&dmo, channel, "/order", json!({"text": "samurri"})).await;
    let form = dmo.click(&wrong, "Edit and send again").await.unwrap().modal.unwrap();
    let answer = dmo.submit_modal(&form, &[("text", "samurai")]).await.unwrap();
    let sealed = finished(&dmo, channel, answer).await;
    assert!(sealed.says("Sealed: **Samurai**"), "{}", sealed.text());
    house.stop().await;
}

/// **Change** under the answer to a typed order shows the menus at once.
#[tokio::test(flavor = "multi_thread")]
async fn typed_order_is_changed_in_the_menus() {
    let house = House::open().await;
    let (channel, ec) = (house.channel(), house.ec());
    house.ready(&house.lobby_of(channel, json!({"game": "knights", "options": "turn_s=600"})).await).await;
    let dm = ec.dm().await.unwrap();
    ec.wait_message(dm, SOON, |one| one.says("Turn 1") && !one.selects().is_empty()).await.unwrap();
    let sealed = replied(&ec, &ec.type_text(dm, "move b5-c3, claim c3").await.unwrap()).await;
    let shown = finished(&ec, dm, ec.click(&sealed, "Change").await.unwrap()).await;
    assert!(!shown.selects().is_empty() && shown.says("stays sealed"), "{}", shown.text());
    house.stop().await;
}
