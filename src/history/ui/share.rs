//! The Share button: posts a list, review or replay, which one person sees, for everyone in the channel.
//!
//! - The content is made again, from matches that every reader of the channel may see.
//! - The post is the press's own response, not a queued message, so it cannot be posted twice.
//! - Only members who may write in the channel can share there, each at most once per [`APART_MS`].

use std::sync::Arc;

use parse_display::{Display, FromStr};
use serenity::all::{ButtonStyle, ComponentInteraction, CreateActionRow, Permissions};

use crate::game::GameRef;
use crate::history::match_info::MatchInfo;
use crate::history::store::past_matches::SeasonRow;
use crate::history::ui::reader::{Asker, Reader};
use crate::history::ui::{replay, turning_points};
use crate::ids::{ChannelId, GuildId, Snowflake, UnixMs, UserId};
use crate::live::duration_text::humanize;
use crate::messages::ui::drawing_pool::DrawPriority;
use crate::own_games::meant;
use crate::platform::discord::Bot;
use crate::platform::discord::bot_permissions::writing;
use crate::platform::discord::custom_id::{OrElse, button};
use crate::platform::discord::error::Error;
use crate::platform::discord::match_press::MatchPress;
use crate::platform::discord::match_press_ids::{MatchPressId, Press, Shared};
use crate::platform::discord::message_body::Body;
use crate::platform::discord::reply::Reply;
use crate::setup::ui::channel_permissions::{ChannelError, ServerChannel, is_thread};

/// The least time between two shares of one person in a channel, in ms.
const APART_MS: u64 = 20_000;

/// A list to share.
#[derive(Clone, Debug, PartialEq, Eq, Display, FromStr)]
pub enum AtShare {
    /// A game's leaderboard.
    #[display("dn1:ladder:{season}:{game}")]
    Ladder {
        game: String,
        /// The start of the season; `None` is all time.
        #[display(with = OrElse("0"))]
        season: Option<UnixMs>,
    },
    /// The summary of a season, by the season's start; `None` is all time.
    #[display("dn1:season:{season}")]
    Season {
        #[display(with = OrElse("0"))]
        season: Option<UnixMs>,
    },
    /// The predictions of a season, by the season's start; `None` is all time.
    #[display("dn1:predictions:{season}")]
    Predictions {
        #[display(with = OrElse("0"))]
        season: Option<UnixMs>,
    },
    /// The statistics of a player or a game.
    #[display("dn1:stats:{player}:{game}")]
    Stats {
        #[display(with = OrElse("0"))]
        player: Option<UserId>,
        #[display(with = OrElse(""))]
        game: Option<String>,
    },
}

/// Returns a row with the Share button.
pub fn row(id: &impl std::fmt::Display) -> CreateActionRow {
    CreateActionRow::Buttons(vec![button(id, ButtonStyle::Secondary, "Share")])
}

/// Returns a row with the Share button for a match's review or replay. A match in direct messages has no channel to share it in.
pub fn rows_of(info: &MatchInfo, what: Shared) -> Vec<CreateActionRow> {
    (!info.in_dms).then(|| row(&MatchPressId::new(info.id, Press::Share(what)))).into_iter().collect()
}

/// Shares the review or replay of a finished match.
pub(crate) async fn of_match(pressed: &MatchPress<'_>, info: &MatchInfo, what: Shared) -> Result<Reply, Error> {
    let MatchPress { bot, press, actor, .. } = pressed;
    let turn = Turn::take(bot, press)?;
    if !is_for_all(bot, info, turn.here).await? {
        return Err(Error::refused(
            "Not everyone here may see that match. Share it in the match's channel, or in one of the same readers.",
        ));
    }
    let (body, press, label) = match what {
        Shared::Review => (turning_points::body(bot, info, actor.user).await?, Press::Review, "Review"),
        Shared::Replay => (replay::moving(bot, info, actor.user).await?, Press::Replay, "Replay"),
    };
    let button = button(MatchPressId::new(info.id, press), ButtonStyle::Secondary, label);
    let row = CreateActionRow::Buttons(vec![button]);
    turn.post(body, vec![row]).await
}

/// Shares a list.
pub(crate) async fn of_list(bot: &Arc<Bot>, press: &ComponentInteraction, at: AtShare) -> Result<Reply, Error> {
    let turn = Turn::take(bot, press)?;
    let reader = Reader { bot, guild: turn.guild, here: turn.here, asker: Asker::Everyone };
    let body = match at {
        AtShare::Ladder { game, season } => {
            let season = season_of(bot, turn.guild, season).await?;
            reader.leaderboard(&*game_of(bot, turn.guild, &game).await?, season.as_ref()).await?
        }
        AtShare::Season { season } => {
            let season = season_of(bot, turn.guild, season).await?;
            reader.season(season.as_ref()).await?
        }
        AtShare::Predictions { season } => {
            let season = season_of(bot, turn.guild, season).await?;
            reader.predictions(season.as_ref()).await?
        }
        AtShare::Stats { player, game } => {
            let game = match game {
                Some(game) => Some(game_of(bot, turn.guild, &game).await?),
                None => None,
            };
            let by = UserId(press.user.id.get());
            reader.stats(by, player, game).await?.ok_or_else(|| {
                Error::refused("Not everyone here may see these matches, so there is nothing to share.")
            })?
        }
    };
    turn.post(body, Vec::new()).await
}

/// Finds a season by its start.
async fn season_of(bot: &Bot, guild: GuildId, began: Option<UnixMs>) -> Result<Option<SeasonRow>, Error> {
    let seasons = bot.store.seasons(guild).await?;
    Ok(began.and_then(|began| seasons.into_iter().find(|season| season.began == began)))
}

/// Finds a server's game by the name in a button.
async fn game_of(bot: &Bot, guild: GuildId, name: &str) -> Result<GameRef, Error> {
    let games = bot.dealer.games_of(Some(guild)).await?;
    let gone = || Error::refused("That game is not installed here any more, so its list cannot be shared.");
    meant(&games, name).cloned().ok_or_else(gone)
}

/// Whether everyone who can see a channel may see a match.
async fn is_for_all(bot: &Bot, info: &MatchInfo, here: ChannelId) -> Result<bool, Error> {
    if info.in_dms {
        return Ok(false);
    }
    if here == info.channel || Some(here) == info.parent {
        return Ok(true);
    }
    match ServerChannel::find(bot, info.guild, info.parent.unwrap_or(info.channel)).await {
        Ok(place) => Ok(place.keeps_nobody_out()),
        Err(ChannelError::Closed | ChannelError::Elsewhere) => Ok(false),
        Err(ChannelError::Unknown(error)) => Err(error),
    }
}

/// A permission for one person to share once in a channel.
struct Turn<'a> {
    bot: &'a Bot,
    guild: GuildId,
    here: ChannelId,
    by: UserId,
}

impl<'a> Turn<'a> {
    fn take(bot: &'a Bot, press: &ComponentInteraction) -> Result<Self, Error> {
        let guild = press.guild_id.ok_or_else(|| Error::refused("Share works in a server's channels."))?;
        let here = ChannelId(press.channel_id.get());
        let thread = press.channel.as_ref().is_some_and(|channel| is_thread(channel.kind));
        let held = press.member.as_ref().and_then(|member| member.permissions).unwrap_or_default();
        if !held.intersects(writing(thread) | Permissions::ADMINISTRATOR) {
            return Err(Error::refused("Only members who may write in this channel can share something here."));
        }
        let by = UserId(press.user.id.get());
        let now = Snowflake(press.id.get()).ms();
        let before = bot.shared.get(&(by, here));
        if before.is_some_and(|before| now.since(before) < APART_MS) {
            let words = format!("You can share here once every {}. Wait, then press again.", humanize(APART_MS));
            return Err(Error::refused(words));
        }
        // A second press at the same time is refused.
        bot.shared.insert((by, here), now);
        Ok(Self { bot, guild: GuildId(guild.get()), here, by })
    }

    /// Returns the post with its picture drawn.
    async fn post(self, mut body: Body, rows: Vec<CreateActionRow>) -> Result<Reply, Error> {
        if let Some((picture, alt)) = body.later() {
            body = body.file(self.bot.drawing.board(picture, alt, DrawPriority::Asked(self.by)).await?);
        }
        Ok(Reply::Post(body.above(&format!("<@{}> shares:", self.by)).rows(rows)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::discord::custom_id::read_back;

    #[test]
    fn ids_read_back_to_what_they_were_made_from_and_fit() {
        let longest = crate::games::all().map(crate::game::Game::id).max_by_key(|id| id.len()).unwrap().to_owned();
        let ids = [
            AtShare::Ladder { game: longest.clone(), season: Some(UnixMs(i64::MAX)) },
            AtShare::Ladder { game: longest.clone(), season: None },
            AtShare::Predictions { season: Some(UnixMs(i64::MAX)) },
            AtShare::Predictions { season: None },
            AtShare::Season { season: Some(UnixMs(1)) },
            AtShare::Stats { player: Some(UserId(u64::MAX)), game: Some(longest) },
            AtShare::Stats { player: None, game: None },
        ];
        read_back(ids, &["dn1:ladder:01:x", "dn1:stats:x:", "dn1:ladder:0", "dh1:0:0:0:"]);
    }
}
