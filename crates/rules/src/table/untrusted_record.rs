//! Reads a record from an untrusted source, line by line, and makes everything in it harmless.
//!
//! - The record is replayed as the referee would. The first refused line is reported by its number.
//! - Of the data for the service, only nonces, receipts and the continuation mark stay: they verify the orders.
//! - Every deadline gets a separate entry, so a record can be continued from the beginning of any step.

use serde_json::{Map, Value};

use super::{Act, ActText, Entry, Header, HostAct, Player, Rejection, Table, What};
use crate::game::{BySeat, Outcome, Seat, Wants};

/// The most lines of a record, including the header.
pub const MOST_LINES: usize = 5_000;
/// The most bytes of a line.
pub const MAX_RECORD_LINE: usize = 64 * 1024;
/// The longest duration of a match, and the longest time for a step, in ms: 400 days.
const LONGEST: u64 = 400 * 24 * 60 * 60 * 1000;
/// The meta key in the last entry of a continued record. Its value is the step that was asked next.
pub(super) const CONTINUED: &str = "continued";

/// A record that replays without a refusal.
pub struct Imported {
    pub header: Header,
    /// All entries of the record, plus an entry for each deadline that took effect without one.
    pub entries: Vec<Entry>,
    /// The record's original nonces and commitments, which identify it.
    pub fingerprints: Vec<String>,
    pub outcome: Option<Outcome>,
    /// The players at the end.
    pub players: BySeat<Player>,
    /// The time of the last entry, in ms after the match's opening.
    pub lasted: u64,
    /// The time of the first entry with an id in its meta, and that id.
    pub came_in: Option<(u64, u64)>,
    /// For a record without a rules version: a sentence that names the version it is read under.
    pub assumption: Option<String>,
    cuts: Vec<Cut>,
}

/// The beginning of a step.
struct Cut {
    step: u32,
    /// The number of entries before the step.
    entries: usize,
    stage: String,
    paused: bool,
    waits: bool,
    /// Whether the step asks for an order.
    asks: bool,
}

/// The part of a record before a step.
#[derive(Clone, Debug, PartialEq)]
pub struct Prefix {
    pub step: u32,
    /// The match's stage there.
    pub stage: String,
    pub entries: Vec<Entry>,
}

/// A defect of a record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadRecord {
    #[error("Line {line} of the record: {}", .why.message)]
    Line {
        /// The line's number; the header is line 1.
        line: usize,
        why: Rejection,
    },
    #[error("The record has more than {MOST_LINES} lines; none of mine is so long.")]
    TooManyLines,
    #[error("Line {0} of the record is longer than 64 kB.")]
    LongLine(usize),
    #[error("Line {0} of the record lets the match last more than 400 days.")]
    TooLate(usize),
}

/// The reason why a record cannot be continued from a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoSuchStep {
    #[error("The record has no step {step} that stands; it goes from 1 to {last}.")]
    Missing { step: u32, last: u32 },
    #[error("Step {0} waits for the match's start; name a later one.")]
    Waits(u32),
    #[error("Nothing was asked in this match any more; there is nothing to continue.")]
    Nothing,
}

impl Imported {
    /// Reads a record. `name` and `sentence` make a name and a sentence harmless; they return `None` if nothing usable is left.
    ///
    /// # Errors
    /// The first unusable line, or a record that exceeds a limit.
    pub fn read(
        text: &str,
        name: impl Fn(&str) -> Option<String>,
        sentence: impl Fn(&str) -> Option<String>,
    ) -> Result<Self, BadRecord> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let lines: Vec<&str> = text.trim_end().lines().collect();
        if lines.len() > MOST_LINES {
            return Err(BadRecord::TooManyLines);
        }
        if let Some(at) = lines.iter().position(|line| line.len() > MAX_RECORD_LINE) {
            return Err(BadRecord::LongLine(at + 1));
        }
        let refused = |line: usize| move |why: Rejection| BadRecord::Line { line, why };
        let mut header = Header::read(lines.first().copied().unwrap_or_default()).map_err(refused(1))?;
        for player in [&mut header.seats.ec, &mut header.seats.dmo] {
            player.name = name(&player.name).unwrap_or_else(|| "Somebody".to_owned());
        }
        let table = Table::open(header.clone()).map_err(refused(1))?;
        let mut reading = Reading { table, entries: Vec::new(), fingerprints: Vec::new(), cuts: Vec::new() };
        let mut came_in = None;
        reading.cut(1);
        reading.in_time().then_some(()).ok_or(BadRecord::TooLate(1))?;
        for (line, text) in (2..).zip(&lines[1..]) {
            let mut entry = Entry::read(text).map_err(refused(line))?;
            came_in = came_in.or_else(|| Some((entry.at, entry.meta.as_ref()?["id"].as_str()?.parse().ok()?)));
            harmless(&mut entry, &name, &sentence);
            if entry.at > LONGEST {
                return Err(BadRecord::TooLate(line));
            }
            reading.enter(entry).map_err(refused(line))?;
            reading.in_time().then_some(()).ok_or(BadRecord::TooLate(line))?;
        }
        let Reading { table, entries, fingerprints, cuts } = reading;
        let (outcome, players, lasted) = (table.outcome(), table.players().clone(), table.now());
        let assumption = table.assumption();
        Ok(Self { header, entries, fingerprints, outcome, players, lasted, came_in, assumption, cuts })
    }

    /// The entries before a step; by default, before the last step that asks for an order. Substitutions and hosts' reasons are left out.
    ///
    /// # Errors
    /// The record cannot be continued from that step.
    pub fn prefix(&self, step: Option<u32>) -> Result<Prefix, NoSuchStep> {
        let last = self.cuts.last().map_or(0, |cut| cut.step);
        let cut = match step {
            Some(step) => self.cuts.iter().find(|cut| cut.step == step).ok_or(NoSuchStep::Missing { step, last })?,
            None => self.cuts.iter().rfind(|cut| cut.asks && !cut.waits).ok_or(NoSuchStep::Nothing)?,
        };
        if cut.waits {
            return Err(NoSuchStep::Waits(cut.step));
        }
        let stays = |entry: &&Entry| !matches!(entry.act, Act::Host(HostAct::Substitute { .. }));
        let mut entries: Vec<Entry> = self.entries[..cut.entries].iter().filter(stays).cloned().collect();
        for entry in &mut entries {
            entry.reason = None;
        }
        if cut.paused {
            let at = entries.last().map_or(0, |entry| entry.at);
            entries.push(Entry::new(at, Act::Host(HostAct::Resume)));
        }
        if let Some(last) = entries.last_mut() {
            meta(last).insert(CONTINUED.to_owned(), cut.step.into());
        }
        Ok(Prefix { step: cut.step, stage: cut.stage.clone(), entries })
    }
}

/// Whether two lists of entries have the same acts at the same times. Receipts, reasons, authors and deadline entries are ignored.
#[must_use]
pub fn same_course(one: &[Entry], other: &[Entry]) -> bool {
    fn acts(entries: &[Entry]) -> impl Iterator<Item = (u64, &Act)> {
        entries.iter().filter(|entry| entry.act != Act::Time).map(|entry| (entry.at, &entry.act))
    }
    acts(one).eq(acts(other))
}

/// The first step that the current players played: the step from which the record was continued, or 1.
#[must_use]
pub fn played_from(entries: &[Entry]) -> u32 {
    entries.iter().rev().find_map(continued).unwrap_or(1)
}

/// The step that follows an entry, if the entry is the last one of a continued record.
#[must_use]
pub fn continued(entry: &Entry) -> Option<u32> {
    u32::try_from(entry.meta.as_ref()?.get(CONTINUED)?.as_u64()?).ok()
}

impl Entry {
    /// The nonces and commitments in the entry.
    #[must_use]
    pub fn fingerprints(&self) -> Vec<String> {
        let Some(meta) = &self.meta else { return Vec::new() };
        let receipts = Seat::ALL.into_iter().flat_map(|seat| {
            let receipt = &meta["receipts"][seat.id()];
            [&receipt["nonce"], &receipt["commitment"]]
        });
        receipts.chain([&meta["nonce"]]).filter_map(Value::as_str).map(str::to_owned).collect()
    }
}

fn meta(entry: &mut Entry) -> &mut Map<String, Value> {
    let meta = entry.meta.get_or_insert_with(|| Value::Object(Map::new()));
    meta.as_object_mut().expect("what was read as meta is an object")
}

/// Removes data for the service from an entry, and makes its texts harmless.
fn harmless(entry: &mut Entry, name: &impl Fn(&str) -> Option<String>, sentence: &impl Fn(&str) -> Option<String>) {
    if let Some(Value::Object(map)) = &mut entry.meta {
        map.retain(|key, _| matches!(key.as_str(), "nonce" | "receipts" | CONTINUED));
        if map.is_empty() {
            entry.meta = None;
        }
    }
    // An id belongs to a person without a part in this server's match.
    entry.by = entry.resigns().map(|seat| seat.to_string());
    entry.reason = entry.reason.as_deref().and_then(sentence);
    if let Some(ActText::Name(text)) = entry.act.text_mut() {
        *text = name(text).unwrap_or_else(|| "Somebody".to_owned());
    }
}

/// A record during reading.
struct Reading {
    table: Table,
    entries: Vec<Entry>,
    fingerprints: Vec<String>,
    cuts: Vec<Cut>,
}

impl Reading {
    /// Enters a line, after the deadlines that take effect before it.
    fn enter(&mut self, mut entry: Entry) -> Result<(), Rejection> {
        self.fingerprints.extend(entry.fingerprints());
        while let Some(at) = self.table.due_before(&entry) {
            if entry.act == Act::Time && at == entry.at {
                break;
            }
            let mut time = Entry::new(at, Act::Time);
            let receipts = entry.meta.as_ref().map_or(&Value::Null, |meta| &meta["receipts"]);
            if receipts["step"] == self.table.step() {
                let receipts = meta(&mut entry).remove("receipts").expect("they were there");
                meta(&mut time).insert("receipts".to_owned(), receipts);
            }
            self.take(time)?;
        }
        self.take(entry)
    }

    fn take(&mut self, entry: Entry) -> Result<(), Rejection> {
        let answer = self.table.enter(&entry);
        if let Some(rejection) = answer.error {
            return Err(rejection);
        }
        self.entries.push(entry);
        let asked = answer.happened.iter().rev().find_map(|each| match each.what {
            What::Asked { step } => Some(step),
            _ => None,
        });
        if let Some(step) = asked {
            self.cut(step);
        }
        Ok(())
    }

    /// Records the beginning of a step; reverted steps are removed.
    fn cut(&mut self, step: u32) {
        self.cuts.retain(|cut| cut.step < step);
        let wants = |wants: Wants| {
            self.table.awaiting().iter().any(|(_, asked)| asked.as_ref().is_some_and(|asked| asked.wants == wants))
        };
        self.cuts.push(Cut {
            step,
            entries: self.entries.len(),
            stage: self.table.sight(crate::game::Viewer::Public).heading().stage,
            paused: self.table.paused(),
            waits: self.table.starts().is_some() || wants(Wants::Nothing),
            asks: wants(Wants::Order),
        });
    }

    fn in_time(&self) -> bool {
        self.table.next_deadline().is_none_or(|due| due <= self.table.now().saturating_add(LONGEST))
    }
}
