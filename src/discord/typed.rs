//! Text typed to the bot in direct messages, read as orders.
//!
//! A text belongs to the match that awaits an order of its writer's; with several of them to the only one in which it can be read, and
//! otherwise it is asked which one is meant.
//! What a person wrote is neither logged nor kept.

use std::sync::Arc;

use serenity::all::{ButtonStyle, CreateActionRow, CreateButton, Message};

use super::Bot;
use super::body::{Body, cut};
use super::components::{CustomId, Press};
use super::ended::title;
use super::error::Error;
use super::panel::sealed_lines;
use crate::dealer::{ChannelId, MatchInfo, OnItsWay, Route, Snowflake, UserId, When};

/// The longest text that is looked at, in bytes.
const LONGEST: usize = 500;
/// Discord's limit for buttons in a row.
const MOST_BUTTONS: usize = 5;

/// Reads a direct message and answers it.
pub async fn read(bot: &Arc<Bot>, message: &Message, way: OnItsWay) {
    let text = message.content.trim();
    if text.is_empty() {
        return;
    }
    bot.met_in(UserId(message.author.id.get()), ChannelId(message.channel_id.get())).await;
    let body = answer(bot, message, text).await.unwrap_or_else(|error| Body::text(error.words()));
    drop(way);
    reply(bot, message, body).await;
}

/// Answers a direct message, once however often it is asked to.
pub async fn reply(bot: &Bot, message: &Message, body: Body) {
    let body = body.replying_to(message.id.get()).once(format!("t{}", message.id.get()));
    if let Err(error) = bot.outgoing.send_patiently(ChannelId(message.channel_id.get()), &body).await {
        tracing::warn!(?error, "a typed order could not be answered");
    }
}

async fn answer(bot: &Bot, message: &Message, text: &str) -> Result<Body, Error> {
    let user = UserId(message.author.id.get());
    let stamp = Snowflake(message.id.get());
    let m = match bot.dealer.route(user, stamp).await? {
        Route::To(m) => m,
        Route::Among(open) => {
            short_enough(text)?;
            match bot.dealer.that_read(open.clone(), user, text).await.as_slice() {
                [only] => only.id,
                [] => return Ok(which(&open, user, message.id.get())),
                several => return Ok(which(several, user, message.id.get())),
            }
        }
        Route::Nowhere => {
            return Err(Error::refused("No match of yours waits for an order; I write to you when one does."));
        }
    };
    short_enough(text)?;
    let sealed = bot.dealer.order(m, user, text.to_owned(), When::Typed, stamp).await?;
    let mut words = sealed_lines(&sealed);
    if !sealed.resolved && !sealed.final_order {
        // It stands there for good.
        words.push(format!("Match {m}. Until the round resolves, another one that you type here replaces it."));
    }
    Ok(Body::text(words.join("\n")))
}

/// Refuses a text that is too long to be looked at.
///
/// # Errors
/// It is.
pub fn short_enough(text: &str) -> Result<(), Error> {
    if text.len() > LONGEST {
        return Err(Error::refused("That is too long for an order; choose from the menu to see what can be sent."));
    }
    Ok(())
}

fn which(open: &[MatchInfo], user: UserId, message: u64) -> Body {
    let buttons: Vec<_> = open
        .iter()
        .take(MOST_BUTTONS * MOST_BUTTONS)
        .map(|info| {
            let against = info.seat_of(user).map_or("", |seat| info.names[!seat].as_str());
            CreateButton::new(CustomId::new(info.id, Press::Typed(message)).to_string())
                .style(ButtonStyle::Primary)
                .label(cut(
                    &format!("{}: match {} against {against}", title(&info.game, info.preset.as_deref()), info.id),
                    80,
                ))
        })
        .collect();
    let rows = buttons.chunks(MOST_BUTTONS).map(|row| CreateActionRow::Buttons(row.to_vec())).collect();
    Body::text("Which match is this order for?").rows(rows)
}
