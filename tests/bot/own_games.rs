//! `/game`: a server's own games, from the file to the finished match.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use deathmatch::sandbox::{Person, Seen};
use serde_json::{Value, json};

use crate::host_panel::chosen;
use crate::house::{House, SOON, confirmed as ruled, finished, order_panel, pick, run};

const BIDS: &str = include_str!("../../crates/gamefile/templates/bids.py");

fn attached(name: &str, bytes: &[u8]) -> Value {
    json!({"file": {"name": name, "content_base64": STANDARD.encode(bytes)}})
}

async fn game(house: &House, person: &Person, act: &str, options: Value) -> Seen {
    let answer = run(person, house.channel(), &format!("/game {act}"), options).await;
    assert!(answer.is_ephemeral());
    answer
}

/// Sends a file and presses the button that confirms it. Returns both answers.
async fn confirmed(house: &House, act: &str, label: &str, source: &str) -> [Seen; 2] {
    let host = house.host();
    let found = game(house, &host, act, attached("bids.py", source.as_bytes())).await;
    let pressed = host.click(&found, label).await.unwrap_or_else(|_| panic!("{}", found.text()));
    let done = finished(&host, house.channel(), pressed).await;
    [found, done]
}

#[tokio::test(flavor = "multi_thread")]
async fn files_that_are_no_games_are_refused_with_the_reason() {
    let house = House::open().await;
    let host = house.host();
    let taken = BIDS.replace("id=\"bids\"", "id=\"knights\"");
    let broken = BIDS.replace("s.prize = random.take(s.prizes)", "s.prize = random.tak(s.prizes)");
    for (name, bytes, says) in [
        ("bids.txt", BIDS.as_bytes(), "ends in `.py`"),
        ("bids.py", &[0x67, 0x61, 0xff, 0xfe], "UTF-8"),
        ("bids.py", &vec![b'#'; 64 * 1024 + 1], "64 kB"),
        ("bids.py", taken.as_bytes(), "an included game"),
        ("bids.py", broken.as_bytes(), "random.tak(s.prizes)"),
        ("bids.py", b"while True: pass", "bids.py:1"),
    ] {
        let refused = game(&house, &host, "install", attached(name, bytes)).await;
        assert!(refused.says(says) && refused.button("Install").is_none(), "{says}: {}", refused.text());
    }
    let refused = game(&house, &house.spectator(), "install", attached("bids.py", BIDS.as_bytes())).await;
    assert!(refused.says("Manage Server"), "{}", refused.text());
    let none = game(&house, &host, "list", json!({})).await;
    assert!(none.says("installed no games"), "{}", none.text());
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn game_file_is_checked_installed_played_updated_and_removed() {
    let mut house = House::open().await;
    let (channel, host, sam) = (house.channel(), house.host(), house.spectator());
    let found = game(&house, &host, "install", attached("bids.py", BIDS.as_bytes())).await;
    assert!(
        found.says("Prize Bids can be played")
            && found.says("Its check: always ends; hides nothing")
            && found.says("7 by default)")
            && found.says("Variants: `standard`")
            && found.says("`by` still says *your name*"),
        "{}",
        found.text()
    );
    let lines = found.text().lines().filter(|line| !line.starts_with("```")).count();
    assert!(lines <= 12 && !found.says("--seconds"), "{}", found.text());
    let dropped = finished(&host, channel, host.click(&found, "Cancel").await.unwrap()).await;
    assert!(dropped.says("Nothing is changed") && dropped.buttons().is_empty(), "{}", dropped.text());
    let found = game(&house, &host, "install", attached("bids.py", BIDS.as_bytes())).await;
    assert!(
        game(&house, &host, "list", json!({})).await.says("installed no games"),
        "nothing is there before the press"
    );
    let pressed = host.click(&found, "Install").await.unwrap();
    let done = finished(&host, channel, pressed).await;
    assert!(done.says("Prize Bids is installed, as this server's version 1"), "{}", done.text());
    let again = game(&house, &host, "install", attached("bids.py", BIDS.as_bytes())).await;
    assert!(again.says("/game update"), "{}", again.text());

    let panel = run(&host, channel, "/setup panel", json!({})).await;
    let games = chosen(&host, &panel, "games").await;
    let menu = games.selects().into_iter().find(|menu| menu.custom_id == "ds1:game").expect("the menu of games");
    assert!(menu.options.iter().any(|option| option.label == "Prize Bids"), "{:?}", menu.options);

    let card = house.lobby_of(channel, json!({"game": "bids", "preset": "short"})).await;
    assert!(card.says("A game in a file, by your name"), "{}", card.text());
    let first = house.ready(&card).await;
    for player in [house.ec(), house.dmo()] {
        let panel = order_panel(&player, &first).await;
        pick(&player, &panel, "3").await;
    }
    let second = house.public_after(channel, first.id()).await;
    assert!(second.says("nobody gets the prize"), "{}", second.text());

    let newer = BIDS.replace("Prize Bids", "Sealed Bids").replace("version=1", "version=3");
    let [_, updated] = confirmed(&house, "update", "Update", &newer).await;
    assert!(updated.says("Sealed Bids is installed, as this server's version 2"), "{}", updated.text());
    let older = game(&house, &host, "update", attached("bids.py", BIDS.as_bytes())).await;
    assert!(
        older.says("This file says version 1, which is older than the installed file's version 3."),
        "{}",
        older.text()
    );
    house.stop_bot().await;
    house.start_bot().await;
    for (player, bid) in [(house.ec(), "1"), (house.dmo(), "2")] {
        let panel = order_panel(&player, &second).await;
        pick(&player, &panel, bid).await;
    }
    let third = house.public_after(channel, second.id()).await;
    assert!(third.says("Prize Bids") || third.says("bids 1"), "{}", third.text());
    let shown = game(&house, &sam, "show", json!({"game": "bids"})).await;
    assert!(shown.says("Version 2") && shown.says("Version 1"), "{}", shown.text());
    let file = game(&house, &sam, "export", json!({"game": "bids"})).await;
    let bytes = sam.download(&file.files()[0].url).await.unwrap();
    assert_eq!(String::from_utf8(bytes).unwrap(), newer);
    let rules = run(&sam, channel, "/rules", json!({"game": "bids"})).await;
    assert!(rules.says("Both bid a number in secret"), "{}", rules.text());
    let listed = sam.autocomplete(channel, "/rules", json!({"game": "sealed"}), "game").await.unwrap();
    assert!(listed.iter().any(|choice| choice.label == "Sealed Bids"), "{listed:?}");

    let refused = game(&house, &sam, "remove", json!({"game": "bids"})).await;
    assert!(refused.says("Manage Server"), "{}", refused.text());
    let removed = game(&house, &host, "remove", json!({"game": "bids"})).await;
    assert!(removed.says("is removed"), "{}", removed.text());
    let gone = run(&sam, channel, "/rules", json!({"game": "bids"})).await;
    assert!(gone.says("There is no game"), "{}", gone.text());
    let mistyped = run(&sam, channel, "/rules", json!({"game": "Knigths"})).await;
    assert!(mistyped.says("did you mean `Knights`?"), "{}", mistyped.text());
    let panel = order_panel(&house.ec(), &third).await;
    assert!(!panel.selects().is_empty(), "the match continues: {}", panel.text());
    house.stop().await;
}

/// The end of a season posts the overview of matches that are not rated, and every list of ratings says why they are not.
#[tokio::test(flavor = "multi_thread")]
async fn matches_of_a_first_version_count_for_the_season_alone() {
    let house = House::open().await;
    let (channel, host) = (house.channel(), house.host());
    let [_, done] = confirmed(&house, "install", "Install", BIDS).await;
    assert!(done.says("version 1"), "{}", done.text());
    run(&host, channel, "/season begin", json!({"name": "Winter"})).await;
    let card = house.lobby_of(channel, json!({"game": "bids"})).await;
    assert!(!card.says(" won, "), "{}", card.text());
    house.ready(&card).await;
    let asked = run(&host, channel, "/season end", json!({})).await;
    assert!(asked.says("1 match is still being played; its result will not count"), "{}", asked.text());
    ruled(&host, channel, "/host award", json!({"seat": "EC"})).await;
    let ladder = run(&host, channel, "/leaderboard", json!({"game": "bids"})).await;
    assert!(ladder.says("Matches of a file's first version are not rated"), "{}", ladder.text());
    let card = house.lobby_of(channel, json!({"game": "bids"})).await;
    assert!(!card.says(" won, "), "{}", card.text());
    let asked = run(&host, channel, "/season end", json!({})).await;
    assert!(!asked.says("still being played"), "{}", asked.text());
    let done = finished(&host, channel, host.click(&asked, "Confirm").await.unwrap()).await;
    assert!(done.says("its tables are posted"), "{}", done.text());
    let posted = |one: &Seen| one.says("The season Winter is over.") && one.says("1 of 2 contestants left");
    host.wait_message(channel, SOON, posted).await.unwrap();
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn host_tries_a_game_file_in_private_before_installing() {
    let house = House::open().await;
    let host = house.host();
    let begun = game(&house, &host, "try", attached("bids.py", BIDS.as_bytes())).await;
    assert!(begun.says("begins in your direct messages") && begun.says("always ends"), "{}", begun.text());
    let broken = BIDS.replace("s.prize = random.take(s.prizes)", "s.prize = random.tak(s.prizes)");
    let faulty = game(&house, &host, "try", attached("mine.py", broken.as_bytes())).await;
    assert!(faulty.says("mine.py:") && faulty.says("Correct it and send it again"), "{}", faulty.text());
    let dm = host.dm().await.unwrap();
    host.wait_message(dm, SOON, |message| !message.selects().is_empty()).await.unwrap();
    let none = game(&house, &host, "list", json!({})).await;
    assert!(none.says("installed no games"), "{}", none.text());
    let refused = game(&house, &house.spectator(), "try", attached("bids.py", BIDS.as_bytes())).await;
    assert!(refused.says("Only hosts"), "{}", refused.text());
    house.stop().await;
}
