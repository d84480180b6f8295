//! The players' check before a match: both can see the channel, and direct messages reach them.
//!
//! The message's own text stores the results, so a restart loses nothing. Its button stays the same, so both players can
//! press it at once. The bot sends a direct message only to a player who has pressed.

use std::sync::Arc;

use parse_display::{Display, FromStr};
use serde_json::Value;
use serenity::all::{ButtonStyle, ComponentInteraction, CreateActionRow};

use crate::game::{BySeat, Seat};
use crate::ids::{ChannelId, MessageId, UserId};
use crate::messages::transport::SendError;
use crate::platform::discord::Bot;
use crate::platform::discord::custom_id::button;
use crate::platform::discord::custom_id::read_id;
use crate::platform::discord::error::Error;
use crate::platform::discord::message_body::Body;
use crate::platform::discord::reply::Reply;

/// The result of a player's check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reached {
    /// The player has not pressed.
    Unknown,
    /// A direct message was sent; the player has not pressed its button.
    Written,
    /// The player accepts no direct messages.
    Closed,
    /// The player pressed the button in the direct message.
    Read,
    /// The player is the bot itself.
    Itself,
}

impl Reached {
    const ALL: [Self; 5] = [Self::Unknown, Self::Written, Self::Closed, Self::Read, Self::Itself];
}

/// The check of two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preflight {
    pub users: BySeat<UserId>,
    pub reached: BySeat<Reached>,
}

/// A press on a button of a preflight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Display, FromStr)]
pub enum AtPreflight {
    /// The button in the channel: the player sees the channel.
    #[display("df1:here:{ec}:{dmo}")]
    Here { ec: UserId, dmo: UserId },
    /// The button in the direct message: the player can read it.
    #[display("df1:read:{channel}:{message}")]
    Read {
        /// The place of the preflight's message.
        channel: ChannelId,
        message: MessageId,
    },
}

impl Preflight {
    /// Returns a new check of two players. A seat of the bot needs no check.
    pub fn of(users: BySeat<UserId>, me: UserId) -> Self {
        let reached = BySeat::from_fn(|seat| if users[seat] == me { Reached::Itself } else { Reached::Unknown });
        Self { users, reached }
    }

    /// Returns the message for the channel.
    pub fn shown(&self) -> Body {
        let mut lines = vec!["**Before the match: can I reach both players?**".to_owned()];
        lines.extend(Seat::ALL.map(|seat| line(self.users[seat], self.reached[seat])));
        let done = |seat| matches!(self.reached[seat], Reached::Read | Reached::Itself);
        let rows = if Seat::ALL.into_iter().all(done) {
            lines.push("Both players can play.".to_owned());
            Vec::new()
        } else {
            let here = AtPreflight::Here { ec: self.users.ec, dmo: self.users.dmo };
            vec![CreateActionRow::Buttons(vec![button(here, ButtonStyle::Primary, "I am here")])]
        };
        Body::text(lines.join("\n")).rows(rows)
    }

    /// Returns the users to mention.
    pub fn mentioned(&self) -> impl Iterator<Item = u64> {
        Seat::ALL.into_iter().filter(|&seat| self.reached[seat] != Reached::Itself).map(|seat| self.users[seat].0)
    }

    /// Reads the state back from a message. `None` if the message has no button, because the check is done.
    fn read(message: &Value) -> Option<Self> {
        let rows = message["components"].as_array()?;
        let buttons = rows.iter().filter_map(|row| row["components"].as_array()).flatten();
        let users =
            buttons.filter_map(|button| read_id(button["custom_id"].as_str()?).ok()).find_map(|at| match at {
                AtPreflight::Here { ec, dmo } => Some(BySeat { ec, dmo }),
                AtPreflight::Read { .. } => None,
            })?;
        let words = message["content"].as_str()?;
        let said = |user| Reached::ALL.into_iter().find(|&reached| words.contains(&line(user, reached)));
        let reached = BySeat::from_fn(|seat| said(users[seat]).unwrap_or(Reached::Unknown));
        Some(Self { users, reached })
    }
}

fn line(user: UserId, reached: Reached) -> String {
    match reached {
        Reached::Unknown => format!("⏳ <@{user}>: press **I am here**."),
        Reached::Written => format!("⏳ <@{user}>: press the button in my direct message."),
        Reached::Closed => format!(
            "⚠️ <@{user}>: I cannot send you direct messages. You can play with **Order** in the channel. For prompts by direct \
             message, allow messages from this server's members and press **I am here** again."
        ),
        Reached::Read => format!("✅ <@{user}>: direct messages arrive."),
        Reached::Itself => format!("✅ <@{user}>: that is me, and I am ready."),
    }
}

/// Answers a press.
pub async fn pressed(bot: &Arc<Bot>, press: &ComponentInteraction, at: AtPreflight) -> Result<Reply, Error> {
    let user = UserId(press.user.id.get());
    bot.outgoing.acquaint(user);
    match at {
        AtPreflight::Here { ec, dmo } => {
            if user != ec && user != dmo {
                return Err(Error::refused("Only the two players press here."));
            }
            let place = (ChannelId(press.channel_id.get()), MessageId(press.message.id.get()));
            let (reached, words) = match write(bot, user, place, press.id.get()).await {
                Ok(()) => (Reached::Written, "I sent you a direct message. Press the button in it."),
                Err(SendError::DmClosed) => (
                    Reached::Closed,
                    "I cannot send you direct messages. Allow them from this server's members and press again, or play with \
                     **Order** in the channel.",
                ),
                Err(other) => return Err(other.into()),
            };
            note(bot, place, user, reached).await?;
            Ok(Reply::words(words))
        }
        AtPreflight::Read { channel, message } => {
            bot.touch_dm_channel(user, ChannelId(press.channel_id.get())).await;
            note(bot, (channel, message), user, Reached::Read).await?;
            Ok(Reply::Change(Body::text("✅ Your prompts will reach you here.").rows(Vec::new())))
        }
    }
}

/// Sends a player a direct message with a button.
async fn write(
    bot: &Bot,
    user: UserId,
    (channel, message): (ChannelId, MessageId),
    press: u64,
) -> Result<(), SendError> {
    let written = async {
        let dm = bot.outgoing.dm(user).await?;
        let button = button(AtPreflight::Read { channel, message }, ButtonStyle::Primary, "I can read this");
        let row = CreateActionRow::Buttons(vec![button]);
        let words = format!(
            "**Your prompts will come here.** Press the button to show the host in <#{channel}> that you can read this."
        );
        bot.outgoing.send(dm, &Body::text(words).rows(vec![row]).once(format!("f{press}"))).await.map(|_| dm)
    };
    let written = written.await;
    let closed = matches!(written, Err(SendError::DmClosed));
    if let Err(error) = bot.remember_dm(user, written.as_ref().ok().copied(), closed).await {
        tracing::warn!(?error, "failed to store a person's DM channel");
    }
    written.map(drop)
}

/// Records a player's result in the preflight's message.
async fn note(
    bot: &Bot,
    (channel, message): (ChannelId, MessageId),
    user: UserId,
    reached: Reached,
) -> Result<(), Error> {
    let gone = || Error::refused("That check is over. A host can begin another with `/preflight`.");
    let unseen = |error| match error {
        SendError::UnknownMessage | SendError::Forbidden { .. } | SendError::UnknownChannel { .. } => gone(),
        other => other.into(),
    };
    // Edits take turns, so that two concurrent presses are both recorded.
    let _turn = bot.preflights.lock().await;
    let found = bot.outgoing.message(channel, message).await.map_err(unseen)?;
    let Some(mut preflight) = Preflight::read(&found) else { return Ok(()) };
    let seat = Seat::ALL.into_iter().find(|&seat| preflight.users[seat] == user).ok_or_else(gone)?;
    // `Read` is final.
    if preflight.reached[seat] == reached || preflight.reached[seat] == Reached::Read {
        return Ok(());
    }
    preflight.reached[seat] = reached;
    bot.outgoing.edit(channel, message, &preflight.shown()).await.map_err(unseen)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::discord::custom_id::read_back;

    #[test]
    fn ids_read_back_to_what_they_were_made_from() {
        let last = u64::MAX;
        let here = AtPreflight::Here { ec: UserId(last), dmo: UserId(last) };
        let read = AtPreflight::Read { channel: ChannelId(last), message: MessageId(last) };
        read_back([here, read], &["df1:here:1", "df1:here:1:2:3", "df1:read:01:2", "df1:read:1", "dm1:1:order"]);
    }

    #[test]
    fn a_message_says_what_was_found_out() {
        let users = BySeat { ec: UserId(11), dmo: UserId(1) };
        for ec in Reached::ALL {
            for dmo in Reached::ALL {
                let preflight = Preflight { users, reached: BySeat { ec, dmo } };
                let message = serde_json::to_value(preflight.shown()).unwrap();
                let done = [ec, dmo].into_iter().all(|reached| matches!(reached, Reached::Read | Reached::Itself));
                assert_eq!(Preflight::read(&message), (!done).then_some(preflight));
            }
        }
    }
}
