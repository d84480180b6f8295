//! The referee: plays one match over lines of JSON, as a thin shell around the table.
//!
//! - Every line is answered at once with one line. Only an invalid header ends the conversation early.
//! - A record always gives the same bytes: keys have a fixed order at the top of a line and in `awaiting`,
//!   and byte order within `state` and `events`.
//! - With a view, the output depends only on that viewer's information: another seat's line is answered as if it were
//!   accepted, and a question about hidden information is refused.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::cli::print;
use crate::game::{BySeat, Legal, Outcome, Seat, Secrecy, Sight, Uncounted, Viewer, Wants};
use crate::players::{order_of, strength};
use crate::table;
use crate::table::{Awaited, Code, Entry, Happened, Header, Line, Query, Rejection, Table};

/// The exit status for an invalid header.
const UNUSABLE_HEADER: u8 = 2;

/// The most legal orders listed in an answer.
const MOST_LISTED: usize = 50_000;

/// The longest thinking time for advice, in ms.
const LONGEST: u64 = 60_000;

/// Referees a record.
#[derive(Args, Debug)]
pub struct Referee {
    /// The record (default: standard input)
    file: Option<PathBuf>,
    /// Write only information that this viewer may see
    #[arg(long, value_name = "ec|dmo|public", value_parser = view)]
    view: Option<Viewer>,
    /// Check every commitment in a finished match's record
    #[arg(long, requires = "file", conflicts_with = "view")]
    verify: bool,
}

fn view(text: &str) -> Result<Viewer, String> {
    match text {
        "public" => Ok(Viewer::Public),
        seat => seat.parse().map(Viewer::Seat).map_err(|_| "a view is `ec`, `dmo` or `public`".to_owned()),
    }
}

impl Referee {
    /// Runs on standard input and output. Errors are printed to standard error.
    pub fn run(&self) -> ExitCode {
        if let Some(path) = self.file.as_ref().filter(|_| self.verify) {
            return verify(path);
        }
        let viewer = self.view.unwrap_or(Viewer::Truth);
        let output = io::stdout().lock();
        let result = match &self.file {
            None => hold(io::stdin().lock(), output, viewer),
            Some(path) => match File::open(path) {
                Ok(file) => hold(BufReader::new(file), output, viewer),
                Err(error) => {
                    eprintln!("{} cannot be read: {error}.", path.display());
                    return ExitCode::from(UNUSABLE_HEADER);
                }
            },
        };
        match result {
            Ok(true) => ExitCode::SUCCESS,
            Ok(false) => ExitCode::from(UNUSABLE_HEADER),
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
            Err(error) => {
                eprintln!("Input or output failed: {error}.");
                ExitCode::FAILURE
            }
        }
    }
}

/// Prints a line for each commitment that fails, and a count.
fn verify(path: &Path) -> ExitCode {
    let record = match fs::read_to_string(path) {
        Ok(record) => record,
        Err(error) => {
            eprintln!("{} cannot be read: {error}.", path.display());
            return ExitCode::from(UNUSABLE_HEADER);
        }
    };
    let checked = table::read_record(&record).and_then(|(header, entries)| table::verify(header, &entries));
    match checked {
        Err(rejection) => {
            eprintln!("The record cannot be verified: {}", rejection.message);
            ExitCode::from(UNUSABLE_HEADER)
        }
        Ok(verified) => {
            verified.failed.iter().for_each(print);
            let checked = verified.checked + verified.brought.len();
            print(format_args!("{checked} receipts checked, {} failed.", verified.failed.len()));
            if !verified.over {
                print("The match is not over. The receipts of its last step may be missing.");
            }
            if checked == 0 {
                print("The record has no receipts, so there is nothing to verify.");
            }
            verified.assumption.iter().for_each(print);
            if verified.holds() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
        }
    }
}

/// Answers lines to the end of the input. Returns `false` if the header is invalid.
pub fn hold(mut input: impl BufRead, mut output: impl Write, viewer: Viewer) -> io::Result<bool> {
    let mut bytes = Vec::new();
    let mut say = |line: String| {
        output.write_all(line.as_bytes())?;
        output.write_all(b"\n")?;
        output.flush()
    };
    if !next_line(&mut input, &mut bytes)? {
        return Ok(false);
    }
    let first = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&bytes);
    let mut table = match text(first).and_then(Header::read).and_then(Table::open) {
        Ok(table) => table,
        Err(rejection) => {
            say(serde_json::to_string(&Refused { ok: false, error: &rejection }).expect("a rejection is plain data"))?;
            return Ok(false);
        }
    };
    let opening = Reply { happened: table.opening().to_vec(), ..Reply::default() };
    say(opening.write(&table, viewer))?;
    while next_line(&mut input, &mut bytes)? {
        let reply = match text(&bytes) {
            Ok(line) => reply(&mut table, Line::read(line), viewer),
            Err(rejection) => Reply { error: Some(rejection), ..Reply::default() },
        };
        say(reply.write(&table, viewer))?;
    }
    Ok(true)
}

/// Reads a line without its line break. Returns `false` at the end of the input.
fn next_line(input: &mut impl BufRead, bytes: &mut Vec<u8>) -> io::Result<bool> {
    bytes.clear();
    if input.read_until(b'\n', bytes)? == 0 {
        return Ok(false);
    }
    if bytes.last() == Some(&b'\n') {
        bytes.pop();
    }
    Ok(true)
}

fn text(bytes: &[u8]) -> Result<&str, Rejection> {
    std::str::from_utf8(bytes)
        .map_err(|_| Rejection::new(Code::BadJson, "This line is not UTF-8. Send one JSON object on each line."))
}

/// An answer without the match's state.
#[derive(Default)]
struct Reply {
    error: Option<Rejection>,
    happened: Vec<Happened>,
    more: Map<String, Value>,
}

fn reply(table: &mut Table, line: Line, viewer: Viewer) -> Reply {
    match line {
        Line::Entry(entry) => {
            let answer = table.enter(&entry);
            let error = answer.error.filter(|_| !hidden(&entry, viewer));
            Reply { error, happened: answer.happened, more: Map::new() }
        }
        Line::Bad { at: Some(at), rejection } => match table.pass(at) {
            Ok(happened) => Reply { error: Some(rejection), happened, more: Map::new() },
            Err(backwards) => Reply { error: Some(backwards), ..Reply::default() },
        },
        Line::Bad { at: None, rejection } => Reply { error: Some(rejection), ..Reply::default() },
        Line::Query(query) => match answer(table, query, viewer) {
            Ok(more) => Reply { more, ..Reply::default() },
            Err(rejection) => Reply { error: Some(rejection), ..Reply::default() },
        },
    }
}

/// Whether an entry's result is hidden from the viewer, because the entry is another seat's.
fn hidden(entry: &Entry, viewer: Viewer) -> bool {
    entry.act.answer_of().is_some_and(|seat| is_other_seat(seat, viewer))
}

fn not_awaited<T>(message: impl Into<String>) -> Result<T, Rejection> {
    Err(Rejection::new(Code::NotAwaited, message))
}

fn answer(table: &Table, query: Query, viewer: Viewer) -> Result<Map<String, Value>, Rejection> {
    let mut more = Map::new();
    match query {
        Query::Legal(seat) => {
            let orders = match asked(table, seat, viewer)?.wants {
                Wants::Order => as_seen(table, seat, viewer)?.legal(),
                Wants::Ready | Wants::Nothing => Legal::Listed(Vec::new()),
            };
            let count = match &orders {
                Legal::Listed(orders) => Some(orders.len() as u64),
                Legal::Counted(count) => Some(*count),
                Legal::Unknown => None,
            };
            let listed = match orders {
                Legal::Listed(orders) if orders.len() <= MOST_LISTED => Some(orders),
                _ => None,
            };
            more.insert("orders".to_owned(), listed.into());
            if let Some(count) = count {
                more.insert("count".to_owned(), count.into());
            }
        }
        Query::Advise { seat, level, movetime_ms } => {
            if asked(table, seat, viewer)?.wants != Wants::Order {
                return not_awaited("There is no order to give for this seat now. Ask again when there is one.");
            }
            let purpose = format!("advice {} {seat}", table.step());
            let generator = table.header().seed.generator(&purpose);
            let sight = as_seen(table, seat, viewer)?;
            let mut strength = strength(level.number());
            if let Some(ms) = movetime_ms {
                strength.work = ms.min(LONGEST) * 1_000;
            }
            let thought = order_of(&*sight, strength, generator, &|| false);
            let (order, chance, nodes) = match thought {
                Some(thought) => (Some(thought.order.text().to_owned()), thought.chance, thought.nodes),
                None => (None, None, 0),
            };
            more.insert("order".to_owned(), order.into());
            if let Some(chance) = chance {
                more.insert("score".to_owned(), (chance.clamp(0.0, 1.0) * 1_000.0).round().into());
            }
            more.insert("nodes".to_owned(), nodes.into());
        }
        Query::Perft(_) if viewer != Viewer::Truth && hides(table) => {
            return not_awaited("This view does not show possible orders. Leave `--view` out to ask.");
        }
        Query::Perft(depth) => match table.perft(depth) {
            Ok(nodes) => {
                more.insert("nodes".to_owned(), nodes.into());
            }
            Err(Uncounted::Simultaneous) => {
                return not_awaited("Orders can only be counted in phases in which the seats alternate.");
            }
            Err(Uncounted::TooMany(bound)) => {
                return not_awaited(format!("Counting stops at {bound} orders. Ask for a shorter sequence."));
            }
        },
    }
    Ok(more)
}

fn asked(table: &Table, seat: Seat, viewer: Viewer) -> Result<Awaited, Rejection> {
    let Some(awaited) = table.awaiting()[seat].clone() else {
        return not_awaited(format!("There is no prompt for {seat} now. Ask again when there is one."));
    };
    if awaited.secrecy == Secrecy::Private && awaited.wants == Wants::Order && is_other_seat(seat, viewer) {
        return not_shown(seat);
    }
    Ok(awaited)
}

/// Returns the sight that lists a seat's orders: its own view, or the public part for other viewers.
fn as_seen(table: &Table, seat: Seat, viewer: Viewer) -> Result<Sight, Rejection> {
    if is_other_seat(seat, viewer) {
        table.posted(seat).map_or_else(|| not_shown(seat), Ok)
    } else {
        Ok(table.sight(Viewer::Seat(seat)))
    }
}

fn is_other_seat(seat: Seat, viewer: Viewer) -> bool {
    viewer != Viewer::Truth && viewer != Viewer::Seat(seat)
}

fn not_shown<T>(seat: Seat) -> Result<T, Rejection> {
    not_awaited(format!("This view does not show the possible orders of {seat}. Leave `--view` out to ask."))
}

/// Whether the match has any information that is not public.
fn hides(table: &Table) -> bool {
    table.sight(Viewer::Public).json() != table.sight(Viewer::Truth).json()
}

#[derive(Serialize)]
struct Refused<'a> {
    ok: bool,
    error: &'a Rejection,
}

#[derive(Serialize)]
struct Written<'a> {
    ok: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a Rejection>,
    at: u64,
    step: u32,
    events: Vec<Value>,
    state: Value,
    awaiting: Asked,
    paused: bool,
    outcome: Option<Outcome>,
    #[serde(flatten)]
    more: &'a Map<String, Value>,
}

#[derive(Serialize)]
struct Asked {
    #[serde(skip_serializing_if = "Option::is_none")]
    ec: Option<AskedSeat>,
    #[serde(skip_serializing_if = "Option::is_none")]
    dmo: Option<AskedSeat>,
}

#[derive(Serialize)]
struct AskedSeat {
    prompt: &'static str,
    deadline: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    reserve: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    submitted: Option<bool>,
}

impl Reply {
    fn write(&self, table: &Table, viewer: Viewer) -> String {
        let names = table.names();
        let awaiting = table.awaiting();
        let seat = |seat: Seat| {
            let awaited = awaiting[seat].as_ref()?;
            let own = viewer == Viewer::Truth || viewer == Viewer::Seat(seat);
            Some(AskedSeat {
                prompt: awaited.prompt,
                deadline: awaited.deadline,
                reserve: awaited.reserve,
                submitted: own.then_some(awaited.submitted),
            })
        };
        let BySeat { ec, dmo } = BySeat::from_fn(seat);
        let line = Written {
            ok: self.error.is_none(),
            error: self.error.as_ref(),
            at: table.now(),
            step: table.step(),
            events: self.happened.iter().flat_map(|happened| happened.told(viewer, &names)).collect(),
            state: match viewer {
                Viewer::Truth => table.state_json(),
                viewer => table.sight(viewer).json(),
            },
            awaiting: Asked { ec, dmo },
            paused: table.paused(),
            outcome: table.outcome().map(|outcome| Outcome { reason: outcome.reason.in_output(), ..outcome }),
            more: &self.more,
        };
        serde_json::to_string(&line).expect("a line is plain data")
    }
}
