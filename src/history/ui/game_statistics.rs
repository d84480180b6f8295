//! Statistics of finished matches in each game's terms: openings, habits, times, lengths.

use std::collections::{BTreeMap, HashMap};
use std::hash::BuildHasher;

use crate::game::Seat;
use crate::games;
use crate::history::store::past_matches::PastRow;
use crate::ids::{MatchId, UserId};
use crate::table::{Figures, OfSeat};

/// The most openings named when statistics of one game are asked for.
const NAMED: usize = 3;
/// The most units, pieces or actions named.
const USED: usize = 5;
/// The fewest matches whose first orders are listed.
const HABIT: usize = 3;
/// The longest name of an opening or unit, in characters.
const LONGEST: usize = 40;

/// Counts each thing, the commonest first, then by name.
fn commonest<'a>(things: impl IntoIterator<Item = (&'a str, u32)>) -> Vec<(&'a str, u64)> {
    let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
    for (thing, times) in things {
        *counts.entry(thing).or_default() += u64::from(times);
    }
    let mut counts: Vec<_> = counts.into_iter().collect();
    counts.sort_by(|(one, more), (other, less)| less.cmp(more).then(one.cmp(other)));
    counts
}

fn listed(counts: &[(&str, u64)], most: usize) -> String {
    let said = counts.iter().take(most).map(|(thing, times)| format!("{} ({times}×)", truncate(thing)));
    said.collect::<Vec<_>>().join(", ")
}

/// Lists the first orders of so many matches, each with its share; `None` if the matches are too few for habits.
fn first_orders(counts: &[(&str, u64)], matches: usize, most: usize) -> Option<String> {
    if counts.is_empty() || matches < HABIT {
        return None;
    }
    let all: u64 = counts.iter().map(|(_, times)| times).sum();
    let said = counts.iter().take(most).map(|(thing, times)| format!("{} ({times} of {all})", truncate(thing)));
    Some(format!("- most common first orders: {}", said.collect::<Vec<_>>().join(", ")))
}

fn truncate(words: &str) -> String {
    if words.chars().count() <= LONGEST {
        return words.to_owned();
    }
    words.chars().take(LONGEST - 1).chain(['…']).collect()
}

/// Returns the median, rounded up between the two middle figures.
fn median(mut figures: Vec<u64>) -> Option<u64> {
    figures.sort_unstable();
    let middle = [figures.len().checked_sub(1)? / 2, figures.len() / 2].map(|at| figures[at]);
    Some(middle[0] + (middle[1] - middle[0]).div_ceil(2))
}

/// Formats a span of milliseconds: `14 s`, `3 min 5 s`, `2 h 4 min`.
pub fn rounded_duration(ms: u64) -> String {
    let seconds = ms / 1000;
    let two = |first: u64, unit: &str, rest: u64, of: &str| match rest {
        0 => format!("{first} {unit}"),
        rest => format!("{first} {unit} {rest} {of}"),
    };
    match seconds {
        0 => "under 1 s".to_owned(),
        1..60 => format!("{seconds} s"),
        60..3600 => two(seconds / 60, "min", seconds % 60, "s"),
        _ => two(seconds / 3600, "h", seconds % 3600 / 60, "min"),
    }
}

/// Returns a player's commonest openings and, if one game was asked for, more of them and the units used most.
fn habits(of: &[&OfSeat], asked_for: bool) -> Vec<String> {
    let mut lines = Vec::new();
    let openings = commonest(of.iter().filter_map(|each| Some((each.opening.as_deref()?, 1))));
    lines.extend(first_orders(&openings, of.len(), if asked_for { NAMED } else { 1 }));
    let uses = commonest(of.iter().flat_map(|each| each.uses.iter().map(|(name, times)| (name.as_str(), *times))));
    if asked_for && !uses.is_empty() {
        lines.push(format!("- most used: {}", listed(&uses, USED)));
    }
    lines
}

/// Returns the median and the longest thinking time.
fn thinking(of: &[&OfSeat]) -> Option<String> {
    let thoughts: Vec<u64> = of.iter().flat_map(|each| each.thoughts.iter().copied()).collect();
    let longest = thoughts.iter().copied().max()?;
    Some(format!(
        "- time for an answer: {} (median), {} at most",
        rounded_duration(median(thoughts)?),
        rounded_duration(longest)
    ))
}

/// Returns a player's statistics in these matches of one game.
pub fn of_player<S: BuildHasher>(
    played: &[&PastRow],
    figures: &HashMap<MatchId, Figures, S>,
    user: UserId,
    asked_for: bool,
) -> Vec<String> {
    let own = |row: &&PastRow| {
        let seat = Seat::ALL.into_iter().find(|&seat| row.users[seat] == user)?;
        Some(&figures.get(&row.id)?.seats[seat])
    };
    let of: Vec<_> = played.iter().filter_map(own).collect();
    let mut lines = habits(&of, asked_for);
    lines.extend(thinking(&of));
    lines
}

/// Returns the statistics of these matches of one game. Openings and uses are of people only.
pub fn of_game<S: BuildHasher>(played: &[&PastRow], figures: &HashMap<MatchId, Figures, S>) -> Vec<String> {
    let known: Vec<_> = played.iter().filter_map(|row| Some((*row, figures.get(&row.id)?))).collect();
    let mut lines: Vec<_> = wins_line(played, &known).into_iter().collect();
    let people = known.iter().flat_map(|(row, figures)| {
        let person = |seat: &Seat| !row.bots[*seat] && row.users[*seat].0 != 0;
        Seat::ALL.into_iter().filter(person).map(|seat| &figures.seats[seat])
    });
    let people: Vec<_> = people.collect();
    let uses = commonest(people.iter().flat_map(|each| each.uses.iter().map(|(name, times)| (name.as_str(), *times))));
    if !uses.is_empty() {
        lines.push(format!("- most used: {}", listed(&uses, USED)));
    }
    let openings = commonest(people.iter().filter_map(|each| Some((each.opening.as_deref()?, 1))));
    lines.extend(first_orders(&openings, known.len(), NAMED));
    // A ruling can end a match at any time.
    let by_play = known.iter().filter(|(row, each)| row.outcome.reason.by_play() && each.steps > 0);
    let played: Vec<_> = by_play.map(|(_, each)| *each).collect();
    if let Some(lasted) = median(played.iter().map(|each| each.lasted).collect()) {
        let matches = if played.len() == 1 { "1 match".to_owned() } else { format!("{} matches", played.len()) };
        lines.push(format!("- length: {} (median of {matches})", rounded_duration(lasted)));
    }
    lines
}

/// Returns the first mover's share of wins or, in games without a first mover, the EC's. `None` if nobody has won.
fn wins_line(played: &[&PastRow], known: &[(&PastRow, &Figures)]) -> Option<String> {
    let firsts = known.iter().filter_map(|(row, figures)| Some(figures.first? == row.outcome.winner?));
    let (mut won, mut of) = (0, 0);
    for first in firsts {
        won += usize::from(first);
        of += 1;
    }
    if of > 0 {
        return Some(format!("- the first mover won {won} of {of} matches"));
    }
    let winners: Vec<_> = played.iter().filter_map(|row| row.outcome.winner).collect();
    let contest = played.first().and_then(|row| Some(games::find(&row.game)?.contest(row.preset.as_deref())));
    let ec = winners.iter().filter(|&&winner| winner == Seat::Ec).count();
    let of = winners.len();
    (of > 0).then(|| format!("- the {} won {ec} of {of} matches", contest.unwrap_or_default().seat(Seat::Ec)))
}

/// Names the players with the most matches: all up to four, or the first three and the number of others.
pub fn played_most(busiest: &BTreeMap<UserId, usize>, names: &BTreeMap<UserId, String>) -> Option<String> {
    let times = busiest.values().max()?;
    let most = busiest.iter().filter(|(_, played)| *played == times);
    let mut most: Vec<_> = most.map(|(user, _)| names.get(user).map_or("somebody", String::as_str)).collect();
    most.sort_by_key(|name| name.to_lowercase());
    Some(match most.as_slice() {
        [only] => format!("- most matches: {only} ({times})"),
        [first @ .., last] if first.len() < 4 => {
            format!("- most matches: {} and {last} ({times} each)", first.join(", "))
        }
        many => format!("- most matches: {} and {} others ({times} each)", many[..3].join(", "), many.len() - 3),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::BySeat;

    #[test]
    fn everyone_who_played_as_often_as_the_busiest_is_named() {
        let names: BTreeMap<_, _> =
            (1..).map(UserId).zip("Cleo bob Ann Dan Eve Finn".split(' ').map(str::to_owned)).collect();
        let said = |times: &[usize]| {
            let busiest: BTreeMap<_, _> = (1..).map(UserId).zip(times.iter().copied()).collect();
            played_most(&busiest, &names).unwrap_or_default()
        };
        assert_eq!(said(&[]), "");
        assert_eq!(said(&[2, 3, 1]), "- most matches: bob (3)");
        assert_eq!(said(&[3, 3, 1]), "- most matches: bob and Cleo (3 each)");
        assert_eq!(said(&[3, 3, 3, 1]), "- most matches: Ann, bob and Cleo (3 each)");
        assert_eq!(said(&[3; 6]), "- most matches: Ann, bob, Cleo and 3 others (3 each)");
    }

    fn row(id: i64, users: [u64; 2], bots: [bool; 2], winner: Seat) -> PastRow {
        PastRow { bots: BySeat { ec: bots[0], dmo: bots[1] }, ..PastRow::of(id, users, Some(winner)) }
    }

    fn of(opening: &str, uses: &[(&str, u32)], thoughts: &[u64]) -> OfSeat {
        let uses = uses.iter().map(|&(name, times)| (name.to_owned(), times)).collect();
        OfSeat { opening: Some(opening.to_owned()), uses, thoughts: thoughts.to_vec() }
    }

    fn figures(steps: u32, first: Option<Seat>, ec: OfSeat, dmo: OfSeat) -> Figures {
        Figures {
            steps,
            lasted: u64::from(steps) * 30_000,
            first,
            comeback: None,
            score: None,
            seats: BySeat { ec, dmo },
        }
    }

    #[test]
    fn a_players_figures_are_of_their_seat_and_a_games_of_people() {
        let rows = [
            row(1, [7, 8], [false, false], Seat::Ec),
            row(2, [8, 7], [false, false], Seat::Ec),
            row(3, [7, 9], [false, true], Seat::Dmo),
        ];
        let rows: Vec<_> = rows.iter().collect();
        let known = HashMap::from([
            (
                MatchId(1),
                figures(10, None, of("sun", &[("bow", 2)], &[1_000, 61_000]), of("moon", &[("axe", 3)], &[9_000])),
            ),
            (
                MatchId(2),
                figures(30, None, of("moon", &[("axe", 1)], &[]), of("sun", &[("bow", 1), ("axe", 2)], &[3_000])),
            ),
            (MatchId(3), figures(12, None, of("rain", &[("axe", 1)], &[4_000]), of("fog", &[("net", 99)], &[99_000]))),
        ]);
        assert_eq!(
            of_player(&rows, &known, UserId(7), true),
            [
                "- most common first orders: sun (2 of 3), rain (1 of 3)",
                "- most used: axe (3×), bow (3×)",
                "- time for an answer: 3 s (median), 1 min 1 s at most"
            ]
        );
        assert_eq!(of_player(&rows, &known, UserId(7), false)[0], "- most common first orders: sun (2 of 3)");
        assert!(of_player(&rows, &HashMap::<MatchId, Figures>::new(), UserId(7), true).is_empty());
        assert_eq!(
            of_game(&rows, &known),
            [
                "- the EC won 2 of 3 matches",
                "- most used: axe (7×), bow (3×)",
                "- most common first orders: moon (2 of 5), sun (2 of 5), rain (1 of 5)",
                "- length: 6 min (median of 3 matches)"
            ]
        );
    }

    #[test]
    fn the_first_mover_is_counted_in_games_that_have_one() {
        let rows = [row(1, [7, 8], [false; 2], Seat::Ec), row(2, [7, 8], [false; 2], Seat::Ec)];
        let none = || figures(4, Some(Seat::Dmo), OfSeat::default(), OfSeat::default());
        let known = HashMap::from([(MatchId(1), none()), (MatchId(2), Figures { first: Some(Seat::Ec), ..none() })]);
        let rows: Vec<_> = rows.iter().collect();
        assert_eq!(
            of_game(&rows, &known),
            ["- the first mover won 1 of 2 matches", "- length: 2 min (median of 2 matches)"]
        );
    }

    #[test]
    fn openings_are_short() {
        assert_eq!(truncate(&"x".repeat(50)).chars().count(), LONGEST);
        assert_eq!(rounded_duration(3_660_000), "1 h 1 min");
        assert_eq!(rounded_duration(3_600_000), "1 h");
    }
}
