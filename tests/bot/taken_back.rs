//! A message that takes results back replies to the first of them, and an end that is reverted says so.

use deathmatch::sandbox::Seen;
use serde_json::json;

use crate::house::{House, SOON, click_late, confirmed};
use crate::prompts::{becomes, begun};

#[tokio::test(flavor = "multi_thread")]
async fn undo_of_an_end_replies_to_it() {
    let house = House::open().await;
    let (channel, host, spectator) = (house.channel(), house.host(), house.spectator());
    let (first, _, _) = begun(&house).await;
    confirmed(&host, channel, "/host award", json!({"seat": "EC"})).await;
    let over = house.public_after(channel, first.id()).await;
    assert!(over.button("Details").is_some(), "{}", over.text());
    let over = becomes(&spectator, &over, "its poster is there", |one| one.files().len() == 1).await;
    confirmed(&host, channel, "/host undo", json!({})).await;
    let undone = house.public_after(channel, over.id()).await;
    assert_eq!(undone.answers(), Some(over.id()), "{}", undone.text());
    assert!(undone.says("Hana (host) reverted") && undone.button("Order").is_some(), "{}", undone.text());
    for player in [house.ec(), house.dmo()] {
        let dm = player.dm().await.unwrap();
        player.wait_message(dm, SOON, |one: &Seen| one.says("The verdict is reverted")).await.unwrap();
    }
    let says = |one: &Seen| one.says("Reverted by Hana (host).") && one.button("Replay").is_none();
    let marked = becomes(&spectator, &over, "reverted", says).await;
    let kept = |one: &Seen| (one.text().lines().next().map(str::to_owned), one.files().len());
    assert_eq!(kept(&marked), kept(&over), "its words and its poster stay");
    // Late presses are answered with the present state: a running match reveals nothing.
    for (button, says) in [("Record", "once the match is over"), ("Replay", "over")] {
        let answer = click_late(&spectator, &over, button).await;
        assert!(answer.is_ephemeral() && answer.files().is_empty() && answer.says(says), "{button}: {}", answer.text());
    }
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn each_reverted_result_gets_one_reply() {
    let house = House::open().await;
    let (channel, host, spectator) = (house.channel(), house.host(), house.spectator());
    let (first, ..) = begun(&house).await;
    let mut rounds = vec![first];
    for units in [("samurai", "bard"), ("sage", "samurai"), ("bard", "sage")] {
        let next = house.round(rounds.last().unwrap(), units.0, units.1).await;
        rounds.push(next);
    }
    let mut asked = rounds[3].clone();
    for taken in [3, 2] {
        confirmed(&host, channel, "/host undo", json!({})).await;
        asked = house.public_after(channel, asked.id()).await;
        assert_eq!(asked.answers(), Some(rounds[taken].id()), "{}", asked.text());
        let headline = |message: &Seen| message.text().lines().next().map(str::to_owned);
        let stays = if taken == 3 {
            // The first message had asked for an order that is no longer open.
            let says = |one: &Seen| {
                one.says("Reverted by Hana (host).") && one.button("Order").is_none() && one.files().len() == 1
            };
            becomes(&spectator, &rounds[taken], "reverted", says).await
        } else {
            spectator.again(&rounds[taken]).await.unwrap().unwrap()
        };
        assert_eq!((headline(&stays), stays.files().len()), (headline(&rounds[taken]), 1));
    }
    let again = house.round(&asked, "chocobo", "bard").await;
    let later = house.round(&again, "samurai", "chocobo").await;
    assert!(again.answers().is_none() && later.answers().is_none());
    house.stop().await;
}

/// The prompt that shows a round's orders also shows that they were reverted, while it is open.
#[tokio::test(flavor = "multi_thread")]
async fn open_prompt_says_that_its_round_was_reverted() {
    let house = House::open().await;
    let (channel, host, ec) = (house.channel(), house.host(), house.ec());
    let (first, of_ec, _) = begun(&house).await;
    ec.type_text(of_ec.channel(), "samurai").await.unwrap();
    house.dmo().type_text(house.dmo().dm().await.unwrap(), "bard").await.unwrap();
    house.public_after(channel, first.id()).await;
    let second = house.prompt_after(&ec, of_ec.id()).await;
    ec.type_text(of_ec.channel(), "reaper").await.unwrap();
    becomes(&ec, &second, "sealed", |one| one.says("Sealed: **Reaper**")).await;
    confirmed(&host, channel, "/host undo", json!({})).await;
    let says = |one: &Seen| {
        one.says("Your order: **Reaper**. Receipt `")
            && one.says("`. This does not count any more: reverted by Hana (host).")
    };
    let closed = becomes(&ec, &second, "reverted", says).await;
    assert!(closed.button("Change").is_none() && closed.says("Result of Bout 1 · Round 1:"), "{}", closed.text());
    let asked = house.prompt_after(&ec, second.id()).await;
    assert!(asked.says("**Reaper**, does not count either."), "{}", asked.text());
    house.stop().await;
}
