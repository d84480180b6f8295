//! The audit log of a match: rulings from the record, and looks and notes from the store.
//!
//! - An order that a host gave for a seat is hidden from others until its step is over: it would reveal that the seat has an order.
//! - Other hosts learn of a look at hidden information at once, everyone else at the match's end.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde_json::json;

use crate::game::{Orders, Seat, Viewer};
use crate::games;
use crate::hosting::disclosure::Disclosure;
use crate::hosting::ruling_author;
use crate::hosting::ruling_author::{Author, Host};
use crate::hosting::ruling_text::clause;
use crate::hosting::store::audit_log::AuditRow;
use crate::hosting::store::notes::NoteRow;
use crate::ids::{MatchId, MessageId, Snowflake, UnixMs, UserId};
use crate::live::api::Dealer;
use crate::live::duration_text::humanize;
use crate::live::error::Error;
use crate::live::record_compatibility::header_of;
use crate::live::revision::Revision;
use crate::live::service_entry::SERVICE;
use crate::live::store::match_row::{MatchRow, Status};
use crate::table::{Entry, HostAct, Table};

/// The most places listed for one host's looks.
const PLACES: usize = 6;

/// An action of a host, of both players by agreement, or of the service.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuditItem {
    pub at: UnixMs,
    /// The author's name, as everyone reads it.
    pub who: String,
    /// The action, as a clause.
    pub words: String,
    /// The reason, as a sentence.
    pub reason: Option<String>,
    /// The message that announced it.
    pub message: Option<MessageId>,
}

/// The stored action of a host who started a match.
pub(crate) const STARTED: &str = "started";
/// The stored beginning of a change of terms; the changes follow.
pub(crate) const TERMS: &str = "terms";
pub(crate) const CANCELLED: &str = "cancelled";
pub(crate) const RESCHEDULED: &str = "rescheduled";

/// A ruling from the record.
struct Ruled {
    seq: u32,
    at: u64,
    by: Option<UserId>,
    who: String,
    words: String,
    reason: Option<String>,
    /// The seat that a host's order was for, while its step is not over.
    open: Option<Seat>,
}

impl Ruled {
    /// Whether a person may learn of this ruling; `knows` is a seat whose orders they may know.
    fn is_visible_to(&self, user: UserId, knows: Option<Seat>) -> bool {
        self.open.is_none() || self.by == Some(user) || self.open == knows
    }
}

/// The rulings of a match, from its record's lines.
fn rulings(row: &MatchRow, lines: &[String]) -> Vec<Ruled> {
    let Ok(header) = header_of(row) else { return Vec::new() };
    let mut sitting = header.seats.as_ref().map(|player| player.name.clone());
    // Without a table for the header, only the entries are read. Until the match is over, any of its orders may be open.
    let over = row.status == Status::Over;
    let mut table = Table::open(header).ok();
    let mut found: Vec<Ruled> = Vec::new();
    // A substitute gets full time for the current step. It counts as the ruling of the host who made the substitution.
    let mut substitute: Option<(u64, Option<UserId>, String, String)> = None;
    for (seq, line) in (0..).zip(lines) {
        let Ok(entry) = Entry::read(line) else { return found };
        let names = table.as_ref().map_or_else(|| sitting.clone(), Table::names);
        let happened = table.as_mut().map(|table| table.enter(&entry).happened);
        let closed = happened.as_ref().map_or(over, |all| all.iter().any(|each| each.what.kind().closes_step()));
        if closed {
            for ruled in &mut found {
                ruled.open = None;
            }
        }
        let sat = substitute.take().filter(|(at, ..)| *at == entry.at);
        let Some(act) = entry.act.ruling() else { continue };
        if let (HostAct::Extend(s), Some((at, by, who, name)), Some(SERVICE)) = (act, sat, entry.by.as_deref()) {
            let words = format!("gave {name} full time: {} more on all clocks", humanize(s.saturating_mul(1000)));
            found.push(Ruled { seq, at, by, who, words, reason: None, open: None });
            continue;
        }
        let (author, happened) = (Author::of(&entry), happened.unwrap_or_default());
        let mut words = clause(act, &author, &names, &happened, table.as_ref());
        if let Some(table) = table.as_ref().filter(|_| happened.iter().any(|each| each.what.reverts().is_some())) {
            let _ = write!(words, ", back to {}", table.sight(Viewer::Public).heading().stage);
        }
        let who = match author {
            Author::Host(host) => host,
            Author::Both(both) => format!("{both} (agreed)"),
            Author::Player(seat) | Author::Anonymous(seat) => names[seat].clone(),
            Author::Service => "The dealer".to_owned(),
        };
        let by = entry.by.as_deref().and_then(|by| by.parse().ok()).map(UserId);
        if let HostAct::Substitute { seat, name } = act {
            sitting[*seat].clone_from(name);
            substitute = Some((entry.at, by, who.clone(), name.clone()));
        }
        let open = act.order_for().filter(|_| !closed);
        found.push(Ruled { seq, at: entry.at, by, who, words, reason: ruling_author::reason(&entry), open });
    }
    found
}

/// The rulings since a host's revision, a sentence each. Only a question about an order for a seat (`knows`) reveals open orders for
/// that seat.
pub(crate) fn since(
    row: &MatchRow,
    lines: &[String],
    seen: Revision,
    knows: Option<Seat>,
    user: UserId,
) -> Vec<String> {
    let later = rulings(row, lines).into_iter().skip(usize::try_from(seen.rulings).unwrap_or(usize::MAX));
    let visible = later.filter(|ruled| ruled.is_visible_to(user, knows));
    visible.map(|Ruled { who, words, .. }| format!("{who} {words}.")).collect()
}

/// The lines that announce, once a match is over, which hosts looked at hidden information.
pub(crate) fn looked(audited: &[AuditRow], row: &MatchRow) -> Vec<String> {
    let mut places: BTreeMap<(String, String), Vec<&str>> = BTreeMap::new();
    // A game with open orders alone hides nothing.
    let open = games::find(&row.game).is_some_and(|game| game.about().orders == Orders::Open);
    for each in audited {
        let what = match each.action.parse().ok() {
            Some(Disclosure::Record | Disclosure::Truth | Disclosure::Hand(_)) if open => continue,
            Some(Disclosure::Record | Disclosure::Truth) => "what both players hid".to_owned(),
            Some(Disclosure::Hand(seat)) => format!("what the {} hid", seat.label()),
            Some(Disclosure::Who) => "who had answered".to_owned(),
            None => continue,
        };
        let places = places.entry((each.name.clone(), what)).or_default();
        if !places.contains(&each.stage.as_str()) {
            places.push(&each.stage);
        }
    }
    let line = |((name, what), places): ((String, String), Vec<&str>)| {
        let named = places.iter().take(PLACES).copied().collect::<Vec<_>>().join(", ");
        let more = match places.len().saturating_sub(PLACES) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        format!("{name} looked at {what}: {named}{more}.")
    };
    places.into_iter().map(line).collect()
}

/// A stored action of a host, as a clause.
fn stored_clause(audited: &AuditRow) -> String {
    let stage = if audited.stage.is_empty() { String::new() } else { format!(" in {}", audited.stage) };
    let what = match (audited.action.parse().ok(), audited.action.as_str()) {
        (Some(Disclosure::Who), _) => "looked at who had answered".to_owned(),
        (Some(Disclosure::Record), _) => "took the record, which holds what both players hide,".to_owned(),
        (Some(Disclosure::Truth), _) => "looked at what both players hide".to_owned(),
        (Some(Disclosure::Hand(seat)), _) => format!("looked at what the {} hides", seat.label()),
        (None, STARTED) => "started the match without waiting".to_owned(),
        (None, changed) if changed.starts_with(TERMS) => format!("changed the {changed}"),
        (None, CANCELLED) => "cancelled the match".to_owned(),
        (None, RESCHEDULED) => "moved the start".to_owned(),
        (None, other) => other.to_owned(),
    };
    format!("{what}{stage}")
}

impl Dealer {
    /// Returns a match's audit log in order, without entries that this user may not see. The caller checks rights.
    pub async fn audit_log(&self, m: MatchId, user: UserId) -> Result<Vec<AuditItem>, Error> {
        let (row, store) = (self.row(m).await?, &self.0.store);
        let lines = store.entries(m).await?;
        let (audited, notes) = (store.audited(m).await?, store.notes(m).await?);
        let said = store.ruling_messages(m).await?;
        let began = row.started.unwrap_or(row.opened);
        let ruled = rulings(&row, &lines).into_iter().filter(|ruled| ruled.is_visible_to(user, None));
        let mut traces: Vec<AuditItem> = ruled
            .map(|Ruled { seq, at, who, words, reason, .. }| {
                let message = said.get(&seq).copied();
                AuditItem { at: began.plus(at), who, words, reason, message }
            })
            .collect();
        let bare = |at, who: &str, words| AuditItem { at, who: who.to_owned(), words, reason: None, message: None };
        traces.extend(audited.iter().map(|each| bare(each.at, &each.name, stored_clause(each))));
        traces.extend(notes.iter().map(|note| bare(note.at, &note.name, "wrote a note".to_owned())));
        traces.sort_by_key(|trace| trace.at);
        Ok(traces)
    }

    /// Returns the hosts' looks and other stored actions as JSON lines, to go with the record. The caller checks rights.
    pub async fn audit_lines(&self, m: MatchId) -> Result<String, Error> {
        let rows = self.0.store.audited(m).await?;
        let line = |row: &AuditRow| {
            let AuditRow { user, name, at, action, stage } = row;
            format!(
                "{}\n",
                json!({ "at_ms": at.0, "by": user.to_string(), "name": name, "ruling": action, "stage": stage })
            )
        };
        Ok(rows.iter().map(line).collect())
    }

    /// Stores a host's note. The caller checks rights.
    pub async fn note(&self, m: MatchId, by: Host, words: String, stamp: Snowflake) -> Result<(), Error> {
        let name = by.words();
        let note = NoteRow { user: by.user, name, at: stamp.ms(), words };
        Ok(self.0.store.keep_note(m, stamp, note).await?)
    }
}
