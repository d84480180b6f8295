//! The answer to `/stats`: a player's or a game's statistics in visible matches.

use std::collections::{BTreeMap, HashMap};

use crate::game::{Game, GameRef, Reason, Seat};
use crate::games;
use crate::history::store::past_matches::PastRow;
use crate::history::ui::counted_matches::{is_of_game, rated_match};
use crate::history::ui::history_pages::matches_text;
use crate::history::ui::reader::{Reader, families, most_rated, name_of, names};
use crate::history::ui::{game_statistics, rating_plot};
use crate::ids::{MatchId, UserId};
use crate::platform::discord::error::Error;
use crate::platform::discord::message_body::Body;
use crate::playing::ui::match_title::how;
use crate::ratings::standings;
use crate::table::Figures;

/// Returns a player's statistics in visible matches, game by game. The rating counts all matches.
pub fn of_player(
    seen: &[PastRow],
    all: &[PastRow],
    made: &HashMap<MatchId, Figures>,
    user: UserId,
    game: Option<&str>,
) -> Option<String> {
    let theirs: Vec<_> = seen
        .iter()
        .filter(|row| row.users.ec == user || row.users.dmo == user)
        .filter(|row| game.is_none_or(|game| is_of_game(row, game)))
        .collect();
    let name = names(&theirs).get(&user)?.clone();
    let mut lines = vec![format!("**{name}** · {}", matches_text(theirs.len()))];
    let asked_for = game.is_some();
    for game in families(all) {
        let played: Vec<_> = theirs.iter().copied().filter(|row| is_of_game(row, &game)).collect();
        if played.is_empty() {
            continue;
        }
        let won: Vec<bool> =
            played.iter().filter_map(|row| row.outcome.winner.map(|winner| row.users[winner] == user)).collect();
        let wins = won.iter().filter(|&&won| won).count();
        let newest = won.last().copied();
        let run = won.iter().rev().take_while(|&&won| Some(won) == newest).count();
        let longest = won.chunk_by(|one, next| one == next).filter(|run| run[0]).map(<[bool]>::len).max().unwrap_or(0);
        let counted: Vec<_> = all.iter().filter(|row| is_of_game(row, &game)).filter_map(rated_match).collect();
        let rating = standings(&counted).into_iter().find(|standing| standing.user == user);
        let rating = rating.map_or_else(String::new, |standing| {
            format!(" · rated {:.0} ± {:.0}", standing.rating, 2.0 * standing.deviation)
        });
        lines.push(format!("**{}** {wins} won, {} lost{rating}", games::name_of(&game), won.len() - wins));
        let last = if newest == Some(true) { "won" } else { "lost" };
        let last = (run > 1).then(|| format!("{last} the last {run}"));
        let longest = (longest > 1).then(|| format!("longest winning streak: {longest}"));
        let rows: Vec<_> = last.into_iter().chain(longest).collect();
        if !rows.is_empty() {
            lines.push(format!("- {}", rows.join("; ")));
        }
        let mut ways: BTreeMap<&str, usize> = BTreeMap::new();
        for way in played.iter().filter_map(|row| how(row.outcome.reason)) {
            *ways.entry(way).or_default() += 1;
        }
        let ways: Vec<_> = ways.iter().map(|(way, count)| format!("{count} {way}")).collect();
        if !ways.is_empty() {
            lines.push(format!("- without the last move: {}", ways.join(", ")));
        }
        lines.extend(game_statistics::of_player(&played, made, user, asked_for));
    }
    Some(lines.join("\n"))
}

/// Returns a game's statistics in a server.
pub fn of_game(rows: &[PastRow], made: &HashMap<MatchId, Figures>, game: &str) -> Option<String> {
    // Imported matches were not played in the server.
    let played: Vec<_> = rows.iter().filter(|row| is_of_game(row, game) && !row.imported).collect();
    if played.is_empty() {
        return None;
    }
    let title = games::name_of(game);
    let mut lines = vec![format!("**{title}** · {}", matches_text(played.len()))];
    lines.extend(game_statistics::of_game(&played, made));
    let by_play = played.iter().filter(|row| matches!(row.outcome.reason, Reason::Rules | Reason::TieBreak)).count();
    lines.push(format!("- {by_play} decided by play, {} otherwise", played.len() - by_play));
    let mut busiest: BTreeMap<UserId, usize> = BTreeMap::new();
    for row in &played {
        for seat in Seat::ALL.into_iter().filter(|&seat| !row.bots[seat] && row.users[seat].0 != 0) {
            *busiest.entry(row.users[seat]).or_default() += 1;
        }
    }
    let names = names(&played);
    lines.extend(game_statistics::played_most(&busiest, &names));
    Some(lines.join("\n"))
}

impl Reader<'_> {
    /// Returns the statistics of a player or a game. `None` if the reader may see no such match.
    pub async fn stats(
        &self,
        by: UserId,
        player: Option<UserId>,
        game: Option<GameRef>,
    ) -> Result<Option<Body>, Error> {
        let all = self.all().await?;
        let seen = self.seen(all.clone()).await?;
        let made = self.statistics(game.as_deref().map(Game::id)).await?;
        let (player, game) = match (player, game) {
            (None, Some(game)) => return Ok(of_game(&seen, &made, game.id()).map(Body::text)),
            (player, game) => (player.unwrap_or(by), game),
        };
        let Some(said) = of_player(&seen, &all, &made, player, game.as_deref().map(Game::id)) else { return Ok(None) };
        let plot = move || {
            let game = game.or_else(|| most_rated(&seen, player))?;
            let names = name_of(&seen, player)?;
            rating_plot::rating(&*game, &seen, &all, player, names.each_ref().map(String::as_str))
        };
        let body = Body::text(said);
        Ok(Some(body.drawn_later(self.bot.work.work(by, plot).await?)))
    }
}
