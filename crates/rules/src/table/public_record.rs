//! The record as everyone may read it once the match is over: without private orders that were never played.
//!
//! A ruling can end a step without resolving it, and can be reverted. Such an order then still belongs to its player alone.

use super::untrusted_record::CONTINUED;
use super::{Act, Entry, Rejection, Table, What, read_record};

/// Returns a record's text without the private orders of steps that never resolved. It replays to the same match.
///
/// Up to the last undo, such an order becomes a `time` entry, because undo draws by the number of entries. After it, the order is dropped.
///
/// # Errors
/// The record does not replay.
pub fn public_record(text: &str) -> Result<String, Rejection> {
    let (header, entries) = read_record(text)?;
    let mut table = Table::open(header)?;
    let (mut open, mut unplayed) = (Vec::new(), Vec::new());
    let mut undo = None;
    for (number, entry) in entries.iter().enumerate() {
        let answer = table.enter(entry);
        if let Some(rejection) = answer.error {
            return Err(rejection);
        }
        for each in &answer.happened {
            undo = each.what.reverts().map(|_| number).or(undo);
            match &each.what {
                What::Sealed { .. } => open.push((number, answer.happened.len() == 1)),
                What::Resolved { .. } => open.clear(),
                what if what.kind().closes_step() => unplayed.append(&mut open),
                _ => {}
            }
        }
    }
    unplayed.append(&mut open);
    let mut lines: Vec<String> = text.trim_end().lines().map(str::to_owned).collect();
    for (number, alone) in unplayed.into_iter().rev() {
        let time = passage(&entries[number]);
        let line = number + 1;
        if alone && time.meta.is_none() && undo.is_none_or(|undo| undo < number) {
            lines.remove(line);
        } else {
            lines[line] = time.write();
        }
    }
    Ok(lines.join("\n") + "\n")
}

/// The time of an order, with the receipts of the steps that its time has ended.
fn passage(order: &Entry) -> Entry {
    let mut meta = order.meta.clone();
    if let Some(map) = meta.as_mut().and_then(serde_json::Value::as_object_mut) {
        map.retain(|key, _| matches!(key.as_str(), "receipts" | CONTINUED));
    }
    let meta = meta.filter(|meta| meta.as_object().is_some_and(|map| !map.is_empty()));
    Entry { meta, ..Entry::new(order.at, Act::Time) }
}
