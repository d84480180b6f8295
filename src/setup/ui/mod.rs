//! `/setup panel`: a server's settings in one message, for its managers.
//!
//! - Every press sets one value and shows its page again. A button's id has the value, so a second press sets the same.
//! - The custom ids have all state, so a panel works after a restart. Every press checks that the member manages the server.

pub(crate) mod channel_permissions;
pub(crate) mod commands;
pub(crate) mod player_check;

pub(crate) mod find_time_zones;
pub(crate) mod missing_permissions;
pub(crate) mod panel_pages;
pub(crate) mod panel_presses;
pub(crate) mod roles_and_channels;
pub(crate) mod settings_text;

pub use find_time_zones::{zone_of_city, zones_meant};
pub use panel_presses::{all, change, pressed, shown, submitted};
use parse_display::{Display, FromStr};
use roles_and_channels::ServerObject;
pub use settings_text::{begins_with, friendly, hosts, time_in, zone_now};

use crate::people::store::server_settings::Choice;

/// The first part of all custom ids of the panel.
pub(crate) const VERSION: &str = "ds1";

/// Whether an id is the panel's, even if it cannot be read.
pub fn is_ours(id: &str) -> bool {
    id.split(':').next() == Some(VERSION)
}

/// A group of settings.
#[derive(Clone, Debug, PartialEq, Eq, Display, FromStr)]
#[display(style = "lowercase")]
pub enum Page {
    /// Settings that are done and settings that are left.
    ToDo,
    /// All settings in words.
    All,
    Hosts,
    Places,
    Games,
    #[display("game {0}")]
    Game(String),
    /// One default option value of a game.
    #[display("term {game} {key}")]
    Term {
        game: String,
        key: String,
    },
    Around,
    Watching,
    Time,
}

impl Page {
    /// The pages in the menu, each with its name and description.
    pub(crate) const IN_MENU: [(Self, &'static str, &'static str); 8] = [
        (Self::ToDo, "What is left to do", "Open steps, and what I can create"),
        (Self::All, "Everything that is set", "In words"),
        (Self::Hosts, "Hosts", "Who hosts, and who else may open matches"),
        (Self::Places, "Places", "Channels, threads, prompts"),
        (Self::Games, "Games", "Games and presets, what matches begin with"),
        (Self::Around, "Around a match", "Role to notify, results, calendar"),
        (Self::Watching, "Watching", "Spectators, commentators, predictions"),
        (Self::Time, "Time zone", "For the start times that hosts type"),
    ];
}

/// The components of the panel; their text is their custom id.
#[derive(Clone, Debug, PartialEq, Eq, Display, FromStr)]
#[display("ds1:{}", style = "lowercase")]
pub enum AtSetup {
    #[display("ds1:show:{0}")]
    Show(Page),
    /// The menu of pages.
    Go,
    /// The menu of roles or channels.
    #[display("ds1:pick:{0}")]
    Pick(ServerObject),
    #[display("ds1:set:{0}")]
    Set(Choice),
    Games,
    /// The menu of games, which opens a game's page.
    #[display("ds1:game")]
    OneGame,
    #[display("ds1:presets:{0}")]
    Presets(String),
    /// The form for a game's default option values.
    #[display("ds1:usual:{0}")]
    Usual(String),
    #[display("ds1:own:{0}")]
    OwnValues(String),
    /// The menu of a game's options.
    #[display("ds1:terms:{0}")]
    Terms(String),
    /// The menu of values for one option.
    #[display("ds1:value:{game} {key}")]
    Value {
        game: String,
        key: String,
    },
    /// The preview of a creation, and the creation itself.
    #[display("ds1:offer:{0}")]
    Offer(ServerObject),
    #[display("ds1:create:{0}")]
    Create(ServerObject),
    /// The form for a city or zone.
    Zone,
    /// A menu of matching zones, by its number in the message.
    #[display("ds1:found:{0}")]
    Found(u8),
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::discord::custom_id::read_back;

    #[test]
    fn ids_read_back_to_what_they_were_made_from() {
        let game = || "a-game".to_owned();
        let term = || Page::Term { game: game(), key: "unit_s".to_owned() };
        let pages = Page::IN_MENU.into_iter().map(|(page, ..)| page).chain([Page::Game(game()), term()]);
        let others = [
            AtSetup::Go,
            AtSetup::Games,
            AtSetup::OneGame,
            AtSetup::Presets(game()),
            AtSetup::Usual(game()),
            AtSetup::OwnValues(game()),
            AtSetup::Terms(game()),
            AtSetup::Value { game: game(), key: "unit_s".to_owned() },
            AtSetup::Zone,
            AtSetup::Found(0),
            AtSetup::Found(2),
        ];
        let objects = ServerObject::ALL.into_iter();
        let objects = objects.flat_map(|what| [AtSetup::Pick(what), AtSetup::Offer(what), AtSetup::Create(what)]);
        let choices = Choice::ALL.map(AtSetup::Set);
        let ids: Vec<_> = pages.map(AtSetup::Show).chain(others).chain(objects).chain(choices).collect();
        assert!(ids.iter().all(|at| is_ours(&at.to_string())));
        let others = [
            "ds1",
            "ds1:",
            "ds1:show",
            "ds1:show:x",
            "ds1:set:friendly:yes",
            "ds1:pick:hosts",
            "ds1:set:match-place:air",
            "ds1:value:a-game",
            "ds1:create:a-moon",
            "dm1:1:order",
        ];
        read_back(ids, &others);
    }
}
