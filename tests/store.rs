//! The store's promises, on every kind of database there is.

use std::path::Path;

use deathmatch::game::{BySeat, Seat};
use deathmatch::ids::{ChannelId, GuildId, MatchId, MessageId, RoleId, Snowflake, UnixMs, UserId};
use deathmatch::store::{
    Arrived, Change, Commit, Erased, Lane, NewItem, NewRow, Person, PromptMark, PromptRow, Setting, Settings, Stands,
    Status, Store, StoreError,
};
use deathmatch::table::{Figures, OfSeat};
use serde_json::json;

const NOW: UnixMs = UnixMs(1_790_000_000_000);
const ANN: UserId = UserId(u64::MAX - 5);
const BOB: UserId = UserId(22);

/// A database, and what must live as long as it.
async fn stores() -> Vec<(Store, Option<tempfile::TempDir>)> {
    let folder = tempfile::tempdir().unwrap();
    let file = Store::open(&folder.path().join("matches.db")).await.unwrap();
    vec![(Store::memory().await.unwrap(), None), (file, Some(folder))]
}

fn item(nonce: &str, lane: Lane) -> NewItem {
    NewItem { lane, kind: "public", payload: "{}".into(), nonce: nonce.into() }
}

async fn opened(store: &Store) -> MatchId {
    let new = NewRow {
        guild: GuildId(1),
        channel: ChannelId(2),
        private: false,
        by_button: false,
        host: UserId(3),
        game: "game".into(),
        version: 1,
        header: "{}".into(),
        users: BySeat { ec: ANN, dmo: BOB },
        names: BySeat { ec: "Ann".into(), dmo: "Bob".into() },
        bots: BySeat::default(),
        ready: BySeat::default(),
        opened: NOW,
        expires: NOW.plus(900_000),
        starts: None,
        offers: None,
        part: None,
        friendly: false,
        origin: None,
        opening: None,
    };
    let nonce = format!("{:x}", rand::random::<u64>());
    store.open_match(new, move |_| vec![item(&nonce, Lane::Channel)]).await.unwrap()
}

fn commit(id: MatchId, seq: u32, lines: &[&str]) -> Commit {
    Commit {
        match_id: id,
        expected_seq: seq,
        expected_status: Status::Lobby,
        entries: lines.iter().map(|&line| line.to_owned()).collect(),
        change: Change::default(),
        outbox: Vec::new(),
        clear_drafts: Vec::new(),
        now: NOW,
    }
}

#[tokio::test]
async fn a_commit_is_all_or_nothing() {
    for (store, _folder) in stores().await {
        let id = opened(&store).await;
        store.commit(commit(id, 0, &["a", "b"])).await.unwrap();
        let mark = PromptMark { step: 1, begun: 0 };
        store.keep_draft(id, mark, Seat::Ec, &["sam".into()]).await.unwrap();
        let twice = Commit {
            outbox: vec![item("same", Lane::Channel), item("same", Lane::Channel)],
            change: Change { deadline: Some(Some(NOW)), status: Some(Status::Running), ..Change::default() },
            clear_drafts: vec![Seat::Ec],
            ..commit(id, 2, &["c"])
        };
        assert!(matches!(store.commit(twice).await, Err(StoreError::Sql(_))));
        assert_eq!(store.entries(id).await.unwrap(), ["a", "b"]);
        let row = store.find_match(id).await.unwrap().unwrap();
        assert_eq!((row.status, row.deadline), (Status::Lobby, Some(NOW.plus(900_000))));
        assert_eq!(store.draft(id, mark, Seat::Ec).await.unwrap(), ["sam"]);
        assert_eq!(store.pending_items().await.unwrap(), 1);
        let once = Commit {
            outbox: vec![item("same", Lane::Dm(ANN))],
            change: Change { mark: Some(Some((2, 3))), ..Change::default() },
            clear_drafts: vec![Seat::Ec],
            ..commit(id, 2, &["c"])
        };
        let row = store.commit(once).await.unwrap();
        assert_eq!((row.mark, row.users.ec), (Some((2, 3)), ANN));
        assert_eq!(store.find_match(id).await.unwrap().unwrap(), row);
        assert!(store.draft(id, mark, Seat::Ec).await.unwrap().is_empty());
    }
}

#[tokio::test]
async fn whoever_comes_second_conflicts() {
    for (store, _folder) in stores().await {
        let id = opened(&store).await;
        let (one, two) = tokio::join!(store.commit(commit(id, 0, &["one"])), store.commit(commit(id, 0, &["two"])));
        assert_eq!([one.is_ok(), two.is_ok()].iter().filter(|ok| **ok).count(), 1);
        assert!(matches!(one.and(two), Err(StoreError::Conflict)));
        assert_eq!(store.entries(id).await.unwrap().len(), 1);
        let status = Commit { expected_status: Status::Running, ..commit(id, 1, &["x"]) };
        assert!(matches!(store.commit(status).await, Err(StoreError::Conflict)));
    }
}

/// Writes that come together share a transaction; one that fails takes no other with it, and all keep their order.
#[tokio::test(flavor = "multi_thread")]
async fn many_write_at_once() {
    for (store, _folder) in stores().await {
        let mut matches = Vec::new();
        for _ in 0..40 {
            matches.push(opened(&store).await);
        }
        let mut writes = Vec::new();
        for (number, &id) in matches.iter().enumerate() {
            let store = store.clone();
            writes.push(tokio::spawn(async move {
                let wrong = number % 4 == 1;
                let doubled = vec![item("twice", Lane::Channel), item("twice", Lane::Channel)];
                let outbox = if number % 4 == 2 { doubled } else { Vec::new() };
                let done = store.commit(Commit { outbox, ..commit(id, u32::from(wrong), &["a", "b"]) }).await;
                let lines = store.entries(id).await.unwrap();
                assert_eq!(lines.len(), if done.is_ok() { 2 } else { 0 }, "a read sees what was answered before it");
                store.keep_draft(id, PromptMark { step: 1, begun: 0 }, Seat::Ec, &["w".into()]).await.unwrap();
                (number, done)
            }));
        }
        for write in writes {
            match write.await.unwrap() {
                (number, Err(StoreError::Conflict)) => assert_eq!(number % 4, 1),
                (number, Err(StoreError::Sql(_))) => assert_eq!(number % 4, 2),
                (number, done) => assert!(done.is_ok() && matches!(number % 4, 0 | 3), "{number}: {done:?}"),
            }
        }
        let (first, second) = (matches[0], matches[0]);
        let (first, second) =
            tokio::join!(store.commit(commit(first, 2, &["c"])), store.commit(commit(second, 3, &["d"])));
        assert!(first.is_ok() && second.is_ok(), "asked for in this order");
        assert_eq!(store.entries(matches[0]).await.unwrap(), ["a", "b", "c", "d"]);
    }
}

#[tokio::test]
async fn queues_are_gone_through_in_order() {
    for (store, _folder) in stores().await {
        let id = opened(&store).await;
        let dm = Lane::Dm(ANN);
        let outbox = vec![item("n1", dm), item("n2", dm)];
        store.commit(Commit { outbox, ..commit(id, 0, &[]) }).await.unwrap();
        let mut lanes = store.pending_lanes().await.unwrap();
        lanes.sort_by_key(|(_, lane)| lane.to_string());
        assert_eq!(lanes, [(id, Lane::Channel), (id, dm)]);
        let first = store.next_item(id, dm).await.unwrap().unwrap().0;
        store.item_again(first.id, NOW.plus(1000), "busy").await.unwrap();
        let again = store.next_item(id, dm).await.unwrap().unwrap().0;
        assert_eq!((again.id, again.attempts, again.due), (first.id, 1, NOW.plus(1000)));
        let mark = PromptMark { step: 4, begun: 7 };
        let prompt = Some((mark, Some(Seat::Ec)));
        let arrived = Arrived {
            channel: ChannelId(9),
            message: MessageId(500),
            prompt,
            kept: None,
            card: false,
            thread: None,
            proposal: None,
            late: None,
        };
        store.item_sent(&again, arrived, NOW).await.unwrap();
        let shown =
            PromptRow { match_id: id, mark, seat: Some(Seat::Ec), channel: ChannelId(9), message: MessageId(500) };
        assert_eq!(store.newest_prompt(id, Seat::Ec, Snowflake(501)).await.unwrap(), Some(shown));
        assert_eq!(store.newest_prompt_to(ANN, Snowflake(501)).await.unwrap(), Some(shown));
        assert_eq!(store.newest_prompt(id, Seat::Ec, Snowflake(500)).await.unwrap(), None);
        assert_eq!(store.newest_prompt(id, Seat::Dmo, Snowflake(501)).await.unwrap(), None);
        let second = store.next_item(id, dm).await.unwrap().unwrap().0;
        assert_eq!(second.nonce, "n2");
        let instead = |nonce| Some((Seat::Ec, item(nonce, Lane::Channel)));
        assert!(store.item_unwanted(&second, ANN, instead("n3"), NOW).await.unwrap());
        assert!(!store.item_unwanted(&second, ANN, instead("n4"), NOW).await.unwrap());
        assert!(store.person(ANN).await.unwrap().dm_closed);
        assert_eq!(store.next_item(id, dm).await.unwrap(), None);
        assert_eq!(store.pending_items().await.unwrap(), 2);
    }
}

#[tokio::test]
async fn a_message_that_came_late_does_not_hide_a_newer_prompt() {
    for (store, _folder) in stores().await {
        let id = opened(&store).await;
        let shown = |step, seat, message| PromptRow {
            match_id: id,
            mark: PromptMark { step, begun: 2 * step },
            seat,
            channel: ChannelId(9),
            message: MessageId(message),
        };
        let newest = shown(5, Some(Seat::Dmo), 100);
        store.prompt_shown(&newest).await.unwrap();
        store.prompt_shown(&shown(4, None, 200)).await.unwrap();
        assert_eq!(store.newest_prompt(id, Seat::Dmo, Snowflake(300)).await.unwrap(), Some(newest));
        let everyones = shown(4, None, 200);
        assert_eq!(store.newest_prompt(id, Seat::Ec, Snowflake(300)).await.unwrap(), Some(everyones));
    }
}

#[tokio::test]
async fn what_was_sent_long_ago_is_forgotten_and_what_waits_is_not() {
    for (store, _folder) in stores().await {
        let id = opened(&store).await;
        let card = store.next_item(id, Lane::Channel).await.unwrap().unwrap().0;
        let arrived = |nonce| Arrived {
            channel: ChannelId(2),
            message: MessageId(9),
            prompt: None,
            kept: None,
            card: true,
            thread: None,
            proposal: None,
            late: Some(item(nonce, Lane::Picture)),
        };
        store.item_sent(&card, arrived("picture"), NOW.plus(5)).await.unwrap();
        assert_eq!(store.next_item(id, Lane::Channel).await.unwrap(), None, "nothing waits behind a picture");
        let late = store.next_item(id, Lane::Picture).await.unwrap().unwrap().0;
        assert_eq!((late.nonce.as_str(), late.created), ("picture", NOW.plus(5)), "what follows is queued with it");
        assert_eq!(store.forget_items(NOW).await.unwrap(), 0);
        assert_eq!(store.forget_items(NOW.plus(10)).await.unwrap(), 1);
        assert_eq!(store.next_item(id, Lane::Picture).await.unwrap().map(|(row, _)| row), Some(late));
        store.queue_item(id, item("board", Lane::Channel), NOW).await.unwrap();
        let board = store.next_item(id, Lane::Channel).await.unwrap().unwrap().0;
        store.item_sent(&board, arrived("newer"), NOW.plus(6)).await.unwrap();
        assert_eq!(store.pending_lanes().await.unwrap(), [(id, Lane::Picture)]);
        let newest = store.next_item(id, Lane::Picture).await.unwrap().unwrap().0;
        assert_eq!(newest.nonce, "newer", "of late pictures only the newest waits");
        assert_eq!(store.pending_items().await.unwrap(), 1);
    }
}

fn object(value: &serde_json::Value) -> serde_json::Map<String, serde_json::Value> {
    value.as_object().unwrap().clone()
}

async fn set(store: &Store, guild: GuildId, setting: Setting) -> Settings {
    store.change_settings(guild, setting, |_| Ok::<_, ()>(())).await.unwrap().unwrap()
}

#[tokio::test]
async fn of_settings_that_are_made_at_once_none_is_lost() {
    for (store, _folder) in stores().await {
        let guild = GuildId(1);
        let games = (0..20).map(|n| Setting::OwnValues(format!("none-{n}")));
        let usual = (0..20).map(|n| {
            let (key, game) = (format!("key-{n}"), format!("game-{}", n % 2));
            Setting::Usual { game, set: object(&json!({ key: n })) }
        });
        let others = [
            Setting::HostRoles(vec![RoleId(1)]),
            Setting::Channels(vec![ChannelId(2)]),
            Setting::Stands(Stands::Thread),
            Setting::Called(Some(RoleId(3))),
            Setting::Results(Some(ChannelId(4))),
            Setting::Calendar(true),
            Setting::Games(vec!["game-0".into()]),
            Setting::Presets { game: "game-0".into(), allowed: vec!["a".into()] },
        ];
        let all = games.chain(usual).chain(others).map(|setting| set(&store, guild, setting));
        futures::future::join_all(all).await;
        let settings = store.settings(guild).await.unwrap();
        assert_eq!(settings.usual["game-0"].len() + settings.usual["game-1"].len(), 20);
        assert_eq!((settings.host_roles, settings.channels), (vec![RoleId(1)], vec![ChannelId(2)]));
        assert_eq!((settings.stands, settings.called), (Stands::Thread, Some(RoleId(3))));
        assert_eq!((settings.results, settings.calendar), (Some(ChannelId(4)), true));
        assert_eq!((settings.games.len(), settings.presets["game-0"].len()), (1, 1));
    }
}

#[tokio::test]
async fn settings_of_before_are_carried_over_and_what_is_broken_holds_up_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("matches.db");
    Store::open(&path).await.unwrap().close().await;
    // The database as it was before settings were one object.
    let before = "DROP TABLE settings; DROP TABLE surroundings; DROP TABLE left_behind; DROP TABLE uncounted; DROP TABLE seasons; \
        DROP TABLE tournaments; DROP INDEX matches_by_guild; DELETE FROM _sqlx_migrations WHERE version >= 100; \
        ALTER TABLE matches DROP COLUMN parent_id; ALTER TABLE matches DROP COLUMN private; \
        ALTER TABLE matches DROP COLUMN by_button; DROP TABLE feeds; DROP TABLE series; ALTER TABLE matches DROP COLUMN offers; \
        ALTER TABLE matches DROP COLUMN origin; DROP TABLE prefixes; DROP TABLE figures; \
        ALTER TABLE proposals DROP COLUMN channel_id; ALTER TABLE proposals DROP COLUMN message_id; \
        ALTER TABLE matches DROP COLUMN series_id; ALTER TABLE matches DROP COLUMN series; \
        CREATE TABLE servers (guild_id INTEGER PRIMARY KEY, host_role INTEGER, timezone TEXT NOT NULL, \
            defaults TEXT NOT NULL, friendly INTEGER NOT NULL) STRICT; \
        INSERT INTO servers VALUES (1, 77, 'Europe/Berlin', '{\"game\":{\"unit_s\":60}}', 0), (2, NULL, 'UTC', 'odd', 1);";
    behind(&path, before).await.unwrap();
    let store = Store::open(&path).await.unwrap();
    let carried = Settings {
        host_roles: vec![RoleId(77)],
        friendly: false,
        timezone: "Europe/Berlin".into(),
        usual: [("game".to_owned(), object(&json!({"unit_s": 60})))].into(),
        ..Settings::default()
    };
    assert_eq!(store.settings(GuildId(1)).await.unwrap(), carried);
    assert_eq!(store.settings(GuildId(2)).await.unwrap(), Settings::default());
    set(&store, GuildId(2), Setting::Calendar(true)).await;
    store.close().await;
    let store = Store::open(&path).await.unwrap();
    assert!(store.settings(GuildId(2)).await.unwrap().calendar);
    let odd = Setting::OwnValues("game".into());
    assert!(
        store.change_settings(GuildId(2), odd, |_| Ok::<_, ()>(())).await.is_err(),
        "it is not overwritten in passing"
    );
    assert!(behind(&path, "SELECT * FROM servers").await.is_err(), "there is one truth");
}

#[tokio::test]
async fn settings_are_kept() {
    for (store, _folder) in stores().await {
        let guild = GuildId(u64::MAX);
        assert_eq!(store.settings(guild).await.unwrap(), Settings::default());
        for setting in [
            Setting::HostRoles(vec![RoleId(77), RoleId(78)]),
            Setting::Friendly(false),
            Setting::Timezone("Europe/Berlin".into()),
            Setting::Usual { game: "game".into(), set: object(&json!({"unit_s": 60, "break_s": 5})) },
        ] {
            set(&store, guild, setting).await;
        }
        let settings = Settings {
            host_roles: vec![RoleId(77), RoleId(78)],
            friendly: false,
            timezone: "Europe/Berlin".into(),
            usual: [("game".to_owned(), object(&json!({"unit_s": 60, "break_s": 5})))].into(),
            ..Settings::default()
        };
        assert_eq!(store.settings(guild).await.unwrap(), settings);
        let refused = Setting::Usual { game: "game".into(), set: object(&json!({"unit_s": 0})) };
        let refused = store.change_settings(guild, refused, |then| Err(then.usual["game"]["break_s"].clone())).await;
        assert_eq!(refused.unwrap().unwrap_err(), 5, "what would be set is looked at as a whole");
        assert_eq!(store.settings(guild).await.unwrap(), settings, "what is refused is not kept");
        let person = Person { user: ANN, dm_channel: Some(ChannelId(4)), dm_closed: true, confirm: true };
        store.dm_opened(ANN, ChannelId(4)).await.unwrap();
        store.keep_confirm(ANN, true).await.unwrap();
        store.dm_closed(ANN).await.unwrap();
        assert_eq!(store.person(ANN).await.unwrap(), person);
        assert_eq!(store.person(BOB).await.unwrap(), Person::fresh(BOB));
        store.keep(&[("a", 1), ("b", -2)]).await.unwrap();
        store.keep(&[("a", 3)]).await.unwrap();
        assert_eq!((store.kept("a").await.unwrap(), store.kept("c").await.unwrap()), (Some(3), None));
    }
}

#[tokio::test]
async fn lists_name_the_right_matches() {
    for (store, _folder) in stores().await {
        let (one, two) = (opened(&store).await, opened(&store).await);
        let over = Change { status: Some(Status::Over), ..Change::default() };
        store.commit(Commit { change: over, ..commit(one, 0, &[]) }).await.unwrap();
        let ids = |rows: Vec<deathmatch::store::MatchRow>| rows.iter().map(|row| row.id).collect::<Vec<_>>();
        assert_eq!(ids(store.live_matches().await.unwrap()), [two]);
        assert_eq!(ids(store.matches_in(ChannelId(2)).await.unwrap()), [two, one]);
        assert_eq!(ids(store.matches_of(BOB).await.unwrap()), [two]);
        assert!(store.matches_of(UserId(3)).await.unwrap().is_empty());
    }
}

/// Runs statements on a database file behind the store's back.
async fn behind(path: &Path, sql: &'static str) -> Result<(), sqlx::Error> {
    use sqlx::{ConnectOptions, Connection};
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(path).create_if_missing(true);
    let mut connection = options.connect().await?;
    let done = sqlx::query(sql).execute(&mut connection).await.map(drop);
    connection.close().await?;
    done
}

#[tokio::test]
async fn a_record_cannot_be_rewritten() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("matches.db");
    let store = Store::open(&path).await.unwrap();
    let id = opened(&store).await;
    store.commit(commit(id, 0, &["a"])).await.unwrap();
    store.close().await;
    for sql in ["UPDATE entries SET line = 'b'", "DELETE FROM entries"] {
        let error = behind(&path, sql).await.unwrap_err().to_string();
        assert!(error.contains("a record is never"), "{error}");
    }
}

#[tokio::test]
async fn what_was_committed_is_there_at_the_next_start() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("matches.db");
    let store = Store::open(&path).await.unwrap();
    let id = opened(&store).await;
    store.commit(commit(id, 0, &["a"])).await.unwrap();
    let copy = folder.path().join("copy.db");
    store.backup(&copy).await.unwrap();
    assert!(store.backup(&copy).await.is_err());
    drop(store);
    for path in [path, copy] {
        let store = Store::open(&path).await.unwrap();
        assert_eq!(store.entries(id).await.unwrap(), ["a"]);
        store.close().await;
    }
}

#[tokio::test]
async fn a_database_has_one_process() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("matches.db");
    let store = Store::open(&path).await.unwrap();
    assert!(matches!(Store::open(&path).await, Err(StoreError::Locked(_))));
    drop(store);
    Store::open(&path).await.unwrap();
}

/// What a commit to a database comes to whose files are not in their place.
async fn refused(store: &Store, id: MatchId, seq: u32) -> String {
    let done = store.commit(commit(id, seq, &["never"])).await;
    assert!(matches!(done, Err(StoreError::NotKept(_))), "{done:?}");
    assert!(matches!(store.is_there(), Err(StoreError::Gone(_))));
    done.unwrap_err().to_string()
}

#[cfg(unix)]
#[tokio::test]
async fn nothing_is_stored_in_a_file_that_has_lost_its_name() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("matches.db");
    let (log, aside) = (folder.path().join("matches.db-wal"), folder.path().join("aside"));
    let store = Store::open(&path).await.unwrap();
    let id = opened(&store).await;
    let mut seq = 0;
    for file in [&path, &log] {
        store.commit(commit(id, seq, &["kept"])).await.unwrap();
        seq += 1;
        std::fs::rename(file, &aside).unwrap();
        let said = refused(&store, id, seq).await;
        assert!(said.contains(&format!("{} is gone from its place", file.display())), "{said}");
        std::fs::write(file, "another").unwrap();
        refused(&store, id, seq).await;
        std::fs::rename(&aside, file).unwrap();
    }
    store.commit(commit(id, seq, &["kept"])).await.unwrap();
    // What the log holds comes into the database at the end, whether the log has a name or not.
    std::fs::remove_file(&log).unwrap();
    refused(&store, id, seq + 1).await;
    store.close().await;
    let store = Store::open(&path).await.unwrap();
    assert_eq!(store.entries(id).await.unwrap(), ["kept"; 3]);
}

#[cfg(unix)]
#[tokio::test]
async fn only_its_owner_may_read_a_database() {
    use std::fs::Permissions;
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("matches.db");
    let files =
        ["matches.db", "matches.db-wal", "matches.db-shm", "matches.db.lock"].map(|name| folder.path().join(name));
    let modes = || files.each_ref().map(|file| file.metadata().unwrap().permissions().mode() & 0o777);
    let store = Store::open(&path).await.unwrap();
    opened(&store).await;
    assert_eq!(modes(), [0o600; 4]);
    for file in &files {
        std::fs::set_permissions(file, Permissions::from_mode(0o644)).unwrap();
    }
    // Another process would find them so after this one was killed.
    let other = tempfile::tempdir().unwrap();
    let copies = files.each_ref().map(|file| other.path().join(file.file_name().unwrap()));
    for (file, copy) in files.iter().zip(&copies) {
        std::fs::copy(file, copy).unwrap();
    }
    let store = Store::open(&copies[0]).await.unwrap();
    opened(&store).await;
    let modes = copies.each_ref().map(|file| file.metadata().unwrap().permissions().mode() & 0o777);
    assert_eq!(modes, [0o600; 4]);
}

#[cfg(unix)]
#[tokio::test]
async fn a_link_leads_to_the_same_database() {
    let folder = tempfile::tempdir().unwrap();
    let (real, link) = (folder.path().join("real"), folder.path().join("link.db"));
    std::fs::create_dir(&real).unwrap();
    std::os::unix::fs::symlink(real.join("matches.db"), &link).unwrap();
    Store::open(&real.join("matches.db")).await.unwrap().close().await;
    let store = Store::open(&link).await.unwrap();
    let id = opened(&store).await;
    store.commit(commit(id, 0, &["a"])).await.unwrap();
    let looking = Store::look(&link).await.unwrap();
    assert_eq!(looking.entries(id).await.unwrap(), ["a"], "what is in the log is seen");
    looking.close().await;
    store.close().await;
}

#[tokio::test]
async fn what_is_not_ours_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let broken = folder.path().join("broken.db");
    std::fs::write(
        &broken,
        b"this is no database, and long enough to be taken for one if nobody looks closely".repeat(20),
    )
    .unwrap();
    let before = std::fs::read(&broken).unwrap();
    assert!(matches!(Store::open(&broken).await, Err(StoreError::Unreadable(..))));
    assert_eq!(std::fs::read(&broken).unwrap(), before);

    let empty = folder.path().join("empty.db");
    std::fs::write(&empty, "").unwrap();
    assert!(matches!(Store::look(&empty).await, Err(StoreError::Empty(_))));

    let other = folder.path().join("other.db");
    behind(&other, "CREATE TABLE recipes (name TEXT)").await.unwrap();
    let before = std::fs::read(&other).unwrap();
    assert!(matches!(Store::open(&other).await, Err(StoreError::Unreadable(..))));
    assert_eq!(std::fs::read(&other).unwrap(), before);

    let newer = folder.path().join("newer.db");
    drop(Store::open(&newer).await.unwrap());
    behind(
        &newer,
        "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) VALUES (9999, 'later', 1, x'00', 0)",
    )
    .await
    .unwrap();
    assert!(matches!(Store::open(&newer).await, Err(StoreError::Newer(_))));
}

/// A match that ended, and what there is about it in every table.
async fn ended(store: &Store) -> MatchId {
    let id = opened(store).await;
    let lines =
        [r#"{"at":1,"seat":"ec","order":"a"}"#, r#"{"at":2,"host":"substitute dmo Bob","by":"22","meta":{"by":"22"}}"#];
    store
        .commit(Commit {
            outbox: vec![item(&format!("n{}", id.0), Lane::Channel)],
            change: Change { status: Some(Status::Over), ..Change::default() },
            ..commit(id, 0, &lines)
        })
        .await
        .unwrap();
    id
}

#[tokio::test]
async fn a_person_is_taken_out_whole_or_not_at_all() {
    for (store, _folder) in stores().await {
        let id = ended(&store).await;
        let going = opened(&store).await;
        assert_eq!(store.erase(BOB, "Nobody".into()).await.unwrap(), Erased::Busy(vec![going]));
        let over = Change { status: Some(Status::Cancelled), ..Change::default() };
        store.commit(Commit { change: over, ..commit(going, 0, &[]) }).await.unwrap();
        assert_eq!(store.erase(BOB, "Nobody".into()).await.unwrap(), Erased::Sending);
        for (m, lane) in store.pending_lanes().await.unwrap() {
            while let Some((next, _)) = store.next_item(m, lane).await.unwrap() {
                store.item_dropped(next.id, "for the test").await.unwrap();
            }
        }
        assert_eq!(store.erase(BOB, "Nobody".into()).await.unwrap(), Erased::Done(vec![id, going]));
        let row = store.find_match(id).await.unwrap().unwrap();
        assert_eq!((row.users, row.names.dmo.as_str()), (BySeat { ec: ANN, dmo: UserId(0) }, "Nobody"));
        let lines = store.entries(id).await.unwrap();
        assert_eq!(lines[0], r#"{"at":1,"seat":"ec","order":"a"}"#, "what does not name them stays to the letter");
        assert!(lines[1].contains("substitute dmo Nobody") && !lines[1].contains("22"), "{lines:?}");
        assert!(
            store.commit(Commit { expected_status: Status::Over, ..commit(id, 2, &["c"]) }).await.is_ok(),
            "records go on"
        );
        assert!(store.kept_of(BOB).await.unwrap()["matches"].as_array().unwrap().is_empty());
    }
}

#[tokio::test]
async fn old_matches_are_forgotten_whole_and_others_not() {
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
async fn figures_stand_while_their_match_is_over_and_go_with_a_player() {
    for (store, _folder) in stores().await {
        let id = ended(&store).await;
        assert!(store.without_figures(9).await.unwrap().is_empty(), "it has no result");
        let over = Some(Some(r#"{"winner":"ec","reason":"rules"}"#.to_owned()));
        let result = Change { outcome: over.clone(), ..Change::default() };
        store
            .commit(Commit { expected_status: Status::Over, change: result, ..commit(id, 2, &[r#"{"at":3}"#]) })
            .await
            .unwrap();
        assert_eq!(store.without_figures(9).await.unwrap(), [id]);
        let of = |opening: &str| OfSeat {
            opening: Some(opening.to_owned()),
            uses: [("sword".to_owned(), 3)].into(),
            thoughts: vec![1_500, 20_000],
        };
        let seats = BySeat { ec: of("left"), dmo: of("right") };
        let figures = Figures { steps: 4, lasted: 90_000, first: Some(Seat::Dmo), seats };
        let users = BySeat { ec: ANN, dmo: BOB };
        let keep = async |entries, users| store.keep_figures(id, entries, users, figures.clone()).await.unwrap();
        assert!(!keep(2, users).await, "there has been another entry since");
        assert!(!keep(3, users.swapped()).await, "others sit there");
        assert!(keep(3, users).await);
        let all = async || store.figures(GuildId(1), None).await.unwrap();
        assert_eq!(all().await, [(id, figures.clone())].into());
        assert!(store.without_figures(9).await.unwrap().is_empty());
        assert_eq!(store.figures(GuildId(1), Some("game")).await.unwrap().len(), 1);
        assert!(store.figures(GuildId(1), Some("other")).await.unwrap().is_empty());
        assert!(store.figures(GuildId(2), None).await.unwrap().is_empty());
        assert_eq!(store.kept_of(BOB).await.unwrap()["figures"][0]["opening"], "right");
        // Going on takes them out at once; what was worked out meanwhile is not kept.
        let again = Change { status: Some(Status::Running), outcome: Some(None), ..Change::default() };
        store
            .commit(Commit {
                expected_status: Status::Over,
                change: again,
                ..commit(id, 3, &[r#"{"at":4,"host":"undo"}"#])
            })
            .await
            .unwrap();
        assert!(all().await.is_empty() && !keep(4, users).await && store.without_figures(9).await.unwrap().is_empty());
        let over = Change { status: Some(Status::Over), outcome: over, ..Change::default() };
        store.commit(Commit { expected_status: Status::Running, change: over, ..commit(id, 4, &[]) }).await.unwrap();
        assert!(keep(4, users).await);
        while let Some((next, _)) = store.next_item(id, Lane::Channel).await.unwrap() {
            store.item_dropped(next.id, "for the test").await.unwrap();
        }
        assert_eq!(store.erase(BOB, "Nobody".into()).await.unwrap(), Erased::Done(vec![id]));
        let left = all().await.remove(&id).unwrap();
        assert_eq!((left.seats.dmo, &left.seats.ec, left.steps), (OfSeat::default(), &figures.seats.ec, 4));
        assert!(keep(4, BySeat { ec: ANN, dmo: UserId(0) }).await);
        assert_eq!(all().await[&id].seats.dmo, OfSeat::default(), "they are not made again either");
    }
}
