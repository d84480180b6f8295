//! The object-safe form of a game: `dyn Game`, for code that must not be generic over it.

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use serde::Deserialize;
use serde_json::{Map, Value};

use super::play::{InPlay, happenings};
use super::ruleset::{InForce, lay_over};
use super::{
    About, BySeat, Contest, Happening, Key, Manual, Overrides, Page, Play, Preset, RulesPicture, Seat, Seed,
    SetupError, StartTerms,
};

/// The starting terms of a match of any game: a record's header without names.
#[derive(Clone, Debug)]
pub struct Terms {
    /// A preset's id; may be absent if the game has only one preset.
    pub preset: Option<String>,
    /// Values that replace the preset's.
    pub ruleset: Overrides,
    /// The seat that makes choices such as colours.
    pub advantage: Seat,
    /// The source of all randomness of the match.
    pub seed: Seed,
    /// The header's `setup` object.
    pub setup: Map<String, Value>,
    /// The items that each seat brings to the match.
    pub items: BySeat<Vec<String>>,
    /// Whether the match has a start time.
    pub timed: bool,
}

impl Default for Terms {
    fn default() -> Self {
        Self {
            preset: None,
            ruleset: Map::new(),
            advantage: Seat::Dmo,
            seed: Seed::default(),
            setup: Map::new(),
            items: BySeat::default(),
            timed: false,
        }
    }
}

/// A registered game. Every type that implements [`Manual`] is a game.
pub trait Game: Send + Sync {
    fn about(&self) -> About<'_>;
    /// The id and name of each preset, the default first.
    fn presets(&self) -> Vec<(&str, &str)>;
    /// The game in one sentence of at most 100 characters, as a preset has it.
    fn blurb(&self, _preset: Option<&str>) -> &str {
        self.about().blurb
    }
    /// The kind of a preset's matches. No preset, or an unknown one, means the first preset.
    fn contest(&self, preset: Option<&str>) -> Contest;
    /// The ruleset values in force under a preset and overrides, as data.
    ///
    /// # Errors
    /// An unknown preset, key or value.
    fn ruleset(&self, preset: Option<&str>, overrides: &Overrides) -> Result<Value, SetupError>;
    /// The rules for players under a preset and overrides.
    ///
    /// # Errors
    /// An unknown preset, key or value.
    fn page(&self, preset: Option<&str>, overrides: &Overrides) -> Result<Page, SetupError>;
    /// The picture for the rules page under a preset and overrides.
    ///
    /// # Errors
    /// An unknown preset, key or value.
    fn example(&self, preset: Option<&str>, overrides: &Overrides) -> Result<RulesPicture, SetupError>;
    /// The explanation of a kind of prompt for players in their first match, if the game has one.
    fn guide(&self, _prompt: &str) -> Option<&str> {
        None
    }
    /// The further explanations of a kind of prompt, for later prompts of the kind.
    fn further_guides(&self, _prompt: &str) -> Vec<&str> {
        Vec::new()
    }
    /// The rule behind a kind of public moment, for players in their first match, if the game has one.
    fn lesson(&self, _kind: &str) -> Option<&str> {
        None
    }
    /// The ruleset values that make a first match short; empty if the game has none.
    fn short(&self) -> Overrides {
        Overrides::new()
    }
    /// Measures generated boards under a preset and overrides. Returns pairs of name and figure; empty for games that generate no boards.
    ///
    /// # Errors
    /// An unknown preset, key or value.
    fn survey(&self, preset: &str, overrides: &Overrides, boards: u32) -> Result<Vec<(String, String)>, SetupError>;
    /// Opens a match, and returns the events of the set-up.
    ///
    /// # Errors
    /// The game cannot use the terms.
    fn open(&self, terms: &Terms) -> Result<(Box<dyn Play>, Vec<Happening>), SetupError>;
    /// Restores a match from the data of [`Play::save`].
    ///
    /// # Errors
    /// The data is not a state of this game.
    fn restore(&self, saved: &Value) -> Result<Box<dyn Play>, serde_json::Error>;

    /// The text of the file from which the game was loaded. Exported records contain it.
    fn file(&self) -> Option<&str> {
        None
    }

    /// The keys and descriptions of the secret texts that a host may add to the header's `setup`.
    fn brings(&self) -> Vec<(&str, &str)> {
        Vec::new()
    }

    fn id(&self) -> &str {
        self.about().id
    }

    fn name(&self) -> &str {
        self.about().name
    }

    fn version(&self) -> u32 {
        self.about().version
    }

    /// The keys of the ruleset in reading order, including those of every game.
    fn keys(&self) -> Vec<Key<'_>> {
        self.about().keys.iter().chain(&Key::COMMON).copied().collect()
    }

    /// A ruleset value as shown to people. An unknown key is shown unchanged.
    fn say_value(&self, key: &str, value: &Value) -> String {
        let known = self.keys().into_iter().find(|known| known.name == key);
        known.map_or_else(|| format!("{key}: {value}"), |known| known.say(value))
    }

    /// A ruleset value as people write it.
    fn write_value(&self, key: &str, value: &Value) -> String {
        let known = self.keys().into_iter().find(|known| known.name == key);
        known.map_or_else(|| value.to_string(), |known| known.written(value))
    }

    /// The presets' ids and titles; a preset's name in place of a title that presets share.
    fn variants(&self) -> Vec<(&str, String)> {
        let titled = |(id, name)| (id, name, self.title(Some(id)));
        let all: Vec<_> = self.presets().into_iter().map(titled).collect();
        let shared = |title: &String| all.iter().filter(|(_, _, other)| other == title).count() > 1;
        let named = |(id, name, title): &(_, &str, String)| {
            (*id, if shared(title) { (*name).to_owned() } else { title.clone() })
        };
        all.iter().map(named).collect()
    }

    /// The game's name under a preset; without a preset, under the first one.
    fn title(&self, preset: Option<&str>) -> String {
        let preset = preset.or_else(|| self.presets().first().map(|(id, _)| *id));
        self.page(preset, &Overrides::default()).map_or_else(|_| self.name().to_owned(), |page| page.title)
    }
}

/// A game of the program, or a loaded game, which lives until its last reference is dropped.
#[derive(Clone)]
pub enum GameRef {
    Brought(&'static dyn Game),
    Loaded(Arc<dyn Game>),
}

impl Deref for GameRef {
    type Target = dyn Game;

    fn deref(&self) -> &(dyn Game + 'static) {
        match self {
            Self::Brought(game) => *game,
            Self::Loaded(game) => &**game,
        }
    }
}

impl From<&'static dyn Game> for GameRef {
    fn from(game: &'static dyn Game) -> Self {
        Self::Brought(game)
    }
}

impl From<Arc<dyn Game>> for GameRef {
    fn from(game: Arc<dyn Game>) -> Self {
        Self::Loaded(game)
    }
}

impl fmt::Debug for GameRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("GameRef").field(&self.id()).finish()
    }
}

fn preset<G: Manual>(id: Option<&str>) -> Result<Preset<G::Ruleset>, SetupError> {
    let mut presets = G::presets();
    let ids = presets.iter().map(|preset| preset.id).collect::<Vec<_>>().join(", ");
    match id {
        None if presets.len() == 1 => Ok(presets.remove(0)),
        None => Err(SetupError::Header(format!("{} needs a `preset`: one of {ids}.", G::ABOUT.name))),
        Some(id) => presets
            .into_iter()
            .find(|preset| preset.id == id)
            .ok_or_else(|| SetupError::Header(format!("{} has no preset `{id}`; it has {ids}.", G::ABOUT.name))),
    }
}

fn in_force<G: Manual>(id: Option<&str>, overrides: &Overrides) -> Result<InForce<G::Ruleset>, SetupError> {
    lay_over(&preset::<G>(id)?.ruleset, G::ABOUT.keys, overrides)
}

impl<G: Manual> Game for G {
    fn about(&self) -> About<'_> {
        G::ABOUT
    }

    fn blurb(&self, preset: Option<&str>) -> &str {
        preset.map_or(G::ABOUT.blurb, G::blurb)
    }

    fn presets(&self) -> Vec<(&str, &str)> {
        G::presets().into_iter().map(|preset| (preset.id, preset.name)).collect()
    }

    fn contest(&self, preset: Option<&str>) -> Contest {
        let presets = G::presets();
        let named = presets.iter().find(|known| preset == Some(known.id));
        named.or(presets.first()).map(|preset| preset.contest).unwrap_or_default()
    }

    fn ruleset(&self, preset: Option<&str>, overrides: &Overrides) -> Result<Value, SetupError> {
        Ok(in_force::<G>(preset, overrides)?.values())
    }

    fn page(&self, preset: Option<&str>, overrides: &Overrides) -> Result<Page, SetupError> {
        let in_force = in_force::<G>(preset, overrides)?;
        let set = in_force.values();
        let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let set = set.as_object().into_iter().flatten().map(|(name, value)| (name.clone(), text(value)));
        let own = G::words(&in_force.game).into_iter().map(|(name, text)| (name.to_owned(), text));
        Ok(Page::read(G::RULES, &set.chain(own).collect()).expect("tests fill in the rules of every game"))
    }

    fn example(&self, preset: Option<&str>, overrides: &Overrides) -> Result<RulesPicture, SetupError> {
        G::example(&in_force::<G>(preset, overrides)?.game)
    }

    fn guide(&self, prompt: &str) -> Option<&str> {
        G::GUIDE.iter().find(|(named, _)| *named == prompt).map(|(_, words)| *words)
    }

    fn further_guides(&self, prompt: &str) -> Vec<&str> {
        G::GUIDE.iter().filter(|(named, _)| *named == prompt).map(|(_, words)| *words).skip(1).collect()
    }

    fn lesson(&self, kind: &str) -> Option<&str> {
        G::LESSONS.iter().find(|(named, _)| *named == kind).map(|(_, words)| *words)
    }

    fn short(&self) -> Overrides {
        G::SHORT.iter().map(|(key, value)| ((*key).to_owned(), (*value).into())).collect()
    }

    fn survey(&self, preset: &str, overrides: &Overrides, boards: u32) -> Result<Vec<(String, String)>, SetupError> {
        let ruleset = in_force::<G>(Some(preset), overrides)?.game;
        Ok(G::SURVEY.map(|survey| survey(&ruleset, boards)).unwrap_or_default())
    }

    fn open(&self, terms: &Terms) -> Result<(Box<dyn Play>, Vec<Happening>), SetupError> {
        let About { name, items, setup, .. } = G::ABOUT;
        let ruleset = in_force::<G>(terms.preset.as_deref(), &terms.ruleset)?.game;
        if items.is_empty() && terms.items.iter().any(|(_, items)| !items.is_empty()) {
            return Err(SetupError::Header(format!("{name} has no items; leave `items` out.")));
        }
        if setup.is_empty() && !terms.setup.is_empty() {
            return Err(SetupError::Setup(format!("{name} is always laid out alike; leave `setup` empty.")));
        }
        let (state, events) = G::start(&StartTerms {
            ruleset,
            advantage: terms.advantage,
            seed: terms.seed.clone(),
            setup: terms.setup.clone(),
            items: terms.items.clone(),
            timed: terms.timed,
        })?;
        Ok((Box::new(InPlay::<G>(state)), happenings(&events)))
    }

    fn restore(&self, saved: &Value) -> Result<Box<dyn Play>, serde_json::Error> {
        Ok(Box::new(InPlay::<G>(G::State::deserialize(saved)?)))
    }
}
