//! Tournaments on Discord: presses on their messages.

pub(crate) mod commands;
pub(crate) mod message_edit;
pub(crate) mod picture;
pub(crate) mod press_ids;
pub(crate) mod tournament_text;

use std::sync::Arc;

use serenity::all::{ButtonStyle, ComponentInteraction, CreateActionRow, CreateButton, User};

use crate::history::ui::rated_match::rated_match;
use crate::ids::{ChannelId, GuildId, Snowflake, UserId};
use crate::messages::ui::drawing_pool::DrawPriority;
use crate::platform::discord::error::Error;
use crate::platform::discord::message_body::{Body, cut};
use crate::platform::discord::reply::Reply;
use crate::platform::discord::{Bot, display_names};
use crate::ratings::standings;
use crate::setup::ui::member_rights::Actor;
use crate::table::Header;
use crate::tournament::{Pairing, PairingId};
use crate::tournaments::{Entered, HostVerdict, Phase, Tourney, TourneyStage};

pub use picture::pictures;
pub use press_ids::{AtTourney, TourneyPress};
pub use tournament_text::shown;

/// The rating of a player without one.
pub(crate) const UNKNOWN: f64 = 1_500.0;

/// Answers a press.
pub async fn pressed(bot: &Arc<Bot>, press: &ComponentInteraction, at: &AtTourney) -> Result<Reply, Error> {
    let (id, stamp) = (at.id, Snowflake(press.id.get()));
    let actor = Actor::new(press.user.id, press.member.as_ref());
    bot.outgoing.acquaint(actor.user);
    let tourney = bot.dealer.tourney(id).await?;
    // The host was notified of a suspension in a direct message, which has this button.
    let notified = press.guild_id.is_none() && tourney.host == actor.user && matches!(at.press, TourneyPress::Show(_));
    if !notified && press.guild_id.map(serenity::all::GuildId::get) != Some(tourney.guild.0) {
        return Err(Error::refused("There is no such tournament on this server."));
    }
    match &at.press {
        TourneyPress::Join => {
            let nick = press.member.as_ref().and_then(|member| member.nick.as_deref());
            join(bot, id, &tourney, &press.user, nick).await
        }
        TourneyPress::Leave => {
            bot.dealer.leave_tourney(id, actor.user).await.map_err(own)?;
            Ok(Reply::words("You are out."))
        }
        TourneyPress::CheckIn => {
            bot.dealer.check_in(id, actor.user, stamp).await?;
            Ok(Reply::words("You are checked in. When a round begins, press **Ready** on your match's card."))
        }
        TourneyPress::CloseSignUp => {
            may_host(bot, &actor, tourney.guild).await?;
            let after = bot.dealer.start_tourney(id, actor.user, Some(TourneyStage::SignUp), stamp).await?;
            Ok(Reply::words(progress_reply(&after)))
        }
        TourneyPress::Begin if matches!(tourney.phase, Phase::CheckIn { .. }) => {
            may_host(bot, &actor, tourney.guild).await?;
            Ok(ask_begin(id, &tourney))
        }
        TourneyPress::Begin | TourneyPress::BeginNow => {
            may_host(bot, &actor, tourney.guild).await?;
            let after = bot.dealer.start_tourney(id, actor.user, Some(TourneyStage::CheckIn), stamp).await?;
            Ok(Reply::Change(Body::text(progress_reply(&after)).rows(Vec::new())))
        }
        TourneyPress::AskOff => {
            may_host(bot, &actor, tourney.guild).await?;
            Ok(ask_off(id, &tourney))
        }
        TourneyPress::CallOff => {
            may_host(bot, &actor, tourney.guild).await?;
            bot.dealer.call_off_tourney(id, actor.user).await?;
            Ok(Reply::Change(Body::text("The tournament is called off.").rows(Vec::new())))
        }
        TourneyPress::Rule(pairing, verdict) => {
            may_host(bot, &actor, tourney.guild).await?;
            bot.dealer.rule_pairing(id, actor.user, PairingId(*pairing), *verdict).await?;
            Ok(Reply::Change(Body::text("Done; the tournament's message shows it.").rows(Vec::new())))
        }
        TourneyPress::Take => {
            may_host(bot, &actor, tourney.guild).await?;
            bot.dealer.move_tourney(id, ChannelId(press.channel_id.get())).await?;
            Ok(Reply::Change(Body::text("The tournament continues here.").rows(Vec::new())))
        }
        TourneyPress::Show(_) => seen(bot, id, actor.user, None).await,
    }
}

/// Shows a tournament to one person.
pub(crate) async fn seen(bot: &Bot, id: Snowflake, user: UserId, note: Option<String>) -> Result<Reply, Error> {
    let announcement = bot.dealer.announcement(id).await?;
    let mut said = shown(&announcement);
    if let Some(note) = note {
        said = said.content(note);
    }
    // An answer takes one picture; the newest rounds are on the last.
    let Some((picture, alt)) = pictures(&announcement.tourney).pop() else { return Ok(Reply::Say(said)) };
    let picture = bot.drawing.board(picture, alt, DrawPriority::Asked(user)).await?;
    Ok(Reply::Say(said.file(picture)))
}

/// Adds a player, with the player's rating in this server.
pub async fn join(
    bot: &Bot,
    id: Snowflake,
    tourney: &Tourney,
    user: &User,
    nick: Option<&str>,
) -> Result<Reply, Error> {
    bot.remember_names([user]).await?;
    let (name, username) = (display_names::display_name(user, nick), Some(user.name.clone()));
    let user = UserId(user.id.get());
    let strength = strength(bot, tourney, user).await?;
    let new = Entered { user, name, plain: None, username, strength, here: false };
    let after = bot.dealer.join_tourney(id, new).await?;
    Ok(Reply::words(match (after.phase, after.check_in_ms) {
        (Phase::Playing, _) => "You are back; you play in the rounds that are still to come.",
        (_, Some(_)) => "You are in. Before the first round, press **Check in** here.",
        (_, None) => "You are in. When it begins, press **Ready** on your match's card.",
    }))
}

#[expect(clippy::cast_possible_truncation, reason = "ratings are a few thousand at most")]
pub(crate) async fn strength(bot: &Bot, tourney: &Tourney, user: UserId) -> Result<i64, Error> {
    let Ok(header) = Header::read(&tourney.header) else { return Ok(UNKNOWN as i64) };
    let rows = bot.store.past_matches(tourney.guild).await?;
    let counted: Vec<_> = rows.iter().filter(|row| row.game == header.game).filter_map(rated_match).collect();
    let standing = standings(&counted).into_iter().find(|standing| standing.user == user);
    Ok(standing.map_or(UNKNOWN, |standing| standing.rating).round() as i64)
}

/// The reply to a host who closed sign-up or began the tournament.
pub fn progress_reply(after: &Tourney) -> &'static str {
    match after.phase {
        Phase::CheckIn { .. } => "Sign-up is closed; check-in has begun.",
        _ => "It has begun; the first round's matches are being opened.",
    }
}

/// Asks for confirmation before a tournament is called off.
pub fn ask_off(id: Snowflake, tourney: &Tourney) -> Reply {
    let words = match tourney.phase {
        Phase::Playing => "Call the tournament off? Running matches continue; nobody wins the tournament.",
        _ => "Call the tournament off?",
    };
    let press = AtTourney { id, press: TourneyPress::CallOff }.to_string();
    let button = CreateButton::new(press).style(ButtonStyle::Danger).label("Call off");
    Reply::Say(Body::text(words).rows(vec![CreateActionRow::Buttons(vec![button])]))
}

/// Asks for confirmation before a pairing is decided; `ends` if that ends the tournament.
pub fn ask_rule(id: Snowflake, tourney: &Tourney, pairing: &Pairing, verdict: HostVerdict, ends: bool) -> Reply {
    let [first, second] = [pairing.ec, pairing.dmo].map(|entrant| tourney.person(entrant).name.as_str());
    let then = if ends { "The tournament then ends." } else { "The tournament continues with this result." };
    let words = format!("**{first} – {second}: {}?**\n{then}", verdict.words(first, second));
    let press = AtTourney { id, press: TourneyPress::Rule(pairing.id.0, verdict) }.to_string();
    let button = CreateButton::new(press).style(ButtonStyle::Danger).label("Confirm");
    Reply::Say(Body::text(words).rows(vec![CreateActionRow::Buttons(vec![button])]))
}

/// Asks back before it begins without players.
fn ask_begin(id: Snowflake, tourney: &Tourney) -> Reply {
    let missing: Vec<_> = tourney.people.iter().filter(|one| !one.here).map(|one| one.name.as_str()).collect();
    let words = format!("**Begin without {}?** Only players who have checked in take part.", missing.join(", "));
    let press = AtTourney { id, press: TourneyPress::BeginNow }.to_string();
    let button = CreateButton::new(press).style(ButtonStyle::Danger).label("Begin");
    Reply::Say(Body::text(cut(&words, 2_000)).rows(vec![CreateActionRow::Buttons(vec![button])]))
}

/// Asks whether a tournament whose channel was deleted continues here.
pub fn ask_move(id: Snowflake, tourney: &Tourney) -> Reply {
    let title = display_names::escaped(&tourney.title);
    let words = format!("The channel of the tournament **{title}** was deleted. Continue it in this channel?");
    let press = AtTourney { id, press: TourneyPress::Take }.to_string();
    let button = CreateButton::new(press).style(ButtonStyle::Success).label("Continue here");
    Reply::Say(Body::text(words).rows(vec![CreateActionRow::Buttons(vec![button])]))
}

/// Refuses a user who is not a host of the server.
pub async fn may_host(bot: &Bot, actor: &Actor, guild: GuildId) -> Result<(), Error> {
    if actor.is_host(&bot.host_roles(guild).await?) {
        return Ok(());
    }
    Err(Error::refused("Only hosts can do that: members with a host role or Manage Server."))
}

/// A refusal about a player, reworded for that player.
pub fn own(error: crate::live::error::Error) -> Error {
    match error {
        crate::live::error::Error::Refused(mut refused) => {
            let own = [
                ("That is nobody who takes part.", "You have not joined this one."),
                ("That player is out already.", "You are out already."),
            ];
            for (theirs, yours) in own {
                refused.message = refused.message.replace(theirs, yours);
            }
            refused.message = refused.message.replace(" of theirs ", " of yours ");
            crate::live::error::Error::Refused(refused).into()
        }
        fault @ crate::live::error::Error::Internal(_) => fault.into(),
    }
}
