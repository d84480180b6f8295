//! Whether this program can play a match's record on, or step through it.

use crate::games;
use crate::history::store::origin::Origin;
use crate::live::store::rows::{MatchRow, Status};
use crate::table::{Header, Rejection};

/// Whether this program has the rules that a match began under, or why not.
pub fn is_known(row: &MatchRow) -> Result<(), String> {
    let Some(version) = games::find(&row.game).map(|game| game.version()) else {
        return Err(match games::unreadable(&row.game) {
            Some(why) => format!("the file of its game cannot be read by this version: {why}"),
            None => format!("its game `{}` is not in this version", row.game),
        });
    };
    if version != row.version {
        return Err(format!("it began under version {} of its rules, and these are version {version}", row.version));
    }
    Ok(())
}

/// Why a match that has begun cannot be stepped through by this program, as a sentence; `None` where it can, and before it begins: a lobby
/// begins under the rules there are then.
pub fn other_rules(row: &MatchRow) -> Option<String> {
    if matches!(row.status, Status::Lobby | Status::Cancelled) {
        return None;
    }
    is_known(row).err().map(|why| format!("Match {} cannot be stepped through here: {why}.", row.id))
}

/// A match's header with the version of the rules that it is played by.
pub fn header_of(row: &MatchRow) -> Result<Header, Rejection> {
    Ok(Header { version: Some(row.version), ..Header::read(&row.header)? })
}

/// For a match whose imported record names no version of the rules: a sentence that says under which one it is read.
pub fn assumption(row: &MatchRow, header: &Header) -> Option<String> {
    (row.origin == Some(Origin::Kept) && header.version.is_none()).then(|| {
        let version = row.version;
        format!("Its imported record names no version of the rules; it is read under version {version}.")
    })
}
