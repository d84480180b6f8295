//! A match's game in this program: its name, and whether the match can be continued or stepped through.

use crate::games;
use crate::history::store::import_kind::ImportKind;
use crate::live::store::match_row::{MatchRow, Status};
use crate::table::{Header, Rejection};

/// Returns the name of a match's game under its preset.
pub fn title_of(row: &MatchRow) -> String {
    let header = Header::read(&row.header).ok();
    games::title_of(&row.game, header.as_ref().and_then(|header| header.preset.as_deref()))
}

/// Checks that this program has the rules under which a match began, or returns the reason against it.
pub fn check_known(row: &MatchRow) -> Result<(), String> {
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

/// Returns a sentence why this program cannot step through a match that has begun. `None` if it can. A lobby has no rules
/// version yet, so it always gives `None`.
pub fn other_rules(row: &MatchRow) -> Option<String> {
    if matches!(row.status, Status::Lobby | Status::Cancelled) {
        return None;
    }
    check_known(row).err().map(|why| format!("Match {} cannot be stepped through here: {why}.", row.id))
}

/// Returns a match's header with the version of its rules.
pub fn header_of(row: &MatchRow) -> Result<Header, Rejection> {
    Ok(Header { version: Some(row.version), ..Header::read(&row.header)? })
}

/// Returns a sentence with the assumed version of the rules, for an imported record that names none.
pub fn assumption(row: &MatchRow, header: &Header) -> Option<String> {
    (row.origin == Some(ImportKind::Finished) && header.version.is_none()).then(|| {
        let version = row.version;
        format!("Its imported record names no version of the rules; it is read under version {version}.")
    })
}
