//! Printing of one line to the standard output.

use std::fmt::Display;
use std::io::{self, Write};
use std::process::exit;

/// Prints a line. A closed pipe, such as that of `head`, ends the process with success; another error ends it with code 1.
pub fn print(line: impl Display) {
    match writeln!(io::stdout().lock(), "{line}") {
        Ok(()) => {}
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => exit(0),
        Err(error) => {
            eprintln!("Standard output cannot be written: {error}.");
            exit(1)
        }
    }
}
