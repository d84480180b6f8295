//! The kind of an imported match: finished, or continued from its record.

use serde::{Deserialize, Serialize};

/// The kind of a match whose record was imported.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ImportKind {
    /// A finished match, stored unchanged.
    #[serde(rename = "kept")]
    Finished,
    /// A match that continues from an imported record.
    #[serde(rename = "goes-on")]
    Continued {
        /// The stage at which the imported record ends: `Bout 2 · Round 3`.
        stage: String,
    },
}
