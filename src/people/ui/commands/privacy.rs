//! `/privacy`: exports or erases the user's stored data.

use std::sync::Arc;

use parse_display::{Display, FromStr};
use serenity::all::{ButtonStyle, ComponentInteraction, CreateActionRow, CreateButton};

use crate::ids::UserId;
use crate::people::privacy::NOBODY;
use crate::platform::discord::Bot;
use crate::platform::discord::error::Error;
use crate::platform::discord::message_body::{Body, File};
use crate::platform::discord::reply::Reply;
use crate::platform::discord::slash_command::{Context, actor, answer};

/// The largest file sent, in bytes: Discord's limit without boosts, less room for the rest of the request.
const LARGEST: usize = 9_500_000;

/// A press on the confirmation of an erasure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Display, FromStr)]
#[display("dp1:erase:{0}")]
pub struct AtPrivacy(UserId);

/// See or erase your stored data
#[expect(clippy::unused_async, reason = "the framework wants a future")]
#[poise::command(slash_command, subcommands("export", "erase"), subcommand_required)]
pub async fn privacy(_: Context<'_>) -> Result<(), Error> {
    Ok(())
}

/// Get your stored data as a file
#[poise::command(slash_command)]
pub async fn export(ctx: Context<'_>) -> Result<(), Error> {
    answer(ctx, async {
        let kept = ctx.framework.user_data.store.stored_data_of(actor(ctx).user).await?;
        let mut bytes = serde_json::to_vec_pretty(&kept).map_err(Error::fault)?;
        if bytes.len() > LARGEST {
            bytes = serde_json::to_vec(&kept).map_err(Error::fault)?;
        }
        if bytes.len() > LARGEST {
            return Err(Error::refused("Your data is too large for a file on Discord. Ask my operator for it."));
        }
        let file = File { name: "kept-of-you.json".to_owned(), alt: None, bytes };
        let words = "**Your stored data.** The file has your settings, your notes and looks as a host, and records of matches. These are \
                     the matches that you played or opened. Records of unfinished matches have only your own orders. `/privacy erase` \
                     erases you from this data.";
        Ok(Reply::Say(Body::text(words).file(file)))
    })
    .await
}

/// Erase yourself from the stored data
#[poise::command(slash_command)]
pub async fn erase(ctx: Context<'_>) -> Result<(), Error> {
    answer(ctx, async {
        let button = CreateButton::new(AtPrivacy(actor(ctx).user).to_string()).style(ButtonStyle::Danger);
        let words = format!(
            "**Erase yourself from my data?** This cannot be undone.\n- I delete your settings.\n- Your opponents keep the records of \
             your matches. There you become *{NOBODY}*, without an id. Orders, times and receipts stay, and still verify.\n- I no longer \
             know that you played these matches. They count for nobody's rating.\n- On Discord I change only result cards and tournament \
             messages.\n\nFirst, every match that you play, played in or looked into must be over."
        );
        let row = CreateActionRow::Buttons(vec![button.label("Erase")]);
        Ok(Reply::Say(Body::text(words).rows(vec![row])))
    })
    .await
}

/// Erases the person who confirms it.
pub async fn erased(bot: &Arc<Bot>, press: &ComponentInteraction, at: AtPrivacy) -> Result<Reply, Error> {
    let user = UserId(press.user.id.get());
    if at.0 != user {
        return Err(Error::refused("Only the person who ran `/privacy erase` can press this."));
    }
    let matches = bot.dealer.erase(user).await?;
    bot.outgoing.forget(user);
    for m in &matches {
        bot.outgoing.posters.forget(*m);
        bot.replays.remove(m);
    }
    tracing::info!(matches = matches.len(), "erased a person's data");
    let words = match matches.len() {
        0 => "I store nothing about you.".to_owned(),
        1 => "You are erased, also from the record of one match.".to_owned(),
        more => format!("You are erased, also from the records of {more} matches."),
    };
    Ok(Reply::Change(Body::text(words).rows(Vec::new())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::discord::custom_id::read_back;

    #[test]
    fn ids_read_back_to_what_they_were_made_from() {
        let others = ["dp1:erase:", "dp1:erase:01", "dp1:erase:1:2", "dm1:1:order"];
        read_back([AtPrivacy(UserId(u64::MAX))], &others);
    }
}
