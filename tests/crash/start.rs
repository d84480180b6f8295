//! Databases that a process must not open, and a disk that is full for a while.

use std::process::{Command, Output, Stdio};

use deathmatch::game::Seat;
use deathmatch::sandbox;
use tempfile::TempDir;

use super::PLANS;
use super::laws::next_actions;
use super::players::{Diary, Means, begin};
use super::process::Start;
use super::room::{Room, wait};

/// Returns the error of `deathmatch serve` for an unusable file.
async fn refused(prepare: impl AsyncFn(&Start)) -> String {
    let sandbox = sandbox::start(sandbox::Options::default()).await.unwrap();
    let folder = TempDir::new().unwrap();
    let start = Start::new(folder.path(), &sandbox);
    prepare(&start).await;
    let before = std::fs::read(start.database()).unwrap();
    let Output { status, stderr, .. } = start.command().stderr(Stdio::piped()).output().unwrap();
    assert_eq!(status.code(), Some(2));
    assert_eq!(std::fs::read(start.database()).unwrap(), before, "the file is untouched");
    String::from_utf8(stderr).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn damaged_or_newer_database_is_refused_and_unchanged() {
    let damaged = refused(async |start| {
        std::fs::write(start.database(), "no database at all, but long enough to look into. ".repeat(100)).unwrap();
    });
    let said = damaged.await;
    assert!(said.contains("put a backup in its place"), "{said}");
    let newer = refused(async |start| {
        // A dropped store is still being closed, and written, a moment later.
        deathmatch::store::Store::open(&start.database()).await.unwrap().close().await;
        start.sql(
            "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) VALUES (9999, 'later', 1, x'00', 0)",
        )
        .await;
    });
    let said = newer.await;
    assert!(said.contains("newer version"), "{said}");
}

#[tokio::test(flavor = "multi_thread")]
async fn second_process_on_one_database_is_refused() {
    let room = Room::open(PLANS[0]).await;
    let refused = || {
        let Output { status, stderr, .. } = room.start.command().stderr(Stdio::piped()).output().unwrap();
        let said = String::from_utf8(stderr).unwrap();
        assert_eq!(status.code(), Some(2), "{said}");
        assert!(said.contains("another process is using"), "{said}");
    };
    refused();
    if cfg!(target_os = "linux") {
        std::fs::remove_file(room.start.folder.join("matches.sqlite.lock")).unwrap();
        refused();
    }
    let id = room.open_match().await;
    begin(&room, id).await;
}

/// Sets the size limit of files that the bot writes.
fn limit(room: &Room, bytes: &str) {
    let process = room.process_id().to_string();
    let done = Command::new("prlimit").args(["--pid", &process, &format!("--fsize={bytes}:unlimited")]).status();
    assert!(done.unwrap().success());
}

#[tokio::test(flavor = "multi_thread")]
async fn full_disk_refuses_orders_until_there_is_space_again() {
    let room = Room::open(PLANS[0]).await;
    let diary = Diary::default();
    let id = room.open_match().await;
    begin(&room, id).await;
    room.settled().await;
    let action = next_actions(&room, id).await.unwrap().remove(0);
    assert_eq!(action.seat, Seat::Ec);
    let prompt = action.prompted(&room).await.unwrap();
    limit(&room, "1");
    for _ in 0..2 {
        let order = serde_json::json!({ "text": action.order.as_ref().unwrap().join(" ") });
        let answer = room.player(Seat::Ec).command(room.channel(), "/order", order).await.unwrap();
        let interaction = answer.interaction;
        let said = wait("an answer", async || {
            let replies = room.player(Seat::Ec).replies(room.channel(), interaction).await.ok()?;
            replies.into_iter().find(|one| !one.is_loading())
        })
        .await;
        assert!(said.says("could not be stored") && said.says("does not count"), "{}", said.text());
    }
    assert!(room.stored(id).await.entries.is_empty(), "nothing is half stored");
    limit(&room, "unlimited");
    wait("the order is taken again", async || {
        action.attempt(&room, &prompt, Means::Slash, &diary).await;
        action.is_done(&room).await.then_some(())
    })
    .await;
    assert_eq!(diary.confirmed.lock().unwrap().len(), 1);
    for action in next_actions(&room, id).await.unwrap() {
        action.carry_through(&room, &diary).await;
    }
    room.settled().await;
    assert_eq!(room.public().await.len(), 3, "a card, the beginning and a round");
}
