//! Whether this program can play a match's record on.

use crate::game::Game;
use crate::games;
use crate::store::MatchRow;

use super::live::Live;

/// Why a match's record cannot be played on by this program, if it cannot.
#[must_use]
pub fn unplayable(row: &MatchRow, lines: &[String]) -> Option<String> {
    Live::take_up(row, lines).err()
}

/// Whether this program has the rules that a match began under, or why not.
pub fn is_known(row: &MatchRow) -> Result<(), String> {
    let Some(version) = games::find(&row.game).map(Game::version) else {
        return Err(format!("its game `{}` is not in this version", row.game));
    };
    if version != row.version {
        return Err(format!("it began under version {} of its rules, and these are version {version}", row.version));
    }
    Ok(())
}
