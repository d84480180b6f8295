//! The values that a host may set, described once for records, command options, configuration and help.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{ClosingTime, Orders, QuietHours, SetupError, parse_duration, plain};

/// Values that replace those of a preset, by key.
pub type Overrides = Map<String, Value>;

/// The word for no quiet hours or closing time: null in records.
const NONE: &str = "none";
/// The word for a choice that the kind of match or the preset makes: null in records.
const USUAL: &str = "usual";

/// One value of a ruleset.
#[derive(Clone, Copy, Debug)]
pub struct Key<'a> {
    /// The name in records and options: `unit_s`.
    pub name: &'a str,
    /// The allowed values.
    pub kind: Kind<'a>,
    /// The effect, at most 100 characters.
    pub note: &'a str,
    /// Phrases for values; the first match counts. Each is a value, or `*` for any value, and words with `*` for the value: `* s for each
    /// order`. Without a match, the note is used.
    pub said: &'a [(&'a str, &'a str)],
}

/// The kind of a ruleset value.
#[derive(Clone, Copy, Debug)]
pub enum Kind<'a> {
    /// A whole number in a range, both ends included.
    Whole {
        /// The smallest value.
        min: u64,
        /// The largest value.
        max: u64,
        /// The unit, `s` or empty.
        unit: &'a str,
    },
    /// `true` or `false`.
    Flag,
    /// One of these words.
    Word(&'a [&'a str]),
    /// One of these words of a loaded game.
    Choice(&'a [String]),
    /// One of these words, or null for the usual.
    OptionalWord(&'a [&'a str]),
    /// [`QuietHours`], or null for none.
    Hours,
    /// [`ClosingTime`], or null for none.
    TimeOfDay,
    /// JSON that the game checks itself.
    Data,
}

/// Whether a private order may be replaced until its step resolves. The table enforces this in every game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PrivateOrders {
    #[default]
    Editable,
    /// The first order is final.
    Final,
}

/// The agreements that the two players may make. The service enforces them in every game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Agreements {
    #[default]
    Nothing,
    /// Pause the match, resume it from such a pause, or add time to all clocks.
    Pause,
    /// As [`Self::Pause`], or call the match off.
    PauseEnd,
    /// As [`Self::PauseEnd`], or undo a public move.
    All,
}

impl Agreements {
    /// The agreements that a match's ruleset allows. By default, friendly matches can be paused and called off.
    #[must_use]
    pub fn of(ruleset: &Overrides, friendly: bool) -> Self {
        let set = ruleset.get(Key::AGREE.name).and_then(|value| serde_json::from_value(value.clone()).ok()).flatten();
        set.unwrap_or(if friendly { Self::PauseEnd } else { Self::Nothing })
    }

    /// The agreements as shown, in a game with these orders; `None` if nothing is allowed.
    #[must_use]
    pub const fn words(self, orders: Orders) -> Option<&'static str> {
        match (self, orders) {
            (Self::Nothing, _) => None,
            (Self::Pause, _) => Some("pause, or take more time"),
            (Self::PauseEnd, _) | (Self::All, Orders::Sealed) => Some("pause, take more time, or call it off"),
            (Self::All, Orders::Open) => Some("pause, take more time, undo a move, or call it off"),
            (Self::All, Orders::Both) => Some("pause, take more time, undo an open move, or call it off"),
        }
    }
}

/// A number of seconds in words: `90 s`, `15 min`, `1 h 30 min`.
fn time(s: u64) -> String {
    if s < 120 {
        return format!("{s} s");
    }
    let parts = [(s / 3_600, "h"), (s / 60 % 60, "min"), (s % 60, "s")];
    let parts = parts.iter().filter(|(count, _)| *count > 0).map(|(count, unit)| format!("{count} {unit}"));
    parts.collect::<Vec<_>>().join(" ")
}

impl Key<'static> {
    /// The table's key for [`PrivateOrders`], in every game.
    pub const PRIVATE_ORDERS: Self = Self::new(
        "private_orders",
        Kind::Word(&["editable", "final"]),
        "Whether a private order may be changed until the step resolves",
    )
    .said(&[("final", "A sealed order cannot be changed"), ("*", "A sealed order can be changed")]);

    /// The key for [`Agreements`], in every game.
    pub const AGREE: Self = Self::new(
        "agree",
        Kind::OptionalWord(&["nothing", "pause", "pause-end", "all"]),
        "What both players may do if they agree; usual: pause or end in friendly matches, else nothing",
    )
    .said(&[
        ("usual", "Friendly: players who agree can pause, take more time, or call it off; hosted: nothing"),
        ("nothing", "The players decide nothing together"),
        ("pause", "Players who agree can pause, or take more time"),
        ("pause-end", "Players who agree can pause, take more time, or call it off"),
        ("all", "Players who agree can pause, take more time, call it off, or undo a move that everyone saw"),
    ]);

    /// The table's key for [`QuietHours`], in every game.
    pub const QUIET: Self =
        Self::new("quiet", Kind::Hours, "Hours of the day in which no time runs out: 22:00-08:00; none: no such hours")
            .said(&[("none", "No quiet hours"), ("*", "Quiet hours *: no time runs out in them")]);

    /// The key for the seconds by which each player can lengthen one step of the match, in every game. The service enters them as the host
    /// action `extend`.
    pub const MORE_TIME: Self = Self::new(
        "more_time_s",
        Kind::Whole { min: 0, max: 86_400, unit: "s" },
        "Extra time that each player can take once a match, without asking a host; 0: none",
    )
    .said(&[("0", "More time only from a host"), ("*", "Each player can take * s more once")]);

    /// The table's key for [`ClosingTime`], in every game.
    pub const CLOSES: Self = Self::new(
        "closes_at",
        Kind::TimeOfDay,
        "Time of day at which steps close, after their own time: 21:00; none: at any time",
    )
    .said(&[("none", "Steps close at any time"), ("*", "Steps close at * each day, after their own time")]);

    /// The keys of every game.
    pub const COMMON: [Self; 5] = [Self::PRIVATE_ORDERS, Self::AGREE, Self::QUIET, Self::CLOSES, Self::MORE_TIME];

    /// The name of the key made by [`Key::reserve`].
    pub const RESERVE: &str = "reserve_s";
}

impl<'a> Key<'a> {
    /// A key without phrases.
    #[must_use]
    pub const fn new(name: &'a str, kind: Kind<'a>, note: &'a str) -> Self {
        Self { name, kind, note, said: &[] }
    }

    /// The key of a prompt's time: 1 second to 1 day.
    #[must_use]
    pub const fn timer(name: &'a str, note: &'a str) -> Self {
        Self::new(name, Kind::Whole { min: 1, max: 86_400, unit: "s" }, note)
    }

    /// Whether the key is a timer.
    #[must_use]
    pub fn is_timer(&self) -> bool {
        matches!(self.kind, Kind::Whole { min: 1, unit: "s", .. })
    }

    /// Sets the phrases for the key's values.
    #[must_use]
    pub const fn said(self, said: &'a [(&'a str, &'a str)]) -> Self {
        Self { said, ..self }
    }

    /// The table's key for each player's reserve for the whole match, in games whose asks use it.
    #[must_use]
    pub const fn reserve(note: &'a str) -> Self {
        Self::new(Key::RESERVE, Kind::Whole { min: 0, max: 86_400, unit: "s" }, note)
    }

    /// The allowed values of this key, in a few words: `a whole number from 1 to 86400`.
    #[must_use]
    pub fn allowed(&self) -> String {
        match self.kind {
            Kind::Whole { min, max, unit: "" } => format!("a whole number from {min} to {max}"),
            Kind::Whole { min, max, unit: "s" } => format!("a whole number of seconds from {min} to {max}"),
            Kind::Whole { min, max, unit } => format!("a whole number of {unit} from {min} to {max}"),
            Kind::Flag => "true or false".to_owned(),
            Kind::Word(words) => format!("one of {}", words.join(", ")),
            Kind::Choice(words) => format!("one of {}", words.join(", ")),
            Kind::OptionalWord(words) => format!("one of {}, or {USUAL}", words.join(", ")),
            Kind::Hours => {
                let longest = QuietHours::LONGEST_H;
                format!("two different times of day, at most {longest} hours apart, such as 22:00-08:00, or {NONE}")
            }
            Kind::TimeOfDay => format!("a time of day, such as 21:00, or {NONE}"),
            Kind::Data => "JSON as the rules describe it".to_owned(),
        }
    }

    /// The word for a null value, if the key allows one.
    #[must_use]
    pub const fn null_word(&self) -> Option<&'static str> {
        match self.kind {
            Kind::OptionalWord(_) => Some(USUAL),
            Kind::Hours | Kind::TimeOfDay => Some(NONE),
            _ => None,
        }
    }

    /// A value as people write it.
    #[must_use]
    pub fn written(&self, value: &Value) -> String {
        let null = self.null_word().filter(|_| value.is_null());
        null.or(value.as_str()).map_or_else(|| value.to_string(), str::to_owned)
    }

    /// A value in words: `60 s for each order`, `15 min to choose a unit`, or `Longest break: 60 s`.
    #[must_use]
    pub fn say(&self, value: &Value) -> String {
        let note = self.note;
        let written = self.written(value);
        let time = value.as_u64().filter(|_| matches!(self.kind, Kind::Whole { unit: "s", .. })).map(time);
        if let Some((_, words)) = self.said.iter().find(|(each, _)| *each == "*" || *each == written) {
            let words = time.map_or_else(|| (*words).to_owned(), |time| words.replace("* s", &time));
            return words.replace('*', &written);
        }
        if let Some(time) = time {
            let behind = ["Time for ", "Time to "].into_iter().any(|begins| note.starts_with(begins));
            return if behind { format!("{time}{}", &note["Time".len()..]) } else { format!("{note}: {time}") };
        }
        let value = match (self.kind, value) {
            (_, Value::Bool(true)) => "yes".to_owned(),
            (_, Value::Bool(false)) => "no".to_owned(),
            (_, Value::Null | Value::String(_)) => written,
            (Kind::Whole { unit, .. }, Value::Number(number)) => format!("{number} {unit}").trim_end().to_owned(),
            _ => "as the rules say".to_owned(),
        };
        format!("{note}: {value}")
    }

    /// Whether the key allows a value. The game itself checks `Data`.
    #[must_use]
    pub fn allows(&self, value: &Value) -> bool {
        match self.kind {
            Kind::Whole { min, max, .. } => value.as_u64().is_some_and(|n| (min..=max).contains(&n)),
            Kind::Flag => value.is_boolean(),
            Kind::Choice(words) => value.as_str().is_some_and(|word| words.iter().any(|each| each == word)),
            Kind::Word(words) => value.as_str().is_some_and(|word| words.contains(&word)),
            Kind::OptionalWord(words) => value.is_null() || value.as_str().is_some_and(|word| words.contains(&word)),
            Kind::Hours => Option::<QuietHours>::deserialize(value).is_ok(),
            Kind::TimeOfDay => Option::<ClosingTime>::deserialize(value).is_ok(),
            Kind::Data => true,
        }
    }

    /// Parses a value as a person writes it: `90`, `15 min`, `10pm-8am`, `true`, `final`, `none`, `usual`, or JSON.
    ///
    /// # Errors
    /// A sentence that says which values are allowed.
    pub fn read(&self, text: &str) -> Result<Value, String> {
        let text = match self.kind {
            Kind::Data => text.trim().to_owned(),
            _ => plain(text).to_lowercase(),
        };
        let hours = || text.parse::<QuietHours>().ok().map(|hours| Value::String(hours.to_string()));
        let time = || text.parse::<ClosingTime>().ok().map(|time| Value::String(time.to_string()));
        let said = match self.kind {
            Kind::Hours => hours(),
            Kind::TimeOfDay => time(),
            Kind::Whole { unit: "s", .. } => parse_duration(&text).map(Value::from),
            _ => None,
        };
        let null = || self.null_word().filter(|word| *word == text).map(|_| Value::Null);
        let value = said
            .or_else(null)
            .or_else(|| serde_json::from_str(&text).ok())
            .unwrap_or_else(|| Value::String(text.clone()));
        if self.allows(&value) {
            return Ok(value);
        }
        // A value may contain the separator of the list, so the message names the list's own separator.
        let apart = if text.contains('=') { " Spaces part one value from the next." } else { "" };
        Err(format!("`{}` takes {}.{apart}", self.name, self.allowed()))
    }
}

/// The values in force: the game's, and those of every game.
#[derive(Clone, Debug)]
pub struct InForce<R> {
    pub game: R,
    pub private_orders: PrivateOrders,
    /// The value if it is set; otherwise the kind of match decides.
    pub agree: Option<Agreements>,
    pub quiet: Option<QuietHours>,
    pub closes: Option<ClosingTime>,
    /// The extra time in seconds; 0 for none.
    pub more_time: u64,
}

/// Applies a record's overrides to a preset.
///
/// # Errors
/// [`SetupError::UnknownField`] for a key that neither the game nor the table has, [`SetupError::Header`] for a value that is not allowed.
pub fn lay_over<R>(preset: &R, keys: &[Key<'_>], overrides: &Overrides) -> Result<InForce<R>, SetupError>
where
    R: Serialize + DeserializeOwned,
{
    let unusable = |error| SetupError::Header(format!("The ruleset cannot be used: {error}."));
    let mut values = serde_json::to_value(preset).expect("a ruleset is plain data");
    let mut private_orders = PrivateOrders::default();
    let mut agree = None;
    let mut quiet = None;
    let (mut closes, mut more_time) = (None, 0);
    for (name, value) in overrides {
        let key = keys
            .iter()
            .chain(&Key::COMMON)
            .find(|key| key.name == name)
            .ok_or_else(|| SetupError::UnknownField(format!("ruleset.{name}")))?;
        if !key.allows(value) {
            return Err(SetupError::Header(format!("`{name}` in the ruleset takes {}.", key.allowed())));
        }
        if key.name == Key::PRIVATE_ORDERS.name {
            private_orders = serde_json::from_value(value.clone()).map_err(unusable)?;
        } else if key.name == Key::AGREE.name {
            agree = serde_json::from_value(value.clone()).map_err(unusable)?;
        } else if key.name == Key::QUIET.name {
            quiet = serde_json::from_value(value.clone()).map_err(unusable)?;
        } else if key.name == Key::CLOSES.name {
            closes = serde_json::from_value(value.clone()).map_err(unusable)?;
        } else if key.name == Key::MORE_TIME.name {
            more_time = serde_json::from_value(value.clone()).map_err(unusable)?;
        } else {
            values[name.as_str()] = value.clone();
        }
    }
    Ok(InForce {
        game: serde_json::from_value(values).map_err(unusable)?,
        private_orders,
        agree,
        quiet,
        closes,
        more_time,
    })
}

impl<R: Serialize> InForce<R> {
    /// All values as data.
    pub fn values(&self) -> Value {
        let mut values = serde_json::to_value(&self.game).expect("a ruleset is plain data");
        values[Key::PRIVATE_ORDERS.name] = serde_json::to_value(self.private_orders).expect("a word");
        values[Key::AGREE.name] = serde_json::to_value(self.agree).expect("a word or null");
        values[Key::QUIET.name] = serde_json::to_value(self.quiet).expect("a text or null");
        values[Key::CLOSES.name] = serde_json::to_value(self.closes).expect("a text or null");
        values[Key::MORE_TIME.name] = self.more_time.into();
        values
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const WHO: Key<'_> =
        Key::new("who", Kind::OptionalWord(&["ec"]), "Who goes first").said(&[("ec", "the EC goes first")]);
    const TIMER: Key<'_> = Key::timer("move_s", "Time for a move").said(&[("*", "* s for each move")]);

    #[test]
    fn value_is_shown_by_its_phrase_or_its_note() {
        assert_eq!(TIMER.say(&json!(60)), "60 s for each move");
        assert_eq!(WHO.say(&json!("ec")), "the EC goes first");
        assert_eq!(WHO.say(&Value::Null), "Who goes first: usual");
        for (note, seconds, said) in [
            ("Time for a move", 60, "60 s for a move"),
            ("Time to choose", 900, "15 min to choose"),
            ("Longest break", 5_400, "Longest break: 1 h 30 min"),
            ("Time", 150, "Time: 2 min 30 s"),
        ] {
            assert_eq!(Key::timer("move_s", note).say(&json!(seconds)), said);
        }
        assert_eq!(TIMER.say(&json!(900)), "15 min for each move");
        assert_eq!(Key::PRIVATE_ORDERS.say(&json!("final")), "A sealed order cannot be changed");
        assert_eq!(Key::PRIVATE_ORDERS.say(&json!("editable")), "A sealed order can be changed");
    }

    #[test]
    fn null_is_written_and_read_as_a_word() {
        for key in Key::COMMON.into_iter().chain([WHO, TIMER]) {
            assert_eq!(key.null_word().is_some(), key.allows(&Value::Null), "{}", key.name);
            let Some(word) = key.null_word() else { continue };
            assert_eq!((key.written(&Value::Null), key.read(word)), (word.to_owned(), Ok(Value::Null)));
            assert!(key.allowed().contains(word), "{}", key.allowed());
            assert!(![key.note, &key.say(&Value::Null)].concat().contains("null"), "{}", key.note);
        }
        // `agree=none` could mean `nothing`.
        assert!(Key::AGREE.read("none").unwrap_err().contains("nothing"));
    }

    #[test]
    fn refused_value_lists_the_allowed_ones() {
        assert_eq!(TIMER.read(" 60 "), Ok(json!(60)));
        for (text, seconds) in [("90s", 90), ("15 min", 900), ("1h30m", 5_400), ("９０", 90)] {
            assert_eq!(TIMER.read(text), Ok(json!(seconds)), "{text}");
        }
        assert_eq!(Key::PRIVATE_ORDERS.read("“Final”"), Ok(json!("final")));
        let takes = "`move_s` takes a whole number of seconds from 1 to 86400.";
        assert_eq!(TIMER.read("x").unwrap_err(), takes);
        let several = format!("{takes} Spaces part one value from the next.");
        assert_eq!(TIMER.read("60,break_s=30").unwrap_err(), several);
    }

    #[test]
    fn private_orders_key_is_common_to_all_games() {
        let over = |values: Value| lay_over(&json!({ "move_s": 60 }), &[TIMER], values.as_object().expect("an object"));
        let force = over(json!({ "private_orders": "final", "move_s": 5 })).unwrap();
        assert_eq!((force.private_orders, &force.game), (PrivateOrders::Final, &json!({ "move_s": 5 })));
        assert_eq!(
            force.values(),
            json!({ "private_orders": "final", "agree": null, "quiet": null, "closes_at": null, "more_time_s": 0, "move_s": 5 })
        );
        assert_eq!(over(json!({})).unwrap().private_orders, PrivateOrders::Editable);
        assert!(matches!(over(json!({ "private_orders": "late" })), Err(SetupError::Header(_))));
        assert!(matches!(over(json!({ "who": "ec" })), Err(SetupError::UnknownField(_))));
    }

    #[test]
    fn quiet_hours_key_is_common_to_all_games() {
        let over = |value: Value| {
            let overrides = Overrides::from_iter([("quiet".to_owned(), value)]);
            lay_over(&json!({ "move_s": 60 }), &[TIMER], &overrides).map(|force| force.values()["quiet"].clone())
        };
        assert_eq!(over(json!("22:00-08:00")), Ok(json!("22:00-08:00")));
        assert_eq!(over(Value::Null), Ok(Value::Null));
        for bad in [json!("22-8"), json!("8:00-8:00"), json!("08:00-08:00"), json!("08:00-00:01"), json!(22), json!({})]
        {
            assert!(matches!(over(bad.clone()), Err(SetupError::Header(_))), "{bad}");
        }
        for text in ["22-8", "10pm-8am", "10 PM – 8 AM"] {
            assert_eq!(Key::QUIET.read(text), Ok(json!("22:00-08:00")), "{text}");
        }
        assert_eq!(Key::QUIET.read("none"), Ok(Value::Null));
        let refused = Key::QUIET.read("8-7").unwrap_err();
        assert!(refused.contains("at most 16 hours") && refused.contains("22:00-08:00"), "{refused}");
        assert_eq!(Key::QUIET.say(&json!("22:00-08:00")), "Quiet hours 22:00-08:00: no time runs out in them");
        assert_eq!(Key::QUIET.say(&Value::Null), "No quiet hours");
    }

    #[test]
    fn closing_time_key_is_common_to_all_games() {
        for (text, time) in [("21", "21:00"), ("9pm", "21:00"), ("21:30", "21:30")] {
            assert_eq!(Key::CLOSES.read(text), Ok(json!(time)), "{text}");
        }
        assert_eq!(Key::CLOSES.read("none"), Ok(Value::Null));
        assert!(Key::CLOSES.read("24:00").unwrap_err().contains("such as 21:00"));
        assert_eq!(Key::CLOSES.say(&json!("21:00")), "Steps close at 21:00 each day, after their own time");
    }

    #[test]
    fn agreements_default_by_the_kind_of_match() {
        let of = |values: Value, friendly| Agreements::of(values.as_object().expect("an object"), friendly);
        assert_eq!(of(json!({}), false), Agreements::Nothing);
        assert_eq!(of(json!({}), true), Agreements::PauseEnd);
        assert_eq!(of(json!({ "agree": null }), true), Agreements::PauseEnd);
        assert_eq!(of(json!({ "agree": "all" }), false), Agreements::All);
        assert_eq!(of(json!({ "agree": "nothing" }), true), Agreements::Nothing);
        let Kind::OptionalWord(words) = Key::AGREE.kind else { panic!("{:?}", Key::AGREE.kind) };
        assert!(words.iter().all(|word| serde_json::from_value::<Agreements>(json!(word)).is_ok()));
    }
}
