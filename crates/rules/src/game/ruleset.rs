//! The values a host may set, described once for records, command options, configuration and help.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::SetupError;

/// Values that replace a preset's, by key.
pub type Overrides = Map<String, Value>;

/// One value of a ruleset.
#[derive(Clone, Copy, Debug)]
pub struct Key {
    /// As written in records and options: `unit_s`.
    pub name: &'static str,
    /// What may be written there.
    pub kind: Kind,
    /// What it does, at most 100 characters.
    pub note: &'static str,
}

/// What a ruleset value may be.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// A whole number in a range, both ends included.
    Whole {
        /// The least.
        min: u64,
        /// The most.
        max: u64,
        /// `s`, or empty.
        unit: &'static str,
    },
    /// `true` or `false`.
    Flag,
    /// One of these words.
    Word(&'static [&'static str]),
    /// One of these words, or null for none.
    OptionalWord(&'static [&'static str]),
    /// JSON that the game checks itself.
    Data,
}

impl Key {
    /// A prompt's timer: whole seconds from 1 to a day.
    #[must_use]
    pub const fn timer(name: &'static str, note: &'static str) -> Self {
        Self { name, kind: Kind::Whole { min: 1, max: 86_400, unit: "s" }, note }
    }

    /// The key every game has: whether a private order may be replaced until it resolves.
    pub const PRIVATE_ORDERS: Self = Self {
        name: "private_orders",
        kind: Kind::Word(&["editable", "final"]),
        note: "Whether a private order may be changed until the step resolves",
    };

    /// What may be written for this key, in a few words: `a whole number from 1 to 86400`.
    #[must_use]
    pub fn allowed(&self) -> String {
        match self.kind {
            Kind::Whole { min, max, unit: "" } => format!("a whole number from {min} to {max}"),
            Kind::Whole { min, max, unit: "s" } => format!("a whole number of seconds from {min} to {max}"),
            Kind::Whole { min, max, unit } => format!("a whole number of {unit} from {min} to {max}"),
            Kind::Flag => "true or false".to_owned(),
            Kind::Word(words) => format!("one of {}", words.join(", ")),
            Kind::OptionalWord(words) => format!("one of {}, or null", words.join(", ")),
            Kind::Data => "JSON as the rules describe it".to_owned(),
        }
    }

    /// A value as people read it: `Time to choose a unit each round: 60 s`.
    #[must_use]
    pub fn say(&self, value: &Value) -> String {
        let note = self.note;
        let value = match (self.kind, value) {
            (_, Value::Bool(true)) => "yes".to_owned(),
            (_, Value::Bool(false)) => "no".to_owned(),
            (_, Value::Null) => "none".to_owned(),
            (_, Value::String(word)) if self.name == Self::PRIVATE_ORDERS.name => {
                let can = if word == "final" { "cannot" } else { "can" };
                return format!("A sealed order {can} be changed");
            }
            (_, Value::String(word)) => word.clone(),
            (Kind::Whole { unit, .. }, Value::Number(number)) => format!("{number} {unit}").trim_end().to_owned(),
            _ => "as the rules say".to_owned(),
        };
        format!("{note}: {value}")
    }

    /// Whether a value is allowed here; `Data` is left to the game.
    #[must_use]
    pub fn allows(&self, value: &Value) -> bool {
        match self.kind {
            Kind::Whole { min, max, .. } => value.as_u64().is_some_and(|n| (min..=max).contains(&n)),
            Kind::Flag => value.is_boolean(),
            Kind::Word(words) => value.as_str().is_some_and(|word| words.contains(&word)),
            Kind::OptionalWord(words) => value.is_null() || value.as_str().is_some_and(|word| words.contains(&word)),
            Kind::Data => true,
        }
    }

    /// Reads a value as a person writes it in an option: `90`, `true`, `final`, `null`, or JSON.
    ///
    /// # Errors
    /// A sentence that says what may be written.
    pub fn read(&self, text: &str) -> Result<Value, String> {
        let text = text.trim();
        let value = serde_json::from_str(text).unwrap_or_else(|_| Value::String(text.to_owned()));
        if self.allows(&value) { Ok(value) } else { Err(format!("`{}` takes {}.", self.name, self.allowed())) }
    }
}

/// Lays a record's overrides over a preset.
///
/// # Errors
/// [`SetupError::UnknownField`] for a key the game does not have, [`SetupError::Header`] for a value it does not take.
pub fn lay_over<R>(preset: &R, keys: &[Key], overrides: &Overrides) -> Result<R, SetupError>
where
    R: Serialize + DeserializeOwned,
{
    let mut values = serde_json::to_value(preset).expect("a ruleset is plain data");
    for (name, value) in overrides {
        let key = keys
            .iter()
            .find(|key| key.name == name)
            .ok_or_else(|| SetupError::UnknownField(format!("ruleset.{name}")))?;
        if !key.allows(value) {
            return Err(SetupError::Header(format!("`{name}` in the ruleset takes {}.", key.allowed())));
        }
        values[name.as_str()] = value.clone();
    }
    serde_json::from_value(values).map_err(|error| SetupError::Header(format!("The ruleset cannot be used: {error}.")))
}
