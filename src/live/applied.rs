//! Entries that the table has applied, and their results.

use serde_json::{Value, json};

use crate::game::{BySeat, Seat, Secrecy, Viewer, Wants};
use crate::ids::{MessageId, RoleId, Snowflake, UserId};
use crate::live::pause::PauseCause;
use crate::messages::store::post::NewPost;
use crate::messages::store::shown::Shown;
use crate::own_games::mended::Mended;
use crate::playing::panel::Sealed;
use crate::playing::proxy_order::ProxyOrder;
use crate::table::{Act, Answer, Awaited, Entry, Happened, HostAct, What};

/// The result of an id that was entered before.
#[derive(Clone, Debug)]
pub enum PriorReply {
    Sealed(Sealed),
    Other(String),
}

/// Entries that the table has taken and that are to be stored.
pub struct AppliedEntries {
    /// In order; the first is what was asked for, the others belong to it.
    pub entries: Vec<Entry>,
    pub answer: Answer,
    /// The commitment of each seat's order, if the entry resolved a private step.
    pub commitments: BySeat<Option<String>>,
    pub sealed: Option<Sealed>,
    /// The orders that hosts gave in the step that is over with it.
    pub behalf: Vec<ProxyOrder>,
    pub stored: StoredFacts,
}

/// What is read from the store where a match begins or ends with an entry.
#[derive(Default)]
pub struct StoredFacts {
    /// The announcement of hosts' looks, once the match is over.
    pub looked: Vec<String>,
    /// How many spectators foresaw the end, once the match is over.
    pub foreseen: Option<String>,
    /// The first players who were replaced, once the match is over: its end is theirs.
    pub replaced_players: Vec<UserId>,
    /// The role that is notified, where the match begins with it.
    pub called: Option<RoleId>,
}

impl AppliedEntries {
    /// The fault of the game's file that it has met.
    pub fn fault(&self) -> Option<&str> {
        self.answer.happened.iter().find_map(|each| match &each.what {
            What::Faulted { fault } => Some(fault.as_str()),
            _ => None,
        })
    }

    /// The seat whose order they begin with.
    pub fn author(&self) -> Option<Seat> {
        match self.entries[0].act {
            Act::Order { seat, .. } | Act::Host(HostAct::Order { seat, .. }) => Some(seat),
            _ => None,
        }
    }

    /// Whether the match is paused with them because nobody was at it.
    pub fn pauses_idle(&self) -> bool {
        let idle = |entry: &Entry| entry.act == Act::Host(HostAct::Pause) && PauseCause::of(entry) == PauseCause::Idle;
        self.entries.iter().any(idle)
    }

    /// Whether only its author is notified.
    pub fn is_quiet(&self) -> bool {
        let quiet = |each: &Happened| matches!(each.what, What::Sealed { .. } | What::Ready { .. });
        let by_host = self.entries.iter().any(|entry| matches!(entry.act, Act::Host(_)));
        !by_host && self.answer.happened.iter().all(quiet)
    }
}

/// The context of the last account.
pub struct LastEvents {
    pub what: Happened,
    /// The players at the time.
    pub names: BySeat<String>,
    /// The names in it: with the seat if somebody else sits there now.
    pub called: BySeat<String>,
    /// The seats with a substitute since, who reads only the public account.
    pub new: BySeat<bool>,
}

/// Each seat's account of a step's beginning.
pub struct StepIntro {
    pub step: u32,
    pub told: BySeat<Vec<String>>,
    /// The players at the time.
    pub names: BySeat<String>,
}

/// What became of a prompt that is over.
#[derive(Clone, Debug, Default)]
pub struct Past {
    /// The private orders that were in.
    pub orders: BySeat<Option<PastOrder>>,
    /// Who took it back, if it was taken back.
    pub undone: Option<String>,
}

/// An order of a prompt that is over, with the commitment to it.
#[derive(Clone, Debug)]
pub struct PastOrder {
    pub order: String,
    pub commitment: Option<String>,
}

/// What goes into a commit beside its entries and what follows from them.
#[derive(Default)]
pub struct CommitExtras {
    /// Whether the public words wait for the next message.
    pub carry: bool,
    /// Who sits where from here on.
    pub users: Option<BySeat<UserId>>,
    /// Who knows what a seat hides without sitting there from here on.
    pub knowers: Vec<(UserId, Seat)>,
    /// Further messages.
    pub items: Vec<NewPost>,
    /// The seat whose draft is put away.
    pub put_away: Option<Seat>,
    /// Whether the match is paused where nobody has ordered in the step that is over with it either.
    pub pauses_if_idle: bool,
    /// The mended file that takes the match over; the table is already that file's.
    pub mended: Option<Mended>,
    /// What a message shows from here on, by the answer to a press on it.
    pub shown: Option<(MessageId, Shown)>,
    /// Open proposals and requests that it settles, each with the stored word for its outcome.
    pub settles: Vec<(Snowflake, &'static str)>,
}

/// A viewer's lines about an event, a paragraph each; without the mere beginning or acceptance of something.
pub fn told(each: &Happened, viewer: Viewer, names: &BySeat<String>) -> Vec<Vec<String>> {
    if matches!(each.what, What::Sealed { .. } | What::Asked { .. } | What::Ready { .. }) {
        return Vec::new();
    }
    let lines = |text: &String| text.lines().filter(|line| !line.is_empty()).map(str::to_owned).collect();
    let mut told: Vec<Vec<String>> = each.words(viewer, names).iter().map(lines).collect();
    // An event of one line keeps it where that is the headline, too.
    if let Some((head, rest)) = told.split_first_mut()
        && let Some(head) = head.first()
    {
        for lines in rest {
            lines.retain(|line| line != head);
        }
    }
    told
}

/// The same in lines.
pub fn words(each: &Happened, viewer: Viewer, names: &BySeat<String>) -> Vec<String> {
    told(each, viewer, names).into_iter().flatten().collect()
}

/// The seat that an entry seals a private order of.
pub fn sealing(entry: &Entry, asked: &BySeat<Option<Awaited>>) -> Option<Seat> {
    let (Act::Order { seat, .. } | Act::Host(HostAct::Order { seat, .. })) = &entry.act else { return None };
    let asked = asked[*seat].as_ref()?;
    (asked.secrecy == Secrecy::Private && asked.wants == Wants::Order).then_some(*seat)
}

/// Marks in an entry's meta that its order came by direct message.
pub(crate) const BY_DM: &str = "dm";

/// Whether an entry's order came by direct message; `None` if it is no player's order.
pub(crate) fn by_dm(entry: &Entry) -> Option<(Seat, bool)> {
    let Act::Order { seat, .. } = entry.act else { return None };
    Some((seat, entry.meta.as_ref().is_some_and(|meta| meta[BY_DM] == true)))
}

/// Puts a value into an entry's meta.
pub fn put(meta: &mut Option<Value>, key: &str, value: Value) {
    meta.get_or_insert_with(|| json!({}))[key] = value;
}
