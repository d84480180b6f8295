//! A database of the version before posts opens, and its running match continues.

use sqlx::{ConnectOptions, Connection};

use super::*;

/// A match of A Warrior's Death in its third round, in which the DMO has ordered.
const BEFORE: &str = include_str!("before.sql");

/// Opens that database after a few more statements of that version.
async fn upgraded(later: &'static str) -> (tempfile::TempDir, Store) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("matches.sqlite");
    let file = sqlx::sqlite::SqliteConnectOptions::new().filename(&path).create_if_missing(true).foreign_keys(false);
    let mut before = file.connect().await.unwrap();
    for statements in [BEFORE, later] {
        sqlx::raw_sql(statements).execute(&mut before).await.unwrap();
    }
    before.close().await.unwrap();
    let store = Store::open(&path).await.unwrap();
    (folder, store)
}

#[tokio::test]
async fn resignation_of_an_older_version_reads_as_one() {
    for (later, by, reason) in [
        (
            r#"INSERT INTO entries VALUES (1, 5, '{"at":8000,"host":"forfeit ec","by":"7","meta":{"by":"7","id":"9"}}');
               UPDATE matches SET status = 'over', outcome = '{"winner":"dmo","reason":"forfeit"}';"#,
            "ec",
            "resignation",
        ),
        (
            r#"INSERT INTO entries VALUES (1, 5, '{"at":8000,"host":"forfeit ec","by":"7","meta":{"by":"7","host":"Eve"}}');
               UPDATE matches SET status = 'over', outcome = '{"winner":"dmo","reason":"forfeit"}';"#,
            "7",
            "forfeit",
        ),
    ] {
        let (_folder, store) = upgraded(later).await;
        let entries = store.entries(MatchId(1)).await.unwrap();
        assert!(entries[5].contains(&format!(r#""by":"{by}","meta""#)), "{}", entries[5]);
        let row = store.find_match(MatchId(1)).await.unwrap().unwrap();
        assert_eq!(row.outcome.unwrap(), format!(r#"{{"winner":"dmo","reason":"{reason}"}}"#));
    }
}

#[tokio::test]
async fn running_match_of_an_older_version_continues() {
    let (_folder, store) = upgraded("").await;
    let m = MatchId(1);
    let row = store.find_match(m).await.unwrap().unwrap();
    let open = store.open_posts(m).await.unwrap();
    let prompts: Vec<_> = open.iter().filter_map(|post| Some((post.shows?.user?, post.at?.1))).collect();
    assert_eq!((open.len(), prompts.len()), (4, 2), "a public question, two prompts and the card");
    let now = UnixMs(row.deadline.unwrap().0 - 500);
    let clock = ServiceClock::by_hand(now);
    clock.learn(now);
    let discord = Arc::new(FakeDiscord::default());
    *discord.clock.lock().unwrap() = Some(clock.clone());
    for &(user, message) in &prompts {
        discord.before(user, message, m);
    }
    let dealer = Dealer::start(store.clone(), clock.clone(), discord.clone(), options()).await.unwrap();
    let room = Room { store, clock, discord, dealer, m };
    room.all_sent().await;
    let card = room.store.newest_of(m.into(), "card").await.unwrap().unwrap();
    assert_ne!(card.shown.as_str(), "unknown", "the card is edited");
    let mark = When::Marked(room.mark().await);
    let (ec, dmo) = (row.users.ec, row.users.dmo);
    let now = room.clock.now();
    room.order(ec, "chocobo", mark, at(now.plus(1))).await.unwrap();
    room.all_sent().await;
    room.settled().await;
    for (user, order) in [(ec, "Chocobo"), (dmo, "Black Mage")] {
        let prompts = room.prompts(user);
        assert!(prompts.len() == 2 && prompts.open().len() == 1, "the next round is asked once: {prompts}");
        assert!(!prompts[0].has("Round 3").has(&format!("**{order}**")).is_open(), "{prompts}");
    }
}
