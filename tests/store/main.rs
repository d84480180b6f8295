//! The store's promises, on every kind of database there is.

mod erased;
mod file;
mod settings;

use std::path::Path;

use deathmatch::game::{BySeat, Seat};
use deathmatch::ids::{ChannelId, GuildId, MatchId, MessageId, Snowflake, UnixMs, UserId};
use deathmatch::store::{
    Arrived, Change, Commit, Lane, NewItem, NewRow, PromptMark, PromptRow, Status, Store, StoreError,
};

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
