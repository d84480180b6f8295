//! Agreements of two players: both are named, both are needed, and the match's options must allow them.

use deathmatch::sandbox::{Person, Seen, Snowflake};
use serde_json::json;

use crate::house::{House, SOON, click_late, finished, newest, run};

async fn friendly(house: &House, channel: Snowflake, options: &str) -> Seen {
    let world = house.sandbox.world();
    let asked = json!({"game": "warriors-death", "ec": world.ann, "dmo": world.bob, "options": options});
    let before = newest(&house.host().messages(channel).await.unwrap());
    run(&house.spectator(), channel, "/match open", asked).await;
    let is_card = |one: &Seen| one.id() > before && one.button("Ready").is_some();
    house.host().wait_message(channel, SOON, is_card).await.unwrap()
}

async fn proposal(house: &House, channel: Snowflake, after: Snowflake) -> Seen {
    let asked = |one: &Seen| one.id() > after && one.button("Agree").is_some();
    house.spectator().wait_message(channel, SOON, asked).await.unwrap()
}

/// Returns what an option of the command suggests.
async fn offered(person: &Person, channel: Snowflake, option: &str) -> Vec<String> {
    let choices = person.autocomplete(channel, "/match agree", json!({ option: "" }), option).await.unwrap();
    choices.into_iter().map(|choice| choice.label).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn players_agree_on_a_pause_and_both_are_named_publicly() {
    let mut house = House::open().await;
    let (channel, ann, bob) = (house.channel(), house.ec(), house.dmo());
    let card = friendly(&house, channel, "unit_s=3600").await;
    assert!(card.says("The players can pause, take more time, or call it off"), "{}", card.text());
    let first = house.ready(&card).await;
    assert_eq!(
        offered(&ann, channel, "what").await,
        ["Pause the match", "Add time to all clocks", "Call the match off"]
    );
    let said = run(&ann, channel, "/match agree", json!({"what": "Pause the match"})).await;
    assert!(said.is_ephemeral() && said.says("Bob is asked, and can agree"), "{}", said.text());
    let asked = proposal(&house, channel, first.id()).await;
    assert!(asked.says("Ann asks to pause the match."), "{}", asked.text());
    assert_eq!(asked.mentions(), [bob.id()]);
    // The proposal outlives a restart, and only the other player can accept it.
    house.stop_bot().await;
    house.start_bot().await;
    for (person, words) in [(&ann, "has to agree"), (&house.spectator(), "not playing"), (&house.host(), "not playing")]
    {
        let answer = person.click(&asked, "Agree").await.unwrap();
        let refused = finished(person, channel, answer).await;
        assert!(refused.is_ephemeral() && refused.says(words), "{}", refused.text());
    }
    bob.click(&asked, "Agree").await.unwrap();
    let paused = house.spectator().wait_message(channel, SOON, |one| one.says("agree to pause")).await.unwrap();
    assert!(paused.says("Ann and Bob agree to pause the match."), "{}", paused.text());
    let settled = house.spectator().wait_change(&asked, SOON, |one| one.button("Agree").is_none()).await.unwrap();
    assert!(settled.says("Ann asked to pause the match. Bob agreed."), "{}", settled.text());
    assert_eq!(offered(&bob, channel, "what").await, ["Continue", "Call the match off"]);
    run(&bob, channel, "/match agree", json!({"what": "Continue"})).await;
    let asked = proposal(&house, channel, paused.id()).await;
    ann.click(&asked, "Agree").await.unwrap();
    house.spectator().wait_message(channel, SOON, |one| one.says("Bob and Ann agree to continue.")).await.unwrap();
    assert_eq!(offered(&ann, channel, "match").await.len(), 1);
    run(&house.host(), channel, "/host pause", json!({})).await;
    assert_eq!(offered(&ann, channel, "what").await, ["Call the match off"], "a host resumes this pause");
    let log = run(&house.host(), channel, "/host log", json!({})).await;
    assert!(log.says("Ann and Bob (agreed)") && log.says("paused the match"), "{}", log.text());
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn agreement_names_the_match_if_several_are_played() {
    let house = House::open().await;
    let (channel, ann) = (house.channel(), house.ec());
    for _ in 0..2 {
        let card = friendly(&house, channel, "unit_s=3600").await;
        house.ready(&card).await;
    }
    let what = "Pause the match";
    let said = run(&ann, channel, "/match agree", json!({"what": what})).await;
    assert!(said.is_ephemeral() && said.says("Which match do you mean?"), "{}", said.text());
    let said = run(&ann, channel, "/match agree", json!({"what": what, "match": 1})).await;
    assert!(said.says("Bob is asked, and can agree"), "{}", said.text());
    // An order reaches the match that awaits it; if both matches await one, the bot asks which is meant.
    let said = run(&ann, channel, "/order", json!({"text": "samurai"})).await;
    assert!(said.says("Which match do you mean?") && said.selects().len() == 1, "{}", said.text());
    run(&house.host(), channel, "/host pause", json!({"match": 2})).await;
    let said = run(&ann, channel, "/order", json!({"text": "samurai"})).await;
    assert!(said.says("Sealed: **Samurai**"), "{}", said.text());
    let said = run(&ann, channel, "/order", json!({"text": "sage", "match": 2})).await;
    assert!(said.says("Match 2 is paused") || said.says("The match is paused"), "{}", said.text());
    let dm = ann.dm().await.unwrap();
    let typed = ann.type_text(dm, "dragoon").await.unwrap();
    ann.wait_message(dm, SOON, |one| one.id() > typed.id() && one.says("Sealed: **Dragoon**")).await.unwrap();
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn refused_or_outdated_proposal_changes_nothing() {
    let house = House::open().await;
    let (channel, ann, bob) = (house.channel(), house.ec(), house.dmo());
    let card = friendly(&house, channel, "unit_s=3600").await;
    let first = house.ready(&card).await;
    run(&ann, channel, "/match agree", json!({"what": "Call the match off"})).await;
    let asked = proposal(&house, channel, first.id()).await;
    assert!(asked.says("what was hidden is shown"), "{}", asked.text());
    bob.click(&asked, "Refuse").await.unwrap();
    let settled = house.spectator().wait_change(&asked, SOON, |one| one.says("Bob refused.")).await.unwrap();
    assert!(settled.buttons().is_empty(), "{}", settled.text());
    run(&bob, channel, "/match agree", json!({"what": "Pause the match"})).await;
    let asked = proposal(&house, channel, asked.id()).await;
    let second = house.round(&first, "samurai", "sage").await;
    // A press on an outdated proposal closes it, and says why nothing was done.
    click_late(&ann, &asked, "Agree").await;
    let settled = house.spectator().wait_change(&asked, SOON, |one| one.says("the match has moved on")).await.unwrap();
    assert!(
        settled.says("Match 1: Bob asked to pause the match.") && settled.buttons().is_empty(),
        "{}",
        settled.text()
    );
    let told = ann.wait_message(channel, SOON, |one| one.says("moved on")).await.unwrap();
    assert!(told.is_ephemeral(), "{}", told.text());
    // In a hosted match players can agree on nothing unless its options allow it.
    house.host().wait_message(channel, SOON, |one| one.id() >= second.id()).await.unwrap();
    let lounge = house.sandbox.world().lounge;
    let card = house.lobby(lounge, "unit_s=3600").await;
    assert!(!card.says("By agreement"), "{}", card.text());
    house.ready(&card).await;
    let refused = run(&ann, lounge, "/match agree", json!({"what": "Pause the match"})).await;
    assert!(refused.says("nothing is done by agreement"), "{}", refused.text());
    assert_eq!(offered(&ann, lounge, "match").await, Vec::<String>::new());
    house.stop_forged().await;
}
