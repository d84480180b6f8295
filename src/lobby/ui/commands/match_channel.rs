//! The channels in which a match can be opened or continued.

use serenity::all::{PartialChannel, Permissions};

use crate::history::match_info::MatchInfo;
use crate::ids::{ChannelId, GuildId};
use crate::live::store::match_row::Status;
use crate::people::store::settings::MatchPlace;
use crate::platform::discord::error::Error;
use crate::platform::discord::permissions::{THREADS, missing, playing, writing};
use crate::platform::discord::slash_command::{Context, actor, stamp};
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
        return Err(Error::refused(format!("Matches are played in {} here. Open yours there.", allowed.join(", "))));
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

/// A match that continues in the channel where it is resumed.
pub(crate) struct Here {
    /// Whether posts of the match are sent there.
    posts: bool,
}

impl Here {
    /// The reply for a finished match.
    pub const fn reply(&self) -> &'static str {
        if self.posts {
            "The match is over. Its remaining messages are posted here."
        } else {
            "The match is over, and no messages remain to be posted."
        }
    }
}

/// Continues a match in the channel of the command, if the match's channel has been deleted; none otherwise. A match that
/// was called off moves its series there.
pub(crate) async fn resume_here(ctx: Context<'_>, info: &MatchInfo) -> Result<Option<Here>, Error> {
    let (bot, here) = (ctx.framework.user_data, ChannelId(ctx.interaction.channel_id.get()));
    let seated = info.seat_of(actor(ctx).user).is_some();
    let played = matches!(info.status, Status::Running | Status::Over);
    if !(played || info.status == Status::Cancelled && info.series.is_some())
        || info.in_dms
        || seated
        || [Some(info.channel), info.parent].contains(&Some(here))
    {
        return Ok(None);
    }
    let moves = ctx.interaction.guild_id.is_some() && bot.outgoing.is_deleted(info.channel).await;
    let mut posts = false;
    if moves {
        let to = may_post(ctx, info.guild, None).await?;
        if played {
            posts = bot.dealer.move_to_channel(info.id, to, stamp(ctx)).await?;
        }
        // Its series or tournament moves there, too.
        bot.dealer.move_series_of(info.id, to).await?;
        let place = info.parent.unwrap_or(info.channel);
        if place == info.channel || bot.outgoing.is_deleted(place).await {
            bot.dealer.move_tourney_of(info.id, info.guild, place, to).await?;
        }
    }
    Ok(moves.then_some(Here { posts }))
}
