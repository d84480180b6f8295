//! Secret data that a host brings to a match.
//!
//! - The data is sealed on arrival: the match's card shows its commitment, and only a finished match's record shows the data.
//! - The host who brought it knows what both players hide, and cannot play in the match.

use crate::game::{BySeat, Game, Seat};
use crate::ids::UserId;
use crate::live::error::{Code, Refused};
use crate::table::{Header, Nonce};

/// Seals the texts of a header that are not sealed yet; returns the secrets that their host knows from then on.
///
/// # Errors
/// The host plays in the match.
pub(crate) fn seal(
    header: &mut Header,
    game: &dyn Game,
    by: UserId,
    players: BySeat<Option<UserId>>,
) -> Result<Vec<(UserId, Seat)>, Refused> {
    let sealed = header.brought();
    let is_new = |key: &&str| header.setup.contains_key(*key) && !sealed.iter().any(|brought| brought.key == *key);
    let keys: Vec<String> = game.brings().into_iter().map(|(key, _)| key).filter(is_new).map(str::to_owned).collect();
    if keys.is_empty() {
        return Ok(Vec::new());
    }
    if players.iter().any(|(_, player)| *player == Some(by)) {
        let message = "You play in this match, so you cannot bring its secret data. Ask a host who does not play.";
        return Err(Refused::new(Code::Seated, message));
    }
    for key in keys {
        let text = header.setup[&key].as_str().map(str::to_owned);
        let wrong = || {
            Refused::new(
                Code::BadTerms,
                format!("`{key}` is secret data. Write it in **Terms (host)** on the card: **All terms in a form …**."),
            )
        };
        header.bring(&key, &text.ok_or_else(wrong)?, &Nonce::new(rand::random()));
    }
    Ok(Seat::ALL.map(|seat| (by, seat)).to_vec())
}

/// Removes from a header the data that was brought to another match.
pub(crate) fn remove_brought(header: &mut Header) {
    for brought in header.brought() {
        header.take_brought(&brought.key);
    }
}
