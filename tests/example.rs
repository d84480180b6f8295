//! The worked examples: games that the whole bot can deal, without any mention in the product.

#[path = "bot/description.rs"]
mod description;
#[path = "../examples/goofspiel/game.rs"]
mod game;
#[path = "bot/house.rs"]
#[allow(dead_code, reason = "the bot's own tests use the rest")]
mod house;
#[path = "../examples/forehead-poker/game.rs"]
mod poker;
#[path = "bot/stream.rs"]
mod stream;
#[path = "bot/tls_front.rs"]
mod tls_front;

use std::process::ExitCode;
use std::sync::Once;

use deathmatch::game::{AtTable, Game, Legal, Seat, Seed, Terms, Viewer};
use deathmatch::sandbox::{Person, Seen};
use deathmatch::table::{Code, Entry, Header, Table};
use deathmatch::{cli, games, players};
use house::{House, SOON, order_panel, pick, run};
use serde_json::{Value, json};
use stream::{Stream, same, stream};

fn registered() {
    static REGISTERED: Once = Once::new();
    REGISTERED.call_once(|| {
        games::register(&[&game::Goofspiel, &poker::ForeheadPoker]);
        players::register(vec![players::built_in::<game::View>(), players::built_in::<poker::View>()]);
    });
}

fn table(header: &str) -> Table {
    registered();
    Table::open(Header::read(header).unwrap()).unwrap()
}

#[test]
fn example_is_dealt_at_a_table_and_not_in_the_product() {
    let mut table = table(r#"{"record":1,"game":"goofspiel","preset":"short","seed":"1","ruleset":{"cards":3}}"#);
    assert!(games::find("goofspiel").is_some() && games::GAMES.iter().all(|game| game.id() != "goofspiel"));
    let mut enter = |line: &str| table.enter(&Entry::read(line).unwrap()).error.map(|fault| fault.code);
    assert_eq!(enter(r#"{"at":1,"seat":"ec","order":"4"}"#), Some(Code::IllegalOrder));
    assert_eq!(enter(r#"{"at":1,"seat":"ec","order":"high"}"#), Some(Code::UnreadableOrder));
    assert_eq!(enter(r#"{"at":1,"seat":"ec","order":"3"}"#), None);
    assert_eq!(enter(r#"{"at":60000}"#), None);
    let state = table.state_json();
    assert_eq!(state["rounds"][0]["bids"]["dmo"], 1, "a bid that never came is the lowest card");
    assert_eq!(state["points"]["ec"], state["rounds"][0]["prize"]);
    assert_eq!((&state["hands"]["ec"][1], &state["hands"]["dmo"][0]), (&2.into(), &2.into()));
}

/// Plays a match through the demo. Returns the table at its end and the transcript.
fn demo(game: &str, preset: &str) -> (Table, String) {
    registered();
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("demo");
    let words = ["deathmatch", "sandbox", "--demo", game, "--preset", preset, "--fast", "--out"];
    let played = cli::run_from(words.map(std::ffi::OsString::from).into_iter().chain([out.as_os_str().to_owned()]));
    assert_eq!(played, ExitCode::SUCCESS);
    let record = std::fs::read_to_string(out.join("record.jsonl")).unwrap();
    let mut lines = record.lines();
    let header = Header::read(lines.next().unwrap()).unwrap();
    let entries: Vec<_> = lines.map(|line| Entry::read(line).unwrap()).collect();
    let table = Table::replay(header, &entries).unwrap();
    assert!(table.outcome().is_some());
    (table, std::fs::read_to_string(out.join("transcript.html")).unwrap())
}

#[test]
fn demo_plays_the_examples() {
    let (table, transcript) = demo("goofspiel", "short");
    assert_eq!(table.step(), 8, "a round for each prize");
    assert!(transcript.contains("<img alt=\"Goofspiel. "), "its boards are drawn");
    let (_, transcript) = demo("forehead-poker", "short");
    assert!(transcript.contains("<img alt=\"Forehead Poker. ") && transcript.contains("Bob holds "));
}

/// Scripted players press through a whole match of every built-in game: every menu ends in an order.
#[test]
#[ignore = "plays whole matches for a minute"]
fn demo_plays_every_built_in_game() {
    for game in games::GAMES {
        demo(game.id(), game.presets()[0].0);
    }
}

/// Returns the cards of a seed's first hand.
fn cards(seed: u64) -> Value {
    let terms = Terms { preset: Some("full".to_owned()), seed: Seed::new(seed.to_string()), ..Terms::default() };
    let (play, _) = poker::ForeheadPoker.open(&terms).unwrap();
    play.referee_json(&AtTable::default())["cards"].take()
}

/// Finds a seed whose first hand fits.
fn seed(fits: impl Fn(&Value) -> bool) -> u64 {
    (1..10_000).find(|&seed| fits(&cards(seed))).unwrap()
}

/// The messages to everyone and to the DMO in a match.
struct Sent {
    public: Stream,
    dmo: Stream,
    /// The question that the EC got behind the Order button.
    asked: String,
}

async fn drawn(watcher: &Person, public: &Seen) {
    watcher.wait_change(public, SOON, |one| !one.files().is_empty()).await.unwrap();
}

/// Plays the first hand of a seed: the EC raises by the menu, and the DMO folds if `folds`.
async fn hand(seed: u64, folds: bool) -> Sent {
    registered();
    let house = House::open().await;
    let (channel, watcher) = (house.channel(), house.spectator());
    let options = format!("act_s=600 seed={seed}");
    let card = house.lobby_of(channel, json!({"game": "forehead-poker", "preset": "full", "options": options})).await;
    let first = house.ready(&card).await;
    drawn(&watcher, &first).await;
    assert!(first.says("Do you check or raise?") && !first.selects().is_empty(), "{}", first.text());
    let asked = order_panel(&house.ec(), &first).await.text();
    let raised = pick(&house.ec(), &first, "raise").await;
    let played = pick(&house.ec(), &raised, "1").await;
    assert!(played.is_ephemeral() && played.says("Played: **raise 1**"), "{}", played.text());
    let second = house.public_after(channel, first.id()).await;
    drawn(&watcher, &second).await;
    let dmo = house.dmo().dm().await.unwrap();
    let asked_there = |one: &Seen| one.says("Ann holds") && !one.selects().is_empty() && !one.files().is_empty();
    house.dmo().wait_message(dmo, SOON, asked_there).await.unwrap();
    if folds {
        let played = run(&house.dmo(), channel, "/order", json!({"text": "fold"})).await;
        assert!(played.says("Played: **fold**"), "{}", played.text());
        let third = house.public_after(channel, second.id()).await;
        drawn(&watcher, &third).await;
    }
    watcher.wait_change(&card, SOON, |one| one.says("The match has begun")).await.unwrap();
    for answered in [&first].into_iter().chain(folds.then_some(&second)) {
        watcher.wait_change(answered, SOON, |one| one.selects().is_empty()).await.unwrap();
    }
    let recorded = house.sandbox.recorded();
    let mut public = stream(&recorded, channel);
    // The answer to the last press of Ready changes the card, or an edit does.
    public.changed.retain(|body| !body.contains("The match has begun"));
    let sent = Sent { public, dmo: stream(&recorded, dmo), asked };
    house.stop().await;
    sent
}

#[tokio::test(flavor = "multi_thread")]
async fn public_question_reveals_nothing_of_the_asked_players_view() {
    let known = cards(1);
    let other = seed(|cards| Seat::ALL.iter().all(|seat| cards[seat.id()] != known[seat.id()]));
    let (one, other) = tokio::join!(hand(1, true), hand(other, true));
    assert!(one.public.bodies.iter().any(|body| body.contains("Ann takes the pot")), "the hand is over");
    same(&one.public, &other.public);
    // Only the player is told.
    assert!(one.asked.contains(&format!("Bob holds {}. Do you check or raise?", known["dmo"])), "{}", one.asked);
    assert_ne!(one.asked, other.asked);
}

#[tokio::test(flavor = "multi_thread")]
async fn player_receives_nothing_about_the_own_card() {
    let known = cards(1);
    let other = seed(|cards| cards["ec"] == known["ec"] && cards["dmo"] != known["dmo"]);
    let (one, other) = tokio::join!(hand(1, false), hand(other, false));
    assert!(one.dmo.bodies.iter().any(|body| body.contains(&format!("Ann holds {}.", known["ec"]))));
    same(&one.public, &other.public);
    same(&one.dmo, &other.dmo);
}

#[test]
fn referee_shows_others_the_public_question_only() {
    let table = table(r#"{"record":1,"game":"forehead-poker","preset":"full","seed":"1"}"#);
    let posted = table.posted(Seat::Ec).unwrap();
    assert_eq!(posted.question().unwrap().with_names(&table.names()), "Do you check or raise?");
    assert_eq!(posted.legal(), Legal::Listed(["check", "raise 1", "raise 2"].map(str::to_owned).to_vec()));
    assert_eq!(posted.json(), table.sight(Viewer::Public).json());
    let talk = r#"{"record":1,"game":"forehead-poker","preset":"full","seed":"1"}
{"legal":"ec"}
{"perft":2}
"#;
    let answers = |viewer| {
        let mut output = Vec::new();
        cli::referee::hold(talk.as_bytes(), &mut output, viewer).unwrap();
        let lines = String::from_utf8(output).unwrap();
        lines.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()).collect::<Vec<_>>()
    };
    let (all, public) = (answers(Viewer::Truth), answers(Viewer::Public));
    assert_eq!(public[1]["orders"], json!(["check", "raise 1", "raise 2"]));
    assert!(all[2]["nodes"].is_number());
    assert_eq!(public[2]["error"]["code"], "not-awaited", "how many sequences there are hangs on the cards");
}
