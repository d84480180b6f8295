//! The form that edits the text of a refused command.

use parse_display::{Display, FromStr};
use serenity::all::{
    ButtonStyle, CommandDataOptionValue, CommandInteraction, ComponentInteraction, CreateActionRow, CreateInputText,
    InputTextStyle, ModalInteraction,
};

use crate::hosting::ui::host_panel::{all_written, several};
use crate::ids::{Snowflake, UserId};
use crate::platform::discord::custom_id::{button, read_id};
use crate::platform::discord::error::Error;
use crate::platform::discord::kept_command::{forgotten, innermost, innermost_mut, kept};
use crate::platform::discord::refused_form::EDIT;
use crate::platform::discord::reply::Reply;
use crate::platform::discord::{Bot, limits};

/// The form with the texts of a refused command, by the command's interaction; also the button that opens it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Display, FromStr)]
#[display("dy1:{0}")]
pub struct AtEdit(Snowflake);

/// The options whose text a form edits, with the form's labels.
const TEXTS: [(&str, &str); 4] = [("game", "Game"), ("text", "Your order"), ("options", "Options"), ("start", "Start")];

/// Answers a command whose text has a mistake, with a button that opens the text again.
pub fn editable(bot: &Bot, asked: &CommandInteraction, mistake: &Error) -> Reply {
    let fields = texts(asked);
    if fields.is_empty() || fields.iter().any(|(_, _, text)| text.encode_utf16().count() > usize::from(limits::FIELD)) {
        return Reply::Say(mistake.body());
    }
    bot.ambiguous.insert(UserId(asked.user.id.get()), asked.clone());
    let id = AtEdit(Snowflake(asked.id.get()));
    let row = CreateActionRow::Buttons(vec![button(id, ButtonStyle::Primary, EDIT)]);
    Reply::Say(mistake.body().rows(vec![row]))
}

/// Opens the form with the texts of a refused command.
pub fn form(bot: &Bot, press: &ComponentInteraction, at: AtEdit) -> Result<Reply, Error> {
    let kept = kept(bot, press.user.id, at.0).ok_or_else(forgotten)?;
    let field = |(option, label, text): (&str, &str, String)| {
        CreateInputText::new(InputTextStyle::Paragraph, label, option).value(text).required(false)
    };
    let fields = texts(&kept).into_iter().map(field).collect();
    Ok(Reply::Form(several(at.to_string(), &format!("/{}", kept.data.name), fields)))
}

/// Returns the texts of a command, each with its option and label.
fn texts(command: &CommandInteraction) -> Vec<(&'static str, &'static str, String)> {
    let given = innermost(&command.data.options);
    let text = |(name, label): (&'static str, &'static str)| {
        let option = given.iter().find(|option| option.name == name)?;
        Some((name, label, option.value.as_str()?.to_owned()))
    };
    TEXTS.into_iter().filter_map(text).collect()
}

/// Whether a form has the text of a command. Such a form arrives here only if the command is no longer known.
pub fn is_ours(custom_id: &str) -> bool {
    read_id::<AtEdit>(custom_id).is_ok()
}

pub(crate) fn edited(bot: &Bot, form: &ModalInteraction) -> Option<CommandInteraction> {
    let AtEdit(asked) = read_id(&form.data.custom_id).ok()?;
    let mut command = kept(bot, form.user.id, asked)?;
    (command.id, command.token) = (form.id, form.token.clone());
    // The rights of the person at the time of the form count.
    (command.user, command.member) = (form.user.clone(), form.member.clone().map(Box::new));
    for (option, text) in all_written(form) {
        let given = innermost_mut(&mut command.data.options).iter_mut().find(|given| given.name == option)?;
        given.value = CommandDataOptionValue::String(text);
    }
    Some(command)
}
