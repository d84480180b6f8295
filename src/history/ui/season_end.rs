//! The end of a season: asked for, confirmed, and posted with its tables.

use std::sync::Arc;

use parse_display::{Display, FromStr};
use serenity::all::{ButtonStyle, ComponentInteraction, CreateActionRow};

use crate::history::store::past_matches::SeasonRow;
use crate::history::ui::leaderboard::table;
use crate::history::ui::reader::{Asker, Reader, families};
use crate::ids::{ChannelId, GuildId, Snowflake, UnixMs, UserId};
use crate::live::store::match_row::{MatchRow, Status};
use crate::messages::ui::drawing_pool::DrawPriority;
use crate::platform::discord::Bot;
use crate::platform::discord::acting_member::ActingMember;
use crate::platform::discord::custom_id::button;
use crate::platform::discord::error::Error;
use crate::platform::discord::message_body::Body;
use crate::platform::discord::reply::Reply;

/// The change of seasons that needs the Manage Server permission.
pub(crate) const CHANGE: &str = "begin or end a season";

/// A press under the question whether to end a season.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Display, FromStr)]
pub enum AtSeasonEnd {
    /// End the season with this start.
    #[display("dx1:end:{0}")]
    End(UnixMs),
    #[display("dx1:cancel")]
    Cancel,
}

/// Returns the running season.
async fn running(bot: &Bot, guild: GuildId) -> Result<SeasonRow, Error> {
    let running = bot.store.seasons(guild).await?.into_iter().find(|season| season.ended.is_none());
    running.ok_or_else(|| Error::refused("No season is running; `/season begin` begins one."))
}

/// Asks whether to end the running season, with the effect. The tables are posted in the channel of the press.
pub async fn asked(bot: &Bot, guild: GuildId) -> Result<Reply, Error> {
    let season = running(bot, guild).await?;
    let is_played = |row: &MatchRow| {
        matches!(row.status, Status::Running | Status::Halted) && !row.friendly && !row.bots.ec && !row.bots.dmo
    };
    let played = bot.store.evening(guild, UnixMs(i64::MAX)).await?.iter().filter(|row| is_played(row)).count();
    let played = match played {
        0 => String::new(),
        1 => "\n1 match is still being played; its result will not count for this season.".to_owned(),
        many => format!("\n{many} matches are still being played; their results will not count for this season."),
    };
    let words = format!(
        "**End the season {}?**\nIts tables are posted here. It cannot be continued, and a new season needs another \
         name.{played}",
        season.name
    );
    let buttons = vec![
        button(AtSeasonEnd::End(season.began), ButtonStyle::Danger, "Confirm"),
        button(AtSeasonEnd::Cancel, ButtonStyle::Secondary, "Cancel"),
    ];
    Ok(Reply::Say(Body::text(words).rows(vec![CreateActionRow::Buttons(buttons)])))
}

/// Ends the season and posts its tables, or keeps it.
pub(crate) async fn pressed(bot: &Arc<Bot>, press: &ComponentInteraction, at: AtSeasonEnd) -> Result<Reply, Error> {
    let done = |words: String| Ok(Reply::Change(Body::text(words).rows(Vec::new())));
    let AtSeasonEnd::End(began) = at else { return done("**The season continues.**".to_owned()) };
    ActingMember::new(press.user.id, press.member.as_ref()).require_manager(CHANGE)?;
    let guild = press.guild_id.ok_or_else(|| Error::refused("A season belongs to a server."))?;
    let (guild, place, stamp) = (GuildId(guild.get()), ChannelId(press.channel_id.get()), Snowflake(press.id.get()));
    let is_running = running(bot, guild).await?.began == began;
    let ended = if is_running { bot.store.end_season(guild, stamp.ms()).await? } else { None };
    let season = ended.ok_or_else(|| Error::refused("That season is over already."))?;
    let rows = bot.store.past_matches(guild).await?;
    let tables: Vec<_> = families(&rows).iter().filter_map(|game| table(&rows, game, Some(&season), 0)).collect();
    let name = &season.name;
    let all = Reader { bot, guild, here: place, asker: Asker::Everyone };
    let mut summary = all.season(Some(&season)).await.ok();
    if tables.is_empty() && summary.is_none() {
        return done(format!("The season **{name}** is over; no match of it counted."));
    }
    let picture = summary.as_mut().and_then(Body::later);
    let mut said: Vec<_> = summary.into_iter().chain(tables.into_iter().map(Body::text)).collect();
    said[0] = said[0].clone().above(&format!("**The season {name} is over.**"));
    if let (Some(last), Some((picture, alt))) = (said.last_mut(), picture) {
        let by = DrawPriority::Asked(UserId(press.user.id.get()));
        *last = last.clone().file(bot.drawing.board(picture, alt, by).await?);
    }
    for (number, body) in (0..).zip(said) {
        bot.outgoing.send(place, &body.once(format!("s{}.{number}", stamp.0))).await?;
    }
    done(format!("The season **{name}** is over; its tables are posted. `/leaderboard season:` shows them again."))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::discord::custom_id::read_back;

    #[test]
    fn ids_read_back_to_what_they_were_made_from_and_fit() {
        read_back(
            [AtSeasonEnd::End(UnixMs(i64::MAX)), AtSeasonEnd::Cancel],
            &["dx1:end:", "dx1:end:x", "dx1:cancel:1", "de1:cancel"],
        );
    }
}
