//! The origin of an imported match.

use serde::{Deserialize, Serialize};

/// The origin of a match whose record was imported.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Origin {
    /// A finished match, stored unchanged.
    Kept,
    /// A match that continues from an imported record.
    GoesOn {
        /// The stage at which the imported record ends: `Bout 2 · Round 3`.
        stage: String,
    },
}
