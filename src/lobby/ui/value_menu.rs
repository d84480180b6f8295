//! The values of a key as lines of a menu.

use serenity::all::CreateSelectMenuOption;

use crate::game::{BySeat, Key, Kind, Text};
use crate::live::duration_text::humanize;
use crate::platform::discord::limits::{LINE, OPTIONS};
use crate::platform::discord::message_body::cut;

/// The line that opens a form for another value.
pub(crate) const OWN_VALUE: &str = "…";

/// The values offered for a time, in s.
const SECONDS: [u64; 14] = [0, 30, 45, 60, 90, 120, 180, 300, 600, 1_800, 3_600, 21_600, 43_200, 86_400];

/// Returns the values of a key in plain words, and a line for another value unless these are all.
pub(crate) fn value_options(key: &Key<'_>, names: &BySeat<String>) -> Vec<CreateSelectMenuOption> {
    let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
    let (values, all) = match key.kind {
        Kind::Flag => (words(&["true", "false"]), true),
        Kind::Word(allowed) => (words(allowed), true),
        Kind::Choice(allowed) => (allowed.to_vec(), allowed.len() < OPTIONS),
        Kind::OptionalWord(allowed) => {
            (words(allowed).into_iter().chain(key.null_word().map(str::to_owned)).collect(), true)
        }
        Kind::Hours => (words(&["none", "22:00-08:00", "23:00-07:00", "00:00-08:00"]), false),
        Kind::TimeOfDay => (words(&["none", "12:00", "18:00", "20:00", "21:00", "22:00"]), false),
        Kind::Whole { unit: "s", .. } => (SECONDS.iter().map(u64::to_string).collect(), false),
        Kind::Whole { min, max, .. } => {
            ((min..=max).take(OPTIONS - 1).map(|number| number.to_string()).collect(), false)
        }
        Kind::Data => (Vec::new(), false),
    };
    let readable = values.into_iter().filter_map(|text| Some((key.read(&text).ok()?, text)));
    let option = |(value, text): (serde_json::Value, String)| {
        let label = match (key.kind, value.as_u64()) {
            (Kind::Whole { unit: "s", .. }, Some(seconds)) => humanize(seconds.saturating_mul(1000)),
            (Kind::Whole { .. }, _) => text.clone(),
            _ => capitalised(&Text::new(key.say(&value)).with_names(names)),
        };
        CreateSelectMenuOption::new(cut(&label, LINE), text)
    };
    let own = (!all).then(|| CreateSelectMenuOption::new("Another value …", OWN_VALUE));
    readable.take(OPTIONS - 1).map(option).chain(own).collect()
}

/// A text with a capital first letter.
pub(crate) fn capitalised(text: &str) -> String {
    let mut label = text.to_owned();
    if let Some(first) = label.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    label
}
