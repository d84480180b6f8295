//! The seats of a pairing: the player who has been EC more often is DMO next.

use crate::entrant::EntrantId;
use crate::pairing::{Round, Verdict};

/// A player's games as EC minus games as DMO, and whether the last game was as EC.
fn been(rounds: &[Round], entrant: EntrantId) -> (i32, bool) {
    let (mut balance, mut last) = (0, false);
    for pairing in rounds.iter().flat_map(|round| &round.pairings).filter(|pairing| pairing.has(entrant)) {
        for (number, attempt) in pairing.attempts.iter().enumerate() {
            let sat = attempt.verdict.map_or(attempt.begun, |verdict: Verdict| !verdict.is_unplayed());
            if sat {
                last = pairing.seats(number).0 == entrant;
                balance += if last { 1 } else { -1 };
            }
        }
    }
    (balance, last)
}

/// The EC and the DMO of two players. If their balance is equal, the last EC becomes DMO; without games, the first player is EC.
pub fn seated(rounds: &[Round], first: EntrantId, second: EntrantId) -> (EntrantId, EntrantId) {
    if been(rounds, first) <= been(rounds, second) { (first, second) } else { (second, first) }
}
