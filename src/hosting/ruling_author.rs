//! The author and the reason of a ruling, as everyone reads them.

use crate::game::Seat;
use crate::ids::UserId;
use crate::live::entry_meta::{AGREED_BY, HOST_NAME, TAKES_EXTRA_TIME};
use crate::playing::idle_steps;
use crate::table::Entry;

/// A host, as the author of a ruling.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Host {
    pub user: UserId,
    /// The host's display name, escaped for messages.
    name: Option<String>,
    /// The part of the service that acts in the host's name.
    instead: Option<&'static str>,
}

impl Host {
    /// A host who acts in person, with a display name that is escaped for messages.
    #[must_use]
    pub const fn named(user: UserId, name: String) -> Self {
        Self { user, name: Some(name), instead: None }
    }

    /// A part of the service that acts in the host's name, such as `The tournament`.
    pub(crate) const fn instead_of(user: UserId, instead: &'static str) -> Self {
        Self { user, name: None, instead: Some(instead) }
    }

    /// Whether the host acts in person.
    pub(crate) const fn is_person(&self) -> bool {
        self.instead.is_none()
    }

    /// The host's name, as everyone reads it.
    #[must_use]
    pub fn words(&self) -> String {
        if let Some(instead) = self.instead {
            return instead.to_owned();
        }
        self.name.as_ref().map_or_else(|| "The host".to_owned(), |name| format!("{name} (host)"))
    }
}

impl From<UserId> for Host {
    fn from(user: UserId) -> Self {
        Self { user, name: None, instead: None }
    }
}

/// The author of a ruling.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Author {
    /// A host, as everyone reads the name.
    Host(String),
    /// Both players by agreement, as everyone reads the names.
    Both(String),
    /// The player of a seat.
    Player(Seat),
    /// The player of a seat, whom only hosts may know.
    Anonymous(Seat),
    Service,
}

impl Author {
    pub fn of(entry: &Entry) -> Self {
        agreed(entry)
            .map(Self::Both)
            .or_else(|| who(entry).map(Self::Host))
            .or_else(|| idle_steps::back(entry).or(entry.resigns()).map(Self::Player))
            .or_else(|| taken_by(entry).map(Self::Anonymous))
            .unwrap_or(Self::Service)
    }
}

/// The seat whose player took the extra time of the terms with this entry.
pub(crate) fn taken_by(entry: &Entry) -> Option<Seat> {
    entry.meta.as_ref()?[TAKES_EXTRA_TIME].as_str()?.parse().ok()
}

/// The host who entered this, as everyone reads the name; none if a player or the service did.
pub fn who(entry: &Entry) -> Option<String> {
    entry.meta.as_ref()?[HOST_NAME].as_str().map(str::to_owned)
}

/// The two players, if they entered this by agreement, as everyone reads the names.
pub fn agreed(entry: &Entry) -> Option<String> {
    entry.meta.as_ref()?[AGREED_BY].as_str().map(str::to_owned)
}

/// The author of an entry, as everyone reads it.
pub fn by_whom(entry: &Entry) -> String {
    who(entry).or_else(|| agreed(entry)).unwrap_or_else(|| "the host".to_owned())
}

/// The reason of an entry, as everyone reads it.
pub fn reason(entry: &Entry) -> Option<String> {
    entry.reason.as_deref().and_then(because)
}

/// A reason, as everyone reads it; none if it is blank.
pub fn because(reason: &str) -> Option<String> {
    let words = reason.split_whitespace().collect::<Vec<_>>().join(" ");
    (!words.is_empty()).then(|| format!("Reason: {words}"))
}
