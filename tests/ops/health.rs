//! The health and figures on loopback, and the notifications to the service manager.

use std::os::unix::net::UnixDatagram;
use std::time::Duration;

use deathmatch::sandbox::{Seen, UserKey};
use serde_json::json;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection};

use crate::served::{SOON, Served, until};

#[tokio::test(flavor = "multi_thread")]
async fn figures_count_a_match() {
    let mut served = Served::open().await;
    served.until_well().await;
    let card = served.lobby(served.channel()).await;
    let first = served.begin(&card).await;
    served.round(1, &first, "samurai", "sage").await;
    let written = |text: &str, figure: &str| -> f64 {
        let line = text.lines().find(|line| line.starts_with(figure)).unwrap_or_else(|| panic!("no {figure}:\n{text}"));
        line.rsplit(' ').next().unwrap().parse().unwrap()
    };
    until("the outbox is empty", async || {
        written(&served.page("/metrics").await.1, "deathmatch_outbox_parcels") == 0.0
    })
    .await;
    let (status, text) = served.page("/metrics").await;
    assert_eq!(status, 200);
    for (figure, least) in [
        ("deathmatch_matches{status=\"running\"}", 1.0),
        ("deathmatch_matches{status=\"lobby\"}", 0.0),
        ("deathmatch_entries_total{act=\"order\"}", 2.0),
        ("deathmatch_answers_total{how=\"at-once\"}", 3.0),
        ("deathmatch_answer_seconds_count", 3.0),
        ("deathmatch_press_to_answer_seconds_count", 3.0),
        ("deathmatch_outbox_age_seconds", 0.0),
        ("deathmatch_outbox_wait_seconds_count{kind=\"public\"}", 2.0),
        ("deathmatch_sends_total{route=\"message\",result=\"done\"}", 3.0),
        ("deathmatch_sends_total{route=\"callback\",result=\"done\"}", 3.0),
        ("deathmatch_picture_seconds_count", 1.0),
        ("deathmatch_gateway_up", 1.0),
        ("deathmatch_gateway_connections_total{how=\"new\"}", 1.0),
    ] {
        assert!(written(&text, figure) >= least, "{figure}:\n{text}");
    }
    assert!(written(&text, "deathmatch_clock_offset_seconds").abs() < 10.0);
    assert!(text.contains("deathmatch_answer_seconds_bucket{le=\"3\"}"), "{text}");
    for name in text.lines().filter_map(|line| line.strip_prefix("# TYPE ")?.split(' ').next()) {
        assert!(text.contains(&format!("# HELP {name} ")), "nothing says what {name} is");
    }
    assert!(!text.contains("samurai") && !text.contains("Ann"), "{text}");
    assert_eq!(served.page("/").await.0, 404);

    let address = served.monitor().to_string();
    let (code, said) = served.run(&["health", "--address", &address]).await;
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("\"healthy\":true"), "{said}");
    assert_eq!(served.stop().await, 0);
    let (code, said) = served.run(&["health", "--address", &address]).await;
    assert_eq!(code, 1, "{said}");
    assert!(said.contains("Nothing answers"), "{said}");
}

#[tokio::test(flavor = "multi_thread")]
async fn health_names_a_lost_gateway() {
    let served = Served::open().await;
    served.until_well().await;
    served.sandbox.fault(&json!({"refuse_gateway_ms": 600_000})).unwrap();
    served.sandbox.fault(&json!({"gateway": "drop"})).unwrap();
    until("the gateway is missed", async || served.health("gateway").await != "ok").await;
    assert_eq!(served.health("store").await, "ok");
    let (code, said) = served.run(&["health", "--address", &served.monitor().to_string()]).await;
    assert_eq!(code, 1, "{said}");
    served.sandbox.fault(&json!({"refuse_gateway_ms": 0})).unwrap();
    served.until_well().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_lost_response_is_no_lasting_absence() {
    let served = Served::open().await;
    served.until_well().await;
    let card = served.lobby(served.channel()).await;
    let ec = served.person(UserKey::Ann);
    ec.click(&card, "Ready").await.unwrap();
    until("the greeting is there", async || !ec.dms().await.unwrap().is_empty()).await;
    // The answer to a typed message is not repeated, and nothing else is about to be sent.
    served.sandbox.fault(&json!({"rest": {"match": "POST /channels/*/messages", "status": 500, "times": 1}})).unwrap();
    ec.type_text(ec.dm().await.unwrap(), "hello").await.unwrap();
    let refused = |one: &deathmatch::sandbox::Recorded| one.status == 500;
    until("the answer is missed", async || served.sandbox.recorded().iter().any(refused)).await;
    served.until_well().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "long"]
async fn watchdog_is_fed_by_stored_heartbeats_alone() {
    let mut served = Served::prepare().await;
    let path = served.path("notify");
    let socket = UnixDatagram::bind(&path).unwrap();
    socket.set_nonblocking(true).unwrap();
    let heard = move || -> Vec<String> {
        let mut words = [0; 512];
        std::iter::from_fn(|| {
            socket.recv(&mut words).ok().map(|length| String::from_utf8_lossy(&words[..length]).into())
        })
        .collect::<Vec<String>>()
    };
    served.start(&[("NOTIFY_SOCKET", &path)]).await;
    let mut all = Vec::new();
    until("the bot is ready and alive", async || {
        all.extend(heard());
        all.iter().any(|said| said.contains("READY=1")) && all.iter().any(|said| said.contains("WATCHDOG=1"))
    })
    .await;
    assert!(all[0].contains("EXTEND_TIMEOUT_USEC="), "{all:?}");

    let mut other = SqliteConnectOptions::new().filename(served.database()).connect().await.unwrap();
    sqlx::query("BEGIN IMMEDIATE").execute(&mut other).await.unwrap();
    until("the store is missed", async || served.health("store").await != "ok").await;
    heard();
    tokio::time::sleep(Duration::from_secs(5)).await;
    let waited = heard();
    assert!(waited.iter().all(|said| !said.contains("WATCHDOG=1")), "{waited:?}");
    other.close().await.unwrap();
    until("the store is written again", async || served.health("store").await == "ok").await;
    until("the watchdog is fed", async || heard().iter().any(|said| said.contains("WATCHDOG=1"))).await;
    assert_eq!(served.stop().await, 0);
    assert!(heard().iter().any(|said| said.contains("STOPPING=1")));
}

#[tokio::test(flavor = "multi_thread")]
async fn missing_database_files_are_reported_and_refuse_orders() {
    let mut served = Served::open().await;
    served.until_well().await;
    let card = served.lobby(served.channel()).await;
    let first = served.begin(&card).await;
    let (database, log, aside) = (served.database(), served.path("matches.sqlite-wal"), served.path("aside"));
    std::fs::rename(&database, &aside).unwrap();
    // A read that fails before the order is entered is a separate fault; the order is then sent again.
    until("the order is refused", async || {
        let said = served.order(UserKey::Ann, 1, "samurai").await;
        assert!(!said.says("Sealed"), "{}", said.text());
        said.says("could not be stored") && said.says("does not count")
    })
    .await;
    until("the store is missed", async || served.health("store").await.contains("files are missing")).await;
    let told = || served.log().lines().filter(|line| line.contains("until then no order is taken")).count();
    assert_eq!(told(), 1, "{}", served.log());
    tokio::time::sleep(Duration::from_secs(6)).await;
    std::fs::rename(&aside, &database).unwrap();
    served.until_well().await;
    // Nobody could order during that time.
    let back = |message: &Seen| message.id() > first.id() && message.says("all clocks get");
    let first = served.person(UserKey::Sam).wait_message(served.channel(), SOON, back).await.unwrap();
    let second = served.round(1, &first, "samurai", "sage").await;

    std::fs::remove_file(&log).unwrap();
    let said = served.order(UserKey::Ann, 1, "dragoon").await;
    assert!(said.says("could not be stored"), "{}", said.text());
    until("the store is missed", async || served.health("store").await.contains("files are missing")).await;
    assert_eq!(told(), 2, "{}", served.log());
    assert_eq!(served.stop().await, 0);
    served.start(&[]).await;
    served.until_well().await;
    for (who, text) in [(UserKey::Ann, "dragoon"), (UserKey::Bob, "bard")] {
        assert!(served.order(who, 1, text).await.says("Sealed"));
    }
    // No confirmed order is lost.
    let round = |message: &Seen| message.id() > second.id() && message.says("Round 2") && message.says("Dragoon");
    served.person(UserKey::Sam).wait_message(served.channel(), SOON, round).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn monitor_listens_only_if_configured() {
    let served = Served::prepare().await;
    let text = std::fs::read_to_string(served.path("config.toml")).unwrap();
    let without = text.lines().filter(|line| !line.starts_with("monitor")).collect::<Vec<_>>().join("\n");
    std::fs::write(served.path("config.toml"), without).unwrap();
    let (code, said) = served.run(&["health"]).await;
    assert!(code == 1 && said.contains("There is no monitor"), "{said}");
    let open = text.replace("127.0.0.1:0", "0.0.0.0:9464");
    std::fs::write(served.path("config.toml"), open).unwrap();
    let (code, said) = served.run(&["serve"]).await;
    assert!(code == 2 && said.contains("can be reached from outside"), "{said}");
}
