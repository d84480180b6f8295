//! Refused forms: a button opens the form again with its input.
//!
//! The input is kept in memory only, for the form that a person opened last. Otherwise the refusal repeats the input.

use parse_display::{Display, FromStr};
use serenity::all::{ButtonStyle, ComponentInteraction, CreateActionRow, CreateButton, ModalInteraction};

use crate::hosting::ui::host_panel::all_written;
use crate::ids::{Snowflake, UserId};
use crate::platform::discord::Bot;
use crate::platform::discord::custom_id::button;
use crate::platform::discord::error::Error;
use crate::platform::discord::message_body::{Body, cut};
use crate::platform::discord::reply::Reply;

/// The label of the button that opens refused input again.
pub const EDIT: &str = "Edit and send again";

/// The most characters of the input that a refusal repeats.
const GIVEN_BACK: usize = 1_700;

/// The button that opens a refused form again, by the interaction that submitted the form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Display, FromStr)]
#[display("dw1:{0}")]
pub struct AtRefused(Snowflake);

/// Returns the reply to a form. A refusal gets a button that opens the form again, or repeats the input.
pub fn answered(bot: &Bot, form: &ModalInteraction, done: Result<Reply, Error>) -> Result<Reply, Error> {
    Ok(match refusal(bot, form, done, None)? {
        Outcome::Done(reply) => reply,
        Outcome::Refused(body) => Reply::Say(body),
    })
}

/// Returns the reply to a form of a panel. A refusal takes the panel's place, with a button `back` to it.
pub fn answered_in_place(
    bot: &Bot,
    form: &ModalInteraction,
    done: Result<Reply, Error>,
    back: CreateButton,
) -> Result<Reply, Error> {
    Ok(match refusal(bot, form, done, Some(back))? {
        Outcome::Done(reply) => reply,
        Outcome::Refused(body) => Reply::Change(body),
    })
}

enum Outcome {
    Done(Reply),
    Refused(Body),
}

fn refusal(
    bot: &Bot,
    form: &ModalInteraction,
    done: Result<Reply, Error>,
    back: Option<CreateButton>,
) -> Result<Outcome, Error> {
    let refused = match done {
        Err(error @ (Error::Refused(_) | Error::Mistake(_) | Error::Elsewhere(..))) => error,
        done => return done.map(Outcome::Done),
    };
    let user = UserId(form.user.id.get());
    let (body, again) = match bot.forms.get(&user).and_then(|opened| opened.refused(form)) {
        None => (Body::text(given_back(&refused.words(), &all_written(form))), None),
        Some(kept) => {
            bot.forms.insert(user, kept);
            let id = AtRefused(Snowflake(form.id.get()));
            (refused.body(), Some(button(id, ButtonStyle::Primary, EDIT)))
        }
    };
    let buttons: Vec<_> = again.into_iter().chain(back).collect();
    let rows = if buttons.is_empty() { Vec::new() } else { vec![CreateActionRow::Buttons(buttons)] };
    Ok(Outcome::Refused(body.rows(rows)))
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
    let kept = bot.forms.get(&UserId(press.user.id.get())).filter(|kept| kept.refused_in == Some(form));
    let gone = || Error::refused("I no longer have what you wrote. Open the form again.");
    kept.map(Reply::Form).ok_or_else(gone)
}
