//! `/game`: installs, tries, lists, shows, updates, removes and exports a server's own games.

use serenity::all::{Attachment, CreateAutocompleteResponse};

use crate::draw::lettered;
use crate::game::{Game, GameRef, Key, family};
use crate::games;
use crate::ids::GuildId;
use crate::lobby::ui::commands::open::rival;
use crate::lobby::ui::commands::terms::{TermOptions, fetched};
use crate::own_games::files::LARGEST;
use crate::own_games::store::games::{GameFile, OwnGame};
use crate::own_games::text::Replaces;
use crate::own_games::ui::install_buttons;
use crate::own_games::ui::install_buttons::may_change;
use crate::own_games::{Checked, Upload, text};
use crate::platform::discord::error::Error;
use crate::platform::discord::message_body::{Body, File};
use crate::platform::discord::reply::Reply;
use crate::platform::discord::slash_command::{Context, actor, answer, guild, stamp, suggestion, suggestions};
use crate::platform::discord::{Bot, safe_text};
use crate::playing::ui::commands::practice::{Practice, begins};
use crate::playing::ui::rules_pages::{self, SheetChoice};

/// The longest file name shown, in characters.
const NAME: usize = 60;

/// Install, try and manage games from files
#[expect(clippy::unused_async, reason = "the framework wants a future")]
#[poise::command(
    slash_command,
    guild_only,
    subcommands("install", "r#try", "list", "show", "update", "remove", "export"),
    subcommand_required
)]
pub async fn game(_: Context<'_>) -> Result<(), Error> {
    Ok(())
}

/// Check a game in a file, and install it here (Manage Server)
#[poise::command(slash_command)]
pub async fn install(
    ctx: Context<'_>,
    #[description = "The game's file, ending in .py, up to 64 kB"] file: Attachment,
) -> Result<(), Error> {
    answer(ctx, Box::pin(check(ctx, file, false))).await
}

/// Install a new version of a game, for new matches (Manage Server)
#[poise::command(slash_command)]
pub async fn update(
    ctx: Context<'_>,
    #[description = "The game's file, ending in .py, up to 64 kB"] file: Attachment,
) -> Result<(), Error> {
    answer(ctx, Box::pin(check(ctx, file, true))).await
}

async fn upload(bot: &Bot, file: &Attachment) -> Result<Upload, Error> {
    let ends = std::path::Path::new(&file.filename).extension();
    if !ends.is_some_and(|ending| ending.eq_ignore_ascii_case("py")) {
        return Err(Error::refused(text::NO_PYTHON));
    }
    let most = u32::try_from(LARGEST).unwrap_or(u32::MAX);
    let text = fetched(bot, file, most, &text::too_large(), text::NO_TEXT).await?;
    Ok(Upload { name: safe_text::verbatim(&file.filename).chars().take(NAME).collect(), text })
}

async fn check(ctx: Context<'_>, file: Attachment, updates: bool) -> Result<Reply, Error> {
    let (bot, guild) = (ctx.framework.user_data, guild(ctx)?);
    may_change(&actor(ctx))?;
    let file = upload(bot, &file).await?;
    let Checked { game, version, short, .. } = bot.dealer.check_game(guild, file, &lettered, stamp(ctx)).await?;
    let own = bot.store.own_games(guild).await?;
    let name = family(game.id());
    let before = own.iter().find(|own| own.name == name);
    match before {
        Some(_) if !updates => return Err(Error::refused(text::is_there(game.name()))),
        None if updates => return Err(Error::refused(text::is_not_there(game.name()))),
        Some(own) if own.game == game.id() => return Err(Error::refused(text::same(own.version))),
        _ => {}
    }
    let before = match before {
        None => None,
        Some(own) => {
            let says = bot.dealer.version_said(&own.game).await?.unwrap_or(0);
            Some(Replaces { version: own.version, says, new_says: version })
        }
    };
    let words = text::found(&*game, author(&*game), &own_keys(&*game), &short, before);
    let label = if updates { "Update" } else { "Install" };
    Ok(Reply::Say(Body::text(words).rows(vec![install_buttons::row(&*game, label)])))
}

/// Returns the options that only this game has.
fn own_keys(game: &dyn Game) -> Vec<Key<'_>> {
    game.keys().into_iter().filter(|key| Key::COMMON.iter().all(|common| common.name != key.name)).collect()
}

fn author(game: &dyn Game) -> &str {
    game.about().by.unwrap_or_default()
}

/// Check a file and play it in a private match before it is installed (hosts)
#[poise::command(slash_command, rename = "try")]
pub async fn r#try(
    ctx: Context<'_>,
    #[description = "The game's file, ending in .py, up to 64 kB"] file: Attachment,
    #[description = "My strength, 1 to 5 (default 3)"]
    #[min = 1]
    #[max = 5]
    level: Option<u8>,
) -> Result<(), Error> {
    let work = async {
        let (bot, guild) = (ctx.framework.user_data, guild(ctx)?);
        let server = bot.store.settings(guild).await?;
        if !actor(ctx).is_host(&server.host_roles) {
            return Err(Error::refused(text::ONLY_HOSTS));
        }
        let file = upload(bot, &file).await?;
        let Checked { game, report, .. } = bot.dealer.try_game(guild, file, &lettered, stamp(ctx)).await?;
        bot.remember_names([&ctx.interaction.user]).await?;
        let practice = Practice {
            guild,
            user: actor(ctx).user,
            name: safe_text::of(&ctx.interaction.user, ctx.interaction.member.as_deref()),
            game: &*game,
            preset: game.presets().first().map(|(id, _)| (*id).to_owned()),
            rival: rival(bot, &*game, level, None)?,
            options: TermOptions::default(),
            by_host: true,
        };
        let begun = practice.in_private(bot, &server, begins, stamp(ctx)).await?;
        Ok(Reply::words(format!("{begun}\n{}", text::report(&report))))
    };
    answer(ctx, Box::pin(work)).await
}

/// List the games of this server
#[poise::command(slash_command)]
pub async fn list(ctx: Context<'_>) -> Result<(), Error> {
    answer(ctx, async {
        let own = ctx.framework.user_data.store.own_games(guild(ctx)?).await?;
        if own.is_empty() {
            return Ok(Reply::words(text::NO_GAMES));
        }
        let line = |own: &OwnGame| match games::find(&own.game) {
            Some(game) => text::listed(game.name(), &own.name, own.version, author(&*game)),
            None => text::unreadable(&own.name, own.version),
        };
        let lines: Vec<_> = [text::LIST.to_owned()].into_iter().chain(own.iter().map(line)).collect();
        Ok(Reply::words(lines.join("\n")))
    })
    .await
}

/// Finds the server's own game that a command names.
async fn named(ctx: Context<'_>, name: &str) -> Result<(Vec<OwnGame>, GameFile), Error> {
    let (bot, guild) = (ctx.framework.user_data, guild(ctx)?);
    let own = bot.store.own_games(guild).await?;
    let typed = name.trim();
    let by_title = |own: &&OwnGame| games::name_of(&own.game).eq_ignore_ascii_case(typed);
    let found = own.iter().find(|own| own.name == typed).or_else(|| own.iter().find(by_title));
    Ok(bot.dealer.own_game(guild, found.map_or(typed, |own| own.name.as_str())).await?)
}

/// Read a game's rules, versions and check
#[poise::command(slash_command)]
pub async fn show(
    ctx: Context<'_>,
    #[description = "The game"]
    #[autocomplete = "suggest_own"]
    game: String,
) -> Result<(), Error> {
    answer(ctx, async {
        let (versions, file) = named(ctx, &game).await?;
        let Some(game) = games::find(&file.id) else {
            let why = games::unreadable(&file.id).unwrap_or_default();
            return Err(Error::refused(text::wrong(&why)));
        };
        let about = text::shown(game.name(), author(&*game), &versions, &file.report);
        let rules = rules_pages::rules(&*game, None, SheetChoice::Sheet(0))?;
        Ok(Reply::SayTwice(Box::new([Body::text(about), rules])))
    })
    .await
}

/// Remove a game; running matches are played to their end (Manage Server)
#[poise::command(slash_command)]
pub async fn remove(
    ctx: Context<'_>,
    #[description = "The game"]
    #[autocomplete = "suggest_own"]
    game: String,
) -> Result<(), Error> {
    answer(ctx, async {
        may_change(&actor(ctx))?;
        let (versions, file) = named(ctx, &game).await?;
        let newest = &versions[0];
        ctx.framework.user_data.dealer.remove_game(newest.guild, &newest.name, stamp(ctx).ms()).await?;
        Ok(Reply::Say(Body::text(text::removed(&games::name_of(&newest.game))).file(source(newest, file))))
    })
    .await
}

/// Get a game's file
#[poise::command(slash_command)]
pub async fn export(
    ctx: Context<'_>,
    #[description = "The game"]
    #[autocomplete = "suggest_own"]
    game: String,
) -> Result<(), Error> {
    answer(ctx, async {
        let (versions, file) = named(ctx, &game).await?;
        let words = text::exported(&games::name_of(&file.id), versions[0].version);
        Ok(Reply::Say(Body::text(words).file(source(&versions[0], file))))
    })
    .await
}

/// A game's file, to be sent.
fn source(own: &OwnGame, file: GameFile) -> File {
    File { name: format!("{}.py", own.name.replace('-', "_")), alt: None, bytes: file.source.into_bytes() }
}

/// Suggests the server's own games.
async fn suggest_own(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let guild = ctx.interaction.guild_id.map(|guild| GuildId(guild.get()));
    let games: Vec<GameRef> = ctx.framework.user_data.dealer.games_of(guild).await.unwrap_or_default();
    let typed = typed.trim().to_lowercase();
    let fits = |game: &&GameRef| {
        games::is_own(game.id()) && (family(game.id()).contains(&typed) || game.name().to_lowercase().contains(&typed))
    };
    suggestions(games.iter().filter(fits).filter_map(|game| suggestion(game.name(), family(game.id()))))
}
