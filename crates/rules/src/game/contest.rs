//! What a match is played for, and so what its seats are called and what its end means.

use serde::{Deserialize, Serialize};

use super::{Outcome, Reason, Seat, Text};

/// What a match is played for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Contest {
    /// Who stays in: the loser is eliminated.
    #[default]
    DeathMatch,
    /// Who wins it all: two finalists, and neither is a candidate for anything.
    FinalMatch,
}

impl Contest {
    /// The name people read.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::DeathMatch => "Death Match",
            Self::FinalMatch => "Final Match",
        }
    }

    /// A seat in running text, behind `the`: `EC`, `first finalist`.
    #[must_use]
    pub const fn seat(self, seat: Seat) -> &'static str {
        match (self, seat) {
            (Self::DeathMatch, seat) => seat.label(),
            (Self::FinalMatch, Seat::Ec) => "first finalist",
            (Self::FinalMatch, Seat::Dmo) => "second finalist",
        }
    }

    /// A seat's full title: `Elimination Candidate`.
    #[must_use]
    pub const fn title(self, seat: Seat) -> &'static str {
        match (self, seat) {
            (Self::DeathMatch, Seat::Ec) => "Elimination Candidate",
            (Self::DeathMatch, Seat::Dmo) => "Death Match Opponent",
            (Self::FinalMatch, Seat::Ec) => "First finalist",
            (Self::FinalMatch, Seat::Dmo) => "Second finalist",
        }
    }

    /// The letters on a seat's token in pictures; none where only the token's shape tells the seats apart.
    #[must_use]
    pub const fn letters(self, seat: Seat) -> Option<&'static str> {
        match self {
            Self::DeathMatch => Some(seat.label()),
            Self::FinalMatch => None,
        }
    }

    /// A player's name where none is given or can be shown.
    #[must_use]
    pub fn nameless(self, seat: Seat) -> &'static str {
        self.letters(seat).unwrap_or(self.title(seat))
    }

    /// How a match ended, the winner first, and what that means for both players.
    #[must_use]
    pub fn verdict(self, outcome: Outcome) -> Text {
        let Some(winner) = outcome.winner else {
            return Text::new(match self {
                Self::DeathMatch => "The host ends the Death Match without a result; nobody is eliminated.",
                Self::FinalMatch => "The host ends the Final Match without a result.",
            });
        };
        let (loser, winner) = (Text::seat(!winner), Text::seat(winner));
        let how = match outcome.reason {
            Reason::Rules | Reason::Void => "",
            Reason::TieBreak => ", level, by the tie rule",
            Reason::Clock => ", on time",
            Reason::Strikes => ", by strikes",
            Reason::Forfeit => ", by forfeit",
            Reason::Award => ", by the host's decision",
        };
        Text::new(match self {
            Self::DeathMatch => format!("{winner} wins the Death Match{how}, and survives; {loser} is eliminated."),
            Self::FinalMatch => format!("{winner} wins the Final Match{how}; {loser} is the runner-up."),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::BySeat;

    fn said(contest: Contest, winner: Option<Seat>, reason: Reason) -> String {
        contest.verdict(Outcome { winner, reason }).with_names(&BySeat { ec: "Ann", dmo: "Bob" })
    }

    #[test]
    fn a_death_match_says_who_survives_and_who_is_out() {
        let said = |winner, reason| said(Contest::DeathMatch, winner, reason);
        assert_eq!(said(Some(Seat::Ec), Reason::Rules), "Ann wins the Death Match, and survives; Bob is eliminated.");
        assert_eq!(
            said(Some(Seat::Dmo), Reason::Forfeit),
            "Bob wins the Death Match, by forfeit, and survives; Ann is eliminated."
        );
        assert_eq!(
            said(Some(Seat::Dmo), Reason::TieBreak),
            "Bob wins the Death Match, level, by the tie rule, and survives; Ann is eliminated."
        );
        assert_eq!(said(None, Reason::Void), "The host ends the Death Match without a result; nobody is eliminated.");
    }

    #[test]
    fn a_final_match_eliminates_nobody() {
        for reason in [Reason::Rules, Reason::TieBreak, Reason::Clock, Reason::Strikes, Reason::Forfeit, Reason::Award]
        {
            let words = said(Contest::FinalMatch, Some(Seat::Ec), reason);
            assert!(words.starts_with("Ann wins the Final Match"), "{words}");
            assert!(!words.contains("eliminated") && !words.contains("Death"), "{words}");
        }
        assert_eq!(said(Contest::FinalMatch, None, Reason::Void), "The host ends the Final Match without a result.");
    }

    #[test]
    fn a_final_has_neither_ec_nor_dmo() {
        for seat in Seat::ALL {
            let names = [Contest::FinalMatch.seat(seat), Contest::FinalMatch.title(seat)];
            assert!(names.iter().all(|name| name.contains("finalist")), "{names:?}");
            assert_eq!(Contest::FinalMatch.letters(seat), None);
            assert_eq!(Contest::DeathMatch.seat(seat), seat.label());
        }
    }
}
