//! An order as a form: fields side by side, for orders that are not a sequence of words.
//!
//! - A form is a function of a view and the input so far. It stores nothing.
//! - The input may break the rules. The notes then say how, and the form has no order yet.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::Choice;

/// A form's input: a chosen word for each field's key. Unknown keys and words are ignored.
pub type Filled = BTreeMap<String, String>;

/// The fields of one order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Form {
    /// The groups of fields, at most five. They are shown one at a time if they do not fit together.
    pub groups: Vec<Group>,
    /// One line for each remainder to spend, missing field and excess. The notes contain no other player's secrets.
    pub notes: Vec<String>,
    /// Complete inputs to start from, at most 25.
    pub starts: Vec<Start>,
    /// The seat's last order in canonical text, if it is legal again. One press seals it.
    pub again: Option<String>,
    /// The order in canonical text, once the input is complete and legal.
    pub order: Option<String>,
}

/// Related fields, at most five.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Group {
    /// The group's name, at most 40 characters.
    pub label: String,
    /// The current values of the fields, at most 40 characters: `4/2/1`.
    pub note: String,
    /// The fields, at most three if there is more than one group.
    pub fields: Vec<Field>,
    /// For fields that share a few words: at most three words that are set by naming the fields. All other fields have the word `rest`.
    pub sets: Option<Sets>,
}

/// The words of a group whose fields are selected by word.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sets {
    /// The words, each with its question: `Who attacks?`
    pub words: Vec<(String, String)>,
    /// The word of every field that is not selected for another word.
    pub rest: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Field {
    /// The field's key in [`Filled`]: letters, digits and `-`, at most 12 of them.
    pub key: String,
    /// The field's name, at most 12 characters. Menus put it before the choice's label: `A` for `A attacks`.
    pub label: String,
    /// A hint for the choice, at most 100 characters.
    pub note: String,
    /// The possible words, without spaces and `=`, at most 12 characters each; at most 25 choices.
    pub choices: Vec<Choice>,
    /// Words that are currently impossible and not offered.
    pub closed: Vec<String>,
    /// The word in force: the chosen word, or the field's default if it has one.
    pub value: Option<String>,
}

/// A named complete input.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Start {
    /// The name, at most 80 characters.
    pub label: String,
    /// The effect, at most 100 characters.
    pub note: String,
    /// The input to use.
    pub filled: Filled,
}

impl Form {
    /// Returns the input that gives a word to exactly these keys; other fields with that word get `rest`. `None` if a field cannot take the
    /// word.
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
    /// Whether the field can currently take a word.
    #[must_use]
    pub fn takes(&self, word: &str) -> bool {
        self.choices.iter().any(|choice| choice.word == word) && !self.closed.iter().any(|closed| closed == word)
    }
}
