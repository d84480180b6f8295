//! Pictures in messages.

use serde_json::json;

use crate::house::{House, SOON, run};

#[tokio::test(flavor = "multi_thread")]
async fn rules_have_a_drawn_example_with_alt_text() {
    let house = House::open().await;
    let (spectator, channel) = (house.spectator(), house.channel());
    for game in deathmatch::games::GAMES {
        let answer = run(&spectator, channel, "/rules", json!({ "game": game.id() })).await;
        let drawn = spectator.wait_for(channel, SOON, |messages| {
            let rules = messages.iter().find(|message| message.id() == answer.id())?;
            rules.files().into_iter().next()
        });
        let file = drawn.await.unwrap();
        assert!(file.description.is_some_and(|alt| alt.contains("example")), "{}", game.id());
        assert!(file.dimensions.is_some_and(|(wide, _)| wide == 1_000));
    }
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn deciding_board_of_a_bout_is_shown_with_the_next_bout() {
    let house = House::open().await;
    let (channel, ec, dmo) = (house.channel(), house.ec(), house.dmo());
    let card = house.lobby_of(channel, json!({ "game": "guidance-rite", "preset": "dm11" })).await;
    let mut last = house.ready(&card).await;
    for player in [&ec, &dmo] {
        player.click(&last, "Ready").await.unwrap();
    }
    let squares: Vec<_> =
        (1..=5).flat_map(|row| ["a", "b", "c", "d", "e"].map(|column| format!("{column}{row}"))).collect();
    for claims in squares.chunks_exact(4) {
        last = house.public_after(channel, last.id()).await;
        for (player, own) in [(&ec, &claims[..2]), (&dmo, &claims[2..])] {
            let answer = run(player, channel, "/order", json!({ "text": own.join(" ") })).await;
            assert!(answer.says("Sealed"), "{}", answer.text());
        }
    }
    last = house.public_after(channel, last.id()).await;
    run(&dmo, channel, "/order", json!({ "text": "first" })).await;
    last = house.public_after(channel, last.id()).await;
    run(&house.host(), channel, "/host draw-state", json!({})).await;
    let spectator = house.spectator();
    let boards = spectator.wait_for(channel, SOON, |messages| {
        let ended = messages.iter().find(|message| message.id() > last.id() && message.button("Board").is_some())?;
        Some(ended.files()).filter(|files| !files.is_empty())
    });
    let boards = boards.await.unwrap();
    let alts: Vec<_> = boards.iter().map(|file| file.description.as_deref().unwrap_or_default()).collect();
    assert_eq!(alts.len(), 2, "{alts:?}");
    assert!(alts[0].contains("End of bout 1") && alts[1].contains("Bout 2 · First look"), "{alts:?}");
    house.close().await;
}
