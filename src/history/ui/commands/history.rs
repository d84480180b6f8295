//! `/history`, `/stats`, `/leaderboard` and `/season`.

use serenity::all::{CreateAutocompleteResponse, User};

use crate::game::family;
use crate::history::store::past_matches::SeasonRow;
use crate::history::ui::history_pages::{Asker, HistoryQuery, Reader, families};
use crate::history::ui::leaderboard::table;
use crate::history::ui::share;
use crate::history::ui::share::AtShare;
use crate::ids::{ChannelId, UserId};
use crate::lobby::ui::commands::match_channel::may_post;
use crate::lobby::ui::commands::terms::find_game;
use crate::messages::ui::drawing_pool::DrawPriority;
use crate::platform::discord::display_names;
use crate::platform::discord::error::Error;
use crate::platform::discord::message_body::Body;
use crate::platform::discord::reply::Reply;
use crate::platform::discord::slash_command::{Context, actor, answer, guild, stamp, suggestion, suggestions};
use crate::predictions::ui::commands::predictions;

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
    #[description = "The player; leave out for everybody"] player: Option<User>,
    #[description = "The game (default: all)"]
    #[autocomplete = "crate::lobby::ui::commands::terms::suggest_game"]
    game: Option<String>,
) -> Result<(), Error> {
    let work = async {
        let game = match &game {
            Some(game) => Some(find_game(ctx, game).await?),
            None => None,
        };
        let player = player.map(|player| UserId(player.id.get())).or(game.is_none().then(|| actor(ctx).user));
        let share = AtShare::Stats { player, game: game.as_ref().map(|game| family(game.id()).to_owned()) };
        Ok(match reader(ctx)?.stats(actor(ctx).user, player, game).await? {
            Some(body) => Reply::Say(body.rows(vec![share::row(&share)])),
            None => Reply::words("No match like that is over that you could see."),
        })
    };
    answer(ctx, Box::pin(work)).await
}

/// See a game's ratings
#[poise::command(slash_command, guild_only)]
pub async fn leaderboard(
    ctx: Context<'_>,
    #[description = "The game"]
    #[autocomplete = "crate::lobby::ui::commands::terms::suggest_game"]
    game: String,
    #[description = "The season (default: all time)"]
    #[autocomplete = "suggest_season"]
    season: Option<String>,
) -> Result<(), Error> {
    let work = async {
        let (bot, guild) = (ctx.framework.user_data, guild(ctx)?);
        let found = find_game(ctx, &game).await?;
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

/// Finds a season by its name.
fn named(seasons: Vec<SeasonRow>, name: &str) -> Result<SeasonRow, Error> {
    let found = seasons.into_iter().find(|season| season.name.eq_ignore_ascii_case(name.trim()));
    found.ok_or_else(|| Error::refused("There is no such season; choose one from the list."))
}

/// Finds a season by its name. Without a name: the newest, if there is one.
pub(crate) async fn season_of(ctx: Context<'_>, name: Option<&str>) -> Result<Option<SeasonRow>, Error> {
    let seasons = ctx.framework.user_data.store.seasons(guild(ctx)?).await?;
    match name {
        Some(name) => named(seasons, name).map(Some),
        None => Ok(seasons.into_iter().next()),
    }
}

pub(crate) async fn suggest_season(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let Ok(guild) = guild(ctx) else { return suggestions([]) };
    let seasons = ctx.framework.user_data.store.seasons(guild).await.unwrap_or_default();
    let typed = typed.trim().to_lowercase();
    let named = seasons.iter().filter(|season| season.name.to_lowercase().contains(&typed));
    suggestions(named.filter_map(|season| suggestion(&season.name, &season.name)))
}

/// See a season, its matches and who foresaw them; hosts begin and end it
#[expect(clippy::unused_async, reason = "the framework wants a future")]
#[poise::command(slash_command, guild_only, subcommands("show", "predictions", "begin", "end"), subcommand_required)]
pub async fn season(_: Context<'_>) -> Result<(), Error> {
    Ok(())
}

/// See a season: contestants, eliminations, records and the best predictors
#[poise::command(slash_command)]
pub async fn show(
    ctx: Context<'_>,
    #[description = "The season (default: the newest)"]
    #[autocomplete = "suggest_season"]
    season: Option<String>,
) -> Result<(), Error> {
    let work = async {
        let season = season_of(ctx, season.as_deref()).await?;
        let share = AtShare::Season { season: season.as_ref().map(|season| season.began) };
        Ok(Reply::Say(reader(ctx)?.season(season.as_ref()).await?.rows(vec![share::row(&share)])))
    };
    answer(ctx, Box::pin(work)).await
}

/// Begin a season: new matches count for its tables too
#[poise::command(slash_command)]
pub async fn begin(
    ctx: Context<'_>,
    #[description = "The season's name"]
    #[min_length = 1]
    #[max_length = 60]
    name: String,
) -> Result<(), Error> {
    answer(ctx, async {
        actor(ctx).may_set_up()?;
        let (bot, guild) = (ctx.framework.user_data, guild(ctx)?);
        let name = display_names::sentence(&name).ok_or_else(|| Error::refused("Give the season a name."))?;
        let seasons = bot.store.seasons(guild).await?;
        if seasons.iter().any(|season| season.name.eq_ignore_ascii_case(&name)) {
            return Err(Error::refused("There has been a season of that name; take another."));
        }
        let place = may_post(ctx, guild, None).await?;
        if bot.store.begin_season(guild, name.clone(), stamp(ctx).ms()).await? {
            let words =
                format!("**The season {name} has begun.**\nHosted matches between two people count for its tables.");
            bot.outgoing.send(place, &Body::text(words).once(format!("s{}", stamp(ctx).0))).await?;
            return Ok(Reply::words(format!(
                "The season **{name}** has begun, and this channel reads it. `/season end` ends it, with its tables."
            )));
        }
        let going = seasons.iter().find(|season| season.ended.is_none()).map_or("One", |season| season.name.as_str());
        Err(Error::refused(format!("{going} is running; end it first with `/season end`.")))
    })
    .await
}

/// End the season, and post its tables here
#[poise::command(slash_command)]
pub async fn end(ctx: Context<'_>) -> Result<(), Error> {
    answer(ctx, async {
        actor(ctx).may_set_up()?;
        let (bot, guild) = (ctx.framework.user_data, guild(ctx)?);
        let place = may_post(ctx, guild, None).await?;
        let ended = bot.store.end_season(guild, stamp(ctx).ms()).await?;
        let season: SeasonRow =
            ended.ok_or_else(|| Error::refused("No season is running; `/season begin` begins one."))?;
        let rows = bot.store.past_matches(guild).await?;
        let tables: Vec<_> = families(&rows).iter().filter_map(|game| table(&rows, game, Some(&season))).collect();
        let name = &season.name;
        if tables.is_empty() {
            return Ok(Reply::words(format!("The season **{name}** is over; no match of it counted.")));
        }
        for (number, table) in (0..).zip(&tables) {
            let words = if number == 0 { format!("**The season {name} is over.**\n{table}") } else { table.clone() };
            let body = Body::text(words).once(format!("s{}.{number}", stamp(ctx).0));
            bot.outgoing.send(place, &body).await?;
        }
        let all = Reader { asker: Asker::Everyone, ..reader(ctx)? };
        if let Ok(mut body) = all.season(Some(&season)).await {
            if let Some((picture, alt)) = body.later() {
                body = body.file(bot.drawing.board(picture, alt, DrawPriority::Asked(actor(ctx).user)).await?);
            }
            bot.outgoing.send(place, &body.once(format!("s{}.all", stamp(ctx).0))).await?;
        }
        Ok(Reply::words(format!(
            "The season **{name}** is over; its tables are posted. `/leaderboard season:` shows them again."
        )))
    })
    .await
}
