//! Shared parts of slash commands: context, user, match and suggestions.

use std::sync::Arc;

use serenity::all::{AutocompleteChoice, CreateAutocompleteResponse};

use crate::game::BySeat;
use crate::history::match_info::MatchInfo;
use crate::hosting::ruling_author::Host;
use crate::ids::{ChannelId, GuildId, MatchId, Snowflake, UserId};
use crate::live::error;
use crate::live::error::{Code, Refused};
use crate::live::store::match_row::{MatchStage, Status};
use crate::platform::discord::error::Error;
use crate::platform::discord::limits;
use crate::platform::discord::message_body::cut;
use crate::platform::discord::reply::{Deferral, PendingInteraction, Reply};
use crate::platform::discord::{Bot, display_names, which_match};
use crate::playing::ui::outcome_text::title;
use crate::setup::ui::channel_permissions::{ChannelError, ServerChannel};
use crate::setup::ui::member_rights::Actor;

pub(crate) type Context<'a> = poise::ApplicationContext<'a, Arc<Bot>, Error>;
pub(crate) type Command = poise::Command<Arc<Bot>, Error>;

/// Answers a command, visible to its user only.
pub(crate) async fn answer<W>(ctx: Context<'_>, work: W) -> Result<(), Error>
where
    W: Future<Output = Result<Reply, Error>>,
{
    let bot = ctx.framework.user_data;
    bot.outgoing.acquaint(UserId(ctx.interaction.user.id.get()));
    let http = &*ctx.framework.serenity_context.http;
    let (id, by) = (ctx.interaction.id, ctx.interaction.user.id);
    let asked = PendingInteraction::new(bot, http, id, &ctx.interaction.token, by);
    let work = async {
        bot.touch_person(UserId(by.get())).await;
        let done = match work.await {
            Err(Error::Which(matches)) => {
                let lines = matches.iter().map(|info| (info.id, in_a_line(info))).collect();
                Ok(which_match::ask(bot, ctx.interaction, &ctx.command().qualified_name, lines))
            }
            done => done,
        };
        bot.dealer.arrived(stamp(ctx));
        done
    };
    asked.answer(Deferral::Message, work).await;
    Ok(())
}

/// Defines commands about a match: the function that finds the match, further options, and the reply.
macro_rules! match_commands {
    ($($(#[$words:meta])* $name:ident(
        $ctx:ident, $info:ident in $find:path
        $(, $(#[$option:meta])* $value:ident: $kind:ident $(<$of:ident>)?)*
    ) => $reply:expr;)*) => {
        $(
            $(#[$words])*
            pub async fn $name(
                $ctx: $crate::platform::discord::slash_command::Context<'_>,
                $($(#[$option])* $value: $kind $(<$of>)?,)*
                #[description = "The match (default: this channel's)"]
                #[autocomplete = "crate::platform::discord::slash_command::suggest_match"]
                r#match: Option<i64>,
            ) -> Result<(), $crate::platform::discord::error::Error> {
                $crate::platform::discord::slash_command::answer($ctx, async {
                    let $info = $find($ctx, r#match).await?;
                    $reply.await
                })
                .await
            }
        )*
    };
}
pub(crate) use match_commands;

/// Returns the user of the command.
pub(crate) fn actor(ctx: Context<'_>) -> Actor {
    Actor::new(ctx.interaction.user.id, ctx.interaction.member.as_deref())
}

/// Returns the user as a host, under their display name.
pub(crate) fn by(ctx: Context<'_>) -> Host {
    Host::named(actor(ctx).user, display_names::of(&ctx.interaction.user, ctx.interaction.member.as_deref()))
}

/// Returns the timestamp of the command.
pub(crate) fn stamp(ctx: Context<'_>) -> Snowflake {
    Snowflake(ctx.interaction.id.get())
}

/// Returns the command's server; refuses direct messages.
pub(crate) fn guild(ctx: Context<'_>) -> Result<GuildId, Error> {
    let guild = ctx.interaction.guild_id.ok_or_else(|| Error::refused("Use this command in a server's channel."))?;
    Ok(GuildId(guild.get()))
}

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
    let (found, alike) = the_nearest(ctx).await?;
    let in_thread = found.parent == Some(ChannelId(ctx.interaction.channel_id.get()));
    only(found, alike.into_iter().filter(|_| in_thread))
}

/// Returns a match, unless the command may mean one of the others, too.
fn only(found: MatchInfo, others: impl Iterator<Item = MatchInfo>) -> Result<MatchInfo, Error> {
    let mut matches = vec![found];
    matches.extend(others);
    if matches.len() > 1 { Err(Error::Which(matches)) } else { Ok(matches.remove(0)) }
}

/// Returns the match of a ruling; where several are in the same state, it has to be named.
pub(crate) async fn the_match_to_rule(ctx: Context<'_>, named: Option<i64>) -> Result<MatchInfo, Error> {
    if named.is_some() {
        return the_match(ctx, named).await;
    }
    let (found, alike) = the_nearest(ctx).await?;
    let status = found.status;
    only(found, alike.into_iter().filter(|other| other.status == status))
}

/// Returns the match that the user most likely means, and the live matches that rank equal. Live matches rank before finished ones,
/// then the user's own, then hosted ones, then those played in the channel itself.
pub(crate) async fn the_nearest(ctx: Context<'_>) -> Result<(MatchInfo, Vec<MatchInfo>), Error> {
    let (here, user) = (ChannelId(ctx.interaction.channel_id.get()), actor(ctx).user);
    let rank = |info: &MatchInfo| {
        let theirs = info.status.is_open() && info.seat_of(user).is_some();
        (!info.status.is_open(), !theirs, info.friendly, info.parent == Some(here))
    };
    let mut found = nearby(ctx).await?;
    found.sort_by_key(|info| (rank(info), info.status != Status::Running, std::cmp::Reverse(info.id)));
    if found.is_empty() {
        let Some(guild) = ctx.interaction.guild_id else {
            return Err(Error::refused(
                "You have played no match yet. Try `/practice` or `/rehearse` in a server's channel.",
            ));
        };
        let none = "There is no match here. Open one with `/match open`, or name one in the option `match`.";
        let mut theirs = ctx.framework.user_data.dealer.matches_of(user).await?;
        theirs.retain(|info| info.status.is_open() && info.guild.0 == guild.get());
        return Err(Error::Elsewhere(none.to_owned(), theirs));
    }
    let first = found.remove(0);
    found.retain(|other| first.status.is_open() && rank(other) == rank(&first));
    Ok((first, found))
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

/// Suggests the channel's matches, or in direct messages the user's.
pub(crate) async fn suggest_match(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let found = nearby(ctx).await.unwrap_or_default();
    let choices = found
        .iter()
        .filter(|info| info.id.to_string().starts_with(typed.trim()))
        .map(|info| AutocompleteChoice::new(cut(&in_a_line(info), limits::LINE), info.id.0));
    suggestions(choices)
}

/// Describes a match in a line of plain text.
pub(crate) fn in_a_line(info: &MatchInfo) -> String {
    let game = title(&info.game, info.preset.as_deref());
    let BySeat { ec, dmo } = if info.outcome.is_some() { info.concerned() } else { info.names.clone() };
    let part = info.part.as_ref().map_or(String::new(), |part| format!(" · {part}"));
    format!("{} · {game} · {ec} – {dmo} · {}{part}", info.id, state(info))
}

/// Describes the state of a match.
pub(crate) fn state(info: &MatchInfo) -> String {
    let winner = info.outcome.and_then(|outcome| outcome.winner);
    let words = match (info.status, info.stage) {
        (Status::Lobby, _) => "waiting for its players",
        (Status::Running, MatchStage::Waiting) => "waiting for its start",
        (Status::Running, MatchStage::Playing) => "being played",
        (Status::Running, MatchStage::Paused) => "paused",
        (Status::Over, _) => match winner {
            Some(seat) => return format!("over: {} won", info.concerned()[seat]),
            None => "over, without a result",
        },
        (Status::Cancelled, _) => "called off",
        (Status::Halted, _) => "halted",
    };
    words.to_owned()
}

pub(crate) fn suggestions(choices: impl IntoIterator<Item = AutocompleteChoice>) -> CreateAutocompleteResponse {
    CreateAutocompleteResponse::new().set_choices(choices.into_iter().take(limits::SUGGESTIONS).collect())
}

/// Returns a suggestion, or `None` if the value is empty or too long for Discord.
pub(crate) fn suggestion(name: &str, value: &str) -> Option<AutocompleteChoice> {
    (value.encode_utf16().count() <= limits::LINE && !value.is_empty())
        .then(|| AutocompleteChoice::new(cut(name, limits::LINE), value))
}

/// Returns the number of another option of the same command.
pub(crate) fn number_option(ctx: Context<'_>, name: &str) -> Option<u32> {
    ctx.args.iter().find(|option| option.name == name).and_then(|option| match option.value {
        serenity::all::ResolvedValue::Integer(number) => u32::try_from(number).ok(),
        serenity::all::ResolvedValue::Autocomplete { value, .. } => value.parse().ok(),
        _ => None,
    })
}

/// Returns the text of another option of the same command.
pub(crate) fn option<'a>(ctx: Context<'a>, name: &str) -> Option<&'a str> {
    ctx.args.iter().find(|option| option.name == name).and_then(|option| match option.value {
        serenity::all::ResolvedValue::String(text) => Some(text),
        serenity::all::ResolvedValue::Autocomplete { value, .. } => Some(value),
        _ => None,
    })
}
