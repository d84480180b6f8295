//! The leaderboard of a game: its rated players, and the built-in levels for comparison.

use crate::game::Game;
use crate::games;
use crate::history::store::past_matches::{PastRow, SeasonRow};
use crate::history::ui::counted_matches::{is_of_game, rated_match};
use crate::history::ui::reader::{Reader, names, within};
use crate::platform::discord::error::Error;
use crate::platform::discord::message_body::Body;
use crate::ratings::level_ratings::Placed;
use crate::ratings::{Standing, level_ratings, standings};

/// The most players on a leaderboard.
const TABLE: usize = 20;
/// The heading above the players whose ratings are not reliable yet.
const NEW: &str = "*Few matches yet, so these ratings still change a lot:*";
/// The line above the built-in levels' ratings.
const LEVELS: &str = "\n-# I rate my levels by matches against each other. Do not compare these numbers with yours.";

impl Reader<'_> {
    /// Returns the leaderboard of a game, for a season or all time.
    pub async fn leaderboard(&self, game: &dyn Game, season: Option<&SeasonRow>) -> Result<Body, Error> {
        let rows = self.all().await?;
        let none = || "Nobody is rated there yet: matches count that a host opened, between two people, with a winner.";
        let mut said = table(&rows, game.id(), season).unwrap_or_else(|| none().to_owned());
        let levels = levels(game);
        if !levels.is_empty() {
            said.push_str(LEVELS);
        }
        said.extend(levels.iter().map(|line| format!("\n{line}")));
        Ok(Body::text(said))
    }
}

/// Formats the leaderboard of a game. `None` if nobody is rated.
pub fn table(rows: &[PastRow], game: &str, season: Option<&SeasonRow>) -> Option<String> {
    let rows: Vec<_> = rows.iter().filter(|row| is_of_game(row, game) && within(season, row.at)).collect();
    let counted: Vec<_> = rows.iter().filter_map(|row| rated_match(row)).collect();
    let names = names(&rows);
    let standings = standings(&counted);
    if standings.is_empty() {
        return None;
    }
    let line = |(place, standing): (usize, &Standing)| {
        let name = names.get(&standing.user).map_or("somebody", String::as_str);
        let Standing { rating, won, lost, .. } = standing;
        format!("{place}. **{name}** · rating {rating:.0} · {won} won, {lost} lost")
    };
    let title = games::name_of(game);
    let of = season.map_or_else(String::new, |season| format!(" · {}", season.name));
    let mut lines = vec![format!("**{title} · leaderboard**{of}")];
    let (sure, new): (Vec<_>, Vec<_>) = (1..).zip(&standings).take(TABLE).partition(|(_, one)| one.is_sure());
    lines.extend(sure.into_iter().map(line));
    lines.extend((!new.is_empty()).then(|| NEW.to_owned()));
    lines.extend(new.into_iter().map(line));
    Some(lines.join("\n"))
}

/// Formats the built-in levels' ratings below a leaderboard, a line for the presets with the same ratings.
pub fn levels(game: &dyn Game) -> Vec<String> {
    let said = |levels: &[Placed]| {
        levels.iter().map(|level| format!("level {} {:.0}", level.level, level.rating)).collect::<Vec<_>>().join(", ")
    };
    let mut lines: Vec<(String, Vec<String>)> = Vec::new();
    for (preset, levels) in level_ratings::of(game) {
        let said = said(&levels);
        match lines.iter_mut().find(|(known, _)| *known == said) {
            Some((_, presets)) => presets.push(preset),
            None => lines.push((said, vec![preset])),
        }
    }
    let many = lines.len() > 1;
    let line = |(levels, presets): (String, Vec<String>)| {
        let of = if many { format!(" in {}", presets.join(" and ")) } else { String::new() };
        format!("-# My levels{of}: {levels}.")
    };
    lines.into_iter().map(line).collect()
}
