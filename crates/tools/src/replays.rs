//! Asks for replays of finished matches while others play.

use serde_json::json;

use crate::askers::Asked;
use crate::finished_matches::OVER;
use deathmatch::sandbox::Seen;

/// Asks for one replay after the other, until all have been made. The running matches' numbers precede `after`.
pub fn replays(after: u32) -> impl Fn(u32) -> Option<Asked> {
    move |number| {
        let options = json!({ "match": after + number + 1 });
        let arrived = |message: &Seen| !message.files().is_empty();
        (number < OVER).then_some(Asked { command: "match replay", options, arrived })
    }
}
