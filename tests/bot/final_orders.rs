//! Orders that cannot be changed: the player completes them before sealing, and no host can learn unseen that they are sealed.

use serde_json::json;

use crate::house::{House, SOON, confirmed, pick, run};
use deathmatch::sandbox::{Person, Seen, Snowflake};

/// Returns both players' prompts for a claim in a match of the Rite whose orders are final.
async fn claims(house: &House) -> [Seen; 2] {
    let asked =
        json!({"game": "guidance-rite", "preset": "dm11", "options": "private_orders=final claim_s=600 review_s=600"});
    let card = house.lobby_of(house.channel(), asked).await;
    let review = house.ready(&card).await;
    for player in [house.ec(), house.dmo()] {
        player.click(&review, "Ready").await.unwrap();
    }
    let prompt = async |player: &Person| house.prompt_after(player, Snowflake::new(1)).await;
    [prompt(&house.ec()).await, prompt(&house.dmo()).await]
}

#[tokio::test(flavor = "multi_thread")]
async fn optional_parts_are_offered_before_a_final_order_is_sealed() {
    let house = House::open().await;
    let ec = house.ec();
    let [prompt, _] = claims(&house).await;
    assert!(prompt.says("Once sealed it cannot be changed"), "{}", prompt.text());
    let one = pick(&ec, &prompt, "a1").await;
    assert!(
        one.says("**Not sealed yet, but it counts if time runs out.** Once sealed it cannot be changed."),
        "{}",
        one.text()
    );
    assert!(one.button("Seal it").is_some(), "one alone will do: {}", one.text());
    let both = pick(&ec, &one, "b1").await;
    assert!(both.says("Send **a1 ") && both.says("It cannot be changed afterwards."), "{}", both.text());
    ec.click(&both, "Seal it").await.unwrap();
    let sealed = ec.again(&both).await.unwrap().unwrap();
    assert!(
        sealed.says("Sealed: **")
            && sealed.says(" on a1, ")
            && sealed.says(" on b1**")
            && sealed.says("It cannot be changed."),
        "{}",
        sealed.text()
    );
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn host_who_learns_of_a_sealed_order_is_in_the_audit_log() {
    let house = House::open().await;
    let (channel, host, ec) = (house.channel(), house.host(), house.ec());
    let [prompt, _] = claims(&house).await;
    let log = async || run(&host, channel, "/host log", json!({})).await;
    // Any other answer reveals that the order is not sealed.
    let unreadable = run(&host, channel, "/host order", json!({"seat": "EC", "text": "zzz"})).await;
    assert!(!unreadable.says("is in"), "{}", unreadable.text());
    let before = log().await;
    assert!(before.says("looked at who had answered"), "{}", before.text());
    ec.type_text(prompt.channel(), "a1 b1").await.unwrap();
    ec.wait_message(prompt.channel(), SOON, |one| one.says("Sealed: **") && one.says(" on b1**")).await.unwrap();
    let refused = run(&host, channel, "/host order", json!({"seat": "EC", "text": "c1"})).await;
    assert!(refused.says("Ann's order is sealed and final"), "{}", refused.text());
    assert!(refused.says("It is recorded that you looked"), "{}", refused.text());
    let after = log().await;
    assert!(after.text() != before.text() && after.says("Hana"), "{}", after.text());
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn substitute_gets_a_guide_and_the_replaced_keeps_the_board() {
    let house = House::open().await;
    let (channel, host, sam) = (house.channel(), house.host(), house.spectator());
    let first = house.begin(channel, "unit_s=3600").await;
    let dm = house.dmo().dm().await.unwrap();
    house.prompt_after(&house.dmo(), Snowflake::new(1)).await;
    run(&sam, channel, "/help", json!({})).await;
    run(&host, channel, "/host substitute", json!({"seat": "DMO", "user": house.sandbox.world().sam})).await;
    let prompt = house.prompt_after(&sam, Snowflake::new(1)).await;
    assert!(prompt.says("You are in: ") && prompt.says("as the DMO"), "{}", prompt.text());
    let public = house.public_after(channel, first.id()).await;
    let asked = |user: Snowflake| public.text().contains(&format!("<@{user}>"));
    assert!(asked(house.sandbox.world().ann) && asked(house.sandbox.world().sam), "{}", public.text());
    let left = |one: &Seen| one.says("put Sam in your place in match 1 (Bout 1 · Round 1)");
    let told = house.dmo().wait_message(dm, SOON, left).await.unwrap();
    let board = house.dmo().click(&told, "Board").await.unwrap();
    let board = crate::house::finished(&house.dmo(), dm, board).await;
    assert!(!board.says("not available here"), "{}", board.text());
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn closed_prompt_loses_the_picture_of_an_unsent_choice() {
    let house = House::open().await;
    let (channel, host, ec) = (house.channel(), house.host(), house.ec());
    let [prompt, _] = claims(&house).await;
    pick(&ec, &prompt, "a1").await;
    let drawn = |one: &Seen| one.says("So far: **") && one.files().len() == 1;
    ec.wait_change(&prompt, SOON, drawn).await.unwrap();
    confirmed(&host, channel, "/host award", json!({"seat": "DMO"})).await;
    ec.wait_change(&prompt, SOON, |one| one.says("This prompt is closed.") && one.files().is_empty()).await.unwrap();
    house.stop().await;
}
