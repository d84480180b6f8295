//! The menus that ask which match a command means, or for another channel; the choice runs the command again.
//!
//! Each person's newest such command is kept in memory only. Later the command has to be used again.

use parse_display::{Display, FromStr};
use serde_json::json;
use serenity::all::{
    ChannelType, CommandDataOption, CommandDataOptionValue, CommandInteraction, ComponentInteraction,
    ComponentInteractionDataKind, CreateActionRow, CreateSelectMenu, CreateSelectMenuKind, CreateSelectMenuOption,
    Interaction,
};

use crate::ids::{MatchId, Snowflake, UserId};
use crate::platform::discord::custom_id::read_id;
use crate::platform::discord::edit_command::edited;
use crate::platform::discord::error::Error;
use crate::platform::discord::kept_command::{innermost_mut, kept};
use crate::platform::discord::message_body::{Body, cut};
use crate::platform::discord::reply::Reply;
use crate::platform::discord::{Bot, limits};

/// The option with the channel of a command.
pub const CHANNEL: &str = "channel";

/// The menu of the matches that a command may mean, or of its channels, by the command's interaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Display, FromStr)]
#[display("dk1:{0}")]
pub struct AtWhich(Snowflake);

/// Asks which match a command of this name means: each with a line of text.
pub fn ask(bot: &Bot, asked: &CommandInteraction, name: &str, matches: Vec<(MatchId, String)>) -> Reply {
    bot.ambiguous.insert(UserId(asked.user.id.get()), asked.clone());
    let option = |(m, line): (MatchId, String)| CreateSelectMenuOption::new(cut(&line, limits::LABEL), m.to_string());
    let options = matches.into_iter().take(limits::SUGGESTIONS).map(option).collect();
    let menu =
        CreateSelectMenu::new(AtWhich(Snowflake(asked.id.get())).to_string(), CreateSelectMenuKind::String { options });
    let words = format!("**Which match do you mean?**\nChoose it for `/{name}`.");
    Reply::Say(Body::text(words).rows(vec![CreateActionRow::SelectMenu(menu.placeholder("Match …"))]))
}

/// Answers a command whose channel is refused, with a menu of channels.
pub fn ask_channel(bot: &Bot, asked: &CommandInteraction, refused: &Error) -> Reply {
    bot.ambiguous.insert(UserId(asked.user.id.get()), asked.clone());
    let channel_types = Some(vec![ChannelType::Text, ChannelType::News]);
    let kind = CreateSelectMenuKind::Channel { channel_types, default_channels: None };
    let menu = CreateSelectMenu::new(AtWhich(Snowflake(asked.id.get())).to_string(), kind).placeholder("Channel …");
    Reply::Say(refused.body().rows(vec![CreateActionRow::SelectMenu(menu)]))
}

/// Returns a command in place of the choice of its match, or of the form with its text; every other interaction unchanged.
pub fn chosen(bot: &Bot, interaction: Interaction) -> Interaction {
    let command = match &interaction {
        Interaction::Component(press) => named(bot, press),
        Interaction::Modal(form) => edited(bot, form),
        _ => None,
    };
    command.map_or(interaction, Interaction::Command)
}

fn named(bot: &Bot, press: &ComponentInteraction) -> Option<CommandInteraction> {
    let AtWhich(asked) = read_id(&press.data.custom_id).ok()?;
    let option = match &press.data.kind {
        ComponentInteractionDataKind::StringSelect { values } => {
            let number: i64 = values.first()?.parse().ok()?;
            json!({ "name": "match", "type": 4, "value": number })
        }
        ComponentInteractionDataKind::ChannelSelect { values } => {
            json!({ "name": CHANNEL, "type": 7, "value": values.first()? })
        }
        _ => return None,
    };
    let option: CommandDataOption = serde_json::from_value(option).ok()?;
    let mut command = kept(bot, press.user.id, asked)?;
    (command.id, command.token) = (press.id, press.token.clone());
    // The rights of the person at the time of the choice count.
    (command.user, command.member) = (press.user.clone(), press.member.clone().map(Box::new));
    if let CommandDataOptionValue::Channel(channel) = option.value {
        // The command reads the channel itself; a text channel stands for any kind.
        let resolved = serde_json::from_value(json!({ "id": channel, "type": 0 })).ok()?;
        command.data.resolved.channels.insert(channel, resolved);
    }
    let options = innermost_mut(&mut command.data.options);
    options.retain(|known| known.name != option.name);
    options.push(option);
    Some(command)
}
