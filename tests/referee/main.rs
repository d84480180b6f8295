//! The referee as other programs use it: the binary, spoken to over pipes.

mod conversation;
mod entries;
mod header;
mod hosting;
mod questions;
mod records;
mod verify;
mod views;

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::Value;

const HEADER: &str = r#"{"record":1,"game":"warriors-death","seats":{"ec":"Ann","dmo":"Bob"}}"#;

fn referee(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_deathmatch"));
    command.arg("referee").args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// A conversation in which each line waits for its answer, as with a chess engine.
struct Talk {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    /// The answer to the header.
    opening: Value,
}

impl Talk {
    fn begin() -> Self {
        Self::with(HEADER, &[])
    }

    fn with(header: &str, arguments: &[&str]) -> Self {
        let mut child = referee(arguments).spawn().unwrap();
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().unwrap());
        let mut talk = Self { child, input, output, opening: Value::Null };
        talk.opening = talk.say(header);
        talk
    }

    /// Sends a line and waits for its answer.
    fn say(&mut self, line: &str) -> Value {
        self.say_bytes(line.as_bytes())
    }

    fn say_bytes(&mut self, line: &[u8]) -> Value {
        let input = self.input.as_mut().unwrap();
        input.write_all(line).unwrap();
        input.write_all(b"\n").unwrap();
        input.flush().unwrap();
        let mut answer = String::new();
        self.output.read_line(&mut answer).unwrap();
        assert!(answer.ends_with('\n'), "no whole line for {}", String::from_utf8_lossy(line));
        serde_json::from_str(&answer).unwrap()
    }

    /// Sends a line that must be accepted.
    fn ok(&mut self, line: &str) -> Value {
        let answer = self.say(line);
        assert_eq!(answer["ok"], true, "{line}: {}", answer["error"]);
        assert!(answer.get("error").is_none());
        answer
    }

    /// Sends a line that must be refused with a code, in one sentence.
    fn refused(&mut self, line: &str, code: &str) -> Value {
        let answer = self.say(line);
        assert_eq!(answer["ok"], false, "{line}");
        assert_eq!(answer["error"]["code"], code, "{line}: {}", answer["error"]);
        let message = answer["error"]["message"].as_str().unwrap();
        assert!(message.ends_with('.') && !message.contains('\n'), "{message}");
        answer
    }

    fn order(&mut self, at: u64, seat: &str, text: &str) -> Value {
        self.ok(&format!(r#"{{"at":{at},"seat":"{seat}","order":"{text}"}}"#))
    }

    fn ready(&mut self, at: u64, seat: &str) -> Value {
        self.ok(&format!(r#"{{"at":{at},"seat":"{seat}","ready":true}}"#))
    }

    fn time(&mut self, at: u64) -> Value {
        self.ok(&format!(r#"{{"at":{at}}}"#))
    }

    fn host(&mut self, at: u64, act: &str) -> Value {
        self.ok(&format!(r#"{{"at":{at},"host":"{act}"}}"#))
    }

    fn host_refused(&mut self, at: u64, act: &str, code: &str) -> Value {
        self.refused(&format!(r#"{{"at":{at},"host":"{act}"}}"#), code)
    }

    /// Closes the input. Returns the exit status.
    fn end(mut self) -> i32 {
        drop(self.input.take());
        let mut rest = String::new();
        self.output.read_line(&mut rest).unwrap();
        assert_eq!(rest, "", "nothing is said unasked");
        self.child.wait().unwrap().code().unwrap()
    }
}

/// Sends a whole input at once. Returns the output's lines and the exit status.
fn run(input: &[u8], arguments: &[&str]) -> (Vec<String>, i32) {
    let mut child = referee(arguments).spawn().unwrap();
    let mut pipe = child.stdin.take().unwrap();
    let input = input.to_vec();
    // A referee that ends early does not read the rest.
    let writer = std::thread::spawn(move || drop(pipe.write_all(&input)));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
    let text = String::from_utf8(output.stdout).unwrap();
    (text.lines().map(str::to_owned).collect(), output.status.code().unwrap())
}

fn kinds(answer: &Value) -> Vec<&str> {
    answer["events"].as_array().unwrap().iter().map(|event| event["kind"].as_str().unwrap()).collect()
}
