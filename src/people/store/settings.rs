//! The settings of a server.
//!
//! - They are stored as one JSON object. A missing or unreadable value counts as unset; an unreadable one is logged
//!   and stays unchanged.
//! - A change is one value: it is put into the current object in one transaction, so nothing else changes with it.

use std::collections::BTreeMap;

use parse_display::{Display, FromStr};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::game::family;
use crate::ids::{ChannelId, RoleId};
use crate::platform::sqlite::error::StoreError;

/// A server's settings; the default is a server without any.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a separate fact")]
pub struct Settings {
    /// The roles whose members are hosts, beside those who manage the server.
    pub host_roles: Vec<RoleId>,
    /// Whether anyone may open a friendly match.
    pub friendly: bool,
    /// Whether hosted matches are paused that nobody is at; friendly ones always are.
    pub pause_idle: bool,
    /// The channels for matches; everywhere if none is named.
    pub channels: Vec<ChannelId>,
    pub stands: Stands,
    pub prompts: Prompts,
    /// The games that are played here, by id; all if none is named.
    pub games: Vec<String>,
    /// The presets that a game is played with, by game; all where none is named.
    pub presets: BTreeMap<String, Vec<String>>,
    /// Values for new matches, by game and key.
    pub usual: BTreeMap<String, Map<String, Value>>,
    /// Its time zone's name: `Europe/Berlin`.
    pub timezone: String,
    /// The role that is notified when a match begins.
    pub called: Option<RoleId>,
    /// The channel for results.
    pub results: Option<ChannelId>,
    /// Whether matches with a start time are put into the server's calendar.
    pub calendar: bool,
    /// The spectators' channel, and their view of hosted matches.
    pub spectators: Option<ChannelId>,
    pub spectate: Spectate,
    /// The commentators' channel, with everything of hosted matches at once.
    pub commentators: Option<ChannelId>,
    /// Whether cards of hosted matches ask spectators who wins.
    pub predictions: bool,
}

/// The place of a match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Display, FromStr)]
#[serde(rename_all = "kebab-case")]
#[display(style = "kebab-case")]
pub enum Stands {
    /// In the channel itself.
    #[default]
    Channel,
    /// In the match's thread.
    Thread,
}

/// The place of players' prompts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Display, FromStr)]
#[serde(rename_all = "kebab-case")]
#[display(style = "kebab-case")]
pub enum Prompts {
    /// By direct message, and behind the channel's Order button.
    #[default]
    Direct,
    /// Behind the Order button alone.
    Button,
}

/// The spectators' view of a match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Display, FromStr)]
#[serde(rename_all = "kebab-case")]
#[display(style = "kebab-case")]
pub enum Spectate {
    /// Everything, each step once the next one is over.
    #[default]
    Late,
    /// As one player does.
    Ec,
    Dmo,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            host_roles: Vec::new(),
            friendly: true,
            pause_idle: true,
            channels: Vec::new(),
            stands: Stands::default(),
            prompts: Prompts::default(),
            games: Vec::new(),
            presets: BTreeMap::new(),
            usual: BTreeMap::new(),
            timezone: "UTC".to_owned(),
            called: None,
            results: None,
            calendar: false,
            spectators: None,
            spectate: Spectate::default(),
            commentators: None,
            predictions: true,
        }
    }
}

impl Settings {
    /// Whether matches may be played in a channel, or in a thread of it.
    pub fn plays_in(&self, channel: ChannelId, parent: Option<ChannelId>) -> bool {
        self.channels.is_empty() || self.channels.iter().any(|allowed| *allowed == channel || Some(*allowed) == parent)
    }

    /// Whether a game is played here.
    pub fn plays(&self, game: &str) -> bool {
        self.games.is_empty() || self.games.iter().any(|allowed| family(allowed) == family(game))
    }

    /// Whether a game that is played here is played with a preset.
    pub fn plays_with(&self, game: &str, preset: &str) -> bool {
        let allowed = self.presets.get(family(game)).filter(|allowed| !allowed.is_empty());
        allowed.is_none_or(|allowed| allowed.iter().any(|one| one == preset))
    }

    /// Reads what is kept, value by value where the whole cannot be read; tells what of it could not be.
    pub(crate) fn read(kept: &Map<String, Value>) -> (Self, Vec<(String, serde_json::Error)>) {
        let typed = |kept: &Map<String, Value>| serde_json::from_value::<Self>(Value::Object(kept.clone()));
        if let Ok(whole) = typed(kept) {
            return (whole, Vec::new());
        }
        let (mut sound, mut broken) = (Map::new(), Vec::new());
        for (key, value) in kept {
            match typed(&Map::from_iter([(key.clone(), value.clone())])) {
                Ok(_) => drop(sound.insert(key.clone(), value.clone())),
                Err(error) => broken.push((key.clone(), error)),
            }
        }
        (typed(&sound).unwrap_or_default(), broken)
    }
}

/// One value to be set.
#[derive(Clone, Debug, PartialEq)]
pub enum Setting {
    HostRoles(Vec<RoleId>),
    Friendly(bool),
    PauseIdle(bool),
    Channels(Vec<ChannelId>),
    Stands(Stands),
    Prompts(Prompts),
    Games(Vec<String>),
    Presets {
        game: String,
        allowed: Vec<String>,
    },
    /// Values that a game's matches begin with; others of the same game stay.
    Usual {
        game: String,
        set: Map<String, Value>,
    },
    /// A game's matches begin with its own values again.
    OwnValues(String),
    Timezone(String),
    Called(Option<RoleId>),
    Results(Option<ChannelId>),
    Calendar(bool),
    Spectators(Option<ChannelId>),
    Spectate(Spectate),
    Commentators(Option<ChannelId>),
    Predictions(bool),
}

impl Setting {
    /// Puts it into what is kept, and changes nothing else of that.
    pub(crate) fn put(self, kept: &mut Map<String, Value>) -> Result<(), StoreError> {
        let (key, value) = match self {
            Self::HostRoles(roles) => ("host_roles", json!(roles)),
            Self::Friendly(allowed) => ("friendly", json!(allowed)),
            Self::PauseIdle(paused) => ("pause_idle", json!(paused)),
            Self::Channels(channels) => ("channels", json!(channels)),
            Self::Stands(stands) => ("stands", json!(stands)),
            Self::Prompts(prompts) => ("prompts", json!(prompts)),
            Self::Games(games) => ("games", json!(games)),
            Self::Timezone(zone) => ("timezone", json!(zone)),
            Self::Called(role) => ("called", json!(role)),
            Self::Results(channel) => ("results", json!(channel)),
            Self::Calendar(kept) => ("calendar", json!(kept)),
            Self::Spectators(channel) => ("spectators", json!(channel)),
            Self::Spectate(spectate) => ("spectate", json!(spectate)),
            Self::Commentators(channel) => ("commentators", json!(channel)),
            Self::Predictions(asked) => ("predictions", json!(asked)),
            Self::Presets { game, allowed } => {
                within(kept, "presets")?.insert(family(&game).to_owned(), json!(allowed));
                return Ok(());
            }
            Self::Usual { game, set } => {
                within(within(kept, "usual")?, family(&game))?.extend(set);
                return Ok(());
            }
            Self::OwnValues(game) => {
                within(kept, "usual")?.remove(family(&game));
                return Ok(());
            }
        };
        kept.insert(key.to_owned(), value);
        Ok(())
    }
}

/// The object under a key. What stands there instead is nobody's to overwrite in passing.
fn within<'a>(kept: &'a mut Map<String, Value>, key: &str) -> Result<&'a mut Map<String, Value>, StoreError> {
    let inner = kept.entry(key).or_insert_with(|| json!({}));
    inner.as_object_mut().ok_or_else(|| StoreError::Row(format!("the setting `{key}` is no object")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn object(value: &Value) -> Map<String, Value> {
        value.as_object().unwrap().clone()
    }

    #[test]
    fn what_cannot_be_read_takes_nothing_else_with_it() {
        let mut kept =
            object(&json!({"friendly": "perhaps", "calendar": true, "later": [1], "usual": {"a": {"x": 1}}}));
        let (settings, broken) = Settings::read(&kept);
        assert_eq!(broken.iter().map(|(key, _)| key.as_str()).collect::<Vec<_>>(), ["friendly"]);
        assert!(settings.friendly && settings.calendar && settings.usual["a"]["x"] == 1);
        // Nor does a change of something else overwrite it.
        Setting::Usual { game: "b".to_owned(), set: object(&json!({"y": 2})) }.put(&mut kept).unwrap();
        Setting::Calendar(false).put(&mut kept).unwrap();
        let left =
            json!({"friendly": "perhaps", "calendar": false, "later": [1], "usual": {"a": {"x": 1}, "b": {"y": 2}}});
        assert_eq!(Value::Object(kept.clone()), left);
        Setting::Friendly(false).put(&mut kept).unwrap();
        assert!(!Settings::read(&kept).0.friendly && kept["later"] == json!([1]));
        let mut odd = object(&json!({"usual": "none"}));
        assert!(Setting::OwnValues("a".to_owned()).put(&mut odd).is_err());
        assert_eq!(odd["usual"], "none");
    }

    #[test]
    fn nothing_named_is_everything() {
        let mut settings = Settings::default();
        assert!(settings.plays_in(ChannelId(1), None) && settings.plays_with("a", "x"));
        settings.channels = vec![ChannelId(1)];
        assert!(settings.plays_in(ChannelId(2), Some(ChannelId(1))) && !settings.plays_in(ChannelId(2), None));
        settings.presets = BTreeMap::from([("a".to_owned(), vec!["x".to_owned()]), ("b".to_owned(), Vec::new())]);
        assert!(settings.plays_with("a", "x") && !settings.plays_with("a", "y") && settings.plays_with("b", "y"));
        settings.games = vec!["b".to_owned()];
        assert!(
            !settings.plays("a") && settings.plays("b") && settings.plays("b@1f") && settings.plays_with("b@1f", "y")
        );
    }
}
