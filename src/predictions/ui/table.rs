//! The table of a season's predictions.

use std::collections::HashMap;

use crate::game::Seat;
use crate::history::store::past_matches::{PastRow, SeasonRow};
use crate::history::ui::counted_matches::season_match;
use crate::history::ui::reader::{Reader, within};
use crate::ids::{MatchId, UserId};
use crate::platform::discord::error::Error;
use crate::platform::discord::message_body::Body;
use crate::predictions::store::predictions::Prediction;
use crate::predictions::text;

/// The most people listed in a table.
const NAMED: usize = 20;

/// A person's right predictions, and all that count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Foresight {
    pub user: UserId,
    pub name: String,
    pub right: usize,
    pub all: usize,
}

/// The people who predicted one of these matches that count: most right predictions first, then fewest predictions.
pub fn foresights(rows: &[&PastRow], predictions: &[(MatchId, Prediction)]) -> Vec<Foresight> {
    let won: HashMap<MatchId, Seat> = rows.iter().filter_map(|row| Some((row.id, season_match(row)?.winner))).collect();
    let mut people: HashMap<UserId, Foresight> = HashMap::new();
    for (of, one) in predictions {
        let Some(&winner) = won.get(of) else { continue };
        let new = || Foresight { user: one.user, name: String::new(), right: 0, all: 0 };
        let person = people.entry(one.user).or_insert_with(new);
        // The newest name counts; the matches are in order.
        person.name.clone_from(&one.name);
        person.right += usize::from(one.winner == winner);
        person.all += 1;
    }
    let mut people: Vec<_> = people.into_values().collect();
    people.sort_by(|one, other| {
        other.right.cmp(&one.right).then(one.all.cmp(&other.all)).then_with(|| one.user.cmp(&other.user))
    });
    people
}

impl Reader<'_> {
    /// The table of predictions of a season or of all time.
    ///
    /// # Errors
    /// The store or a channel cannot be read.
    pub async fn predictions(&self, season: Option<&SeasonRow>) -> Result<Body, Error> {
        let seen = self.seen(self.all().await?).await?;
        let rows: Vec<_> = seen.iter().filter(|row| within(season, row.ended)).collect();
        let made = self.bot.store.predictions(self.guild).await?;
        let people = foresights(&rows, &made);
        let heading = text::heading(season.map(|season| &*season.name));
        if people.is_empty() {
            return Ok(Body::text(format!("{heading}\n{}", text::NOBODY)));
        }
        let line = |(number, person): (usize, &Foresight)| {
            // Equal results share a place.
            let level = |other: &&Foresight| (other.right, other.all) == (person.right, person.all);
            let place = people.iter().position(|other| level(&other)).map_or(number, |first| first + 1);
            text::line(place, &person.name, person.right, person.all)
        };
        let lines = (1..).zip(&people).take(NAMED).map(line);
        Ok(Body::text(std::iter::once(heading).chain(lines).collect::<Vec<_>>().join("\n")))
    }
}
