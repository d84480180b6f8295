//! `/host resume` in another channel, for a match whose channel was deleted.

use crate::history::match_info::MatchInfo;
use crate::ids::ChannelId;
use crate::live::store::match_row::Status;
use crate::lobby::ui::channel_check::may_post;
use crate::platform::discord::error::Error;
use crate::platform::discord::slash_command::{Context, actor, stamp};

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
