//! Rulings: their stored text, their properties, and the results of their confirmation.

use std::fmt;
use std::str::FromStr;

use parse_display::ParseError;

use crate::game::Seat;
use crate::ids::{UnixMs, UserId};
use crate::live::revision::Revision;
use crate::table::HostAct;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Substitute {
    pub seat: Seat,
    pub user: UserId,
    /// The substitute's name, escaped for messages.
    pub name: String,
}

/// A host's ruling.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ruling {
    /// An act of the table.
    Act(HostAct),
    /// Another person takes a seat.
    Substitute(Substitute),
    /// The first round begins at another time.
    Start(UnixMs),
    /// The match begins now: a lobby without its missing players, a scheduled match before its start.
    Begin,
    /// The lobby ends without a match.
    CallOff,
}

impl Ruling {
    /// Reads a stored ruling: its text, and the substitute.
    #[must_use]
    pub fn read(words: &str, substitute: Option<UserId>) -> Option<Self> {
        match words {
            "begin" => return Some(Self::Begin),
            "call-off" => return Some(Self::CallOff),
            _ => {}
        }
        if let Some(starts) = words.strip_prefix("start ") {
            return Some(Self::Start(UnixMs(starts.parse().ok()?)));
        }
        match (words.parse().ok()?, substitute) {
            (HostAct::Substitute { seat, name }, Some(user)) => Some(Self::Substitute(Substitute { seat, user, name })),
            (HostAct::Substitute { .. }, None) | (_, Some(_)) => None,
            (act, None) => Some(Self::Act(act)),
        }
    }

    /// The properties of the ruling: its controls and its checks depend on them.
    #[must_use]
    pub const fn properties(&self) -> RulingProperties {
        use Confirmation::{Always, InPanel, Never};
        use Repetition::{AddsUp, Refused, Replaces};
        let (confirmation, repetition) = match self {
            Self::Act(HostAct::Pause) => (Never, Refused),
            Self::Act(HostAct::Resume | HostAct::Credit(_)) | Self::Begin => (InPanel, Refused),
            Self::Act(HostAct::Extend(_) | HostAct::DrawState | HostAct::Order { .. }) => (InPanel, AddsUp),
            Self::Act(HostAct::Substitute { .. } | HostAct::Reschedule(_)) | Self::Substitute(_) | Self::Start(_) => {
                (InPanel, Replaces)
            }
            Self::Act(HostAct::Undo) => (Always, AddsUp),
            Self::Act(HostAct::Void | HostAct::Forfeit(_) | HostAct::Award(_)) | Self::CallOff => (Always, Refused),
        };
        RulingProperties { confirmation, repetition }
    }

    /// The seat for which the ruling is an order.
    #[must_use]
    pub fn order_for(&self) -> Option<Seat> {
        match self {
            Self::Act(act) => act.order_for(),
            Self::Substitute(_) | Self::Start(_) | Self::Begin | Self::CallOff => None,
        }
    }

    /// The substitute.
    #[must_use]
    pub const fn substitute(&self) -> Option<UserId> {
        match self {
            Self::Substitute(substitute) => Some(substitute.user),
            Self::Act(_) | Self::Start(_) | Self::Begin | Self::CallOff => None,
        }
    }
}

/// The confirmation that a ruling needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Confirmation {
    /// None: the ruling loses nothing, and a question would cost time.
    Never,
    /// One in the host panel.
    InPanel,
    /// One in the host panel, and for a slash command.
    Always,
}

/// The effect of a ruling that is made twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repetition {
    /// None: the table refuses it.
    Refused,
    /// The second one replaces the first.
    Replaces,
    /// The second one has more effect on the awaited step.
    AddsUp,
}

/// The properties of a ruling.
pub struct RulingProperties {
    pub confirmation: Confirmation,
    pub repetition: Repetition,
}

/// The stored text of a ruling.
impl fmt::Display for Ruling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Act(act) => act.fmt(f),
            Self::Substitute(Substitute { seat, name, .. }) => {
                HostAct::Substitute { seat: *seat, name: name.clone() }.fmt(f)
            }
            Self::Start(starts) => write!(f, "start {starts}"),
            Self::Begin => f.write_str("begin"),
            Self::CallOff => f.write_str("call-off"),
        }
    }
}

impl FromStr for Ruling {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        Self::read(text, None).ok_or_else(ParseError::new)
    }
}

impl From<HostAct> for Ruling {
    fn from(act: HostAct) -> Self {
        Self::Act(act)
    }
}

impl From<Substitute> for Ruling {
    fn from(substitute: Substitute) -> Self {
        Self::Substitute(substitute)
    }
}

/// The effect of a ruling.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Preview {
    /// The effect, in one or two sentences.
    pub words: String,
    /// The revision that the effect was computed from.
    pub seen: Revision,
    /// Newer rulings of hosts, a sentence each.
    pub newer: Vec<String>,
}

/// The result of a host's confirmation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Confirmed {
    /// The ruling was made; the reply to its host.
    Done(String),
    /// The match has changed since the question, and nothing was done.
    Stale {
        /// Newer rulings of other hosts, a sentence each.
        newer_rulings: Vec<String>,
        /// The ruling's effect on the present state, or why it is impossible.
        preview: Result<Preview, String>,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_reads_back() {
        let cleo = Substitute { seat: Seat::Ec, user: UserId(7), name: "Cleo of the Hill".to_owned() };
        for ruling in [
            Ruling::Act(HostAct::Extend(90)),
            Ruling::Act(HostAct::Order { seat: Seat::Dmo, text: "blu as samurai".to_owned() }),
            Ruling::Substitute(cleo),
            Ruling::Start(UnixMs(1_790_000_000_000)),
            Ruling::Begin,
            Ruling::CallOff,
        ] {
            assert_eq!(Ruling::read(&ruling.to_string(), ruling.substitute()), Some(ruling));
        }
        assert_eq!(Ruling::read("substitute ec Cleo", None), None);
        assert_eq!(Ruling::read("pause", Some(UserId(7))), None);
        assert_eq!(Ruling::read("start soon", None), None);
    }
}
