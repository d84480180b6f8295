//! The content of the log, and what is never in it.

use deathmatch::sandbox::{Seen, UserKey};
use serde_json::Value;

use crate::served::{SOON, Served};

/// Units, as orders and as names for people, in lower case.
const ORDERED: [&str; 10] = [
    "astrologian",
    "blue-mage",
    "blue mage",
    "samurai",
    "dark-knight",
    "dark knight",
    "dragoon",
    "reaper",
    "black-mage",
    "my secret words",
];

#[tokio::test(flavor = "multi_thread")]
async fn nothing_private_is_logged_at_any_level() {
    let mut served = Served::open().await;
    served.until_well().await;
    let card = served.lobby(served.channel()).await;
    let first = served.begin(&card).await;
    let second = served.round(1, &first, "blue-mage samurai", "dark-knight").await;

    let ec = served.person(UserKey::Ann);
    let dm = ec.dm().await.unwrap();
    let answered = async |text: &str| -> Seen {
        let sent = ec.type_text(dm, text).await.unwrap();
        ec.wait_message(dm, SOON, |one| one.id() > sent.id() && one.from_bot() && one.selects().is_empty())
            .await
            .unwrap()
    };
    answered("my secret words, samurai").await;
    assert!(answered("dragoon").await.says("Sealed"));
    served.order(UserKey::Bob, 1, "reaper and my secret words").await;
    assert!(served.order(UserKey::Bob, 1, "astrologian blue-mage").await.says("Sealed"));
    served.after(&second).await;
    assert_eq!(served.stop().await, 0);

    let log = served.log().to_lowercase();
    for line in log.lines() {
        assert!(serde_json::from_str::<Value>(line).is_ok(), "no object: {line}");
    }
    for ordered in ORDERED {
        assert!(!log.contains(ordered), "{ordered}: {}", log.lines().find(|line| line.contains(ordered)).unwrap());
    }
    for secret in secrets(&served).await {
        assert!(!log.contains(&secret.to_lowercase()), "{secret}");
    }
    assert!(log.contains("connected to discord"), "{log}");
}

/// The bot's token, the tokens of all interactions and the nonces of all orders.
async fn secrets(served: &Served) -> Vec<String> {
    let mut secrets = vec![served.sandbox.bot_token().to_owned()];
    let paths = served.sandbox.recorded().into_iter().map(|request| request.path);
    let tokens = paths.filter_map(|path| path.strip_prefix("/interactions/")?.split('/').nth(1).map(str::to_owned));
    secrets.extend(tokens);
    assert!(secrets.len() >= 5, "there are tokens");
    let store = deathmatch::store::Store::open_read_only(&served.database()).await.unwrap();
    let entries = store.entries(deathmatch::ids::MatchId(1)).await.unwrap();
    let nonces = entries.iter().filter_map(|line| {
        let line: Value = serde_json::from_str(line).unwrap();
        line["meta"]["nonce"].as_str().map(str::to_owned)
    });
    let before = secrets.len();
    secrets.extend(nonces);
    assert!(secrets.len() >= before + 4, "there are nonces");
    secrets
}
