//! The kind of a match: it decides the seats' names and the meaning of the result.

use serde::{Deserialize, Serialize};

use super::{Outcome, Reason, Seat, Text};

/// The kind of a match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Contest {
    /// The loser is eliminated.
    #[default]
    DeathMatch,
    /// The final, between two finalists.
    FinalMatch,
    /// A Death Match without stakes: nobody is eliminated.
    FriendlyMatch,
    /// A Final Match without stakes.
    FriendlyFinal,
    /// A Death Match that is part of a series or tournament: it alone eliminates nobody.
    Match,
    /// A Final Match that is part of a series or tournament.
    MatchOfFinalists,
}

/// The stakes of a single match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stakes {
    /// The match decides everything that is at stake.
    #[default]
    Whole,
    /// The match is one of several that decide together.
    Part,
    /// Nothing is at stake.
    Friendly,
}

impl Contest {
    /// The name as shown.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::DeathMatch => "Death Match",
            Self::FinalMatch => "Final Match",
            Self::FriendlyMatch | Self::FriendlyFinal => "friendly match",
            Self::Match | Self::MatchOfFinalists => "match",
        }
    }

    /// The stakes, in a sentence; `None` for a match that is one of several.
    #[must_use]
    pub const fn stakes(self) -> Option<&'static str> {
        match self {
            Self::DeathMatch => Some("the loser is eliminated."),
            Self::FinalMatch => Some("the title."),
            Self::FriendlyMatch | Self::FriendlyFinal => Some("nothing but honour."),
            Self::Match | Self::MatchOfFinalists => None,
        }
    }

    /// Returns the same contest with other stakes.
    #[must_use]
    pub const fn at(self, stakes: Stakes) -> Self {
        match (stakes, self.finalists()) {
            (Stakes::Whole, false) => Self::DeathMatch,
            (Stakes::Whole, true) => Self::FinalMatch,
            (Stakes::Part, false) => Self::Match,
            (Stakes::Part, true) => Self::MatchOfFinalists,
            (Stakes::Friendly, false) => Self::FriendlyMatch,
            (Stakes::Friendly, true) => Self::FriendlyFinal,
        }
    }

    /// Whether the seats belong to two finalists instead of an EC and a DMO.
    const fn finalists(self) -> bool {
        matches!(self, Self::FinalMatch | Self::FriendlyFinal | Self::MatchOfFinalists)
    }

    /// A seat's name in running text, after `the`: `EC`, `first finalist`.
    #[must_use]
    pub const fn seat(self, seat: Seat) -> &'static str {
        match (self.finalists(), seat) {
            (false, seat) => seat.label(),
            (true, Seat::Ec) => "first finalist",
            (true, Seat::Dmo) => "second finalist",
        }
    }

    /// A seat's full title: `Elimination Candidate`.
    #[must_use]
    pub const fn title(self, seat: Seat) -> &'static str {
        match (self, seat) {
            (Self::DeathMatch, Seat::Ec) => "Elimination Candidate",
            (Self::DeathMatch, Seat::Dmo) => "Death Match Opponent",
            (Self::FriendlyMatch | Self::Match, seat) => seat.label(),
            (Self::FinalMatch | Self::FriendlyFinal | Self::MatchOfFinalists, Seat::Ec) => "First finalist",
            (Self::FinalMatch | Self::FriendlyFinal | Self::MatchOfFinalists, Seat::Dmo) => "Second finalist",
        }
    }

    /// The letters on a seat's token in pictures; `None` if only the token's shape distinguishes the seats.
    #[must_use]
    pub const fn letters(self, seat: Seat) -> Option<&'static str> {
        if self.finalists() { None } else { Some(seat.label()) }
    }

    /// The substitute for a player's name that is missing or cannot be shown.
    #[must_use]
    pub fn nameless(self, seat: Seat) -> &'static str {
        self.letters(seat).unwrap_or(self.title(seat))
    }

    /// The meaning of the result for the winner, written after the winner's name on a poster.
    #[must_use]
    pub fn triumph(self, outcome: Outcome) -> Option<Text> {
        let loser = Text::seat(!outcome.winner?);
        let how = match outcome.reason {
            Reason::Resignation => format!(", as {loser} resigns"),
            reason => how(reason),
        };
        Some(Text::new(match self {
            Self::DeathMatch => format!("survives the Death Match{how}; {loser} is eliminated"),
            Self::FinalMatch => format!("wins the Final Match against {loser}{how}"),
            Self::FriendlyMatch | Self::FriendlyFinal | Self::Match | Self::MatchOfFinalists => {
                format!("beats {loser}{how}")
            }
        }))
    }

    /// The result in a sentence, the winner first, and its meaning for both players. A resignation names its player before.
    #[must_use]
    pub fn verdict(self, outcome: Outcome) -> Text {
        let Some(winner) = outcome.winner else {
            let fate = if self == Self::DeathMatch { ". Nobody is eliminated" } else { "" };
            return Text::new(format!("The {} ends without a result{fate}.", self.name()));
        };
        let (loser, winner) = (Text::seat(!winner), Text::seat(winner));
        let (resigns, how) = match outcome.reason {
            Reason::Resignation => (format!("{loser} resigns. "), String::new()),
            reason => (String::new(), how(reason)),
        };
        let fate = match self {
            Self::DeathMatch => format!(" and survives. {loser} is eliminated"),
            Self::FinalMatch => format!(". {loser} is the runner-up"),
            Self::FriendlyMatch | Self::FriendlyFinal | Self::Match | Self::MatchOfFinalists => String::new(),
        };
        Text::new(format!("{resigns}{winner} wins the {}{how}{fate}.", self.name()))
    }
}

/// The phrase after a verdict that names its reason.
fn how(reason: Reason) -> String {
    reason.how().map_or_else(String::new, |how| format!(" {how}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::BySeat;

    fn said(contest: Contest, winner: Option<Seat>, reason: Reason) -> String {
        contest.verdict(Outcome { winner, reason }).with_names(&BySeat { ec: "Ann", dmo: "Bob" })
    }

    #[test]
    fn death_match_verdict_names_survivor_and_eliminated() {
        let said = |winner, reason| said(Contest::DeathMatch, winner, reason);
        assert_eq!(said(Some(Seat::Ec), Reason::Rules), "Ann wins the Death Match and survives. Bob is eliminated.");
        assert_eq!(
            said(Some(Seat::Dmo), Reason::Forfeit),
            "Bob wins the Death Match by forfeit and survives. Ann is eliminated."
        );
        assert_eq!(
            said(Some(Seat::Dmo), Reason::TieBreak),
            "Bob wins the Death Match by the tie rule and survives. Ann is eliminated."
        );
        assert_eq!(said(None, Reason::Void), "The Death Match ends without a result. Nobody is eliminated.");
    }

    const WON: [Reason; 7] = [
        Reason::Rules,
        Reason::TieBreak,
        Reason::Clock,
        Reason::Strikes,
        Reason::Forfeit,
        Reason::Resignation,
        Reason::Award,
    ];

    /// The poster and the verdict agree, and both name every reason other than play.
    #[test]
    fn poster_and_verdict_name_every_reason_but_play() {
        for contest in [Contest::DeathMatch, Contest::FinalMatch, Contest::FriendlyMatch, Contest::Match] {
            for reason in WON {
                let outcome = Outcome { winner: Some(Seat::Dmo), reason };
                let poster = contest.triumph(outcome).unwrap().with_names(&BySeat { ec: "Ann", dmo: "Bob" });
                let words = said(contest, Some(Seat::Dmo), reason);
                let how = if reason == Reason::Resignation { Some("Ann resigns") } else { reason.how() };
                match how {
                    Some(how) => assert!(poster.contains(how) && words.contains(how), "{poster} {words}"),
                    None => assert_eq!(reason, Reason::Rules),
                }
            }
        }
    }

    #[test]
    fn a_final_match_eliminates_nobody() {
        for reason in WON {
            let words = said(Contest::FinalMatch, Some(Seat::Ec), reason);
            let result = words.strip_prefix("Bob resigns. ").unwrap_or(&words);
            assert!(result.starts_with("Ann wins the Final Match"), "{words}");
            assert!(!words.contains("eliminated") && !words.contains("Death"), "{words}");
        }
        assert_eq!(said(Contest::FinalMatch, None, Reason::Void), "The Final Match ends without a result.");
    }

    #[test]
    fn partial_or_friendly_match_eliminates_nobody() {
        for (stakes, name) in [(Stakes::Friendly, "friendly match"), (Stakes::Part, "match")] {
            for whole in [Contest::DeathMatch, Contest::FinalMatch] {
                let contest = whole.at(stakes);
                assert_eq!((contest.at(stakes), contest.at(Stakes::Whole)), (contest, whole));
                assert_eq!(said(contest, Some(Seat::Dmo), Reason::Rules), format!("Bob wins the {name}."));
                assert_eq!(said(contest, Some(Seat::Ec), Reason::Clock), format!("Ann wins the {name} on time."));
                assert_eq!(said(contest, None, Reason::Void), format!("The {name} ends without a result."));
                let titles = Seat::ALL.map(|seat| contest.title(seat));
                assert!(
                    titles.iter().all(|title| !title.contains("Elimination") && !title.contains("Death")),
                    "{titles:?}"
                );
                assert_eq!(Seat::ALL.map(|seat| contest.seat(seat)), Seat::ALL.map(|seat| whole.seat(seat)));
                assert_eq!(contest.letters(Seat::Ec), whole.letters(Seat::Ec));
            }
        }
    }

    #[test]
    fn final_match_seats_are_finalists() {
        for seat in Seat::ALL {
            let names = [Contest::FinalMatch.seat(seat), Contest::FinalMatch.title(seat)];
            assert!(names.iter().all(|name| name.contains("finalist")), "{names:?}");
            assert_eq!(Contest::FinalMatch.letters(seat), None);
            assert_eq!(Contest::DeathMatch.seat(seat), seat.label());
        }
    }
}
