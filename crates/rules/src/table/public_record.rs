//! The record as everyone may read it once the match is over: without private orders that were never played.
//!
//! A ruling can end a step without resolving it, and can be reverted. Such an order then still belongs to its player alone.

use super::import::CONTINUED;
use super::{Act, Entry, HostAct, Rejection, Table, What, read_record};

/// Returns a record's text without the private orders of steps that never resolved. It replays to the same match.
///
/// Before the last undo, time passes in place of such an order, because undo draws the next random choices by the number of entries.
/// Later such orders are left out, so the text does not say whether a player had one.
///
/// # Errors
/// The record does not replay.
pub fn public_record(text: &str) -> Result<String, Rejection> {
    let (header, entries) = read_record(text)?;
    let mut table = Table::open(header)?;
    let (mut open, mut unplayed) = (Vec::new(), Vec::new());
    for (number, entry) in entries.iter().enumerate() {
        let answer = table.enter(entry);
        if let Some(rejection) = answer.error {
            return Err(rejection);
        }
        for each in &answer.happened {
            match each.what {
                What::Sealed { .. } => open.push((number, answer.happened.len() == 1)),
                What::Resolved { .. } => open.clear(),
                What::DrawDeclared | What::Undone { .. } | What::Over { .. } => unplayed.append(&mut open),
                _ => {}
            }
        }
    }
    unplayed.append(&mut open);
    let undo = entries.iter().rposition(|entry| entry.act == Act::Host(HostAct::Undo));
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
