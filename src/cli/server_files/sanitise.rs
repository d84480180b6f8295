//! Sanitises names and texts of a server's file, like those received from Discord.

use deathmatch_gamefile::is_file_of;

use crate::game::family;
use crate::history::store::server_file::{InstalledGame, PastMatch, Season};
use crate::live::entry_meta::{AGREED_BY, HOST_NAME};
use crate::platform::discord::safe_text::{safe, sentence};
use crate::table::{ActText, Entry, Header};
use crate::tournaments::Tourney;

/// The suffix of a host's name in a ruling.
const HOST: &str = " (host)";
/// The name of a person without a readable one.
const SOMEBODY: &str = "Somebody";

fn name(text: &mut String) {
    *text = safe(text).unwrap_or_else(|| SOMEBODY.to_owned());
}

/// Sanitises a name that may have the host's suffix.
fn signature(text: &mut String) {
    let (mut signed, mark) = match text.strip_suffix(HOST) {
        Some(signed) => (signed.to_owned(), HOST),
        None => (text.clone(), ""),
    };
    name(&mut signed);
    *text = signed + mark;
}

fn words(text: &mut String) {
    *text = sentence(text).unwrap_or_default();
}

/// Refuses a game whose id does not name its file, or that is played without one.
pub fn game(game: &InstalledGame) -> Result<(), String> {
    let is_file = |source: &String| is_file_of(&game.game, source);
    if family(&game.game) == game.name && game.source.as_ref().map_or(game.removed_ms.is_some(), is_file) {
        return Ok(());
    }
    Err(format!("the game `{}` does not come with its file", game.game))
}

pub fn season(season: &mut Season) {
    words(&mut season.name);
}

pub fn tournament(state: &str) -> Result<String, serde_json::Error> {
    let tourney: Tourney = serde_json::from_str(state)?;
    serde_json::to_string(&tourney.renamed(safe))
}

pub fn past(past: &mut PastMatch) {
    [&mut past.names.ec, &mut past.names.dmo].into_iter().for_each(name);
    for username in [&mut past.usernames.ec, &mut past.usernames.dmo] {
        *username = username.as_deref().and_then(safe);
    }
    if let Some((header, entries)) = past.record.split_first_mut() {
        // An unreadable header is refused by a later check.
        if let Ok(read) = Header::read(header) {
            let mut clean = read.clone();
            for player in [&mut clean.seats.ec, &mut clean.seats.dmo] {
                name(&mut player.name);
            }
            if clean != read {
                *header = clean.write();
            }
        }
        entries.iter_mut().for_each(entry);
    }
    for looked in &mut past.looked {
        signature(&mut looked.name);
        [&mut looked.action, &mut looked.stage].into_iter().for_each(words);
    }
    past.predictions.iter_mut().for_each(|prediction| name(&mut prediction.name));
    past.notes.iter_mut().for_each(|note| signature(&mut note.name));
}

fn entry(line: &mut String) {
    let Ok(read) = Entry::read(line) else { return };
    let mut clean = read.clone();
    if let Some(ActText::Name(text)) = clean.act.text_mut() {
        name(text);
    }
    clean.reason = clean.reason.as_deref().and_then(sentence);
    if let Some(serde_json::Value::String(host)) = clean.meta.as_mut().and_then(|meta| meta.get_mut(HOST_NAME)) {
        signature(host);
    }
    if let Some(serde_json::Value::String(both)) = clean.meta.as_mut().and_then(|meta| meta.get_mut(AGREED_BY)) {
        words(both);
    }
    if clean != read {
        *line = clean.write();
    }
}
