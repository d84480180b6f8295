//! Checks the channel in which a match is opened or continued.

use serenity::all::{PartialChannel, Permissions};

use crate::ids::{ChannelId, GuildId};
use crate::people::store::server_settings::MatchPlace;
use crate::platform::discord::bot_permissions::{THREADS, missing, playing, writing};
use crate::platform::discord::error::Error;
use crate::platform::discord::slash_command::Context;
use crate::setup::ui::channel_permissions::{ChannelError, ServerChannel, is_thread};

/// The channel, if both the opener and the bot have the permissions that a match needs there.
pub(crate) async fn may_post(
    ctx: Context<'_>,
    guild: GuildId,
    named: Option<&PartialChannel>,
) -> Result<ChannelId, Error> {
    let (id, missing) = lacking(ctx, guild, named).await?;
    if missing.is_empty() {
        return Ok(id);
    }
    Err(Error::refused(format!("I need these permissions in <#{id}> first: {}.", missing.join(", "))))
}

/// The channel, and the permissions that the bot lacks there. Refuses an opener who may not write there.
pub(crate) async fn lacking(
    ctx: Context<'_>,
    guild: GuildId,
    named: Option<&PartialChannel>,
) -> Result<(ChannelId, Vec<&'static str>), Error> {
    let here = ctx.interaction.channel_id;
    let id = named.map_or(here, |channel| channel.id);
    let settings = ctx.framework.user_data.store.settings(guild).await?;
    let channel = named.or(ctx.interaction.channel.as_ref());
    let parent = channel.filter(|channel| is_thread(channel.kind)).and_then(|channel| channel.parent_id);
    if !settings.plays_in(ChannelId(id.get()), parent.map(|parent| ChannelId(parent.get()))) {
        let allowed: Vec<_> = settings.channels.iter().map(|channel| format!("<#{channel}>")).collect();
        return Err(Error::Channel(format!(
            "Matches are played in {} on this server. Run the command there.",
            allowed.join(", ")
        )));
    }
    let member = ctx.interaction.member.as_deref();
    let (held, theirs, thread) = if id == here {
        let thread = ctx.interaction.channel.as_ref().is_some_and(|channel| is_thread(channel.kind));
        let theirs = member.and_then(|member| member.permissions).unwrap_or_default();
        (ctx.interaction.app_permissions.unwrap_or(Permissions::all()), theirs | Permissions::VIEW_CHANNEL, thread)
    } else {
        let bot = ctx.framework.user_data;
        let place = ServerChannel::find(bot, guild, ChannelId(id.get())).await.map_err(|no| match no {
            ChannelError::Closed => Error::refused(format!("I cannot see <#{id}>. Let me into it first.")),
            other => other.into(),
        })?;
        let theirs = member.map_or(Permissions::empty(), |member| place.held_by(member));
        (place.held_by_bot(bot).await?, theirs, place.is_thread())
    };
    if !missing(Permissions::VIEW_CHANNEL | writing(thread), theirs).is_empty() {
        return Err(Error::refused("You cannot read and write in that channel. Choose another channel for the match."));
    }
    let in_thread = settings.match_place == MatchPlace::Thread && !thread;
    let needed = playing(thread) | if in_thread { THREADS } else { Permissions::empty() };
    Ok((ChannelId(id.get()), missing(needed, held)))
}
