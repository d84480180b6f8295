//! Where a match's record came from.

use serde::{Deserialize, Serialize};

/// The origin of a match that did not begin here.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Origin {
    /// It was over, and stays as it was.
    Kept,
    /// It continues from a record.
    GoesOn {
        /// Its stage there: `Bout 2 · Round 3`.
        stage: String,
    },
}
