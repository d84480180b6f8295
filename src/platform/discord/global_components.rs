//! Presses on components outside matches; each kind has a separate set of ids.

use std::sync::Arc;

use serenity::all::ComponentInteraction;

use crate::game_draft::ui::game_draft::AtDraft;
use crate::game_draft::ui::press as draft_press;
use crate::history::ui::history::HistoryQuery;
use crate::history::ui::share::AtShare;
use crate::history::ui::{history, share};
use crate::hosting::ui::evening;
use crate::hosting::ui::evening::AtEvening;
use crate::own_games::ui::install;
use crate::own_games::ui::install::AtInstall;
use crate::people::ui::commands::privacy::{AtPrivacy, erased};
use crate::platform::discord::Bot;
use crate::platform::discord::commands::help;
use crate::platform::discord::commands::help::HelpAudience;
use crate::platform::discord::components::read_id;
use crate::platform::discord::error::Error;
use crate::platform::discord::refused_form;
use crate::platform::discord::refused_form::AtRefused;
use crate::platform::discord::reply::{Deferral, Reply};
use crate::platform::discord::which_match;
use crate::platform::discord::which_match::AtWhich;
use crate::playing::ui::commands::rehearse::{AtRehearsal, begun as rehearsed};
use crate::setup::ui::preflight;
use crate::setup::ui::preflight::AtPreflight;
use crate::tournaments::ui as tourney;
use crate::tournaments::ui::{AtTourney, TourneyPress};

/// A press on a component outside matches.
pub enum GlobalPress {
    Draft(AtDraft),
    Preflight(AtPreflight),
    Rehearsal(AtRehearsal),
    Past(HistoryQuery),
    Install(AtInstall),
    Share(AtShare),
    Privacy(AtPrivacy),
    Tourney(AtTourney),
    Help(HelpAudience),
    Evening(AtEvening),
    Refused(AtRefused),
    /// A choice whose command is no longer known.
    Which,
}

impl GlobalPress {
    /// Reads a custom id; `None` if it belongs to a match or is unknown.
    pub fn read(id: &str) -> Option<Self> {
        let choice = || read_id(id).map(Self::Draft);
        let preflight = |_| read_id(id).map(Self::Preflight);
        let rehearsal = |_| read_id(id).map(Self::Rehearsal);
        let past = |_| read_id(id).map(Self::Past);
        let share = |_| read_id(id).map(Self::Share);
        let privacy = |_| read_id(id).map(Self::Privacy);
        let install = |_| read_id(id).map(Self::Install);
        let tourney = |_| read_id(id).map(Self::Tourney);
        let help = |_| read_id(id).map(Self::Help);
        let evening = |_| read_id(id).map(Self::Evening);
        let refused = |_| read_id(id).map(Self::Refused);
        let which = |_| read_id::<AtWhich>(id).map(|_| Self::Which);
        let apart = choice().or_else(preflight).or_else(rehearsal).or_else(past);
        apart
            .or_else(share)
            .or_else(privacy)
            .or_else(install)
            .or_else(tourney)
            .or_else(help)
            .or_else(evening)
            .or_else(refused)
            .or_else(which)
            .ok()
    }

    /// Returns the kind of deferral for a late answer.
    pub const fn deferral(&self, press: &ComponentInteraction) -> Deferral {
        match self {
            Self::Preflight(_) if press.guild_id.is_some() => Deferral::Message,
            Self::Rehearsal(_) | Self::Refused(_) | Self::Which => Deferral::Message,
            Self::Tourney(at) if !matches!(at.press, TourneyPress::CallOff) => Deferral::Message,
            Self::Draft(_)
            | Self::Preflight(_)
            | Self::Past(_)
            | Self::Install(_)
            | Self::Share(_)
            | Self::Privacy(_)
            | Self::Help(_)
            | Self::Evening(_)
            | Self::Tourney(_) => Deferral::Change,
        }
    }

    /// Handles the press.
    pub async fn pressed(&self, bot: &Arc<Bot>, press: &ComponentInteraction) -> Result<Reply, Error> {
        match self {
            Self::Draft(at) => draft_press::pressed(bot, press, at).await,
            Self::Preflight(at) => preflight::pressed(bot, press, *at).await,
            Self::Rehearsal(at) => rehearsed(bot, press, at).await,
            Self::Past(wanted) => history::turned(bot, press, wanted).await,
            Self::Install(at) => install::pressed(bot, press, at).await,
            Self::Share(at) => share::of_list(bot, press, at).await,
            Self::Privacy(at) => erased(bot, press, *at).await,
            Self::Tourney(at) => tourney::pressed(bot, press, at).await,
            Self::Help(door) => help::pressed(bot, press, *door).await,
            Self::Evening(at) => evening::pressed(bot, press, *at).await,
            Self::Refused(at) => refused_form::pressed(bot, press, *at),
            Self::Which => Err(which_match::forgotten()),
        }
    }
}
