//! External players: programs that read lines of JSON and write lines of JSON.
//!
//! One process plays one seat of one match. Each question is one line,
//!
//! `{"game":"…","preset":"…","seat":"ec","prompt":"unit","view":{…},"legal":["…"],"ms":1000}`
//!
//! in which `view` is the seat's view, as `deathmatch referee --view` shows it, `legal` the legal orders if they are listed, else null, and
//! `ms` the time for the answer. The program answers with one line, `{"order":"…"}`. At the end of the match its standard input is closed.
//! A program loses if it ends early, answers late, or answers with anything but a legal order.
//!
//! Two threads read and write its pipes, so the caller never waits longer than `ms`. They hold at most one question and two lines. A
//! program that writes more waits until those are read; a program that reads nothing is late.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::time::Duration;

use serde_json::{Value, json};

use deathmatch_rules::game::{Accepted, Legal, Seat, Sight};

/// The longest line accepted, in bytes.
const LONGEST: u64 = 1_000_000;
/// The time for a program to exit after its input is closed, before it is killed.
const ENDS_WITHIN: Duration = Duration::from_millis(20);

/// The facts of a question besides the view.
pub struct Question<'a> {
    /// The game's id.
    pub game: &'a str,
    /// The preset's id.
    pub preset: Option<&'a str>,
    pub seat: Seat,
    /// The prompt's short name.
    pub prompt: &'a str,
}

/// The reason why a program lost; `Display` gives all details.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Lost {
    /// No order: the program ended, was late, or wrote something else.
    #[error("{0}")]
    Silent(String),
    /// An order that is not legal.
    #[error("its order `{order}` does not count: {why}")]
    Refused { order: String, why: String },
}

impl Lost {
    /// The reason without the program's own output, which may disclose hidden information.
    #[must_use]
    pub fn discreetly(&self) -> &str {
        match self {
            Self::Silent(why) => why,
            Self::Refused { .. } => "its order does not count",
        }
    }
}

/// A running program that plays a seat.
pub struct Program {
    child: Child,
    /// Whether the process leads a process group, which is killed with it.
    leads: bool,
    /// The process's input; `None` once it is closed.
    questions: Option<SyncSender<String>>,
    lines: Receiver<Line>,
}

/// A line from a program, or the reason why there is none.
type Line = Result<Vec<u8>, String>;

impl Program {
    /// Starts a program.
    ///
    /// # Errors
    /// The program does not start.
    pub fn start(words: &[String]) -> Result<Self, String> {
        let (name, command) = command_of(words)?;
        Self::spawned(name, command, false)
    }

    /// Starts a program in a separate process group, if the system has them, so that everything it starts is killed with it. `prepare` sets
    /// further properties of the process, such as inherited handles.
    ///
    /// # Errors
    /// The program does not start.
    pub fn start_as(words: &[String], prepare: impl FnOnce(&mut Command)) -> Result<Self, String> {
        let (name, mut command) = command_of(words)?;
        prepare(&mut command);
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        Self::spawned(name, command, true)
    }

    fn spawned(name: &str, mut command: Command, leads: bool) -> Result<Self, String> {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("{name} does not start: {error}"))?;
        let input = child.stdin.take().ok_or("it has no input")?;
        let output = child.stdout.take().ok_or("it has no output")?;
        let (ask, questions) = sync_channel(1);
        let (say, lines) = sync_channel(1);
        std::thread::spawn(move || write_all(input, &questions));
        std::thread::spawn(move || read_lines(output, &say));
        Ok(Self { child, leads, questions: Some(ask), lines })
    }

    /// Waits for the program's order for a view, at most `ms` milliseconds.
    ///
    /// # Errors
    /// The reason why the program lost.
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
        let late = || format!("it gave no order within {ms} ms");
        let ended = || "it has ended early".to_owned();
        let questions = self.questions.as_ref().ok_or("its input is closed")?;
        questions.try_send(format!("{question}\n")).map_err(|error| match error {
            // The program has not read the earlier questions.
            TrySendError::Full(_) => late(),
            TrySendError::Disconnected(_) => ended(),
        })?;
        let line = self.lines.recv_timeout(Duration::from_millis(ms)).map_err(|error| match error {
            RecvTimeoutError::Timeout => late(),
            RecvTimeoutError::Disconnected => ended(),
        })??;
        let answer: Value = serde_json::from_slice(&line).map_err(|_| "its answer is no line of JSON".to_owned())?;
        answer["order"].as_str().map(str::to_owned).ok_or_else(|| "its answer has no `order`".to_owned())
    }

    fn kill(&mut self) {
        #[cfg(unix)]
        if self.leads {
            use rustix::process::{Pid, Signal, kill_process_group};
            // Nobody has waited for the process yet, so the id is still its own. It may have exited already; ignore that.
            kill_process_group(Pid::from_child(&self.child), Signal::KILL).ok();
            return;
        }
        drop(self.child.kill());
    }
}

fn command_of(words: &[String]) -> Result<(&str, Command), String> {
    let (program, arguments) = words.split_first().ok_or("no program is named")?;
    let mut command = Command::new(program);
    command.args(arguments);
    Ok((program, command))
}

/// Writes the questions, until there are no more or the program stops reading.
fn write_all(mut input: impl Write, questions: &Receiver<String>) {
    for question in questions {
        if input.write_all(question.as_bytes()).and_then(|()| input.flush()).is_err() {
            return;
        }
    }
}

/// Reads lines, until there are no more or the receiver is gone.
fn read_lines(output: impl Read, say: &SyncSender<Line>) {
    let mut output = BufReader::new(output);
    loop {
        let mut line = Vec::new();
        if !matches!(output.by_ref().take(LONGEST).read_until(b'\n', &mut line), Ok(1..)) {
            return;
        }
        let cut = line.len() as u64 == LONGEST && !line.ends_with(b"\n");
        let line = if cut { Err("it wrote a line of more than 1 MB".to_owned()) } else { Ok(line) };
        if say.send(line).is_err() || cut {
            return;
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.questions = None;
        std::thread::sleep(ENDS_WITHIN);
        self.kill();
        drop(self.child.wait());
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::sync::mpsc::sync_channel;
    use std::time::Duration;

    use super::{Lost, read_lines};

    /// A stream of lines with a number of bytes, counted as they are read.
    struct Flood {
        left: usize,
        read: Arc<AtomicUsize>,
    }

    impl Read for Flood {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            let many = buffer.len().min(self.left);
            buffer[..many].fill(b'\n');
            self.left -= many;
            self.read.fetch_add(many, Ordering::SeqCst);
            Ok(many)
        }
    }

    #[test]
    fn output_flood_is_read_only_as_lines_are_taken() {
        const ALL: usize = 100_000;
        let read = Arc::new(AtomicUsize::new(0));
        let flood = Flood { left: ALL, read: Arc::clone(&read) };
        let (say, lines) = sync_channel(1);
        let reading = std::thread::spawn(move || read_lines(flood, &say));
        for _ in 0..10 {
            lines.recv().unwrap().unwrap();
        }
        // Enough time for all of it to be read, if it were.
        std::thread::sleep(Duration::from_millis(100));
        assert!(read.load(Ordering::SeqCst) < ALL / 2, "{read:?} of {ALL} bytes are read after ten lines");
        drop(lines);
        reading.join().unwrap();
    }

    #[test]
    fn discreet_reason_omits_the_refused_order() {
        let lost = Lost::Refused { order: "e4".to_owned(), why: "e4 is taken".to_owned() };
        assert!(lost.to_string().contains("e4"));
        assert!(!lost.discreetly().contains("e4"));
    }
}
