//! Loads a file into a game.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::{Arc, OnceLock};

use deathmatch_rules::game::{
    About, Contest, Game, Happening, Key, Overrides, Page, Play, RulesPicture, SetupError, Terms, UnknownName, Viewer,
    lay_over,
};
use deathmatch_script::{Host, Limits, Machine, Outcome, Program, Value};
use deathmatch_spelling::meant;
use serde_json::{Map, Value as Json};
use sha2::{Digest, Sha256};

use crate::declaration::Declared;
use crate::play::{Fixed, ScriptPlay};
use crate::{EDITION, Error, rules_markdown};

const LIBRARY: &str = include_str!("library.py");

/// Functions of this crate that a file can call.
const FUNCTIONS: &[&str] = &["game", "ask", "ask_both", "race", "rest", "say", "story", "win", "no_result", "refuse"];

/// The preset under which a player's first match is played.
const SHORT: &str = "short";
/// The functions of chance, before their names.
const RANDOM: &str = "random.";
/// Fuel for the file's top level.
const LOADING: u64 = 2_000_000;

/// The most characters of a host's secret text: the limit of a form's field.
const LONGEST_BROUGHT: usize = 4_000;

/// The number of characters of the hash in a game's id.
const HASHED: usize = 32;

/// A game loaded from a file.
#[derive(Debug)]
pub struct Loaded {
    id: String,
    pub(crate) declared: Declared,
    /// The file's name in errors.
    name: String,
    source: Arc<str>,
    rules: String,
    examples: Json,
    pub(crate) program: Program,
    /// The machine after the file's top level has run.
    pub(crate) ready: Machine,
    pub(crate) play: Value,
    pub(crate) scene: Option<Value>,
    pub(crate) worth: Option<Value>,
    pub(crate) imagine: Option<Value>,
    pub(crate) step_cost: OnceLock<u64>,
}

impl Loaded {
    /// Reads a file. `name` is the file's name in errors.
    ///
    /// # Errors
    /// The first error in the file, with its line.
    pub fn read(name: &str, source: &str) -> Result<Arc<Self>, Error> {
        let host = Host {
            functions: FUNCTIONS.iter().map(|&name| name.to_owned()).collect(),
            library: LIBRARY.to_owned(),
            ..Host::default()
        };
        let program = Program::compile_for(name, source, &host)?;
        let limits = Limits { memory: 4 << 20, garbage: 64 << 10, ..Limits::default() };
        let mut machine = Machine::new(&program, limits, [0; 32])?;
        let declared = declaration(&mut machine, name, source)?;
        machine.freeze();
        let text = |name: &str| machine.global(name).and_then(|value| machine.text(value)).map(str::to_owned);
        let function = |name: &str| machine.global(name).filter(|value| matches!(value, Value::Function(_)));
        let play = function("play")
            .ok_or_else(|| Error::new(format!("{name}: the file has no function `play(s, opt, random)`")))?;
        let (scene, worth, imagine) = (function("scene"), function("worth"), function("imagine"));
        let rules = text("RULES").ok_or_else(|| Error::new(format!("{name}: the file has no text `RULES`")))?;
        let examples = match machine.global("EXAMPLES") {
            None => Json::Array(Vec::new()),
            Some(examples) => machine.json(examples, LOADING)?,
        };
        let loaded = Self {
            id: format!("{}@{}", declared.id, &hash(source)[..HASHED]),
            rules: rules_markdown::markdown(&declared, &rules),
            declared,
            name: name.to_owned(),
            source: source.into(),
            examples,
            program,
            ready: machine,
            play,
            scene,
            worth,
            imagine,
            step_cost: OnceLock::new(),
        };
        if let Err(UnknownName(unknown)) = loaded.page_of(&loaded.values(None, &Overrides::new()).unwrap_or_default()) {
            let text = source.find("RULES").unwrap_or_default();
            let at =
                [format!("{{{unknown}}}"), format!("[{unknown}")].iter().find_map(|name| source[text..].find(name));
            let known = loaded.declared.keys();
            let meant = meant(&unknown, known.iter().map(|key| key.name));
            let meant = meant.map_or_else(String::new, |meant| format!("; {meant}"));
            let wrong = format!("`{unknown}` in `RULES` is no option{meant}");
            return Err(deathmatch_script::Error::at(name, source, text + at.unwrap_or_default(), wrong).into());
        }
        Ok(Arc::new(loaded))
    }

    /// Reads the file of this name, stored or embedded in a record; see [`games::read_with`](deathmatch_rules::games::read_with).
    ///
    /// # Errors
    /// The error in the file.
    pub fn brought(name: &str, source: &str) -> Result<Arc<dyn Game>, String> {
        Self::read(name, source).map(|loaded| loaded.game()).map_err(|error| error.to_string())
    }

    #[must_use]
    pub const fn declared(&self) -> &Declared {
        &self.declared
    }

    #[must_use]
    pub fn source(&self) -> &str {
        &self.source
    }

    /// SHA-256 of the file's text, in hexadecimal digits; the game's id ends with the first of them.
    #[must_use]
    pub fn hash(&self) -> String {
        hash(&self.source)
    }

    /// The file's `EXAMPLES`, as data.
    #[must_use]
    pub const fn examples(&self) -> &Json {
        &self.examples
    }

    /// Lines on which statements begin.
    #[must_use]
    pub fn statement_lines(&self) -> Vec<u32> {
        self.program.statement_lines()
    }

    /// Returns those of these texts that were cut: they end with `…`, which the file does not contain.
    pub(crate) fn cut(&self, texts: impl Iterator<Item = String>) -> impl Iterator<Item = String> {
        let has_ellipses = self.source.contains('…');
        texts.filter(move |text| !has_ellipses && text.ends_with('…'))
    }

    /// Places an error about a picture: where `scene` has its first backticked word as a text, or at `scene`.
    pub(crate) fn in_scene(&self, wrong: &str) -> String {
        let Some(scene) = self.source.find("def scene") else { return format!("{}: {wrong}", self.name) };
        let quoted =
            |word: &str| ["\"", "'"].iter().find_map(|mark| self.source[scene..].find(&format!("{mark}{word}{mark}")));
        let at = scene + wrong.split('`').nth(1).and_then(quoted).unwrap_or_default();
        deathmatch_script::Error::at(&self.name, &self.source, at, wrong).to_string()
    }

    /// Returns the host's secret texts from a header's set-up.
    fn texts(&self, setup: &Map<String, Json>) -> Result<BTreeMap<String, String>, SetupError> {
        let text = |(name, text): (&String, &Json)| {
            if !self.declared.brings.iter().any(|(known, _)| known == name) {
                let known: Vec<_> = self.declared.brings.iter().map(|(name, _)| format!("`{name}`")).collect();
                let takes = if known.is_empty() { "nothing".to_owned() } else { known.join(" and ") };
                let wrong = format!("A host brings {takes} to {}; take `{name}` out.", self.declared.name);
                return Err(SetupError::Setup(wrong));
            }
            let fits = |text: &&str| !text.trim().is_empty() && text.chars().count() <= LONGEST_BROUGHT;
            let text = text.as_str().filter(fits).ok_or_else(|| {
                SetupError::Setup(format!("`{name}` is a text of 1 to {LONGEST_BROUGHT} characters."))
            })?;
            Ok((name.clone(), text.to_owned()))
        };
        let texts = SetupError::all(setup.iter().filter(|(name, _)| *name != "sealed").map(text))?;
        Ok(texts.into_iter().collect())
    }

    fn values(&self, preset: Option<&str>, overrides: &Overrides) -> Result<Json, SetupError> {
        let known = || self.presets().iter().map(|(id, _)| (*id).to_owned()).collect::<Vec<_>>().join(", ");
        let own = self.declared.values(preset).ok_or_else(|| {
            let (name, id) = (&self.declared.name, preset.unwrap_or_default());
            SetupError::Header(format!("{name} has no preset `{id}`; it has {}.", known()))
        })?;
        Ok(lay_over(&own, &self.declared.keys(), overrides)?.values())
    }
}

/// Whether a game's id is that of a file with this text.
#[must_use]
pub fn is_file_of(id: &str, source: &str) -> bool {
    id.rsplit_once('@').is_some_and(|(name, end)| !name.is_empty() && end == &hash(source)[..HASHED])
}

/// SHA-256 in hexadecimal digits.
fn hash(source: &str) -> String {
    Sha256::digest(source.as_bytes()).iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// Places an error in a call of `game` at the first of its backticked words that the call names, as an argument or a key.
fn placed(error: deathmatch_script::Error, name: &str, source: &str) -> deathmatch_script::Error {
    let lines = source.split_inclusive('\n').take(error.line.saturating_sub(1) as usize);
    let call: usize = lines.map(str::len).sum();
    let inside = &source[call..];
    let is_named = |at: usize, word: &str| {
        let behind = inside[at + word.len()..].trim_start();
        let starts = !inside[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
        starts && (behind.starts_with('=') || behind.starts_with(['"', '\'']))
    };
    let words = error.message.split('`').skip(1).step_by(2);
    let at = words
        .filter(|word| !word.is_empty())
        .find_map(|word| inside.match_indices(word).map(|(at, _)| at).find(|at| is_named(*at, word)));
    match at {
        Some(at) => deathmatch_script::Error::at(name, source, call + at, error.message),
        None => error,
    }
}

/// Runs the file's top level, which calls `game` once.
fn declaration(machine: &mut Machine, name: &str, source: &str) -> Result<Declared, Error> {
    let mut declared = None;
    loop {
        match machine.run(LOADING) {
            Outcome::Done(_) => return declared.ok_or_else(|| Error::new("the file does not call `game(…)`")),
            Outcome::Fault(error) => return Err(error.into()),
            Outcome::Asks(ask) if &*ask.name == "game" && declared.is_none() && ask.args.is_empty() => {
                let mut said = Vec::new();
                for (argument, value) in &ask.named {
                    let value = match machine.entries(*value) {
                        Some(entries) => {
                            let mut pairs = Vec::new();
                            for (key, value) in entries {
                                let pair = [machine.json(key, LOADING)?, machine.json(value, LOADING)?];
                                pairs.push(Json::Array(pair.to_vec()));
                            }
                            Json::Array(pairs)
                        }
                        None => machine.json(*value, LOADING)?,
                    };
                    said.push((argument.to_string(), value));
                }
                match Declared::read(&said) {
                    Ok(read) => declared = Some(read),
                    Err(wrong) => return Err(placed(machine.fail(wrong, None), name, source).into()),
                }
                machine.answer(Value::None);
            }
            Outcome::Asks(ask) if &*ask.name == "game" => {
                let wrong = "`game` is called once, with arguments that have names: `game(id=\"duel\", …)`";
                return Err(machine.fail(wrong, None).into());
            }
            Outcome::Asks(ask) => {
                return Err(machine.fail(format!("`{}` belongs into `play`", ask.name), None).into());
            }
        }
    }
}

/// A shared handle of a loaded game, which implements [`Game`].
#[derive(Clone, Debug)]
pub(crate) struct Shared(pub Arc<Loaded>);

impl Loaded {
    /// Returns the game in a box.
    #[must_use]
    pub fn boxed(self: &Arc<Self>) -> Box<dyn Game> {
        Box::new(Shared(Arc::clone(self)))
    }

    /// The game for tables and registries.
    #[must_use]
    pub fn game(self: &Arc<Self>) -> Arc<dyn Game> {
        Arc::new(Shared(Arc::clone(self)))
    }

    /// Whether the file calls a function of `random`.
    fn draws(&self) -> bool {
        let names = |at: usize| self.source[at..].chars().nth(RANDOM.len()).is_some_and(char::is_alphabetic);
        self.source.match_indices(RANDOM).any(|(at, _)| names(at))
    }

    pub(crate) fn presets(&self) -> Vec<(&str, &str)> {
        self.declared.presets.iter().map(|preset| (preset.id.as_str(), preset.name.as_str())).collect()
    }

    pub(crate) fn page(&self, preset: Option<&str>, overrides: &Overrides) -> Result<Page, SetupError> {
        let values = self.values(preset, overrides)?;
        self.page_of(&values).map_err(|unknown| SetupError::Header(unknown.to_string()))
    }

    fn page_of(&self, values: &Json) -> Result<Page, UnknownName> {
        let text = |value: &Json| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let values = values.as_object().into_iter().flatten().map(|(name, value)| (name.clone(), text(value)));
        Page::read(&self.rules, &values.collect())
    }
}

impl Game for Shared {
    fn brings(&self) -> Vec<(&str, &str)> {
        self.0.declared.brings.iter().map(|(name, note)| (name.as_str(), note.as_str())).collect()
    }

    fn file(&self) -> Option<&str> {
        Some(&self.0.source)
    }

    fn about(&self) -> About<'_> {
        let declared = &self.0.declared;
        About {
            version: EDITION,
            by: Some(declared.by.as_deref().unwrap_or("an unknown author")),
            orders: declared.orders,
            has_hidden_chance: self.0.draws(),
            advantage: declared.advantage.as_deref(),
            queries: &[("board", "the picture in words")],
            shown_after_end: Viewer::Truth,
            ..About::new(&self.0.id, &declared.name, &declared.blurb)
        }
    }

    fn keys(&self) -> Vec<Key<'_>> {
        self.0.declared.keys().into_iter().chain(Key::COMMON).collect()
    }

    fn presets(&self) -> Vec<(&str, &str)> {
        self.0.presets()
    }

    fn contest(&self, _preset: Option<&str>) -> Contest {
        Contest::DeathMatch
    }

    fn ruleset(&self, preset: Option<&str>, overrides: &Overrides) -> Result<Json, SetupError> {
        self.0.values(preset, overrides)
    }

    fn page(&self, preset: Option<&str>, overrides: &Overrides) -> Result<Page, SetupError> {
        self.0.page(preset, overrides)
    }

    fn short(&self) -> Overrides {
        let short = self.0.declared.presets.iter().find(|preset| preset.id == SHORT);
        short.map(|preset| preset.values.clone()).unwrap_or_default()
    }

    fn example(&self, preset: Option<&str>, overrides: &Overrides) -> Result<RulesPicture, SetupError> {
        let terms = Terms { preset: preset.map(str::to_owned), ruleset: overrides.clone(), ..Terms::default() };
        let (play, _) = self.open(&terms)?;
        let sight = play.sight(Viewer::Public);
        Ok(RulesPicture { scene: sight.scene(), words: sight.describe() })
    }

    fn survey(&self, _preset: &str, _overrides: &Overrides, _boards: u32) -> Result<Vec<(String, String)>, SetupError> {
        Ok(Vec::new())
    }

    fn open(&self, terms: &Terms) -> Result<(Box<dyn Play>, Vec<Happening>), SetupError> {
        if terms.items.iter().any(|(_, items)| !items.is_empty()) {
            return Err(SetupError::Header(format!("{} has no items; leave `items` out.", self.name())));
        }
        let brought = self.0.texts(&terms.setup)?;
        let values = self.0.values(terms.preset.as_deref(), &terms.ruleset)?;
        let fixed = Fixed { values, brought, advantage: terms.advantage, seed: terms.seed.clone() };
        let (play, told) = ScriptPlay::open(&self.0, fixed);
        match play.fault() {
            Some(_) if play.refused().is_some() => {
                Err(SetupError::Setup(play.refused().unwrap_or_default().to_owned()))
            }
            Some(fault) => Err(SetupError::Setup(format!("The game's file has a fault.\n{fault}"))),
            None => Ok((Box::new(play), told)),
        }
    }

    fn restore(&self, saved: &Json) -> Result<Box<dyn Play>, serde_json::Error> {
        Ok(Box::new(ScriptPlay::restore(&self.0, saved)?))
    }
}
