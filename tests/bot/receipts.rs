//! Receipts: shortened for their owner and under each round, whole in Verify's file, and checked once the match is over.

use deathmatch::sandbox::{Person, Seen};
use serde_json::json;

use crate::house::{House, SOON, confirmed, finished, order_panel, pick, run};

/// Returns the shortened receipts in the small last line of a message.
fn beginnings(message: &Seen) -> Vec<String> {
    let line = message
        .content()
        .lines()
        .find(|line| line.starts_with("-# ") && line.to_lowercase().contains("receipt"))
        .unwrap_or_default()
        .to_owned();
    line.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

/// Returns the whole receipts of Verify's file.
async fn whole(person: &Person, answer: &Seen) -> Vec<String> {
    let file = answer.files().into_iter().next().unwrap_or_else(|| panic!("{}", answer.text()));
    assert!(file.filename.starts_with("receipts-"), "{}", file.filename);
    let text = String::from_utf8(person.download(&file.url).await.unwrap()).unwrap();
    text.lines().map(str::to_owned).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn receipts_are_given_published_and_verified() {
    let house = House::open().await;
    let channel = house.channel();
    let (ec, dmo, host, spectator) = (house.ec(), house.dmo(), house.host(), house.spectator());
    let first = house.begin(channel, "unit_s=600").await;
    assert!(beginnings(&first).is_empty(), "{}", first.text());

    let panel = order_panel(&ec, &first).await;
    let sealed = pick(&ec, &panel, "samurai").await;
    assert_eq!(beginnings(&sealed).iter().map(String::len).collect::<Vec<_>>(), [8], "{}", sealed.text());
    let asked = ec.click(&sealed, "Change").await.unwrap().message.unwrap();
    assert!(!asked.says("Receipt"), "the question has no receipt: {}", asked.text());
    let again = pick(&ec, &asked, "bard").await;
    let given = beginnings(&again);

    let early = run(&ec, channel, "/match verify", json!({})).await;
    assert!(early.says("once a match is over") && early.says("What is a receipt?"), "{}", early.text());
    assert!(early.files().is_empty(), "nothing has been published yet");

    let dm = house.prompt_after(&dmo, channel).await.channel();
    let typed = dmo.type_text(dm, "sage").await.unwrap();
    let answer = dmo.wait_message(dm, SOON, |one| one.id() > typed.id() && one.says("Sealed")).await.unwrap();
    let second = house.public_after(channel, first.id()).await;
    let published = beginnings(&second);
    assert_eq!(published, [given[0].clone(), beginnings(&answer)[0].clone()], "{}", second.text());
    let early = run(&ec, channel, "/match verify", json!({})).await;
    let lines = whole(&ec, &early).await;
    assert!(lines.len() == 2 && lines.iter().all(|line| !line.contains("bard") && !line.contains("sage")), "{lines:?}");
    for (line, beginning) in lines.iter().zip(&published) {
        let receipt = line.split_whitespace().nth(2).unwrap();
        assert!(receipt.len() == 64 && receipt.starts_with(beginning), "{line}");
    }

    house.round(&second, "dragoon", "reaper").await;
    confirmed(&host, channel, "/host void", json!({})).await;
    let last =
        spectator.wait_message(channel, SOON, |message| message.button("Verify receipts").is_some()).await.unwrap();
    let told = spectator.click(&last, "Verify receipts").await.unwrap();
    let told = finished(&spectator, channel, told).await;
    assert!(told.is_ephemeral() && told.says("All 4 receipts of match 1 hold"), "{}", told.text());
    assert!(told.says("What is a receipt?") && told.button("Record").is_some(), "{}", told.text());
    let lines = whole(&spectator, &told).await;
    assert!(lines.len() == 4 && lines[0].ends_with("bard") && lines[3].ends_with("reaper"), "{lines:?}");
    let command = run(&house.ec(), channel, "/match verify", json!({"match": 1})).await;
    assert!(command.says("All 4 receipts of match 1 hold"), "{}", command.text());

    // The hidden parts are behind a button, not in the message.
    assert!(!last.says("How it truly went"), "{}", last.text());
    let details = spectator.click(&last, "Details").await.unwrap();
    let details = finished(&spectator, channel, details).await;
    assert!(details.is_ephemeral() && details.says("How it truly went"), "{}", details.text());
    house.close().await;
}

/// Each receipt names the player who then had the seat, and receipts of reverted steps are marked.
#[tokio::test(flavor = "multi_thread")]
async fn receipts_name_the_player_who_sealed_them() {
    let house = House::open().await;
    let (channel, host) = (house.channel(), house.host());
    let mut public = house.begin(channel, "unit_s=600").await;
    for (ec, dmo) in [("samurai", "bard"), ("dragoon", "reaper")] {
        public = house.round(&public, ec, dmo).await;
    }
    confirmed(&host, channel, "/host undo", json!({})).await;
    let public = house.public_after(channel, public.id()).await;
    house.round(&public, "sage", "sage").await;
    run(&host, channel, "/host substitute", json!({"seat": "EC", "user": house.sandbox.world().sam})).await;
    confirmed(&host, channel, "/host void", json!({})).await;
    let told = run(&host, channel, "/match verify", json!({"match": 1})).await;
    let lines = whole(&host, &told).await;
    assert_eq!(lines.len(), 6, "{lines:?}");
    assert!(lines.iter().all(|line| !line.contains("Sam")), "{lines:?}");
    assert!(lines[0].ends_with("  Ann  samurai") && lines[2].ends_with("  Ann  dragoon  (reverted)"), "{lines:?}");
    assert!(lines[3].ends_with("  Bob  reaper  (reverted)") && lines[4].ends_with("  Ann  sage"), "{lines:?}");
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn match_of_open_orders_mentions_no_receipts() {
    let house = House::open().await;
    let (channel, host, spectator) = (house.channel(), house.host(), house.spectator());
    let card = house.lobby_of(channel, json!({"game": "blockade-chess", "options": "colour_s=600"})).await;
    let first = house.ready(&card).await;
    let early = run(&spectator, channel, "/match verify", json!({})).await;
    assert!(early.says("has no receipts to check: each order") && !early.says("What is a receipt"), "{}", early.text());
    pick(&house.dmo(), &first, "black").await;
    confirmed(&host, channel, "/host award", json!({"seat": "EC"})).await;
    let last = spectator.wait_message(channel, SOON, |message| message.button("Record").is_some()).await.unwrap();
    assert!(last.button("Details").is_some() && last.button("Verify receipts").is_none(), "{}", last.text());
    let told = run(&spectator, channel, "/match verify", json!({"match": 1})).await;
    assert!(told.says("has no receipts to check: each order") && !told.says("What is a receipt"), "{}", told.text());
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn hidden_orders_stay_hidden_until_the_end() {
    let house = House::open().await;
    let first = house.begin(house.channel(), "unit_s=600").await;
    let forged = house.ec().forge_press(&first, "dm1:1:details").await.unwrap();
    let answer = finished(&house.ec(), house.channel(), forged).await;
    assert!(answer.is_ephemeral() && !answer.says("How it truly went"), "{}", answer.text());
    house.stop_forged().await;
}
