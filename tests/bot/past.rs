//! Past matches: history, figures, leaderboards and seasons, and their limits by channel permissions.

use deathmatch::sandbox::{Person, Seen, Snowflake};
use serde_json::{Value, json};

use crate::house::{House, SOON, confirmed, finished, run};

/// Plays a hosted match that the host awards to a seat at once.
async fn won(house: &House, channel: Snowflake, seat: &str) {
    let card = house.lobby(channel, "unit_s=600").await;
    house.ready(&card).await;
    let title = card.json()["embeds"][0]["title"].as_str().unwrap().to_owned();
    let number: u32 = title.split(' ').nth(1).unwrap().parse().unwrap();
    confirmed(&house.host(), channel, "/host award", json!({ "seat": seat, "match": number })).await;
}

async fn said(person: &Person, channel: Snowflake, name: &str, options: Value) -> Seen {
    let said = run(person, channel, name, options).await;
    assert!(said.is_ephemeral());
    said
}

#[tokio::test(flavor = "multi_thread")]
async fn history_pages_have_the_finished_matches_its_reader_may_see() {
    let mut house = House::open().await;
    let (world, channel, sam) = (house.sandbox.world(), house.channel(), house.spectator());
    for _ in 0..5 {
        won(&house, channel, "EC").await;
    }
    won(&house, channel, "DMO").await;
    won(&house, world.lounge, "DMO").await;
    house.begin(channel, "unit_s=600").await;
    let all = said(&sam, channel, "/history", json!({})).await;
    assert!(all.says("7 finished matches") && all.says("**Bob** beat Ann by the host's ruling"), "{}", all.text());
    assert!(!all.says("`8`"), "a running match is in no list: {}", all.text());
    let place = json!({"channel": world.lounge, "permission": "VIEW_CHANNEL", "user": "sam"});
    house.sandbox.fault(&json!({ "revoke": place })).unwrap();
    let less = said(&sam, channel, "/history", json!({})).await;
    assert!(less.says("6 finished matches") && !less.says("`7`"), "{}", less.text());
    assert!(said(&house.ec(), channel, "/history", json!({})).await.says("7 finished matches"), "one's own are there");
    assert!(said(&sam, channel, "/stats", json!({"game": "warriors-death"})).await.says("6 finished matches"));
    // The rating's line has a point for each match that its reader may see.
    for (reader, points) in [(&sam, 6), (&house.ec(), 7)] {
        let figures = said(reader, channel, "/stats", json!({"player": world.ann})).await;
        let drawn = reader.wait_change(&figures, SOON, |message| !message.files().is_empty()).await.unwrap();
        let alt = drawn.files()[0].description.clone().unwrap();
        let begins = format!("A graph of the rating of Ann in A Warrior's Death over {points} matches: from ");
        assert!(alt.starts_with(&begins), "{alt}");
        if let Ok(folder) = std::env::var("PLOTS") {
            let file = reader.download(&drawn.files()[0].url).await.unwrap();
            std::fs::write(format!("{folder}/{points}.png"), file).unwrap();
        }
    }
    let figures = said(&sam, channel, "/stats", json!({"player": world.hana})).await;
    assert!(figures.says("No finished match that you can see fits"), "{}", figures.text());
    for id in 9..14 {
        won(&house, channel, "EC").await;
        confirmed(&house.host(), channel, "/host undo", json!({ "match": id })).await;
        confirmed(&house.host(), channel, "/host award", json!({"seat": "DMO", "match": id})).await;
    }
    let first = said(&sam, channel, "/history", json!({"player": world.ann, "opponent": world.bob})).await;
    assert!(first.says("11 finished matches** · page 1 of 2") && first.button("Newer").is_none(), "{}", first.text());
    house.stop_bot().await;
    house.start_bot().await;
    let second = finished(&sam, channel, sam.click(&first, "Older").await.unwrap()).await;
    assert!(second.says("page 2 of 2") && second.says("`1`") && second.button("Older").is_some_and(|one| one.disabled));
    let back = finished(&sam, channel, sam.click(&second, "Newer").await.unwrap()).await;
    assert_eq!(back.text(), first.text());
    assert!(said(&sam, channel, "/history", json!({"player": world.hana})).await.says("No finished match fits"));
    // Replaced players are found, too, against their opponents.
    house.begin(channel, "unit_s=600").await;
    let sat_in = json!({"seat": "EC", "user": world.sam, "match": 14});
    run(&house.host(), channel, "/host substitute", sat_in).await;
    confirmed(&house.host(), channel, "/host award", json!({"seat": "EC", "match": 14})).await;
    for (player, opponent, found) in [("ann", "bob", true), ("sam", "bob", true), ("ann", "sam", false)] {
        let id = |name| match name {
            "ann" => world.ann,
            "bob" => world.bob,
            _ => world.sam,
        };
        let asked = json!({"player": id(player), "opponent": id(opponent)});
        let said = said(&sam, channel, "/history", asked).await;
        assert_eq!(said.says("`14`"), found, "{player} against {opponent}: {}", said.text());
    }
    let ann = said(&sam, channel, "/stats", json!({"player": world.ann})).await;
    assert!(ann.says("6 won, 6 lost") && ann.says("longest winning streak: 5"), "{}", ann.text());
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn substitutes_match_counts_for_the_first_player_everywhere() {
    let house = House::open().await;
    let (world, channel, host) = (house.sandbox.world(), house.channel(), house.host());
    house.begin(channel, "unit_s=600").await;
    run(&host, channel, "/host substitute", json!({"seat": "EC", "user": world.sam})).await;
    confirmed(&host, channel, "/host award", json!({"seat": "EC"})).await;
    let ladder = said(&host, channel, "/leaderboard", json!({"game": "warriors-death"})).await;
    assert!(ladder.says("**Ann**") && ladder.says("1 won, 0 lost") && !ladder.says("Sam"), "{}", ladder.text());
    let season = said(&host, channel, "/season show", json!({})).await;
    assert!(season.says("was eliminated by Ann") && !season.says("Sam"), "{}", season.text());
    let stats = said(&host, channel, "/stats", json!({"player": world.ann})).await;
    assert!(stats.says("1 won, 0 lost"), "{}", stats.text());
    let stats = said(&host, channel, "/stats", json!({"player": world.sam})).await;
    assert!(stats.says("No finished match that you can see fits"), "{}", stats.text());
    let past = said(&host, channel, "/history", json!({"player": world.sam})).await;
    assert!(past.says("**Ann (Sam)** beat Bob"), "{}", past.text());
    let card = house.lobby(channel, "unit_s=600").await;
    assert!(card.says("1 won, 0 lost in rated matches here") && card.says("0 won, 1 lost"), "{}", card.text());
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn leaderboards_count_rated_matches_by_season() {
    let house = House::open().await;
    let (host, ec, channel) = (house.host(), house.ec(), house.channel());
    let game = json!({"game": "warriors-death"});
    assert!(said(&ec, channel, "/leaderboard", game.clone()).await.says("Nobody is rated yet"));
    run(&ec, channel, "/practice", json!({"game": "warriors-death", "level": 1})).await;
    host.wait_message(channel, SOON, |one| one.button("Order").is_some()).await.unwrap();
    let resign = run(&ec, channel, "/match resign", json!({})).await;
    ec.click(&resign, "Resign").await.unwrap();
    host.wait_message(channel, SOON, |one| one.button("Rematch").is_some()).await.unwrap();
    let past = said(&ec, channel, "/history", json!({})).await;
    assert!(past.says("beat Ann by resignation"), "{}", past.text());
    assert!(
        said(&ec, channel, "/leaderboard", game.clone()).await.says("Nobody is rated yet"),
        "practice is not rated"
    );
    won(&house, channel, "DMO").await;
    let table = said(&ec, channel, "/leaderboard", game.clone()).await;
    assert!(
        table.says("1. **Bob** · rating 1662 · 1 won, 0 lost") && table.says("2. **Ann** · rating 1338"),
        "{}",
        table.text()
    );
    assert!(table.says("Few matches yet") && !table.says("±"), "{}", table.text());
    // Built-in players are shown below the table, and are no rows of it.
    assert!(table.says("Do not compare") && table.says("My levels: level 1: 1200 · level 2: 1"), "{}", table.text());
    assert!(!table.says("3. "), "{}", table.text());

    assert!(
        said(&ec, channel, "/host count", json!({"counts": false, "match": 2})).await.says("You play in this match")
    );
    assert!(
        said(&house.spectator(), channel, "/host count", json!({"counts": false, "match": 2})).await.says("Only hosts")
    );
    let out = json!({"counts": false, "match": 2});
    let (one, other) =
        tokio::join!(said(&host, channel, "/host count", out.clone()), said(&host, channel, "/host count", out));
    assert!(one.says("does not count") && other.says("does not count"));
    assert!(said(&ec, channel, "/leaderboard", game.clone()).await.says("Nobody is rated yet"));
    said(&host, channel, "/host count", json!({"counts": true, "match": 2})).await;
    let back = |one: &Seen| one.says("put this match back into the ratings");
    host.wait_message(channel, SOON, back).await.unwrap();
    let told = host.messages(channel).await.unwrap();
    assert_eq!(told.iter().filter(|one| one.says("took this match out of the ratings")).count(), 1, "said once");
    assert_eq!(said(&ec, channel, "/leaderboard", game.clone()).await.text(), table.text());
    confirmed(&host, channel, "/host undo", json!({"match": 2})).await;
    assert!(said(&ec, channel, "/leaderboard", game.clone()).await.says("Nobody is rated yet"), "undone is unrated");
    confirmed(&host, channel, "/host award", json!({"seat": "EC", "match": 2})).await;

    let refused = said(&ec, channel, "/season begin", json!({"name": "Autumn"})).await;
    assert!(refused.says("Only members with the Manage Server permission"), "{}", refused.text());
    let manager = &host;
    assert!(said(manager, channel, "/season begin", json!({"name": "Autumn"})).await.says("has begun"));
    for name in ["Winter", "Autumn"] {
        let refused = said(manager, channel, "/season begin", json!({ "name": name })).await;
        assert!(refused.says("Autumn is running. End it with"), "{}", refused.text());
    }
    let none = said(&ec, channel, "/leaderboard", json!({"game": "warriors-death", "season": "autumn"})).await;
    assert!(none.says("Nobody is rated yet"), "what was before does not count: {}", none.text());
    won(&house, channel, "DMO").await;
    let before = house.host().messages(channel).await.unwrap().last().unwrap().id();
    let kept = run(manager, channel, "/season end", json!({})).await;
    assert!(kept.says("End the season Autumn?") && kept.says("another name"), "{}", kept.text());
    let kept = finished(manager, channel, manager.click(&kept, "Cancel").await.unwrap()).await;
    assert!(kept.says("continues") && kept.buttons().is_empty(), "{}", kept.text());
    let asked = run(manager, channel, "/season end", json!({})).await;
    let ended = confirmed(manager, channel, "/season end", json!({})).await;
    assert!(ended.says("its tables are posted"), "{}", ended.text());
    let late = finished(manager, channel, manager.click(&asked, "Confirm").await.unwrap()).await;
    assert!(late.says("No season is running"), "{}", late.text());
    let posted = |one: &Seen| one.id() > before && one.says("The season Autumn is over");
    let posted = house.spectator().wait_message(channel, SOON, posted).await.unwrap();
    assert!(posted.says("**Ann** was eliminated by Bob"), "{}", posted.text());
    let table = |one: &Seen| one.id() > posted.id() && one.says("1. **Bob** · rating 1662");
    house.spectator().wait_message(channel, SOON, table).await.unwrap();
    assert!(said(manager, channel, "/season end", json!({})).await.says("No season is running"));
    let again = said(&ec, channel, "/leaderboard", json!({"game": "warriors-death", "season": "Autumn"})).await;
    assert!(again.says("1. **Bob** · rating 1662"), "{}", again.text());
    house.stop().await;
}

/// Waits until a command's answer has all these words: figures are computed behind all other work.
async fn says(person: &Person, channel: Snowflake, name: &str, options: Value, all: &[&str]) -> Seen {
    let until = std::time::Instant::now() + SOON;
    loop {
        let answer = said(person, channel, name, options.clone()).await;
        if all.iter().all(|words| answer.says(words)) {
            return answer;
        }
        assert!(std::time::Instant::now() < until, "{all:?} is not in: {}", answer.text());
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn figures_cover_visible_finished_matches_until_an_undo() {
    let house = House::open().await;
    let (world, channel, sam, host) = (house.sandbox.world(), house.channel(), house.spectator(), house.host());
    let first = house.begin(channel, "unit_s=600").await;
    let second = house.round(&first, "samurai", "bard").await;
    house.round(&second, "sage", "bard").await;
    let game = json!({"game": "warriors-death"});
    let of = |user: Snowflake| json!({"game": "warriors-death", "player": user});
    assert!(
        said(&sam, channel, "/stats", game.clone()).await.says("No finished match that you can see fits"),
        "it is running"
    );
    assert!(said(&house.ec(), channel, "/stats", of(world.ann)).await.says("No finished match that you can see fits"));
    confirmed(&host, channel, "/host award", json!({"seat": "EC"})).await;
    let used = "most used: Bard (2×), Sage (1×), Samurai (1×)";
    let all = ["the EC won 1 of 1 matches", used];
    says(&sam, channel, "/stats", game.clone(), &all).await;
    let own = ["1 won, 0 lost", "most used: Sage (1×), Samurai (1×)", "time for an answer:"];
    says(&sam, channel, "/stats", of(world.ann), &own).await;
    // Another match elsewhere, which not everybody may see.
    let card = house.lobby(world.lounge, "unit_s=600").await;
    let begun = house.ready(&card).await;
    house.round(&begun, "dragoon", "bard").await;
    confirmed(&host, world.lounge, "/host award", json!({"seat": "EC"})).await;
    says(&host, channel, "/stats", game.clone(), &["most used: Bard (3×), Dragoon (1×)"]).await;
    let place = json!({"channel": world.lounge, "permission": "VIEW_CHANNEL", "user": "sam"});
    house.sandbox.fault(&json!({ "revoke": place })).unwrap();
    let less = said(&sam, channel, "/stats", game.clone()).await;
    assert!(less.says(used) && !less.says("Dragoon"), "{}", less.text());
    let less = said(&sam, channel, "/stats", of(world.ann)).await;
    assert!(less.says("most used: Sage (1×)") && !less.says("Dragoon"), "{}", less.text());
    confirmed(&host, channel, "/host undo", json!({"match": 1})).await;
    assert!(
        said(&sam, channel, "/stats", game.clone()).await.says("No finished match that you can see fits"),
        "an undone result is none"
    );
    let left = said(&host, channel, "/stats", game.clone()).await;
    assert!(left.says("Dragoon (1×)") && !left.says("Samurai"), "{}", left.text());
    house.stop().await;
}
