//! Prompts are true at every moment: their buttons belong to the open question, and every shown time is right.

use std::collections::BTreeSet;
use std::time::Duration;

use deathmatch::game::{Seat, Wants};
use deathmatch::sandbox::{Person, Seen, Snowflake};
use serde_json::json;

use crate::house::{House, SOON, confirmed, finished, order_panel, pick, record, replayed, run, until, without_log};

#[path = "settled_messages.rs"]
mod settled_messages;

/// Returns the marks of the prompts that a message can still answer.
fn live(message: &Seen) -> Vec<String> {
    let ids = message.buttons().into_iter().filter_map(|button| button.custom_id);
    let ids = ids.chain(message.selects().into_iter().map(|select| select.custom_id));
    let marked = ids.filter_map(|id| {
        let mut parts = id.splitn(4, ':').skip(2);
        let verb = parts.next()?;
        let uses = ["pick", "part", "over", "seal", "tab", "fill", "starts", "from", "send", "here", "ready", "rest"];
        let mark = parts.next()?.split(':').next()?.to_owned();
        uses.contains(&verb).then_some(mark)
    });
    let mut marks: Vec<_> = marked.collect();
    marks.dedup();
    marks
}

/// Whether an order can be composed on a message.
fn asks(message: &Seen) -> bool {
    !live(message).is_empty() && message.button("Answer here").is_none()
}

pub fn counts_down(message: &Seen) -> bool {
    message.text().contains(":R>")
}

/// Waits until a message has reached a state.
pub async fn becomes(player: &Person, message: &Seen, what: &str, wanted: impl Fn(&Seen) -> bool) -> Seen {
    player.wait_change(message, SOON, wanted).await.unwrap_or_else(|error| panic!("{what}: {error}"))
}

pub async fn begun(house: &House) -> (Seen, Seen, Seen) {
    let first = house.begin(house.channel(), "unit_s=3600").await;
    let ec = house.prompt_after(&house.ec(), Snowflake::new(1)).await;
    let dmo = house.prompt_after(&house.dmo(), Snowflake::new(1)).await;
    (first, ec, dmo)
}

#[tokio::test(flavor = "multi_thread")]
async fn finished_round_closes_its_prompts_and_its_question() {
    let house = House::open().await;
    let (ec, dmo) = (house.ec(), house.dmo());
    let (first, of_ec, of_dmo) = begun(&house).await;
    assert!(counts_down(&first) && counts_down(&of_ec) && asks(&of_ec));
    let sealed = pick(&ec, &of_ec, "samurai").await;
    assert!(sealed.says("Receipt") && !counts_down(&sealed), "{}", sealed.text());
    dmo.type_text(of_dmo.channel(), "bard").await.unwrap();
    let second = house.public_after(house.channel(), first.id()).await;
    for (player, prompt, order) in [(&ec, &of_ec, "Samurai"), (&dmo, &of_dmo, "Bard")] {
        let shut = becomes(player, prompt, "closed", |one| live(one).is_empty()).await;
        assert!(shut.says(&format!("Your order: **{order}**")) && shut.says("Round 1"), "{}", shut.text());
        assert!(!counts_down(&shut) && shut.buttons().is_empty(), "the next prompt has the buttons: {}", shut.text());
    }
    assert!(second.says("Last receipts: Ann `"), "{}", second.text());
    // The public message keeps its words and loses its question.
    let over = house.spectator().wait_change(&first, SOON, |one| !counts_down(one)).await.unwrap();
    assert!(
        first.text().starts_with(over.text().lines().next().unwrap()) && !over.says("your order"),
        "{}",
        over.text()
    );
    assert!(!over.buttons().iter().any(|button| button.label == "Order"), "{}", over.text());
    let panel = order_panel(&ec, &second).await;
    assert!(panel.says("Round 2") && !panel.selects().is_empty(), "{}", panel.text());
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn typed_orders_of_player_and_host_are_shown_in_the_prompt() {
    let house = House::open().await;
    let (ec, dmo) = (house.ec(), house.dmo());
    let (_, of_ec, of_dmo) = begun(&house).await;
    let typed = ec.type_text(of_ec.channel(), "samurai").await.unwrap();
    let shown = becomes(&ec, &of_ec, "sealed", |one| one.says("Sealed: **Samurai**")).await;
    assert!(shown.selects().is_empty() && !counts_down(&shown) && shown.button("Change").is_some());
    let answer = ec.wait_message(of_ec.channel(), SOON, |one| one.id() > typed.id() && one.from_bot()).await.unwrap();
    assert!(!counts_down(&answer), "{}", answer.text());
    ec.type_text(of_ec.channel(), "sage").await.unwrap();
    becomes(&ec, &of_ec, "the other", |one| one.says("Sealed: **Sage**")).await;
    house.host().command(house.channel(), "/host order", json!({"seat": "DMO", "text": "bard"})).await.unwrap();
    becomes(&dmo, &of_dmo, "closed", |one| one.says("Your order: **Bard**")).await;
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sealed_order_is_shown_in_every_message_of_the_player() {
    let house = House::open().await;
    let (ec, channel) = (house.ec(), house.channel());
    let (first, of_ec, of_dmo) = begun(&house).await;
    let sealed = async |of: &Seen, order: &str| {
        let words = format!("Sealed: **{order}**.");
        let whole = |one: &Seen| one.says(&words) && one.says("Receipt") && one.button("Change").is_some();
        becomes(&ec, of, &words, |one| whole(one) && one.selects().is_empty() && !counts_down(one)).await
    };
    let receipt = |one: &Seen| one.text().lines().find(|line| line.contains("Receipt")).map(str::to_owned);
    // By a command in the channel.
    let answer = run(&ec, channel, "/order", json!({"text": "samurai"})).await;
    let shown = sealed(&of_ec, "Samurai").await;
    assert!(!shown.says("You have this open") && receipt(&shown) == receipt(&answer), "{}", shown.text());
    // By a host.
    run(&house.host(), channel, "/host order", json!({"seat": "EC", "text": "sage"})).await;
    // The player gets the prompt again, with the host's order.
    let given = |one: &Seen| one.id() > of_ec.id() && one.says("Hana (host) ordered for you: **Sage**.");
    let of_ec = ec.wait_message(of_ec.channel(), SOON, given).await.unwrap();
    sealed(&of_ec, "Sage").await;
    becomes(&ec, &answer, "closed", |one| one.says("Continued in a newer message")).await;
    // From the panel behind the channel's button, where another order is chosen: until it is sealed, the first one counts.
    let panel = order_panel(&ec, &first).await;
    assert!(panel.says("Sealed: **Sage**") && panel.says("Receipt"), "{}", panel.text());
    let changing = finished(&ec, channel, ec.click(&panel, "Change").await.unwrap()).await;
    assert!(!changing.selects().is_empty() && changing.says("stays sealed"), "{}", changing.text());
    sealed(&of_ec, "Sage").await;
    let picked = pick(&ec, &changing, "bard").await;
    let shown = sealed(&of_ec, "Bard").await;
    assert_eq!(receipt(&shown), receipt(&picked));
    // Sealing the same order again gives a new receipt, and no message shows the earlier one.
    let again = run(&ec, channel, "/order", json!({"text": "bard"})).await;
    assert_ne!(receipt(&again), receipt(&picked));
    becomes(&ec, &of_ec, "the newest seal", |one| receipt(one) == receipt(&again)).await;
    // By typing. A message whose prompt is open elsewhere, without a seal, says how to continue in it.
    ec.type_text(of_ec.channel(), "dragoon").await.unwrap();
    sealed(&of_ec, "Dragoon").await;
    order_panel(&house.dmo(), &first).await;
    let elsewhere = becomes(&house.dmo(), &of_dmo, "elsewhere", |one| one.button("Answer here").is_some()).await;
    assert!(elsewhere.says("You have this open") && !elsewhere.says("Sealed"), "{}", elsewhere.text());
    run(&house.host(), channel, "/host pause", json!({})).await;
    let paused = becomes(&house.dmo(), &of_dmo, "paused", |one| one.says("paused")).await;
    assert!(!paused.says("type your order"), "{}", paused.text());
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn draft_survives_a_pause() {
    let house = House::open().await;
    let (ec, host, channel) = (house.ec(), house.host(), house.channel());
    let (_, of_ec, _) = begun(&house).await;
    pick(&ec, &of_ec, "blue-mage").await;
    run(&host, channel, "/host pause", json!({})).await;
    becomes(&ec, &of_ec, "paused", |one| one.says("The match is paused")).await;
    run(&host, channel, "/host resume", json!({})).await;
    let again = house.prompt_after(&ec, of_ec.id()).await;
    assert!(again.says("So far: **2 Blue Mage**"), "{}", again.text());
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn board_of_a_draft_stays_when_time_is_added() {
    let house = House::open().await;
    let (ec, host, channel) = (house.ec(), house.host(), house.channel());
    let card = house.lobby_of(channel, json!({"game": "knights", "options": "turn_s=600"})).await;
    house.ready(&card).await;
    let mut shown = house.prompt_after(&ec, Snowflake::new(1)).await;
    for _ in 0..2 {
        let word = shown.selects()[0].options[0].value.clone();
        shown = pick(&ec, &shown, &word).await;
    }
    let with_board = becomes(&ec, &shown, "drawn", |one| !one.files().is_empty()).await;
    run(&host, channel, "/host extend", json!({"seconds": 60})).await;
    let later = becomes(&ec, &shown, "longer", |one| one.text() != with_board.text()).await;
    assert!(later.says("So far") && !later.files().is_empty(), "{}", later.text());
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn open_prompt_shows_a_pause_an_extension_and_an_undo() {
    let house = House::open().await;
    let (ec, host, channel) = (house.ec(), house.host(), house.channel());
    let (first, of_ec, _) = begun(&house).await;
    run(&host, channel, "/host extend", json!({"seconds": 600})).await;
    let longer = becomes(&ec, &of_ec, "longer", |one| one.text() != of_ec.text()).await;
    assert!(asks(&longer) && counts_down(&longer));
    run(&host, channel, "/host pause", json!({})).await;
    let paused = becomes(&ec, &of_ec, "paused", |one| one.says("The match is paused")).await;
    assert!(!counts_down(&paused) && paused.selects().is_empty(), "{}", paused.text());
    run(&host, channel, "/host resume", json!({})).await;
    let again = house.prompt_after(&ec, of_ec.id()).await;
    let shut = becomes(&ec, &of_ec, "closed", |one| live(one).is_empty() && one.says("newer message")).await;
    assert!(!counts_down(&shut), "{}", shut.text());
    let resumed = |one: &Seen| one.id() > first.id() && one.says("resumed the match");
    let before = house.spectator().wait_message(channel, SOON, resumed).await.unwrap();
    let panel = order_panel(&house.dmo(), &before).await;
    pick(&house.dmo(), &panel, "sage").await;
    pick(&ec, &again, "bard").await;
    let round = house.public_after(channel, before.id()).await;
    let second = house.prompt_after(&ec, again.id()).await;
    confirmed(&host, channel, "/host undo", json!({})).await;
    let undone = becomes(&ec, &second, "reverted", |one| live(one).is_empty()).await;
    assert!(undone.says("reverted") && !counts_down(&undone), "{}", undone.text());
    house.public_after(channel, round.id()).await;
    confirmed(&host, channel, "/host award", json!({"seat": "EC"})).await;
    until("nothing can be pressed any more", async || {
        let all = ec.dms().await.unwrap();
        all.iter().all(|one| live(one).is_empty() && !counts_down(one))
    })
    .await;
    until("nor does the last word ask anything", async || {
        let all = without_log(house.dmo().visible(channel).await.unwrap(), channel);
        all.iter().all(|one| live(one).is_empty() && !counts_down(one))
    })
    .await;
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sealed_order_of_a_paused_match_cannot_be_changed() {
    let house = House::open().await;
    let (ec, host, channel) = (house.ec(), house.host(), house.channel());
    let (_, of_ec, _) = begun(&house).await;
    let sealed = pick(&ec, &of_ec, "samurai").await;
    assert!(sealed.button("Change").is_some());
    run(&host, channel, "/host pause", json!({})).await;
    let paused = becomes(&ec, &sealed, "paused", |one| one.says("The match is paused")).await;
    assert!(paused.says("Sealed: **Samurai**") && paused.button("Change").is_none(), "{}", paused.text());
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn break_shows_who_is_ready_and_ends_with_the_second_press() {
    let house = House::open().await;
    let (channel, host) = (house.channel(), house.host());
    let mut last = house.begin(channel, "break_s=900").await;
    while last.button("Ready").is_none() {
        last = house.round(&last, "samurai", "chocobo").await;
    }
    house.ec().click(&last, "Ready").await.unwrap();
    let shown = becomes(&house.dmo(), &last, "one", |one| one.button("Ready (Ann is ready)").is_some()).await;
    let [ann, bob] = [house.ec().id(), house.dmo().id()].map(|id| format!("<@{id}>"));
    assert!(last.says(&format!("{ann} {bob}: press **Ready**")), "{}", last.text());
    assert!(!shown.says(&ann) && shown.says(&bob) && counts_down(&shown), "{}", shown.text());
    // The answer to the press that ends the break is slow; the next step is not.
    let callback = json!({"match": "POST /interactions/*/*/callback", "ms": 1_500, "times": 1});
    house.sandbox.fault(&json!({ "hang": callback })).unwrap();
    house.dmo().click(&shown, "Ready (Ann is ready)").await.unwrap();
    let words = |one: &Seen| one.says("Round 1") && one.says("Bout 2 begins");
    host.wait_message(channel, SOON, words).await.unwrap();
    let shut = becomes(&host, &last, "closed", |one| live(one).is_empty() && one.button("Board").is_some()).await;
    assert!(shut.button("Order").is_none(), "{}", shut.text());
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn break_can_be_ended_in_direct_messages_by_button_or_word() {
    let house = House::open().await;
    let (channel, ec, dmo) = (house.channel(), house.ec(), house.dmo());
    let mut last = house.begin(channel, "break_s=900").await;
    while last.button("Ready").is_none() {
        last = house.round(&last, "samurai", "chocobo").await;
    }
    let rest = |one: &Seen| one.button("Ready").is_some();
    let (hers, his) = (ec.dm().await.unwrap(), dmo.dm().await.unwrap());
    let asked = ec.wait_message(hers, SOON, rest).await.unwrap();
    assert!(asked.says("Break") && asked.says("or type `ready` here") && counts_down(&asked), "{}", asked.text());
    let also = dmo.wait_message(his, SOON, rest).await.unwrap();
    let answer = ec.click(&asked, "Ready").await.unwrap();
    let shown = finished(&ec, hers, answer).await;
    assert!(shown.says("You have pressed") && !rest(&shown) && shown.id() == asked.id(), "{}", shown.text());
    becomes(&dmo, &last, "one is ready", |one| one.button("Ready (Ann is ready)").is_some()).await;
    // Repeated, it changes nothing.
    ec.type_text(hers, "ready").await.unwrap();
    ec.wait_message(hers, SOON, |one| one.id() > asked.id() && one.says("You have pressed")).await.unwrap();
    dmo.type_text(his, "Ready!").await.unwrap();
    dmo.wait_message(his, SOON, |one| one.says("You have both pressed")).await.unwrap();
    let words = |one: &Seen| one.says("Round 1") && one.says("Bout 2 begins");
    house.spectator().wait_message(channel, SOON, words).await.unwrap();
    for (player, message) in [(&ec, &asked), (&dmo, &also)] {
        becomes(player, message, "closed", |one| live(one).is_empty() && !counts_down(one)).await;
    }
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn last_order_of_a_round_closes_like_the_first() {
    let house = House::open().await;
    let (_, of_ec, of_dmo) = begun(&house).await;
    pick(&house.ec(), &of_ec, "samurai").await;
    let last = pick(&house.dmo(), &of_dmo, "bard").await;
    assert!(last.says("Sealed: **Bard**"), "{}", last.text());
    let closed = |one: &Seen| one.says("Sealed: **Bard**") && one.says("This prompt is closed") && live(one).is_empty();
    let last = becomes(&house.dmo(), &last, "closed", closed).await;
    assert!(last.buttons().is_empty(), "the next prompt has the buttons: {}", last.text());
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn player_has_one_open_message_for_each_prompt() {
    let house = House::open().await;
    let (ec, channel) = (house.ec(), house.channel());
    let (first, of_ec, _) = begun(&house).await;
    let panel = order_panel(&ec, &first).await;
    let elsewhere = becomes(&ec, &of_ec, "elsewhere", |one| one.button("Answer here").is_some()).await;
    assert!(elsewhere.selects().is_empty() && !counts_down(&elsewhere), "{}", elsewhere.text());
    let newer = order_panel(&ec, &first).await;
    becomes(&ec, &panel, "closed", |one| live(one).is_empty() && !counts_down(one)).await;
    let here = ec.click(&elsewhere, "Answer here").await.unwrap().message.unwrap();
    assert!(!here.selects().is_empty(), "{}", here.text());
    becomes(&ec, &newer, "closed", |one| live(one).is_empty() && !counts_down(one)).await;
    let newest = order_panel(&ec, &first).await;
    becomes(&ec, &of_ec, "elsewhere", |one| one.button("Answer here").is_some()).await;
    // A typed order is shown as sealed in the message that the player has open.
    ec.type_text(of_ec.channel(), "samurai").await.unwrap();
    becomes(&ec, &newest, "sealed", |one| one.says("Sealed: **Samurai**")).await;
    let sealed = pick(&house.dmo(), &order_panel(&house.dmo(), &first).await, "bard").await;
    assert!(sealed.says("Sealed"), "{}", sealed.text());
    house.public_after(channel, first.id()).await;
    becomes(&ec, &newest, "closed", |one| live(one).is_empty()).await;
    becomes(&ec, &of_ec, "closed", |one| live(one).is_empty()).await;
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn late_prompt_closes_no_panel_in_use() {
    let house = House::open().await;
    let ec = house.ec();
    let (first, of_ec, _) = begun(&house).await;
    let posts = format!("POST /channels/{}/messages", of_ec.channel());
    house.sandbox.fault(&json!({"hold": {"match": posts, "times": 1}})).unwrap();
    let second = house.round(&first, "samurai", "bard").await;
    let panel = order_panel(&ec, &second).await;
    house.sandbox.fault(&json!({"release": "all"})).unwrap();
    let late = |one: &Seen| one.id() > of_ec.id() && one.button("Answer here").is_some();
    ec.wait_message(of_ec.channel(), SOON, late).await.unwrap();
    assert!(pick(&ec, &panel, "sage").await.says("Sealed"));
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn prompts_that_ended_during_an_absence_close_at_the_next_start() {
    let mut house = House::open().await;
    let (first, of_ec, of_dmo) = begun(&house).await;
    let post = format!("PATCH /channels/{}/messages/*", of_ec.channel());
    house.sandbox.fault(&json!({"rest": {"match": post, "status": 500, "times": 1_000}})).unwrap();
    house.ec().type_text(of_ec.channel(), "samurai").await.unwrap();
    house.dmo().type_text(of_dmo.channel(), "bard").await.unwrap();
    house.public_after(house.channel(), first.id()).await;
    house.stop_bot().await;
    assert!(asks(&house.ec().again(&of_ec).await.unwrap().unwrap()));
    house.sandbox.fault(&json!({"reset": true})).unwrap();
    house.start_bot().await;
    let shut = becomes(&house.ec(), &of_ec, "closed", |one| live(one).is_empty()).await;
    assert!(shut.says("Your order: **Samurai**"), "{}", shut.text());
    house.stop().await;
}
