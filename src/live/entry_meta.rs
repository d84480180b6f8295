//! Values in an entry's meta: facts about it that the rules do not read.

use serde_json::{Value, json};

use crate::game::Seat;
use crate::table::{Act, Entry};

/// The key of a credit's metadata: whether Discord may have refused presses in that time.
pub(crate) const LOST_PRESSES_KEY: &str = "deaf";

/// The key in an entry's meta for an order that came by direct message.
pub(crate) const BY_DM: &str = "dm";

/// Returns an order's seat, and whether the order came by direct message; `None` if the entry is no player's order.
pub(crate) fn by_dm(entry: &Entry) -> Option<(Seat, bool)> {
    let Act::Order { seat, .. } = entry.act else { return None };
    Some((seat, entry.meta.as_ref().is_some_and(|meta| meta[BY_DM] == true)))
}

/// Sets a value in an entry's meta.
pub fn put(meta: &mut Option<Value>, key: &str, value: Value) {
    meta.get_or_insert_with(|| json!({}))[key] = value;
}
