//! A command kept until its question is answered, and access to its options. `ambiguous_command_menu` and `edit_command` run it again.

use serenity::all::{CommandDataOption, CommandDataOptionValue, CommandInteraction};

use crate::ids::{Snowflake, UserId};
use crate::platform::discord::Bot;
use crate::platform::discord::error::Error;

pub(crate) fn kept(bot: &Bot, user: serenity::all::UserId, asked: Snowflake) -> Option<CommandInteraction> {
    bot.ambiguous.get(&UserId(user.get())).filter(|kept| kept.id.get() == asked.0)
}

/// Returns the options of the innermost subcommand.
pub(crate) fn innermost(options: &[CommandDataOption]) -> &[CommandDataOption] {
    match options.first().map(|first| &first.value) {
        Some(CommandDataOptionValue::SubCommand(inner) | CommandDataOptionValue::SubCommandGroup(inner)) => {
            innermost(inner)
        }
        _ => options,
    }
}

pub(crate) fn innermost_mut(options: &mut Vec<CommandDataOption>) -> &mut Vec<CommandDataOption> {
    let is_sub = options.first().is_some_and(|first| {
        matches!(first.value, CommandDataOptionValue::SubCommand(_) | CommandDataOptionValue::SubCommandGroup(_))
    });
    if !is_sub {
        return options;
    }
    match &mut options[0].value {
        CommandDataOptionValue::SubCommand(inner) | CommandDataOptionValue::SubCommandGroup(inner) => {
            innermost_mut(inner)
        }
        _ => unreachable!("a subcommand was seen there"),
    }
}

/// Refuses a choice whose command is no longer known.
pub fn forgotten() -> Error {
    Error::refused("I no longer have that command. Use it again.")
}
