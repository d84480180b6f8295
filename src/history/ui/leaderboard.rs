//! The leaderboard of a game: its rated players, and the built-in levels for comparison.
//!
//! It is one message: the last players are left out if there is no room for them.

use crate::game::Game;
use crate::games;
use crate::history::store::past_matches::{PastRow, SeasonRow};
use crate::history::ui::counted_matches::{is_of_game, rated_match, season_match};
use crate::history::ui::reader::{Reader, names, within};
use crate::platform::discord::error::Error;
use crate::platform::discord::limits;
use crate::platform::discord::message_body::Body;
use crate::ratings::level_ratings::Placed;
use crate::ratings::{Standing, level_ratings, standings};

/// The most players on a leaderboard.
const TABLE: usize = 20;
/// The heading above the players whose ratings are not reliable yet.
const NEW: &str = "*Few matches yet, so these ratings still change a lot:*";
/// The room for a line above the table: the sharer's name, or the end of the season.
const ABOVE: usize = 120;
/// The line above the built-in levels' ratings.
const LEVELS: &str = "\n-# I rate my levels by matches against each other. Do not compare these numbers with yours.";

impl Reader<'_> {
    /// Returns the leaderboard of a game, for a season or all time.
    pub async fn leaderboard(&self, game: &dyn Game, season: Option<&SeasonRow>) -> Result<Body, Error> {
        let rows = self.all().await?;
        let mut levels = levels(game).concat();
        if !levels.is_empty() {
            levels.insert_str(0, LEVELS);
        }
        let said = table(&rows, game.id(), season, length(&levels))
            .unwrap_or_else(|| nobody(&rows, game.id(), season).to_owned());
        Ok(Body::text(said + &levels))
    }
}

/// Says why nobody is rated.
fn nobody(rows: &[PastRow], game: &str, season: Option<&SeasonRow>) -> &'static str {
    let mut rows = rows.iter().filter(|row| is_of_game(row, game) && within(season, row.ended));
    if rows.any(|row| season_match(row).is_some()) {
        "Nobody is rated yet. Matches of a file's first version are not rated; a second version's are (`/game update`)."
    } else {
        "Nobody is rated yet. A match counts if a host opens it, two people play, and one wins."
    }
}

/// Returns a text's length as Discord counts it.
fn length(text: &str) -> usize {
    text.encode_utf16().count()
}

/// Formats the leaderboard of a game above a text of this length. `None` if nobody is rated.
pub fn table(rows: &[PastRow], game: &str, season: Option<&SeasonRow>, below: usize) -> Option<String> {
    let rows: Vec<_> = rows.iter().filter(|row| is_of_game(row, game) && within(season, row.ended)).collect();
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
    let title = format!("**{title} · leaderboard**{of}");
    let (sure, new): (Vec<_>, Vec<_>) = (1..).zip(&standings).take(TABLE).partition(|(_, one)| one.is_sure());
    let lines = |players: Vec<_>| players.into_iter().map(line).collect::<Vec<_>>();
    Some(fitted(&title, lines(sure), lines(new), limits::CONTENT.saturating_sub(ABOVE + below)))
}

/// Joins the lines of a leaderboard, without the last players if there is no room for them.
fn fitted(title: &str, mut sure: Vec<String>, mut new: Vec<String>, room: usize) -> String {
    let mut left_out = 0;
    loop {
        let heading = (!new.is_empty()).then_some(NEW);
        let rest = (left_out > 0).then(|| format!("-# Players without room here: {left_out}."));
        let lines = [title].into_iter().chain(sure.iter().map(String::as_str)).chain(heading);
        let lines = lines.chain(new.iter().map(String::as_str)).chain(rest.as_deref());
        let text = lines.collect::<Vec<_>>().join("\n");
        if length(&text) <= room || new.pop().or_else(|| sure.pop()).is_none() {
            return text;
        }
        left_out += 1;
    }
}

/// Formats the built-in levels' ratings below a leaderboard, a new line for the presets with the same ratings.
pub fn levels(game: &dyn Game) -> Vec<String> {
    let said = |levels: &[Placed]| {
        levels.iter().map(|level| format!("level {}: {:.0}", level.level, level.rating)).collect::<Vec<_>>().join(" · ")
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
        format!("\n-# My levels{of}: {levels}.")
    };
    lines.into_iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_without_room_are_left_out_and_counted() {
        let players =
            |count: usize| (0..count).map(|place| format!("{place}. {}", "🏆".repeat(32))).collect::<Vec<_>>();
        let all = |room| fitted("**Knights**", players(10), players(10), room);
        assert_eq!((all(2_000).lines().count(), all(2_000).contains("without room")), (22, false));
        for room in [150, 700, 900, 1_400] {
            let text = all(room);
            let shown = text.lines().filter(|line| line.contains('🏆')).count();
            assert!(length(&text) <= room && text.starts_with("**Knights**\n0. "), "{text}");
            assert!(text.ends_with(&format!("\n-# Players without room here: {}.", 20 - shown)), "{text}");
            assert_eq!(text.contains(NEW), shown > 10, "{text}");
        }
    }
}
