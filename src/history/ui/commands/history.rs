//! `/history`, `/stats` and `/leaderboard`.

use serenity::all::User;

use crate::game::family;
use crate::history::ui::commands::season::{named, suggest_season};
use crate::history::ui::history_pages::HistoryQuery;
use crate::history::ui::reader::{Asker, Reader, most_of};
use crate::history::ui::share;
use crate::history::ui::share::AtShare;
use crate::ids::{ChannelId, UserId};
use crate::lobby::ui::commands::terms::find_game;
use crate::platform::discord::error::Error;
use crate::platform::discord::reply::Reply;
use crate::platform::discord::slash_command::{Context, actor, answer, guild};

pub(crate) fn reader(ctx: Context<'_>) -> Result<Reader<'_>, Error> {
    Ok(Reader {
        bot: ctx.framework.user_data,
        guild: guild(ctx)?,
        here: ChannelId(ctx.interaction.channel_id.get()),
        asker: Asker::Member(ctx.interaction.member.as_deref()),
    })
}

/// See finished matches, newest first
#[poise::command(slash_command, guild_only)]
pub async fn history(
    ctx: Context<'_>,
    #[description = "The player"] player: Option<User>,
    #[description = "The opponent"] opponent: Option<User>,
    #[description = "The game"]
    #[autocomplete = "crate::lobby::ui::commands::terms::suggest_game"]
    game: Option<String>,
) -> Result<(), Error> {
    let work = async {
        let id = |user: Option<User>| user.map(|user| UserId(user.id.get()));
        let game = match &game {
            Some(game) => Some(family(find_game(ctx, game).await?.id()).to_owned()),
            None => None,
        };
        let wanted = HistoryQuery { page: 0, player: id(player), opponent: id(opponent), game };
        Ok(Reply::Say(reader(ctx)?.history(&wanted).await?))
    };
    answer(ctx, Box::pin(work)).await
}

/// See a player's or a game's statistics
#[poise::command(slash_command, guild_only)]
pub async fn stats(
    ctx: Context<'_>,
    #[description = "The player (default: you; with a game: everybody)"] player: Option<User>,
    #[description = "The game (default: all)"]
    #[autocomplete = "crate::lobby::ui::commands::terms::suggest_game"]
    game: Option<String>,
) -> Result<(), Error> {
    let work = async {
        let game = match &game {
            Some(game) => Some(find_game(ctx, game).await?),
            None => None,
        };
        let is_own = player.is_none() && game.is_none();
        let player = player.map(|player| UserId(player.id.get())).or(game.is_none().then(|| actor(ctx).user));
        let share = AtShare::Stats { player, game: game.as_ref().map(|game| family(game.id()).to_owned()) };
        Ok(match reader(ctx)?.stats(actor(ctx).user, player, game).await? {
            Some(body) => Reply::Say(body.rows(vec![share::row(&share)])),
            None => Reply::words(if is_own {
                "You have finished no match here. Choose a `player` or a `game`."
            } else {
                "No finished match that you can see fits. Choose another player or game, or play a match."
            }),
        })
    };
    answer(ctx, Box::pin(work)).await
}

/// See a game's ratings
#[poise::command(slash_command, guild_only)]
pub async fn leaderboard(
    ctx: Context<'_>,
    #[description = "The game (default: the one with the most rated matches)"]
    #[autocomplete = "crate::lobby::ui::commands::terms::suggest_game"]
    game: Option<String>,
    #[description = "The season (default: all time)"]
    #[autocomplete = "suggest_season"]
    season: Option<String>,
) -> Result<(), Error> {
    let work = async {
        let (bot, guild) = (ctx.framework.user_data, guild(ctx)?);
        let found = match &game {
            Some(game) => find_game(ctx, game).await?,
            None => most_of(&reader(ctx)?.all().await?, |_| true)
                .ok_or_else(|| Error::refused("Nobody is rated here yet. A match counts if a host opens it, two people play, and one wins. To see my levels, choose a game."))?,
        };
        let game = &*found;
        let season = match season {
            Some(name) => Some(named(bot.store.seasons(guild).await?, &name)?),
            None => None,
        };
        let share =
            AtShare::Ladder { game: family(game.id()).to_owned(), season: season.as_ref().map(|season| season.began) };
        Ok(Reply::Say(reader(ctx)?.leaderboard(game, season.as_ref()).await?.rows(vec![share::row(&share)])))
    };
    answer(ctx, Box::pin(work)).await
}
