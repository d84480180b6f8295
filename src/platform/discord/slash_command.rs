//! Shared parts of slash commands: context, user, options and suggestions.

use std::sync::Arc;

use serenity::all::{AutocompleteChoice, CreateAutocompleteResponse};

use crate::game::BySeat;
use crate::history::match_info::MatchInfo;
use crate::hosting::ruling_author::Host;
use crate::ids::{GuildId, Snowflake, UserId};
use crate::live::store::match_row::{MatchStage, Status};
use crate::platform::discord::acting_member::ActingMember;
use crate::platform::discord::ambiguous_command_menu::CHANNEL;
use crate::platform::discord::error::Error;
use crate::platform::discord::message_body::cut;
use crate::platform::discord::reply::{Deferral, PendingInteraction, Reply};
use crate::platform::discord::resolve_match::{Purpose, nearby};
use crate::platform::discord::{Bot, ambiguous_command_menu, edit_command, limits, safe_text};

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
                Ok(ambiguous_command_menu::ask(bot, ctx.interaction, &ctx.command().qualified_name, lines))
            }
            Err(mistake @ Error::Mistake(_)) => Ok(edit_command::editable(bot, ctx.interaction, &mistake)),
            Err(channel @ Error::Channel(_)) if ctx.command().parameters.iter().any(|one| one.name == CHANNEL) => {
                Ok(ambiguous_command_menu::ask_channel(bot, ctx.interaction, &channel))
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
pub(crate) fn actor(ctx: Context<'_>) -> ActingMember {
    ActingMember::new(ctx.interaction.user.id, ctx.interaction.member.as_deref())
}

/// Returns the user as a host, under their display name.
pub(crate) fn by(ctx: Context<'_>) -> Host {
    Host::named(actor(ctx).user, safe_text::of(&ctx.interaction.user, ctx.interaction.member.as_deref()))
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

/// Suggests the nearby matches that suit the command.
pub(crate) async fn suggest_match(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let found = suggested_matches(ctx, typed).await;
    suggestions(found.iter().map(|info| AutocompleteChoice::new(cut(&in_a_line(info), limits::LINE), info.id.0)))
}

/// Returns the nearby matches that suit the command, and whose number begins with a typed text.
pub(crate) async fn suggested_matches(ctx: Context<'_>, typed: &str) -> Vec<MatchInfo> {
    let (dealer, user, purpose) = (&ctx.framework.user_data.dealer, actor(ctx).user, Purpose::of(ctx));
    let mut found = nearby(ctx).await.unwrap_or_default();
    found.retain(|info| {
        let running = info.status == Status::Running;
        let suits = match purpose {
            Purpose::Look | Purpose::Rule => true,
            Purpose::Play | Purpose::Agree => running && info.seat_of(user).is_some(),
            Purpose::CallOff => info.status == Status::Lobby || (running && info.stage == MatchStage::Waiting),
        };
        suits && info.id.to_string().starts_with(typed.trim())
    });
    if purpose == Purpose::Agree {
        let mut possible = Vec::new();
        for info in found {
            let agreements = dealer.agreements(info.id, user).await;
            possible.extend((!agreements.is_empty()).then_some(info));
        }
        return possible;
    }
    found
}

/// Describes a match in a line of plain text.
pub(crate) fn in_a_line(info: &MatchInfo) -> String {
    format!("{} · {}", info.id, without_number(info))
}

/// Describes a match in a line, without its number.
pub(crate) fn without_number(info: &MatchInfo) -> String {
    let game = info.title();
    let BySeat { ec, dmo } = if info.outcome.is_some() { info.concerned() } else { info.names.clone() };
    let part = info.part.as_ref().map_or(String::new(), |part| format!(" · {part}"));
    format!("{game} · {ec} – {dmo} · {}{part}", state(info))
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
        (Status::Cancelled, _) => match &info.unready {
            Some(unready) => return format!("not played: {}", unready.trim_end_matches('.')),
            None => "not played",
        },
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
