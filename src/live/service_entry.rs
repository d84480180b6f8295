//! Entries that the service makes itself.

use crate::table::{Act, Entry, HostAct};

/// The author of the service's own entries.
pub const SERVICE: &str = "deathmatch";

/// Returns an entry of the service's own.
pub fn by_service(at: u64, act: HostAct, reason: Option<&str>) -> Entry {
    let mut entry = Entry::new(at, Act::Host(act));
    (entry.by, entry.reason) = (Some(SERVICE.to_owned()), reason.map(str::to_owned));
    entry
}
