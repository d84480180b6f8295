//! The value of a bout for the match.

use deathmatch_rules::game::Seat;
use deathmatch_rules::games::warriors_death::{BOUTS, Position};

/// A seat's chance to win the match after it has won, tied or lost the current bout.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Stakes {
    won: f64,
    tied: f64,
    lost: f64,
}

/// The probability of a tied bout between equals.
const TIES: f64 = 0.03;

impl Stakes {
    /// Computes the stakes of a seat in the current bout.
    pub fn new(position: &Position, seat: Seat) -> Self {
        let won = position.bouts_won();
        let lead = won[seat] as i32 - won[!seat] as i32;
        let after = position.bout_number();
        let [won, tied, lost] = [1, 0, -1].map(|gain| chance(after, lead + gain, seat));
        Self { won, tied, lost }
    }

    /// The value of a tie, on the scale of 1 for a win and 0 for a loss.
    pub fn tie(self) -> f32 {
        let share = (self.tied - self.lost) / (self.won - self.lost);
        // If the match is decided, or a tie is worth almost one half, it counts as one half.
        if share.is_finite() && (share - 0.5).abs() > 1e-6 { share as f32 } else { 0.5 }
    }

    /// The chance to win the match, given a value of the bout from 0 to 1.
    pub fn of(self, worth: f64) -> f64 {
        self.lost + worth * (self.won - self.lost)
    }
}

/// A seat's chance with this many bouts played and this lead, if both seats are equally likely to win each bout.
fn chance(played: usize, lead: i32, seat: Seat) -> f64 {
    if played >= BOUTS && lead != 0 {
        return f64::from(u8::from(lead > 0));
    }
    if played > BOUTS {
        return f64::from(u8::from(seat == Seat::Dmo));
    }
    let next = |gain: i32| chance(played + 1, lead + gain, seat);
    TIES.mul_add(next(0), (1.0 - TIES) / 2.0 * (next(1) + next(-1)))
}

#[cfg(test)]
mod tests {
    use super::{Stakes, chance};
    use deathmatch_rules::game::Seat;
    use deathmatch_rules::games::warriors_death::{Position, Ruleset};

    #[test]
    fn tie_is_worth_half_in_an_even_match() {
        let stakes = Stakes::new(&Position::new(Ruleset::default()), Seat::Ec);
        assert!((stakes.tie() - 0.5).abs() < 0.02, "the sixth bout makes a little difference");
        assert!(stakes.of(1.0) > stakes.of(0.5) && stakes.of(0.5) > stakes.of(0.0));
    }

    #[test]
    fn dmo_wins_with_a_tie_in_the_sixth_bout() {
        assert!(chance(6, 0, Seat::Dmo) > 0.99 && chance(6, 0, Seat::Ec) < 0.01);
        assert!(chance(5, 0, Seat::Dmo) > chance(5, 0, Seat::Ec));
        assert!(chance(5, 1, Seat::Ec) > 0.99 && chance(4, 2, Seat::Dmo) > 0.99);
    }
}
