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
}

/// One field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Field {
    /// Its key in [`Filled`]: letters, digits and `-`, at most 12 of them.
    pub key: String,
    /// What people call it, at most 12 characters; buttons put it before the choice's label: `A` for `A Attack`.
    pub label: String,
    /// What helps to choose, at most 100 characters.
    pub note: String,
    /// What it can be; words without spaces, at most 12 characters, and at most four choices where there is a single group, else 25.
    pub choices: Vec<Choice>,
    /// Those of the words that cannot be taken at present: they are shown, so that every choice keeps its place, but cannot be pressed.
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
    /// The field of a key, if the form has it.
    #[must_use]
    pub fn field(&self, key: &str) -> Option<&Field> {
        self.groups.iter().flat_map(|group| &group.fields).find(|field| field.key == key)
    }
}
