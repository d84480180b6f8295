//! Glicko-2 ratings (Glickman, 2013): one for each player of a game in a server.
//!
//! Ratings are not stored. They are computed from the matches that count, so a reverted or excluded result leaves no trace.
//! A rating period is a week, counted from the first match. The current period counts as if it ended with its last match.

pub mod level_ratings;

use std::collections::BTreeMap;

use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, decay_deviation, glicko2_rating_period};

use crate::game::{BySeat, Seat};
use crate::ids::{UnixMs, UserId};

/// The length of a rating period, in ms.
const PERIOD_MS: u64 = 7 * 24 * 60 * 60 * 1000;
/// The largest deviation of a reliable rating.
const SURE: f64 = 110.0;

/// A match that counts for ratings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counted {
    pub at: UnixMs,
    pub users: BySeat<UserId>,
    pub winner: Seat,
}

/// A player's rating.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Standing {
    pub user: UserId,
    /// The rating; a new player has 1500.
    pub rating: f64,
    /// The rating deviation: 350 for a new player, and smaller after matches.
    pub deviation: f64,
    pub won: u32,
    pub lost: u32,
}

impl Standing {
    /// Whether the rating is reliable.
    pub fn is_sure(&self) -> bool {
        self.deviation <= SURE
    }
}

#[derive(Clone, Copy, Default)]
struct Known {
    rating: Glicko2Rating,
    won: u32,
    lost: u32,
}

impl Known {
    const fn standing(&self, user: UserId) -> Standing {
        let Self { rating: Glicko2Rating { rating, deviation, .. }, won, lost } = *self;
        Standing { user, rating, deviation, won, lost }
    }
}

/// Rates all players of these matches, given in order of time. Reliable ratings come first, then higher ones.
pub fn standings(counted: &[Counted]) -> Vec<Standing> {
    let known = rated(counted, |_, _, _| {});
    let mut standings: Vec<_> = known.iter().map(|(&user, known)| known.standing(user)).collect();
    standings.sort_by(|one, other| {
        other.is_sure().cmp(&one.is_sure()).then(other.rating.total_cmp(&one.rating)).then(one.user.cmp(&other.user))
    });
    standings
}

/// Returns a player's rating after each of their last `most` matches, the oldest first. `visible` says by a match's index
/// whether it may be shown.
pub fn course(counted: &[Counted], user: UserId, most: usize, visible: impl Fn(usize) -> bool) -> Vec<Standing> {
    let theirs = |played: &Counted| played.users.ec == user || played.users.dmo == user;
    let at: Vec<usize> = (0..counted.len()).filter(|&number| theirs(&counted[number]) && visible(number)).collect();
    let newest = &at[at.len().saturating_sub(most)..];
    let mut course = Vec::with_capacity(newest.len());
    rated(counted, |before, first, played| {
        let within = newest.iter().filter_map(|number| number.checked_sub(first)).take_while(|&at| at < played.len());
        for at in within {
            let mut known = before.clone();
            period_of(&mut known, &played[..=at]);
            course.extend(known.get(&user).map(|known| known.standing(user)));
        }
    });
    course
}

/// Rates everyone, period by period. `visit` gets the ratings before a period, the index of its first match, and its matches.
fn rated(
    counted: &[Counted],
    mut visit: impl FnMut(&BTreeMap<UserId, Known>, usize, &[Counted]),
) -> BTreeMap<UserId, Known> {
    let mut known: BTreeMap<UserId, Known> = BTreeMap::new();
    let Some(first) = counted.first() else { return known };
    let period = |of: &Counted| of.at.since(first.at) / PERIOD_MS;
    let (mut now, mut number) = (0, 0);
    for played in counted.chunk_by(|one, next| period(one) == period(next)) {
        let of = period(&played[0]);
        // Ratings become less certain in periods without matches.
        for _ in now..of.saturating_sub(1) {
            for player in known.values_mut() {
                player.rating = decay_deviation(&player.rating);
            }
        }
        now = of;
        visit(&known, number, played);
        period_of(&mut known, played);
        number += played.len();
    }
    known
}

/// Rates everyone after one period, against the ratings from before it.
fn period_of(known: &mut BTreeMap<UserId, Known>, played: &[Counted]) {
    let before = known.clone();
    let rating = |user: UserId| before.get(&user).copied().unwrap_or_default().rating;
    let mut results: BTreeMap<UserId, Vec<(Glicko2Rating, Outcomes)>> = BTreeMap::new();
    for Counted { users, winner, .. } in played {
        for seat in Seat::ALL {
            let won = seat == *winner;
            let outcome = if won { Outcomes::WIN } else { Outcomes::LOSS };
            results.entry(users[seat]).or_default().push((rating(users[!seat]), outcome));
            let player = known.entry(users[seat]).or_default();
            player.won += u32::from(won);
            player.lost += u32::from(!won);
        }
    }
    let config = Glicko2Config::new();
    for (user, player) in known.iter_mut() {
        player.rating = match results.get(user) {
            Some(results) => glicko2_rating_period(&player.rating, results, &config),
            None => decay_deviation(&player.rating),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn won(at_days: i64, winner: u64, loser: u64) -> Counted {
        let users = BySeat { ec: UserId(winner), dmo: UserId(loser) };
        Counted { at: UnixMs(1_790_000_000_000 + at_days * 86_400_000), users, winner: Seat::Ec }
    }

    fn of(standings: &[Standing], user: u64) -> Standing {
        *standings.iter().find(|standing| standing.user == UserId(user)).unwrap()
    }

    #[test]
    fn a_course_is_where_its_player_stood_after_each_match() {
        // Several matches a week, weeks without matches, and weeks in which the player did not play.
        let days = [0, 1, 3, 6, 8, 9, 30, 31, 32, 60, 61, 62, 63, 64];
        let all: Vec<_> = (0_u64..)
            .zip(days)
            .map(|(number, at)| won(at, 1 + number % 3, 1 + (number + 1 + number % 2) % 3))
            .filter(|played| played.users.ec != played.users.dmo)
            .collect();
        for user in 1..=3 {
            let theirs = |played: &Counted| played.users.ec == UserId(user) || played.users.dmo == UserId(user);
            let naive: Vec<_> = (0..all.len())
                .filter(|&number| theirs(&all[number]))
                .map(|number| of(&standings(&all[..=number]), user))
                .collect();
            assert!(naive.len() > 4);
            assert_eq!(course(&all, UserId(user), 99, |_| true), naive, "player {user}");
            assert_eq!(course(&all, UserId(user), 3, |_| true), naive[naive.len() - 3..], "player {user}");
        }
    }

    /// The example in Glickman's description of the system: 1500 ± 200 beats 1400 ± 30, loses to 1550 ± 100 and to 1700 ± 300.
    #[test]
    fn the_published_example_comes_out() {
        let player = Glicko2Rating { rating: 1500.0, deviation: 200.0, volatility: 0.06 };
        let other = |rating, deviation| Glicko2Rating { rating, deviation, volatility: 0.06 };
        let mut known = BTreeMap::from([(UserId(1), Known { rating: player, ..Known::default() })]);
        for (user, rating) in [(2, other(1400.0, 30.0)), (3, other(1550.0, 100.0)), (4, other(1700.0, 300.0))] {
            known.insert(UserId(user), Known { rating, ..Known::default() });
        }
        period_of(&mut known, &[won(0, 1, 2), won(1, 3, 1), won(2, 4, 1)]);
        let Glicko2Rating { rating, deviation, volatility } = known[&UserId(1)].rating;
        assert!((rating - 1464.06).abs() < 0.01, "{rating}");
        assert!((deviation - 151.52).abs() < 0.01, "{deviation}");
        assert!((volatility - 0.059_99).abs() < 0.000_01, "{volatility}");
        assert_eq!((known[&UserId(1)].won, known[&UserId(1)].lost), (1, 2));
    }

    #[test]
    fn within_a_week_the_order_does_not_matter_and_a_match_less_is_as_if_it_had_not_been() {
        let all = [won(0, 1, 2), won(1, 2, 3), won(2, 3, 1), won(3, 1, 3)];
        let mut turned = all;
        turned[1..].reverse();
        assert_eq!(standings(&all), standings(&turned));
        assert_eq!(standings(&all[..3]), standings(&[won(0, 1, 2), won(1, 2, 3), won(2, 3, 1)]));
        assert!(standings(&[]).is_empty());
    }

    #[test]
    fn winners_rise_and_absent_players_are_known_less_well() {
        let matches: Vec<_> = (0..40).map(|day| won(day, 1, 2)).collect();
        let then = standings(&matches);
        assert_eq!((then[0].user, then[0].won, then[1].lost), (UserId(1), 40, 40));
        assert!(then[0].rating > 1600.0 && then[0].deviation < then[0].rating);
        let away: Vec<_> = matches.iter().copied().chain([won(400, 3, 4)]).collect();
        let later = standings(&away);
        assert!(of(&later, 1).deviation > of(&then, 1).deviation && of(&later, 1).deviation <= 350.0);
        assert!((of(&later, 1).rating - of(&then, 1).rating).abs() < 1e-9);
    }

    #[test]
    fn a_course_ends_where_its_player_stands_and_passes_over_what_is_not_told() {
        let matches = [won(0, 1, 2), won(8, 2, 1), won(9, 2, 3), won(16, 1, 3)];
        let whole = course(&matches, UserId(1), 10, |_| true);
        assert_eq!(whole.iter().map(|after| (after.won, after.lost)).collect::<Vec<_>>(), [(1, 0), (1, 1), (2, 1)]);
        assert_eq!(whole[2], of(&standings(&matches), 1));
        assert_eq!(course(&matches, UserId(1), 2, |_| true), whole[1..]);
        assert_eq!(course(&matches, UserId(1), 10, |number| number != 1), [whole[0], whole[2]]);
        assert!(course(&matches, UserId(9), 10, |_| true).is_empty());
    }

    #[test]
    fn those_of_whom_little_is_known_stand_behind() {
        let mut matches: Vec<_> =
            (0..60).map(|day| won(day, 1 + u64::from(day % 2 == 0), 2 - u64::from(day % 2 == 0))).collect();
        matches.push(won(60, 3, 1));
        let standings = standings(&matches);
        assert!(!of(&standings, 3).is_sure() && of(&standings, 3).rating > of(&standings, 1).rating);
        assert_eq!(standings.last().unwrap().user, UserId(3));
    }
}
