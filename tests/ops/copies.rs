//! Backups made while the bot runs, and databases restored from them.

use std::fs;
use std::path::Path;
use std::time::Duration;

use deathmatch::ids::MatchId;
use deathmatch::sandbox::UserKey;
use deathmatch::store::Store;

use crate::served::{SOON, Served};

async fn entries(path: &Path) -> usize {
    let store = Store::open_read_only(path).await.unwrap();
    let entries = store.entries(MatchId(1)).await.unwrap().len();
    store.close().await;
    entries
}

#[tokio::test(flavor = "multi_thread")]
async fn backup_of_a_running_bot_can_be_restored_after_its_stop() {
    let mut served = Served::open().await;
    served.until_well().await;
    let card = served.lobby(served.channel()).await;
    let first = served.begin(&card).await;
    let second = served.round(1, &first, "samurai", "sage").await;

    let (code, said) = served.run(&["backup", "copy.sqlite"]).await;
    assert_eq!(code, 0, "{said}");
    let copy = served.path("copy.sqlite");
    assert_eq!(entries(&copy).await, 2);
    assert_eq!(std::os::unix::fs::PermissionsExt::mode(&fs::metadata(&copy).unwrap().permissions()) & 0o77, 0);
    let (code, said) = served.run(&["backup", "copy.sqlite"]).await;
    assert!(code == 1 && said.contains("exists already"), "{said}");

    let third = served.round(1, &second, "dragoon", "bard").await;
    served.lobby(served.channel()).await;
    let (code, said) = served.run(&["restore", "copy.sqlite"]).await;
    assert!(code == 1 && said.contains("another process"), "{said}");
    served.kill();
    assert!(served.path("matches.sqlite-wal").exists(), "what was written last is still beside the file");

    let before = fs::read(&copy).unwrap();
    let (code, said) = served.run(&["restore", "copy.sqlite"]).await;
    assert_eq!(code, 0, "{said}");
    assert_eq!(fs::read(&copy).unwrap(), before, "the backup stays as it is");
    assert_eq!(entries(&served.database()).await, 2);
    let kept = said.rsplit(" kept as ").next().unwrap().trim().trim_end_matches('.');
    assert_eq!(entries(Path::new(kept)).await, 4, "what was there is whole");
    assert!(!served.path("matches.sqlite-wal").exists() && !served.path("matches.sqlite.restoring").exists());

    // An absence of up to five seconds is not credited.
    tokio::time::sleep(Duration::from_secs(6)).await;
    served.start(&[]).await;
    let away = served
        .person(UserKey::Sam)
        .wait_message(served.channel(), SOON, |message| {
            message.id() > third.id() && message.says("I was offline; all clocks")
        })
        .await
        .unwrap();
    let again = served.round(1, &away, "reaper", "dark-knight").await;
    assert!(again.says("Round 3"), "{}", again.text());
    let card = served.lobby(served.channel()).await;
    assert!(card.says("Match 3"), "no number is given out twice: {}", card.text());
    let list = Store::open_read_only(&served.database()).await.unwrap().live_matches().await.unwrap();
    assert_eq!(list.iter().map(|row| row.id.0).collect::<Vec<_>>(), [1, 3]);
}

#[tokio::test(flavor = "multi_thread")]
async fn unusable_backup_changes_nothing() {
    let served = Served::prepare().await;
    let store = Store::open(&served.database()).await.unwrap();
    store.set_service_values(&[("here", 1)]).await.unwrap();
    store.backup(&served.path("newer")).await.unwrap();
    store.backup(&served.path("damaged")).await.unwrap();
    store.close().await;
    crate::served::behind(&served.path("newer"), "UPDATE _sqlx_migrations SET version = version + 9000").await;
    let mut bytes = fs::read(served.path("damaged")).unwrap();
    let half = bytes.len() / 2;
    bytes[half..].fill(0x5a);
    fs::write(served.path("damaged"), bytes).unwrap();
    fs::write(served.path("text"), "no database".repeat(500)).unwrap();
    fs::write(served.path("empty"), "").unwrap();
    let before = fs::read(served.database()).unwrap();
    for (file, why) in [
        ("newer", "newer version"),
        ("damaged", "cannot be read"),
        ("text", "cannot be read"),
        ("empty", "is empty"),
        ("none", "no file"),
    ] {
        let (code, said) = served.run(&["restore", file]).await;
        assert!(code == 1 && said.contains(why), "{file}: {said}");
        assert_eq!(fs::read(served.database()).unwrap(), before, "{file}");
        assert!(!served.path("matches.sqlite.restoring").exists(), "{file}");
    }
    let (code, said) = served.run(&["restore", "matches.sqlite"]).await;
    assert!(code == 1 && said.contains("itself"), "{said}");
}

#[tokio::test(flavor = "multi_thread")]
async fn backup_from_another_folder_names_the_missing_files() {
    let served = Served::prepare().await;
    let elsewhere = served.path("elsewhere");
    fs::create_dir(&elsewhere).unwrap();
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_deathmatch"));
    let output = command.args(["backup", "copy.sqlite"]).current_dir(&elsewhere).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{said}");
    let looked_for = elsewhere.join("deathmatch.sqlite");
    for words in [looked_for.to_str().unwrap(), "has no config.toml", "in the bot's folder", "--config"] {
        assert!(said.contains(words), "{words}: {said}");
    }
    let (code, said) = served.run(&["backup", "copy.sqlite"]).await;
    assert!(code == 1 && said.contains("the key `database` of") && !said.contains("in the bot's folder"), "{said}");
    assert!(said.contains(served.database().to_str().unwrap()), "{said}");
    assert!(fs::read_dir(&elsewhere).unwrap().next().is_none(), "nothing is made");
}
