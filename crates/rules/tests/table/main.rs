//! The laws of the table, on a small game: time, steps, refusals, reserves, and a host's rulings.

mod examples;
mod figures;
mod hosting;
mod import;
mod orders;
mod quiet;
mod review;
mod story;
mod time;
mod toy;

use deathmatch_rules::game::{BySeat, Seat, Viewer};
use deathmatch_rules::table::{Code, Entry, Header, Table};
use serde_json::Value;

/// A table, with short methods for tests.
struct Bench {
    table: Table,
}

impl Bench {
    fn of(phases: &[&str]) -> Self {
        Self::with(phases, |_| {})
    }

    fn with(phases: &[&str], change: impl FnOnce(&mut Header)) -> Self {
        let mut header = Header::new("toy");
        header.setup = toy::phases(phases);
        change(&mut header);
        Self { table: Table::with_game(header, toy::TOY).unwrap() }
    }

    /// Enters a line that must be accepted. Returns the kinds of the referee's events.
    fn ok(&mut self, line: &str) -> Vec<String> {
        let answer = self.table.enter(&Entry::read(line).unwrap());
        assert_eq!(answer.error, None, "{line}");
        let told = answer.happened.iter().flat_map(|each| each.told(Viewer::Truth, &self.table.names()));
        told.map(|event| event["kind"].as_str().unwrap().to_owned()).collect()
    }

    /// Enters a line that must be refused with a code.
    fn refused(&mut self, line: &str, code: Code) {
        let before = self.look();
        let answer = self.table.enter(&Entry::read(line).unwrap());
        assert_eq!(answer.error.map(|fault| fault.code), Some(code), "{line}");
        if answer.happened.is_empty() {
            assert_eq!(self.look(), before, "{line} changed something");
        }
    }

    fn time(&mut self, at: u64) -> Vec<String> {
        self.ok(&format!(r#"{{"at":{at}}}"#))
    }

    fn order(&mut self, at: u64, seat: &str, text: &str) -> Vec<String> {
        self.ok(&format!(r#"{{"at":{at},"seat":"{seat}","order":"{text}"}}"#))
    }

    fn ready(&mut self, at: u64, seat: &str) -> Vec<String> {
        self.ok(&format!(r#"{{"at":{at},"seat":"{seat}","ready":true}}"#))
    }

    fn host(&mut self, at: u64, act: &str) -> Vec<String> {
        self.ok(&format!(r#"{{"at":{at},"host":"{act}"}}"#))
    }

    fn host_refused(&mut self, at: u64, act: &str, code: Code) {
        self.refused(&format!(r#"{{"at":{at},"host":"{act}"}}"#), code);
    }

    /// Returns the toy's log: a line for each of its resolutions.
    fn log(&self) -> Vec<String> {
        serde_json::from_value(self.table.state_json()["log"].clone()).unwrap()
    }

    fn deadline(&self, seat: Seat) -> Option<u64> {
        self.table.awaiting()[seat].as_ref().map(|awaited| awaited.deadline)
    }

    /// Returns the deadline of both seats.
    fn deadlines(&self) -> u64 {
        let BySeat { ec, dmo } = BySeat::from_fn(|seat| self.deadline(seat));
        assert_eq!(ec, dmo);
        ec.unwrap()
    }

    fn submitted(&self) -> (bool, bool) {
        let seat = |seat: Seat| self.table.awaiting()[seat].as_ref().is_some_and(|awaited| awaited.submitted);
        (seat(Seat::Ec), seat(Seat::Dmo))
    }

    fn reserves(&self) -> (u64, u64) {
        let reserve = self.table.reserves().map(Option::unwrap_or_default);
        (reserve.ec, reserve.dmo)
    }

    /// Returns the outcome as the record writes it.
    fn outcome(&self) -> String {
        serde_json::to_string(&self.table.outcome()).unwrap()
    }

    fn look(&self) -> (Value, u32, String, bool, String) {
        let table = &self.table;
        let awaiting = format!("{:?}", table.awaiting());
        (table.state_json(), table.step(), awaiting, table.paused(), self.outcome())
    }
}
