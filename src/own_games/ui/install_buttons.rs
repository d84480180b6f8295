//! The buttons under a checked file.

use std::sync::Arc;

use parse_display::{Display, FromStr};
use serenity::all::{ButtonStyle, ComponentInteraction, CreateActionRow, CreateButton};

use crate::game::{Game, family};
use crate::games;
use crate::ids::{GuildId, Snowflake, UserId};
use crate::own_games::text;
use crate::platform::discord::Bot;
use crate::platform::discord::acting_member::ActingMember;
use crate::platform::discord::error::Error;
use crate::platform::discord::message_body::Body;
use crate::platform::discord::reply::Reply;

/// A press under a checked file.
#[derive(Clone, Debug, PartialEq, Eq, Display, FromStr)]
pub enum AtInstall {
    /// Install the game with this id.
    #[display("dg1:install:{0}")]
    #[from_str(new = Self::of(_0))]
    Install(String),
    #[display("dg1:cancel")]
    Cancel,
}

impl AtInstall {
    fn of(game: String) -> Option<Self> {
        games::is_file(&game).then_some(Self::Install(game))
    }
}

/// Returns the buttons under a checked file. `label` is that of the button that installs it.
pub fn row(game: &dyn Game, label: &str) -> CreateActionRow {
    let button = |at: AtInstall, style, label| CreateButton::new(at.to_string()).style(style).label(label);
    CreateActionRow::Buttons(vec![
        button(AtInstall::Install(game.id().to_owned()), ButtonStyle::Success, label),
        button(AtInstall::Cancel, ButtonStyle::Secondary, "Cancel"),
    ])
}

/// Installs the file in the server of the press, or drops it.
pub async fn pressed(bot: &Arc<Bot>, press: &ComponentInteraction, at: AtInstall) -> Result<Reply, Error> {
    let AtInstall::Install(game) = at else {
        return Ok(Reply::Change(Body::text(text::NOT_INSTALLED).rows(Vec::new())));
    };
    may_change(&ActingMember::new(press.user.id, press.member.as_ref()))?;
    let guild = press.guild_id.ok_or_else(|| Error::refused(text::STRANGE))?;
    let (by, now) = (UserId(press.user.id.get()), Snowflake(press.id.get()).ms());
    let asked = Snowflake(press.message.id.get()).ms();
    let version = bot.dealer.install_game(GuildId(guild.get()), &game, by, now, asked).await?;
    let words = text::installed(&games::name_of(&game), family(&game), version);
    Ok(Reply::Change(Body::text(words).rows(Vec::new())))
}

/// Refuses members who may not change their server's games.
pub fn may_change(actor: &ActingMember) -> Result<(), Error> {
    actor.may_set_up().map_err(|_| Error::refused(text::ONLY_MANAGERS))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::discord::custom_id::read_back;

    #[test]
    fn ids_read_back_to_what_they_were_made_from_and_fit() {
        let at = AtInstall::Install(format!("{}@{}", "a".repeat(20), "0".repeat(32)));
        read_back([at, AtInstall::Cancel], &["dg1:install:", "dg1:install:knights", "dm1:1:order"]);
    }
}
