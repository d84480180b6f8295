//! The match that a slash command means.

use crate::history::match_info::MatchInfo;
use crate::ids::{ChannelId, MatchId, UserId};
use crate::live::error;
use crate::live::error::{Code, Refused};
use crate::live::store::match_row::{MatchStage, Status};
use crate::platform::discord::error::Error;
use crate::platform::discord::slash_command::{Context, actor};
use crate::setup::ui::channel_permissions::{ChannelError, ServerChannel};

/// Returns the named match, or else the one that the user most likely means.
pub(crate) async fn the_match(ctx: Context<'_>, named: Option<i64>) -> Result<MatchInfo, Error> {
    let bot = ctx.framework.user_data;
    if let Some(number) = named {
        let unknown = || Error::refused(format!("There is no match {number} here. See `/match list`."));
        let info = bot.dealer.info(MatchId(number)).await.map_err(|error| match error {
            error::Error::Refused(Refused { code: Code::NoMatch, .. }) => unknown(),
            other => other.into(),
        })?;
        let here = match ctx.interaction.guild_id {
            Some(guild) => info.guild.0 == guild.get() && is_open_to(ctx, &info).await?,
            None => info.seat_of(UserId(ctx.interaction.user.id.get())).is_some(),
        };
        return if here { Ok(info) } else { Err(unknown()) };
    }
    let purpose = Purpose::of(ctx);
    let (found, alike) = the_nearest(ctx, purpose).await?;
    let asks = purpose != Purpose::Look || found.parent == Some(ChannelId(ctx.interaction.channel_id.get()));
    only(found, alike.into_iter().filter(|_| asks))
}

/// Returns a match, unless the command may mean one of the others, too.
pub(crate) fn only(found: MatchInfo, others: impl Iterator<Item = MatchInfo>) -> Result<MatchInfo, Error> {
    one_of([found].into_iter().chain(others).collect())
}

/// Returns the only one of these matches; the user chooses one of several.
pub(crate) fn one_of(mut matches: Vec<MatchInfo>) -> Result<MatchInfo, Error> {
    if matches.len() > 1 { Err(Error::Which(matches)) } else { Ok(matches.remove(0)) }
}

/// Returns the matches that a host's command may mean.
pub(crate) async fn matches_to_rule(ctx: Context<'_>, named: Option<i64>) -> Result<Vec<MatchInfo>, Error> {
    if named.is_some() {
        return Ok(vec![the_match(ctx, named).await?]);
    }
    let (found, alike) = the_nearest(ctx, Purpose::Rule).await?;
    Ok([vec![found], alike].concat())
}

/// The purpose of a command, which decides the match that it means if it names none; the command's `custom_data`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// The user's own match comes first.
    Look,
    /// The user's own matches come first, all alike.
    Play,
    /// A decision of both players, like [`Purpose::Play`].
    Agree,
    /// Matches that have not begun come first, all alike.
    CallOff,
    /// The user's own match comes last: nobody rules there.
    Rule,
}

impl Purpose {
    pub(crate) fn of(ctx: Context<'_>) -> Self {
        ctx.command().custom_data.downcast_ref().copied().unwrap_or(Self::Look)
    }
}

/// Returns the match that the user most likely means, and the live matches that rank equal. Live matches rank before finished ones,
/// then those that suit the purpose, those being played, hosted ones, and those in the channel itself; of finished ones, those called off
/// rank last.
pub(crate) async fn the_nearest(ctx: Context<'_>, purpose: Purpose) -> Result<(MatchInfo, Vec<MatchInfo>), Error> {
    let (here, user) = (ChannelId(ctx.interaction.channel_id.get()), actor(ctx).user);
    // Any match that suits a decision may be meant, wherever it is played.
    let decides = matches!(purpose, Purpose::Play | Purpose::Agree | Purpose::CallOff);
    let rank = |info: &MatchInfo| {
        let (open, running) = (info.status.is_open(), info.status == Status::Running);
        let theirs = info.seat_of(user).is_some();
        let suits = match purpose {
            Purpose::Look | Purpose::Play | Purpose::Agree => theirs,
            Purpose::Rule => !theirs,
            Purpose::CallOff => !running || info.stage == MatchStage::Waiting,
        };
        let unplayed = if open { !running && purpose != Purpose::CallOff } else { info.status == Status::Cancelled };
        let farther = (!decides && info.friendly, !decides && info.parent == Some(here));
        (!open, open && !suits, unplayed, farther)
    };
    let mut found = nearby(ctx).await?;
    found.sort_by_key(|info| (rank(info), std::cmp::Reverse(info.id)));
    let is_player = matches!(purpose, Purpose::Play | Purpose::Agree);
    if found.first().is_none_or(|info| is_player && info.seat_of(user).is_none()) {
        let Some(guild) = ctx.interaction.guild_id else {
            return Err(Error::refused(
                "You have played no match yet. Try `/practice` or `/rehearse` in a server's channel.",
            ));
        };
        let mut theirs = ctx.framework.user_data.dealer.matches_of(user).await?;
        theirs.retain(|info| info.in_dms || info.guild.0 == guild.get());
        if found.is_empty() || !theirs.is_empty() {
            return Err(none_here(theirs));
        }
    }
    let first = found.remove(0);
    found.retain(|other| first.status.is_open() && rank(other) == rank(&first));
    Ok((first, found))
}

/// Refuses a command in a channel without a match of the user, and names their matches elsewhere.
fn none_here(theirs: Vec<MatchInfo>) -> Error {
    let named = |info: &MatchInfo| {
        let place = if info.in_dms { "your direct messages".to_owned() } else { format!("<#{}>", info.channel) };
        format!("match {} in {place}", info.id)
    };
    let words = if theirs.is_empty() {
        "There is no match here. Open one with `/match open`, or name one in the option `match`.".to_owned()
    } else {
        let named: Vec<_> = theirs.iter().map(named).collect();
        format!("No match of yours is here. You play {}: name it in the option `match`.", named.join(", "))
    };
    Error::Elsewhere(words, theirs)
}

/// Whether the user may see this match: it is in this channel, their own, or in a channel that they can read.
pub(crate) async fn is_open_to(ctx: Context<'_>, info: &MatchInfo) -> Result<bool, Error> {
    let (bot, actor) = (ctx.framework.user_data, actor(ctx));
    if info.channel.0 == ctx.interaction.channel_id.get() || info.seat_of(actor.user).is_some() {
        return Ok(true);
    }
    let Some(member) = ctx.interaction.member.as_deref() else { return Ok(false) };
    let place = match (ServerChannel::find(bot, info.guild, info.channel).await, info.parent) {
        // The match's thread is gone, and the match continues in the parent channel.
        (Err(ChannelError::Closed), Some(parent)) => ServerChannel::find(bot, info.guild, parent).await,
        (place, _) => place,
    };
    match place {
        Ok(place) => Ok(place.held_by(member).view_channel()),
        // Nobody reads a closed channel, but hosts may still have to rule on its match.
        Err(ChannelError::Closed) => Ok(actor.is_host(&bot.host_roles(info.guild).await?)),
        Err(ChannelError::Elsewhere) => Ok(false),
        Err(ChannelError::Unknown(error)) => Err(error),
    }
}

/// Returns the channel's matches, or in direct messages the user's.
pub(crate) async fn nearby(ctx: Context<'_>) -> Result<Vec<MatchInfo>, Error> {
    let bot = ctx.framework.user_data;
    Ok(match ctx.interaction.guild_id {
        Some(_) => bot.dealer.matches_in(ChannelId(ctx.interaction.channel_id.get())).await?,
        None => bot.dealer.recent_of(UserId(ctx.interaction.user.id.get())).await?,
    })
}
