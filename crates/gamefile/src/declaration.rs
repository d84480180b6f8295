//! A file's declaration of its game: the arguments of `game(…)`.

use std::collections::{BTreeMap, BTreeSet};

use deathmatch_rules::game::{Key, Kind, Orders};
use deathmatch_spelling::meant;
use serde_json::{Map, Value as Json, json};

use crate::sanitise::clean;

/// The viewers of an entry of the state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Visibility {
    Public,
    /// In a dict by seat, each seat sees its own value.
    Owner,
    /// In a dict by seat, each seat sees the other seat's value.
    TheOther,
    Nobody,
}

impl Visibility {
    const ALL: [Self; 4] = [Self::Public, Self::Owner, Self::TheOther, Self::Nobody];

    /// The name that files use.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Public => "public",
            Self::Owner => "owner",
            Self::TheOther => "the_other",
            Self::Nobody => "nobody",
        }
    }
}

/// The arguments of `game(…)`.
#[derive(Clone, Debug)]
pub struct Declared {
    /// Letters, digits and hyphens, at most 20.
    pub id: String,
    /// At most 40 characters.
    pub name: String,
    /// The author's count, from 1.
    pub version: u32,
    /// The author or the source of the game.
    pub by: Option<String>,
    /// One sentence of at most 100 characters.
    pub blurb: String,
    /// In a file: a dict by name of `seconds(default, note)`, `whole(default, least, most, note)`, `choice(default, words, note)`,
    /// `flag(default, note)` and `reserve(default, note)`.
    pub options: Vec<Choosable>,
    /// In a file: a dict by the preset's id of the values that differ from the defaults; `name` is its title.
    pub presets: Vec<Preset>,
    /// The visibility of the state's entries, by name: `owner`, `the_other`, `nobody`; by default `public`.
    pub state: BTreeMap<String, Visibility>,
    /// The entries that stay hidden when the match is over: `forever(owner)`.
    pub forever: BTreeSet<String>,
    /// The entry of the state that decides the match: a number for each seat.
    pub score: Option<String>,
    /// The unit of the score, such as `chips`; by default the score's name.
    pub unit: String,
    /// The names and descriptions of the secret texts that a host may bring.
    pub brings: Vec<(String, String)>,
    /// `"open"`, `"sealed"` or `"both"`.
    pub orders: Orders,
    /// The predicate of "The player with the Advantage …", such as `chooses who begins`.
    pub advantage: Option<String>,
}

/// One option.
#[derive(Clone, Debug)]
pub struct Choosable {
    pub name: String,
    pub note: String,
    pub default: Json,
    pub range: Range,
}

#[derive(Clone, Debug)]
pub enum Range {
    Seconds,
    Whole(u64, u64),
    Words(Vec<String>),
    Flag,
    Reserve,
}

#[derive(Clone, Debug)]
pub struct Preset {
    pub id: String,
    pub name: String,
    pub values: Map<String, Json>,
}

impl Choosable {
    pub fn key(&self) -> Key<'_> {
        match &self.range {
            Range::Seconds => Key::timer(&self.name, &self.note),
            Range::Whole(min, max) => Key::new(&self.name, Kind::Whole { min: *min, max: *max, unit: "" }, &self.note),
            Range::Words(words) => Key::new(&self.name, Kind::Choice(words), &self.note),
            Range::Flag => Key::new(&self.name, Kind::Flag, &self.note),
            Range::Reserve => Key::reserve(&self.note),
        }
    }
}

const KNOWN: &[&str] = &[
    "id",
    "name",
    "version",
    "by",
    "blurb",
    "options",
    "presets",
    "state",
    "score",
    "unit",
    "orders",
    "advantage",
    "brings",
];

/// The most texts that a host may bring: a form has a field for each.
const BROUGHT: usize = 3;

type Said<'a> = &'a [(String, Json)];

impl Declared {
    /// Reads the arguments, in the order of the file; the error is a sentence.
    pub fn read(said: Said<'_>) -> Result<Self, String> {
        if let Some((name, _)) = said.iter().find(|(name, _)| !KNOWN.contains(&name.as_str())) {
            let meant = meant(name, KNOWN.iter().copied()).map_or_else(String::new, |meant| format!("; {meant}"));
            return Err(format!("`game` has no argument `{name}`{meant}; it has {}", KNOWN.join(", ")));
        }
        let find = |name: &str| said.iter().find(|(each, _)| each == name).map(|(_, value)| value);
        let text = |name: &str, most: usize| match find(name) {
            None | Some(Json::Null) => Ok(None),
            Some(Json::String(text)) if !text.trim().is_empty() && text.chars().count() <= most => {
                Ok(Some(clean(text.trim(), most)))
            }
            Some(Json::String(text)) => {
                let length = text.chars().count();
                Err(format!("`{name}` in `game` is a text of 1 to {most} characters; this one has {length}"))
            }
            Some(_) => Err(format!("`{name}` in `game` is a text of 1 to {most} characters")),
        };
        let needed = |name: &str, most| text(name, most)?.ok_or(format!("`game` needs `{name}=`, a text"));
        let id = needed("id", 20)?;
        if !id.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-') {
            return Err("`id` in `game` has lower-case letters, digits and hyphens: `flower-field`".to_owned());
        }
        let options = options(find("options"))?;
        let brings = brings(find("brings"), &options)?;
        let (state, forever) = state(find("state"))?;
        let score = text("score", 40)?;
        if let Some(score) = &score
            && state.get(score).is_some_and(|visibility| *visibility != Visibility::Public)
        {
            return Err(format!("the score is public: take `{score}` out of `state` in `game`"));
        }
        let version = match find("version") {
            None => 1,
            Some(version) => version
                .as_u64()
                .and_then(|version| u32::try_from(version).ok())
                .filter(|version| *version > 0)
                .ok_or("`version` in `game` is a number from 1")?,
        };
        let orders = match find("orders").map(|orders| orders.as_str()) {
            None | Some(Some("both")) => Orders::Both,
            Some(Some("open")) => Orders::Open,
            Some(Some("sealed")) => Orders::Sealed,
            Some(_) => return Err("`orders` in `game` is \"open\", \"sealed\" or \"both\"".to_owned()),
        };
        Ok(Self {
            id,
            name: needed("name", 40)?,
            version,
            by: text("by", 60)?,
            blurb: needed("blurb", 100)?,
            presets: presets(find("presets"), &options)?,
            options,
            brings,
            state,
            forever,
            unit: text("unit", 30)?.or_else(|| score.clone()).unwrap_or_default(),
            score,
            orders,
            advantage: text("advantage", 60)?,
        })
    }

    #[must_use]
    pub fn visibility(&self, name: &str) -> Visibility {
        self.state.get(name).copied().unwrap_or(Visibility::Public)
    }

    #[must_use]
    pub fn keys(&self) -> Vec<Key<'_>> {
        self.options.iter().map(Choosable::key).collect()
    }

    /// Returns all values of a preset, by default of the first; `None` if there is no such preset.
    #[must_use]
    pub fn values(&self, preset: Option<&str>) -> Option<Json> {
        let preset = match preset {
            Some(id) => self.presets.iter().find(|preset| preset.id == id)?,
            None => self.presets.first()?,
        };
        let mut values: Map<String, Json> =
            self.options.iter().map(|option| (option.name.clone(), option.default.clone())).collect();
        values.extend(preset.values.clone());
        Some(Json::Object(values))
    }
}

fn is_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.len() <= 30
        && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
}

fn options(said: Option<&Json>) -> Result<Vec<Choosable>, String> {
    let options = pairs(said).ok_or("`options` in `game` is a dict")?;
    if options.len() > 20 {
        return Err("`options` in `game` has more than 20 entries".to_owned());
    }
    options.into_iter().map(|(name, value)| option(name, value)).collect()
}

/// Returns the entries of a dict, which is stored as a list of pairs in the order of the file.
fn pairs(said: Option<&Json>) -> Option<Vec<(&String, &Json)>> {
    let Some(said) = said.filter(|said| !said.is_null()) else { return Some(Vec::new()) };
    said.as_array()?
        .iter()
        .map(|pair| match pair.as_array().map(Vec::as_slice) {
            Some([Json::String(name), value]) => Some((name, value)),
            _ => None,
        })
        .collect()
}

fn option(name: &str, value: &Json) -> Result<Choosable, String> {
    if Key::COMMON.iter().any(|key| key.name == name) {
        return Err(format!("every match has an option `{name}` already; call this one something else"));
    }
    if !is_name(name) || ["seat", "opt"].contains(&name) {
        return Err(format!("an option cannot be called `{name}`; use lower-case letters, digits and `_`"));
    }
    let number = |field: &str| value[field].as_u64().ok_or(format!("the option `{name}` needs whole numbers from 0"));
    let range = match value["kind"].as_str() {
        Some("seconds") => Range::Seconds,
        Some("whole") => Range::Whole(number("least")?, number("most")?),
        Some("choice") => {
            let words: Option<Vec<_>> = value["words"]
                .as_array()
                .and_then(|words| words.iter().map(|word| word.as_str().map(str::to_owned)).collect());
            Range::Words(words.ok_or(format!("the option `{name}` needs a list of texts"))?)
        }
        Some("flag") => Range::Flag,
        Some("reserve") if name == Key::RESERVE => Range::Reserve,
        Some("reserve") => return Err(format!("a reserve is called `{}`, not `{name}`", Key::RESERVE)),
        _ => return Err(format!("the option `{name}` is made by seconds, whole, choice, flag or reserve")),
    };
    let note = value["note"].as_str().filter(|note| !note.is_empty() && note.chars().count() <= 100);
    let note = clean(note.ok_or(format!("the option `{name}` needs a note of at most 100 characters"))?, 100);
    let option = Choosable { name: name.to_owned(), note, default: value["default"].clone(), range };
    if !option.key().allows(&option.default) {
        return Err(format!("the option `{name}` takes {}, which its default is not", option.key().allowed()));
    }
    Ok(option)
}

fn brings(said: Option<&Json>, options: &[Choosable]) -> Result<Vec<(String, String)>, String> {
    let said = pairs(said).filter(|texts| texts.len() <= BROUGHT);
    let said = said.ok_or(format!("`brings` in `game` is a dict of at most {BROUGHT} entries"))?;
    let text = |(name, note): (&String, &Json)| {
        let taken = ["seat", "opt", "seed", "values", "sealed", "advantage"].contains(&name.as_str())
            || options.iter().any(|option| option.name == *name);
        if !is_name(name) || taken {
            return Err(format!("what the host brings cannot be called `{name}`; use another name, in lower case"));
        }
        let note = note.as_str().filter(|note| !note.is_empty() && note.chars().count() <= 100);
        let note = note.ok_or(format!("`{name}` in `brings` needs a note of at most 100 characters"))?;
        Ok((name.clone(), clean(note, 100)))
    };
    said.into_iter().map(text).collect()
}

fn presets(said: Option<&Json>, options: &[Choosable]) -> Result<Vec<Preset>, String> {
    let said = pairs(said).filter(|presets| presets.len() <= 12);
    let said = said.ok_or("`presets` in `game` is a dict of at most 12 entries")?;
    if said.is_empty() {
        return Ok(vec![Preset { id: "standard".to_owned(), name: "Standard".to_owned(), values: Map::new() }]);
    }
    let preset = |(id, values): (&String, &Json)| {
        let mut values = values.as_object().cloned().ok_or(format!("the preset `{id}` is a dict"))?;
        if id.is_empty()
            || id.len() > 30
            || !id.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
        {
            return Err(format!("a preset cannot be called `{id}`; use lower-case letters, digits and hyphens"));
        }
        let title = values.remove("name").and_then(|name| name.as_str().map(|name| clean(name, 40)));
        for (name, value) in &values {
            let option = options.iter().find(|option| option.name == *name);
            let option = option.ok_or(format!("the preset `{id}` sets `{name}`, which is no option"))?;
            if !option.key().allows(value) {
                return Err(format!("the preset `{id}` sets `{name}`, which takes {}", option.key().allowed()));
            }
        }
        Ok(Preset { name: title.unwrap_or_else(|| capitalised(id)), id: id.clone(), values })
    };
    said.into_iter().map(preset).collect()
}

fn capitalised(id: &str) -> String {
    let mut words = id.replace('-', " ");
    if let Some(first) = words.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    words
}

/// The word that `forever` adds to a visibility.
const FOREVER: &str = " forever";

/// Reads who sees the entries of the state, and which of them stay hidden after the match.
fn state(said: Option<&Json>) -> Result<(BTreeMap<String, Visibility>, BTreeSet<String>), String> {
    let said = pairs(said).ok_or("`state` in `game` is a dict from names to who sees them")?;
    let lasting = |(_, value): &&(&String, &Json)| value.as_str().is_some_and(|seen| seen.ends_with(FOREVER));
    let forever = said.iter().filter(lasting).map(|(name, _)| (*name).clone()).collect();
    let entry = |(name, value): (&String, &Json)| {
        let word = value.as_str().map(|seen| seen.trim_end_matches(FOREVER));
        let seen = Visibility::ALL.into_iter().find(|seen| word == Some(seen.word()));
        let seen = seen.ok_or(format!("`{name}` in `state` is public, owner, the_other or nobody"))?;
        if name == "stage" && seen != Visibility::Public {
            return Err("the stage is public".to_owned());
        }
        Ok((name.clone(), seen))
    };
    Ok((said.into_iter().map(entry).collect::<Result<_, String>>()?, forever))
}

/// Returns `opt` for the script: the match's options, and the lines of the host's secret texts.
pub fn opt(values: &Json, brought: &BTreeMap<String, String>, declared: &Declared) -> Json {
    let own = declared.options.iter().map(|option| (option.name.clone(), values[option.name.as_str()].clone()));
    let texts = declared.brings.iter().map(|(name, _)| {
        let lines = brought
            .get(name)
            .map(|text| text.lines().map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>());
        (name.clone(), json!(lines))
    });
    json!(own.chain(texts).collect::<Map<String, Json>>())
}
