//! Offered times from which two players choose a start.

use serde::{Deserialize, Serialize};

use crate::game::{BySeat, Seat};
use crate::ids::UnixMs;

/// Offered start times, and which of them suit the players.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Offers {
    /// The times, earliest first.
    pub times: Vec<UnixMs>,
    /// The name of the time zone in which they were offered.
    pub zone: String,
    /// The numbers of the times that suit each player; `None` before the player has chosen.
    pub suits: BySeat<Option<Vec<u8>>>,
}

impl Offers {
    /// The most times that can be offered.
    pub const MOST: usize = 10;

    /// Whether the time with this number suits a player.
    pub fn suits(&self, seat: Seat, number: usize) -> bool {
        self.suits[seat].as_ref().is_some_and(|suits| suits.iter().any(|&one| usize::from(one) == number))
    }

    /// The first time after a moment that suits both.
    pub fn common(&self, after: UnixMs) -> Option<UnixMs> {
        let both = |number| Seat::ALL.into_iter().all(|seat| self.suits(seat, number));
        let found = self.times.iter().enumerate().find(|&(number, &time)| time > after && both(number));
        found.map(|(_, &time)| time)
    }

    /// The last time.
    pub fn last(&self) -> Option<UnixMs> {
        self.times.last().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_time_that_suits_both_and_lies_ahead_is_common() {
        let mut offers = Offers { times: [10, 20, 30].map(UnixMs).to_vec(), ..Offers::default() };
        assert_eq!(offers.common(UnixMs(0)), None);
        offers.suits = BySeat { ec: Some(vec![2, 1, 9]), dmo: Some(vec![0]) };
        assert_eq!(offers.common(UnixMs(0)), None);
        offers.suits.dmo = Some(vec![0, 1, 2, 9]);
        assert_eq!(offers.common(UnixMs(0)), Some(UnixMs(20)));
        assert_eq!(offers.common(UnixMs(20)), Some(UnixMs(30)));
        assert_eq!(offers.common(UnixMs(30)), None);
    }
}
