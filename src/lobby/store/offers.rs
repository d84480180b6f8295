//! Times that two players choose a start from.

use serde::{Deserialize, Serialize};

use crate::game::{BySeat, Seat};
use crate::ids::UnixMs;

/// Times a match could start at, and which of them suit its players.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Offers {
    /// The earliest first.
    pub times: Vec<UnixMs>,
    /// The name of the time zone in which they were offered.
    pub zone: String,
    /// The numbers of those that suit each player; nothing before they have said so.
    pub suits: BySeat<Option<Vec<u8>>>,
}

impl Offers {
    /// The most times that can be offered.
    pub const MOST: usize = 10;

    /// Whether a time suits a player.
    pub fn suits(&self, seat: Seat, number: usize) -> bool {
        self.suits[seat].as_ref().is_some_and(|suits| suits.iter().any(|&one| usize::from(one) == number))
    }

    /// The first time after a moment that suits both.
    pub fn common(&self, after: UnixMs) -> Option<UnixMs> {
        let both = |number| Seat::ALL.into_iter().all(|seat| self.suits(seat, number));
        let found = self.times.iter().enumerate().find(|&(number, &time)| time > after && both(number));
        found.map(|(_, &time)| time)
    }

    /// The last of them.
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
