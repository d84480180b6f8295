//! The summary of a season: contestants, eliminations, records and the best predictors.
//!
//! Included are matches that count for the season and that the reader may see.

use std::collections::{BTreeMap, HashMap};

use crate::draw::drawn;
use crate::game::{Contest, Seat, Stakes};
use crate::games;
use crate::history::store::past_matches::{PastRow, SeasonRow};
use crate::history::ui::counted_matches::season_match;
use crate::history::ui::game_statistics::rounded_duration;
use crate::history::ui::reader::{Reader, names, within};
use crate::history::ui::season_picture::picture;
use crate::ids::{MatchId, UnixMs, UserId};
use crate::messages::queued_message::Accent;
use crate::messages::ui::text_style::headed;
use crate::platform::discord::error::Error;
use crate::platform::discord::message_body::Body;
use crate::predictions::store::predictions::Prediction;
use crate::predictions::ui::table::{Foresight, foresights};
use crate::table::{Comeback, Figures};

/// The number of eliminated contestants that the text names, the latest first.
const NAMED: usize = 8;
/// The most holders of one record named.
const HOLDERS: usize = 4;
/// The number of best predictors named.
const BEST: usize = 3;

/// The note to the figures of a season with matches that eliminated nobody.
const COUNTED: &str = "-# Won and Lost also count matches of series and tournaments.";

/// A name's forms in messages and in pictures.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Name {
    pub words: String,
    pub drawn: String,
}

/// A contestant's state in the season.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ContestantState {
    In,
    Eliminated {
        by: Name,
    },
    /// Lost the Final Match.
    RunnerUp,
    /// Won the Final Match.
    Winner,
}

/// A player of the season.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contestant {
    pub name: Name,
    pub won: usize,
    pub lost: usize,
    pub fate: ContestantState,
}

/// A Death Match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Death {
    pub eliminated: Name,
    pub by: Name,
    pub game: String,
    pub at: UnixMs,
    /// The number of the contestant's eliminations until then.
    pub times: usize,
    /// Whether the contestant has not been eliminated again since.
    pub latest: bool,
    /// Whether the contestant is out no longer.
    pub returned: bool,
}

/// The records of a season. The earliest of equal comebacks and matches counts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Records {
    /// The most wins in a row, at least two, by everyone with as many, the earliest first.
    pub streak: Option<(Vec<Name>, usize)>,
    pub comeback: Option<(Name, String, Comeback)>,
    /// The winner, the loser, the game, and the length in ms.
    pub quickest: Option<(Name, Name, String, u64)>,
}

/// The summary of a season.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Season {
    pub title: String,
    /// The contestants by place: the winner, those still in, the runner-up, and the eliminated, the latest first.
    pub contestants: Vec<Contestant>,
    /// The newest first.
    pub deaths: Vec<Death>,
    pub records: Records,
    pub foresights: Vec<Foresight>,
}

/// The kind of a match.
fn contest(row: &PastRow) -> Contest {
    let whole = games::find(&row.game).map(|game| game.contest(row.preset.as_deref())).unwrap_or_default();
    whole.at(if row.part { Stakes::Part } else { Stakes::Whole })
}

fn game_of(row: &PastRow) -> String {
    games::title_of(&row.game, row.preset.as_deref())
}

impl Season {
    /// Summarises matches, given the oldest first. `None` if no match counts.
    pub fn of(
        title: &str,
        rows: &[&PastRow],
        figures: &HashMap<MatchId, Figures>,
        predictions: &[(MatchId, Prediction)],
    ) -> Option<Self> {
        let played: Vec<_> = rows.iter().filter_map(|row| Some((*row, season_match(row)?.winner))).collect();
        let counted: Vec<_> = played.iter().map(|(row, _)| *row).collect();
        let people = people(&counted);
        let named = |user: UserId| people.get(&user).cloned().unwrap_or_default();
        let mut contestants: BTreeMap<UserId, Contestant> = BTreeMap::new();
        let (mut deaths, mut out) = (Vec::new(), Vec::new());
        for (row, winner) in &played {
            let [won, lost] = [row.users[*winner], row.users[!*winner]];
            for (user, has_won) in [(won, true), (lost, false)] {
                let new = || Contestant { name: named(user), won: 0, lost: 0, fate: ContestantState::In };
                let one = contestants.entry(user).or_insert_with(new);
                one.won += usize::from(has_won);
                one.lost += usize::from(!has_won);
                one.fate = match (contest(row), has_won) {
                    (Contest::DeathMatch, false) => ContestantState::Eliminated { by: named(won) },
                    (Contest::FinalMatch, true) => ContestantState::Winner,
                    (Contest::FinalMatch, false) => ContestantState::RunnerUp,
                    // An eliminated contestant who wins another Death Match is in again.
                    (Contest::DeathMatch, true) => ContestantState::In,
                    _ => one.fate.clone(),
                };
            }
            if contest(row) == Contest::DeathMatch {
                let game = game_of(row);
                out.push(lost);
                let times = out.iter().filter(|user| **user == lost).count();
                let (eliminated, by) = (named(lost), named(won));
                deaths.push(Death { eliminated, by, game, at: row.at, times, latest: false, returned: false });
            }
        }
        for (at, death) in deaths.iter_mut().enumerate() {
            death.latest = !out[at + 1..].contains(&out[at]);
            death.returned = !matches!(contestants[&out[at]].fate, ContestantState::Eliminated { .. });
        }
        deaths.reverse();
        let mut contestants: Vec<_> = contestants.into_iter().collect();
        let left = |user: &UserId| out.iter().rposition(|one| one == user);
        contestants.sort_by_key(|(user, one)| {
            let place = match one.fate {
                ContestantState::Winner => 0,
                ContestantState::In => 1,
                ContestantState::RunnerUp => 2,
                ContestantState::Eliminated { .. } => 3,
            };
            // Later eliminations rank higher.
            let gone = if place == 3 { left(user) } else { None };
            (place, std::cmp::Reverse(gone), std::cmp::Reverse(one.won), one.lost, *user)
        });
        let contestants: Vec<_> = contestants.into_iter().map(|(_, one)| one).collect();
        (!contestants.is_empty()).then(|| Self {
            title: title.to_owned(),
            contestants,
            deaths,
            records: records(&played, figures, named),
            foresights: foresights(rows, predictions).into_iter().filter(|one| one.right > 0).take(BEST).collect(),
        })
    }

    /// Returns the number of contestants still in, and of all contestants.
    pub fn left(&self) -> (usize, usize) {
        let is_in = |one: &&Contestant| matches!(one.fate, ContestantState::In | ContestantState::Winner);
        (self.contestants.iter().filter(is_in).count(), self.contestants.len())
    }

    /// Formats the number of Death Matches played.
    pub fn stage(&self) -> String {
        match self.deaths.len() {
            1 => "1 Death Match".to_owned(),
            many => format!("{many} Death Matches"),
        }
    }

    /// Returns each record as a heading and a sentence. `named` formats a name.
    pub fn record_lines(&self, named: impl Fn(&Name) -> String) -> Vec<(&'static str, String)> {
        let Records { streak, comeback, quickest } = &self.records;
        let streak = streak.as_ref().map(|(who, wins)| {
            let who = all_of(who.iter().map(&named).collect());
            ("Longest streak", format!("{who}, {wins} wins in a row"))
        });
        let comeback = comeback.as_ref().map(|(who, game, Comeback { own, other, unit, .. })| {
            ("Best comeback", format!("{}, from {own}–{other} {unit} in {game}", named(who)))
        });
        let quickest = quickest.as_ref().map(|(won, lost, game, ms)| {
            ("Quickest kill", format!("{} beat {} at {game} in {}", named(won), named(lost), rounded_duration(*ms)))
        });
        streak.into_iter().chain(comeback).chain(quickest).collect()
    }

    /// Returns the text of the message.
    pub fn words(&self) -> String {
        let (left, of) = self.left();
        let mut lines = vec![format!("**{}** · {}, {left} of {of} contestants left", self.title, self.stage())];
        let death = |death: &Death| {
            let Death { eliminated, by, game, at, times, returned, .. } = death;
            let notes = (*times > 1).then(|| format!("{times} times")).into_iter();
            let notes: Vec<_> = notes.chain(returned.then(|| "back in".to_owned())).collect();
            let notes = if notes.is_empty() { String::new() } else { format!(" ({})", notes.join(", ")) };
            let (who, by) = (&eliminated.words, &by.words);
            format!("- **{who}** was eliminated by {by} at {game}, <t:{}:d>{notes}", at.seconds())
        };
        let latest: Vec<_> = self.deaths.iter().filter(|death| death.latest).map(death).collect();
        let more = latest.len().saturating_sub(NAMED);
        lines.extend(latest.into_iter().take(NAMED));
        lines.extend((more > 0).then(|| format!("- and {more} earlier")));
        let records = self.record_lines(|name| name.words.clone());
        lines.extend(records.into_iter().map(|(what, who)| format!("{what}: {who}.")));
        let best = self.foresights.iter().map(|one| format!("{} ({} of {})", one.name, one.right, one.all));
        let best: Vec<_> = best.collect();
        lines.extend((!best.is_empty()).then(|| format!("Foresaw the most: {}.", best.join(", "))));
        let fought: usize = self.contestants.iter().map(|one| one.won).sum();
        lines.extend((fought > self.deaths.len()).then(|| COUNTED.to_owned()));
        headed(Accent::Neutral, &lines)
    }

    /// Returns the picture's alt text.
    pub fn describe(&self) -> String {
        let one = |one: &Contestant| {
            let fate = match &one.fate {
                ContestantState::In => String::new(),
                ContestantState::Eliminated { by } => format!(", eliminated by {}", by.words),
                ContestantState::RunnerUp => ", runner-up".to_owned(),
                ContestantState::Winner => ", winner".to_owned(),
            };
            format!("{} {}–{}{fate}", one.name.words, one.won, one.lost)
        };
        let contestants: Vec<_> = self.contestants.iter().map(one).collect();
        let records = self.record_lines(|name| name.words.clone());
        let records = records.into_iter().map(|(what, who)| format!("{what}: {who}."));
        let first = format!("The contestants of {}: {}.", self.title, contestants.join("; "));
        std::iter::once(first).chain(records).collect::<Vec<_>>().join(" ")
    }
}

/// Lists names: `Ann, Bob and Cid`. Of more than [`HOLDERS`], the last ones are counted.
fn all_of(mut names: Vec<String>) -> String {
    if names.len() > HOLDERS {
        let others = names.split_off(HOLDERS - 1).len();
        names.push(format!("{others} others"));
    }
    match names.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => names.concat(),
    }
}

/// Returns each player's last name.
fn people(rows: &[&PastRow]) -> BTreeMap<UserId, Name> {
    let mut usernames: BTreeMap<UserId, Option<&str>> = BTreeMap::new();
    for row in rows {
        for seat in Seat::ALL {
            usernames.insert(row.users[seat], row.usernames[seat].as_deref());
        }
    }
    let name = |(user, words): (UserId, String)| {
        let drawn = drawn(&words, usernames.get(&user).copied().flatten()).unwrap_or_else(|| "A contestant".to_owned());
        (user, Name { words, drawn })
    };
    names(rows).into_iter().map(name).collect()
}

fn records(
    played: &[(&PastRow, Seat)],
    figures: &HashMap<MatchId, Figures>,
    named: impl Fn(UserId) -> Name,
) -> Records {
    let mut runs: HashMap<UserId, usize> = HashMap::new();
    // Everyone with the longest streak so far, which is at least two.
    let (mut holders, mut longest) = (Vec::new(), 2);
    for (row, winner) in played {
        runs.insert(row.users[!*winner], 0);
        let user = row.users[*winner];
        let run = runs.entry(user).or_default();
        *run += 1;
        if *run > longest {
            (holders, longest) = (vec![user], *run);
        } else if *run == longest && !holders.contains(&user) {
            holders.push(user);
        }
    }
    let streak = (!holders.is_empty()).then(|| (holders.into_iter().map(&named).collect(), longest));
    let known = || played.iter().filter_map(|(row, winner)| Some((*row, *winner, figures.get(&row.id)?)));
    let comebacks = known().filter_map(|(row, winner, of)| Some((row, winner, of.comeback.as_ref()?)));
    // `max_by_key` takes the last of equals; reversed, that is the first.
    let comeback = comebacks.rev().max_by_key(|(.., behind)| behind.size());
    let quickest = known().filter(|(row, ..)| row.outcome.reason.by_play()).min_by_key(|(.., of)| of.lasted);
    Records {
        streak,
        comeback: comeback.map(|(row, winner, behind)| (named(row.users[winner]), game_of(row), behind.clone())),
        quickest: quickest
            .map(|(row, winner, of)| (named(row.users[winner]), named(row.users[!winner]), game_of(row), of.lasted)),
    }
}

impl Reader<'_> {
    /// Answers with the summary of a season, or of all time.
    ///
    /// # Errors
    /// The store or a channel cannot be read, or no visible match of the season counts.
    pub async fn season(&self, season: Option<&SeasonRow>) -> Result<Body, Error> {
        let seen = self.seen(self.all().await?).await?;
        let rows: Vec<_> = seen.iter().filter(|row| within(season, row.ended)).collect();
        let (figures, predictions) = (self.statistics(None).await?, self.bot.store.predictions(self.guild).await);
        let title = season.map_or("All time", |season| &season.name);
        let Some(found) = Season::of(title, &rows, &figures, &predictions?) else {
            return Err(Error::refused(format!(
                "No match of **{title}** that you can see counts yet. A match counts if a host opens it, two people play, and one wins."
            )));
        };
        Ok(Body::text(found.words()).drawn_later((picture(&found), found.describe())))
    }
}

#[cfg(test)]
mod tests {
    use rand::RngExt;

    use super::*;
    use crate::draw;
    use crate::game::{BySeat, Scene, Shape};

    const NAMES: [&str; 6] =
        ["Garnet", "Amarant the Flaming", "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW", "Eiko", "Quina", "🔥"];

    fn row(id: i64, users: [usize; 2], winner: Option<Seat>, part: bool) -> PastRow {
        let name = |user: usize| NAMES[user % NAMES.len()].to_owned();
        let names = BySeat { ec: name(users[0]), dmo: name(users[1]) };
        let row = PastRow::of(id, users.map(|user| 1 + user as u64), winner);
        PastRow { names, part, at: UnixMs(id * 86_400_000), ..row }
    }

    fn figures(lasted: u64, behind: Option<i64>) -> Figures {
        let comeback = behind.map(|other| Comeback { own: 0, other, end: 5, unit: "bouts".to_owned() });
        Figures { steps: 3, lasted, comeback, ..Figures::default() }
    }

    /// Returns random matches among `people` players, with their statistics.
    fn played(matches: i64, people: usize) -> (Vec<PastRow>, HashMap<MatchId, Figures>) {
        let mut random = rand::rng();
        let mut one = |id: i64| {
            let first = random.random_range(0..people);
            let other = (first + random.random_range(1..people)) % people;
            let winner = [None, Some(Seat::Ec), Some(Seat::Dmo)][random.random_range(0..3)];
            let behind = random.random_bool(0.3).then(|| random.random_range(1..5));
            (
                row(id, [first, other], winner, random.random_bool(0.3)),
                figures(random.random_range(1..10_000_000), behind),
            )
        };
        let all: Vec<_> = (1..=matches).map(&mut one).collect();
        let made = all.iter().map(|(row, figures)| (row.id, figures.clone())).collect();
        (all.into_iter().map(|(row, _)| row).collect(), made)
    }

    fn predictions(rows: &[PastRow]) -> Vec<(MatchId, Prediction)> {
        let one = |(row, user): (&PastRow, u64)| {
            let winner = if rand::random() { Seat::Ec } else { Seat::Dmo };
            (row.id, Prediction { user: UserId(50 + user), name: format!("Fan {user}"), winner })
        };
        rows.iter().flat_map(|row| (0..4).map(move |user| (row, user))).map(one).collect()
    }

    #[test]
    fn a_season_says_what_its_matches_say() {
        for (matches, people) in [(0, 2), (1, 2), (6, 3), (30, 6), (60, 40)] {
            let (rows, made) = played(matches, people);
            let predicted = predictions(&rows);
            let all: Vec<_> = rows.iter().collect();
            let season = Season::of("Autumn", &all, &made, &predicted);
            let decided: Vec<_> = rows.iter().filter(|row| row.outcome.winner.is_some()).collect();
            assert_eq!(season.is_some(), !decided.is_empty());
            let Some(season) = season else { continue };
            assert_eq!(season.deaths.len(), decided.iter().filter(|row| !row.part).count());
            let mut latest: Vec<_> = season.deaths.iter().filter(|death| death.latest).collect();
            assert_eq!(latest.iter().map(|death| death.times).sum::<usize>(), season.deaths.len());
            latest.retain(|death| !death.returned);
            let out = |one: &&Contestant| matches!(one.fate, ContestantState::Eliminated { .. });
            assert_eq!(latest.len(), season.contestants.iter().filter(out).count());
            let sum = |of: fn(&Contestant) -> usize| season.contestants.iter().map(of).sum::<usize>();
            assert_eq!((sum(|one| one.won), sum(|one| one.lost)), (decided.len(), decided.len()));
            // Each player's newest Death Match decides whether they are out.
            for user in decided.iter().flat_map(|row| [row.users.ec, row.users.dmo]) {
                let last =
                    decided.iter().rev().find(|row| !row.part && (row.users.ec == user || row.users.dmo == user));
                let lost = last.is_some_and(|row| row.users[row.outcome.winner.unwrap()] != user);
                let wins = |one: &&&PastRow| one.users[one.outcome.winner.unwrap()] == user;
                let won = decided.iter().filter(wins).count();
                let fits =
                    |one: &Contestant| one.won == won && matches!(one.fate, ContestantState::Eliminated { .. }) == lost;
                assert!(season.contestants.iter().any(fits), "{user} in {season:?}");
            }
            let longest = |user: UserId| {
                let theirs = decided.iter().filter(|row| row.users.ec == user || row.users.dmo == user);
                let won: Vec<_> = theirs.map(|row| row.users[row.outcome.winner.unwrap()] == user).collect();
                won.chunk_by(|one, next| one == next).filter(|run| run[0]).map(<[bool]>::len).max().unwrap_or(0)
            };
            let longest = (1..=40).map(|user| longest(UserId(user))).max().unwrap();
            assert_eq!(season.records.streak.as_ref().map_or(1, |(_, wins)| *wins), longest);
            let (_, _, _, quickest) = season.records.quickest.clone().unwrap();
            assert_eq!(Some(quickest), decided.iter().map(|row| made[&row.id].lasted).min());
            let behind = decided.iter().filter_map(|row| Some(made[&row.id].comeback.as_ref()?.other)).max();
            assert_eq!(season.records.comeback.as_ref().map(|(.., behind)| behind.other), behind);
            let won: HashMap<_, _> = decided.iter().map(|row| (row.id, row.outcome.winner.unwrap())).collect();
            let right = |user: u64| {
                let is = |(of, one): &&(MatchId, Prediction)| one.user.0 == user && won.get(of) == Some(&one.winner);
                predicted.iter().filter(is).count()
            };
            let most = (50..54).map(right).max().unwrap();
            let best = season.foresights.first().map(|one| (one.right, one.all));
            assert_eq!(
                best,
                (most > 0).then_some((most, decided.len())),
                "nobody is named for wrong predictions alone"
            );
            assert!(season.words().chars().count() < 2_000 && !season.describe().is_empty());
            check_picture(&season, &format!("season-{matches}"));
        }
    }

    /// Checks that the picture's texts lie within its card.
    fn check_picture(season: &Season, name: &str) {
        let picture = picture(season);
        for shape in &picture.scene.shapes {
            if let Shape::Text { at, size, within, .. } = shape {
                assert!(
                    *size >= 24.0 && at[1] <= picture.scene.height && at[0] + within.unwrap() <= Scene::WIDTH + 24.0
                );
            }
        }
        if let Ok(folder) = std::env::var("PLOTS") {
            std::fs::write(format!("{folder}/{name}.png"), draw::png(&picture)).unwrap();
        }
    }
}
