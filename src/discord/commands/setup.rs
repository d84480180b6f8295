//! `/setup`: what a server's managers set for it.

use std::str::FromStr as _;

use chrono_tz::Tz;
use serenity::all::{CreateAutocompleteResponse, Role};

use super::super::error::Error;
use super::super::names;
use super::super::reply::Reply;
use super::terms::{Options, find_game};
use super::{Context, actor, answer, guild, suggestion, suggestions};
use crate::game::{Game, Overrides};
use crate::games;
use crate::store::Server;

/// The word that puts a game's usual values back to its own.
const NONE: &str = "none";

/// Set up the bot for this server
#[expect(clippy::unused_async, reason = "the framework wants a future")]
#[poise::command(
    slash_command,
    guild_only,
    default_member_permissions = "MANAGE_GUILD",
    subcommands("show", "host_role", "defaults", "timezone", "friendly"),
    subcommand_required
)]
pub async fn setup(_: Context<'_>) -> Result<(), Error> {
    Ok(())
}

/// Changes the server's settings, if the user may, and says what was done.
async fn change(ctx: Context<'_>, change: impl FnOnce(&mut Server) -> Result<String, Error>) -> Result<(), Error> {
    answer(ctx, async {
        actor(ctx).may_set_up()?;
        let store = &ctx.framework.user_data.store;
        let mut server = store.server(guild(ctx)?).await.map_err(Error::fault)?;
        let said = change(&mut server)?;
        store.keep_server(&server).await.map_err(Error::fault)?;
        Ok(Reply::words(said))
    })
    .await
}

/// Choose the role whose members are hosts
#[poise::command(slash_command, rename = "host-role")]
pub async fn host_role(
    ctx: Context<'_>,
    #[description = "The role; leave it out so that only Manage Server counts"] role: Option<Role>,
) -> Result<(), Error> {
    change(ctx, |server| {
        server.host_role = role.as_ref().map(|role| role.id.get());
        Ok(hosts(server))
    })
    .await
}

/// See what is set for this server
#[poise::command(slash_command)]
pub async fn show(ctx: Context<'_>) -> Result<(), Error> {
    answer(ctx, async {
        actor(ctx).may_set_up()?;
        let bot = ctx.framework.user_data;
        let server = bot.store.server(guild(ctx)?).await.map_err(Error::fault)?;
        let mut lines =
            vec![hosts(&server), format!("Its time zone is {}.", server.timezone), friendly_words(&server).to_owned()];
        let set = games::all().filter(|game| set_for(&server, *game).is_some_and(|set| !set.is_empty()));
        lines.extend(set.map(|game| begins_with(&server, game)));
        Ok(Reply::words(lines.join("\n")))
    })
    .await
}

/// Who hosts, in words.
fn hosts(server: &Server) -> String {
    match server.host_role {
        Some(role) => format!("Members with <@&{role}> are hosts, and those with Manage Server."),
        None => "Hosts are the members with Manage Server.".to_owned(),
    }
}

/// Who else may open matches, in words.
const fn friendly_words(server: &Server) -> &'static str {
    if server.friendly { "Anyone may open friendly matches here." } else { "Only hosts may open matches here." }
}

fn set_for<'a>(server: &'a Server, game: &dyn Game) -> Option<&'a Overrides> {
    server.defaults.get(game.id()).and_then(serde_json::Value::as_object)
}

/// What new matches of a game begin with, in words.
fn begins_with(server: &Server, game: &dyn Game) -> String {
    let set = set_for(server, game).into_iter().flatten();
    let plain = |value: &serde_json::Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let said: Vec<_> = set.map(|(key, value)| format!("`{key}={}`", plain(value))).collect();
    let said = if said.is_empty() { "the game's own values".to_owned() } else { said.join(" ") };
    format!("New matches of {} here begin with {said}.", game.name())
}

/// Choose a game's usual values for new matches here
#[poise::command(slash_command)]
pub async fn defaults(
    ctx: Context<'_>,
    #[description = "Which game"]
    #[autocomplete = "super::terms::suggest_game"]
    game: String,
    #[description = "unit_s=90 private_orders=final; none for the game's own; leave it out to see what is set"]
    #[max_length = 1_000]
    #[autocomplete = "super::terms::suggest_usual"]
    options: Option<String>,
) -> Result<(), Error> {
    change(ctx, |server| {
        let game = find_game(&game)?;
        match options.as_deref().map(str::trim).unwrap_or_default() {
            "" => {}
            NONE => drop(server.defaults.remove(game.id())),
            text => {
                let mut set = set_for(server, game).cloned().unwrap_or_default();
                set.extend(Options::read_usual(game, text)?);
                let first = game.presets().first().map(|(id, _)| *id);
                game.ruleset(first, &set).map_err(|error| Error::refused(error.to_string()))?;
                server.defaults.insert(game.id().to_owned(), set.into());
            }
        }
        Ok(begins_with(server, game))
    })
    .await
}

/// Choose this server's time zone
#[poise::command(slash_command)]
pub async fn timezone(
    ctx: Context<'_>,
    #[description = "Its name: Europe/Berlin"]
    #[autocomplete = "suggest_zone"]
    zone: String,
) -> Result<(), Error> {
    change(ctx, |server| {
        let unknown = |_| {
            let zone = names::escaped(zone.trim());
            Error::refused(format!(
                "There is no time zone `{zone}`; choose one from the list, such as `Europe/Berlin`."
            ))
        };
        let zone = Tz::from_str(zone.trim()).map_err(unknown)?;
        zone.name().clone_into(&mut server.timezone);
        Ok(format!("This server's time zone is {}.", server.timezone))
    })
    .await
}

/// Choose whether anyone may open friendly matches here
#[poise::command(slash_command)]
pub async fn friendly(
    ctx: Context<'_>,
    #[description = "Whether people without host rights may open matches"] allowed: bool,
) -> Result<(), Error> {
    change(ctx, |server| {
        server.friendly = allowed;
        Ok(friendly_words(server).to_owned())
    })
    .await
}

#[expect(clippy::unused_async, reason = "the framework wants a future")]
async fn suggest_zone(_: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let typed = typed.trim().to_lowercase().replace(' ', "_");
    let zones = chrono_tz::TZ_VARIANTS.iter().map(|zone| zone.name());
    suggestions(zones.filter(|zone| zone.to_lowercase().contains(&typed)).filter_map(|zone| suggestion(zone, zone)))
}
