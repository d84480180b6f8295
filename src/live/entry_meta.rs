//! Values in an entry's `meta`: facts about it that the rules do not read. All keys are here; stores write them out.

use serde_json::{Value, json};

use crate::game::Seat;
use crate::table::{Act, Entry};

/// The id of the event that brought the entry, and of the user who sent it.
pub(crate) const EVENT_ID: &str = "id";
pub(crate) const SENDER: &str = "by";
/// Whether an order came by direct message.
pub(crate) const BY_DM: &str = "dm";
/// The nonce of a sealed order's commitment, and the receipts of a resolved step.
pub(crate) const NONCE: &str = "nonce";
pub(crate) const RECEIPTS: &str = "receipts";
/// The name of the host who made a ruling, or the names of the players who agreed on it.
pub(crate) const HOST_NAME: &str = "host";
pub(crate) const AGREED_BY: &str = "agreed";
/// The id of the player whom a substitute replaces.
pub(crate) const REPLACED_PLAYER: &str = "left";
/// The seat whose player takes the extra time of the terms.
pub(crate) const TAKES_EXTRA_TIME: &str = "more_time";
/// The seat whose player returns to an idle match.
pub(crate) const RETURNED: &str = "back";
/// The end of the absence that a credit covers, and whether Discord may have refused presses in it.
pub(crate) const CREDITED_UNTIL: &str = "until";
pub(crate) const LOST_PRESSES: &str = "deaf";

/// Returns an order's seat, and whether the order came by direct message; `None` if no player sent the entry's order.
pub(crate) fn by_dm(entry: &Entry) -> Option<(Seat, bool)> {
    let Act::Order { seat, .. } = entry.act else { return None };
    sent_order(entry).map(|_| (seat, entry.meta.as_ref().is_some_and(|meta| meta[BY_DM] == true)))
}

/// Returns the seat of an order that somebody sent; `None` for a built-in player's order, and a draft that counted when time was up.
pub(crate) fn sent_order(entry: &Entry) -> Option<Seat> {
    entry.act.order_for().filter(|_| entry.meta.as_ref().is_some_and(|meta| meta[EVENT_ID].is_string()))
}

/// Sets a value in an entry's meta.
pub fn put(meta: &mut Option<Value>, key: &str, value: Value) {
    meta.get_or_insert_with(|| json!({}))[key] = value;
}
