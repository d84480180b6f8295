//! The database as a file: its lock, its owner, its path.

use deathmatch::ids::MatchId;
use deathmatch::store::{Store, StoreError};

use crate::{behind, commit, opened};

#[tokio::test]
async fn commits_are_there_at_the_next_start() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("matches.db");
    let store = Store::open(&path).await.unwrap();
    let id = opened(&store).await;
    store.commit(commit(&store, id, 0, &["a"]).await).await.unwrap();
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
async fn database_has_one_process() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("matches.db");
    let store = Store::open(&path).await.unwrap();
    assert!(matches!(Store::open(&path).await, Err(StoreError::Locked(_))));
    drop(store);
    Store::open(&path).await.unwrap();
}

/// A process started by another thread holds such an inherited lock until its program runs.
#[tokio::test]
async fn short_lived_lock_does_not_prevent_opening() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("matches.db");
    Store::open(&path).await.unwrap().close().await;
    for held in ["matches.db.lock", "matches.db"].map(|name| folder.path().join(name)) {
        let held = std::fs::File::open(held).unwrap();
        held.try_lock().unwrap();
        let lets_go = std::thread::spawn(move || {
            std::thread::sleep(std::time::Duration::from_millis(50));
            drop(held);
        });
        Store::open(&path).await.unwrap().close().await;
        lets_go.join().unwrap();
    }
}

/// Returns the error of a commit to a database whose files were moved.
async fn refused(store: &Store, id: MatchId, seq: i64) -> String {
    let done = store.commit(commit(store, id, seq, &["never"]).await).await;
    assert!(matches!(done, Err(StoreError::NotKept(_))), "{done:?}");
    assert!(matches!(store.check_files(), Err(StoreError::Gone(_))));
    done.unwrap_err().to_string()
}

#[cfg(unix)]
#[tokio::test]
async fn commit_to_a_renamed_file_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("matches.db");
    let (log, aside) = (folder.path().join("matches.db-wal"), folder.path().join("aside"));
    let store = Store::open(&path).await.unwrap();
    let id = opened(&store).await;
    let mut seq = 0;
    for file in [&path, &log] {
        store.commit(commit(&store, id, seq, &["kept"]).await).await.unwrap();
        seq += 1;
        std::fs::rename(file, &aside).unwrap();
        let said = refused(&store, id, seq).await;
        assert!(said.contains(&format!("{} is gone from its place", file.display())), "{said}");
        std::fs::write(file, "another").unwrap();
        refused(&store, id, seq).await;
        std::fs::rename(&aside, file).unwrap();
    }
    store.commit(commit(&store, id, seq, &["kept"]).await).await.unwrap();
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
    // Another process would find the files in this state after this one was killed.
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
async fn symbolic_link_opens_the_same_database() {
    let folder = tempfile::tempdir().unwrap();
    let (real, link) = (folder.path().join("real"), folder.path().join("link.db"));
    std::fs::create_dir(&real).unwrap();
    std::os::unix::fs::symlink(real.join("matches.db"), &link).unwrap();
    Store::open(&real.join("matches.db")).await.unwrap().close().await;
    let store = Store::open(&link).await.unwrap();
    let id = opened(&store).await;
    store.commit(commit(&store, id, 0, &["a"]).await).await.unwrap();
    let looking = Store::open_read_only(&link).await.unwrap();
    assert_eq!(looking.entries(id).await.unwrap(), ["a"], "what is in the log is seen");
    looking.close().await;
    store.close().await;
}

#[tokio::test]
async fn foreign_files_are_refused_and_unchanged() {
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
    assert!(matches!(Store::open_read_only(&empty).await, Err(StoreError::Empty(_))));

    let other = folder.path().join("other.db");
    behind(&other, "CREATE TABLE recipes (name TEXT)").await.unwrap();
    let before = std::fs::read(&other).unwrap();
    assert!(matches!(Store::open(&other).await, Err(StoreError::Unreadable(..))));
    assert_eq!(std::fs::read(&other).unwrap(), before);

    let newer = folder.path().join("newer.db");
    Store::open(&newer).await.unwrap().close().await;
    behind(
        &newer,
        "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) VALUES (9999, 'later', 1, x'00', 0)",
    )
    .await
    .unwrap();
    assert!(matches!(Store::open(&newer).await, Err(StoreError::Newer(_))));
}

#[tokio::test]
async fn restore_refuses_a_database_with_foreign_schema_objects() {
    let folder = tempfile::tempdir().unwrap();
    let (ours, there) = (folder.path().join("ours.db"), folder.path().join("there.db"));
    let store = Store::open(&ours).await.unwrap();
    opened(&store).await;
    // Erasing a person recreates the record's triggers.
    store.erase(crate::ANN, "Nobody".into()).await.unwrap();
    store.forget_matches_before(crate::NOW.plus(900_000)).await.unwrap();
    store.close().await;
    deathmatch::store::restore(&ours, &there).await.unwrap();
    let before = std::fs::read(&there).unwrap();
    let again = "CREATE TRIGGER entries_stand BEFORE UPDATE ON entries BEGIN DELETE FROM matches; END";
    for (name, statement) in [
        ("the trigger `spy`", "CREATE TRIGGER spy AFTER INSERT ON entries BEGIN DELETE FROM entries; END"),
        ("the view `people_too`", "CREATE VIEW people_too AS SELECT * FROM people"),
        ("the table `recipes`", "CREATE TABLE recipes (name TEXT)"),
        ("the trigger `entries_stand`", again),
    ] {
        let foreign = folder.path().join("foreign.db");
        std::fs::copy(&ours, &foreign).unwrap();
        if statement == again {
            behind(&foreign, "DROP TRIGGER entries_stand").await.unwrap();
        }
        behind(&foreign, statement).await.unwrap();
        let refused = deathmatch::store::restore(&foreign, &there).await.unwrap_err().to_string();
        assert!(refused.contains(name), "{refused}");
        assert_eq!(std::fs::read(&there).unwrap(), before, "{name}");
    }
}
