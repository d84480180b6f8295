//! An order as fields side by side, where it is no path of words.
//!
//! - A form is made from a view and what has been filled in so far; it keeps nothing itself.
//! - What is filled in may break the rules: the notes then say how, and there is no order yet.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::Choice;

/// A form's input: a field's key and the word chosen for it. Unknown keys and words are ignored.
pub type Filled = BTreeMap<String, String>;

/// The fields of one order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Form {
    /// The fields, in groups that are shown one at a time if they do not fit together; at most five.
    pub groups: Vec<Group>,
    /// The rest to spend, missing fields and excesses, a line each; of nobody else's secrets.
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
    /// Its name for people, at most 40 characters.
    pub label: String,
    /// Its fields' values so far, at most 40 characters: `4/2/1`.
    pub note: String,
    /// The fields, at most three where there is more than one group.
    pub fields: Vec<Field>,
    /// For fields that all take the same few words: the words that are given by naming their fields, at most three.
    /// The other fields have the word of the rest.
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
    /// Its name for people, at most 12 characters; menus put it before the choice's label: `A` for `A attacks`.
    pub label: String,
    /// A hint for the choice, at most 100 characters.
    pub note: String,
    /// The possible words, without spaces and `=`, at most 12 characters each; at most 25 choices.
    pub choices: Vec<Choice>,
    /// Those of the words that cannot be taken at present: they are not offered.
    pub closed: Vec<String>,
    /// The word in force: the one filled in or, where leaving a field alone means something, that.
    pub value: Option<String>,
}

/// A whole filling under a name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Start {
    /// Its name for people, at most 80 characters.
    pub label: String,
    /// Its effect, at most 100 characters.
    pub note: String,
    /// The input that it fills in.
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
