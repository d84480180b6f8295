//! Kinds of agreement between two players.

use parse_display::{Display, FromStr};
use serde::{Deserialize, Serialize};

use crate::game::Agreements;
use crate::table::HostAct;

/// A kind of proposal; `Display` and `FromStr` are the store's words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Display, FromStr)]
#[serde(rename_all = "kebab-case")]
#[display(style = "kebab-case")]
pub enum Agreement {
    Pause,
    /// Ends a pause that the players agreed on.
    Resume,
    /// Reverts the last move.
    TakeBack,
    /// Ends the match without a result.
    CallOff,
}

impl Agreement {
    pub(crate) const ALL: [Self; 4] = [Self::Pause, Self::Resume, Self::TakeBack, Self::CallOff];

    /// The proposal as an infinitive phrase, naming the move that it would revert.
    #[must_use]
    pub fn words(self, moved: Option<&str>) -> String {
        match (self, moved) {
            (Self::Pause, _) => "pause the match".to_owned(),
            (Self::Resume, _) => "continue".to_owned(),
            (Self::TakeBack, Some(moved)) => format!("revert {moved}"),
            (Self::TakeBack, None) => "revert the last move".to_owned(),
            (Self::CallOff, _) => "call the match off".to_owned(),
        }
    }

    /// The proposal's effect, as a continuation of the sentence; empty if the phrase says everything.
    #[must_use]
    pub const fn effect(self) -> &'static str {
        match self {
            Self::CallOff => ": it ends without a result, and what was hidden is shown",
            Self::Pause | Self::Resume | Self::TakeBack => "",
        }
    }

    /// The agreement that is this act.
    pub(crate) fn of(act: &HostAct) -> Option<Self> {
        Self::ALL.into_iter().find(|what| what.act() == *act)
    }

    pub(crate) const fn act(self) -> HostAct {
        match self {
            Self::Pause => HostAct::Pause,
            Self::Resume => HostAct::Resume,
            Self::TakeBack => HostAct::Undo,
            Self::CallOff => HostAct::Void,
        }
    }

    pub(crate) const fn is_allowed(self, by: Agreements) -> bool {
        match self {
            Self::Pause | Self::Resume => !matches!(by, Agreements::Nothing),
            Self::CallOff => matches!(by, Agreements::PauseEnd | Agreements::All),
            Self::TakeBack => matches!(by, Agreements::All),
        }
    }
}
