//! `/setup panel`: a server's settings in one message, for its managers.
//!
//! - Every press sets one value and shows its page again; a button says what it will set, so that pressed twice it sets the same.
//! - Everything is in the custom ids: a panel works after a restart, for as long as its presser may manage the server at that moment.

pub(crate) mod access;
pub(crate) mod channel_probe;
pub(crate) mod commands;
pub(crate) mod preflight;
pub(crate) mod rights;
pub(crate) mod survey;

pub(crate) mod acts;
pub(crate) mod lacks;
pub(crate) mod pages;
pub(crate) mod words;
pub(crate) mod zones;

use std::fmt;
use std::str::FromStr;

pub use acts::{all, change, pressed, shown, submitted};
pub use lacks::RESULTS;
pub use words::{begins_with, friendly, hosts, time_in, zone_now};
pub use zones::zones_meant;

use crate::people::store::settings::{Prompts, Spectate, Stands};
use crate::platform::discord::components::UnknownId;

/// The first part of every id of this format.
pub(crate) const VERSION: &str = "ds1";

/// Whether an id is one of this panel's, whatever it says.
pub fn is_ours(id: &str) -> bool {
    id.split(':').next() == Some(VERSION)
}

/// A group of settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Page {
    /// Everything that is set, in words.
    All,
    Hosts,
    Places,
    Games,
    Game(String),
    Around,
    Watching,
    Time,
}

impl Page {
    /// The pages in the menu, with a description of each.
    pub(crate) const IN_MENU: [(Self, &'static str, &'static str); 7] = [
        (Self::All, "Everything that is set", "In words"),
        (Self::Hosts, "Hosts", "Who hosts, and who else may open matches"),
        (Self::Places, "Places", "Channels, threads, prompts"),
        (Self::Games, "Games", "Games and presets, what matches begin with"),
        (Self::Around, "Around a match", "Role to notify, results, calendar"),
        (Self::Watching, "Watching", "Spectators, commentators, predictions"),
        (Self::Time, "Time zone", "In which start times are read"),
    ];
}

impl fmt::Display for Page {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::All => f.write_str("all"),
            Self::Hosts => f.write_str("hosts"),
            Self::Places => f.write_str("places"),
            Self::Games => f.write_str("games"),
            Self::Game(game) => write!(f, "game {game}"),
            Self::Around => f.write_str("around"),
            Self::Watching => f.write_str("watching"),
            Self::Time => f.write_str("time"),
        }
    }
}

impl FromStr for Page {
    type Err = UnknownId;

    fn from_str(text: &str) -> Result<Self, UnknownId> {
        if let Some(game) = text.strip_prefix("game ") {
            return Ok(Self::Game(game.to_owned()));
        }
        let found = Self::IN_MENU.into_iter().map(|(page, ..)| page).find(|page| page.to_string() == text);
        found.ok_or(UnknownId)
    }
}

/// The components of the panel; `Display` and `FromStr` are their custom ids.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AtSetup {
    Show(Page),
    /// A page, out of the menu.
    Go,
    HostRoles,
    Friendly(bool),
    PauseIdle(bool),
    Channels,
    Stands(Stands),
    Prompts(Prompts),
    Games,
    /// The page of a game, out of a menu.
    OneGame,
    Presets(String),
    /// Values that a game's matches begin with, in a form.
    Usual(String),
    OwnValues(String),
    Called,
    Results,
    Calendar(bool),
    Spectators,
    Spectate(Spectate),
    Commentators,
    Predictions(bool),
    /// A city or a zone, in a form.
    Zone,
    /// One of the zones that were found, out of the menu with this number.
    Found(u8),
}

impl fmt::Display for AtSetup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{VERSION}:")?;
        match self {
            Self::Show(page) => write!(f, "show:{page}"),
            Self::Go => f.write_str("go"),
            Self::HostRoles => f.write_str("hosts"),
            Self::Friendly(allowed) => write!(f, "friendly:{allowed}"),
            Self::PauseIdle(paused) => write!(f, "idle:{paused}"),
            Self::Channels => f.write_str("channels"),
            Self::Stands(Stands::Channel) => f.write_str("stands:channel"),
            Self::Stands(Stands::Thread) => f.write_str("stands:thread"),
            Self::Prompts(Prompts::Direct) => f.write_str("prompts:direct"),
            Self::Prompts(Prompts::Button) => f.write_str("prompts:button"),
            Self::Games => f.write_str("games"),
            Self::OneGame => f.write_str("game"),
            Self::Presets(game) => write!(f, "presets:{game}"),
            Self::Usual(game) => write!(f, "usual:{game}"),
            Self::OwnValues(game) => write!(f, "own:{game}"),
            Self::Called => f.write_str("called"),
            Self::Results => f.write_str("results"),
            Self::Calendar(kept) => write!(f, "calendar:{kept}"),
            Self::Spectators => f.write_str("spectators"),
            Self::Spectate(Spectate::Late) => f.write_str("spectate:late"),
            Self::Spectate(Spectate::Ec) => f.write_str("spectate:ec"),
            Self::Spectate(Spectate::Dmo) => f.write_str("spectate:dmo"),
            Self::Commentators => f.write_str("commentators"),
            Self::Predictions(asked) => write!(f, "predictions:{asked}"),
            Self::Zone => f.write_str("zone"),
            Self::Found(0) => f.write_str("found"),
            Self::Found(menu) => write!(f, "found:{menu}"),
        }
    }
}

impl FromStr for AtSetup {
    type Err = UnknownId;

    fn from_str(text: &str) -> Result<Self, UnknownId> {
        let mut parts = text.splitn(3, ':');
        if parts.next() != Some(VERSION) {
            return Err(UnknownId);
        }
        let flag = |text: &str| text.parse().map_err(|_| UnknownId);
        Ok(match (parts.next().ok_or(UnknownId)?, parts.next()) {
            ("show", Some(page)) => Self::Show(page.parse()?),
            ("go", None) => Self::Go,
            ("hosts", None) => Self::HostRoles,
            ("friendly", Some(allowed)) => Self::Friendly(flag(allowed)?),
            ("idle", Some(paused)) => Self::PauseIdle(flag(paused)?),
            ("channels", None) => Self::Channels,
            ("stands", Some("channel")) => Self::Stands(Stands::Channel),
            ("stands", Some("thread")) => Self::Stands(Stands::Thread),
            ("prompts", Some("direct")) => Self::Prompts(Prompts::Direct),
            ("prompts", Some("button")) => Self::Prompts(Prompts::Button),
            ("games", None) => Self::Games,
            ("game", None) => Self::OneGame,
            ("presets", Some(game)) => Self::Presets(game.to_owned()),
            ("usual", Some(game)) => Self::Usual(game.to_owned()),
            ("own", Some(game)) => Self::OwnValues(game.to_owned()),
            ("called", None) => Self::Called,
            ("results", None) => Self::Results,
            ("calendar", Some(kept)) => Self::Calendar(flag(kept)?),
            ("spectators", None) => Self::Spectators,
            ("spectate", Some("late")) => Self::Spectate(Spectate::Late),
            ("spectate", Some("ec")) => Self::Spectate(Spectate::Ec),
            ("spectate", Some("dmo")) => Self::Spectate(Spectate::Dmo),
            ("commentators", None) => Self::Commentators,
            ("predictions", Some(asked)) => Self::Predictions(flag(asked)?),
            ("zone", None) => Self::Zone,
            ("found", None) => Self::Found(0),
            ("found", Some(menu)) => Self::Found(menu.parse().ok().filter(|menu| *menu > 0).ok_or(UnknownId)?),
            _ => return Err(UnknownId),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_read_back_to_what_they_were_made_from() {
        let game = || "a-game".to_owned();
        let pages = Page::IN_MENU.into_iter().map(|(page, ..)| page).chain([Page::Game(game())]);
        let others = [
            AtSetup::Go,
            AtSetup::HostRoles,
            AtSetup::Friendly(true),
            AtSetup::Friendly(false),
            AtSetup::PauseIdle(true),
            AtSetup::PauseIdle(false),
            AtSetup::Channels,
            AtSetup::Stands(Stands::Channel),
            AtSetup::Stands(Stands::Thread),
            AtSetup::Prompts(Prompts::Direct),
            AtSetup::Prompts(Prompts::Button),
            AtSetup::Games,
            AtSetup::OneGame,
            AtSetup::Presets(game()),
            AtSetup::Usual(game()),
            AtSetup::OwnValues(game()),
            AtSetup::Called,
            AtSetup::Results,
            AtSetup::Calendar(true),
            AtSetup::Spectators,
            AtSetup::Spectate(Spectate::Late),
            AtSetup::Spectate(Spectate::Ec),
            AtSetup::Spectate(Spectate::Dmo),
            AtSetup::Commentators,
            AtSetup::Predictions(true),
            AtSetup::Predictions(false),
            AtSetup::Zone,
            AtSetup::Found(0),
            AtSetup::Found(2),
        ];
        for at in pages.map(AtSetup::Show).chain(others) {
            let id = at.to_string();
            assert!(is_ours(&id) && id.len() <= 100, "{id}");
            assert_eq!(id.parse(), Ok(at));
        }
        for id in [
            "ds1",
            "ds1:",
            "ds1:show",
            "ds1:show:x",
            "ds1:friendly:yes",
            "ds1:hosts:1",
            "ds1:stands:air",
            "dm1:1:order",
        ] {
            assert_eq!(id.parse::<AtSetup>(), Err(UnknownId), "{id}");
        }
    }
}
