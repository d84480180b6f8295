//! Refused forms: a button opens the form again with its input.
//!
//! The input is kept in memory only, for the form that a person opened last. Otherwise the refusal repeats the input.

use parse_display::{Display, FromStr};
use serenity::all::{ButtonStyle, ComponentInteraction, CreateActionRow, ModalInteraction};

use crate::hosting::ui::host_panel::all_written;
use crate::ids::{Snowflake, UserId};
use crate::platform::discord::Bot;
use crate::platform::discord::custom_id::button;
use crate::platform::discord::error::Error;
use crate::platform::discord::message_body::{Body, cut};
use crate::platform::discord::reply::Reply;

/// The most characters of the input that a refusal repeats.
const GIVEN_BACK: usize = 1_700;

/// The button that opens a refused form again, by the interaction that submitted the form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Display, FromStr)]
#[display("dw1:{0}")]
pub struct AtRefused(Snowflake);

/// Returns the reply to a form. A refusal gets a button that opens the form again, or repeats the input.
pub fn answered(bot: &Bot, form: &ModalInteraction, done: Result<Reply, Error>) -> Result<Reply, Error> {
    let refused = match done {
        Err(error @ (Error::Refused(_) | Error::Elsewhere(..))) => error,
        done => return done,
    };
    let user = UserId(form.user.id.get());
    let Some(kept) = bot.forms.get(&user).and_then(|opened| opened.refused(form)) else {
        return Ok(Reply::Say(Body::text(given_back(&refused.words(), &all_written(form)))));
    };
    bot.forms.insert(user, kept);
    let again = button(AtRefused(Snowflake(form.id.get())), ButtonStyle::Primary, "Edit and send again");
    Ok(Reply::Say(refused.body().rows(vec![CreateActionRow::Buttons(vec![again])])))
}

/// Returns a refusal that repeats the form's input, so that nobody has to write it again.
pub fn given_back(why: &str, fields: &[(String, String)]) -> String {
    let written = fields.iter().filter(|(_, text)| !text.is_empty());
    let written: Vec<_> = written.map(|(id, text)| format!("{id}: {text}")).collect();
    if written.is_empty() {
        return why.to_owned();
    }
    let written = cut(&written.join("\n"), GIVEN_BACK).replace("```", "'''");
    format!("{why}\nNothing is changed. You wrote:\n```\n{written}\n```")
}

/// Opens a refused form again.
pub fn pressed(bot: &Bot, press: &ComponentInteraction, AtRefused(form): AtRefused) -> Result<Reply, Error> {
    let kept = bot.forms.get(&UserId(press.user.id.get())).filter(|kept| kept.refused_in() == Some(form));
    let gone = || Error::refused("I no longer have what you wrote. Open the form where you opened it first.");
    kept.map(Reply::Form).ok_or_else(gone)
}
