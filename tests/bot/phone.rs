//! A player who uses direct messages only: boards, sealed orders, results and every other part of a match are there.

use deathmatch::sandbox::{Person, Seen, Snowflake};
use serde_json::json;

use crate::house::{House, SOON, confirmed, finished, pick, run};

/// Waits until a message has a picture.
async fn pictured(player: &Person, message: &Seen) -> Seen {
    player.wait_change(message, SOON, |one| one.files().len() == 1).await.unwrap()
}

/// Returns a message's picture.
async fn picture(player: &Person, message: &Seen) -> Vec<u8> {
    player.download(&message.files()[0].url).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn prompt_shows_the_board_and_sealed_order_until_the_round_ends() {
    let house = House::open().await;
    let (channel, ec, dmo) = (house.channel(), house.ec(), house.dmo());
    house.ready(&house.lobby_of(channel, json!({"game": "knights", "options": "turn_s=600"})).await).await;
    let prompt = pictured(&ec, &house.prompt_after(&ec, Snowflake::new(1)).await).await;
    let other = pictured(&dmo, &house.prompt_after(&dmo, Snowflake::new(1)).await).await;
    let board = picture(&ec, &prompt).await;
    // A typed order is answered by a message, and is drawn on the prompt's board.
    ec.type_text(prompt.channel(), "move b5-c3, claim c3").await.unwrap();
    let stands = ec.wait_change(&prompt, SOON, |one| one.says("Sealed: **") && one.files().len() == 1).await.unwrap();
    let sealed = picture(&ec, &stands).await;
    assert!(sealed != board, "the order is drawn");
    assert_eq!(dmo.again(&other).await.unwrap().unwrap().files(), other.files(), "the other player sees nothing of it");
    let mut shown = other.clone();
    for word in ["move b1", "c3", "claim c3"] {
        shown = pick(&dmo, &shown, word).await;
    }
    // The next prompt has the result and its board; a closed prompt has no picture of a secret.
    let closed = |one: &Seen| one.says("This prompt is closed.") && one.files().is_empty();
    for (player, prompt) in [(&ec, &prompt), (&dmo, &other)] {
        player.wait_change(prompt, SOON, closed).await.unwrap();
        let next = pictured(player, &house.prompt_after(player, prompt.id()).await).await;
        assert!(next.says("Turn 2"), "{}", next.text());
    }
    // The end is reported with the board, too.
    confirmed(&house.host(), channel, "/host award", json!({"seat": "DMO"})).await;
    let end = |one: &Seen| one.says("wins") && one.selects().is_empty() && !one.says("This prompt is closed.");
    let end = ec.wait_message(prompt.channel(), SOON, |one| end(one) && one.files().len() == 1).await.unwrap();
    assert!(end.button("Board").is_some() && end.button("More").is_some());
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn first_match_explains_each_kind_of_prompt_once() {
    let house = House::open().await;
    let (channel, ec) = (house.channel(), house.ec());
    run(&ec, channel, "/rehearse", json!({"game": "castle-siege", "level": 1})).await;
    let dm = ec.dm().await.unwrap();
    let asks = |one: &Seen, says: &str| one.says(says) && one.button("Seal it").is_some();
    let first = ec.wait_message(dm, SOON, |one| asks(one, "Allocation")).await.unwrap();
    for words in ["More under **Rules**.", "> Start from one of the menu's lines", "> You win at once if"] {
        assert!(first.says(words), "{words}: {}", first.text());
    }
    let more = finished(&ec, dm, ec.click(&first, "More").await.unwrap()).await;
    let rules = finished(&ec, dm, ec.click(&more, "Rules").await.unwrap()).await;
    assert!(rules.says("What you are asked") && rules.says("ATK (attack) wins battles"), "{}", rules.text());
    let menu = first.selects().remove(0);
    let even = menu.options.iter().find(|option| option.label == "Start from Even").unwrap();
    let begun = ec.select(&first, &menu.custom_id, &[&even.value]).await.unwrap();
    let begun = finished(&ec, dm, begun).await;
    assert!(begun.says("More under **Rules**.") && begun.says("2/2/2"), "{}", begun.text());
    ec.type_text(dm, "2 2 2, 2 2 2, 2 2 2, 2 2 2, 2 2 2").await.unwrap();
    let second = ec.wait_message(dm, SOON, |one| asks(one, "Round 1")).await.unwrap();
    assert!(
        second.says("> If you send more attackers") && second.says("> Each menu takes several"),
        "{}",
        second.text()
    );
    assert!(!second.says("> You win"), "{}", second.text());
    ec.type_text(dm, "DDDDD").await.unwrap();
    let third = ec.wait_message(dm, SOON, |one| asks(one, "Round 2")).await.unwrap();
    assert!(
        !third.says("> Each") && !third.says("> If you send more attackers"),
        "it has been explained: {}",
        third.text()
    );
    // Later prompts have one line on what is new.
    let lesson =
        |one: &Seen| one.text().lines().filter(|line| line.starts_with("> ")).map(str::to_owned).collect::<Vec<_>>();
    ec.type_text(dm, "DDDDD").await.unwrap();
    let fourth = ec.wait_message(dm, SOON, |one| asks(one, "Round 3")).await.unwrap();
    let (third, fourth) = (lesson(&third), lesson(&fourth));
    assert!(third.len() == 1 && fourth.len() <= 1 && third != fourth, "{third:?} {fourth:?}");
    house.close().await;
}
