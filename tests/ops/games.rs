//! Games in files: a folder of games for every server, and a bot killed in the middle of a match.

use std::fs;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use deathmatch::sandbox::{Seen, UserKey};
use serde_json::json;

use crate::served::Served;

const BIDS: &str = include_str!("../../crates/gamefile/templates/bids.py");

/// Returns a command's answer once it has finished loading.
async fn run(served: &Served, who: UserKey, name: &str, options: serde_json::Value) -> Seen {
    let person = served.person(who);
    let answer = person.command(served.channel(), name, options).await.unwrap().message.expect("an answer");
    if !answer.is_loading() {
        return answer;
    }
    let id = answer.id();
    let soon = std::time::Duration::from_mins(1);
    person.wait_message(served.channel(), soon, |one| one.id() == id && !one.is_loading()).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn games_of_the_configured_folder_are_on_every_server() {
    let mut served = Served::prepare().await;
    let folder = served.path("games");
    fs::create_dir(&folder).unwrap();
    served.configure(&format!("games = {:?}\n", folder.display().to_string()));
    fs::write(folder.join("bids.py"), BIDS.replace("s.points, s.prize", "s.points, s.prize = 1 +")).unwrap();
    let (code, said) = served.run(&["check"]).await;
    assert!(code == 1 && said.contains("bids.py:"), "{said}");
    fs::write(folder.join("bids.py"), BIDS).unwrap();
    let (code, said) = served.run(&["check"]).await;
    assert!(code == 0 && said.contains("is a game"), "{said}");
    served.start(&[]).await;
    let rules = run(&served, UserKey::Ann, "/rules", json!({"game": "bids"})).await;
    assert!(rules.says("Both bid a number in secret"), "{}", rules.text());
    let file = json!({"file": {"name": "bids.py", "content_base64": STANDARD.encode(BIDS)}});
    let taken = run(&served, UserKey::Hana, "/game install", file).await;
    assert!(taken.says("an included game"), "{}", taken.text());
    served.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn match_of_an_installed_game_survives_a_kill() {
    let mut served = Served::open().await;
    let host = served.person(UserKey::Hana);
    let file = json!({"file": {"name": "bids.py", "content_base64": STANDARD.encode(BIDS)}});
    let found = run(&served, UserKey::Hana, "/game install", file).await;
    let done = host.click(&found, "Install").await.unwrap().message.expect("an answer");
    assert!(done.says("is installed"), "{}", done.text());
    let world = served.sandbox.world();
    let asked = json!({"game": "bids", "ec": world.ann, "dmo": world.bob});
    let opened = run(&served, UserKey::Hana, "/match open", asked).await;
    assert!(opened.says("Opened match"), "{}", opened.text());
    let soon = std::time::Duration::from_mins(1);
    let card = host.wait_message(served.channel(), soon, |message| message.button("Ready").is_some()).await.unwrap();
    let first = served.begin(&card).await;
    served.order(UserKey::Ann, 1, "5").await;
    served.kill();
    served.start(&[]).await;
    served.order(UserKey::Bob, 1, "2").await;
    // The bot may report its absence first.
    let result = |message: &Seen| message.id() > first.id() && message.says("bids 5");
    served.person(UserKey::Sam).wait_message(served.channel(), soon, result).await.unwrap();
    served.stop().await;
}
