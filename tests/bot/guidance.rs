//! Answers to questions: the settings, the available commands, the options of a match.

use deathmatch::sandbox::{Person, Seen};
use serde_json::json;

use crate::house::{House, SOON, finished, run};

#[tokio::test(flavor = "multi_thread")]
async fn setup_shows_the_settings_without_changing_them() {
    let house = House::open().await;
    let (channel, host) = (house.channel(), house.host());
    let asked = |options: &str| match options {
        "" => json!({"game": "knights"}),
        options => json!({"game": "knights", "options": options}),
    };
    let fresh = run(&host, channel, "/setup show", json!({})).await;
    for words in ["Manage Server", "time zone is UTC", "Anyone may open friendly matches here"] {
        assert!(fresh.says(words), "{}", fresh.text());
    }
    let defaults = async |options: &str| run(&host, channel, "/setup defaults", asked(options)).await;
    assert!(defaults("turn_s=77").await.says("turn_s=77"));
    for _again in 0..2 {
        assert!(defaults("").await.says("turn_s=77"), "looking wipes nothing");
    }
    let both = defaults("private_orders=final").await;
    assert!(both.says("turn_s=77") && both.says("private_orders=final"), "{}", both.text());
    let refused = defaults("seed=5").await;
    assert!(refused.says("has no option"), "{}", refused.text());
    run(&host, channel, "/setup friendly", json!({"allowed": false})).await;
    run(&host, channel, "/setup timezone", json!({"zone": "Europe/Berlin"})).await;
    let shown = run(&host, channel, "/setup show", json!({})).await;
    for words in ["Only hosts may open", "Europe/Berlin", "Knights here begin with", "turn_s=77"] {
        assert!(shown.says(words), "{words}: {}", shown.text());
    }
    assert!(defaults("none").await.says("the game's own values"));
    assert!(!run(&host, channel, "/setup show", json!({})).await.says("turn_s"));
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn help_depends_on_the_readers_rights() {
    let house = House::open().await;
    let channel = house.channel();
    let (ec, host) = (house.ec(), house.host());
    let press = async |person: &Person, page: &Seen, door: &str| {
        let answer = person.click(page, door).await.unwrap();
        finished(person, page.channel(), answer).await
    };
    let entered = async |person: &Person, place, door: &str| {
        let entrance = run(person, place, "/help", json!({})).await;
        assert!(entrance.is_ephemeral() && entrance.says("I deal Death Matches"), "{}", entrance.text());
        press(person, &entrance, door).await
    };
    let play = entered(&ec, channel, "Guide for players").await;
    assert!(play.says("/order") && play.says("**Learn**"), "{}", play.text());
    assert!(!play.says("(in a server channel)"), "{}", play.text());
    let theirs = press(&ec, &play, "Guide for hosts").await;
    assert!(
        theirs.says("friendly matches") && !theirs.says("/host") && !theirs.says("/setup show"),
        "{}",
        theirs.text()
    );
    let hosts = entered(&host, channel, "Guide for hosts").await;
    assert!(hosts.says("/host panel") && hosts.says("/setup panel"), "{}", hosts.text());
    let watched = press(&host, &hosts, "Guide for spectators").await;
    assert!(watched.says("/match replay"), "{}", watched.text());
    let private = entered(&ec, ec.dm().await.unwrap(), "Guide for hosts").await;
    assert!(private.says("in a server"), "{}", private.text());
    let play = press(&ec, &private, "Guide for players").await;
    assert!(
        play.says("`/match open` (in a server channel): challenge") && play.says("`/board`: the board"),
        "{}",
        play.text()
    );
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn items_and_boards_are_match_options() {
    let house = House::open().await;
    let (channel, world, host) = (house.channel(), house.sandbox.world(), house.host());
    let asked = |preset: &str, options: &str| json!({"game": "guidance-rite", "preset": preset, "ec": world.ann, "dmo": world.bob, "options": options});
    for (preset, options, words) in [
        ("final", "items.ec=sword", "the items are honour, rotate, swap"),
        ("final", "items.ec=swap,swap", "once at most"),
        ("dm11", "items.dmo=swap", "There are no items in this preset"),
        ("final", "boards=[]", "a list of 3 boards"),
        ("final", "board=[]", "has no option"),
    ] {
        let refused = run(&host, channel, "/match open", asked(preset, options)).await;
        assert!(refused.is_ephemeral() && refused.says(words), "{options}: {}", refused.text());
    }
    let rows = serde_json::to_string(&[
        vec![vec!["uRb......."; 5]; 6],
        vec![vec!["uRb......."; 5]; 6],
        vec![vec!["uRb......."; 5]; 6],
    ]);
    let options = format!("items.ec=honour,rotate items.dmo=swap chooser=ec boards={}", rows.unwrap());
    assert!(options.len() > 1_000, "three boards fit");
    let opened = run(&host, channel, "/match open", asked("final", &options)).await;
    assert!(opened.says("Opened match 1"), "{}", opened.text());
    let card = host.wait_message(channel, SOON, |one| one.button("Ready").is_some()).await.unwrap();
    assert!(card.says("Items of Ann: honour, rotate") && card.says("Items of Bob: swap"), "{}", card.text());
    assert!(card.says("Ann chooses who goes first in bout 1"), "{}", card.text());
    house.ready(&card).await;
    let players = host.autocomplete(channel, "/host forfeit", json!({"seat": ""}), "seat").await.unwrap();
    let players: Vec<_> = players.iter().map(|one| (one.label.as_str(), one.value.as_str())).collect();
    assert_eq!(players, [("Ann (first finalist)", "ec"), ("Bob (second finalist)", "dmo")]);
    let nobody = run(&host, channel, "/host forfeit", json!({"seat": "Cleo"})).await;
    assert!(nobody.says("Ann (first finalist) or Bob (second finalist)"), "{}", nobody.text());
    let asked_back = run(&host, channel, "/host forfeit", json!({"seat": "second finalist"})).await;
    assert!(asked_back.says("Bob loses match 1 at once"), "{}", asked_back.text());
    let items = run(&house.spectator(), channel, "/board", json!({"query": "items"})).await;
    assert!(items.says("Point of Honour") && items.says("Rotate") && items.says("Swap"), "{}", items.text());
    house.close().await;
}
