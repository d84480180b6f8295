//! `/season`, and the option that names a season.

use serenity::all::CreateAutocompleteResponse;

use crate::history::store::past_matches::SeasonRow;
use crate::history::ui::commands::history::reader;
use crate::history::ui::share::AtShare;
use crate::history::ui::{season_end, share};
use crate::lobby::ui::channel_check::may_post;
use crate::platform::discord::error::Error;
use crate::platform::discord::message_body::Body;
use crate::platform::discord::reply::Reply;
use crate::platform::discord::safe_text;
use crate::platform::discord::slash_command::{Context, actor, answer, guild, stamp, suggestion, suggestions};
use crate::predictions::ui::commands::predictions;

/// Finds a season by its name.
pub(crate) fn named(seasons: Vec<SeasonRow>, name: &str) -> Result<SeasonRow, Error> {
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

/// See a season, its matches and who foresaw them; members with Manage Server begin and end it
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
        actor(ctx).require_manager(season_end::CHANGE)?;
        let (bot, guild) = (ctx.framework.user_data, guild(ctx)?);
        let name = safe_text::sentence(&name).ok_or_else(|| Error::refused("Give the season a name."))?;
        let seasons = bot.store.seasons(guild).await?;
        if let Some(running) = seasons.iter().find(|season| season.ended.is_none()) {
            let words = format!("{} is running. End it with `/season end` first.", running.name);
            return Err(Error::refused(words));
        }
        if seasons.iter().any(|season| season.name.eq_ignore_ascii_case(&name)) {
            return Err(Error::refused(
                "There has been a season of that name, and its tables keep it. Choose another name.",
            ));
        }
        let place = may_post(ctx, guild, None).await?;
        if bot.store.begin_season(guild, name.clone(), stamp(ctx).ms()).await? {
            let words =
                format!("**The season {name} has begun.**\nHosted matches between two people that end from now on count for its tables.");
            bot.outgoing.send(place, &Body::text(words).once(format!("s{}", stamp(ctx).0))).await?;
            return Ok(Reply::words(format!(
                "The season **{name}** has begun. I have announced it in this channel. `/season end` ends it, with its tables."
            )));
        }
        Err(Error::refused("Another season has just begun. `/season show` shows it."))
    })
    .await
}

/// End the season, and post its tables here
#[poise::command(slash_command)]
pub async fn end(ctx: Context<'_>) -> Result<(), Error> {
    answer(ctx, async {
        actor(ctx).require_manager(season_end::CHANGE)?;
        let (bot, guild) = (ctx.framework.user_data, guild(ctx)?);
        may_post(ctx, guild, None).await?;
        season_end::asked(bot, guild).await
    })
    .await
}
