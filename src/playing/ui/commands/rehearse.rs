//! `/rehearse`: a private match, to learn a game before it counts.

use std::sync::Arc;

use parse_display::{Display, FromStr};
use serenity::all::{ButtonStyle, ComponentInteraction, CreateActionRow, User};

use crate::game::{GameRef, Key, Overrides, family};
use crate::ids::{GuildId, Snowflake, UserId};
use crate::live::store::match_row::Status;
use crate::lobby::ui::channel_check::may_post;
use crate::lobby::ui::commands::open::{preset_here, rival};
use crate::lobby::ui::commands::terms::{TermOptions, find_game};
use crate::own_games::meant;
use crate::platform::discord::custom_id::{OrElse, button};
use crate::platform::discord::error::Error;
use crate::platform::discord::message_body::Body;
use crate::platform::discord::reply::Reply;
use crate::platform::discord::slash_command::{Context, actor, answer, guild, stamp};
use crate::platform::discord::{Bot, safe_text};
use crate::playing::ui::commands::practice::Practice;

/// The bot's level for a person who has not played against it.
pub(crate) const NEWCOMER: u8 = 1;
/// The time for each order, in s: explanations take longer to read than an order takes.
const UNHURRIED_S: u64 = 600;

/// A press on an invitation to rehearse.
#[derive(Clone, Debug, PartialEq, Eq, Display, FromStr)]
#[display("dr1:{user}:{level}:{game}:{preset}")]
pub struct AtRehearsal {
    /// The invited person.
    user: UserId,
    level: u8,
    game: String,
    #[display(with = OrElse(""))]
    preset: Option<String>,
}

/// Learn a game in a private match against me, or invite a player to
#[poise::command(slash_command, guild_only)]
pub async fn rehearse(
    ctx: Context<'_>,
    #[description = "The game"]
    #[autocomplete = "crate::lobby::ui::commands::terms::suggest_game"]
    game: String,
    #[description = "The variant of the game"]
    #[autocomplete = "crate::lobby::ui::commands::terms::suggest_preset"]
    preset: Option<String>,
    #[description = "My strength, 1 to 5 (default 1)"]
    #[min = 1]
    #[max = 5]
    level: Option<u8>,
    #[description = "The player to invite (default: you)"] player: Option<User>,
) -> Result<(), Error> {
    let work = async {
        let (bot, guild) = (ctx.framework.user_data, guild(ctx)?);
        let found = find_game(ctx, &game).await?;
        let game = &*found;
        let settings = bot.store.settings(guild).await?;
        let preset = preset_here(&settings, game, preset)?;
        // An unknown preset is refused before anybody is invited.
        let title = game.page(preset.as_deref(), &Overrides::new());
        title.map_err(|error| Error::refused(error.to_string()))?;
        let level = level.unwrap_or(NEWCOMER);
        let me = actor(ctx);
        let invited = player.filter(|player| player.id.get() != me.user.0);
        let Some(invited) = invited else {
            let at = AtRehearsal { user: me.user, level, game: family(game.id()).to_owned(), preset };
            bot.remember_names([&ctx.interaction.user]).await?;
            let name = safe_text::of(&ctx.interaction.user, ctx.interaction.member.as_deref());
            return begin(bot, guild, &at, name, stamp(ctx)).await.map(Reply::words);
        };
        if invited.bot {
            return Err(Error::refused("Choose a person; I need no rehearsal."));
        }
        if !me.is_host(&settings.host_roles) {
            return Err(Error::refused("Only hosts can invite others: members with a host role or Manage Server."));
        }
        let place = may_post(ctx, guild, None).await?;
        let user = UserId(invited.id.get());
        let words = format!(
            "<@{user}>, get to know **{}** before it counts: a match in your direct messages against me at level {level}. Nobody \
             else sees it, and nothing hangs on it.",
            game.title(preset.as_deref())
        );
        let at = AtRehearsal { user, level, game: family(game.id()).to_owned(), preset };
        let button = button(at, ButtonStyle::Primary, "Rehearse");
        let body = Body::text(words).mentioning([user.0]).rows(vec![CreateActionRow::Buttons(vec![button])]);
        let sent = bot.outgoing.send(place, &body.once(format!("r{}", stamp(ctx).0))).await;
        sent?;
        Ok(Reply::words(format!("<@{user}> is invited in <#{place}>.")))
    };
    answer(ctx, Box::pin(work)).await
}

/// Begins the rehearsal of an invited person.
pub async fn begun(bot: &Arc<Bot>, press: &ComponentInteraction, at: AtRehearsal) -> Result<Reply, Error> {
    let user = UserId(press.user.id.get());
    bot.outgoing.acquaint(user);
    if user != at.user {
        return Err(Error::refused("That invitation is somebody else's; use `/rehearse` for a match of your own."));
    }
    let guild = press.guild_id.ok_or_else(|| Error::refused("Press this in the server."))?;
    bot.remember_names([&press.user]).await?;
    let name = safe_text::of(&press.user, press.member.as_ref());
    begin(bot, GuildId(guild.get()), &at, name, Snowflake(press.id.get())).await.map(Reply::words)
}

/// Begins a rehearsal of a person who chose the game alone, under the game's usual terms here.
pub(crate) async fn alone(
    bot: &Bot,
    guild: GuildId,
    game: &GameRef,
    (user, name): (UserId, String),
    stamp: Snowflake,
) -> Result<String, Error> {
    let preset = preset_here(&bot.store.settings(guild).await?, &**game, None)?;
    let at = AtRehearsal { user, level: NEWCOMER, game: family(game.id()).to_owned(), preset };
    begin(bot, guild, &at, name, stamp).await
}

async fn begin(bot: &Bot, guild: GuildId, at: &AtRehearsal, name: String, stamp: Snowflake) -> Result<String, Error> {
    let gone = || Error::refused("This version has no such game; use `/rehearse`.");
    let games = bot.dealer.games_of(Some(guild)).await?;
    let game = meant(&games, &at.game).ok_or_else(gone)?;
    // A person with closed direct messages has no such channel; the answer says so.
    let private = bot.outgoing.dm(at.user).await.ok();
    let theirs = bot.dealer.matches_of(at.user).await?;
    let mut same = theirs.iter().filter(|info| Some(info.channel) == private && family(&info.game) == at.game);
    if let Some(open) = same.find(|info| info.status == Status::Running) {
        return Err(Error::refused(format!(
            "Match {} is being played in your direct messages; end it first.",
            open.id
        )));
    }
    let server = bot.store.settings(guild).await?;
    let rival = rival(bot, &**game, Some(at.level), None)?;
    let timers = game.keys().into_iter().filter(Key::is_timer).map(|key| (key.name.to_owned(), UNHURRIED_S.into()));
    let mut options = TermOptions::default();
    options.ruleset = timers.chain(game.short()).collect();
    let preset = at.preset.clone();
    let practice = Practice { guild, user: at.user, name, game: &**game, preset, rival, options, by_host: false };
    practice.in_private(bot, &server, welcome, stamp).await
}

/// The first message to a person who learns this game.
fn welcome(game: &str) -> String {
    format!(
        "**Welcome to {game}! You learn it by playing it.**\nThis match is against me and does not count. The first prompts, and each new \
         event, explain a rule. You have {} minutes for each order. **More** › **Resign** ends the match.",
        UNHURRIED_S / 60
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;
    use crate::platform::discord::custom_id::read_back;

    #[test]
    fn ids_read_back_to_what_they_were_made_from_and_fit_for_every_game() {
        for game in games::all() {
            let presets = game.presets().into_iter().map(|(id, _)| Some(id.to_owned())).chain([None]);
            let id = family(game.id());
            let ids =
                presets.map(|preset| AtRehearsal { user: UserId(u64::MAX), level: 5, game: id.to_owned(), preset });
            read_back(ids, &["dr1:1:2:a", "dr1:01:2:a:b", "dr1:1:x:a:b", "dm1:1:order"]);
        }
    }
}
