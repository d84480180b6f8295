//! Erased people and forgotten matches.

use std::path::Path;

use deathmatch::game::{BySeat, Seat};
use deathmatch::ids::{GuildId, MatchId, UserId};
use deathmatch::store::{Commit, Erased, Lane, NewPost, Status, Store};
use deathmatch::table::{Comeback, Figures, FinalScore, OfSeat};

use crate::{ANN, BOB, NOW, commit, edited, opened, post, stores};

/// Stores a match that ended, with rows about it in every table.
async fn ended(store: &Store) -> MatchId {
    let id = opened(store).await;
    let lines =
        [r#"{"at":1,"seat":"ec","order":"a"}"#, r#"{"at":2,"host":"substitute dmo Bob","by":"22","meta":{"by":"22"}}"#];
    store
        .commit(Commit {
            posts: vec![post(Lane::Channel)],
            ..edited(store, id, 0, &lines, |row| row.status = Status::Over).await
        })
        .await
        .unwrap();
    id
}

#[tokio::test]
async fn person_is_erased_completely_or_not_at_all() {
    for (store, _folder) in stores().await {
        let id = ended(&store).await;
        let going = opened(&store).await;
        assert_eq!(store.erase(BOB, "Nobody".into()).await.unwrap(), Erased::Busy(vec![going]));
        store.commit(edited(&store, going, 0, &[], |row| row.status = Status::Cancelled).await).await.unwrap();
        assert_eq!(store.erase(BOB, "Nobody".into()).await.unwrap(), Erased::Sending);
        for (m, lane) in store.pending_lanes().await.unwrap() {
            while let Some(next) = store.next_post(m, lane).await.unwrap() {
                store.post_dropped(&next, "for the test");
            }
        }
        assert_eq!(store.erase(BOB, "Nobody".into()).await.unwrap(), Erased::Done(vec![id.into(), going.into()]));
        let row = store.find_match(id).await.unwrap().unwrap();
        assert_eq!((row.users, row.names.dmo.as_str()), (BySeat { ec: ANN, dmo: UserId(0) }, "Nobody"));
        let lines = store.entries(id).await.unwrap();
        assert_eq!(lines[0], r#"{"at":1,"seat":"ec","order":"a"}"#, "what does not name them stays to the letter");
        assert!(lines[1].contains("substitute dmo Nobody") && !lines[1].contains("22"), "{lines:?}");
        assert!(store.commit(commit(&store, id, row.revision, &["c"]).await).await.is_ok(), "records go on");
        assert!(store.stored_data_of(BOB).await.unwrap()["matches"].as_array().unwrap().is_empty());
    }
}

#[tokio::test]
async fn only_old_matches_are_forgotten_and_completely() {
    for (store, _folder) in stores().await {
        let (old, going) = (ended(&store).await, opened(&store).await);
        assert_eq!(store.forget_matches_before(NOW).await.unwrap(), 0, "not before its time");
        assert_eq!(store.forget_matches_before(NOW.plus(1)).await.unwrap(), 1);
        assert!(store.find_match(old).await.unwrap().is_none() && store.find_match(going).await.unwrap().is_some());
        assert!(store.entries(old).await.unwrap().is_empty());
        assert!(opened(&store).await.0 > going.0, "numbers are not given out twice");
    }
}

#[tokio::test]
async fn figures_exist_while_their_match_is_over_and_go_with_a_player() {
    for (store, _folder) in stores().await {
        let id = ended(&store).await;
        assert!(store.without_statistics(9).await.unwrap().is_empty(), "it has no result");
        let won = Some(r#"{"winner":"ec","reason":"rules"}"#.to_owned());
        let result = edited(&store, id, 1, &[r#"{"at":3}"#], |row| row.outcome.clone_from(&won)).await;
        store.commit(result).await.unwrap();
        assert_eq!(store.without_statistics(9).await.unwrap(), [id]);
        let of = |opening: &str| OfSeat {
            opening: Some(opening.to_owned()),
            uses: [("sword".to_owned(), 3)].into(),
            thoughts: vec![1_500, 20_000],
        };
        let seats = BySeat { ec: of("left"), dmo: of("right") };
        let behind = Comeback { own: 0, other: 2, end: 3, unit: "bouts".to_owned() };
        let scores = BySeat { ec: "3", dmo: "2" }.map(str::to_owned);
        let figures = Figures {
            steps: 4,
            lasted: 90_000,
            first: Some(Seat::Dmo),
            comeback: Some(behind),
            score: Some(FinalScore { scores, unit: "bouts won".to_owned() }),
            seats,
        };
        let users = BySeat { ec: ANN, dmo: BOB };
        let keep = async |entries, users| {
            store.keep_statistics(id, entries, users, figures.clone(), BySeat { ec: 0, dmo: 2 }).await.unwrap()
        };
        assert!(!keep(2, users).await, "there has been another entry since");
        assert!(!keep(3, users.swapped()).await, "others sit there");
        assert!(keep(3, users).await);
        let all = async || store.match_statistics(GuildId(1), None).await.unwrap();
        assert_eq!(all().await, [(id, figures.clone())].into());
        assert!(store.without_statistics(9).await.unwrap().is_empty());
        assert_eq!(store.match_statistics(GuildId(1), Some("game")).await.unwrap().len(), 1);
        assert!(store.match_statistics(GuildId(1), Some("other")).await.unwrap().is_empty());
        assert!(store.match_statistics(GuildId(2), None).await.unwrap().is_empty());
        assert_eq!(store.stored_data_of(BOB).await.unwrap()["statistics"][0]["opening"], "right");
        // A continuation deletes them at once; a result computed in the time between is not kept.
        let undo = [r#"{"at":4,"host":"undo"}"#];
        let again = edited(&store, id, 2, &undo, |row| (row.status, row.outcome) = (Status::Running, None)).await;
        store.commit(again).await.unwrap();
        assert!(
            all().await.is_empty() && !keep(4, users).await && store.without_statistics(9).await.unwrap().is_empty()
        );
        let over = edited(&store, id, 3, &[], |row| (row.status, row.outcome) = (Status::Over, won)).await;
        store.commit(over).await.unwrap();
        assert!(keep(4, users).await);
        let missed = async |user| store.attendance(GuildId(1), user).await.unwrap().missed;
        assert_eq!((missed(ANN).await, missed(BOB).await), ((0, 0), (2, 1)));
        while let Some(next) = store.next_post(id, Lane::Channel).await.unwrap() {
            store.post_dropped(&next, "for the test");
        }
        assert_eq!(store.erase(BOB, "Nobody".into()).await.unwrap(), Erased::Done(vec![id.into()]));
        let left = all().await.remove(&id).unwrap();
        assert_eq!((left.seats.dmo, &left.seats.ec, left.steps), (OfSeat::default(), &figures.seats.ec, 4));
        assert_eq!((missed(BOB).await, missed(UserId(0)).await), ((0, 0), (0, 0)));
        assert!(keep(4, BySeat { ec: ANN, dmo: UserId(0) }).await);
        assert_eq!(all().await[&id].seats.dmo, OfSeat::default(), "they are not made again either");
    }
}

/// Returns the names in a record after the erasure of one person. In the match the EC's seat went from Ann to Cleo and then to Bob, who
/// share one name; Dan sits opposite under the same name.
async fn without(store: &Store, user: UserId) -> String {
    let header = r#"{"record":1,"game":"game","seats":{"ec":"Alex","dmo":"Alex"}}"#;
    let lines = [
        r#"{"at":1,"host":"substitute ec Alex","by":"9","meta":{"by":"9","host":"Hana (host)","left":"11"}}"#,
        r#"{"at":2,"host":"substitute ec Alex","by":"9","meta":{"by":"9","host":"Hana (host)","left":"33"}}"#,
        r#"{"at":3,"host":"pause","by":"44 and 22","meta":{"by":"22","agreed":"Alex (DMO) and Alex (EC)"}}"#,
    ];
    let id = sat(store, header, BySeat { ec: BOB, dmo: UserId(44) }, ["Alex"; 2], &lines).await;
    assert_eq!(store.erase(user, "Nobody".into()).await.unwrap(), Erased::Done(vec![id.into()]));
    let row = store.find_match(id).await.unwrap().unwrap();
    format!("{}\n{}\n{:?}", row.header, store.entries(id).await.unwrap().join("\n"), row.plain_names)
}

/// Stores a finished match with this header, these players and names, and these entries.
async fn sat(store: &Store, header: &str, users: BySeat<UserId>, names: [&str; 2], lines: &[&str]) -> MatchId {
    let id = opened(store).await;
    let over = edited(store, id, 0, lines, |row| {
        (row.status, row.header, row.users) = (Status::Over, header.to_owned(), users);
        row.plain_names = BySeat { ec: names[0].to_owned(), dmo: names[1].to_owned() };
    });
    store.commit(over.await).await.unwrap();
    while let Some(next) = store.next_post(id, Lane::Channel).await.unwrap() {
        store.post_dropped(&next, "for the test");
    }
    id
}

#[tokio::test]
async fn erasure_removes_only_that_persons_name() {
    let of = async |user| without(&Store::memory().await.unwrap(), user).await;
    let seats = |text: &str| {
        let header: serde_json::Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
        ["ec", "dmo"].map(|seat| header["seats"][seat].as_str().unwrap().to_owned())
    };
    let began = of(UserId(11)).await;
    assert!(seats(&began) == ["Nobody", "Alex"] && began.matches("Nobody").count() == 1, "{began}");
    let between = of(UserId(33)).await;
    assert!(seats(&between) == ["Alex", "Alex"] && between.matches("Nobody").count() == 1, "{between}");
    let first = between.lines().nth(1).unwrap();
    assert!(first.contains("substitute ec Nobody") && between.lines().nth(2).unwrap().contains("substitute ec Alex"));
    let last = of(BOB).await;
    assert!(last.lines().nth(2).unwrap().contains("substitute ec Nobody"), "{last}");
    assert!(
        last.contains("Alex (DMO) and Nobody") && last.contains(r#"BySeat { ec: "Nobody", dmo: "Alex" }"#),
        "{last}"
    );
    assert_eq!(last.matches("Nobody").count(), 3, "{last}");
    let opposite = of(UserId(44)).await;
    assert!(seats(&opposite) == ["Alex", "Nobody"] && opposite.contains("Nobody and Alex (EC)"), "{opposite}");
    assert!(opposite.matches("Nobody").count() == 3 && opposite.contains("substitute ec Alex"), "{opposite}");
    for (text, id) in [(began, "\"11\""), (between, "\"33\""), (last, "22"), (opposite, "44")] {
        assert!(!text.contains(id), "{id}: {text}");
    }
}

/// Returns how often a text occurs in the bytes of a database's files and of a backup.
async fn raw(folder: &Path, store: &Store, what: &str) -> usize {
    let copy = folder.join("copy.db");
    std::fs::remove_file(&copy).ok();
    store.backup(&copy).await.unwrap();
    let files = ["matches.db", "matches.db-wal", "copy.db"].map(|name| std::fs::read(folder.join(name)).unwrap());
    files.iter().map(|bytes| bytes.windows(what.len()).filter(|bytes| *bytes == what.as_bytes()).count()).sum()
}

/// Stores a name in a match with so many entries and messages that rows move from page to page.
async fn long(store: &Store, user: UserId, name: &str) -> MatchId {
    let header = format!(r#"{{"record":1,"game":"game","seats":{{"ec":"{name}","dmo":"Dan"}}}}"#);
    let id = sat(store, &header, BySeat { ec: user, dmo: UserId(44) }, [name, "Dan"], &[]).await;
    for at in 0..120_u32 {
        let words = "x".repeat(usize::try_from(at * 37 % 900).unwrap());
        let id_of = user.0;
        let line = format!(
            r#"{{"at":{at},"host":"pause","by":"{id_of}","reason":"{words}","meta":{{"by":"{id_of}","host":"{name} (host)"}}}}"#
        );
        let payload = format!(r#"{{"words":"{name} {words}"}}"#);
        let post = NewPost { payload, ..post(Lane::Channel) };
        let said = Commit { posts: vec![post], ..commit(store, id, 1 + i64::from(at), &[&line]).await };
        store.commit(said).await.unwrap();
    }
    while let Some(next) = store.next_post(id, Lane::Channel).await.unwrap() {
        store.post_dropped(&next, "for the test");
    }
    store.keep_username(user, &format!("{}_u", name.to_lowercase())).await.unwrap();
    id
}

#[tokio::test]
async fn erased_name_is_in_no_database_file() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&folder.path().join("matches.db")).await.unwrap();
    for (user, name) in [(ANN, "Zarathustra"), (BOB, "Mnemosyne")] {
        long(&store, user, name).await;
    }
    let stood = "UPDATE matches SET series_id = 7, series = 'Match 2 of a best of 3, opened at Zarathustra 1 – 0 Dan' WHERE id = 1";
    crate::behind(&folder.path().join("matches.db"), stood).await.unwrap();
    assert!(raw(folder.path(), &store, "Zarathustra").await > 200);
    assert!(matches!(store.erase(ANN, "Nobody".into()).await.unwrap(), Erased::Done(_)));
    for gone in ["Zarathustra", "zarathustra_u", &ANN.0.to_string()] {
        assert_eq!(raw(folder.path(), &store, gone).await, 0, "{gone}");
    }
    assert!(raw(folder.path(), &store, "Mnemosyne").await > 200, "others stay");
    assert_eq!(store.forget_matches_before(NOW.plus(1)).await.unwrap(), 2);
    for gone in ["Mnemosyne", "mnemosyne_u"] {
        assert_eq!(raw(folder.path(), &store, gone).await, 0, "{gone}");
    }
    assert!(store.wipe().await.unwrap(), "nothing is owed");
}

#[tokio::test]
async fn blocked_overwrites_are_done_later_or_at_the_next_start() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("matches.db");
    let store = Store::open(&path).await.unwrap();
    long(&store, BOB, "Mnemosyne").await;
    // Another process, such as a backup, is reading the old state.
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(&path).read_only(true);
    let mut other = sqlx::ConnectOptions::connect(&options).await.unwrap();
    sqlx::query("BEGIN").execute(&mut other).await.unwrap();
    sqlx::query("SELECT count(*) FROM entries").fetch_one(&mut other).await.unwrap();
    assert!(matches!(store.erase(BOB, "Nobody".into()).await.unwrap(), Erased::Done(_)));
    assert!(!store.wipe().await.unwrap() && raw(folder.path(), &store, "Mnemosyne").await > 0);
    sqlx::query("COMMIT").execute(&mut other).await.unwrap();
    assert!(store.wipe().await.unwrap());
    assert_eq!(raw(folder.path(), &store, "Mnemosyne").await, 0);
    // A start finishes an overwrite that was pending when the process ended.
    long(&store, BOB, "Mnemosyne").await;
    sqlx::query("BEGIN").execute(&mut other).await.unwrap();
    sqlx::query("SELECT count(*) FROM entries").fetch_one(&mut other).await.unwrap();
    assert!(matches!(store.erase(BOB, "Nobody".into()).await.unwrap(), Erased::Done(_)));
    drop(other);
    store.close().await;
    let store = Store::open(&path).await.unwrap();
    assert_eq!(raw(folder.path(), &store, "Mnemosyne").await, 0);
}
