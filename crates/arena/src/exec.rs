//! A player of one's own: a program that reads lines of JSON and writes lines of JSON.
//!
//! One process plays one seat of one match. It is asked with one line,
//!
//! `{"game":"…","preset":"…","seat":"ec","prompt":"unit","view":{…},"legal":["…"],"ms":1000}`
//!
//! in which `view` is what the seat may see, as `deathmatch referee --view` shows it, `legal` the orders where they are listed, else null,
//! and `ms` the time for the answer. It answers with one line, `{"order":"…"}`. At the end of the match its standard input is closed.
//! Whoever ends early, answers late, or answers with anything but an order that counts has lost.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use serde_json::{Value, json};

use deathmatch_rules::game::{Accepted, Legal, Seat, Sight};

/// Longest answer that is read, in bytes.
const LONGEST: u64 = 100_000;

/// What is asked beside the view.
pub struct Question<'a> {
    /// The game's id.
    pub game: &'a str,
    /// The preset's id.
    pub preset: Option<&'a str>,
    pub seat: Seat,
    /// The prompt's short name.
    pub prompt: &'a str,
}

/// Why a program has lost; `Display` says all of it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Lost {
    /// It gave no order: it ended, was late, or wrote something else.
    #[error("{0}")]
    Silent(String),
    /// Its order does not count.
    #[error("its order `{order}` does not count: {why}")]
    Refused { order: String, why: String },
}

impl Lost {
    /// The same without what it wrote, which may tell what its seat hides.
    #[must_use]
    pub fn discreetly(&self) -> &str {
        match self {
            Self::Silent(why) => why,
            Self::Refused { .. } => "its order does not count",
        }
    }
}

/// A program that plays a seat.
pub struct Program {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Program {
    /// Starts it.
    ///
    /// # Errors
    /// Why it does not start.
    pub fn start(words: &[String]) -> Result<Self, String> {
        Self::start_as(words, |_| ())
    }

    /// The same after whatever else is to be said of its process, such as what it inherits.
    ///
    /// # Errors
    /// Why it does not start.
    pub fn start_as(words: &[String], prepare: impl FnOnce(&mut Command)) -> Result<Self, String> {
        let (program, arguments) = words.split_first().ok_or("no program is named")?;
        let mut command = Command::new(program);
        prepare(command.args(arguments));
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("{program} does not start: {error}"))?;
        let input = child.stdin.take();
        let output = child.stdout.take().ok_or("it has no output")?;
        let (say, lines) = channel();
        std::thread::spawn(move || {
            let mut output = BufReader::new(output);
            loop {
                let mut line = String::new();
                let read = output.by_ref().take(LONGEST).read_line(&mut line);
                if !matches!(read, Ok(1..)) || say.send(line).is_err() {
                    return;
                }
            }
        });
        Ok(Self { child, input, lines })
    }

    /// The order it gives for a view within so many ms; waits for it.
    ///
    /// # Errors
    /// Why it has lost.
    pub fn order(&mut self, sight: &Sight, of: &Question<'_>, ms: u64) -> Result<Accepted, Lost> {
        let legal = match sight.legal() {
            Legal::Listed(orders) => json!(orders),
            Legal::Counted(_) | Legal::Unknown => Value::Null,
        };
        let Question { game, preset, seat, prompt } = of;
        let question = json!({
            "game": game, "preset": preset, "seat": seat, "prompt": prompt, "view": sight.json(), "legal": legal, "ms": ms,
        });
        let order = self.ask(&question, ms).map_err(Lost::Silent)?;
        sight.parse(&order).map_err(|refusal| Lost::Refused { order, why: refusal.message })
    }

    fn ask(&mut self, question: &Value, ms: u64) -> Result<String, String> {
        let input = self.input.as_mut().ok_or("its input is closed")?;
        writeln!(input, "{question}").and_then(|()| input.flush()).map_err(|_| "it has ended early".to_owned())?;
        let line = self.lines.recv_timeout(Duration::from_millis(ms)).map_err(|error| match error {
            RecvTimeoutError::Timeout => format!("it gave no order within {ms} ms"),
            RecvTimeoutError::Disconnected => "it has ended early".to_owned(),
        })?;
        let answer: Value = serde_json::from_str(&line).map_err(|_| "its answer is no line of JSON".to_owned())?;
        answer["order"].as_str().map(str::to_owned).ok_or_else(|| "its answer has no `order`".to_owned())
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.input = None;
        // It may end by itself; it must not stay behind.
        std::thread::sleep(Duration::from_millis(20));
        if !matches!(self.child.try_wait(), Ok(Some(_))) {
            drop(self.child.kill());
        }
        drop(self.child.wait());
    }
}

#[cfg(test)]
mod tests {
    use super::Lost;

    #[test]
    fn what_an_order_was_is_only_said_where_it_may_be() {
        let lost = Lost::Refused { order: "e4".to_owned(), why: "e4 is taken".to_owned() };
        assert!(lost.to_string().contains("e4"));
        assert!(!lost.discreetly().contains("e4"));
    }
}
