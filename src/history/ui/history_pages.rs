//! Pages of finished matches for `/history`, limited to matches that the reader may see.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use parse_display::{Display, FromStr};
use serenity::all::{ButtonStyle, ComponentInteraction, CreateActionRow, CreateButton, CreateEmbed};

use crate::game::{BySeat, Seat};
use crate::games;
use crate::history::store::past_matches::PastRow;
use crate::history::ui::counted_matches::is_of_game;
use crate::history::ui::game_statistics::rounded_duration;
use crate::history::ui::reader::{Asker, Reader, names};
use crate::ids::link;
use crate::ids::{ChannelId, GuildId, MatchId, UserId};
use crate::platform::discord::Bot;
use crate::platform::discord::custom_id::{OrElse, button};
use crate::platform::discord::error::Error;
use crate::platform::discord::message_body::Body;
use crate::platform::discord::reply::Reply;
use crate::playing::ui::match_title::how;
use crate::table::{Figures, both};

/// The number of matches on a page.
pub(crate) const PAGE: usize = 10;

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
            user.is_none_or(|user| row.users[seat] == user || row.last_users[seat] == user)
        };
        let met = |seat: Seat| sat(self.player, seat) && sat(self.opponent, !seat);
        Seat::ALL.into_iter().any(met) && self.game.as_deref().is_none_or(|game| is_of_game(row, game))
    }
}

/// Drops the "Newer" button on the first page, which has no newer page.
pub(crate) fn distinct(buttons: Vec<CreateButton>, page: usize) -> Vec<CreateButton> {
    if page == 0 { buttons.into_iter().skip(1).collect() } else { buttons }
}

pub(crate) fn matches_text(matches: usize) -> String {
    if matches == 1 { "1 finished match".to_owned() } else { format!("{matches} finished matches") }
}

fn line(guild: GuildId, row: &PastRow, names: &BTreeMap<UserId, String>, figures: Option<&Figures>) -> String {
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
    let place = if row.in_dms { String::new() } else { format!(" · [open]({})", link(guild, row.channel)) };
    let how = how(row.outcome.reason).map_or_else(String::new, |how| format!(" {how}"));
    let title = games::title_of(&row.game, row.preset.as_deref());
    let score = figures.and_then(|figures| Some(figures.score.as_ref()?.of(row.outcome.winner?)));
    let score = score.map_or_else(String::new, |score| format!(" · {score}"));
    let length = figures.filter(|figures| figures.steps > 0).map(|figures| rounded_duration(figures.lasted));
    let length = length.map_or_else(String::new, |length| format!(" · {length}"));
    format!("`{}` {title} · {who}{how}{score}{length} · {when}{place}", row.id)
}

/// Answers a press on a page's button.
pub async fn turned(bot: &Arc<Bot>, press: &ComponentInteraction, wanted: HistoryQuery) -> Result<Reply, Error> {
    let guild = press.guild_id.ok_or_else(|| Error::refused("Ask for `/history` in a server."))?;
    let here = ChannelId(press.channel_id.get());
    let reader = Reader { bot, guild: GuildId(guild.get()), here, asker: Asker::Member(press.member.as_ref()) };
    Ok(Reply::Change(reader.history(&wanted).await?))
}

/// Returns both players' names for a list, with the username if the list has another name that looks alike.
fn players(row: &PastRow, names: &BTreeMap<UserId, String>) -> BySeat<String> {
    let contest = games::find(&row.game).map(|game| game.contest(row.preset.as_deref())).unwrap_or_default();
    let people = BySeat::from_fn(|seat| {
        // All levels of the built-in player share one user id. Erased players have none.
        let name = names.get(&row.users[seat]).filter(|_| !row.bots[seat] && row.users[seat].0 != 0);
        let alike = name.and_then(|name| name.strip_prefix(row.names[seat].as_str()));
        let username = alike.filter(|rest| rest.starts_with(" (@")).unwrap_or_default();
        both(seat, &row.names[seat], &row.last_names[seat]) + username
    });
    // Old matches have no usernames, so equal names are told apart by seat.
    contest.apart(&people)
}

impl Reader<'_> {
    /// Returns a page of matches, the newest first.
    pub async fn history(&self, wanted: &HistoryQuery) -> Result<Body, Error> {
        let rows = self.all().await?.into_iter().filter(|row| wanted.matches(row)).collect();
        let mut found = self.seen(rows).await?;
        found.sort_by_key(|row| std::cmp::Reverse((row.ended, row.id)));
        if found.is_empty() {
            return Ok(Body::text("No finished match fits that you may see.").only_own_embeds().rows(Vec::new()));
        }
        let pages = found.len().div_ceil(PAGE);
        let page = usize::from(wanted.page).min(pages - 1);
        let head = format!("**{}** · page {} of {pages}", matches_text(found.len()), page + 1);
        let figures: HashMap<MatchId, Figures> = self.statistics(wanted.game.as_deref()).await?;
        let names = names(&found.iter().collect::<Vec<_>>());
        let shown = found.iter().skip(page * PAGE).take(PAGE);
        let lines: Vec<_> = shown.map(|row| line(self.guild, row, &names, figures.get(&row.id))).collect();
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
        // An embed holds a page of the longest names.
        let list = CreateEmbed::new().description(lines.join("\n"));
        Ok(Body::text(head).embeds(vec![list]).rows(rows))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::discord::custom_id::read_back;

    #[test]
    fn score_and_length_follow_the_result() {
        use crate::game::Reason;
        use crate::table::FinalScore;
        let mut row = PastRow::of(7, [1, 2], Some(Seat::Dmo));
        row.outcome.reason = Reason::Resignation;
        row.in_dms = true;
        row.names = BySeat { ec: "Ann".to_owned(), dmo: "Bob".to_owned() };
        row.last_names = row.names.clone();
        let scores = BySeat { ec: "5", dmo: "3" }.map(str::to_owned);
        let score = Some(FinalScore { scores, unit: "bouts won".to_owned() });
        let figures = Figures { steps: 9, lasted: 260_000, score, ..Figures::default() };
        let said = |figures: Option<Figures>| line(GuildId(1), &row, &BTreeMap::new(), figures.as_ref());
        let (result, day) = ("`7` a game · **Bob** beat Ann by resignation", "<t:0:d>");
        assert_eq!(said(Some(figures)), format!("{result} · 3–5 bouts won · 4 min 20 s · {day}"));
        assert_eq!(said(Some(Figures::default())), format!("{result} · {day}"), "a record that cannot be played");
        assert_eq!(said(None), format!("{result} · {day}"), "the statistics are not derived yet");
    }

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
