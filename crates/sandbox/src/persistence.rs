//! Persistence of channels in a folder between starts.
//!
//! A bot whose own data outlives a stop expects its messages and threads to exist. Stored are the messages of text
//! channels, threads and the four people's direct messages, their files, the bot's roles and channels, and the calendar.
//! Ephemeral messages and faults are not stored.

use std::collections::btree_map::Entry;
use std::collections::{BTreeSet, HashSet};
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Stop;
use super::guild::{Channel, Place, Thread};
use super::message::Message;
use super::people::UserKey;
use super::snowflake::Snowflake;
use super::world::{FILES_KEPT, Server, World};

/// The version of the format.
const FORMAT: u32 = 1;
/// The interval of writes while something changes.
const EVERY: Duration = Duration::from_secs(1);

/// The file's contents.
#[derive(Serialize, Deserialize)]
struct Kept {
    format: u32,
    /// The sandbox's address at that time, with which links to files begin.
    base_url: String,
    channels: Vec<KeptChannel>,
    events: Vec<Value>,
    /// Roles created by the bot.
    #[serde(default)]
    roles: Vec<Value>,
}

/// A stored channel or thread.
#[derive(Serialize, Deserialize)]
struct KeptChannel {
    id: Snowflake,
    /// The parent channel of a thread.
    parent: Option<Snowflake>,
    thread: Option<Thread>,
    /// Whether a direct-message channel was opened.
    open: bool,
    messages: Vec<Message>,
    /// The properties of a text channel, so that a channel created by the bot can be restored.
    #[serde(default)]
    text: Option<TextChannel>,
}

#[derive(Serialize, Deserialize)]
struct TextChannel {
    name: String,
    position: u64,
    /// The permissions denied to everyone but the bot.
    closed: u64,
}

impl TextChannel {
    fn made(self, id: Snowflake) -> Channel {
        // The leak is bounded: channels usually live as long as the sandbox.
        let name: &'static str = self.name.leak();
        let mut channel = Channel::new(id, Place::Text { name, position: self.position });
        channel.closed = self.closed;
        channel
    }
}

/// A writer of a world to its folder.
#[derive(Debug)]
pub(crate) struct Keeper {
    folder: PathBuf,
    /// The files in the folder.
    written: HashSet<Snowflake>,
    /// The world's count of changes at the last write.
    changes: u64,
}

impl Keeper {
    /// Loads a folder's contents, if any, into a new world.
    ///
    /// # Errors
    /// The folder cannot be used, or its contents cannot be read. The contents stay unchanged.
    pub fn open(folder: &Path, world: &mut World) -> io::Result<Self> {
        let files = folder.join("files");
        let unusable = |error: io::Error| {
            io::Error::new(error.kind(), format!("the folder {} cannot be used: {error}", folder.display()))
        };
        private(&files).map_err(unusable)?;
        private(folder).map_err(unusable)?;
        let mut keeper = Self { folder: folder.to_owned(), written: HashSet::new(), changes: 0 };
        let text = match fs::read_to_string(keeper.list()) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(keeper),
            Err(error) => return Err(error),
        };
        let kept = read(&text, &world.base_url).map_err(|why| {
            let list = keeper.list();
            let words = format!("{} cannot be read: {why}. Move it away to begin with empty channels", list.display());
            io::Error::new(ErrorKind::InvalidData, words)
        })?;
        let mut attached = BTreeSet::new();
        for one in kept.channels {
            let channel = match one.parent {
                Some(parent) => world.channels.entry(one.id).or_insert(Channel::new(one.id, Place::Thread { parent })),
                None => match (world.channels.entry(one.id), one.text) {
                    (Entry::Occupied(known), _) => known.into_mut(),
                    (Entry::Vacant(made), Some(text)) => made.insert(text.made(one.id)),
                    // The channel belonged to an older version.
                    (Entry::Vacant(_), None) => continue,
                },
            };
            channel.open |= one.open;
            channel.thread = one.thread.map(Box::new);
            for message in one.messages {
                attached.extend(message.attachments.iter().map(|file| (file.id, file.content_type.clone())));
                channel.messages.insert(message.id, message);
            }
        }
        world.made_roles = kept.roles;
        world.events = kept.events.into_iter().filter_map(|event| Some((read_id(&event)?, event))).collect();
        let old = attached.len().saturating_sub(FILES_KEPT);
        for (id, content_type) in attached.into_iter().skip(old) {
            if let Ok(bytes) = fs::read(files.join(id.to_string())) {
                world.keep_file(id, content_type, Bytes::from(bytes));
                keeper.written.insert(id);
            }
        }
        Ok(keeper)
    }

    /// Writes after changes, and once more at the end.
    pub async fn run(mut self, server: Arc<Server>, mut stop: Stop) {
        loop {
            let stopped = tokio::time::timeout(EVERY, stop.wait()).await.is_ok();
            let world = Arc::clone(&server);
            let written = tokio::task::spawn_blocking(move || {
                let done = self.write(&world);
                (self, done)
            });
            let Ok((again, done)) = written.await else { return };
            if let Err(error) = done {
                tracing::warn!(%error, folder = %again.folder.display(), "the channels cannot be stored");
            }
            if stopped {
                return;
            }
            self = again;
        }
    }

    /// Writes changes, files first, so that every file in the list exists.
    fn write(&mut self, server: &Server) -> io::Result<()> {
        let (list, changes, files) = {
            let world = server.world();
            if world.changes == self.changes {
                return Ok(());
            }
            (serde_json::to_vec(&to_store(&world))?, world.changes, world.files())
        };
        let folder = self.folder.join("files");
        for (id, bytes) in &files {
            if !self.written.contains(id) {
                fs::write(folder.join(id.to_string()), bytes)?;
                self.written.insert(*id);
            }
        }
        let new = self.folder.join("channels.json.new");
        fs::write(&new, list)?;
        fs::rename(&new, self.list())?;
        let there: HashSet<Snowflake> = files.into_iter().map(|(id, _)| id).collect();
        for gone in self.written.difference(&there) {
            // A leftover file does no harm.
            fs::remove_file(folder.join(gone.to_string())).ok();
        }
        self.written = there;
        self.changes = changes;
        Ok(())
    }

    fn list(&self) -> PathBuf {
        self.folder.join("channels.json")
    }
}

/// Creates a folder that only its owner can read, because it has typed orders.
fn private(folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    #[cfg(unix)]
    fs::set_permissions(folder, std::os::unix::fs::PermissionsExt::from_mode(0o700))?;
    Ok(())
}

/// Reads a stored list, with links to files changed to the sandbox's current address.
fn read(text: &str, base_url: &str) -> Result<Kept, String> {
    let value: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
    if value["format"] != FORMAT {
        return Err("it was written by another version".to_owned());
    }
    let before = value["base_url"].as_str().filter(|before| !before.is_empty());
    let before = before.ok_or("the sandbox's address is missing")?;
    serde_json::from_str(&text.replace(before, base_url)).map_err(|error| error.to_string())
}

fn read_id(event: &Value) -> Option<Snowflake> {
    super::snowflake::read(&event["id"])
}

/// Returns the parts of a world to store.
fn to_store(world: &World) -> Kept {
    let ours = |place: Place| match place {
        Place::Text { .. } | Place::Thread { .. } => true,
        Place::Direct(key) => UserKey::ALL.contains(&key),
        Place::Crowd(_) => false,
    };
    let text = |channel: &Channel| match channel.place {
        Place::Text { name, position } => Some(TextChannel { name: name.to_owned(), position, closed: channel.closed }),
        _ => None,
    };
    let kept = |channel: &Channel| KeptChannel {
        id: channel.id,
        parent: if let Place::Thread { parent } = channel.place { Some(parent) } else { None },
        thread: channel.thread.as_deref().cloned(),
        open: channel.open,
        messages: channel.messages.values().filter(|message| message.only_for.is_none()).cloned().collect(),
        text: text(channel),
    };
    Kept {
        format: FORMAT,
        base_url: world.base_url.clone(),
        channels: world.channels.values().filter(|channel| ours(channel.place)).map(kept).collect(),
        events: world.events.values().cloned().collect(),
        roles: world.made_roles.clone(),
    }
}
