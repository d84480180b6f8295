//! Compiled programs.

use std::sync::Arc;

use serde_json::Value as Json;

use crate::code::Unit;
use crate::compile::compile;
use crate::error::{Error, ErrorKind, Fault};
use crate::limits::SOURCE;

/// The host's additions to the language: functions, constants and a library.
#[derive(Clone, Debug, Default)]
pub struct Host {
    /// Names of functions whose calls [suspend](crate::Outcome::Asks) the script.
    pub functions: Vec<String>,
    /// Global names with a value. The keys of JSON objects come in alphabetical order. A script may bind the names again.
    pub constants: Vec<(String, Json)>,
    /// Source text in the same language that runs before a script: functions, and values that they need. Faults in it are placed
    /// where the script called it. A script may bind the names again, which changes nothing in the library.
    pub library: String,
}

/// A compiled script. Cloning it is cheap.
#[derive(Clone, Debug)]
pub struct Program {
    pub(crate) unit: Arc<Unit>,
}

impl Program {
    /// Compiles a script that uses the language alone. `name` is the file's name in errors.
    pub fn compile(name: &str, source: &str) -> Result<Self, Error> {
        Self::compile_for(name, source, &Host::default())
    }

    /// Compiles a script that may call functions of the host.
    pub fn compile_for(name: &str, source: &str, host: &Host) -> Result<Self, Error> {
        if source.len() > SOURCE {
            let message = format!("the file has {} bytes; {SOURCE} are allowed", source.len());
            let mut error = Fault::of(ErrorKind::Syntax, message).at(&name.into(), "", 0);
            error.line = 0;
            return Err(error);
        }
        let source = source.strip_prefix('\u{feff}').unwrap_or(source).replace("\r\n", "\n");
        Ok(Self { unit: Arc::new(compile(name, &source, host)?) })
    }

    /// The number of lines of the source text.
    #[must_use]
    pub fn lines(&self) -> u32 {
        self.unit.lines
    }

    /// Calls of variables that hide a built-in function or one of the host: the line and the name.
    #[must_use]
    pub fn hidden_calls(&self) -> Vec<(u32, &str)> {
        self.unit.hidden.iter().map(|(line, name)| (*line, &**name)).collect()
    }

    /// Lines on which a statement begins, in order: those that [`Machine::lines_run`](crate::Machine::lines_run) can name.
    #[must_use]
    pub fn statement_lines(&self) -> Vec<u32> {
        let mut lines: Vec<u32> = Vec::new();
        for op in self.unit.codes.iter().flat_map(|code| &code.ops) {
            if let crate::code::Op::Line(line) = op {
                lines.push(*line);
            }
        }
        lines.sort_unstable();
        lines.dedup();
        lines
    }
}
