//! The store's promises, on every kind of database.

mod erased;
mod file;
mod settings;

use std::path::Path;

use deathmatch::game::{BySeat, Seat};
use deathmatch::ids::{ChannelId, GuildId, MatchId, MessageId, Snowflake, StepId, UnixMs, UserId};
use deathmatch::store::{
    Arrived, Commit, Lane, MatchRow, NewPost, NewRow, Owner, Post, PostState, Shows, Status, Store, StoreError,
};

const NOW: UnixMs = UnixMs(1_790_000_000_000);
const ANN: UserId = UserId(u64::MAX - 5);
const BOB: UserId = UserId(22);

/// Returns databases, each with the folder that must live as long.
async fn stores() -> Vec<(Store, Option<tempfile::TempDir>)> {
    let folder = tempfile::tempdir().unwrap();
    let file = Store::open(&folder.path().join("matches.db")).await.unwrap();
    vec![(Store::memory().await.unwrap(), None), (file, Some(folder))]
}

fn post(lane: Lane) -> NewPost {
    NewPost { lane, kind: "public", payload: "{}".into(), shows: None, about_number: None, not_before: None }
}

async fn opened(store: &Store) -> MatchId {
    let row = MatchRow {
        guild: GuildId(1),
        channel: ChannelId(2),
        opener: UserId(3),
        game: "game".into(),
        version: 1,
        header: "{}".into(),
        users: BySeat { ec: ANN, dmo: BOB },
        plain_names: BySeat { ec: "Ann".into(), dmo: "Bob".into() },
        opened: NOW,
        start_reminded_until: NOW,
        expires: NOW.plus(900_000),
        deadline: Some(NOW.plus(900_000)),
        ..MatchRow::default()
    };
    let new = NewRow { row, opening: None, knowers: Vec::new() };
    store.open_match(new, move |_| vec![post(Lane::Channel)]).await.unwrap()
}

/// A commit of record lines, made from a revision.
async fn commit(store: &Store, id: MatchId, revision: i64, lines: &[&str]) -> Commit {
    let row = store.find_match(id).await.unwrap().unwrap();
    Commit {
        change: MatchRow { revision, ..row }.into(),
        entries: lines.iter().map(|&line| line.to_owned()).collect(),
        posts: Vec::new(),
        clear_drafts: Vec::new(),
        now: NOW,
    }
}

/// A commit with an edited row.
async fn edited(store: &Store, id: MatchId, revision: i64, lines: &[&str], edit: impl FnOnce(&mut MatchRow)) -> Commit {
    let mut commit = commit(store, id, revision, lines).await;
    edit(&mut commit.change.row);
    commit
}

#[tokio::test]
async fn commit_is_all_or_nothing() {
    for (store, _folder) in stores().await {
        let id = opened(&store).await;
        store.commit(commit(&store, id, 0, &["a", "b"]).await).await.unwrap();
        let mark = StepId { step: 1, begun: 0 };
        store.keep_draft(id, mark, Seat::Ec, &["sam".into()]);
        let twice = Commit {
            posts: vec![post(Lane::Channel), NewPost { kind: "", ..post(Lane::Channel) }],
            clear_drafts: vec![Seat::Ec],
            ..edited(&store, id, 1, &["c"], |row| (row.deadline, row.status) = (Some(NOW), Status::Running)).await
        };
        assert!(matches!(store.commit(twice).await, Err(StoreError::Sql(_))));
        assert_eq!(store.entries(id).await.unwrap(), ["a", "b"]);
        let row = store.find_match(id).await.unwrap().unwrap();
        assert_eq!((row.status, row.deadline), (Status::Lobby, Some(NOW.plus(900_000))));
        assert_eq!(store.draft(id, mark, Seat::Ec).await.unwrap(), ["sam"]);
        assert_eq!(store.pending_posts(), 1);
        let once = Commit {
            posts: vec![post(Lane::Dm(ANN))],
            clear_drafts: vec![Seat::Ec],
            ..edited(&store, id, 1, &["c"], |row| row.mark = Some(StepId { step: 2, begun: 3 })).await
        };
        let row = store.commit(once).await.unwrap();
        assert_eq!((row.mark, row.users.ec), (Some(StepId { step: 2, begun: 3 }), ANN));
        assert_eq!(store.find_match(id).await.unwrap().unwrap(), row);
        assert!(store.draft(id, mark, Seat::Ec).await.unwrap().is_empty());
    }
}

#[tokio::test]
async fn second_commit_on_one_revision_conflicts() {
    for (store, _folder) in stores().await {
        let id = opened(&store).await;
        let (one, two) = tokio::join!(
            store.commit(commit(&store, id, 0, &["one"]).await),
            store.commit(commit(&store, id, 0, &["two"]).await)
        );
        assert_eq!([one.is_ok(), two.is_ok()].iter().filter(|ok| **ok).count(), 1);
        assert!(matches!(one.and(two), Err(StoreError::Conflict)));
        assert_eq!(store.entries(id).await.unwrap().len(), 1);
    }
}

/// Every write to a match raises its revision, and a commit made from an older revision changes nothing.
#[tokio::test]
async fn commit_compares_and_swaps_the_revision() {
    for (store, folder) in stores().await {
        let id = opened(&store).await;
        let row = async || store.find_match(id).await.unwrap().unwrap();
        let card = store.next_post(id, Lane::Channel).await.unwrap().unwrap();
        let instead = Some((Seat::Ec, Some(post(Lane::Channel))));
        let to_thread = Arrived { thread: Some(ChannelId(9)), ..arrived(51, "") };
        let mut before = row().await.revision;
        for write in 0..7 {
            match write {
                0 => drop(store.commit(commit(&store, id, before, &["a"]).await).await.unwrap()),
                1 => drop(store.commit(commit(&store, id, before, &[]).await).await.unwrap()),
                2 => store.post_sent(&card, Arrived { card: true, ..arrived(50, "") }, NOW).await.unwrap(),
                3 => store.post_sent(&card, to_thread.clone(), NOW).await.unwrap(),
                4 => assert!(store.post_unwanted(&card, ANN, instead.clone(), NOW).await.unwrap()),
                5 => store.move_to_channel(id, ChannelId(77), Vec::new(), NOW).await.unwrap(),
                // As another process would: the cached row is not invalidated.
                _ => match &folder {
                    Some(folder) => {
                        let raised = "UPDATE matches SET revision = revision + 1";
                        behind(&folder.path().join("matches.db"), raised).await.unwrap();
                    }
                    None => drop(store.commit(commit(&store, id, before, &[]).await).await.unwrap()),
                },
            }
            let late = edited(&store, id, before, &["late"], |row| row.mark = Some(StepId { step: 2, begun: 3 })).await;
            let late = Commit { posts: vec![post(Lane::Channel)], ..late };
            // Of a match at rest nothing is counted until it is looked at.
            store.waiting(id).await.unwrap();
            let waits = store.pending_posts();
            assert!(matches!(store.commit(late).await, Err(StoreError::Conflict)), "{write}");
            let now = row().await;
            assert_eq!((now.revision, now.mark, store.pending_posts()), (before + 1, None, waits), "{write}");
            before = now.revision;
        }
        let now = row().await;
        let place = (ChannelId(9), MessageId(50));
        assert_eq!((now.card, now.channel, now.unreachable.ec), (Some(place), ChannelId(77), true));
        // The row that the commit returns does not include posts stored together with it.
        let again = Arrived { card: true, ..arrived(60, "") };
        let (done, sent) =
            tokio::join!(store.commit(commit(&store, id, before, &["b"]).await), store.post_sent(&card, again, NOW));
        sent.unwrap();
        let now = row().await;
        assert_eq!((done.unwrap().revision, now.revision), (before + 1, before + 2));
        assert_eq!(now.card, Some((ChannelId(9), MessageId(60))));
        assert_eq!(store.entries(id).await.unwrap(), ["a", "b"]);
    }
}

/// Concurrent writes share a transaction. One that fails does not undo the others, and all keep their order.
#[tokio::test(flavor = "multi_thread")]
async fn concurrent_writes_are_independent_and_in_order() {
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
                let doubled = vec![post(Lane::Channel), NewPost { kind: "", ..post(Lane::Channel) }];
                let posts = if number % 4 == 2 { doubled } else { Vec::new() };
                let done =
                    store.commit(Commit { posts, ..commit(&store, id, i64::from(wrong), &["a", "b"]).await }).await;
                let lines = store.entries(id).await.unwrap();
                assert_eq!(lines.len(), if done.is_ok() { 2 } else { 0 }, "a read sees what was answered before it");
                store.keep_draft(id, StepId { step: 1, begun: 0 }, Seat::Ec, &["w".into()]);
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
        let (first, second) = tokio::join!(
            store.commit(commit(&store, first, 1, &["c"]).await),
            store.commit(commit(&store, second, 2, &["d"]).await)
        );
        assert!(first.is_ok() && second.is_ok(), "asked for in this order");
        assert_eq!(store.entries(matches[0]).await.unwrap(), ["a", "b", "c", "d"]);
    }
}

fn arrived(message: u64, shown: &str) -> Arrived {
    let shown = shown.to_owned().into();
    Arrived { channel: ChannelId(9), message: MessageId(message), shown, card: false, thread: None, late: None }
}

fn asks(step: u32, seat: Option<Seat>, lane: Lane) -> NewPost {
    let user = if let Lane::Dm(user) = lane { Some(user) } else { None };
    let shows = Shows { mark: StepId { step, begun: 2 * step }, seat, user };
    NewPost { shows: Some(shows), ..post(lane) }
}

#[tokio::test]
async fn lanes_are_sent_in_order() {
    for (store, _folder) in stores().await {
        let id = opened(&store).await;
        let dm = Lane::Dm(ANN);
        let posts = vec![asks(4, Some(Seat::Ec), dm), post(dm)];
        store.commit(Commit { posts, ..commit(&store, id, 0, &[]).await }).await.unwrap();
        let mut lanes = store.pending_lanes().await.unwrap();
        lanes.sort_by_key(|(_, lane)| lane.to_string());
        assert_eq!(lanes, [(id.into(), Lane::Channel), (id.into(), dm)]);
        let first = store.next_post(id, dm).await.unwrap().unwrap();
        store.post_again(&first, NOW.plus(1000));
        let again = store.next_post(id, dm).await.unwrap().unwrap();
        assert_eq!((again.id, again.attempts, again.next_attempt), (first.id, 1, NOW.plus(1000)));
        assert_eq!(again.nonce(), first.nonce(), "at every attempt");
        store.post_sent(&again, arrived(500, "asked"), NOW).await.unwrap();
        let mark = StepId { step: 4, begun: 8 };
        assert_eq!(store.newest_prompt(id, Seat::Ec, Snowflake(501)).await.unwrap(), Some(mark));
        let to_ann = store.newest_prompt_to(ANN, Snowflake(501)).await.unwrap().unwrap();
        assert_eq!((to_ann.id, to_ann.at), (first.id, Some((ChannelId(9), MessageId(500)))));
        assert_eq!(store.newest_prompt(id, Seat::Ec, Snowflake(500)).await.unwrap(), None);
        assert_eq!(store.newest_prompt(id, Seat::Dmo, Snowflake(501)).await.unwrap(), None);
        let second = store.next_post(id, dm).await.unwrap().unwrap();
        assert_ne!(second.nonce(), first.nonce());
        let instead = || Some((Seat::Ec, Some(post(Lane::Channel))));
        assert!(store.post_unwanted(&second, ANN, instead(), NOW).await.unwrap());
        assert!(!store.post_unwanted(&second, ANN, instead(), NOW).await.unwrap());
        assert!(store.person(ANN).await.unwrap().dm_closed);
        assert_eq!(store.next_post(id, dm).await.unwrap(), None);
        assert_eq!(store.pending_posts(), 2);
    }
}

#[tokio::test]
async fn late_message_does_not_hide_a_newer_prompt() {
    for (store, _folder) in stores().await {
        let id = opened(&store).await;
        let posts = vec![asks(5, Some(Seat::Dmo), Lane::Dm(BOB)), asks(4, None, Lane::Channel)];
        store.commit(Commit { posts, ..commit(&store, id, 0, &[]).await }).await.unwrap();
        let card = store.next_post(id, Lane::Channel).await.unwrap().unwrap();
        store.post_sent(&card, arrived(50, ""), NOW).await.unwrap();
        for (lane, message) in [(Lane::Dm(BOB), 100), (Lane::Channel, 200)] {
            let next = store.next_post(id, lane).await.unwrap().unwrap();
            store.post_sent(&next, arrived(message, "asked"), NOW).await.unwrap();
        }
        let step = async |seat| store.newest_prompt(id, seat, Snowflake(300)).await.unwrap().map(|mark| mark.step);
        assert_eq!((step(Seat::Dmo).await, step(Seat::Ec).await), (Some(5), Some(4)));
    }
}

#[tokio::test]
async fn text_between_the_public_message_and_the_own_prompt_is_for_the_step_before() {
    for (store, _folder) in stores().await {
        let id = opened(&store).await;
        let card = store.next_post(id, Lane::Channel).await.unwrap().unwrap();
        store.post_sent(&card, arrived(50, ""), NOW).await.unwrap();
        let posts = vec![asks(5, None, Lane::Channel), asks(5, Some(Seat::Dmo), Lane::Dm(BOB))];
        store.commit(Commit { posts, ..commit(&store, id, 0, &[]).await }).await.unwrap();
        let sent = async |lane, message| {
            let next = store.next_post(id, lane).await.unwrap().unwrap();
            store.post_sent(&next, arrived(message, "asked"), NOW).await.unwrap();
        };
        let later = |ms: u64| 100 + (ms << 22);
        let step =
            async |seat, ms| store.newest_prompt(id, seat, Snowflake(later(ms))).await.unwrap().map(|at| at.step);
        sent(Lane::Channel, 100).await;
        assert_eq!((step(Seat::Ec, 1_000).await, step(Seat::Dmo, 1_000).await), (Some(5), None), "on its way");
        sent(Lane::Dm(BOB), later(2_000)).await;
        let read = [1_000, 2_001, 3_000];
        assert_eq!([step(Seat::Dmo, read[0]).await, step(Seat::Dmo, read[1]).await], [None, Some(5)]);
        assert_eq!(step(Seat::Dmo, read[2]).await, Some(5));
    }
}

#[tokio::test]
async fn only_the_newest_late_picture_waits() {
    for (store, _folder) in stores().await {
        let id = opened(&store).await;
        let late = |at| Arrived { card: true, late: Some(post(Lane::Picture)), ..arrived(at, "") };
        let card = store.next_post(id, Lane::Channel).await.unwrap().unwrap();
        store.post_sent(&card, late(9), NOW.plus(5)).await.unwrap();
        assert_eq!(store.next_post(id, Lane::Channel).await.unwrap(), None, "nothing waits behind a picture");
        let first = store.next_post(id, Lane::Picture).await.unwrap().unwrap();
        assert_eq!(first.created, NOW.plus(5), "what follows is queued with it");
        store.queue(id, vec![post(Lane::Channel)], NOW).await.unwrap();
        let board = store.next_post(id, Lane::Channel).await.unwrap().unwrap();
        store.post_sent(&board, late(10), NOW.plus(6)).await.unwrap();
        assert_eq!(store.pending_lanes().await.unwrap(), [(id.into(), Lane::Picture)]);
        assert_eq!(store.next_post(id, Lane::Picture).await.unwrap().unwrap().created, NOW.plus(6));
        assert_eq!(store.pending_posts(), 1);
    }
}

/// The outcome of a post is visible at once, and stored with the next write or at the end. If the process ends before, the bot has to look
/// for the message.
#[tokio::test]
async fn post_outcome_is_stored_with_the_next_write() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("matches.sqlite");
    let store = Store::open(&file).await.unwrap();
    let id = opened(&store).await;
    let posts = vec![asks(1, None, Lane::Channel), asks(1, Some(Seat::Ec), Lane::Dm(ANN))];
    store.commit(Commit { posts, ..commit(&store, id, 0, &[]).await }).await.unwrap();
    let card = store.next_post(id, Lane::Channel).await.unwrap().unwrap();
    store.post_sent(&card, arrived(50, ""), NOW).await.unwrap();
    let public = store.next_post(id, Lane::Channel).await.unwrap().unwrap();
    assert_ne!(public.id, card.id, "seen at once");
    store.set_service_values(&[("beat", 1)]).await.unwrap();
    store.post_sent(&public, arrived(51, "asked"), NOW).await.unwrap();
    // A process that begins after this one is killed would find this state.
    let copy = folder.path().join("copy.sqlite");
    let looked = Store::open_read_only(&file).await.unwrap();
    looked.backup(&copy).await.unwrap();
    let after = Store::open(&copy).await.unwrap();
    after.pending_lanes().await.unwrap();
    let next = after.next_post(id, Lane::Channel).await.unwrap().unwrap();
    assert_eq!((next.id, next.nonce(), next.payload.as_str()), (public.id, public.nonce(), "{}"));
    store.close().await;
    let store = Store::open(&file).await.unwrap();
    assert_eq!(store.pending_lanes().await.unwrap(), [(id.into(), Lane::Dm(ANN))]);
    let open = store.open_posts(id).await.unwrap();
    assert_eq!(open.iter().map(|post| (post.id, post.shown.as_str())).collect::<Vec<_>>(), [(public.id, "asked")]);
    store.message_shows(id, MessageId(51), String::new().into());
    assert!(store.open_posts(id).await.unwrap().is_empty());
}

/// No reader gets the state from before a change that it was notified of.
#[tokio::test]
async fn every_change_of_a_row_invalidates_its_cache() {
    for (store, _folder) in stores().await {
        let id = opened(&store).await;
        let seen = async || (store.find_match(id).await.unwrap().unwrap(), store.person(ANN).await.unwrap());
        let before = seen().await;
        assert_eq!(seen().await, before);
        store.dm_closed(ANN).await.unwrap();
        assert!(seen().await.1.dm_closed);
        store.keep_username(ANN, "ann").await.unwrap();
        assert_eq!(seen().await.0.usernames.ec.as_deref(), Some("ann"));
        store.move_to_channel(id, ChannelId(77), Vec::new(), NOW).await.unwrap();
        assert_eq!(seen().await.0.channel, ChannelId(77));
        store.commit(commit(&store, id, 0, &["a"]).await).await.unwrap_err();
        assert_eq!(seen().await.0.status, Status::Lobby);
        let marked = edited(&store, id, 1, &["a"], |row| row.mark = Some(StepId { step: 2, begun: 3 })).await;
        let row = store.commit(marked).await.unwrap();
        assert_eq!(seen().await.0, row);
        let others = (0..20).map(|step| {
            let store = store.clone();
            tokio::spawn(async move {
                loop {
                    let revision = store.find_match(id).await.unwrap().unwrap().revision;
                    let reminded =
                        edited(&store, id, revision, &[], |row| row.start_reminded_until = NOW.plus(step)).await;
                    match store.commit(reminded).await {
                        Err(StoreError::Conflict) => {}
                        done => break done.unwrap(),
                    }
                }
            })
        });
        for other in others {
            other.await.unwrap();
        }
        let kept = seen().await.0;
        assert_eq!(kept.revision, row.revision + 20, "each of them is taken once");
        store.keep_username(BOB, "bob").await.unwrap();
        assert_eq!(seen().await.0.start_reminded_until, kept.start_reminded_until);
    }
}

#[tokio::test]
async fn lists_have_the_right_matches() {
    for (store, _folder) in stores().await {
        let (one, two) = (opened(&store).await, opened(&store).await);
        store.commit(edited(&store, one, 0, &[], |row| row.status = Status::Over).await).await.unwrap();
        let ids = |rows: Vec<deathmatch::store::MatchRow>| rows.iter().map(|row| row.id).collect::<Vec<_>>();
        assert_eq!(ids(store.live_matches().await.unwrap()), [two]);
        assert_eq!(ids(store.matches_in(ChannelId(2)).await.unwrap()), [two, one]);
        assert_eq!(ids(store.matches_of(BOB).await.unwrap()), [two]);
        assert!(store.matches_of(UserId(3)).await.unwrap().is_empty());
    }
}

/// Makes a database as the versions before a migration made it.
async fn as_before(path: &Path, number: i64) {
    let newest = path.with_extension("newest");
    Store::open(&newest).await.unwrap().close().await;
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    let of = |file: &Path| file.file_name().unwrap().to_str().unwrap()[..4].parse::<i64>().unwrap();
    let statements = files.iter().filter(|file| of(file) < number).map(|file| std::fs::read_to_string(file).unwrap());
    let known = format!(
        "ATTACH '{}' AS newest; CREATE TABLE _sqlx_migrations AS SELECT * FROM newest._sqlx_migrations WHERE version < {number}; \
         DETACH newest;",
        newest.display()
    );
    std::fs::File::create(path).unwrap();
    for statement in statements.chain([known]) {
        behind(path, statement).await.unwrap();
    }
}

/// Runs statements on a database file without the store's knowledge.
async fn behind(path: &Path, sql: impl Into<String>) -> Result<(), sqlx::Error> {
    use sqlx::{ConnectOptions, Connection};
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(path).create_if_missing(true);
    let mut connection = options.connect().await?;
    let done = sqlx::raw_sql(sqlx::AssertSqlSafe(sql.into())).execute(&mut connection).await.map(drop);
    connection.close().await?;
    done
}

#[tokio::test]
async fn record_cannot_be_rewritten() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("matches.db");
    let store = Store::open(&path).await.unwrap();
    let id = opened(&store).await;
    store.commit(commit(&store, id, 0, &["a"]).await).await.unwrap();
    store.close().await;
    for sql in ["UPDATE entries SET line = 'b'", "DELETE FROM entries"] {
        let error = behind(&path, sql).await.unwrap_err().to_string();
        assert!(error.contains("a record is never"), "{error}");
    }
}

/// The relevant part of a waiting prompt, as the version before posts stored it.
const WAITS: &str = r#"{"prompt":{"user":22,"guild":1,"panel":{"seat":"dmo","mark":{"step":2,"begun":3},"heading":{"stage":"Round 2"},"told":["You won."],"picture":{"frame":{"label":"Match 7","game":"Game"}}}}}"#;

/// Waiting and open messages and the state of the rest, as the version before posts stored them.
#[tokio::test]
async fn older_messages_are_migrated() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("matches.db");
    as_before(&path, 200).await;
    let message = |ms: u64| (ms - 1_420_070_400_000) << 22;
    let (public, prompt, older) = (message(1_790_000_003_000), message(1_790_000_004_000), message(1_790_000_002_000));
    let before = format!(
        "INSERT INTO matches (id, guild_id, channel_id, host_id, game, version, header, ec_user, dmo_user, ec_name, dmo_name, ec_bot, \
         dmo_bot, status, opened_ms, reminded_ms, expires_ms, friendly) VALUES (7, 1, 2, 3, 'game', 1, '{{}}', 11, 22, 'Ann', 'Bob', 0, 0, \
         'running', 5, 5, 9, 0); \
         INSERT INTO outbox (match_id, lane, kind, payload, nonce, state, due_ms, created_ms) VALUES \
         (7, 'channel', 'public', '{{\"public\":{{\"mark\":{{\"step\":2,\"begun\":3}}}}}}', 'n1', 'pending', 5, 5), \
         (7, 'dm:22', 'prompt', '{WAITS}', 'n2', 'pending', 5, 5), (7, 'channel', 'public', '', 'n0', 'sent', 5, 5); \
         INSERT INTO prompts (message_id, match_id, step, begun, seat, channel_id, open, user_id, nonce, kept, shown) VALUES \
         ({public}, 7, 2, 3, NULL, 2, 1, NULL, 'a', '{{\"lines\":[]}}', 'until 5'), \
         ({prompt}, 7, 2, 3, 'ec', 9, 1, 11, 'b', 'the head', 'order'), \
         ({older}, 7, 1, 0, 'ec', 9, 0, 11, 'c', '', ''); \
         INSERT INTO said (match_id, entry, message_id) VALUES (7, 1, {older})"
    );
    behind(&path, before).await.unwrap();
    let store = Store::open(&path).await.unwrap();
    let id = MatchId(7);
    assert_eq!(store.pending_lanes().await.unwrap().len(), 2);
    let waiting = store.next_post(id, Lane::Channel).await.unwrap().unwrap();
    let shows = Shows { mark: StepId { step: 2, begun: 3 }, seat: None, user: None };
    assert_eq!(waiting.shows, Some(shows));
    let prompt_of_bob = store.next_post(id, Lane::Dm(BOB)).await.unwrap().unwrap();
    assert_eq!(prompt_of_bob.shows, Some(Shows { seat: Some(Seat::Dmo), user: Some(BOB), ..shows }));
    let waits = r#"{"ask":{"user":22,"seat":"dmo","mark":{"step":2,"begun":3},"head":["**Match 7 · Game** · Round 2","You won."]}}"#;
    assert_eq!(prompt_of_bob.payload, waits);
    let open = store.open_posts(id).await.unwrap();
    let asked = r#"{"ask":{"user":11,"seat":"ec","mark":{"step":2,"begun":3},"head":["the head"]}}"#;
    let payloads: Vec<_> = open.iter().map(|post| (post.at.unwrap().1.0, post.payload.as_str())).collect();
    assert_eq!(payloads, [(public, r#"{"public":{"lines":[]}}"#), (prompt, asked)]);
    assert_eq!(store.ruling_messages(id).await.unwrap()[&1], MessageId(older));
    let step = async |before| store.newest_prompt(id, Seat::Ec, Snowflake(before)).await.unwrap().map(|mark| mark.step);
    assert_eq!((step(prompt + 1).await, step(public).await), (Some(2), Some(1)));
    let posts = vec![post(Lane::Channel)];
    store.commit(Commit { posts, ..commit(&store, id, 0, &["a"]).await }).await.unwrap();
    assert_eq!(store.pending_posts(), 3, "their numbers go on");
}

/// Cards as the version before edited them: by pending posts. The card of match 5 arrived before there were posts.
#[tokio::test]
async fn older_cards_are_migrated() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("matches.db");
    as_before(&path, 240).await;
    let edit = r#"{"edit-card":{"match_id":1,"state":"cancelled","said":["Hana cancelled the match."]}}"#;
    let statuses = [(1, "cancelled"), (2, "running"), (3, "over"), (4, "cancelled"), (5, "lobby"), (6, "lobby")];
    for (id, status) in statuses {
        let card = if id == 5 {
            String::new()
        } else {
            let (state, message) =
                if id == 6 { ("pending", "NULL".to_owned()) } else { ("closed", (50 + id).to_string()) };
            format!(
                "INSERT INTO posts (id, match_id, lane, kind, state, created_ms, due_ms, channel_id, message_id) \
                 VALUES ({id}, {id}, 'channel', 'card', '{state}', 5, 5, 2, {message});"
            )
        };
        let before = format!(
            "INSERT INTO matches (id, guild_id, channel_id, host_id, game, version, header, ec_user, dmo_user, ec_name, dmo_name, \
             ec_bot, dmo_bot, status, opened_ms, reminded_ms, expires_ms, friendly, card_channel, card_message) VALUES ({id}, 1, 2, 3, \
             'game', 1, '{{}}', 11, 22, 'Ann', 'Bob', 0, 0, '{status}', 5, 5, 9, 0, 2, iif({id} = 6, NULL, {id} + 50)); {card}"
        );
        behind(&path, before).await.unwrap();
    }
    let due = format!(
        "INSERT INTO posts (id, match_id, lane, kind, state, created_ms, due_ms) VALUES (11, 1, 'channel', 'edit-card', 'pending', 5, 5), \
         (12, 2, 'channel', 'edit-card', 'closed', 5, 5); \
         INSERT INTO post_payloads VALUES (6, '{{\"card\":{{\"match_id\":6}}}}'), (11, '{edit}')"
    );
    behind(&path, due).await.unwrap();
    let store = Store::open(&path).await.unwrap();
    for (id, status) in statuses {
        let card = store.newest_of(MatchId(id).into(), "card").await.unwrap().unwrap();
        let (state, shown) = match id {
            1 | 2 | 5 => (PostState::Open, "unknown"),
            6 => (PostState::Pending, ""),
            _ => (PostState::Closed, "unknown"),
        };
        let message = Some(MessageId(u64::try_from(50 + id).unwrap())).filter(|_| id != 6);
        assert_eq!((card.state, card.shown.as_str(), card.at.map(|at| at.1)), (state, shown, message), "{id} {status}");
        let payload = if id == 6 { r#"{"card":{"match_id":6}}"# } else { r#"{"card":{}}"# };
        assert_eq!(card.payload, payload, "{id} {status}");
        assert_eq!(store.newest_of(MatchId(id).into(), "edit-card").await.unwrap(), None);
    }
    let carried = async |id| store.find_match(MatchId(id)).await.unwrap().unwrap().carried;
    assert_eq!((carried(1).await, carried(4).await), (vec!["Hana cancelled the match.".to_owned()], Vec::new()));
}

/// A match at rest is read again on request, with the same results.
#[tokio::test]
async fn match_with_messages_at_rest_answers_the_same() {
    for (store, _folder) in stores().await {
        let id = opened(&store).await;
        let posts = vec![NewPost { about_number: Some(0), ..asks(1, None, Lane::Channel) }];
        store.commit(Commit { posts, ..commit(&store, id, 0, &["a"]).await }).await.unwrap();
        for (message, shown) in [(50, ""), (51, "asked")] {
            let next = store.next_post(id, Lane::Channel).await.unwrap().unwrap();
            store.post_sent(&next, arrived(message, shown), NOW).await.unwrap();
        }
        for rests in [false, true] {
            let said = store.ruling_messages(id).await.unwrap();
            let step = store.newest_prompt(id, Seat::Ec, Snowflake(60)).await.unwrap().map(|mark| mark.step);
            assert_eq!(
                (said[&0], step, store.next_post(id, Lane::Channel).await.unwrap()),
                (MessageId(51), Some(1), None)
            );
            assert_eq!(store.open_posts(id).await.unwrap().is_empty(), rests);
            store.message_shows(id, MessageId(51), String::new().into());
            // Any read stores the pending outcome.
            store.entries(id).await.unwrap();
        }
        store.queue(id, vec![post(Lane::Channel)], NOW).await.unwrap();
        assert!(store.next_post(id, Lane::Channel).await.unwrap().is_some());
    }
}

/// Tournaments and game drafts as the version before stored their messages: sent, waiting, refused or over.
#[tokio::test]
async fn older_tournament_and_draft_messages_are_migrated() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("matches.db");
    as_before(&path, 204).await;
    let message = |ms: u64| (ms - 1_420_070_400_000) << 22;
    let sent = message(1_790_000_003_000);
    let people = r#"{"host":3,"channel":2,"guild":1"#;
    let still = r#""still":{"why":"403","told":false,"tries":2,"again":77},"arrives":true"#;
    let before = format!(
        "INSERT INTO people (user_id, dm_channel) VALUES (3, 9); \
         INSERT INTO tournaments (id, guild_id, channel_id, state, ended_ms, message_id, tried_ms, shown) VALUES \
         (1, 1, 2, '{people},\"called\":{{\"check-in\":5}},\"call\":{call},\"still\":null,\"arrives\":false}}', NULL, {sent}, 5, 'x'), \
         (2, 1, 2, '{people},\"called\":null,\"call\":null,{still}}}', NULL, {sent}, 5, 'x'), \
         (3, 1, 2, '{people},\"called\":null}}', NULL, NULL, 5, NULL), \
         (4, 1, 2, '{people}}}', NULL, NULL, NULL, NULL), \
         (5, 1, 2, '{people},\"called\":{{\"end\":1}},\"call\":{call}}}', 6, {sent}, 5, 'x'); \
         INSERT INTO choosings (id, state, message_id, open) VALUES \
         (11, '{people},\"turn\":1,\"unasked\":null,\"told\":null,\"came\":null}}', {sent}, 1), \
         (12, '{people},\"turn\":2,\"unasked\":\"403\",\"told\":{call},\"came\":null}}', {sent}, 1), \
         (13, '{people},\"turn\":2,\"came\":null}}', {sent}, 0); \
         INSERT INTO matches (id, guild_id, channel_id, host_id, game, version, header, ec_user, dmo_user, ec_name, dmo_name, ec_bot, \
         dmo_bot, status, opened_ms, reminded_ms, expires_ms, friendly) VALUES (7, 1, 2, 3, 'game', 1, '{{}}', 11, 22, 'Ann', 'Bob', 0, 0, \
         'running', 5, 5, 9, 0); \
         INSERT INTO posts (id, match_id, lane, kind, state, created_ms, due_ms) VALUES (8, 7, 'channel', 'public', 'pending', 5, 5); \
         INSERT INTO post_payloads VALUES (8, 'words')",
        call = sent + 1,
    );
    behind(&path, before).await.unwrap();
    let store = Store::open(&path).await.unwrap();
    let posts = async |owner: Owner| {
        let all = store.current_posts(owner).await.unwrap();
        let topic = |payload: &str| payload.trim_start_matches(r#"{"topic":"#).trim_end_matches('}').to_owned();
        let post = |post: Post| (post.lane, post.state, topic(&post.payload), post.held, post.at.map(|at| at.1.0));
        all.into_iter().map(post).collect::<Vec<_>>()
    };
    let (open, waits) = (PostState::Open, PostState::Pending);
    let topic = |text: &str| text.to_owned();
    let held = Some("403".to_owned());
    let host = Lane::Dm(UserId(3));
    assert_eq!(
        posts(Owner::Tournament(Snowflake(1))).await,
        [
            (Lane::Channel, open, topic(r#""bracket""#), None, Some(sent)),
            (Lane::Channel, open, topic(r#"{"call":{"check-in":5"#), None, Some(sent + 1)),
        ]
    );
    assert_eq!(
        posts(Owner::Tournament(Snowflake(2))).await,
        [
            (Lane::Channel, open, topic(r#""bracket""#), held.clone(), Some(sent)),
            (Lane::Channel, waits, topic(r#""arrival""#), None, None),
            (host, waits, topic(r#"{"suspension":{"deleted":false"#), None, None),
        ]
    );
    assert_eq!(
        posts(Owner::Tournament(Snowflake(3))).await,
        [(Lane::Channel, waits, topic(r#""bracket""#), None, None)]
    );
    assert_eq!(posts(Owner::Tournament(Snowflake(4))).await, []);
    assert_eq!(posts(Owner::Tournament(Snowflake(5))).await, [], "what is over rests");
    let rests = store.newest_of(Owner::Tournament(Snowflake(5)), "tournament").await.unwrap().unwrap();
    assert_eq!((rests.state, rests.at.unwrap().1.0), (PostState::Closed, sent));
    assert_eq!(
        posts(Owner::GameDraft(Snowflake(11))).await,
        [(Lane::Channel, open, topic(r#"{"turn":1"#), None, Some(sent))]
    );
    assert_eq!(
        posts(Owner::GameDraft(Snowflake(12))).await,
        [
            (Lane::Channel, waits, topic(r#"{"turn":2"#), held, None),
            (host, open, topic(r#"{"suspension":{"deleted":false"#), None, Some(sent + 1)),
        ]
    );
    assert_eq!(posts(Owner::GameDraft(Snowflake(13))).await, []);
    let of_match = store.next_post(MatchId(7), Lane::Channel).await.unwrap().unwrap();
    assert_eq!((of_match.id, of_match.payload.as_str()), (8, "words"));
    let suspended = store.newest_of(Owner::Tournament(Snowflake(2)), "tournament").await.unwrap().unwrap();
    assert_eq!((suspended.attempts, suspended.next_attempt), (2, UnixMs(77)));
    let kept = store.tournament(Snowflake(2)).await.unwrap().unwrap().state;
    assert_eq!(kept, r#"{"host":3,"channel":2,"guild":1}"#, "its messages are not kept twice");
}
