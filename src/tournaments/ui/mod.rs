//! Tournaments on Discord: presses on their messages.

pub(crate) mod commands;
pub(crate) mod message_edit;
pub(crate) mod picture;
pub(crate) mod press_ids;
pub(crate) mod tournament_text;

use std::sync::Arc;

use serenity::all::{ButtonStyle, ComponentInteraction, CreateActionRow, User};

use crate::history::ui::counted_matches::rated_match;
use crate::ids::{ChannelId, Snowflake, UserId};
use crate::messages::ui::drawing_pool::DrawPriority;
use crate::platform::discord::acting_member::ActingMember;
use crate::platform::discord::custom_id::button;
use crate::platform::discord::error::Error;
use crate::platform::discord::message_body::Body;
use crate::platform::discord::reply::Reply;
use crate::platform::discord::{Bot, safe_text};
use crate::ratings::standings;
use crate::table::Header;
use crate::tournament::{Pairing, PairingId};
use crate::tournaments::{Entered, HostVerdict, Phase, Tourney, TourneyStage};

pub use picture::pictures;
pub use press_ids::{AtTourney, TourneyPress};
pub use tournament_text::shown;

/// The rating of a player without one.
pub(crate) const UNKNOWN: f64 = 1_500.0;

/// Answers a press.
pub async fn pressed(bot: &Arc<Bot>, press: &ComponentInteraction, at: AtTourney) -> Result<Reply, Error> {
    let actor = ActingMember::new(press.user.id, press.member.as_ref());
    bot.outgoing.acquaint(actor.user);
    let tourney = bot.dealer.tourney(at.id).await?;
    // The host was notified of a suspension in a direct message, which has this button.
    let notified = press.guild_id.is_none() && tourney.host == actor.user && matches!(at.press, TourneyPress::Show(_));
    if !notified && press.guild_id.map(serenity::all::GuildId::get) != Some(tourney.guild.0) {
        return Err(Error::refused("There is no such tournament on this server."));
    }
    let visitor = Visitor {
        bot,
        id: at.id,
        tourney,
        actor,
        user: &press.user,
        nick: press.member.as_ref().and_then(|member| member.nick.as_deref()),
        channel: ChannelId(press.channel_id.get()),
        stamp: Snowflake(press.id.get()),
    };
    visitor.act(at.press).await
}

/// A person who acts on a tournament, by a press or a command.
pub(crate) struct Visitor<'a> {
    pub bot: &'a Bot,
    pub id: Snowflake,
    pub tourney: Tourney,
    pub actor: ActingMember,
    pub user: &'a User,
    pub nick: Option<&'a str>,
    /// The channel of the press or command.
    pub channel: ChannelId,
    pub stamp: Snowflake,
}

impl Visitor<'_> {
    /// Does what a button says.
    pub(crate) async fn act(&self, press: TourneyPress) -> Result<Reply, Error> {
        let Self { bot, id, tourney, actor, stamp, .. } = self;
        let (dealer, id, by, stamp) = (&bot.dealer, *id, actor.user, *stamp);
        if press.is_for_hosts() {
            actor.require_host_in(bot, tourney.guild).await?;
        }
        let done = |words: &str| Ok(Reply::Change(Body::text(words).rows(Vec::new())));
        match press {
            TourneyPress::Join => self.join().await,
            TourneyPress::Leave => {
                dealer.drop_from_tourney(id, by, by).await.map_err(own)?;
                Ok(Reply::words("You are out."))
            }
            TourneyPress::CheckIn => {
                dealer.check_in(id, by, stamp).await?;
                Ok(Reply::words("You are checked in. When a round begins, press **Ready** on your match's card."))
            }
            TourneyPress::CloseSignUp if tourney.check_in_ms.is_some() => {
                dealer.start_tourney(id, by, TourneyStage::SignUp, stamp).await?;
                Ok(Reply::words("Sign-up is closed; check-in has begun."))
            }
            // The button of an earlier version, without a check-in to come, asks like the one of today.
            TourneyPress::CloseSignUp | TourneyPress::Begin => {
                dealer.preview_start(id, by, last_stage(tourney), stamp).await?;
                Ok(ask_begin(id, tourney, by))
            }
            TourneyPress::BeginNow => {
                dealer.start_tourney(id, by, last_stage(tourney), stamp).await?;
                done("It has begun; the first round's matches are being opened.")
            }
            TourneyPress::AskOff => ask_off(id, tourney),
            TourneyPress::CallOff => {
                dealer.call_off_tourney(id, by).await?;
                done("The tournament is called off.")
            }
            TourneyPress::Rule(pairing, verdict) => {
                dealer.rule_pairing(id, by, PairingId(pairing), verdict).await?;
                done("Done; the tournament's message shows it.")
            }
            TourneyPress::Take => {
                dealer.move_tourney(id, self.channel).await?;
                done("The tournament continues here.")
            }
            TourneyPress::Show(_) => seen(bot, id, by, None).await,
        }
    }

    /// Adds the player, with the player's rating in this server.
    async fn join(&self) -> Result<Reply, Error> {
        self.bot.remember_names([self.user]).await?;
        let (name, username) = (safe_text::display_name(self.user, self.nick), Some(self.user.name.clone()));
        let strength = strength(self.bot, &self.tourney, self.actor.user).await?;
        let is_host = self.actor.is_host(&self.bot.host_roles(self.tourney.guild).await?);
        let new = Entered { user: self.actor.user, name, plain: None, username, strength, here: false };
        let after = self.bot.dealer.join_tourney(self.id, new).await?;
        let then = match (after.phase, after.check_in_ms) {
            (Phase::Playing, _) => "You are back; you play in the rounds that are still to come.",
            (_, Some(_)) => "You are in. Before the first round, press **Check in** here.",
            (_, None) => "You are in. When it begins, press **Ready** on your match's card.",
        };
        Ok(Reply::words(if is_host { format!("{then}\n{HOST_PLAYS}") } else { then.to_owned() }))
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

#[expect(clippy::cast_possible_truncation, reason = "ratings are a few thousand at most")]
pub(crate) async fn strength(bot: &Bot, tourney: &Tourney, user: UserId) -> Result<i64, Error> {
    let Ok(header) = Header::read(&tourney.header) else { return Ok(UNKNOWN as i64) };
    let rows = bot.store.past_matches(tourney.guild).await?;
    let counted: Vec<_> = rows.iter().filter(|row| row.game == header.game).filter_map(rated_match).collect();
    let standing = standings(&counted).into_iter().find(|standing| standing.user == user);
    Ok(standing.map_or(UNKNOWN, |standing| standing.rating).round() as i64)
}

/// The stage before the first round.
const fn last_stage(tourney: &Tourney) -> TourneyStage {
    if tourney.check_in_ms.is_some() { TourneyStage::CheckIn } else { TourneyStage::SignUp }
}

/// Asks a question whose button confirms a press.
fn confirm(id: Snowflake, press: TourneyPress, label: &str, style: ButtonStyle, words: String) -> Reply {
    let button = button(AtTourney { id, press }, style, label);
    Reply::Say(Body::text(words).rows(vec![CreateActionRow::Buttons(vec![button])]))
}

fn ask_off(id: Snowflake, tourney: &Tourney) -> Result<Reply, Error> {
    let words = match tourney.phase {
        Phase::Playing => "Call the tournament off? Running matches continue; nobody wins the tournament.",
        _ if tourney.is_running() => "Call the tournament off?",
        _ => return Err(Error::refused("That tournament is over.")),
    };
    Ok(confirm(id, TourneyPress::CallOff, "Call off", ButtonStyle::Danger, words.to_owned()))
}

/// Asks for confirmation before a pairing is decided; `ends` if that ends the tournament.
pub fn ask_rule(id: Snowflake, tourney: &Tourney, pairing: &Pairing, verdict: HostVerdict, ends: bool) -> Reply {
    let [first, second] = [pairing.ec, pairing.dmo].map(|entrant| tourney.person(entrant).name.as_str());
    let then = if ends { "The tournament then ends." } else { "The tournament continues with this result." };
    let words = format!("**{first} – {second}: {}?**\n{then}", verdict.words(first, second));
    confirm(id, TourneyPress::Rule(pairing.id.0, verdict), "Confirm", ButtonStyle::Danger, words)
}

/// What a host reads who plays: at joining, and before the first round.
const HOST_PLAYS: &str = "Once it begins you are a player: only another host can decide in it and its matches. If there is no other \
                          host, press **Leave** first.";

/// The most players that a question names.
const MOST_NAMED: usize = 10;

/// Asks for confirmation before the first round begins.
fn ask_begin(id: Snowflake, tourney: &Tourney, by: UserId) -> Reply {
    // Nobody is checked in during sign-up.
    let absent = || {
        let all: Vec<_> = tourney.people.iter().filter(|one| !one.here).map(|one| one.name.as_str()).collect();
        let more = all.len().saturating_sub(MOST_NAMED);
        let more = if more == 0 { String::new() } else { format!(" and {more} more") };
        all[..all.len().min(MOST_NAMED)].join(", ") + &more
    };
    let words = match last_stage(tourney) {
        TourneyStage::SignUp => format!("**Begin with {}?** Sign-up then closes for good.", absent()),
        TourneyStage::CheckIn => {
            format!("**Begin without {}?** Only players who have checked in take part.", absent())
        }
    };
    let words = if tourney.entrant(by).is_some() { format!("{words}\n{HOST_PLAYS}") } else { words };
    confirm(id, TourneyPress::BeginNow, "Begin", ButtonStyle::Danger, words)
}

/// Asks whether a tournament whose channel was deleted continues here.
pub fn ask_move(id: Snowflake, tourney: &Tourney) -> Reply {
    let title = safe_text::escaped(&tourney.title);
    let words = format!("The channel of the tournament **{title}** was deleted. Continue it in this channel?");
    confirm(id, TourneyPress::Take, "Continue here", ButtonStyle::Success, words)
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
