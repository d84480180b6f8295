//! `/setup`: a server's settings, for members who manage it.

use std::str::FromStr as _;

use chrono_tz::Tz;
use serenity::all::{AutocompleteChoice, CreateAutocompleteResponse, Role};

use crate::ids::RoleId;
use crate::lobby::ui::commands::terms::{TermOptions, find_game};
use crate::people::store::server_settings::{Choice, Setting, Settings};
use crate::platform::discord::error::Error;
use crate::platform::discord::reply::Reply;
use crate::platform::discord::safe_text;
use crate::platform::discord::slash_command::{Context, actor, answer, guild, stamp, suggestions};
use crate::setup::ui as settings;
use crate::setup::ui::Page;

/// The word that removes a game's default values.
const NONE: &str = "none";

/// Set up the bot for this server
#[expect(clippy::unused_async, reason = "the framework wants a future")]
#[poise::command(
    slash_command,
    guild_only,
    default_member_permissions = "MANAGE_GUILD",
    subcommands("panel", "show", "host_role", "defaults", "timezone", "friendly"),
    subcommand_required
)]
pub async fn setup(_: Context<'_>) -> Result<(), Error> {
    Ok(())
}

/// Returns the server's settings, if the user may change them.
async fn set_here(ctx: Context<'_>) -> Result<Settings, Error> {
    actor(ctx).may_set_up()?;
    Ok(ctx.framework.user_data.store.settings(guild(ctx)?).await?)
}

/// Sets a value if the user may, and answers with the new setting.
async fn change(
    ctx: Context<'_>,
    setting: Result<Setting, Error>,
    say: impl FnOnce(&Settings) -> String,
) -> Result<(), Error> {
    answer(ctx, async {
        actor(ctx).may_set_up()?;
        let settings = settings::change(ctx.framework.user_data, guild(ctx)?, setting?).await?;
        Ok(Reply::words(say(&settings)))
    })
    .await
}

/// Change all settings from one message
#[poise::command(slash_command)]
pub async fn panel(ctx: Context<'_>) -> Result<(), Error> {
    answer(ctx, async {
        let set = set_here(ctx).await?;
        Ok(Reply::Say(settings::shown(ctx.framework.user_data, guild(ctx)?, &set, &Page::ToDo, stamp(ctx).ms()).await?))
    })
    .await
}

/// See this server's settings
#[poise::command(slash_command)]
pub async fn show(ctx: Context<'_>) -> Result<(), Error> {
    answer(ctx, async {
        let set = set_here(ctx).await?;
        Ok(Reply::words(settings::all(ctx.framework.user_data, guild(ctx)?, &set, stamp(ctx).ms()).await.join("\n")))
    })
    .await
}

/// Choose the role whose members host; /setup panel takes several
#[poise::command(slash_command, rename = "host-role")]
pub async fn host_role(
    ctx: Context<'_>,
    #[description = "The role; leave out for Manage Server alone"] role: Option<Role>,
) -> Result<(), Error> {
    let roles = role.iter().map(|role| RoleId(role.id.get())).collect();
    change(ctx, Ok(Setting::HostRoles(roles)), settings::hosts).await
}

/// Choose a game's default terms for new matches here
#[poise::command(slash_command)]
pub async fn defaults(
    ctx: Context<'_>,
    #[description = "The game"]
    #[autocomplete = "crate::lobby::ui::commands::terms::suggest_game"]
    game: String,
    #[description = "agree=all quiet=22:00-08:00; none for the game's own; leave out to see them"]
    #[max_length = 1_000]
    #[autocomplete = "crate::lobby::ui::commands::complete_game_options::suggest_usual"]
    options: Option<String>,
) -> Result<(), Error> {
    let found = find_game(ctx, &game).await;
    let setting = match (&found, options.as_deref().map(str::trim).unwrap_or_default()) {
        (Err(_), _) => None,
        (Ok(_), "") => {
            return answer(ctx, async {
                let set = set_here(ctx).await?;
                Ok(Reply::words(settings::begins_with(&set, &*found?)))
            })
            .await;
        }
        (Ok(game), NONE) => Some(Ok(Setting::OwnValues(game.id().to_owned()))),
        (Ok(game), text) => {
            let read = TermOptions::read_usual(&**game, text);
            Some(read.map(|set| Setting::Usual { game: game.id().to_owned(), set }))
        }
    };
    match (setting, found) {
        (Some(setting), Ok(game)) => change(ctx, setting, |set| settings::begins_with(set, &*game)).await,
        (_, Err(unknown)) => change(ctx, Err(unknown), |_| String::new()).await,
        (None, Ok(_)) => Ok(()),
    }
}

/// Choose this server's time zone
#[poise::command(slash_command)]
pub async fn timezone(
    ctx: Context<'_>,
    #[description = "A large city, the time there now, or both: Berlin 14:35"]
    #[autocomplete = "suggest_zone"]
    zone: String,
) -> Result<(), Error> {
    let found =
        Tz::from_str(zone.trim()).ok().or_else(|| match settings::zones_meant(&zone, stamp(ctx).ms()).as_slice() {
            [only] => Some(*only),
            _ => None,
        });
    let setting = found.map(|zone| Setting::Timezone(zone.name().to_owned())).ok_or_else(|| {
        let zone = safe_text::verbatim(zone.trim());
        Error::refused(format!("There is no time zone `{zone}`. Choose one from the list, such as `Europe/Berlin`."))
    });
    change(ctx, setting, |set| settings::zone_now(set, stamp(ctx).ms())).await
}

/// Choose whether anyone may open friendly matches
#[poise::command(slash_command)]
pub async fn friendly(
    ctx: Context<'_>,
    #[description = "Whether members without host rights may open matches"] allowed: bool,
) -> Result<(), Error> {
    change(ctx, Ok(Setting::Choice(Choice::Friendly(allowed))), |set| settings::friendly(set).to_owned()).await
}

#[expect(clippy::unused_async, reason = "the framework wants a future")]
async fn suggest_zone(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let now = stamp(ctx).ms();
    let found = settings::zones_meant(typed, now).into_iter().map(|zone| {
        let there = settings::time_in(zone, now).map_or(String::new(), |time| format!(" · {time} there"));
        AutocompleteChoice::new(format!("{}{there}", zone.name()), zone.name())
    });
    suggestions(found)
}
