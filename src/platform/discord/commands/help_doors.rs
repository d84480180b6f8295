//! The doors of `/help`: learn a game, play one, see one's matches. They work in direct messages, too.

use std::collections::HashSet;
use std::sync::Arc;

use futures::future::join_all;
use serenity::all::{
    ButtonStyle, ComponentInteraction, ComponentInteractionDataKind, CreateActionRow, CreateSelectMenu,
    CreateSelectMenuKind, CreateSelectMenuOption,
};

use crate::game::{GameRef, family};
use crate::games;
use crate::ids::{GuildId, Snowflake, UserId};
use crate::platform::discord::commands::help_pages::{Door, behind_door};
use crate::platform::discord::custom_id::button;
use crate::platform::discord::error::Error;
use crate::platform::discord::message_body::{Body, cut};
use crate::platform::discord::reply::{Reply, look_up};
use crate::platform::discord::slash_command::in_a_line;
use crate::platform::discord::{Bot, limits, safe_text};
use crate::players::BEST;
use crate::playing::ui::commands::rehearse::NEWCOMER;
use crate::playing::ui::commands::{practice, rehearse};

/// The most servers that are asked at once whether a person is a member.
const SERVERS: usize = 20;
/// The most matches listed.
const MATCHES: usize = 10;

const LEARN: &str = "**Which game do you want to learn?**\n\
                     The match comes by direct message. It explains every new step. You have ten minutes for each order, and it is not rated.";
const PLAY: &str =
    "**Which game do you want to play?**\nThe match against me comes by direct message and does not count.";

/// Answers a press on a door, or a choice from its menu.
pub async fn pressed(bot: &Arc<Bot>, press: &ComponentInteraction, door: Door) -> Result<Reply, Error> {
    let user = UserId(press.user.id.get());
    bot.outgoing.acquaint(user);
    match door {
        Door::LearnGame => begin(bot, press, None).await,
        Door::PlayGame(level) => begin(bot, press, Some(level)).await,
        door => Ok(Reply::Change(opened(bot, user, press.guild_id.map(|guild| GuildId(guild.get())), door).await?)),
    }
}

/// Returns the page behind a door; `guild` is the server where it is opened.
pub async fn opened(bot: &Bot, user: UserId, guild: Option<GuildId>, door: Door) -> Result<Body, Error> {
    let level = match door {
        Door::Matches => return my_matches(bot, user).await,
        Door::Learn | Door::LearnGame => None,
        Door::Play(Some(level)) | Door::PlayGame(level) => Some(level),
        Door::Play(None) => Some(bot.dealer.last_level(user).await?.unwrap_or(NEWCOMER)),
    };
    let (text, menu) = match level {
        None => (LEARN.to_owned(), Door::LearnGame),
        Some(level) => (format!("{PLAY} I play at level {level} of {BEST}."), Door::PlayGame(level)),
    };
    let games = games_in(bot, server_of(bot, user, guild).await?).await?;
    let rows = [game_menu(menu, &games)].into_iter().chain(level.map(levels)).collect();
    Ok(behind_door(&text, rows))
}

/// A button for each level of the built-in player.
fn levels(chosen: u8) -> CreateActionRow {
    let level = |level: u8| {
        let button = button(Door::Play(Some(level)), ButtonStyle::Secondary, format!("Level {level}"));
        button.disabled(level == chosen)
    };
    CreateActionRow::Buttons((1..=BEST).map(level).collect())
}

async fn my_matches(bot: &Bot, user: UserId) -> Result<Body, Error> {
    let found = bot.dealer.recent_of(user).await?;
    let place = |in_dms, channel| if in_dms { "in your direct messages".to_owned() } else { format!("<#{channel}>") };
    let line = |info: &crate::history::match_info::MatchInfo| {
        format!("- {} · {}", in_a_line(info), place(info.in_dms, info.channel))
    };
    let lines: Vec<_> = found.iter().take(MATCHES).map(line).collect();
    let text = if lines.is_empty() {
        "**You have played no match yet.**\n**Learn** begins one at once. Matches that you host are in `/host evening`."
            .to_owned()
    } else {
        format!("**Your matches**\n{}", lines.join("\n"))
    };
    Ok(behind_door(&text, Vec::new()))
}

/// Begins a match of the chosen game in the person's direct messages: one at a level, or one that explains itself.
async fn begin(bot: &Arc<Bot>, press: &ComponentInteraction, level: Option<u8>) -> Result<Reply, Error> {
    let ComponentInteractionDataKind::StringSelect { values } = &press.data.kind else {
        return Err(Error::refused("Choose from the menu."));
    };
    let user = UserId(press.user.id.get());
    let guild = server_of(bot, user, press.guild_id.map(|guild| GuildId(guild.get()))).await?;
    let gone = || Error::refused("That game is not played here any more. Choose another.");
    let games = games_in(bot, guild).await?;
    let game = games.iter().find(|game| values.first().is_some_and(|id| family(game.id()) == id)).ok_or_else(gone)?;
    bot.remember_names([&press.user]).await?;
    let name = safe_text::of(&press.user, press.member.as_ref());
    let stamp = Snowflake(press.id.get());
    let begun = match level {
        Some(level) => practice::begin_in_private(bot, guild, game, level, (user, name), stamp).await?,
        None => rehearse::alone(bot, guild, game, (user, name), stamp).await?,
    };
    Ok(Reply::Change(Body::text(begun).embeds(Vec::new()).rows(Vec::new())))
}

/// The server where a person acts; in a direct message one that the bot shares with the person.
async fn server_of(bot: &Bot, user: UserId, guild: Option<GuildId>) -> Result<GuildId, Error> {
    match guild {
        Some(guild) => Ok(guild),
        None => server_shared_with(bot, user).await,
    }
}

/// A server of a person's matches, or any that the bot shares with the person. Discord is asked about several servers at once.
async fn server_shared_with(bot: &Bot, user: UserId) -> Result<GuildId, Error> {
    let mut asked = HashSet::new();
    let mut first_shared = async |servers: Vec<GuildId>| {
        let new = servers.into_iter().filter(|guild| asked.insert(*guild)).take(SERVERS);
        let members = new.map(async |guild| {
            let member = look_up(bot.http.get_member(guild.0.into(), user.0.into())).await;
            member.is_ok().then_some(guild)
        });
        join_all(members).await.into_iter().flatten().next()
    };
    let played = bot.dealer.recent_of(user).await?;
    if let Some(guild) = first_shared(played.iter().map(|info| info.guild).collect()).await {
        return Ok(guild);
    }
    let all = look_up(bot.http.get_guilds(None, None)).await.unwrap_or_default();
    let unknown = || Error::refused("I cannot tell which server you come from. Use `/help` in one of its channels.");
    first_shared(all.iter().map(|info| GuildId(info.id.get())).collect()).await.ok_or_else(unknown)
}

/// The games that are played in a server.
async fn games_in(bot: &Bot, guild: GuildId) -> Result<Vec<GameRef>, Error> {
    let settings = bot.store.settings(guild).await?;
    let mut games = bot.dealer.games_of(Some(guild)).await?;
    games.retain(|game| games::is_own(game.id()) || settings.plays(game.id()));
    Ok(games)
}

fn game_menu(door: Door, games: &[GameRef]) -> CreateActionRow {
    let option = |game: &GameRef| {
        CreateSelectMenuOption::new(cut(game.name(), limits::LINE), family(game.id()))
            .description(cut(game.about().blurb, limits::LINE))
    };
    let options = games.iter().take(limits::OPTIONS).map(option).collect();
    let menu = CreateSelectMenu::new(door.to_string(), CreateSelectMenuKind::String { options });
    CreateActionRow::SelectMenu(menu.placeholder("Choose a game"))
}
