//! Finished matches as lists and statistics, limited to matches that the reader may see.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use parse_display::{Display, FromStr};
use serenity::all::{ButtonStyle, ComponentInteraction, CreateActionRow, CreateButton, Member};

use crate::draw::drawn;
use crate::game::{BySeat, Game, GameRef, Reason, Seat, told_apart};
use crate::games;
use crate::history::store::past_matches::{PastRow, SeasonRow};
use crate::history::ui::rated_match::{is_of_game, rated_match};
use crate::history::ui::{game_statistics, rating_plot};
use crate::ids::{ChannelId, GuildId, MatchId, UnixMs, UserId};
use crate::platform::discord::custom_id::{OrElse, button};
use crate::platform::discord::error::Error;
use crate::platform::discord::message_body::Body;
use crate::platform::discord::reply::Reply;
use crate::platform::discord::{Bot, link};
use crate::playing::ui::outcome_text::{how, title};
use crate::ratings::standings;
use crate::setup::ui::channel_permissions::{ChannelError, ServerChannel};
use crate::table::{Figures, both};

/// The number of matches on a page.
const PAGE: usize = 10;
/// The most channels checked for one answer; each check costs requests.
const CHANNELS: usize = 12;

/// A query of finished matches, and the page of the result.
#[derive(Clone, Debug, Default, PartialEq, Eq, Display, FromStr)]
#[display("dh1:{page}:{player}:{opponent}:{game}")]
pub struct HistoryQuery {
    pub page: u16,
    /// A player, and the opponent, to filter by.
    #[display(with = OrElse("0"))]
    pub player: Option<UserId>,
    #[display(with = OrElse("0"))]
    pub opponent: Option<UserId>,
    /// The game's id.
    #[display(with = OrElse(""))]
    pub game: Option<String>,
}

impl HistoryQuery {
    fn matches(&self, row: &PastRow) -> bool {
        let sat = |user: Option<UserId>, seat: Seat| {
            user.is_none_or(|user| row.users[seat] == user || row.began_users[seat] == Some(user))
        };
        let met = |seat: Seat| sat(self.player, seat) && sat(self.opponent, !seat);
        Seat::ALL.into_iter().any(met) && self.game.as_deref().is_none_or(|game| is_of_game(row, game))
    }
}

/// The reader of a list, and the channel in which they asked.
pub struct Reader<'a> {
    pub bot: &'a Bot,
    pub guild: GuildId,
    /// The channel of the question, which the reader can see.
    pub here: ChannelId,
    pub asker: Asker<'a>,
}

/// The audience of an answer.
#[derive(Clone, Copy)]
pub enum Asker<'a> {
    /// One member, if Discord has named them.
    Member(Option<&'a Member>),
    /// Everyone who can see the channel.
    Everyone,
}

impl Reader<'_> {
    /// Returns the server's finished matches, the oldest first.
    pub async fn all(&self) -> Result<Vec<PastRow>, Error> {
        Ok(self.bot.store.past_matches(self.guild).await?)
    }

    /// Returns the statistics of the server's finished matches.
    pub async fn figures(&self, game: Option<&str>) -> Result<HashMap<MatchId, Figures>, Error> {
        Ok(self.bot.store.figures(self.guild, game).await?)
    }

    /// Filters matches that the reader may see: their own, and public ones in channels that they can see.
    pub async fn seen(&self, rows: Vec<PastRow>) -> Result<Vec<PastRow>, Error> {
        let me = match self.asker {
            Asker::Member(member) => member.map(|member| UserId(member.user.id.get())),
            Asker::Everyone => None,
        };
        let own = |row: &PastRow| me.is_some_and(|me| row.users.ec == me || row.users.dmo == me);
        let place_of = |row: &PastRow| row.parent.unwrap_or(row.channel);
        let elsewhere: BTreeSet<ChannelId> = rows
            .iter()
            .rev()
            .filter(|row| !row.in_dms && !own(row))
            .map(place_of)
            .filter(|&at| at != self.here)
            .collect();
        let mut open = BTreeSet::from([self.here]);
        for channel in elsewhere.into_iter().take(CHANNELS) {
            if self.reads(channel).await? {
                open.insert(channel);
            }
        }
        Ok(rows.into_iter().filter(|row| own(row) || (!row.in_dms && open.contains(&place_of(row)))).collect())
    }

    async fn reads(&self, channel: ChannelId) -> Result<bool, Error> {
        if let Asker::Member(None) = self.asker {
            return Ok(false);
        }
        match ServerChannel::find(self.bot, self.guild, channel).await {
            Ok(place) => Ok(match self.asker {
                Asker::Member(member) => member.is_some_and(|member| place.held_by(member).view_channel()),
                Asker::Everyone => place.keeps_nobody_out(),
            }),
            Err(ChannelError::Closed | ChannelError::Elsewhere) => Ok(false),
            Err(ChannelError::Unknown(error)) => Err(error),
        }
    }

    /// Returns the statistics of a player or a game. `None` if the reader may see no such match.
    pub async fn stats(
        &self,
        by: UserId,
        player: Option<UserId>,
        game: Option<GameRef>,
    ) -> Result<Option<Body>, Error> {
        let all = self.all().await?;
        let seen = self.seen(all.clone()).await?;
        let made = self.figures(game.as_deref().map(Game::id)).await?;
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
        Ok(Some(match self.bot.work.work(by, plot).await? {
            Some((picture, alt)) => body.drawn_later(picture, alt),
            None => body,
        }))
    }

    /// Returns a page of matches, the newest first.
    pub async fn history(&self, wanted: &HistoryQuery) -> Result<Body, Error> {
        let rows = self.all().await?.into_iter().filter(|row| wanted.matches(row)).collect();
        let mut found = self.seen(rows).await?;
        found.sort_by_key(|row| std::cmp::Reverse((row.ended, row.id)));
        if found.is_empty() {
            return Ok(Body::text("No match like that is over that you could see.").rows(Vec::new()));
        }
        let pages = found.len().div_ceil(PAGE);
        let page = usize::from(wanted.page).min(pages - 1);
        let mut lines = vec![format!("**{} over** · page {} of {pages}", matches_text(found.len()), page + 1)];
        let names = names(&found.iter().collect::<Vec<_>>());
        lines.extend(found.iter().skip(page * PAGE).take(PAGE).map(|row| line(self.guild, row, &names)));
        let turn = |to: usize, label: &str, there: bool| {
            let page = u16::try_from(to).unwrap_or(u16::MAX);
            let id = HistoryQuery { page, ..wanted.clone() }.to_string();
            button(id, ButtonStyle::Secondary, label).disabled(!there)
        };
        let buttons = vec![
            turn(page.saturating_sub(1), "Newer", page > 0),
            // Buttons of one message need different ids.
            turn(page + 1, "Older", page + 1 < pages),
        ];
        let rows = if pages > 1 { vec![CreateActionRow::Buttons(distinct(buttons, page))] } else { Vec::new() };
        Ok(Body::text(lines.join("\n")).rows(rows))
    }
}

/// Drops the "Newer" button on the first page, which has no newer page.
fn distinct(buttons: Vec<CreateButton>, page: usize) -> Vec<CreateButton> {
    if page == 0 { buttons.into_iter().skip(1).collect() } else { buttons }
}

fn matches_text(matches: usize) -> String {
    if matches == 1 { "1 match".to_owned() } else { format!("{matches} matches") }
}

fn line(guild: GuildId, row: &PastRow, names: &BTreeMap<UserId, String>) -> String {
    let BySeat { ec, dmo } = players(row, names);
    let who = match row.outcome.winner {
        Some(Seat::Ec) => format!("**{ec}** beat {dmo}"),
        Some(Seat::Dmo) => format!("**{dmo}** beat {ec}"),
        None => format!("{ec} – {dmo}, ended"),
    };
    let day = format!("<t:{}:d>", row.at.seconds());
    let when = match (row.imported, row.friendly) {
        (true, _) if row.undated => format!("imported {day}"),
        (true, _) => format!("{day} · imported"),
        (false, true) => format!("{day} · friendly"),
        (false, false) => day,
    };
    let place = if row.in_dms { String::new() } else { format!(" · [channel]({})", link::link(guild, row.channel)) };
    let how = how(row.outcome.reason).map_or_else(String::new, |how| format!(" {how}"));
    let title = title(&row.game, row.preset.as_deref());
    format!("`{}` {title} · {who}{how} · {when}{place}", row.id)
}

/// Answers a press on a page's button.
pub async fn turned(bot: &Arc<Bot>, press: &ComponentInteraction, wanted: &HistoryQuery) -> Result<Reply, Error> {
    let guild = press.guild_id.ok_or_else(|| Error::refused("Ask for `/history` in a server."))?;
    let here = ChannelId(press.channel_id.get());
    let reader = Reader { bot, guild: GuildId(guild.get()), here, asker: Asker::Member(press.member.as_ref()) };
    Ok(Reply::Change(reader.history(wanted).await?))
}

/// Returns all built-in games and the games of these matches, with one id for all versions of a file.
pub fn families(rows: &[PastRow]) -> Vec<String> {
    let mut found: Vec<String> = games::all().map(|game| game.id().to_owned()).collect();
    // The newest version represents its family.
    for row in rows.iter().rev() {
        if !found.iter().any(|game| is_of_game(row, game)) {
            found.push(row.game.clone());
        }
    }
    found
}

/// Whether a moment lies in a season. `None` is all time.
pub fn within(season: Option<&SeasonRow>, at: UnixMs) -> bool {
    season.is_none_or(|season| at >= season.began && season.ended.is_none_or(|ended| at < ended))
}

/// Returns a player's last name in visible matches, and its form in pictures.
pub fn name_of(seen: &[PastRow], user: UserId) -> Option<[String; 2]> {
    let name = names(&seen.iter().collect::<Vec<_>>()).remove(&user)?;
    let seat = |row: &PastRow| Seat::ALL.into_iter().find(|&seat| row.users[seat] == user);
    let username = seen.iter().rev().find_map(|row| row.usernames[seat(row)?].clone());
    let drawn = drawn(&name, username.as_deref()).unwrap_or_else(|| "The player".to_owned());
    Some([name, drawn])
}

/// Returns the game in which a player has the most visible rated matches.
pub fn most_rated(seen: &[PastRow], user: UserId) -> Option<GameRef> {
    let theirs = |row: &&PastRow| rated_match(row).is_some_and(|of| of.users.ec == user || of.users.dmo == user);
    let many = |game: &str| seen.iter().filter(theirs).filter(|row| is_of_game(row, game)).count();
    let most = families(seen).into_iter().max_by_key(|game| many(game)).filter(|game| many(game) > 0)?;
    games::find(&most)
}

/// Returns each player's last name, with the username if two names look alike.
pub(crate) fn names(rows: &[&PastRow]) -> BTreeMap<UserId, String> {
    let names = |row: &PastRow, seat| (row.users[seat], (row.names[seat].clone(), row.usernames[seat].clone()));
    let known: BTreeMap<_, _> = rows.iter().flat_map(|row| Seat::ALL.map(|seat| names(row, seat))).collect();
    let (users, people): (Vec<_>, Vec<_>) = known.into_iter().unzip();
    users.into_iter().zip(told_apart(&people)).collect()
}

/// Returns both players' names for a list, with the username if the list has another name that looks alike.
fn players(row: &PastRow, names: &BTreeMap<UserId, String>) -> BySeat<String> {
    let contest = games::find(&row.game).map(|game| game.contest(row.preset.as_deref())).unwrap_or_default();
    let people = BySeat::from_fn(|seat| {
        // All levels of the built-in player share one user id. Erased players have none.
        let name = names.get(&row.users[seat]).filter(|_| !row.bots[seat] && row.users[seat].0 != 0);
        let alike = name.and_then(|name| name.strip_prefix(row.names[seat].as_str()));
        let username = alike.filter(|rest| rest.starts_with(" (@")).unwrap_or_default();
        both(seat, &row.began[seat], &row.names[seat]) + username
    });
    // Old matches have no usernames, so equal names are told apart by seat.
    contest.apart(&people)
}

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
    let mut lines = vec![format!("**{name}** · {} over", matches_text(theirs.len()))];
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
        let longest = (longest > 1).then(|| format!("longest row of wins {longest}"));
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
            lines.push(format!("- decided {}", ways.join(", ")));
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
    let mut lines = vec![format!("**{title}** · {} over", matches_text(played.len()))];
    lines.extend(game_statistics::of_game(&played, made));
    let by_play = played.iter().filter(|row| matches!(row.outcome.reason, Reason::Rules | Reason::TieBreak)).count();
    lines.push(format!("- {by_play} ended by play, {} otherwise", played.len() - by_play));
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::discord::custom_id::read_back;

    #[test]
    fn ids_read_back_to_what_they_were_made_from_and_fit() {
        let longest = games::all().map(crate::game::Game::id).max_by_key(|id| id.len()).unwrap().to_owned();
        let last = Some(UserId(u64::MAX));
        let ids = [
            HistoryQuery::default(),
            HistoryQuery { page: u16::MAX, player: last, opponent: last, game: Some(longest) },
            HistoryQuery { page: 1, player: last, ..HistoryQuery::default() },
        ];
        read_back(ids, &["dh1:0:0:0", "dh1:01:0:0:", "dh1:x:0:0:", "dm1:1:order"]);
    }
}
