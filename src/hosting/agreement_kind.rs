//! Kinds of agreement between two players.

use parse_display::{Display, FromStr};
use serde::{Deserialize, Serialize};

use crate::game::Agreements;
use crate::live::duration_text::humanize;
use crate::table::HostAct;

/// A kind of proposal; `Display` and `FromStr` are the store's words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Display, FromStr)]
#[serde(rename_all = "kebab-case")]
#[display(style = "kebab-case")]
pub enum Agreement {
    Pause,
    /// Gives all clocks the whole time of the step again.
    MoreTime,
    /// Ends a pause that the players agreed on.
    Resume,
    /// Reverts the last move.
    TakeBack,
    /// Ends the match without a result.
    CallOff,
}

impl Agreement {
    pub(crate) const ALL: [Self; 5] = [Self::Pause, Self::MoreTime, Self::Resume, Self::TakeBack, Self::CallOff];

    /// The proposal as an infinitive phrase, with its detail: the move that it would revert, or the time that it would add.
    #[must_use]
    pub fn words(self, detail: Option<&str>) -> String {
        match (self, detail) {
            (Self::Pause, _) => "pause the match".to_owned(),
            (Self::MoreTime, Some(time)) => format!("add {time} to all clocks"),
            (Self::MoreTime, None) => "add time to all clocks".to_owned(),
            (Self::Resume, _) => "continue".to_owned(),
            (Self::TakeBack, Some(moved)) => format!("undo {moved}"),
            (Self::TakeBack, None) => "undo the last move".to_owned(),
            (Self::CallOff, _) => "call the match off".to_owned(),
        }
    }

    /// The proposal's effect, as a continuation of the sentence; empty if the phrase says everything.
    #[must_use]
    pub const fn effect(self) -> &'static str {
        match self {
            Self::CallOff => ": it ends without a result, and what was hidden is shown",
            Self::Pause | Self::MoreTime | Self::Resume | Self::TakeBack => "",
        }
    }

    /// An agreed act as an infinitive phrase.
    pub(crate) fn phrase(act: &HostAct) -> Option<String> {
        if let HostAct::Extend(seconds) = act {
            return Some(Self::MoreTime.words(Some(&humanize(seconds.saturating_mul(1000)))));
        }
        Self::ALL.into_iter().find(|what| what.act(0) == *act).map(|what| what.words(None))
    }

    /// The act, with the time of the step in seconds.
    pub(crate) const fn act(self, step_seconds: u64) -> HostAct {
        match self {
            Self::Pause => HostAct::Pause,
            Self::MoreTime => HostAct::Extend(step_seconds),
            Self::Resume => HostAct::Resume,
            Self::TakeBack => HostAct::Undo,
            Self::CallOff => HostAct::Void,
        }
    }

    pub(crate) const fn is_allowed(self, by: Agreements) -> bool {
        match self {
            Self::Pause | Self::MoreTime | Self::Resume => !matches!(by, Agreements::Nothing),
            Self::CallOff => matches!(by, Agreements::PauseEnd | Agreements::All),
            Self::TakeBack => matches!(by, Agreements::All),
        }
    }
}
