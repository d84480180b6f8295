//! A viewer's messages do not depend on information hidden from that viewer: the bot's requests, compared between matches.

use deathmatch::sandbox::{Person, Seen, Snowflake};
use serde_json::json;

use crate::house::{House, SOON, finished, run};
use crate::stream::{Stream, plain, same, stream};

/// Both players' orders of one round, the Elimination Candidate's first; `None` leaves the order open.
type Round = (Option<&'static str>, Option<&'static str>);

/// The messages of a match to the public and to the Death Match Opponent.
struct Seenside {
    public: Stream,
    opponent: Stream,
}

/// Types orders, each of which replaces the one before; `; ` separates them.
async fn type_order(player: &Person, prompt: Snowflake, text: &str) {
    let dm = player.dm().await.unwrap();
    for text in text.split("; ") {
        let sent = player.type_text(dm, text).await.unwrap();
        player.wait_message(dm, SOON, |message| message.id() > sent.id() && message.says("Sealed")).await.unwrap();
    }
    let known = |one: &Seen| (one.says("Sealed") && !one.files().is_empty()) || one.says("Your order: ");
    player.wait_message(dm, SOON, |one| one.id() == prompt && known(one)).await.unwrap();
}

/// Waits until a message has no countdown, menu or button that could become outdated.
async fn wait_until_closed(person: &Person, channel: Snowflake, message: Snowflake) {
    let rests = |one: &Seen| !one.says(":R>") && one.selects().is_empty() && one.button("Change").is_none();
    person.wait_message(channel, SOON, |one| one.id() == message && rests(one)).await.unwrap();
}

/// Plays rounds by typed orders. Returns the messages without the parts that differ between any two matches.
async fn play<const N: usize>(rounds: [Round; N]) -> Seenside {
    watched(rounds, false).await
}

/// Runs every command of a host that is no ruling.
async fn look(house: &House) {
    let (host, channel) = (house.host(), house.channel());
    for (command, options) in [
        ("/host who", json!({})),
        ("/host view", json!({})),
        ("/host view", json!({"as": "Ann"})),
        ("/host notes", json!({"add": "Ann sent it at once"})),
        ("/host log", json!({})),
    ] {
        let shown = run(&host, channel, command, options).await;
        assert!(shown.is_ephemeral() && !shown.says("Only hosts"), "{}", shown.text());
    }
    let panel = run(&host, channel, "/host panel", json!({})).await;
    for label in ["End without result", "Cancel"] {
        let answer = host.click(&host.again(&panel).await.unwrap().unwrap(), label).await.unwrap();
        finished(&host, channel, answer).await;
    }
}

/// Plays rounds and returns the messages. If `looks`, a host looks at all hidden information.
async fn watched<const N: usize>(rounds: [Round; N], looks: bool) -> Seenside {
    let house = House::open().await;
    let channel = house.channel();
    let mut last = house.begin(channel, "unit_s=600 seed=1").await;
    let mut prompts = (Snowflake::new(0), Snowflake::new(0));
    for (ec, dmo) in rounds {
        // Every prompt arrives before anyone answers, so that the result does not depend on speed.
        let (ec_prompt, dmo_prompt) = prompts;
        prompts.0 = house.prompt_after(&house.ec(), ec_prompt).await.id();
        prompts.1 = house.prompt_after(&house.dmo(), dmo_prompt).await.id();
        settle(&house, &last).await;
        pictured(&house.ec(), prompts.0).await;
        pictured(&house.dmo(), prompts.1).await;
        if looks {
            look(&house).await;
        }
        // The opponent's order is answered before the other order resolves the round and sends the next prompt.
        if let Some(order) = dmo {
            type_order(&house.dmo(), prompts.1, order).await;
        }
        if looks {
            look(&house).await;
        }
        if let Some(order) = ec {
            type_order(&house.ec(), prompts.0, order).await;
        }
        if ec.is_some() && dmo.is_some() {
            let round = last;
            last = house.public_after(channel, round.id()).await;
            let is_closed = |one: &Seen| !one.buttons().iter().any(|button| button.label == "Order");
            house.spectator().wait_change(&round, SOON, is_closed).await.unwrap();
            for (player, prompt) in [(house.ec(), prompts.0), (house.dmo(), prompts.1)] {
                wait_until_closed(&player, player.dm().await.unwrap(), prompt).await;
            }
        }
    }
    settle(&house, &last).await;
    if rounds.iter().all(|(ec, dmo)| ec.is_some() && dmo.is_some()) {
        let last = house.prompt_after(&house.dmo(), prompts.1).await;
        pictured(&house.dmo(), last.id()).await;
    }
    let recorded = house.sandbox.recorded();
    let opponent = house.dmo().dm().await.unwrap();
    let seen = Seenside { public: stream(&recorded, channel), opponent: stream(&recorded, opponent) };
    house.stop().await;
    seen
}

/// Waits until a prompt has its board.
async fn pictured(player: &Person, prompt: Snowflake) {
    let dm = player.dm().await.unwrap();
    player.wait_message(dm, SOON, |one| one.id() == prompt && !one.files().is_empty()).await.unwrap();
}

/// Waits until the newest public message has its picture.
async fn settle(house: &House, last: &Seen) {
    house.spectator().wait_change(last, SOON, |message| !message.files().is_empty()).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn disguised_blue_mage_looks_like_its_disguise() {
    let opening = (Some("samurai"), Some("chocobo"));
    let closing = (Some("reaper"), Some("chocobo"));
    let (truly, disguised) = tokio::join!(
        play([opening, (Some("dragoon"), Some("chocobo")), closing]),
        play([opening, (Some("blu as dragoon"), Some("chocobo")), closing])
    );
    assert!(truly.public.bodies.iter().any(|body| body.contains("Dragoon")));
    same(&truly.public, &disguised.public);
    same(&truly.opponent, &disguised.opponent);
    assert!(!truly.public.pictures.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn prediction_leaves_no_trace() {
    let (one, other) = tokio::join!(
        play([(Some("astrologian>sage"), Some("chocobo"))]),
        play([(Some("astrologian>bard"), Some("chocobo"))])
    );
    same(&one.public, &other.public);
    same(&one.opponent, &other.opponent);
}

#[tokio::test(flavor = "multi_thread")]
async fn unresolved_order_leaves_no_trace() {
    let first = (Some("bard"), Some("sage"));
    let (none, one, other) = tokio::join!(
        play([first, (None, None)]),
        play([first, (Some("samurai"), None)]),
        play([first, (Some("blu as bard"), None)])
    );
    for seen in [&one, &other] {
        same(&none.public, &seen.public);
        same(&none.opponent, &seen.opponent);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn changed_order_leaves_no_trace() {
    let (once, changed) = tokio::join!(
        play([(Some("bard"), Some("sage")), (Some("samurai"), Some("chocobo"))]),
        play([(Some("bard"), Some("reaper; dragoon; sage")), (Some("samurai"), Some("chocobo"))])
    );
    same(&once.public, &changed.public);
}

#[tokio::test(flavor = "multi_thread")]
async fn hosts_look_leaves_no_trace() {
    let rounds = [(Some("blu as bard"), Some("sage")), (Some("samurai"), Some("chocobo")), (None, None)];
    let (unseen, seen) = tokio::join!(play(rounds), watched(rounds, true));
    same(&unseen.public, &seen.public);
    same(&unseen.opponent, &seen.opponent);
}

#[test]
fn compared_text_keeps_different_words_apart() {
    assert_ne!(plain("Sealed: bard"), plain("Sealed: sage"));
    assert_eq!(plain("<t:1795287951:R> 1573776223832637463"), plain("<t:1795287999:R> 1573776223832699999"));
    assert_eq!(plain("board:abcdefabcdefabcdefabcdef"), plain("board:000000000000000000000000"));
    assert_ne!(plain("1573776223832637463 1573776223832637463"), plain("1573776223832637463 1573776223832637464"));
}
