//! The Install button under a checked file.

use std::sync::Arc;

use parse_display::{Display, FromStr};
use serenity::all::{ButtonStyle, ComponentInteraction, CreateActionRow, CreateButton};

use crate::game::family;
use crate::games;
use crate::ids::{GuildId, Snowflake, UserId};
use crate::own_games::text;
use crate::platform::discord::Bot;
use crate::platform::discord::error::Error;
use crate::platform::discord::message_body::Body;
use crate::platform::discord::reply::Reply;
use crate::setup::ui::member_rights::Actor;

/// A press on Install, with the game's id.
#[derive(Clone, Debug, PartialEq, Eq, Display, FromStr)]
#[display("dg1:install:{0}")]
#[from_str(new = Self::of(_0))]
pub struct AtInstall(pub String);

impl AtInstall {
    fn of(game: String) -> Option<Self> {
        games::is_file(&game).then_some(Self(game))
    }

    pub fn button(&self, label: &str) -> CreateActionRow {
        let button = CreateButton::new(self.to_string()).style(ButtonStyle::Success).label(label);
        CreateActionRow::Buttons(vec![button])
    }
}

/// Installs the file in the server of the press.
pub async fn pressed(bot: &Arc<Bot>, press: &ComponentInteraction, at: &AtInstall) -> Result<Reply, Error> {
    may_change(&Actor::new(press.user.id, press.member.as_ref()))?;
    let guild = press.guild_id.ok_or_else(|| Error::refused(text::STRANGE))?;
    let (by, now) = (UserId(press.user.id.get()), Snowflake(press.id.get()).ms());
    let version = bot.dealer.install_game(GuildId(guild.get()), &at.0, by, now).await?;
    let words = text::installed(&games::name_of(&at.0), family(&at.0), version);
    Ok(Reply::Change(Body::text(words).rows(Vec::new())))
}

/// Refuses members who may not change their server's games.
pub fn may_change(actor: &Actor) -> Result<(), Error> {
    actor.may_set_up().map_err(|_| Error::refused(text::ONLY_MANAGERS))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::discord::custom_id::read_back;

    #[test]
    fn ids_read_back_to_what_they_were_made_from_and_fit() {
        let at = AtInstall(format!("{}@{}", "a".repeat(20), "0".repeat(32)));
        read_back([at], &["dg1:install:", "dg1:install:knights", "dm1:1:order"]);
    }
}
