//! `/practice`: a friendly match against the built-in player that begins at once.

use super::super::error::Error;
use super::super::names;
use super::super::reply::Reply;
use super::open::{built_in, header, may_open, may_post, or_first, usual};
use super::terms::find_game;
use super::{Context, actor, answer, guild, stamp};
use crate::dealer::{NewMatch, Snowflake, UserId};
use crate::game::BySeat;
use crate::players::BEST;
use crate::table::{Level, Player};

/// Play a friendly match against me, at once
#[poise::command(slash_command, guild_only)]
pub async fn practice(
    ctx: Context<'_>,
    #[description = "Which game"]
    #[autocomplete = "super::terms::suggest_game"]
    game: String,
    #[description = "Which variant of the game"]
    #[autocomplete = "super::terms::suggest_preset"]
    preset: Option<String>,
    #[description = "How well I play, from 1 to 5; 3 if you do not say"]
    #[min = 1]
    #[max = 5]
    level: Option<u8>,
) -> Result<(), Error> {
    let work = async {
        let (bot, guild) = (ctx.framework.user_data, guild(ctx)?);
        let (server, _) = may_open(ctx, guild).await?;
        let game = find_game(&game)?;
        let mut header = header(game, usual(ctx, &server, game), None)?;
        header.preset = or_first(preset, game);
        let nick = ctx.interaction.member.as_ref().and_then(|member| member.nick.as_deref());
        let own = Player { name: names::shown(&ctx.interaction.user, nick), bot: None };
        header.seats = BySeat { ec: own, dmo: built_in(ctx, level) };
        let Player { name: rival, bot: level } = header.seats.dmo.clone();
        let level = level.map_or(0, Level::number);
        let place = may_post(ctx, guild, None).await?;
        let user = actor(ctx).user;
        let users = BySeat { ec: user, dmo: UserId(bot.me.get()) };
        let new = NewMatch { guild, channel: place, host: user, header, users, friendly: true, starts: None };
        let m = bot.dealer.open(new, stamp(ctx)).await?;
        // Whoever asks for practice is ready for it.
        bot.dealer.press_ready(m, user, None, Snowflake(stamp(ctx).0 + 1)).await?;
        Ok(Reply::words(format!(
            "Match {m} against {rival} (level {level} of {BEST}) begins in <#{place}>. What you are asked comes by direct message, or behind **Order** there."
        )))
    };
    answer(ctx, Box::pin(work)).await
}
