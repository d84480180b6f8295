//! An order as fields side by side, where it is no path of words.
//!
//! - A form is made from a view and what has been filled in so far; it keeps nothing itself.
//! - What is filled in may break the rules: the notes then say how, and there is no order yet.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::Choice;

/// What has been filled in: a field's key and the word chosen for it. Keys and words a form does not know are passed over.
pub type Filled = BTreeMap<String, String>;

/// The fields of one order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Form {
    /// The fields, in groups that are shown one at a time if they do not fit together; at most five.
    pub groups: Vec<Group>,
    /// What is left to spend, is missing or is too much, a line each; of nobody else's secrets.
    pub notes: Vec<String>,
    /// Whole fillings to start from, at most 25.
    pub starts: Vec<Start>,
    /// The seat's last order in canonical text, where it can be given again as it is: one press seals it.
    pub again: Option<String>,
    /// The order in canonical text once everything needed is filled in and legal.
    pub order: Option<String>,
}

/// Fields that belong together, at most five.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Group {
    /// What people call it, at most 40 characters.
    pub label: String,
    /// What its fields say so far, at most 40 characters: `4/2/1`.
    pub note: String,
    /// The fields, at most three where there is more than one group.
    pub fields: Vec<Field>,
    /// Where all fields take the same few words: those that are given by naming the fields that take them, at most three. The other
    /// fields have the word of the rest.
    pub sets: Option<Sets>,
}

/// Words that fields are sorted by.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sets {
    /// The words, each with what is asked for it: `Who attacks?`
    pub words: Vec<(String, String)>,
    /// The word of a field that stands under none of them.
    pub rest: String,
}

/// One field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Field {
    /// Its key in [`Filled`]: letters, digits and `-`, at most 12 of them.
    pub key: String,
    /// What people call it, at most 12 characters; menus put it before the choice's label: `A` for `A attacks`.
    pub label: String,
    /// What helps to choose, at most 100 characters.
    pub note: String,
    /// What it can be; words without spaces and `=`, at most 12 characters; at most 25 choices.
    pub choices: Vec<Choice>,
    /// Those of the words that cannot be taken at present: they are not offered.
    pub closed: Vec<String>,
    /// The word in force: the one filled in or, where leaving a field alone means something, that.
    pub value: Option<String>,
}

/// A whole filling under a name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Start {
    /// What people call it, at most 80 characters.
    pub label: String,
    /// What it does, at most 100 characters.
    pub note: String,
    /// What it fills in.
    pub filled: Filled,
}

impl Form {
    /// Gives a word to the fields of these keys, and the rest's word to those that had it besides; nothing if one of them cannot take it.
    #[must_use]
    pub fn set(&self, word: &str, keys: &[String]) -> Option<Vec<(String, String)>> {
        let group = self.groups.iter().find(|group| group.sets.is_some())?;
        let sets = group.sets.as_ref()?;
        if !sets.words.iter().any(|(each, _)| each == word) {
            return None;
        }
        let takes = |key: &String| group.fields.iter().any(|field| field.key == *key && field.takes(word));
        if !keys.iter().all(takes) {
            return None;
        }
        let left =
            group.fields.iter().filter(|field| field.value.as_deref() == Some(word) && !keys.contains(&field.key));
        let left = left.map(|field| (field.key.clone(), sets.rest.clone()));
        Some(keys.iter().map(|key| (key.clone(), word.to_owned())).chain(left).collect())
    }

    /// The field of a key, if the form has it.
    #[must_use]
    pub fn field(&self, key: &str) -> Option<&Field> {
        self.groups.iter().flat_map(|group| &group.fields).find(|field| field.key == key)
    }
}

impl Field {
    /// Whether a word can be taken at present.
    #[must_use]
    pub fn takes(&self, word: &str) -> bool {
        self.choices.iter().any(|choice| choice.word == word) && !self.closed.iter().any(|closed| closed == word)
    }
}
