//! The settings of a server.
//!
//! - Settings are stored as one JSON object. A missing or unreadable value counts as unset. Unreadable values are logged
//!   and stay stored.
//! - A change sets one value in the current object, in one transaction. All other values stay.

use std::collections::BTreeMap;

use parse_display::{Display, FromStr};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::game::family;
use crate::ids::{ChannelId, RoleId};
use crate::platform::sqlite::error::StoreError;

/// A server's settings. The default is a server that has set nothing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a separate fact")]
pub struct Settings {
    /// The roles whose members are hosts, in addition to members who manage the server.
    pub host_roles: Vec<RoleId>,
    /// Whether anyone may open a friendly match.
    pub friendly: bool,
    /// Whether idle hosted matches are paused. Idle friendly matches always are.
    pub pause_idle: bool,
    /// The channels for matches; empty is every channel.
    pub channels: Vec<ChannelId>,
    #[serde(rename = "stands")]
    pub match_place: MatchPlace,
    pub prompts: Prompts,
    /// The ids of the games that can be played; empty is all games.
    pub games: Vec<String>,
    /// The presets that can be played, by game; empty is all presets.
    pub presets: BTreeMap<String, Vec<String>>,
    /// Default option values for new matches, by game and key.
    pub usual: BTreeMap<String, Map<String, Value>>,
    /// The name of the chosen time zone: `Europe/Berlin`. Without a choice it is UTC.
    pub timezone: Option<String>,
    /// The role that is notified when a hosted match begins.
    #[serde(rename = "called")]
    pub notify_role: Option<RoleId>,
    /// The channel for results.
    pub results: Option<ChannelId>,
    /// Whether hosted matches with a start time are put into the server's calendar.
    pub calendar: bool,
    /// The spectators' channel for hosted matches, and the view shown there.
    pub spectators: Option<ChannelId>,
    pub spectate: Spectate,
    /// The commentators' channel, which shows everything about hosted matches immediately.
    pub commentators: Option<ChannelId>,
    /// Whether spectators can predict the winner on cards of hosted matches.
    pub predictions: bool,
}

/// The place of a match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Display, FromStr)]
#[serde(rename_all = "kebab-case")]
#[display(style = "kebab-case")]
pub enum MatchPlace {
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
    /// By direct message, and also behind the channel's Order button.
    #[default]
    Direct,
    /// Behind the channel's Order button only.
    Button,
}

/// The spectators' view of a match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Display, FromStr)]
#[serde(rename_all = "kebab-case")]
#[display(style = "kebab-case")]
pub enum Spectate {
    /// All information, one step late.
    #[default]
    Late,
    /// The view of one player.
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
            match_place: MatchPlace::default(),
            prompts: Prompts::default(),
            games: Vec::new(),
            presets: BTreeMap::new(),
            usual: BTreeMap::new(),
            timezone: None,
            notify_role: None,
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

    /// Whether a game can be played in the server.
    pub fn plays(&self, game: &str) -> bool {
        self.games.is_empty() || self.games.iter().any(|allowed| family(allowed) == family(game))
    }

    /// Whether a preset of a playable game can be played.
    pub fn plays_with(&self, game: &str, preset: &str) -> bool {
        let allowed = self.presets.get(family(game)).filter(|allowed| !allowed.is_empty());
        allowed.is_none_or(|allowed| allowed.iter().any(|one| one == preset))
    }

    /// Reads the stored object, value by value if it is not valid as a whole. Returns the unreadable values, too.
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

/// A setting with a few fixed values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Display, FromStr)]
#[serde(rename_all = "snake_case")]
#[display("{}:{0}", style = "kebab-case")]
pub enum Choice {
    Friendly(bool),
    PauseIdle(bool),
    #[serde(rename = "stands")]
    MatchPlace(MatchPlace),
    Prompts(Prompts),
    Calendar(bool),
    Spectate(Spectate),
    Predictions(bool),
}

impl Choice {
    pub(crate) const ALL: [Self; 15] = [
        Self::Friendly(false),
        Self::Friendly(true),
        Self::PauseIdle(false),
        Self::PauseIdle(true),
        Self::MatchPlace(MatchPlace::Thread),
        Self::MatchPlace(MatchPlace::Channel),
        Self::Prompts(Prompts::Button),
        Self::Prompts(Prompts::Direct),
        Self::Calendar(false),
        Self::Calendar(true),
        Self::Spectate(Spectate::Late),
        Self::Spectate(Spectate::Ec),
        Self::Spectate(Spectate::Dmo),
        Self::Predictions(false),
        Self::Predictions(true),
    ];

    /// Whether these settings have the value.
    pub(crate) fn is_set(self, settings: &Settings) -> bool {
        let (settings, value) = (json!(settings), json!(self));
        value.as_object().is_some_and(|value| value.iter().all(|(key, value)| settings[key] == *value))
    }
}

/// A change of one setting. The simple ones serialise to the stored object's key and value.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Setting {
    HostRoles(Vec<RoleId>),
    Channels(Vec<ChannelId>),
    Games(Vec<String>),
    Presets {
        game: String,
        allowed: Vec<String>,
    },
    /// Default option values of a game. Its other defaults stay.
    Usual {
        game: String,
        set: Map<String, Value>,
    },
    /// Removal of all defaults of a game.
    OwnValues(String),
    Timezone(String),
    #[serde(rename = "called")]
    NotifyRole(Option<RoleId>),
    Results(Option<ChannelId>),
    Spectators(Option<ChannelId>),
    Commentators(Option<ChannelId>),
    #[serde(untagged)]
    Choice(Choice),
}

impl Setting {
    /// Puts the value into the stored object, and changes nothing else.
    pub(crate) fn put(self, kept: &mut Map<String, Value>) -> Result<(), StoreError> {
        match self {
            Self::Presets { game, allowed } => {
                within(kept, "presets")?.insert(family(&game).to_owned(), json!(allowed));
            }
            Self::Usual { game, set } => within(within(kept, "usual")?, family(&game))?.extend(set),
            Self::OwnValues(game) => drop(within(kept, "usual")?.remove(family(&game))),
            simple => kept.extend(serde_json::from_value::<Map<_, _>>(json!(simple))?),
        }
        Ok(())
    }
}

/// Returns the object under a key, created if missing. Another kind of value is an error and is not overwritten.
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
        // A change of another setting does not overwrite the unreadable value.
        Setting::Usual { game: "b".to_owned(), set: object(&json!({"y": 2})) }.put(&mut kept).unwrap();
        Setting::Choice(Choice::Calendar(false)).put(&mut kept).unwrap();
        let left =
            json!({"friendly": "perhaps", "calendar": false, "later": [1], "usual": {"a": {"x": 1}, "b": {"y": 2}}});
        assert_eq!(Value::Object(kept.clone()), left);
        Setting::Choice(Choice::Friendly(false)).put(&mut kept).unwrap();
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
