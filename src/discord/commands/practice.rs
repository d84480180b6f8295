//! `/practice`: a friendly match against the built-in player that begins at once.

use super::super::body::Body;
use super::super::error::Error;
use super::super::names;
use super::super::reply::Reply;
use super::open::{header, may_open, may_post, preset_here, rival, usual};
use super::terms::find_game;
use super::{Context, actor, answer, guild, stamp};
use crate::dealer::{ChannelId, NewMatch, Snowflake, Undelivered, UserId};
use crate::game::BySeat;
use crate::players::BEST;
use crate::store::Prompts;
use crate::table::{Bot, Player};

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
    #[description = "Play in your direct messages, where nobody else sees it"] private: Option<bool>,
    #[description = "A program in my place, where my operator has named some"]
    #[autocomplete = "super::terms::suggest_engine"]
    engine: Option<String>,
) -> Result<(), Error> {
    let work = async {
        let (bot, guild) = (ctx.framework.user_data, guild(ctx)?);
        let (server, _) = may_open(ctx, guild).await?;
        let game = find_game(&game)?;
        let rival = rival(ctx, game, level, engine)?;
        let mut header = header(game, usual(ctx, &server, game), None)?;
        header.preset = preset_here(&server, game, preset)?;
        let nick = ctx.interaction.member.as_ref().and_then(|member| member.nick.as_deref());
        let own = Player { name: names::shown(&ctx.interaction.user, nick), bot: None };
        let against = match &rival.bot {
            Some(Bot::Level(level)) => format!("{} (level {} of {BEST})", rival.name, level.number()),
            _ => rival.name.clone(),
        };
        header.seats = BySeat { ec: own, dmo: rival };
        let place = match private {
            Some(true) => in_private(ctx, game.name()).await?,
            _ => may_post(ctx, guild, None).await?,
        };
        let user = actor(ctx).user;
        let users = BySeat { ec: user, dmo: UserId(bot.me.get()) };
        let private = private == Some(true);
        let new = NewMatch { guild, channel: place, host: user, header, users, friendly: true, starts: None, private };
        let m = bot.dealer.open(new, stamp(ctx)).await?;
        // Whoever asks for practice is ready for it.
        bot.dealer.press_ready(m, user, None, Snowflake(stamp(ctx).0 + 1)).await?;
        let place = format!("<#{place}>");
        let place = if private { "your direct messages" } else { &place };
        let asked = match server.prompts {
            _ if private => "",
            Prompts::Direct => " What you are asked comes by direct message, or behind **Order** there.",
            Prompts::Button => " What you are asked stands behind **Order** there.",
        };
        Ok(Reply::words(format!("Match {m} against {against} begins in {place}.{asked}")))
    };
    answer(ctx, Box::pin(work)).await
}

/// Where the bot writes to the user, once a message has arrived there.
async fn in_private(ctx: Context<'_>, game: &str) -> Result<ChannelId, Error> {
    let bot = ctx.framework.user_data;
    let place = bot.outgoing.dm(actor(ctx).user).await;
    let sent = match place {
        Ok(place) => {
            let words = Body::text(format!("Here begins your practice of {game}."));
            bot.outgoing.send(place, &words.once(format!("p{}", ctx.interaction.id))).await.map(|_| place)
        }
        Err(error) => Err(error),
    };
    sent.map_err(|error| match error {
        Undelivered::DmClosed => Error::refused(
            "I cannot write to you: allow direct messages from this server's members, or leave `private` out.",
        ),
        other => Error::fault(format!("{other:?}")),
    })
}
