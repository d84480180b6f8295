//! Imported records: kept as they are, or continued.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use deathmatch::sandbox::{Person, Seen};
use deathmatch::table::{Entry, Header, played_from, verify};
use serde_json::{Value, json};

use crate::house::{House, SOON, confirmed, order_panel, pick, record, replayed, run};

/// A finished match that was played elsewhere.
const PLAYED: &str = include_str!("../records/knights/all-coloured-and-level.jsonl");

/// Returns the counted lines of that match.
fn elsewhere() -> String {
    let mut lines = PLAYED.lines();
    let header = lines.next().unwrap();
    let mut table = deathmatch::table::Table::open(Header::read(header).unwrap()).unwrap();
    let counts = |line: &&str| table.enter(&Entry::read(line).unwrap()).error.is_none();
    [header].into_iter().chain(lines.filter(counts)).map(|line| line.to_owned() + "\n").collect()
}

async fn import(house: &House, person: &Person, record: &[u8], mut options: Value) -> Seen {
    options["file"] = json!({"name": "match.jsonl", "content_base64": STANDARD.encode(record)});
    let answer = run(person, house.channel(), "/match import", options).await;
    assert!(answer.is_ephemeral());
    answer
}

#[tokio::test(flavor = "multi_thread")]
async fn imported_finished_match_is_shown_but_not_counted_or_ruled() {
    let mut house = House::open().await;
    let (channel, host, sam) = (house.channel(), house.host(), house.spectator());
    let before = sam.messages(channel).await.unwrap().len();
    let kept = import(&house, &host, elsewhere().as_bytes(), json!({})).await;
    assert!(kept.says("Stored as match 1: Bob beat Ann by the tie rule"), "{}", kept.text());
    assert_eq!(sam.messages(channel).await.unwrap().len(), before, "nobody is notified");
    house.stop_bot().await;
    house.start_bot().await;
    let shown = run(&sam, channel, "/match show", json!({"match": 1})).await;
    assert!(
        shown.says("Imported")
            && shown.text().lines().any(|line| line.starts_with("- Turn 21: ") && line.contains("last square")),
        "{}",
        shown.text()
    );
    let history = run(&sam, channel, "/history", json!({})).await;
    assert!(history.says("**Bob** beat Ann by the tie rule") && history.says("· imported <t:"), "{}", history.text());
    let board = run(&sam, channel, "/leaderboard", json!({"game": "knights"})).await;
    assert!(!board.says("Bob"), "{}", board.text());
    let figures = run(&sam, channel, "/stats", json!({"game": "knights"})).await;
    assert!(!figures.says("1 match"), "{}", figures.text());
    let verified = run(&sam, channel, "/match verify", json!({"match": 1})).await;
    assert!(verified.says("has no receipts to check"), "{}", verified.text());
    let review = run(&sam, channel, "/match review", json!({"match": 1})).await;
    assert!(review.says("in review"), "{}", review.text());
    let moving = run(&sam, channel, "/match replay", json!({"match": 1})).await;
    assert!(!moving.files().is_empty(), "{}", moving.text());
    let again = run(&sam, channel, "/match record", json!({"match": 1})).await;
    let file = sam.download(&again.files()[0].url).await.unwrap();
    let again = replayed(&String::from_utf8(file).unwrap());
    assert_eq!(again.state_json(), replayed(&elsewhere()).state_json());
    let twice = import(&house, &host, elsewhere().as_bytes(), json!({})).await;
    assert!(twice.says("This record is here already, as match 1"), "{}", twice.text());
    for ruling in ["/host undo", "/host award"] {
        let options = if ruling == "/host award" { json!({"match": 1, "seat": "EC"}) } else { json!({"match": 1}) };
        let refused = run(&host, channel, ruling, options).await;
        assert!(refused.says("imported and stays as it is"), "{}", refused.text());
    }
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn record_of_other_rules_is_refused_and_no_version_is_noted() {
    let house = House::open().await;
    let (channel, host, sam, world) = (house.channel(), house.host(), house.spectator(), house.sandbox.world());
    let begins: String = elsewhere().lines().take(3).map(|line| line.to_owned() + "\n").collect();
    let bare = begins + r#"{"at":400001,"host":"award ec"}"#;
    let of = |version: u32| bare.replacen("\"game\":", &format!("\"version\":{version},\"game\":"), 1);
    for asked in [json!({}), json!({"ec": world.ann})] {
        let refused = import(&house, &host, of(1).as_bytes(), asked).await;
        let both = "version 1 of the rules of Knights, and this program has version 2";
        assert!(refused.says(both) && refused.text().lines().count() == 1, "{}", refused.text());
    }
    let said = "names no version of the rules";
    let kept = import(&house, &host, of(2).as_bytes(), json!({})).await;
    assert!(kept.says("Stored as match 1") && !kept.says(said), "{}", kept.text());
    let there = import(&house, &host, bare.as_bytes(), json!({})).await;
    assert!(there.says("is here already, as match 1"), "{}", there.text());
    let other = bare.replacen("\"Ann\"", "\"Eve\"", 1);
    let kept = import(&house, &host, other.as_bytes(), json!({})).await;
    assert!(kept.says("Stored as match 2") && kept.says(said) && kept.says("under version 2"), "{}", kept.text());
    for command in ["/match replay", "/match review"] {
        for (m, is_said) in [(1, false), (2, true)] {
            let shown = run(&sam, channel, command, json!({"match": m})).await;
            assert_eq!(shown.says(said), is_said, "{command}: {}", shown.text());
        }
    }
    let goes_on = import(&house, &host, bare.as_bytes(), json!({"ec": world.ann, "dmo": world.bob})).await;
    assert!(goes_on.says("continues from") && goes_on.says(said), "{}", goes_on.text());
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn practice_continues_from_a_step_and_receipts_hold() {
    let mut house = House::open().await;
    let (channel, world) = (house.channel(), house.sandbox.world());
    let (ec, sam) = (house.ec(), house.spectator());
    let first = house.begin(channel, "unit_s=600").await;
    let second = house.round(&first, "dragoon", "reaper").await;
    house.round(&second, "samurai", "bard").await;
    confirmed(&house.host(), channel, "/host award", json!({"seat": "EC"})).await;
    sam.wait_message(channel, SOON, |one| one.says("Hana (host) gave Ann the match.")).await.unwrap();
    let played = record(&house).await;
    let asked = json!({"ec": world.ann, "from": 2, "level": 1});
    let begun = import(&house, &ec, played.as_bytes(), asked).await;
    assert!(begun.says("Match 2 continues from Bout 1 · Round 2") && begun.says("It begins now"), "{}", begun.text());
    let public = sam
        .wait_message(channel, SOON, |message| message.id() > begun.id() && message.button("Order").is_some())
        .await
        .unwrap();
    assert!(
        public.says("The match continues from a record: Bout 1 · Round 2") && public.says("Round 2"),
        "{}",
        public.text()
    );
    // The board shows the known facts of the round before.
    let board = run(&sam, channel, "/match show", json!({"match": 2})).await;
    let board = sam.wait_change(&board, SOON, |message| !message.files().is_empty()).await.unwrap();
    let alt = board.files()[0].description.clone().unwrap();
    assert!(alt.contains("Dragoon") && alt.contains("Reaper"), "{alt}");
    house.stop_bot().await;
    house.start_bot().await;
    let panel = order_panel(&ec, &public).await;
    assert!(!panel.says("Your order:"), "somebody else did: {}", panel.text());
    assert!(pick(&ec, &panel, "sage").await.says("Sealed"));
    let third = house.public_after(channel, public.id()).await;
    assert!(third.says("Round 2") && third.says("Sage"), "{}", third.text());
    let panel = order_panel(&ec, &third).await;
    pick(&ec, &panel, "bard").await;
    house.public_after(channel, third.id()).await;
    let asked = run(&ec, channel, "/match resign", json!({"match": 2})).await;
    ec.click(&asked, "Resign").await.unwrap();
    let over = sam
        .wait_message(channel, SOON, |message| message.id() > third.id() && message.button("Record").is_some())
        .await
        .unwrap();
    assert!(over.says("wins the friendly match") && !over.says("Round 1:"), "{}", over.text());
    let answer = run(&sam, channel, "/match record", json!({"match": 2})).await;
    let text = String::from_utf8(sam.download(&answer.files()[0].url).await.unwrap()).unwrap();
    let entries: Vec<_> = text.lines().skip(1).map(|line| Entry::read(line).unwrap()).collect();
    assert_eq!(played_from(&entries), 2);
    let verified = verify(Header::read(text.lines().next().unwrap()).unwrap(), &entries).unwrap();
    assert_eq!((verified.checked, verified.failed), (6, Vec::new()), "the first round's, and the two that followed");
    let verified = run(&sam, channel, "/match verify", json!({"match": 2})).await;
    assert!(verified.says("All 6 receipts") && verified.says("brought to me"), "{}", verified.text());
    // The record's time continues.
    let at: Vec<u64> = entries.iter().map(|entry| entry.at).collect();
    assert!(at.is_sorted(), "{at:?}");
    let stats = run(&ec, channel, "/leaderboard", json!({"game": "warriors-death"})).await;
    assert!(!stats.says("2 won"), "{}", stats.text());
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_people_continue_a_record_once_both_are_ready() {
    let house = House::open().await;
    let (channel, world, spectator) = (house.channel(), house.sandbox.world(), house.spectator());
    let asked = json!({"ec": world.bob, "dmo": world.ann, "from": 12});
    let opened = import(&house, &house.host(), elsewhere().as_bytes(), asked).await;
    assert!(opened.says("continues from Turn 12") && opened.says("press **Ready**"), "{}", opened.text());
    let card = spectator.wait_message(channel, SOON, |message| message.button("Ready").is_some()).await.unwrap();
    assert!(card.says("Continues a record") && card.says("Turn 12"), "{}", card.text());
    let refused = house.host().click(&card, "Terms (host)").await.unwrap();
    let refused = crate::house::finished(&house.host(), channel, refused).await;
    assert!(refused.says("keeps its terms"), "{}", refused.text());
    let public = house.ready(&card).await;
    assert!(public.says("continues from a record: Turn 12"), "{}", public.text());
    let table = replayed(&record(&house).await);
    assert_eq!((table.step(), table.names().ec.as_str(), table.names().dmo.as_str()), (12, "Bob", "Ann"));
    assert_eq!(table.outcome(), None);
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn running_match_cannot_be_continued_as_an_import() {
    let house = House::open().await;
    let (channel, world) = (house.channel(), house.sandbox.world());
    let first = house.begin(channel, "unit_s=600").await;
    house.round(&first, "dragoon", "reaper").await;
    let played = record(&house).await;
    let other_seed = {
        let mut header = Header::read(played.lines().next().unwrap()).unwrap();
        header.seed = deathmatch::game::Seed::new("another");
        let lines = played.lines().skip(1).map(str::to_owned);
        [header.write()].into_iter().chain(lines).collect::<Vec<_>>().join("\n")
    };
    let bare = played.lines().take(1).collect::<String>();
    for brought in [&played, &other_seed, &bare] {
        for person in [house.host(), house.ec(), house.spectator()] {
            let refused = import(&house, &person, brought.as_bytes(), json!({"ec": world.sam})).await;
            assert!(refused.says("still being played"), "{}", refused.text());
        }
    }
    confirmed(&house.host(), channel, "/host award", json!({"seat": "EC"})).await;
    let own = record(&house).await;
    let known = import(&house, &house.host(), own.as_bytes(), json!({})).await;
    assert!(known.says("This record is here already, as match 1"), "{}", known.text());
    let begun = import(&house, &house.spectator(), played.as_bytes(), json!({"ec": world.sam})).await;
    assert!(begun.says("continues from Bout 1 · Round 2"), "{}", begun.text());
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn unusable_records_are_refused_in_one_sentence() {
    let house = House::open().await;
    let (host, world) = (house.host(), house.sandbox.world());
    let whole = elsewhere();
    let header = whole.lines().next().unwrap();
    let deep = format!("{}1{}", "[".repeat(20_000), "]".repeat(20_000));
    let line = |second: &str| format!("{header}\n{second}\n").into_bytes();
    for (file, words) in [
        (b"\xff\xfe\x00".to_vec(), "The file is not text"),
        (vec![b'x'; 1024 * 1024 + 1], "larger than 1 MB"),
        (Vec::from("\0\0\0"), "Line 1 of the record"),
        (deep.into_bytes(), "Line 1 of the record"),
        (line(r#"{"at":1,"seat":"ec","order":"castle"}"#), "Line 2 of the record"),
        (line(r#"{"at":18446744073709551615}"#), "more than 400 days"),
        (line(r#"{"at":1e999}"#), "Line 2 of the record"),
        (line(r#"{"at" 1}"#), "this line cannot be read: expected `:` at column 7"),
        (line(&format!("\"{}\"", "x".repeat(70_000))), "longer than 64 kB"),
        (line(r#"{"at":1,"host":"pause"}"#), "is not over"),
        (Vec::from(r#"{"record":1,"game":"chess"}"#), "Line 1 of the record"),
    ] {
        let refused = import(&house, &host, &file, json!({})).await;
        assert!(refused.says(words), "{words}: {}", refused.text());
        assert!(!refused.text().to_lowercase().contains("at line"), "one number: {}", refused.text());
        assert!(refused.text().lines().count() == 1 && refused.text().len() < 500, "{}", refused.text());
    }
    let whole = whole.as_bytes();
    for (person, asked, words) in [
        (&host, json!({"from": 3}), "Name a player in `ec`, `dmo` or both"),
        (&house.ec(), json!({}), "Only hosts can store a record"),
        (&host, json!({"ec": world.ann, "from": 400}), "has no step 400"),
        (&host, json!({"ec": world.ann, "dmo": world.ann}), "same person"),
        (&host, json!({"ec": world.bot}), "I do not play against myself"),
        (&host, json!({"ec": world.ann, "dmo": world.bob, "level": 2}), "A level is for my seat"),
    ] {
        let refused = import(&house, person, whole, asked).await;
        assert!(refused.says(words), "{words}: {}", refused.text());
    }
    run(&host, house.channel(), "/setup friendly", json!({"allowed": false})).await;
    let refused = import(&house, &house.ec(), whole, json!({"ec": world.ann})).await;
    assert!(refused.says("Only hosts can open matches"), "{}", refused.text());
    let list = run(&host, house.channel(), "/match list", json!({})).await;
    assert!(!list.says("Knights"), "nothing was made: {}", list.text());
    house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn imported_match_belongs_to_first_players_and_substitutes() {
    let house = House::open().await;
    let (channel, host) = (house.channel(), house.host());
    let begins: String = elsewhere().lines().take(3).map(|line| line.to_owned() + "\n").collect();
    let over = r#"{"at":400000,"host":"substitute ec Sam"}
{"at":400001,"host":"award ec"}"#;
    let kept = import(&house, &host, (begins + over).as_bytes(), json!({})).await;
    assert!(kept.says("Ann (Sam) beat Bob by the host's ruling"), "{}", kept.text());
    let history = run(&host, channel, "/history", json!({})).await;
    assert!(history.says("**Ann (Sam)** beat Bob by the host's ruling"), "{}", history.text());
    let shown = run(&host, channel, "/match show", json!({"match": 1})).await;
    assert!(shown.says("Ann (Sam) won by the host's ruling."), "{}", shown.text());
    let list = run(&host, channel, "/match list", json!({})).await;
    assert!(list.says("Ann (Sam) – Bob · over: Ann (Sam) won"), "{}", list.text());
    house.stop().await;
}
