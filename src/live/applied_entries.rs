//! Entries that the table has applied, and their results.

use crate::game::{BySeat, Seat, Secrecy, Wants};
use crate::ids::{MessageId, RoleId, Snowflake, UserId};
use crate::live::entry_meta::sent_order;
use crate::live::pause_cause::PauseCause;
use crate::live::store::match_row::MatchRow;
use crate::messages::store::content_digest::ContentDigest;
use crate::messages::store::post::NewPost;
use crate::playing::player_action::Sealed;
use crate::playing::proxy_order_notice::ProxyOrder;
use crate::table::{Act, Answer, Awaited, Entry, EventKind, Happened, HostAct, What};

/// The answer to an id that was entered before.
#[derive(Clone, Debug)]
pub enum PriorReply {
    Sealed(Sealed),
    Other(String),
}

/// Entries that the table has accepted and that are to be stored.
pub struct AppliedEntries {
    /// The entries in order; the first is the requested one, and the others belong to it.
    pub entries: Vec<Entry>,
    pub answer: Answer,
    /// The commitment of each seat's order, if the entry resolved a private step.
    pub commitments: BySeat<Option<String>>,
    pub sealed: Option<Sealed>,
    /// Orders that hosts gave on players' behalf in the step that these entries ended.
    pub behalf: Vec<ProxyOrder>,
    pub stored: StoredFacts,
}

/// Facts read from the store when an entry begins or ends a match.
#[derive(Default)]
pub struct StoredFacts {
    /// The lines about hosts' looks at hidden information, once the match is over.
    pub looked: Vec<String>,
    /// The line about spectators who predicted the winner, once the match is over.
    pub prediction_line: Option<String>,
    /// The first players who were substituted, once the match is over; they get the result, too.
    pub replaced_players: Vec<UserId>,
    /// The role to notify, if the entry begins the match.
    pub notify_role: Option<RoleId>,
}

impl AppliedEntries {
    /// Returns the fault of the game's file that the entries met.
    pub fn fault(&self) -> Option<&str> {
        self.answer.happened.iter().find_map(|each| match &each.what {
            What::Faulted { fault } => Some(fault.as_str()),
            _ => None,
        })
    }

    /// The seat that sent the first entry's order. Its player reads the result in the answer to that order.
    pub fn author(&self) -> Option<Seat> {
        sent_order(&self.entries[0])
    }

    /// Whether the entries pause the match because no player ordered.
    pub fn pauses_idle(&self) -> bool {
        let idle = |entry: &Entry| entry.act == Act::Host(HostAct::Pause) && PauseCause::of(entry) == PauseCause::Idle;
        self.entries.iter().any(idle)
    }

    /// Whether only the author of the entries is notified.
    pub fn is_quiet(&self) -> bool {
        let quiet = |each: &Happened| each.what.kind() == EventKind::Answer;
        let by_host = self.entries.iter().any(|entry| matches!(entry.act, Act::Host(_)));
        !by_host && self.answer.happened.iter().all(quiet)
    }
}

/// The result of a past prompt.
#[derive(Clone, Debug, Default)]
pub struct Past {
    /// The private orders that were sealed.
    pub orders: BySeat<Option<PastOrder>>,
    /// The author of the undo, if the prompt was reverted.
    pub undone: Option<String>,
}

/// An order of a past prompt, with its commitment.
#[derive(Clone, Debug)]
pub struct PastOrder {
    /// The order in words for people.
    pub words: String,
    pub commitment: Option<String>,
}

/// The parts of a commit beside its entries and their effects.
#[derive(Default)]
pub struct CommitExtras {
    /// Whether the public lines wait for the next message.
    pub carry: bool,
    /// The players from now on.
    pub users: Option<BySeat<UserId>>,
    /// People who know a seat's hidden information from now on, without sitting there.
    pub knowers: Vec<(UserId, Seat)>,
    /// Further messages.
    pub items: Vec<NewPost>,
    /// The seat whose draft is deleted.
    pub drop_draft_of: Option<Seat>,
    /// Whether to pause the match if nobody ordered in the step that just ended either.
    pub pauses_if_idle: bool,
    /// The corrected file with which the match continues; the table uses it already.
    pub takeover: Option<Takeover>,
    /// The new content of a message, edited by the answer to a press on it.
    pub shown: Option<(MessageId, ContentDigest)>,
    /// Open proposals and requests that the commit settles, each with the stored word for its outcome.
    pub settles: Vec<(Snowflake, &'static str)>,
}

/// The takeover of a match by a corrected file, with the next entry.
pub struct Takeover {
    pub game: String,
    pub header: String,
    pub version: u32,
    /// The events of the step that the fault stopped.
    pub happened: Vec<Happened>,
}

impl Takeover {
    /// Names the corrected file in the match's row.
    pub(crate) fn write(self, row: &mut MatchRow) {
        (row.game, row.header, row.version) = (self.game, self.header, self.version);
    }
}

/// Returns the seat whose private order an entry seals.
pub fn sealing(entry: &Entry, asked: &BySeat<Option<Awaited>>) -> Option<Seat> {
    let seat = entry.act.order_for()?;
    let asked = asked[seat].as_ref()?;
    (asked.secrecy == Secrecy::Private && asked.wants == Wants::Order).then_some(seat)
}
