//! A command that may mean several matches: a menu lists them, and the choice runs the command again with its match named.
//!
//! Each person's newest such command is kept in memory only. Later the command has to be used again.

use parse_display::{Display, FromStr};
use serde_json::json;
use serenity::all::{
    CommandDataOption, CommandDataOptionValue, CommandInteraction, ComponentInteraction, ComponentInteractionDataKind,
    CreateActionRow, CreateSelectMenu, CreateSelectMenuKind, CreateSelectMenuOption, Interaction,
};

use crate::ids::{MatchId, Snowflake, UserId};
use crate::platform::discord::body::{Body, cut};
use crate::platform::discord::components::read_id;
use crate::platform::discord::error::Error;
use crate::platform::discord::reply::Reply;
use crate::platform::discord::{Bot, limits};

/// The menu of the matches that a command may mean, by the command's interaction.
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

/// Returns the command with its match named, in place of the choice; every other interaction unchanged.
pub fn chosen(bot: &Bot, interaction: Interaction) -> Interaction {
    let command = match &interaction {
        Interaction::Component(press) => named(bot, press),
        _ => None,
    };
    command.map_or(interaction, Interaction::Command)
}

fn named(bot: &Bot, press: &ComponentInteraction) -> Option<CommandInteraction> {
    let AtWhich(asked) = read_id(&press.data.custom_id).ok()?;
    let ComponentInteractionDataKind::StringSelect { values } = &press.data.kind else { return None };
    let number: i64 = values.first()?.parse().ok()?;
    let kept = bot.ambiguous.get(&UserId(press.user.id.get())).filter(|kept| kept.id.get() == asked.0)?;
    let mut command = kept;
    (command.id, command.token) = (press.id, press.token.clone());
    // The rights of the person at the time of the choice count.
    (command.user, command.member) = (press.user.clone(), press.member.clone().map(Box::new));
    let option = serde_json::from_value(json!({ "name": "match", "type": 4, "value": number })).ok()?;
    add(&mut command.data.options, option);
    Some(command)
}

/// Adds an option to the innermost subcommand.
fn add(options: &mut Vec<CommandDataOption>, option: CommandDataOption) {
    match options.first_mut().map(|first| &mut first.value) {
        Some(CommandDataOptionValue::SubCommand(inner) | CommandDataOptionValue::SubCommandGroup(inner)) => {
            add(inner, option);
        }
        _ => options.push(option),
    }
}

/// Refuses a choice whose command is no longer known.
pub fn forgotten() -> Error {
    Error::refused("I no longer have that command. Use it again.")
}
