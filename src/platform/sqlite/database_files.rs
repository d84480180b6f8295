//! The files of a database: locked by one process, readable by their owner only, and checked to be in their place.
//!
//! - The process locks a file beside the database. Where that does not disturb `SQLite`, it also locks the database,
//!   because the file beside it may be deleted.
//! - The files hold private orders, so only their owner may read them.
//! - A write to a file that has lost its name is lost with the process, so every write checks the names.

use std::fs::{self, File, Metadata, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::platform::sqlite::error::StoreError;

/// The wait for a lock that may soon be released, and the interval between attempts.
const LET_GO: Duration = Duration::from_secs(1);
const LOOK_AGAIN: Duration = Duration::from_millis(10);

/// The identity of a file, apart from its name.
#[cfg(unix)]
type Identity = (u64, u64);
#[cfg(not(unix))]
type Identity = ();

/// The permissions of everybody but a file's owner.
#[cfg(unix)]
const OTHERS: u32 = 0o077;

/// A database locked by this process while this value exists. It outlives every connection: closing a file also releases `SQLite`'s own
/// locks on it.
pub(crate) struct HeldDatabase {
    database: PathBuf,
    identity: Option<Identity>,
    /// The log beside the database, once it exists.
    log: OnceLock<(PathBuf, Identity)>,
    /// Whether the last check found a file missing.
    missed: AtomicBool,
    _held: Vec<File>,
}

impl HeldDatabase {
    /// Locks a database, which need not exist yet.
    pub fn take(database: &Path) -> Result<Self, StoreError> {
        let lock = beside(database, ".lock");
        let at = |error| StoreError::File(lock.clone(), error);
        let mut held = vec![private().create(true).open(&lock).map_err(at)?];
        lock_exclusively(&held[0], database).map_err(at)??;
        let mut identity = None;
        let at = |error| StoreError::File(database.to_owned(), error);
        match private().open(database) {
            Ok(file) => {
                // On other systems this lock would shut out SQLite's own.
                if cfg!(target_os = "linux") {
                    lock_exclusively(&file, database).map_err(at)??;
                }
                let opened = file.metadata().map(|found| identify(&found)).map_err(at)?;
                if identity_at(database) != Some(opened) {
                    return Err(StoreError::Locked(database.to_owned()));
                }
                identity = Some(opened);
                held.push(file);
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(at(error)),
        }
        let real = real(database);
        keep_private(database, &[real.clone(), beside(&real, "-wal"), beside(&real, "-shm"), lock.clone()]);
        let (log, missed) = (OnceLock::new(), AtomicBool::new(false));
        Ok(Self { database: database.to_owned(), identity, log, missed, _held: held })
    }

    /// Locks a database, and creates an empty file if there is none.
    pub fn make(database: &Path) -> Result<Self, StoreError> {
        let taken = Self::take(database)?;
        if taken.identity.is_some() {
            return Ok(taken);
        }
        drop(taken);
        new(database).map_err(|error| StoreError::File(database.to_owned(), error))?;
        Self::take(database)
    }

    /// Records the log that `SQLite` has created beside the database.
    pub fn is_open(&self) -> Result<(), StoreError> {
        let log = beside(&real(&self.database), "-wal");
        let identity = identity_at(&log).ok_or_else(|| StoreError::Gone(log.clone()))?;
        self.log.get_or_init(|| (log, identity));
        self.check()
    }

    /// Checks that the files are still those that were opened; logs a change.
    pub fn check(&self) -> Result<(), StoreError> {
        let database = self.identity.map(|identity| (&self.database, identity));
        let log = self.log.get().map(|(path, identity)| (path, *identity));
        let gone = database.into_iter().chain(log).find(|(path, identity)| identity_at(path) != Some(*identity));
        let missed = self.missed.swap(gone.is_some(), Ordering::SeqCst);
        let Some((path, _)) = gone else {
            if missed {
                tracing::warn!("{} is in its place again", self.database.display());
            }
            return Ok(());
        };
        let gone = StoreError::Gone(path.clone());
        if !missed {
            tracing::error!("{gone}; until then no order is taken");
        }
        Err(gone)
    }
}

/// Returns the path with an ending added to its name.
pub(crate) fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}

/// Returns the real path behind all links, where `SQLite` keeps its own files, too.
pub(crate) fn real(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}

/// Creates an empty file that only its owner can read.
pub(crate) fn new(path: &Path) -> io::Result<File> {
    private().create_new(true).open(path)
}

fn private() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.read(true).write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

/// Keeps other processes out while the file is held.
///
/// A starting process briefly inherits its parent's locks, even released ones. A real owner holds the lock for longer.
fn lock_exclusively(file: &File, database: &Path) -> io::Result<Result<(), StoreError>> {
    let until = Instant::now() + LET_GO;
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(Ok(())),
            Err(TryLockError::WouldBlock) if Instant::now() < until => std::thread::sleep(LOOK_AGAIN),
            Err(TryLockError::WouldBlock) => return Ok(Err(StoreError::Locked(database.to_owned()))),
            Err(TryLockError::Error(error)) => return Err(error),
        }
    }
}

fn identity_at(path: &Path) -> Option<Identity> {
    fs::metadata(path).ok().map(|found| identify(&found))
}

#[cfg(unix)]
fn identify(found: &Metadata) -> Identity {
    use std::os::unix::fs::MetadataExt;
    (found.dev(), found.ino())
}

#[cfg(not(unix))]
fn identify(_: &Metadata) -> Identity {}

/// Restricts the files to their owner, and logs it once.
#[cfg(unix)]
fn keep_private(database: &Path, files: &[PathBuf]) {
    use std::os::unix::fs::PermissionsExt;
    let mut open = false;
    for path in files {
        let Ok(found) = fs::metadata(path) else { continue };
        if found.permissions().mode() & OTHERS == 0 {
            continue;
        }
        open = true;
        if let Err(error) = fs::set_permissions(path, fs::Permissions::from_mode(0o600)) {
            tracing::warn!(%error, "{} can be read by others on this machine; it holds private orders", path.display());
        }
    }
    if open {
        tracing::warn!("{} could be read by others on this machine; it is now its owner's alone", database.display());
    }
}

#[cfg(not(unix))]
fn keep_private(_: &Path, _: &[PathBuf]) {}
