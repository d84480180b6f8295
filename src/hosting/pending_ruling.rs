//! Rulings that await confirmation, and their stored form.

use std::fmt;

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
    Seat(Substitute),
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
    pub fn read(words: &str, sits: Option<UserId>) -> Option<Self> {
        match words {
            "begin" => return Some(Self::Begin),
            "call-off" => return Some(Self::CallOff),
            _ => {}
        }
        if let Some(starts) = words.strip_prefix("start ") {
            return Some(Self::Start(UnixMs(starts.parse().ok()?)));
        }
        match (words.parse().ok()?, sits) {
            (HostAct::Substitute { seat, name }, Some(user)) => Some(Self::Seat(Substitute { seat, user, name })),
            (HostAct::Substitute { .. }, None) | (_, Some(_)) => None,
            (act, None) => Some(Self::Act(act)),
        }
    }

    /// The person who is to take a seat.
    #[must_use]
    pub const fn sits(&self) -> Option<UserId> {
        match self {
            Self::Seat(substitute) => Some(substitute.user),
            Self::Act(_) | Self::Start(_) | Self::Begin | Self::CallOff => None,
        }
    }
}

/// The stored text of a ruling.
impl fmt::Display for Ruling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Act(act) => act.fmt(f),
            Self::Seat(Substitute { seat, name, .. }) => HostAct::Substitute { seat: *seat, name: name.clone() }.fmt(f),
            Self::Start(starts) => write!(f, "start {starts}"),
            Self::Begin => f.write_str("begin"),
            Self::CallOff => f.write_str("call-off"),
        }
    }
}

impl From<HostAct> for Ruling {
    fn from(act: HostAct) -> Self {
        Self::Act(act)
    }
}

impl From<Substitute> for Ruling {
    fn from(substitute: Substitute) -> Self {
        Self::Seat(substitute)
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
    Moved {
        /// Newer rulings of other hosts, a sentence each.
        newer: Vec<String>,
        /// The ruling's effect on the present state, or why it is impossible.
        now: Result<Preview, String>,
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
            Ruling::Seat(cleo),
            Ruling::Start(UnixMs(1_790_000_000_000)),
            Ruling::Begin,
            Ruling::CallOff,
        ] {
            assert_eq!(Ruling::read(&ruling.to_string(), ruling.sits()), Some(ruling));
        }
        assert_eq!(Ruling::read("substitute ec Cleo", None), None);
        assert_eq!(Ruling::read("pause", Some(UserId(7))), None);
        assert_eq!(Ruling::read("start soon", None), None);
    }
}
