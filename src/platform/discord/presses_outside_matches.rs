//! Presses on components outside matches; each kind has a separate set of ids.

use std::fmt::Display;
use std::future::ready;
use std::str::FromStr;
use std::sync::Arc;

use futures::future::BoxFuture;
use serenity::all::ComponentInteraction;

use crate::game_draft::ui::game_draft::AtDraft;
use crate::game_draft::ui::press as draft_press;
use crate::history::ui::history_pages::HistoryQuery;
use crate::history::ui::season_end::AtSeasonEnd;
use crate::history::ui::share::AtShare;
use crate::history::ui::{history_pages, season_end, share};
use crate::hosting::ui::evening;
use crate::hosting::ui::evening::AtEvening;
use crate::own_games::ui::install_buttons;
use crate::own_games::ui::install_buttons::AtInstall;
use crate::people::ui::commands::privacy::{AtPrivacy, erased};
use crate::platform::discord::ambiguous_command_menu::AtWhich;
use crate::platform::discord::commands::help_pages::{Door, HelpAudience};
use crate::platform::discord::commands::{help_doors, help_pages};
use crate::platform::discord::custom_id::read_id;
use crate::platform::discord::edit_command::AtEdit;
use crate::platform::discord::error::Error;
use crate::platform::discord::refused_form::AtRefused;
use crate::platform::discord::reply::{Deferral, Reply};
use crate::platform::discord::{Bot, refused_form};
use crate::playing::ui::commands::rehearse::{AtRehearsal, begun as rehearsed};
use crate::setup::ui::player_check;
use crate::setup::ui::player_check::AtPreflight;
use crate::tournaments::ui as tourney;
use crate::tournaments::ui::AtTourney;

/// The kind of deferral of a press, and its answer.
type Answer<'a> = (Deferral, BoxFuture<'a, Result<Reply, Error>>);

/// Answers a press on a component outside matches; `None` if its custom id belongs to a match or is unknown.
pub fn answer<'a>(bot: &'a Arc<Bot>, press: &'a ComponentInteraction) -> Option<Answer<'a>> {
    let on = (bot, press);
    let in_server = if press.guild_id.is_some() { Deferral::Message } else { Deferral::Change };
    let refused = |bot: &'a Arc<Bot>, press, at: AtRefused| ready(refused_form::pressed(bot, press, at));
    let edit =
        |bot: &'a Arc<Bot>, press, at: AtEdit| ready(crate::platform::discord::edit_command::form(bot, press, at));
    let forgotten = |_, _, _: AtWhich| ready(Err(crate::platform::discord::kept_command::forgotten()));
    let of_tourney = |at: &AtTourney| if at.press.confirms() { Deferral::Change } else { Deferral::Message };
    read(on, |_: &AtDraft| Deferral::Change, draft_press::pressed)
        .or_else(|| read(on, |_: &AtPreflight| in_server, player_check::pressed))
        .or_else(|| read(on, |_: &AtRehearsal| Deferral::Message, rehearsed))
        .or_else(|| read(on, |_: &HistoryQuery| Deferral::Change, history_pages::turned))
        .or_else(|| read(on, |_: &AtShare| Deferral::Change, share::of_list))
        .or_else(|| read(on, |_: &AtPrivacy| Deferral::Change, erased))
        .or_else(|| read(on, |_: &AtInstall| Deferral::Change, install_buttons::pressed))
        .or_else(|| read(on, |_: &AtSeasonEnd| Deferral::Change, season_end::pressed))
        .or_else(|| read(on, of_tourney, tourney::pressed))
        .or_else(|| read(on, |_: &HelpAudience| Deferral::Change, help_pages::pressed))
        .or_else(|| read(on, |_: &Door| Deferral::Change, help_doors::pressed))
        .or_else(|| read(on, |_: &AtEvening| Deferral::Change, evening::pressed))
        .or_else(|| read(on, |_: &AtRefused| Deferral::Message, refused))
        .or_else(|| read(on, |_: &AtEdit| Deferral::Message, edit))
        .or_else(|| read(on, |_: &AtWhich| Deferral::Message, forgotten))
}

/// Answers a press if its custom id is of this kind.
fn read<'a, T: FromStr + Display, F: Future<Output = Result<Reply, Error>> + Send + 'a>(
    (bot, press): (&'a Arc<Bot>, &'a ComponentInteraction),
    deferral: impl FnOnce(&T) -> Deferral,
    handler: impl FnOnce(&'a Arc<Bot>, &'a ComponentInteraction, T) -> F,
) -> Option<Answer<'a>> {
    let at: T = read_id(&press.data.custom_id).ok()?;
    Some((deferral(&at), Box::pin(handler(bot, press, at))))
}
