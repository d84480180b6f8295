//! A record that somebody brings: read line by line, with everything in it that could have come from anywhere made harmless.
//!
//! - It is played through as the referee would; the first line that is refused is said by its number.
//! - Of what only the service reads, the nonces and receipts stay, by which orders are verified, and nothing else.
//! - Every deadline gets a separate entry, so that a record can be continued from the beginning of any of its steps.

use serde_json::{Map, Value};

use super::{Act, Entry, Header, HostAct, Player, Rejection, Table, What};
use crate::game::{BySeat, Outcome, Seat, Wants};

/// The most lines of a record, its header among them.
pub const MOST_LINES: usize = 5_000;
/// The most bytes of a line.
pub const LONGEST_LINE: usize = 64 * 1024;
/// The longest that a match may have lasted, and may be given for a step, in ms: 400 days.
const LONGEST: u64 = 400 * 24 * 60 * 60 * 1000;
/// The key in the last entry of a continued record: the step that was asked from there on.
const CONTINUED: &str = "continued";

/// A record that plays through.
pub struct Imported {
    pub header: Header,
    /// Each line after the header, and an entry for each deadline that took effect without one.
    pub entries: Vec<Entry>,
    /// The nonces and commitments in it as they were read: nobody else's record has these.
    pub marks: Vec<String>,
    pub outcome: Option<Outcome>,
    /// The players at the end.
    pub players: BySeat<Player>,
    /// The time of its last line, in ms after the match's opening.
    pub lasted: u64,
    /// The time of the first line that says what it came in, and the id of that.
    pub came_in: Option<(u64, u64)>,
    /// For a record that names no version of the rules: under which one it is read.
    pub assumption: Option<String>,
    cuts: Vec<Cut>,
}

/// The beginning of a step.
struct Cut {
    step: u32,
    /// How many entries had been made by then.
    entries: usize,
    stage: String,
    paused: bool,
    waits: bool,
    /// Whether an order is asked for.
    asks: bool,
}

/// The beginning of a record, up to where a step was asked.
#[derive(Clone, Debug, PartialEq)]
pub struct Prefix {
    pub step: u32,
    /// The match's stage there.
    pub stage: String,
    pub entries: Vec<Entry>,
}

/// A fault of a record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadRecord {
    #[error("Line {line} of the record: {}", .why.message)]
    Line {
        /// From 1, the header.
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

/// Why a record cannot be gone on with from a step.
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
    /// Reads a record; what makes a name, and a sentence, of somebody's harmless finds nothing in some.
    ///
    /// # Errors
    /// The first line that cannot be used.
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
        if let Some(at) = lines.iter().position(|line| line.len() > LONGEST_LINE) {
            return Err(BadRecord::LongLine(at + 1));
        }
        let refused = |line: usize| move |why: Rejection| BadRecord::Line { line, why };
        let mut header = Header::read(lines.first().copied().unwrap_or_default()).map_err(refused(1))?;
        for player in [&mut header.seats.ec, &mut header.seats.dmo] {
            player.name = name(&player.name).unwrap_or_else(|| "Somebody".to_owned());
        }
        let table = Table::open(header.clone()).map_err(refused(1))?;
        let mut reading = Reading { table, entries: Vec::new(), marks: Vec::new(), cuts: Vec::new() };
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
        let Reading { table, entries, marks, cuts } = reading;
        let (outcome, players, lasted) = (table.outcome(), table.players().clone(), table.now());
        let assumption = table.assumption();
        Ok(Self { header, entries, marks, outcome, players, lasted, came_in, assumption, cuts })
    }

    /// Its beginning up to a step; without one up to the last in which an order was asked for. Who took a seat in it and what hosts said
    /// is left out.
    ///
    /// # Errors
    /// The record cannot be gone on with from there.
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

/// Whether these are the entries of one match: what was done, and when. Receipts, reasons and who acted do not matter, nor the deadlines,
/// which follow from the rest.
#[must_use]
pub fn same_course(one: &[Entry], other: &[Entry]) -> bool {
    fn acts(entries: &[Entry]) -> impl Iterator<Item = (u64, &Act)> {
        entries.iter().filter(|entry| entry.act != Act::Time).map(|entry| (entry.at, &entry.act))
    }
    acts(one).eq(acts(other))
}

/// The step from which on a match was played by those who sit there: that from which a record is gone on with, where one is, and 1.
#[must_use]
pub fn played_from(entries: &[Entry]) -> u32 {
    entries.iter().rev().find_map(continued).unwrap_or(1)
}

/// The step that is asked behind an entry, if it is the last one of a continued record.
#[must_use]
pub fn continued(entry: &Entry) -> Option<u32> {
    u32::try_from(entry.meta.as_ref()?.get(CONTINUED)?.as_u64()?).ok()
}

impl Entry {
    /// The nonces and commitments in it.
    #[must_use]
    pub fn marks(&self) -> Vec<String> {
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

/// Takes out of an entry what has a meaning to the service alone, and what would format or mention.
fn harmless(entry: &mut Entry, name: &impl Fn(&str) -> Option<String>, sentence: &impl Fn(&str) -> Option<String>) {
    if let Some(Value::Object(map)) = &mut entry.meta {
        map.retain(|key, _| matches!(key.as_str(), "nonce" | "receipts" | CONTINUED));
        if map.is_empty() {
            entry.meta = None;
        }
    }
    // By an id of somebody who has nothing to do with it here.
    entry.by = None;
    entry.reason = entry.reason.as_deref().and_then(sentence);
    if let Act::Host(HostAct::Substitute { name: newcomer, .. }) = &mut entry.act {
        *newcomer = name(newcomer).unwrap_or_else(|| "Somebody".to_owned());
    }
}

/// A record while it is read.
struct Reading {
    table: Table,
    entries: Vec<Entry>,
    marks: Vec<String>,
    cuts: Vec<Cut>,
}

impl Reading {
    /// Enters a line, the deadlines that take effect before it first.
    fn enter(&mut self, mut entry: Entry) -> Result<(), Rejection> {
        self.marks.extend(entry.marks());
        let credit = matches!(entry.act, Act::Host(HostAct::Credit(_)));
        while let Some(due) = self.table.next_deadline().filter(|&due| due <= entry.at && !credit) {
            // After a credit a deadline may lie in the past.
            let at = due.max(self.table.now());
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
