//! The seats of a pairing: the player who has been EC more often is DMO next.

use crate::entrant::EntrantId;
use crate::pairing::{Round, Verdict};

/// How much more often a player has been EC than DMO, and whether they were it last.
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

/// The next EC and DMO of two players; equal ones change seats, and at first the first one is EC.
pub fn seated(rounds: &[Round], first: EntrantId, second: EntrantId) -> (EntrantId, EntrantId) {
    if been(rounds, first) <= been(rounds, second) { (first, second) } else { (second, first) }
}
