//! What a bout is worth for the match.

use deathmatch_rules::game::Seat;
use deathmatch_rules::games::warriors_death::{BOUTS, Position};

/// How likely a seat wins the match once it has won, tied or lost the present bout.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Stakes {
    won: f64,
    tied: f64,
    lost: f64,
}

/// How often a bout between equals is tied.
const TIES: f64 = 0.03;

impl Stakes {
    /// For a seat in the present bout.
    pub fn new(position: &Position, seat: Seat) -> Self {
        let won = position.bouts_won();
        let lead = won[seat] as i32 - won[!seat] as i32;
        let after = position.bout_number();
        let [won, tied, lost] = [1, 0, -1].map(|gain| chance(after, lead + gain, seat));
        Self { won, tied, lost }
    }

    /// What a tie is worth where a win is worth 1 and a loss 0.
    pub fn tie(self) -> f32 {
        let share = (self.tied - self.lost) / (self.won - self.lost);
        // The match is decided, or a tie is worth as good as the same to both.
        if share.is_finite() && (share - 0.5).abs() > 1e-6 { share as f32 } else { 0.5 }
    }

    /// How likely the match is won where the bout is worth so much from 0 to 1.
    pub fn of(self, worth: f64) -> f64 {
        self.lost + worth * (self.won - self.lost)
    }
}

/// How likely a seat wins with so many bouts played and such a lead, if both are as likely to win each bout.
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
    fn a_tie_is_worth_half_while_the_match_is_open_to_both_alike() {
        let stakes = Stakes::new(&Position::new(Ruleset::default()), Seat::Ec);
        assert!((stakes.tie() - 0.5).abs() < 0.02, "the sixth bout makes a little difference");
        assert!(stakes.of(1.0) > stakes.of(0.5) && stakes.of(0.5) > stakes.of(0.0));
    }

    #[test]
    fn the_dmo_needs_no_more_than_ties_in_the_sixth() {
        assert!(chance(6, 0, Seat::Dmo) > 0.99 && chance(6, 0, Seat::Ec) < 0.01);
        assert!(chance(5, 0, Seat::Dmo) > chance(5, 0, Seat::Ec));
        assert!(chance(5, 1, Seat::Ec) > 0.99 && chance(4, 2, Seat::Dmo) > 0.99);
    }
}
